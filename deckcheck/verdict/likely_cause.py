"""The likeliest story behind a difference, and lookalikes: a help for the judge's eye and no finding.

The stories are tried from the one that explains most to that which explains least; the first that fits is told.
Lookalikes are cards of the format that a judge may take for another. Being near in letters is not enough to be marked,
or half of all rows would be: the two also agree in two of value, types and colours (elements), as Spell Pierce and
Spell Snare do. Cards that the format bars lie on no table and are not named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import JaroWinkler

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.names import fold
from deckcheck.law.games import Game, Presentation
from deckcheck.law.legality import Legality
from deckcheck.law.sentences import section_words
from deckcheck.verdict.counted_table import SIDE, Difference, RowState

_MANY: Final = 8
"""From so many foreign cards on, and if they are most of what was seen, the deck is another one."""
_MOST: Final = 0.8
"""This share of the foreign cards on another list says whose deck it is."""
_READ_ALIKE: Final = 0.84


class OtherList(NamedTuple):
    """The list of someone this player met or meets: `who` as the sentence names them, and the names on it."""

    who: str
    names: frozenset[str]


class Boarding(NamedTuple):
    """What was last seen boarded in: `when` as the sentence says it (`game 2 of round 3`), and the names."""

    when: str
    names: frozenset[str]


class Story(NamedTuple):
    """A story's kind (`another-deck`, `swap`, `not-swapped-back`, ...) and its sentences; empty if none is told."""

    kind: str = ""
    text: str = ""


NO_STORY: Final = Story()


@dataclass(frozen=True, slots=True)
class _Scene:
    """What the stories look at: the difference, and of its rows the foreign ones, those over and those short."""

    difference: Difference
    game: Game
    opponents: tuple[OtherList, ...]
    boarding: Boarding | None
    foreign: tuple[RowState, ...]
    over: tuple[RowState, ...]
    short: tuple[RowState, ...]

    def words(self, section: str) -> str:
        """A section within a sentence."""
        return section_words(self.game, section)


def tell_story(
    difference: Difference, game: Game, *, opponents: Iterable[OtherList] = (), boarding: Boarding | None = None
) -> Story:
    """The likeliest story of a difference; none while nothing is extra, missing or misplaced."""
    if not (difference.missing or difference.extra or difference.wrong_section):
        return NO_STORY
    registered = {row.name for row in difference.rows if row.listed}
    scene = _Scene(
        difference,
        game,
        tuple(opponents),
        boarding,
        foreign=tuple(row for row in difference.rows if row.seen and row.name not in registered),
        over=tuple(row for row in difference.rows if row.over),
        short=tuple(row for row in difference.rows if row.short),
    )
    return next((story for tell in _STORIES if (story := tell(scene))), NO_STORY)


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _named(rows: Sequence[RowState]) -> str:
    """2 Abrade; 3 cards, where they are several."""
    n = sum(row.seen for row in rows)
    return f"{n} {rows[0].name}" if len(rows) == 1 else _cards(n)


def _another_deck(scene: _Scene) -> Story | None:
    foreign = sum(row.seen for row in scene.foreign)
    seen = sum(row.seen for row in scene.difference.rows)
    if foreign < _MANY or foreign * 2 <= seen:
        return None
    for other in scene.opponents:
        theirs = sum(row.seen for row in scene.foreign if row.name in other.names)
        if theirs >= _MOST * foreign:
            told = f"{theirs} of {seen} cards counted are on the list of {other.who}, not on this one"
            return Story("another-deck", f"{told}: perhaps it is the other deck.")
    told = f"{foreign} of {seen} cards counted are not on this list"
    return Story("another-deck", f"{told}: perhaps it is another deck, or not the list that was meant.")


def _swap(scene: _Scene) -> Story | None:
    found = scene.difference
    if not found.boarded or found.differs:
        return None
    came = sum(move.count for move in found.wrong_section if move.found != SIDE)
    went = sum(move.count for move in found.wrong_section if move.found == SIDE)
    return Story("swap", f"{_cards(came)} in from the sideboard, {went} out to it. Boarding is allowed from game 2.")


