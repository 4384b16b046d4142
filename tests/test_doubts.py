"""No facts mean a question: what a rule says of a card of which little is known holds whatever the card may be."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from datetime import date
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import pytest

from deckcheck.catalogue import cards_known, open_index, open_sets
from deckcheck.catalogue.reference import Reference, find_root, load_reference
from deckcheck.decklist.cards import ANY_NUMBER, FEW_DETAILS, NO_FACTS, NO_SET_KNOWN, Card
from deckcheck.decklist.decks import Deck, Entry, Line, LineKind
from deckcheck.games import GAMES
from deckcheck.law.legality import Admission, Day, Legality, MateCard
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import SEAT_OPEN, TEAMS, BoundClause

DAY: Final = Day(date(2026, 8, 22))
COUNTS: Final = (1, 2, 5)
NO_LAW: Final = Legality(DAY, lambda _: Admission(True), {})


@cache
def the_law() -> Reference:
    return load_reference(find_root(), open_sets, cards_known)


class Answer(NamedTuple):
    """Whether a rule refuses a deck, and whether it asks."""

    refuses: bool
    asks: bool


@cache
def clauses(game: str) -> tuple[BoundClause, ...]:
    """Every clause of the game's formats, those of teams included, each once."""
    found: dict[tuple[str, str], BoundClause] = {}
    for fmt in the_law().formats.values():
        of_teams = [("bo3", team) for team in (*TEAMS, SEAT_OPEN) if team in fmt.option_names()]
        for match, team in (("bo1", ""), ("bo3", ""), *of_teams):
            book = the_law().rulebook(fmt.id, DAY, match, team)
            if book.game.id == game:
                found.update({(b.rule.id, repr(b.params)): b for b in book.clauses})
    return tuple(found.values())


WORLDS: Final[dict[str, tuple[frozenset[str], int | None]]] = {
    "basic land": (frozenset({"type:Land", "super:Basic", "basic", "activated", "mana-value:0"}), ANY_NUMBER),
    "instant": (frozenset({"type:Instant", "identity:R", "mana-value:1", "cost:{R}"}), None),
    "large sorcery": (frozenset({"type:Sorcery", "identity:U", "mana-value:6", "cost:{4}{U}{U}"}), None),
    "leader with a partner": (
        frozenset({"type:Creature", "super:Legendary", "leader:creature", "partner", "identity:G", "mana-value:3"})
        | {"cost:{2}{G}", "subtype:Elf"},
        None,
    ),
    "artifact": (frozenset({"type:Artifact", "activated", "mana-value:2", "cost:{2}"}), None),
    "bear": (frozenset({"type:Creature", "subtype:Bear", "identity:G", "mana-value:4", "cost:{2}{G}{G}"}), None),
    "planeswalker": (
        frozenset({"type:Planeswalker", "super:Legendary", "activated", "mana-value:5", "cost:{W}{U}{B}{R}{G}"})
        | {f"identity:{colour}" for colour in "WUBRG"},
        None,
    ),
    "companion": (
        frozenset({"type:Creature", "companion", "leader:creature", "mana-value:3", "cost:{1}{R/W}{W}"}),
        None,
    ),
    "attraction": (frozenset({"type:Artifact", "kind:attraction", "mana-value:0"}), None),
    "sticker sheet": (frozenset({"kind:sticker", "mana-value:0"}), None),
    "playtest card": (frozenset({"type:Creature", "playtest", "mana-value:2", "cost:{1}{W}", "identity:W"}), None),
}
"""What a card of Magic without facts may turn out to be."""


def what_it_may_be(card: Card) -> Iterator[Card]:
    """The card in every way in which the facts that it lacks may turn out."""
    if card.may_be:
        yield from card.may_be
        return
    known = frozenset(t for t in card.traits if not t.startswith("unknown:"))
    if NO_FACTS in card.traits:
        # What a known set of tournament cards holds is no card for casual play.
        ways = [w for name, w in WORLDS.items() if name != "playtest card" or NO_SET_KNOWN in card.traits]
    elif FEW_DETAILS in card.traits:
        levels = [{f"level:{level}"} for level in range(3)] if not card.values("level") else [set[str]()]
        ways = [(frozenset(level | relic), None) for level in levels for relic in (set[str](), {"divine-relic"})]
    else:
        ways = [(frozenset({"activated"}), None)]
        # Loyalty abilities are activated ones, so of a planeswalker it is known.
        ways += [] if card.has("type:Planeswalker") else [(frozenset(), None)]
    for traits, copies in ways:
        yield Card(card.id, card.game, card.name, traits=known | traits, copies_allowed=copies)


@cache
def unsure_cards(game: str) -> tuple[Card, ...]:
    """A card for each way of being unknown: of those that differ in nothing a rule reads, one."""
    kinds: dict[Hashable, Card] = {}
    for card in open_index(game).cards():
        if card.may_be:
            alike = {frozenset(t for t in one.traits if not t.startswith("subtype:")) for one in card.may_be}
            limits = {f"copies:{one.copies_allowed}" for one in card.may_be}
            kinds.setdefault(frozenset((frozenset(alike), frozenset(limits))), card)
        elif card.values("unknown"):
            read = {t for t in card.traits if t.partition(":")[0] not in {"lineage", "cost", "layout", "rebalanced-of"}}
            kinds.setdefault(frozenset(read), card)
    return tuple(kinds.values())


