"""A set's cards as a printed checklist has them: by collector number where it is known, else by colour and name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist.cards import Card
from deckcheck.verdict.layout import Listed, lay_out

Runs = Sequence[tuple[int, int]]
"""First and last numbers of what boosters draw from; empty where that is not known."""

_NUMBER: Final = re.compile(r"(\D*)0*(\d+)(.*)")
_RUN: Final = re.compile(r"(\d+)-(\d+)")


@dataclass(frozen=True, slots=True, eq=False)
class SetList:
    """One set to count a pool by.

    `cards` stand in the order of a checklist: those of the boosters where these are known, else all of the set.
    `numbers` are the cards by collector number, variants too; `number_of` is the number of a card by its name, that of
    the boosters before that of a variant. `held` are the names of all cards that its boosters can hold, those of
    sheets from other sets among them; `complete` says that there are no others.
    """

    code: str
    name: str
    cards: tuple[Card, ...]
    numbers: Mapping[str, Card]
    number_of: Mapping[str, str]
    held: frozenset[str] = frozenset()
    complete: bool = False

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
    code: str, name: str, numbered: Iterable[tuple[str, Card]], others: Iterable[Card] = (), runs: Runs = ()
) -> SetList:
    """The list of a set of its numbered cards and of those whose number is not known."""
    in_order = sorted(numbered, key=lambda pair: _place(pair[0], runs))
    number_of: dict[str, str] = {}
    for number, card in in_order:
        number_of.setdefault(card.name, number)
    opened = {card: None for number, card in in_order if not runs or _opened(number, runs)}
    unknown = [Listed("pool", 1, card.name, card) for card in others if card.name not in number_of]
    behind = [row.card for row in lay_out(unknown, "colour").rows if row.card]
    return SetList(code, name, (*opened, *behind), dict(in_order), number_of)


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
