"""Judges a folder of Pokémon lists with known verdicts, and prints every one that comes out differently.

The folder holds `lists/registered.jsonl.gz` (lists legal on their day), `lists/mutated.jsonl.gz` (lists changed in one
place, with the rule and the card), `lists/seasons.jsonl.gz` and `lists/theme.jsonl.gz`.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from deckcheck.catalogue import cards_known, has_card, open_index, open_sets
from deckcheck.catalogue.reference import find_root, load_reference
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.law.legality import Day
from deckcheck.verdict.judgement import judge_parsed
from deckcheck.verdict.reports import Report

RULES: Final = {
    "size": ("deck-size",),
    "copies": ("copies", "singleton"),
    "one-per-deck": ("ace-spec", "radiant", "pokemon-star"),
    "no-basic": ("basic-pokemon",),
    "pool": ("not-in-format",),
    "banned": ("banned",),
    "type": ("one-type",),
}
"""The word for a rule in such files, and the clauses of the formats."""
SOLD: Final = timedelta(days=90)
"""So long after its release a deck that is sold is judged: its set counts by then."""
_KIND: Final = re.compile(r" - (?:Basic|Special|ACESPEC)$")
"""What RK9 writes behind names."""


class Judge:
    """Judges rows of count, name, set and number."""

    def __init__(self) -> None:
        self.law = load_reference(find_root(), open_sets, cards_known, has_card)
        self.cards = open_index("pkm")

    def rows(self, rows: Sequence[Sequence[Any]], format_id: str, day: str) -> Report:
        """The verdict on a deck of these rows."""
        lines = tuple(
            Line(at, f"{n} {name} {code} {number}", LineKind.CARD, "main", n, _KIND.sub("", name), code, number)
            for at, (n, name, code, number) in enumerate(rows, 1)
        )
        book = self.law.rulebook(f"pkm-{format_id}", Day(date.fromisoformat(day)))
        return judge_parsed(ParsedList("rows", lines), book, self.cards)


def told(report: Report) -> list[str]:
    """The problems as one reads them."""
    return [f"{p.clause} [{p.severity}] {p.text}" for p in report.problems]


def fits(report: Report, expected: Mapping[str, Any]) -> bool:
    """Whether the verdict, and of an illegal list the rule and the card, are those expected."""
    if report.verdict != expected["expect"]:
        return False
    clauses = RULES.get(expected.get("rule", ""), ())
    if not clauses:
        return True
    found = [p for p in report.problems if p.severity == "error"]
    card = expected.get("card") or ""
    named = (p for p in found if p.clause in clauses)
    # A deck of too many cards may have too many copies, too.
    beside = {"copies"} if expected["rule"] == "size" else set()
    return {p.clause for p in found} <= {*clauses, *beside} and any(_names(p.cards, card) for p in named)


def _names(cards: Sequence[str], card: str) -> bool:
    whole = not card or card.startswith("(") or card in {"ACE SPEC", "Radiant"}
    return whole or any(name == card or name.startswith(f"{card} (") for name in cards)


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a packed file of JSON Lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def main() -> None:
    """Judge all files of a folder."""
    folder, judge = Path(sys.argv[1]) / "lists", Judge()
    for name in ("registered", "mutated", "seasons", "theme"):
        counts: Counter[str] = Counter()
        for record in read(folder / f"{name}.jsonl.gz"):
            day = date.fromisoformat(record["date"]) + (SOLD if name == "theme" else timedelta())
            report = judge.rows(record["cards"], record["format"], day.isoformat())
            if name == "mutated":
                verdict = "right" if fits(report, record) else "WRONG"
            else:
                verdict = f"{'complete' if record.get('legal', True) else 'incomplete'}: {report.verdict}"
            counts[verdict] += 1
            if verdict == "WRONG" or (name != "mutated" and report.verdict != "legal" and record.get("legal", True)):
                print(
                    name, record["id"], record["date"], record.get("change", ""), record.get("card", ""), told(report)
                )
        print(f"{name}: {dict(counts)}")


if __name__ == "__main__":
    main()
