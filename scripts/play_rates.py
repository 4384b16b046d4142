"""Counts how often cards are played, by format and year, out of real lists: writes data/GAME/played.json.

.venv/bin/python -m scripts.play_rates FOLDER

FOLDER holds files `*.jsonl.gz` of records as `deckcheck batch` takes them (`format`, `date`, sections of rows).
A card counts once a list, whatever its copies and section. Cards that fewer than two lists of a year hold are left out:
what one player played is no rate. Build the catalogue afterwards: scripts/build_catalogue.py.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from deckcheck.catalogue import open_index
from deckcheck.catalogue.reference import Reference
from deckcheck.law.formats import FormatError
from deckcheck.wiring import build_desk

DATA: Final = Path(__file__).resolve().parent.parent / "data"
SECTIONS: Final = ("main", "side", "commander", "companion", "material")
FEWEST: Final = 2
Counted = dict[str, dict[str, dict[str, Any]]]


def records(folder: Path) -> Iterator[dict[str, Any]]:
    """All records of the folder's files."""
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def count(found: Iterable[dict[str, Any]], reference: Reference) -> dict[str, Counted]:
    """By game, format and year: how many lists there are, and how many hold each card."""
    lists: Counter[tuple[str, str, str]] = Counter()
    cards: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for record in found:
        try:
            fmt = reference.format(record["format"])
        except FormatError:
            continue
        held = names_of(record, fmt.game)
        key = (fmt.game, fmt.id, record["date"][:4])
        lists[key] += bool(held)
        cards[key].update(held)
    counted: dict[str, Counted] = {}
    for (game, format_id, year), n in sorted(lists.items()):
        kept = {name: of for name, of in sorted(cards[game, format_id, year].items()) if of >= FEWEST}
        counted.setdefault(game, {}).setdefault(format_id, {})[year] = {"lists": n, "cards": kept}
    return counted


def names_of(record: Mapping[str, Any], game: str) -> set[str]:
    """The cards of a list, by their names in the catalogue."""
    index = open_index(game)
    found = (index.find(name).cards for section in SECTIONS for _, name in record.get(section, ()))
    return {cards[0].name for cards in found if len(cards) == 1}


def main() -> None:
    """Write the counts of each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    for game, formats in count(records(asked.folder), build_desk().reference).items():
        years = sum(len(by_year) for by_year in formats.values())
        text = json.dumps(formats, ensure_ascii=False, separators=(",", ":")).replace('"cards":{', '"cards":{\n')
        (DATA / game / "played.json").write_text(text.replace("}},", "}},\n") + "\n", "utf-8")
        print(f"{game}: {len(formats)} formats, {years} years of them, {len(text):,} letters")


if __name__ == "__main__":
    main()