def _not_swapped_back(scene: _Scene) -> Story | None:
    """Copies too many on one side of the sideboard whose fellows were not seen on the other."""
    if scene.difference.boarded:
        return None
    came = _across(scene, lambda found, home: found != SIDE and home == SIDE)
    went = _across(scene, lambda found, home: found == SIDE and home != SIDE)
    if not came and not went:
        return None
    tail = "perhaps not swapped back"
    if scene.boarding and came and {row.name for row, _, _ in came} <= scene.boarding.names:
        tail = f"boarded in for {scene.boarding.when} and perhaps not swapped back"
    if len(came) + len(went) == 1:
        (row, home, n) = (*came, *went)[0]
        first = f"{n} {row.name} too many in the {scene.words(row.section)}."
        return Story(
            "not-swapped-back", f"{first} The list has {home.listed} in the {scene.words(home.section)}: {tail}."
        )
    return Story("not-swapped-back", f"{_crossed(scene, came, went)}: {tail}.")


_Crossing = tuple[RowState, RowState, int]


def _across(scene: _Scene, crosses: Callable[[str, str], bool]) -> list[_Crossing]:
    """Rows with copies too many, each with the row of the same name that is short of them, and how many these are."""
    return [
        (row, home, min(row.over, home.short))
        for row in scene.over
        for home in scene.short
        if home.name == row.name and crosses(row.section, home.section)
    ]


def _crossed(scene: _Scene, came: list[_Crossing], went: list[_Crossing]) -> str:
    """3 cards of the sideboard are in the main deck and 2 of the main deck are in the sideboard."""
    parts: list[str] = []
    for crossings in filter(None, (came, went)):
        n = sum(count for _, _, count in crossings)
        home = " and ".join(dict.fromkeys(scene.words(row.section) for _, row, _ in crossings))
        there = " and ".join(dict.fromkeys(scene.words(row.section) for row, _, _ in crossings))
        parts.append(f"{n if parts else _cards(n)} of the {home} {_are(n)} in the {there}")
    return " and ".join(parts)


def _wrong_deck(scene: _Scene) -> Story | None:
    """Main and material deck mixed, or a commander in the deck: a card of one in the other."""
    found = _across(scene, lambda here, home: SIDE not in {here, home} and here != home)
    if not found:
        return None
    row, home, n = found[0]
    others = sum(count for _, _, count in found) - n
    more = f", and {others} more like it" if others else ""
    lies = "lies" if n == 1 else "lie"
    told = f"{n} {row.name} of the {scene.words(home.section)} {lies} in the {scene.words(row.section)}{more}"
    return Story("wrong-deck", f"{told}: perhaps mixed when the cards were put away.")


def _card_of_another(scene: _Scene) -> Story | None:
    for other in scene.opponents:
        theirs = [row for row in scene.foreign if row.name in other.names]
        if theirs:
            n = sum(row.seen for row in theirs)
            told = f"{_named(theirs)} {_are(n)} not on this list but on that of {other.who}"
            return Story("card-of-another", f"{told}: perhaps left from their match.")
    return None


def _taken_for(scene: _Scene) -> Story | None:
    """A card seen for one not seen, whose names read alike."""
    pairs = [
        (names_alike(row.name, other.name), row, other)
        for row in scene.over
        for other in scene.short
        if row.section == other.section and row.name != other.name and row.over <= other.short
    ]
    alike, row, other = max(pairs, key=lambda pair: pair[0], default=(0.0, None, None))
    if row is None or other is None or alike < _READ_ALIKE:
        return None
    told = f"{row.over} {row.name} too many, and {other.name} is short of as many or more"
    return Story("taken-for", f"{told}: the names read alike. Look at the card again.")


def _one_for_one(scene: _Scene) -> Story | None:
    """As many too many as are missing, in one section that is counted whole."""
    missing, extra = scene.difference.missing, scene.difference.extra
    if len(missing) != 1 or len(extra) != 1 or missing[0].count != extra[0].count:
        return None
    (n, gone, section), (_, there, other) = missing[0], extra[0]
    if section != other:
        return None
    if any(row.name == there for row in scene.foreign):
        told = f"{n} {there} where the list has {n} {gone}"
        return Story("replaced", f"{told}: perhaps changed after the list was submitted.")
    told = f"{n} {there} too many and {n} {gone} missing, the total is right"
    return Story("slip-of-list", f"{told}: perhaps a slip in writing the list.")


