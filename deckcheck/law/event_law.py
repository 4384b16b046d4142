"""House rules applied: the rulebook of a format as the fact sheet of an event amends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.law.event_rules import HouseRules
from deckcheck.law.formats import Clause
from deckcheck.law.games import Game
from deckcheck.law.legality import Admission, Legality, Status
from deckcheck.law.rulebooks import BoundClause, Rulebook, Saying, bind_clauses, digest_of, kept_in_english
from deckcheck.law.sentences import section_words
from deckcheck.translations import gettext, gettext_noop, join_words, ngettext

CITE: Final = "Fact sheet"
_NUMBERS: Final = {"copies": "limit", "section-points": "at_most", "points": "at_most", "trait-count": "at_most"}
"""The parameter that holds the number, by rule; a section's size has it by the clause's name."""
_BOUNDS: Final = frozenset({"at_least", "at_most", "exactly", "or_none"})
_OPPOSED: Final = {
    "main-min": ("main-exact",),
    "main-max": ("main-exact",),
    "main-exact": ("main-min", "main-max"),
    "sideboard-max": ("sideboard-forbidden",),
}
"""Sizes that a format without them may be given, and the clauses that cannot stand beside them."""
_FROM: Final = {
    "main-min": ("main-exact", "main-max"),
    "main-max": ("main-min", "main-exact"),
    "main-exact": ("main-min", "main-max"),
    "sideboard-max": ("sideboard-forbidden",),
}
"""The clauses whose sections a new size takes over, the first that is there."""
_NO_SIZE: Final = "sideboard-forbidden"


def sizes_of(book: Rulebook) -> dict[str, int | None]:
    """The numbers that a fact sheet may change under the rulebook, as they stand; None where there is none yet."""
    found = {b.clause.name: number_of(b) for b in book.clauses if _is_sized(b)}
    new = {name: None for name, others in _FROM.items() if name not in found and any(o in _names(book) for o in others)}
    return {**found, **new}


def ids_beside(name: str) -> tuple[str, ...]:
    """The ids of sizes that a fact sheet may give a format which has this one."""
    return tuple(size for size, others in _FROM.items() if name in others)


def number_of(bound: BoundClause) -> int | None:
    """The number of a sized clause."""
    value = getattr(bound.params, _number_key(bound.clause), None)
    return value if isinstance(value, int) else None


def resize(
    clauses: Mapping[str, Clause], known: Mapping[str, Clause], name: str, number: int, given_by: str
) -> dict[str, Clause]:
    """The clauses with another number under this name, made from those the format knows; what opposes it goes."""
    old = known.get(name) or next(known[other] for other in _FROM[name] if other in known)
    opposed = [other for other in _OPPOSED.get(name, ()) if other in known]
    replaced = known[opposed[0]] if opposed else old
    cite = f"{CITE}, instead of {join_words(replaced.cites)}"
    clause = Clause(name, old.rule, _params(old, name, number), (cite,), given_by)
    resized = {other: kept for other, kept in {**clauses, name: clause}.items() if other not in opposed}
    return _with_companion(resized, name, number)


def words_of(bound: BoundClause, game: Game) -> str:
    """A sized clause in words: at least 40 cards in the main deck."""
    params = bound.params
    if bound.rule.id == "copies":
        return gettext("at most {copies} of a card").format(copies=_counted(params.limit, "copy", "copies"))
    if bound.rule.id == "section-points":
        points, section = _counted(params.at_most, "point", "points"), section_words(game, params.section)
        return gettext("at most {points} in the {section}").format(points=points, section=section)
    if bound.rule.id == "points":
        return gettext("at most {points} in all").format(points=_counted(params.at_most, "point", "points"))
    if bound.rule.id == "trait-count":
        called, section = gettext(params.called), section_words(game, params.section)
        told = gettext("at most {count} {called} in the {section}")
        return told.format(count=params.at_most, called=called, section=section)
    cards, section = _counted(number_of(bound) or 0, "card", "cards"), section_words(game, params.sections[0])
    return gettext(_SIZED[_number_key(bound.clause)]).format(cards=cards, section=section)


def _counted(number: int, one: str, many: str) -> str:
    forms = f"{{count}} {one}", f"{{count}} {many}"
    return ngettext(*forms, number).format(count=number)


_SIZED: Final = {
    "at_least": gettext_noop("at least {cards} in the {section}"),
    "at_most": gettext_noop("at most {cards} in the {section}"),
    "exactly": gettext_noop("exactly {cards} in the {section}"),
}


def _is_sized(bound: BoundClause) -> bool:
    return bound.rule.id in {*_NUMBERS, "section-size"} and bound.clause.name != _NO_SIZE


def _names(book: Rulebook) -> frozenset[str]:
    return frozenset(b.clause.name for b in book.clauses)


def _number_key(clause: Clause) -> str:
    if clause.rule in _NUMBERS:
        return _NUMBERS[clause.rule]
    ends = {"min": "at_least", "exact": "exactly"}
    return ends.get(clause.name.rpartition("-")[2], "at_most")


def _params(old: Clause, name: str, number: int) -> dict[str, object]:
    params = dict(old.params)
    if old.rule == "section-size":
        params = {key: value for key, value in params.items() if key not in _BOUNDS}
    return {**params, _number_key(Clause(name, old.rule, {}, (), "")): number}


def _with_companion(clauses: dict[str, Clause], name: str, number: int) -> dict[str, Clause]:
    """A companion's condition that counts from the least size of the deck counts from the new one."""
    companion = clauses.get("companion")
    if companion is not None and name in {"main-min", "main-exact"} and "minimum" in companion.params:
        params = {**companion.params, "minimum": number}
        clauses["companion"] = Clause("companion", companion.rule, params, companion.cites, companion.given_by)
    return clauses


