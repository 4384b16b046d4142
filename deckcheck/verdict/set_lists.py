"""A set's cards as a printed checklist has them: by collector number where it is known, else by colour and name."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, cast

from rapidfuzz.distance import OSA

from deckcheck.decklist import lazy
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import NO_MATCH, Card, CardIndex, Match
from deckcheck.decklist.names import LONGEST, fold, shortened
from deckcheck.law.games import Presentation
from deckcheck.translations import gettext
from deckcheck.verdict.layout import Listed, lay_out

Runs = Sequence[tuple[int, int]]
"""First and last numbers of what boosters draw from; empty where that is not known."""

_NUMBER: Final = lazy.regex(r"(\D*)0*(\d+)(.*)")
_RUN: Final = lazy.regex(r"(\d+)-(\d+)")


@dataclass(frozen=True, slots=True, eq=False)
class SetList:
    """One set to count a pool by; `look` is how its game looks.

    `cards` stand in the order of a checklist: those of the boosters where these are known, else all of the set.
    `numbers` are the cards by collector number, variants too; `number_of` is the number of a card by its name, that of
    the boosters before that of a variant. `held` are the names of all cards that its boosters can hold, those of
    sheets from other sets among them; `complete` says that there are no others.
    """

    code: str
    name: str
    look: Presentation
    cards: tuple[Card, ...]
    numbers: Mapping[str, Card]
    number_of: Mapping[str, str]
    held: frozenset[str] = frozenset()
    complete: bool = False

    def heading(self, card: Card) -> str:
        """The pile of a card by colour or element: White, Several colours, Lands."""
        return self.look.colour_pile(card).heading

    def numbered(self, number: str) -> Card | None:
        """The card with a collector number, with or without noughts before it.

        A number that is printed with letters only (163a, 163b) is found without them where all of these are one card.
        """
        plain = number.lstrip("0") or number
        for written in (number, plain, plain.zfill(3)):
            if written in self.numbers:
                return self.numbers[written]
        lettered = {card for known, card in self.numbers.items() if known[:-1] == plain and known[-1].isalpha()}
        return next(iter(lettered)) if len(lettered) == 1 else None


def make_set_list(
    code: str,
    name: str,
    look: Presentation,
    numbered: Iterable[tuple[str, Card]],
    others: Iterable[Card] = (),
    runs: Runs = (),
) -> SetList:
    """The list of a set of its numbered cards and of those whose number is not known."""
    in_order = sorted(numbered, key=lambda pair: _place(pair[0], runs))
    number_of: dict[str, str] = {}
    for number, card in in_order:
        number_of.setdefault(card.name, number)
    opened = {card: None for number, card in in_order if not runs or _opened(number, runs)}
    unknown = [Listed("pool", 1, card.name, card) for card in others if card.name not in number_of]
    behind = [row.card for row in lay_out(unknown, look, "colour").rows if row.card]
    return SetList(code, name, look, (*opened, *behind), dict(in_order), number_of)


def read_numbers(lines: Iterable[str]) -> tuple[list[tuple[str, str]], Runs]:
    """The rows of a file of collector numbers, number and name, and the numbers that boosters draw from."""
    rows: list[tuple[str, str]] = []
    runs: list[tuple[int, int]] = []
    for line in lines:
        if line.startswith("# booster "):
            runs += [(int(first), int(last)) for first, last in _RUN.findall(line)]
        elif line.strip() and not line.startswith("#"):
            number, tab, name = line.rstrip("\r\n").partition("\t")
            if not (tab and number.strip() and name.strip()):
                raise ValueError(f"This line of collector numbers is no number, tab and name: {line[:60]!r}.")
            rows.append((number.strip(), name.strip()))
    return rows, runs


def _place(number: str, runs: Runs) -> tuple[bool, str, int, str]:
    """Where a number stands: boosters first, then 2 before 12 before 12a, then those with letters in front."""
    found = _NUMBER.fullmatch(number)
    if not found:
        return True, number, 0, ""
    return bool(runs) and not _opened(number, runs), found[1], int(found[2]), found[3]


def _opened(number: str, runs: Runs) -> bool:
    found = _NUMBER.fullmatch(number)
    return bool(found and not found[1] and any(first <= int(found[2]) <= last for first, last in runs))


class NotOpened(NamedTuple):
    """Copies of a card that no opened product holds; not `known` where the boosters are not known card by card."""

    count: int  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    name: str
    known: bool
    sets: str

    @property
    def text(self) -> str:
        """A sentence about it."""
        if self.known:
            return gettext("{card} is in no booster of {sets}.").format(card=self.name, sets=self.sets)
        told = gettext("Whether a booster of {sets} holds {card} is not known here.")
        return told.format(card=self.name, sets=self.sets)


def not_opened(
    rows: Iterable[tuple[int, str]], sets: Sequence[SetList], free: Iterable[str] = ()
) -> tuple[NotOpened, ...]:
    """The cards that none of the sets' boosters holds, each once; nothing where no set is named."""
    counts: dict[str, int] = {}
    for count, name in rows:
        counts[name] = counts.get(name, 0) + count
    named, anyway = " or ".join(one.name for one in sets), frozenset(free)
    known = all(one.complete for one in sets)
    return tuple(
        NotOpened(count, name, known, named)
        for name, count in counts.items()
        if sets and name not in anyway and not any(name in one.held for one in sets)
    )