def _off_by_one(scene: _Scene) -> Story | None:
    found = scene.difference
    off = [*found.missing, *found.extra]
    if len(off) != 1 or off[0].count != 1 or found.wrong_section or scene.foreign:
        return None
    name = off[0].name
    if found.extra:
        return Story("off-by-one", f"1 {name} too many and nothing else is off: perhaps counted twice. Count it again.")
    told = f"1 {name} missing and nothing else is off"
    return Story("off-by-one", f"{told}: perhaps two cards stuck together. Count it again, then look in the box.")


def _missing(scene: _Scene) -> Story | None:
    if not scene.difference.missing or scene.difference.extra:
        return None
    n = sum(off.count for off in scene.difference.missing)
    places = "in the box, in the opponent's deck and with the last opponent"
    return Story("missing", f"{_cards(n)} missing and none too many. Look {places}.")


def _foreign(scene: _Scene) -> Story | None:
    if not scene.foreign:
        return None
    n = sum(row.seen for row in scene.foreign)
    what = f"{n} {scene.foreign[0].name}" if len(scene.foreign) == 1 else _cards(n)
    verb, whose = ("is", "it is") if n == 1 else ("are", "they are")
    return Story("foreign", f"{what} {verb} not on this list and on none that it was compared with. Ask whose {whose}.")


_STORIES: Final[tuple[Callable[[_Scene], Story | None], ...]] = (
    *(_another_deck, _swap, _not_swapped_back, _wrong_deck, _card_of_another, _taken_for),
    *(_one_for_one, _off_by_one, _missing, _foreign),
)


MOST: Final = 2
"""So many are named at most: a row has one line for them."""
_LOOKED_AT: Final = 12
_ALIKE: Final = 0.96
_EACH: Final = 0.04
"""What each agreement adds to the likeness of the names (0 to 1)."""
_LEAST_AGREEMENTS: Final = 2
_BARRED: Final = frozenset(("banned", "suspended"))


def looks_like(card: Card, index: CardIndex, look: Presentation, law: Legality | None = None) -> tuple[Card, ...]:
    """The cards most easily taken for this one, most alike first; with a law only those that it lets in."""
    found: list[tuple[float, str, Card]] = []
    for near in index.near(card.name, _LOOKED_AT):
        other = near.card
        score = 0.0 if other is card or not _is_in(other, law) else likeness(card, other, look)
        if score >= _ALIKE:
            found.append((-score, other.name, other))
    return tuple(other for _, _, other in sorted(found, key=lambda row: row[:2])[:MOST])


def likeness(one: Card, other: Card, look: Presentation) -> float:
    """How easily one card is taken for the other: 0.96 and more is worth a mark, 0 is not alike at all."""
    if one.has("super:Basic") or other.has("super:Basic"):
        # Island and Snow-Covered Island read as one in a fan of cards; two kinds of basic land never do.
        same = one.has("super:Basic") == other.has("super:Basic") and one.values("subtype") == other.values("subtype")
        return 1.0 if same and one.values("subtype") else 0.0
    if one.name in other.values("rebalanced-of") or other.name in one.values("rebalanced-of"):
        return 0.0
    agreements = sum(
        (
            look.value_of(one) == look.value_of(other),
            one.values("type") == other.values("type"),
            one.values(look.alike_by) == other.values(look.alike_by),
        )
    )
    return names_alike(one.front, other.front) + _EACH * agreements if agreements >= _LEAST_AGREEMENTS else 0.0


def names_alike(one: str, other: str) -> float:
    """How alike two names read, 0 to 1."""
    a, b = fold(one), fold(other)
    return max(fuzz.ratio(a, b) / 100, JaroWinkler.normalized_similarity(a, b))


def _is_in(card: Card, law: Legality | None) -> bool:
    return law is None or (law.admits_anywhere(card) and law.status(card).word not in _BARRED)
