"""What a source says of cards since it was last looked at, held against our law."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

from deckcheck.decklist.cards import Card, CardSet
from deckcheck.decklist.days import day_in_words
from deckcheck.law.announcement_files import Lists
from deckcheck.law.card_sources import Status
from deckcheck.law.formats import Format
from deckcheck.law.legality import Legality
from deckcheck.law.rulebooks import Rulebook
from deckcheck.law.sentences import counted
from deckcheck.law.set_entries import NO_ENTRIES, SetEntries

WHOLE: Final = 0.95
"""From this share of its new cards on a set counts as legal in a format, ..."""
NONE: Final = 0.05
"""... and up to this one as not legal. In between a person is asked."""
TOO_MANY: Final = 50
"""So many changes of single cards in one format at once are no announcement."""


class Kind(StrEnum):
    """What a difference is."""

    NEW_SET = "new-set"
    """A new set is legal, as our law says by its kind."""
    SET_IN = "set-in"
    SET_OUT = "set-out"
    ROTATED = "rotated"
    BANNED = "banned"
    RESTRICTED = "restricted"
    SUSPENDED = "suspended"
    FREED = "freed"
    KNOWN = "known"
    """What sources say in another way than our law, and always did."""
    QUESTION = "question"
    """A person has to look: nothing is known of the format until then."""
    UNEXPLAINED = "unexplained"


SETS: Final = frozenset({Kind.SET_IN, Kind.SET_OUT, Kind.ROTATED})
CARDS: Final = frozenset({Kind.BANNED, Kind.RESTRICTED, Kind.SUSPENDED, Kind.FREED})
SURE: Final = SETS | CARDS
"""The kinds that become law."""

_OF_A_STATUS: Final[Mapping[str, Kind]] = {
    Status.BANNED: Kind.BANNED,
    Status.RESTRICTED: Kind.RESTRICTED,
    Status.SUSPENDED: Kind.SUSPENDED,
}
_WORDS: Final = {
    "legal": Status.LEGAL,
    "banned": Status.BANNED,
    "restricted": Status.RESTRICTED,
    "suspended": Status.SUSPENDED,
    "conjure-only": Status.NOT_LEGAL,
    "specialise-only": Status.NOT_LEGAL,
    "banned-as-commander": Status.LEGAL,
    "banned-as-partner": Status.LEGAL,
    "banned-as-companion": Status.LEGAL,
}
WORDS: Final = {Kind.BANNED: "banned", Kind.RESTRICTED: "restricted", Kind.SUSPENDED: "suspended", Kind.FREED: "legal"}
"""The status that a card gets by each kind, as lists of bans write it."""


class Days(NamedTuple):
    """The days of a change that a person knows: in paper (of what is Arena's alone, there), and where they differ."""

    paper: date
    mtgo: date | None = None
    arena: date | None = None


class Answer(StrEnum):
    """What a person says to a question; none where nobody has said anything, or wants to say it later."""

    NONE = ""
    YES = "yes"
    """The set is legal in the format."""
    NO = "no"
    """It is not."""
    KEEP = "keep"
    """Our law is right as it is."""


class Difference(NamedTuple):
    """One thing that a source says otherwise in a format; of a card, or of a whole set by its code.

    It changed after `since`, the day of the last look (or the last that our law covers), by `by`, that of this one.
    `legal`, `new`: of a set that is asked about, how many of its new cards are legal, and how many there are. `days`
    and `answer` are a person's.
    """

    kind: Kind
    format: str
    since: date
    by: date
    card: str = ""
    set_code: str = ""
    why: str = ""
    legal: int = 0
    new: int = 0
    days: Days | None = None
    answer: Answer = Answer.NONE

    @property
    def asks(self) -> bool:
        """Whether a person has to look who has not."""
        return self.kind is Kind.QUESTION and not self.answer

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What can be said to it; nothing to what is no question."""
        if self.kind is not Kind.QUESTION:
            return ()
        return (Answer.YES, Answer.NO) if self.new else (Answer.KEEP,)

    @property
    def about(self) -> tuple[str, str, str]:
        """By what it is known again: format, card and set."""
        return self.format, self.card, self.set_code

    def facts(self) -> dict[str, Any]:
        """As it is kept."""
        days = self.days and {key: day.isoformat() for key, day in self.days._asdict().items() if day}
        told = {"kind": self.kind.value, "since": self.since.isoformat(), "by": self.by.isoformat(), "days": days}
        return self._asdict() | told | {"answer": self.answer.value}

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Difference:
        """A difference as it was kept, with its days as text."""
        bounds = {key: date.fromisoformat(told[key]) for key in ("since", "by")}
        own = told.get("days")
        days = Days(**{key: date.fromisoformat(day) for key, day in own.items()}) if own else None
        kinds = {"kind": Kind(told["kind"]), "answer": Answer(told.get("answer", ""))}
        return cls(**{**told, **bounds, **kinds, "days": days})


@dataclass(frozen=True, slots=True)
class Look:
    """What a source says on the day of its file: by format id and card name, words of `Status` where they are known."""

    day: date
    statuses: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class FormatNow:
    """Our law of a format on the day of a look, as if it were known up to then; `known`: the day it really is."""

    format: Format
    book: Rulebook
    pool: Mapping[str, Any]
    known: date

    @property
    def banlist(self) -> str:
        """The format's own list of bans."""
        return str(self.format.setting_on("banlist"))

    def status(self, card: Card) -> Status | None:
        """What our law says of the card; none where it is a question."""
        law: Legality = self.book.legality
        admission, status = law.admits(card), law.status(card)
        if not admission.admitted:
            return Status.NOT_LEGAL
        return None if admission.doubt or status.between is not None else _WORDS.get(status.word, Status.LEGAL)


@dataclass(frozen=True, slots=True)
class Ground:
    """What a look is held against: our law of each format, the cards and sets as the source has them.

    `new_cards`: the cards first printed in each set. `unfinished`: sets of which not all cards are known. `twins`:
    names that Arena has in two versions. `entries`: what our law says of single sets.
    """

    formats: Sequence[FormatNow]
    lists: Lists
    sets: Mapping[str, CardSet]
    cards: Callable[[str], Card | None]
    new_cards: Mapping[str, Sequence[str]]
    unfinished: frozenset[str] = frozenset()
    twins: frozenset[str] = frozenset()
    entries: SetEntries = NO_ENTRIES


def find_differences(now: Look, before: Look | None, ground: Ground) -> list[Difference]:
    """All differences between what a source says now and our law that its last look does not explain.

    A difference that the last look had as well is none: it was told of then. `before` is none at the first look.
    """
    found: list[Difference] = []
    for one in sorted(ground.formats, key=lambda f: bool(f.format.setting_on("banlist_under"))):
        stated = now.statuses.get(one.format.id)
        if stated:
            prior = before.statuses.get(one.format.id) if before is not None else None
            since = before.day if before is not None and prior is not None else one.known
            found += _Comparison(one, ground, stated, prior, min(since, now.day), now.day).differences()
    return _not_twice(found, ground)


def _not_twice(found: list[Difference], ground: Ground) -> list[Difference]:
    """Without bans that a format has from the list under its own."""
    under = {one.format.id: str(one.format.setting_on("banlist_under")) for one in ground.formats}
    lists = {one.format.id: one.banlist for one in ground.formats}
    told = {(lists[d.format], d.card) for d in found if d.kind is Kind.BANNED}
    return [d for d in found if d.kind is not Kind.BANNED or (under[d.format], d.card) not in told]


@dataclass(slots=True)
class _Comparison:
    """One format's statuses against our law of it."""

    law: FormatNow
    ground: Ground
    now: Mapping[str, str]
    prior: Mapping[str, str] | None
    since: date
    day: date
    covered: set[str] = field(default_factory=set)

    def differences(self) -> list[Difference]:
        of_sets = [*self._of_sets(), *self._of_rotations()]
        of_cards = list(self._of_cards())
        several = [d for d in of_cards if d.kind in CARDS or (d.kind is Kind.UNEXPLAINED and self.prior is not None)]
        if len(several) > TOO_MANY:
            why = f"{counted(len(several), 'card')} changed at once that no new set or rotation explains"
            return [*of_sets, self._told(Kind.QUESTION, why=why)]
        return [*of_sets, *of_cards]

    def _told(self, kind: Kind, **more: Any) -> Difference:
        return Difference(kind, self.law.format.id, self.since, self.day, **more)

    def _of_sets(self) -> Iterator[Difference]:
        """What the source says of each new set as a whole, by its new cards."""
        for code, names in self.ground.new_cards.items():
            known = self.ground.sets.get(code)
            tested = self._tested(code, names)
            if known is None or code in self.ground.unfinished or not tested or not self._is_new(known, names):
                continue
            share = _share(self.now[card.name] for card in tested)
            ours = _share(status for card in tested if (status := self.law.status(card)) is not None)
            if NONE < share < WHOLE:
                if _first_day(known) <= self.day:
                    self.covered.update(names)
                    if not self._is_said(code):
                        legal, new = round(share * len(tested)), len(tested)
                        why = f"{legal} of its {counted(new, 'new card')} are legal"
                        yield self._told(Kind.QUESTION, set_code=code, why=why, legal=legal, new=new)
                continue
            self.covered.update(names)
            if share >= WHOLE:
                yield self._told(Kind.NEW_SET if ours >= WHOLE else Kind.SET_IN, set_code=code)
            elif ours > NONE and known.release < self.day.isoformat():
                yield self._told(Kind.SET_OUT, set_code=code)

    def _is_said(self, code: str) -> bool:
        """Whether our law says of this very set whether the format has it, which a person has decided."""
        own, fmt = self.ground.entries.sets.get(code, {}), self.law.format.id
        return fmt in own.get("in", ()) or fmt in own.get("not_in", ())

    def _tested(self, code: str, names: Iterable[str]) -> list[Card]:
        """The new cards that tell whether the set is in: in a format that takes by rarity, those of the rarity."""
        rarity = str(self.law.pool.get("rarity", ""))
        cards = (self.ground.cards(name) for name in names if name in self.now)
        found = [card for card in cards if card is not None]
        if not rarity:
            return found
        return [card for card in found if any(p.set_code == code and rarity in p.rarity for p in card.printings)]

    def _is_new(self, known: CardSet, names: Iterable[str]) -> bool:
        """Whether the set came out since the last look, or was not known at all."""
        unknown = self.prior is not None and not any(name in self.prior for name in names)
        return unknown or _first_day(known) > self.since

    def _of_rotations(self) -> Iterator[Difference]:
        """Sets whose cards were legal at the last look and are not any more, while our law has them."""
        if self.prior is None:
            return
        gone = {code for code, names in self.ground.new_cards.items() if self._has_left(code, names)}
        open_now = {w.code for w in self.law.book.sets if w.holds(self.day.isoformat())}
        for code in sorted(gone):
            if self.law.pool.get("kind") == "windows" and code in open_now:
                yield self._told(Kind.ROTATED, set_code=code)
            else:
                yield self._told(Kind.QUESTION, set_code=code, why="its cards are not legal any more")
        self.covered.update(name for code in gone for name in self.ground.new_cards[code])
        self.covered.update(name for name in self.now if gone and self._only_in(name, gone, open_now))

    def _has_left(self, code: str, names: Iterable[str]) -> bool:
        tested = [card for card in self._tested(code, names) if self.prior and card.name in self.prior]
        if not tested or not self.prior or _share(self.prior[card.name] for card in tested) < WHOLE:
            return False
        ours = _share(status for card in tested if (status := self.law.status(card)) is not None)
        return _share(self.now[card.name] for card in tested) <= NONE and ours >= WHOLE

    def _only_in(self, name: str, gone: set[str], open_now: set[str]) -> bool:
        card = self.ground.cards(name)
        return card is not None and {p.set_code for p in card.printings} & open_now <= gone

    def _of_cards(self) -> Iterator[Difference]:
        for name, theirs in self.now.items():
            card = self.ground.cards(name)
            ours = self.law.status(card) if card is not None else None
            if card is None or (self.prior is not None and self.prior.get(name) == theirs):
                continue
            if self._is_known(card, theirs):
                yield self._told(Kind.KNOWN, card=name)
            elif ours is not None and ours != theirs and not self._is_dated(name, theirs):
                yield from self._of_card(name, theirs, ours)

    def _is_known(self, card: Card, theirs: str) -> bool:
        """At the first look: bans as commander or companion, which sources do not tell, and Arena's two versions."""
        if self.prior is not None:
            return False
        if self.law.book.legality.status(card).word.startswith("banned-as"):
            return True
        return card.name in self.ground.twins and self.law.status(card) != theirs

    def _is_dated(self, name: str, theirs: str) -> bool:
        """Whether our law has the same change with a day of its own, which stays as it is."""
        mine = self.ground.lists.histories.get(self.law.banlist, ())
        wanted = WORDS[_OF_A_STATUS.get(theirs, Kind.FREED)]
        return any(a.effective > self.since and a.statuses.get(name) == wanted for a in mine if not a.option)

    def _of_card(self, name: str, theirs: str, ours: Status) -> Iterator[Difference]:
        kind = _OF_A_STATUS.get(theirs, Kind.FREED if ours in _OF_A_STATUS and theirs == Status.LEGAL else None)
        if kind is Kind.FREED and self.prior is None:  # It may be that the source never told of the ban.
            kind = None
        if kind is not None and not (self.law.banlist and self._has_word(kind)):
            yield self._told(Kind.QUESTION, card=name, why=f"{WORDS[kind]}, which the format does not have")
        elif kind is not None:
            yield self._told(kind, card=name)
        elif name not in self.covered or ours in _OF_A_STATUS:
            yield self._told(Kind.UNEXPLAINED, card=name, why=f"{_said(theirs)} there, {_said(ours)} here")

    def _has_word(self, kind: Kind) -> bool:
        """Whether a rule of the format knows the status at all."""
        words = {word for bound in self.law.book.clauses for word in getattr(bound.params, "words", ())}
        return kind is Kind.FREED or WORDS[kind] in words


def _said(status: str) -> str:
    return status.replace("_", " ")


def _share(statuses: Iterable[str]) -> float:
    """How many of them are not plainly out of the format."""
    found = [status != Status.NOT_LEGAL for status in statuses]
    return sum(found) / len(found) if found else 0.0


def _first_day(known: CardSet) -> date:
    return date.fromisoformat(known.paper_from or known.release)


def difference_in_words(one: Difference) -> str:
    """The difference as a person reads it: Modern: Opt banned between 11 January and 20 January 2027."""
    when = when_in_words(one)
    told = f"{one.format}: {one.card or f'the set {one.set_code}' if one.card or one.set_code else 'all cards'}"
    match one.kind:
        case Kind.NEW_SET:
            return f"{told} is legal{f' {when}' if one.days else ''}."
        case Kind.SET_IN | Kind.SET_OUT:
            return f"{told} is {'' if one.kind is Kind.SET_IN else 'not '}legal, other than sets of its kind."
        case Kind.ROTATED:
            return f"{told} left {when}."
        case Kind.QUESTION:
            return f"{told}: {one.why}. {_ANSWERED[one.answer]}"
        case Kind.UNEXPLAINED:
            return f"{told}: {one.why}. Nothing changes."
        case _:
            return f"{told} {WORDS.get(one.kind, one.kind.value)} {when}."


_ANSWERED: Final = {
    Answer.NONE: "This needs your answer.",
    Answer.YES: "You said that it is legal.",
    Answer.NO: "You said that it is not legal.",
    Answer.KEEP: "You said that our rules are right.",
}


def when_in_words(one: Difference) -> str:
    """The day of a change, or the days between which it lies, and those of other platforms where they are known."""
    if one.days is None:
        first, last = day_in_words(begins(one)), day_in_words(one.by)
        return f"between {first} and {last}" if first != last else f"on {last}"
    others = (("Magic Online", one.days.mtgo), ("Arena", one.days.arena))
    told = (f", on {place} on {day_in_words(day)}" for place, day in others if day)
    return f"on {day_in_words(one.days.paper)}{''.join(told)}"


def begins(difference: Difference) -> date:
    """The first day on which the change may have held."""
    return min(difference.since + timedelta(days=1), difference.by)
