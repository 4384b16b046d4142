"""What was found in a check, in the words that the guides go by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from deckcheck.core.rulebooks import Rulebook
from deckcheck.core.table import SIDE, Difference, Moved, Off

FACTS: Final[Mapping[str, str]] = {
    "late": "The list or the player was late.",
    "list-illegal": "The list is illegal.",
    "list-unclear": "The list has a name that could not be read as one card.",
    "replaced": "Another card lies where the list has one.",
    "lost": "Main-deck cards are gone for good.",
    "companion": "The companion's condition is not met.",
    "configuration-illegal": "The configuration on the table breaks a rule.",
    "extra-main": "Cards too many in the main deck.",
    "missing-main": "Cards missing from the main deck.",
    "extra-material": "Cards too many in the material deck.",
    "missing-material": "Cards missing from the material deck.",
    "extra-side": "Cards too many in the sideboard.",
    "missing-side": "Cards missing from the sideboard.",
    "wrong-section": "Cards in the wrong section.",
    "foreign": "Cards that the list has not.",
    "side-card-in-main": "A sideboard card lies in the main deck.",
    "over-registered": "More copies of a main-deck card than registered.",
    "only-side-missing": "Only sideboard cards are missing.",
    "main-under": "Fewer cards in the main deck than the format's least.",
    "side-over": "More cards in the sideboard than the format's most.",
    "total-legal": "The main deck has cards enough for the format.",
    "marked": "Cards or sleeves can be told apart.",
    "shuffling": "The deck was not shuffled well.",
}
"""Every fact that a guide may name, with its sentence."""

_ENDS: Final = {"main": "main", "material": "material", SIDE: "side"}
_MARKS: Final = {"shuffling": "shuffling", "sleeves": "marked", "cards": "marked"}


@dataclass(frozen=True, slots=True)
class Sizes:
    """The least cards of a main deck and the most of a sideboard; None where the format has no such bound."""

    least_main: int | None = None
    most_side: int | None = None


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known besides the cards: `list_verdict` of the registered list, marks that a judge made, rules broken.

    `lost`: the player cannot find or replace the missing main-deck cards. `broken` are rule ids of the configuration
    as presented. `marks` are of `shuffling`, `sleeves` and `cards`.
    """

    sizes: Sizes = Sizes()
    list_verdict: str = ""
    late: bool = False
    lost: bool = False
    marks: frozenset[str] = frozenset()
    broken: frozenset[str] = frozenset()


def sizes_of(book: Rulebook) -> Sizes:
    """The bounds that the format's own clauses set."""
    found = {bound.clause.name: bound.params for bound in book.clauses if bound.rule.id == "section-size"}
    main = found.get("main-min") or found.get("main-exact")
    side = found.get("sideboard-max") or found.get("sideboard-forbidden")
    return Sizes(main.bounds()[0] if main else None, side.bounds()[1] if side else None)


def facts_of(difference: Difference, known: Circumstances | None = None) -> frozenset[str]:
    """The facts of a check, each one of FACTS."""
    known = known or Circumstances()
    return frozenset((*_cards(difference), *_totals(difference, known.sizes), *_besides(known)))


def _cards(found: Difference) -> Iterator[str]:
    for off, word in ((found.missing, "missing"), (found.extra, "extra")):
        yield from (f"{word}-{_ENDS[o.section]}" for o in off if o.section in _ENDS)
    if any(not found.boarded or SIDE not in {m.found, m.listed} for m in found.wrong_section):
        yield "wrong-section"
    if found.missing and all(o.section == SIDE for o in found.missing):
        yield "only-side-missing"
    registered = {row.name for row in found.rows if row.listed}
    foreign = {o.name for o in found.extra if o.name not in registered}
    if foreign:
        yield "foreign"
    if foreign and _are_replaced(found, foreign):
        yield "replaced"
    if not found.boarded:
        yield from _boarded_by_mistake(found)


def _are_replaced(found: Difference, foreign: set[str]) -> bool:
    """Whether foreign cards stand for as many of the list's in the same section."""
    extra = _by_section(o for o in found.extra if o.name in foreign)
    return any(_by_section(found.missing).get(section, 0) == n for section, n in extra.items())


def _by_section(off: Iterator[Off] | tuple[Off, ...]) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for count, _, section in off:
        counts[section] = counts.get(section, 0) + count
    return counts


def _boarded_by_mistake(found: Difference) -> Iterator[str]:
    """A game as registered: which cards of the sideboard lie in the deck, and which are more there than registered."""
    side = {row.name for row in found.rows if row.section == SIDE and row.listed}
    main = {row.name for row in found.rows if row.section != SIDE and row.listed}
    there: list[Off | Moved] = [o for o in found.extra if o.section != SIDE]
    there += [m for m in found.wrong_section if m.found != SIDE]
    if any(each.name in side for each in there):
        yield "side-card-in-main"
    if any(each.name in main for each in there):
        yield "over-registered"


def _totals(found: Difference, sizes: Sizes) -> Iterator[str]:
    """What the totals come to; a section that is not counted whole has none yet."""
    for section in found.sections:
        if section.id == "main" and section.done and sizes.least_main is not None:
            yield "main-under" if section.seen < sizes.least_main else "total-legal"
        if section.id == SIDE and sizes.most_side is not None and section.seen > sizes.most_side:
            yield "side-over"


def _besides(known: Circumstances) -> Iterator[str]:
    yield from (_MARKS[mark] for mark in known.marks if mark in _MARKS)
    if known.list_verdict in {"illegal", "unclear"}:
        yield f"list-{known.list_verdict}"
    if known.late:
        yield "late"
    if known.lost:
        yield "lost"
    if known.broken:
        # That the table differs from the list is told by the cards; what is left is a rule of deck building.
        yield from {"companion" for rule in known.broken if rule.endswith("companion")}
        if known.broken - {"presented-mismatch", "game-one-configuration", "presented-companion"}:
            yield "configuration-illegal"