BY: Final = gettext_noop("the fact sheet of this event")
LIFTABLE: Final = frozenset(
    {"banned", "suspended", "restricted", "banned-as-commander", "banned-as-partner", "banned-as-companion"}
)
"""Statuses that an unban takes away; a card that only games bring about is in no deck anyhow."""
ABOUT_READING: Final = frozenset(
    {"line-read", "name-known", "name-clear", "which-card", "section-known", "presented-mismatch"}
)
"""Rules without which a list could be neither read nor compared: no fact sheet can leave them out."""
_ALLOWED: Final = Admission(True, by_house=True)
_NO_SIDE: Final = "sideboard-forbidden"


def apply_house(book: Rulebook, rules: HouseRules, index: CardIndex, *, by: str = BY) -> Rulebook:
    """The rulebook under the house rules; the very same one where they change nothing.

    Nothing is refused here: a name or clause that is gone since the rules were set is told in the warning. `by`: who
    gives the statuses; empty where the rules are a format's own, which overrides nothing, so no verdict says it does.
    """
    draft = _Draft(book, {b.clause.name: b.clause for b in book.clauses}, dict(book.legality.statuses), rules, by)
    _drop(draft)
    _resize(draft)
    _lift(draft, index)
    banned = _give("banned", rules.bans, draft, index)
    restricted = _give("restricted", rules.restrictions, draft, index)
    allowed = _allow(draft, index)
    lost = [partial(_cannot_follow, told) for told in draft.lost]
    if not draft.told:
        return replace(book, warned=(*lost, *book.warned)) if lost else book
    clauses = (*bind_clauses(_widened(draft), book.game), *_own_clauses(draft, banned, restricted))
    law = book.legality
    return replace(
        book,
        clauses=clauses,
        legality=_admitting_too(allowed, law, draft.statuses),
        digest=digest_of(book.digest, _content(clauses), _unsigned(draft.statuses), sorted(allowed)),
        warned=(*([kept_in_english(partial(_overrides, tuple(draft.told)))] if by else ()), *lost, *book.warned),
    )


def _overrides(told: Iterable[Saying]) -> str:
    changes = "; ".join(say() for say in told)
    return gettext("A house rule overrides the format here: {changes}.").format(changes=changes)


def _cannot_follow(told: Saying) -> str:
    return gettext("The fact sheet cannot be followed here: {reason}.").format(reason=told())


def _filled(message: str, **facts: str) -> Saying:
    """A sentence with these facts, said where it is shown."""
    return lambda: gettext(message).format_map(facts)


def _named(one: str, several: str, names: Sequence[str]) -> Saying:
    """A sentence about one card or about several."""
    return lambda: gettext(one if len(names) == 1 else several).format(cards=join_words(names))


