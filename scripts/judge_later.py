"""Judges the lists of a file for the last known day and for a later one, with cards of the newest sets added.

Usage: scripts/judge_later.py LISTS.jsonl[.gz] [--then 2026-08-22] [--now 2026-11-28]. Every error that only the later
day has must name a dated entry of the law; everything else that is new must be a question. Prints what it found, ends
with status 1 where an error has no day or a list is legal though it holds a card that came after.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from deckcheck.catalogue import cards_known, open_index, open_sets
from deckcheck.lists.list_checks import Terms, judge_record
from deckcheck.wiring import build_desk

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
NEWEST: Final = 2
"""So many of the sets that came after the last known day lend cards."""


def records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file, one a line."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    yield from map(json.loads, data.splitlines())


def newer_cards(now: str) -> tuple[str, ...]:
    """The cards that only the newest sets out by the day have."""
    known = cards_known("mtg").isoformat()
    out = [s for s in open_sets("mtg").values() if known < s.release <= now and s.kind == "expansion"]
    codes = {s.code for s in sorted(out, key=lambda s: s.release)[-NEWEST:]}
    return tuple(
        c.name for c in open_index("mtg").cards() if c.printings and {p.set_code for p in c.printings} <= codes
    )


def errors(verdict: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What makes a verdict illegal."""
    return [p for p in verdict["problems"] if p["severity"] == "error"]


def key(problem: Mapping[str, Any]) -> tuple[str, tuple[str, ...], str]:
    """What makes an error the same one on both days."""
    return problem["rule"], tuple(problem["cards"]), problem["section"]


def is_dated(problem: Mapping[str, Any]) -> bool:
    """Whether the error names a day of the law."""
    return any(_DAY.search(str(fact)) for fact in problem.get("facts", {}).values())


class Tally:
    """What was found: counts by words, and what is wrong."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()
        self.wrong: list[str] = []

    def compare(self, before: Mapping[str, Any], after: Mapping[str, Any], what: str) -> None:
        """Count the errors that only the later verdict has; one that names no day is wrong."""
        seen = {key(p) for p in errors(before)}
        new = [p for p in errors(after) if key(p) not in seen]
        self.told["new errors"] += len(new)
        self.wrong += [f"{before.get('id')} {what}: {p['message']}" for p in new if not is_dated(p)]


def main() -> None:
    """Judge, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lists", type=Path)
    parser.add_argument("--then", default="2026-08-22")
    parser.add_argument("--now", default="2026-11-28")
    asked = parser.parse_args()
    desk, plain, tally = build_desk(), Terms(""), Tally()
    for record, name in zip(records(asked.lists), cycle(newer_cards(asked.now)), strict=False):
        before = judge_record({**record, "date": asked.then}, desk, plain)
        if "error" in before:
            tally.told["records that cannot be judged"] += 1
            continue
        after = judge_record({**record, "date": asked.now}, desk, plain)
        tally.told[f"as they are: {before['verdict']}, later {after['verdict']}"] += 1
        tally.compare(before, after, "as it is")
        added = {**record, "main": [*record.get("main", ()), [1, name]]}
        before, later = (judge_record({**added, "date": day}, desk, plain) for day in (asked.then, asked.now))
        tally.told[f"with a newer card: {before['verdict']}, later {later['verdict']}"] += 1
        tally.compare(before, later, f"with {name}")
        if later["verdict"] == "legal":
            tally.wrong.append(f"{record.get('id')}: legal with {name}")
    for words, count in sorted(tally.told.items()):
        print(f"{count:6} {words}")
    print(f"{len(tally.wrong):6} wrong", *tally.wrong[:20], sep="\n       ")
    sys.exit(bool(tally.wrong))


if __name__ == "__main__":
    main()