def entry(card: Card, section: str, count: int, number: int) -> Entry:
    return Entry(Line(number, card.name, LineKind.CARD, section, count, card.name), section, count, card)


@cache
def decks_around(game: str) -> tuple[tuple[tuple[str, str, int], ...], ...]:
    """The other cards of the decks in which a card is looked at: section, name and count."""
    if game == "ga":
        return ((), (("material", "Spirit of Fire", 1), ("material", "Apotheosis Rite", 1), ("main", "Abnegation", 4)))
    if game == "pkm":
        rest = ("main", "Basic Fire Energy", 50)
        return (
            (),
            (rest, ("main", "Charizard (BS 4)", 3)),
            (rest, ("main", "Charizard (BS 4)", 3), ("main", "Vulpix (OBF 28)", 1)),
        )
    rows = (("main", "Mountain", 57),)
    return (
        (),
        rows,
        (*rows, ("commander", "Krenko, Mob Boss", 1)),
        (*rows, ("commander", "Tymna the Weaver", 1)),
        (*rows, ("commander", "Chandra, Torch of Defiance", 1), ("signature_spell", "Lightning Bolt", 1)),
        *((*rows, ("companion", name, 1)) for name in COMPANIONS),
    )


COMPANIONS: Final = (
    "Gyruda, Doom of Depths",
    "Jegantha, the Wellspring",
    "Kaheera, the Orphanguard",
    "Keruga, the Macrosage",
    "Lurrus of the Dream-Den",
    "Lutri, the Spellchaser",
    "Obosh, the Preypiercer",
    "Umori, the Collector",
    "Zirda, the Dawnwaker",
)


@lru_cache(maxsize=64)
def deck_beside(rows: tuple[tuple[str, str, int], ...], card: Card, section: str, count: int) -> Deck:
    """A deck that holds the card beside others; every clause in turn is asked of the same one."""
    index = open_index(card.game)
    others = [(index.card(name), where, n) for where, name, n in rows]
    entries = [entry(c, where, n, i) for i, (c, where, n) in enumerate(others, 1) if c is not None]
    return Deck([*entries, entry(card, section, count, len(entries) + 1)])


def answer(bound: BoundClause, rows: tuple[tuple[str, str, int], ...], card: Card, section: str, count: int) -> Answer:
    """What the clause says of a deck that holds the card; a spell among oathbreakers is laid beside them first."""
    if bound.rule.id == "signature-spell" and section == "commander" and card.traits & {"type:Instant", "type:Sorcery"}:
        section = "signature_spell"
    # Team-mates hold the card, too; only a rule about teams looks at their decks.
    law = NO_LAW.holding_to(mates=(MateCard("seat B", section, 1, card),)) if bound.rule.id == "team-copies" else NO_LAW
    found = bound.rule.check(deck_beside(rows, card, section, count), law, bound.params)
    severities = {one.severity for one in found}
    return Answer(Severity.ERROR in severities, Severity.UNCLEAR in severities)


@pytest.mark.parametrize("game", ["mtg", "ga", "pkm"])
def test_a_refusal_and_a_silence_hold_whatever_the_card_is(game: str) -> None:
    """Where they would not, the rule asks; and it asks nowhere else."""
    wrong: list[str] = []
    for card in unsure_cards(game):
        may_be = tuple(what_it_may_be(card))
        for bound, rows, section, count in _situations(game, card):
            given = answer(bound, rows, card, section, count)
            truths = [answer(bound, rows, world, section, count) for world in may_be]
            if given.refuses:
                right = all(truth.refuses for truth in truths)
            elif given.asks:
                right = any(truth.refuses or truth.asks for truth in truths) and not all(t.refuses for t in truths)
            else:
                right = not any(truth.refuses for truth in truths)
            if not right:
                wrong.append(f"{bound.clause.name}: {count} {card.name} in {section} beside {rows}: {given} {truths}")
    assert wrong == []


def _situations(game: str, card: Card) -> Iterator[tuple[BoundClause, Any, str, int]]:
    sections = [s.id for s in GAMES[game].sections if s.id != "pool"]
    only_abilities = card.values("unknown") == ("activated",)
    asked = [bound for bound in clauses(game) if not only_abilities or "companion" in bound.rule.id]
    for rows in decks_around(game):
        for section in ("main",) if only_abilities else sections:
            for count in COUNTS[:1] if only_abilities else COUNTS:
                yield from ((bound, rows, section, count) for bound in asked)


def test_every_rule_is_asked() -> None:
    asked = {bound.rule.id for game in GAMES for bound in clauses(game)}
    assert asked >= {rule.id for game in GAMES.values() for rule in game.rules} - {"presented-companion"}


def test_cards_of_every_kind_of_doubt_are_there() -> None:
    doubts = {doubt for game in GAMES for card in unsure_cards(game) for doubt in card.values("unknown")}
    assert doubts == {"types", "identity", "activated", "details", "sets"}
