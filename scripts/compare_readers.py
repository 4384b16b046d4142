"""Puts the lists that our tests read through other readers, too, and prints who gets how many of them right.

`python -m scripts.compare_readers`: installs the readers, in the versions named here, from the package index into an
environment that goes with the run. A list is right where every card of the deck has its count, and nothing else is a
card; sections are left aside, since these readers do not tell them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from tests.lists import front, rows_of

INSTALLED: Final = ("mtg-parser==0.0.1a61", "mtg-print==0.5.2", "mtgdeck==0.2.0", "decklist==0.2.0")
TESTS: Final = Path(__file__).parents[1] / "tests"
_SECTIONS: Final = ("main", "sideboard", "commander")


class Case(NamedTuple):
    """A list with the cards that it holds."""

    kind: str
    text: str
    cards: Counter[str]


def cases() -> Iterator[Case]:
    """The samples of Magic's dialects, and the lists that people reported other programs to misread."""
    for path in sorted((TESTS / "dialects").glob("*/*.expected.json")):
        wanted = json.loads(path.read_text("utf-8"))
        if wanted["game"] == "mtg" and "counts" not in wanted:
            stem = path.name.removesuffix(".expected.json")
            source = next(other for other in path.parent.glob(f"{stem}.*") if other != path)
            yield Case(path.parent.name, source.read_text("utf-8"), _together(wanted))
    for name in ("public-parse.jsonl", "public-parse-2.jsonl"):
        for case in map(json.loads, (TESTS / "data" / name).read_text("utf-8").splitlines()):
            sections = case["expected"].get("sections", {}).values()
            if sections and all("cards" in section for section in sections):
                rows = [(count, card) for section in sections for card, count in section["cards"].items()]
                yield Case("reported", case["input"], rows_of(rows))


def _together(wanted: Mapping[str, Any]) -> Counter[str]:
    rows = [row for section in _SECTIONS for row in wanted.get(section, ())]
    known = {front(name) for _, name in rows}
    # The companion is one of the sideboard's cards, written twice.
    return rows_of([*rows, *(row for row in wanted.get("companion", ()) if front(row[1]) not in known)])


def ours(text: str) -> list[tuple[int, str]]:
    """The cards as deckcheck reads them."""
    deck = resolve_names(read_list(text, GAMES["mtg"]), open_index("mtg"))
    known = {entry.card for entry in deck.entries if entry.section != "companion"}
    counted = (e for e in deck.entries if e.section != "companion" or e.card not in known)
    return [(entry.count, entry.card.name if entry.card else entry.line.name) for entry in counted]


def theirs(texts: list[str]) -> dict[str, list[Any]]:
    """The cards as the other readers do."""
    with tempfile.TemporaryDirectory(prefix="readers-") as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "-q", *INSTALLED], check=True, capture_output=True)
        program = Path(__file__).with_name("other_readers.py")
        told = subprocess.run([python, program], input=json.dumps(texts).encode(), check=True, capture_output=True)
    found: dict[str, list[Any]] = json.loads(told.stdout)
    return found


def main() -> int:
    """Print the table."""
    lists = list(cases())
    found = {"deckcheck": [ours(case.text) for case in lists], **theirs([case.text for case in lists])}
    right: dict[str, Counter[str]] = {
        reader: Counter(
            case.kind
            for case, rows in zip(lists, read, strict=True)
            if rows is not None and rows_of(rows) == case.cards
        )
        for reader, read in found.items()
    }
    kinds = Counter(case.kind for case in lists)
    print("| lists | of | " + " | ".join(right) + " |")
    print("| --- " * (len(right) + 2) + "|")
    for kind, count in sorted(kinds.items()):
        print(f"| {kind} | {count} | " + " | ".join(str(read[kind]) for read in right.values()) + " |")
    print(f"| all | {len(lists)} | " + " | ".join(str(read.total()) for read in right.values()) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
