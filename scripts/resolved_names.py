"""Prints every name of real lists that is read as a card of another name, and every one that waits for a person.

`python -m scripts.resolved_names FILE_OR_FOLDER...`: files of records as `deckcheck batch` takes them, one JSON object
a line, packed (.gz) or not. A name that is the card's but for letter case, or that of its front, counts as exact.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.decks import Entry
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES

_SECTIONS: Final = {"commander": "Commander", "material": "# Material Deck", "main": "Deck", "side": "Sideboard"}
_EXACT: Final = frozenset({"", "case", "face"})
"""As written; in letters of another size; by the front of a card, as all sites write it."""


class Names:
    """The names of many lists: how each was read, and how often."""

    def __init__(self) -> None:
        self.lines = self.lists = 0
        self.kinds: Counter[str] = Counter()
        self.read: Counter[tuple[str, str, str]] = Counter()
        self.waiting: Counter[tuple[str, str]] = Counter()

    def take(self, record: Mapping[str, Any]) -> None:
        """Read one list, and note each of its names that is no card's."""
        game = "ga" if str(record.get("format", "")).startswith("ga-") else "mtg"
        deck = resolve_names(read_list(_text(record), GAMES[game]), open_index(game))
        notes = {note.line: note for note in deck.notes}
        self.lists += 1
        for entry in deck.entries:
            note = notes.get(entry.line.number)
            kind = note.kind if note else ""
            self.lines += 1
            if entry.card is None:
                self.waiting[entry.line.text, _offered(entry)] += 1
                kind = "waiting"
            elif kind not in _EXACT:
                self.read[kind, entry.line.text.partition(" ")[2], entry.card.name] += 1
            self.kinds[kind] += 1

    def told(self) -> Iterator[str]:
        """The kinds with their numbers, then each name."""
        yield f"{self.lists:,} lists, {self.lines:,} lines"
        for kind, count in self.kinds.most_common():
            yield f"  {kind or 'exact'}: {count:,}"
        for (kind, written, name), count in sorted(self.read.items()):
            yield f"{kind}\t{count}\t{written}\t-> {name}"
        for (line, offered), count in sorted(self.waiting.items()):
            yield f"waiting\t{count}\t{line}\t{offered}"


def _offered(entry: Entry) -> str:
    names = [card.name for card in entry.candidates] or [near.card.name for near in entry.near[:2]]
    return "? " + " | ".join(names[:4])


def _text(record: Mapping[str, Any]) -> str:
    parts = ((title, record.get(key) or ()) for key, title in _SECTIONS.items())
    return "\n".join("\n".join((title, *(f"{count} {name}" for count, name in rows))) for title, rows in parts if rows)


def records(paths: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The records of files, and of all in folders."""
    for path in map(Path, paths):
        files = sorted(path.glob("*.jsonl*")) if path.is_dir() else [path]
        for file in files:
            data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
            yield from map(json.loads, data.decode().splitlines())


def main(paths: list[str]) -> int:
    """Print what was read; 2 if no file was named."""
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    names = Names()
    for record in records(paths):
        names.take(record)
    for line in names.told():
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