@dataclass(slots=True)
class _Draft:
    """The law while it is amended: what was amended, in words, and what could not be."""

    book: Rulebook
    clauses: dict[str, Clause]
    statuses: dict[str, Status]
    rules: HouseRules
    by: str = BY
    told: list[Saying] = field(default_factory=list)
    lost: list[Saying] = field(default_factory=list)

    def in_force(self, names: Iterable[str], index: CardIndex) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each card by its name of today, with the names that count for it: Arena may read it as a card of its own."""
        for name in names:
            card = _card(name, index)
            if card is None:
                self.lost.append(_filled(gettext_noop("no card is called {name} now"), name=name))
            else:
                twin = self.book.twins.get(card.name)
                yield card.name, (card.name, twin) if twin else (card.name,)


def _card(name: str, index: CardIndex) -> Card | None:
    known = index.card(name)
    if known is None:
        match = index.find(name)
        known = match.cards[0] if len(match.cards) == 1 and not match.contestable else None
    return known


def _drop(draft: _Draft) -> None:
    for name in draft.rules.drop:
        if is_droppable(name, draft.book):
            draft.clauses.pop(name, None)
            draft.told.append(_filled(gettext_noop("the rule {rule} does not hold"), rule=name))
        else:
            told = gettext_noop("{format} has no {rule} to leave out")
            draft.lost.append(_filled(told, format=draft.book.title, rule=name))


def is_droppable(name: str, book: Rulebook) -> bool:
    """Whether the rulebook has a clause of this name that an event may leave out."""
    return any(b.clause.name == name and b.rule.id not in ABOUT_READING for b in book.clauses)


def _resize(draft: _Draft) -> None:
    """Give clauses their new numbers; a number that holds already is no change."""
    book, numbers = draft.book, sizes_of(draft.book)
    known = {b.clause.name: b.clause for b in book.clauses}
    for name, number in sorted(draft.rules.sizes.items()):
        if name not in numbers:
            draft.lost.append(_filled(gettext_noop("{format} has no {rule} to change"), format=book.title, rule=name))
        elif numbers[name] != number:
            draft.clauses = resize(draft.clauses, known, name, number, draft.rules.source)
            bound = bind_clauses({name: draft.clauses[name]}, book.game)[0]
            draft.told.append(partial(_resized, bound, book.game, numbers[name]))


def _resized(bound: BoundClause, game: Game, before: int | None) -> str:
    words = words_of(bound, game)
    return words if before is None else gettext("{size}, not {before}").format(size=words, before=before)


def _lift(draft: _Draft, index: CardIndex) -> None:
    lifted = []
    for name, counting in draft.in_force(draft.rules.unbans, index):
        barred = [n for n in counting if n in draft.statuses and draft.statuses[n].word in LIFTABLE]
        for n in barred:
            del draft.statuses[n]
        lifted += [name] if barred else []
    if lifted:
        one = gettext_noop("{cards} is not banned or restricted")
        draft.told.append(_named(one, gettext_noop("{cards} are not banned or restricted"), lifted))


def _give(word: str, names: Iterable[str], draft: _Draft, index: CardIndex) -> bool:
    """Give the cards a status of the event's own, where they have not got it already; whether any was given."""
    held = word in draft.clauses
    given = []
    for name, counting in draft.in_force(names, index):
        new = [n for n in counting if not (held and _surely(word, n, draft))]
        for n in new:
            since = draft.book.day.date if draft.by else None
            draft.statuses[n] = Status(word, since, f"the {draft.rules.source}", by=draft.by)
        given += [name] if new else []
    if given:
        draft.told.append(_named(*_GIVEN[word], given))
    return bool(given)


_GIVEN: Final = {
    "banned": (gettext_noop("{cards} is banned"), gettext_noop("{cards} are banned")),
    "restricted": (
        gettext_noop("{cards} is restricted to 1 copy"),
        gettext_noop("{cards} are restricted to 1 copy"),
    ),
}


def _surely(word: str, name: str, draft: _Draft) -> bool:
    """Whether the card has the status without a doubt."""
    status = draft.statuses.get(name)
    return status is not None and status.word == word and not draft.book.legality.doubts(name, status)


