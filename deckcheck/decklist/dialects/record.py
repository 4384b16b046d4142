"""Our own JSON of a list: the rows of each section as `[[4, "Lightning Bolt"]]`, as a batch takes them too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.json_decks import JsonCard, json_dialect
from deckcheck.decklist.json_text import JsonArray, JsonObject

_ROWS: Final = lazy.regex(r':\s*\[\s*\[\s*\d{1,9}\s*,\s*"')


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    ids = set(words.values())
    for key, rows in root.items():
        section = key if key in ids else words.get(key.replace("_", " ").casefold(), "")
        for line, row in zip(rows.lines, rows, strict=True) if isinstance(rows, JsonArray) else ():
            if isinstance(row, JsonArray):
                yield JsonCard(line, section, *(row if len(row) == 2 else (None, None)))


RECORD = json_dialect("record", "Deckcheck JSON", (), _cards, sign=_ROWS, sure=94)
