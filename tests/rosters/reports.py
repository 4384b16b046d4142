"""EventLink's reports as they are printed, and as a narrow screen or a printer breaks them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Final

RULE: Final = "-" * 79
TITLES: Final = {"players": "Player List", "standings": "Standings by Rank", "pairings": "Pairings by Table"}
HEADINGS: Final = {
    "players": "Player                  Table        ",
    "standings": "Rank   Name                    Pod    Points OMW%   GW%    OGW%   ",
    "pairings": "Table  Player                  Opponent                Points        ",
}


def _players(names: Sequence[str]) -> list[str]:
    return [f"{name:<24}{number if len(names) % 2 else '':<13}" for number, name in enumerate(names, 1)]


def _standings(names: Sequence[str]) -> list[str]:
    points = range(3 * len(names), 0, -3)
    return [
        f"{rank:<7}{name:<24}{1:<7}{won:<7}{won * 7 % 101:<7}{won * 13 % 101:<7}{won * 29 % 101:<7}"
        for rank, (name, won) in enumerate(zip(names, points, strict=True), 1)
    ]


def _pairings(names: Sequence[str]) -> list[str]:
    pairs = [(names[at], names[at + 1] if at + 1 < len(names) else "*** Bye ***") for at in range(0, len(names), 2)]
    return [f"{table:<7}{one:<24}{two:<24}{'6-6':<14}" for table, (one, two) in enumerate(pairs, 1)]


ROWS: Final[dict[str, Callable[[Sequence[str]], list[str]]]] = {
    "players": _players,
    "standings": _standings,
    "pairings": _pairings,
}


def report(kind: str, names: Sequence[str], page: int, between: str) -> list[str]:
    """The lines of a report; every `page` rows (0: never) comes what a printer puts between pages."""
    head = ["EventLink            14/03/2026, 09:41", f"Report: {TITLES[kind]}", "Event: Spring Open (99)"]
    head += ["Event Date: 14/03/2026", "Event Information: ", "Round 3" if kind == "pairings" else "", ""]
    top = [HEADINGS[kind], RULE]
    pages = {
        "browser": ["about:blank 1/3", f"14/03/2026, 13:20 {TITLES[kind]}"],
        "whole head": ["Page 1", *head, *top],
        "headings": ["Page 1 of 3", "", *top],
    }
    lines = [*head, *top]
    for at, row in enumerate(ROWS[kind](names)):
        lines += [*(pages[between] if page and at and at % page == 0 else []), row]
    return [*lines, "", "EventLink - Copyright © 2026 - Wizards of the Coast LLC"]


def _cut(line: str, width: int) -> list[str]:
    return [line[at : at + width] for at in range(0, max(len(line), 1), width)]


BREAKS: Final[dict[str, Callable[[str, int], list[str]]]] = {
    "whole": lambda line, width: [line],
    "at blanks": lambda line, width: textwrap.wrap(line, width) or [""],
    "anywhere": _cut,
    "anywhere, without blanks at the ends": lambda line, width: [part.rstrip() for part in _cut(line, width)],
}
