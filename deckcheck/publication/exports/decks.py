"""One list as the files of Forge and XMage, and as MTGJSON keeps decks.

Forge: sections in square brackets, `4 Lightning Bolt`, without a set, for which Forge takes the latest printing.
XMage: `4 [LEA:0] Lightning Bolt`; a card that it finds under no such number it looks up by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from deckcheck.app.safe_text import json_bytes, one_line
from deckcheck.publication.exports.rows import in_places
from deckcheck.publication.exports.shape import TWO_DECKS, ListForm
from deckcheck.verdict.published_lists import PublishedCard, PublishedList

_OF_FORGE: Final = {
    "commander": "Commander",
    "main": "Main",
    "sideboard": "Sideboard",
    "attractions": "Attractions",
    "contraptions": "Contraptions",
}
_OF_MTGJSON: Final = {"commander": "commander", "main": "mainBoard", "sideboard": "sideBoard"}
_NO_NUMBER: Final = "0"
_NO_SET: Final = "XXX"


def _title(listed: PublishedList) -> str:
    return one_line(listed.title) or one_line(listed.player) or "Deck"


def _write_forge(listed: PublishedList) -> str:
    places = in_places(listed, frozenset(_OF_FORGE))
    blocks = (f"[{heading}]\n{_plain(places.get(section, ()))}" for section, heading in _OF_FORGE.items())
    known = ("[Main]\n", "[Sideboard]\n")
    return f"[metadata]\nName={_title(listed)}\n" + "".join(b for b in blocks if b.count("\n") > 1 or b in known)


def _plain(rows: Iterable[PublishedCard]) -> str:
    return "".join(f"{row.count} {one_line(row.front)}\n" for row in rows)


def _write_xmage(listed: PublishedList) -> str:
    places = in_places(listed)
    lines = (*_numbered("", places["main"]), *_numbered("SB: ", places["sideboard"]))
    return f"NAME:{_title(listed)}\n" + "".join(lines)


def _numbered(mark: str, rows: Iterable[PublishedCard]) -> Iterator[str]:
    for row in rows:
        yield f"{mark}{row.count} [{row.set_code or _NO_SET}:{_NO_NUMBER}] {one_line(row.front)}\n"


def _write_mtgjson(listed: PublishedList) -> str:
    places = in_places(listed, frozenset(_OF_MTGJSON))
    boards = {key: [_card(row) for row in places.get(section, ())] for section, key in _OF_MTGJSON.items()}
    return json_bytes({"data": {"name": _title(listed), **boards}}).decode()


def _card(row: PublishedCard) -> dict[str, Any]:
    return {"count": row.count, "name": one_line(row.name)}


FORGE = ListForm("forge", "Forge", _write_forge, "dck", apart=frozenset(_OF_FORGE))
XMAGE = ListForm("xmage", "XMage", _write_xmage, "dck", apart=TWO_DECKS)
MTGJSON = ListForm("mtgjson", "MTGJSON", _write_mtgjson, "json", "application/json", frozenset(_OF_MTGJSON))
