"""Cards of one name that are told apart by set and number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import Card, Namesakes, Printing

_PARTS: Final = lazy.regex(r"\d+|\D+")


def namesakes_of(cards: Sequence[Card]) -> Namesakes:
    """The cards that share their names, of all cards of a game."""
    positions = {card: position for position, card in enumerate(cards)}
    printed = {at: card.printed_as for card, at in positions.items() if card.printed_as}
    counted = {at: card.counts_as for card, at in positions.items() if card.counts_as}
    of: dict[str, list[int]] = {}
    for at, card in enumerate(cards):
        if not card.may_be:
            for name in names_of(card):
                of.setdefault(name, []).append(at)
    shared = {name: places for name, places in of.items() if len(places) > 1}
    named = {at: [positions[one] for one in card.may_be] for card, at in positions.items() if card.may_be}
    return Namesakes(printed, counted, shared, named)


def names_of(card: Card) -> Sequence[str]:
    """The names under which a card is looked for by its printing."""
    return tuple(dict.fromkeys((card.printed_as or card.name, card.counts_as or card.name, *card.also_known_as)))


def one_printed(cards: Iterable[Card], codes: Collection[str], number: str) -> Card | None:
    """The one of the cards that is printed in one of the sets under a number as written, if they tell just one.

    A number is the same with zeros before it, and one that no card has may lack its letters (SWSH098 as 98). Without a
    number, the set may tell enough.
    """
    here = [(card, printing) for card in cards for printing in card.printings if printing.set_code in codes]
    if number:
        exact = [pair for pair in here if even(pair[1].number) == even(number)]
        here = exact or [pair for pair in here if has_figures(pair[1].number, number)]
    found = {card for card, _ in here}
    return found.pop() if len(found) == 1 else None


def printing_of(card: Card, codes: Collection[str], number: str) -> Printing | None:
    """The printing of a card in one of the sets under a number as written."""
    here = [printing for printing in card.printings if printing.set_code in codes]
    exact = next((printing for printing in here if even(printing.number) == even(number)), None)
    return exact or next((printing for printing in here if has_figures(printing.number, number)), None)


def by_number(cards: Iterable[Card]) -> dict[tuple[str, str], list[int]]:
    """The positions of all cards by the set and the number of each printing, that also without its letters."""
    found: dict[tuple[str, str], list[int]] = {}
    for position, card in enumerate(cards):
        for printing in card.printings:
            for number in {even(printing.number), figures(printing.number)}:
                found.setdefault((printing.set_code, number), []).append(position)
    return found


def even(number: str) -> str:
    """A collector number as it is compared: in capitals, without zeros before its figures."""
    parts = _PARTS.findall(number.upper())
    return "".join(part.lstrip("0") or "0" if part.isdecimal() else part for part in parts)


def figures(number: str) -> str:
    """A collector number without its letters, as some lists write it."""
    return "".join(part for part in _PARTS.findall(even(number)) if part.isdecimal())


def has_figures(printed: str, written: str) -> bool:
    """Whether two numbers are the same but for letters."""
    return figures(printed) == figures(written) != ""