SUGGESTED: Final = 5
LIKELY: Final = 0.6
"""Below this likeness a card of the sets is no likelier than one that is more alike."""
_UNCOUNTED: Final = "kind:token"
_SHORTEST_PART: Final = 3
_SHORTEST_SLIPPED: Final = 5


def opened_names(index: CardIndex, sets: Iterable[SetList], free: Iterable[str] = ()) -> OpenedNames:
    """The names of a pool of these sets; `free` are the cards that anybody may add to it."""
    return _opened_opened_names(cast("Hashable", index), frozenset(sets), tuple(free))


@lru_cache(maxsize=32)
def _opened_opened_names(index: CardIndex, sets: Collection[SetList], free: Sequence[str]) -> OpenedNames:
    cards = dict.fromkeys(card for one in sets for card in (*one.cards, *one.numbers.values()))
    cards |= dict.fromkeys(card for name in free if (card := index.card(name)))
    return OpenedNames(index, sorted(cards, key=lambda card: card.name))


class OpenedNames:
    """All names of a game, those of the opened cards before others.

    Whatever is another card's name as it is written stays that card. Beyond that a name is read as lists are read, as
    though there were no other cards than these.
    """

    def __init__(self, index: CardIndex, opened: Sequence[Card]) -> None:
        self._index = index
        self._opened = MemoryCardIndex.of(index.game, opened)
        self._known = frozenset(opened)
        self._texts = [(fold(name), card) for card in opened for name in _names_of(card)]

    def find(self, name: str, *, cut: bool = True) -> Match:
        """What a written name means; with `cut` also one that was left off where no other opened card goes on so."""
        match = self._named(name)
        if not self._known or (match.cards and not match.contestable):
            return match
        found = self._meant(name, cut=cut)
        if not found.cards or found.cards == match.cards:
            return match
        return NO_MATCH if match.cards else found

    def _meant(self, name: str, *, cut: bool) -> Match:
        """The one opened card that a name can mean which is no card's as it is written."""
        found = self._opened.find(name)
        if len(found.cards) == 1:
            return NO_MATCH if self._begins_another(name) else Match(found.cards, found.kind or "typo", True)
        return self._begun(fold(name)) if cut and len(name) <= LONGEST else NO_MATCH

    def _begins_another(self, name: str) -> bool:
        """Whether what looks like a slip is how another card begins: "Deathmask" is half a name, and no "Deathmark"."""
        begun = fold(name) + " "
        return any(fold(near.card.name).startswith(begun) for near in self._index.near(name, SUGGESTED))

    def near(self, name: str, limit: int = SUGGESTED) -> tuple[str, ...]:
        """The names of the cards that may be meant, opened ones first, and of these such as hold what is written."""
        return tuple(dict.fromkeys(card.name for card in self._near(name, limit)))[:limit]

    def _named(self, name: str) -> Match:
        """What is so called in the whole game; a token is opened by nobody who counts a pool."""
        match = self._index.find(name)
        cards = match.cards if not self._known else tuple(c for c in match.cards if not c.has(_UNCOUNTED))
        return match if cards == match.cards else match._replace(cards=cards) if cards else NO_MATCH

    def _near(self, name: str, limit: int) -> Iterator[Card]:
        match = self._named(name)
        several = sorted(match.cards, key=lambda card: card not in self._known)
        if not match.contestable or not self._known.isdisjoint(several):
            yield from several
        if len(several) > 1:
            return
        if self._known and len(name) <= LONGEST:
            yield from self._holding(fold(name))
            yield from (near.card for near in self._opened.near(name, limit) if near.score >= LIKELY)
        yield from (near.card for near in self._index.near(name, limit))

    def _begun(self, folded: str) -> Match:
        """The one card that begins so: with the name before its comma, or with two words of it that tell something.

        Any other single word may be a heading ("White"), and so is asked about.
        """
        begin = [(text, card) for text, card in self._texts if text.startswith(folded)]
        cards = tuple(dict.fromkeys(card for _, card in begin))
        if len(cards) != 1 or not all(text[len(folded) :].startswith(" ") for text, _ in begin):
            return NO_MATCH
        names = (name.partition(",")[0] for name in _names_of(cards[0]) if "," in name)
        is_slip = any(card is not cards[0] and _slips(folded, text) < 2 for text, card in self._texts)
        is_cut = shortened(folded) or folded in map(fold, names)
        return Match(cards, "alias", True) if is_cut and not is_slip else NO_MATCH

    def _holding(self, folded: str) -> list[Card]:
        """The opened cards whose names hold the text from the beginning of a word on, whole words first."""
        if len(folded) < _SHORTEST_PART:
            return []
        found: dict[Card, tuple[int, bool, int]] = {}
        for text, card in self._texts:
            how = _how_held(folded, text)
            if how is not None:
                place = (how, not text.startswith(folded), len(text))
                found[card] = min(place, found.get(card, place))
        return sorted(found, key=found.__getitem__)


def _names_of(card: Card) -> tuple[str, ...]:
    faces = card.name.split(" // ")
    return (card.name, *(faces if len(faces) > 1 else ()), *card.also_known_as)


def _how_held(folded: str, text: str) -> int | None:
    """0: as whole words; 1: as the beginning of words; 2: as a word with a slip; None: not at all."""
    if f" {folded} " in f" {text} ":
        return 0
    if f" {folded}" in f" {text}":
        return 1
    slipped = len(folded) >= _SHORTEST_SLIPPED and any(_slips(folded, word) < 2 for word in text.split())
    return 2 if slipped else None


def _slips(one: str, other: str) -> int:
    return OSA.distance(one, other, processor=None, score_cutoff=1)
