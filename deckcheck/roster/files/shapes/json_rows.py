"""Any other JSON: the longest list of objects, read as a sheet whose headings are their keys; or a list of names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.json_objects import Object, objects, walk, word
from deckcheck.roster.files.model import Kind, Roster, Shape
from deckcheck.roster.files.player_names import read_name
from deckcheck.roster.files.roster_reader import Gathering, Mention
from deckcheck.roster.files.tables import Sheet, make_sheet, read_sheet

_MOST_KEYS: Final = 60


def _longest(data: Any) -> list[Any]:
    lists = [value for value in walk(data) if isinstance(value, list)]
    return max(lists, key=len, default=[])


def _flat(row: Object) -> dict[str, str]:
    """The texts and numbers of an object, those of the objects within it under both keys."""
    found: dict[str, str] = {}
    for key, value in row.items():
        if isinstance(value, bool):
            found[key] = "yes" if value else "no"
        elif isinstance(value, Mapping):
            inner = {f"{key} {name}": word(part) for name, part in value.items()}
            found.update({name: text for name, text in inner.items() if text})
        else:
            found[key] = word(value)
    return found


def _sheet(data: Any) -> Sheet | None:
    rows = [_flat(row) for row in objects(_longest(data))]
    keys = list(dict.fromkeys(key for row in rows for key in row))[:_MOST_KEYS]
    if not keys:
        return None
    sheet = make_sheet([keys, *([row.get(key, "") for key in keys] for row in rows)])
    return sheet if sheet and sheet.known else None


def _strings(data: Any) -> list[str]:
    """The names of a list of nothing but texts, or the values of one object of nothing but texts."""
    found = _longest(data)
    return [item for item in found if isinstance(item, str)] if found else []


def _recognise(document: Document) -> int:
    """Likely where the keys name a player."""
    if document.data is None:
        return 0
    return 50 if _sheet(document.data) else 30 if _strings(document.data) else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    sheet = _sheet(document.data)
    if sheet:
        return read_sheet(sheet, "json", names)
    gathering = Gathering("json", names)
    for text in _strings(document.data):
        gathering.add(Mention(read_name(text)))
    return gathering.roster(Kind.ROSTER)


JSON_ROWS: Final = Shape("json", "List of objects", _recognise, _read)