def _allow(draft: _Draft, index: CardIndex) -> frozenset[str]:
    """The names of cards that are admitted, though the pool or a rule about tournament cards bars them."""
    allowed: list[str] = []
    told: list[str] = []
    for name, counting in draft.in_force(draft.rules.allowed, index):
        new = [n for n in counting if (card := index.card(n)) is not None and is_out(card, draft.book)]
        allowed += new
        told += [name] if new else []
    if told:
        draft.told.append(_named(gettext_noop("{cards} is allowed"), gettext_noop("{cards} are allowed"), told))
    return frozenset(allowed)


def is_out(card: Card, book: Rulebook) -> bool:
    """Whether the pool or a rule about tournament cards keeps the card out, or leaves it in doubt."""
    law = book.legality
    admission = max((law.admits(card), *(zone.admits(card) for zone in law.zones.values())), key=_is_plainly_in)
    rules = [b.params.traits for b in book.clauses if b.rule.id == "tournament-card"]
    return not admission.admitted or bool(admission.doubt) or any(not card.traits.isdisjoint(t) for t in rules)


def _is_plainly_in(admission: Admission) -> bool:
    return admission.admitted and not admission.doubt


def _widened(draft: _Draft) -> dict[str, Clause]:
    """The clauses; where a format without a sideboard gets one, what is asked of the main deck is asked of it too."""
    before = {b.clause.name for b in draft.book.clauses}
    if _NO_SIDE not in before or _NO_SIDE in draft.clauses:
        return draft.clauses
    widened = {}
    for name, clause in draft.clauses.items():
        sections = clause.params.get("sections", ())
        if "main" in sections and "sideboard" not in sections and clause.rule != "section-size":
            clause = replace(clause, params={**clause.params, "sections": [*sections, "sideboard"]})
        widened[name] = clause
    return widened


def _own_clauses(draft: _Draft, banned: bool, restricted: bool) -> tuple[BoundClause, ...]:
    """The clauses that speak for the event alone, under the published ids of the format's own."""
    by = [draft.by]
    params = {"words": ["banned"], "sections": _sections(draft, "banned"), "by": by}
    once = {"words": ["restricted"], "sections": _sections(draft, "restricted"), "by": by, "limit": 1}
    # The clause that a format has for its own statuses covers those of an account's format, too.
    banned, restricted = (
        given and (bool(draft.by) or word not in draft.clauses)
        for word, given in (("banned", banned), ("restricted", restricted))
    )
    wanted = [("banned", params)] * banned + [("restricted", once)] * restricted
    clauses = [Clause(name, "status", given, (CITE,), draft.rules.source) for name, given in wanted]
    return tuple(bound for clause in clauses for bound in bind_clauses({clause.name: clause}, draft.book.game))


def _sections(draft: _Draft, name: str) -> list[str]:
    """Where the event's own bans and restrictions are looked for: where the format looks, else everywhere."""
    book = draft.book
    own = ("restricted", "copies", "singleton") if name == "restricted" else ()
    clauses = {b.clause.name: b.clause for b in book.clauses} | _widened(draft)
    for other in (*own, "banned", "not-in-format", "not-a-tournament-card"):
        if other in clauses:
            return list(clauses[other].params["sections"])
    return [section.id for section in book.game.sections]


def _admitting(allowed: frozenset[str], admits: Callable[[Card], Admission]) -> Callable[[Card], Admission]:
    return lambda card: _ALLOWED if card.name in allowed or card.printed_as in allowed else admits(card)


def _admitting_too(allowed: frozenset[str], law: Legality, statuses: Mapping[str, Status]) -> Legality:
    """The law with other statuses, and with these cards in every pool."""
    zones = {section: _admitting(allowed, zone.admits) for section, zone in law.zones.items()}
    admits = _admitting(allowed, law.admits)
    return Legality(law.day, admits, statuses, law.options, law.known_to, law.lapsed, zones)


def _content(clauses: tuple[BoundClause, ...]) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """The clauses without the name of the fact sheet: an event that is renamed keeps its law."""
    return [(b.clause.name, b.rule.id, repr(b.params), b.clause.cites) for b in clauses]


def _unsigned(statuses: dict[str, Status]) -> dict[str, Status]:
    return {name: status._replace(source="") if status.by == BY else status for name, status in statuses.items()}
