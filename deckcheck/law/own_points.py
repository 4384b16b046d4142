"""Points that an account's format gives to cards, and the most that a deck may have of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.clean_text import shorten
from deckcheck.law.event_law import CITE
from deckcheck.law.event_rules import MOST, Fault
from deckcheck.law.event_rules_read import name_card
from deckcheck.law.formats import Clause
from deckcheck.law.legality import Legality, Status, is_points
from deckcheck.law.own_format_files import MOST_CARDS, OwnFormat
from deckcheck.law.rulebooks import Rulebook, bind_clauses

_RULE: Final = "points"
_DEAREST: Final = 99
_WHERE: Final = ("copies", "singleton", "restricted")
"""The clauses whose sections are those of a deck, the first that is there."""


def has_points(book: Rulebook) -> bool:
    """Whether the law counts points already."""
    return any(b.clause.name == _RULE for b in book.clauses)


def settle_points(
    given: Mapping[str, Any], book: Rulebook, index: CardIndex, faults: list[Fault]
) -> tuple[dict[str, int], int | None]:
    """The points of cards by catalogue name, and the most of a deck; what is wrong joins the `faults`."""
    most, points = given.get("points_at_most"), _settled(given.get("points", {}), index, faults)
    if most is not None and not _is_number(most, MOST):
        faults.append(Fault("points_at_most", f"Write the most points of a deck as a whole number from 1 to {MOST}."))
    if most is None and given.get("points") and not has_points(book):
        faults.append(Fault("points_at_most", "Say how many points a deck may have at most."))
    if most is not None and not given.get("points") and not has_points(book):
        faults.append(Fault("points", "Say which cards have points."))
    sizes, drop = given.get("sizes"), given.get("drop")
    if isinstance(sizes, Mapping) and _RULE in sizes and has_points(book):
        faults.append(Fault("sizes", "The most points of a deck are points_at_most. Remove them from the sizes."))
    if (points or most) and isinstance(drop, list | tuple) and _RULE in drop:
        faults.append(Fault("drop", "The format has points, so their rule can’t be left out. Do one of the two."))
    return points, most if _is_number(most, MOST) else None


def refuse_points_beside(own: OwnFormat, book: Rulebook, faults: list[Fault]) -> None:
    """A card that is banned or restricted has no points."""
    house = own.house
    for name in own.points:
        status = book.legality.statuses.get(name)
        if name in (*house.bans, *house.restrictions):
            faults.append(Fault("points", f"{name} is banned or restricted above. Remove it there, or its points."))
        elif not _may_have(status, own, book) and name not in house.unbans:
            word = status.word.replace("-", " ") if status else ""
            told = f"{name} is {word} in {book.title}. List it in unbanned too, or remove its points."
            faults.append(Fault("points", told))


def apply_points(book: Rulebook, own: OwnFormat) -> Rulebook:
    """The law with the format's points; a card that the law bars has none."""
    if not own.points:
        return book
    law, statuses = book.legality, dict(book.legality.statuses)
    for name, points in own.points.items():
        word = f"{points} {'point' if points == 1 else 'points'}"
        for counting in filter(None, (name, book.twins.get(name, ""))):
            if _may_have(statuses.get(counting), own, book):
                statuses[counting] = Status(word, None, f"the {own.title}")
    zones = {section: zone.admits for section, zone in law.zones.items()}
    held = Legality(law.day, law.admits, statuses, law.options, law.known_to, law.lapsed, zones)
    return replace(book, legality=held, clauses=(*book.clauses, *_clauses(book, own)))


def _clauses(book: Rulebook, own: OwnFormat) -> tuple[Any, ...]:
    """The clause that counts points, where the law has none."""
    if own.points_at_most is None or has_points(book):
        return ()
    clauses = {b.clause.name: b.clause for b in book.clauses}
    sections = next((clauses[name].params["sections"] for name in _WHERE if name in clauses), ["main"])
    params = {"sections": list(sections), "at_most": own.points_at_most}
    return bind_clauses({_RULE: Clause(_RULE, _RULE, params, (CITE,), own.title)}, book.game)


def _may_have(status: Status | None, own: OwnFormat, book: Rulebook) -> bool:
    """Whether points can take the place of the status: with one copy of each card a restriction says nothing."""
    single = own.singleton or any(b.clause.name == "singleton" for b in book.clauses)
    return status is None or is_points(status.word) or (single and status.word == "restricted")


def _settled(given: Any, index: CardIndex, faults: list[Fault]) -> dict[str, int]:
    if not isinstance(given, Mapping):
        faults.append(Fault("points", 'Write the points of each card in a line below [points]: "Brainstorm" = 2.'))
        return {}
    if len(given) > MOST_CARDS:
        faults.append(Fault("points", f"points has {len(given):,} entries; the limit is {MOST_CARDS:,}."))
        return {}
    found: dict[str, int] = {}
    for name, number in given.items():
        card, why = name_card(str(name), index)
        if card is None:
            faults.append(Fault("points", f"{why[:1].upper()}{why[1:]}"))
        elif not _is_number(number, _DEAREST):
            told = f"{shorten(str(name))} needs a whole number of points from 1 to {_DEAREST}, not {str(number)[:40]}."
            faults.append(Fault("points", told))
        elif card.name in found:
            faults.append(Fault("points", f"{shorten(str(name))} has points already. Remove one of its lines."))
        else:
            found[card.name] = number
    return found


def _is_number(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most
