"""The overlay feed: feature tables flat enough for OBS, vMix and a caster's sheet, and one list for a scene of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from deckcheck.app.safe_text import csv_bytes, json_bytes, one_line
from deckcheck.publication.exports.rows import POOL, sections_of, size_of
from deckcheck.verdict.published_lists import PublishedCard, PublishedList

_STREAM: Final = {True: "yes", False: "no", None: ""}


@dataclass(frozen=True, slots=True)
class OverlayPlayer:
    """A player at a feature table, as they agreed to be shown; `deck` and `list_url` are None while the list is closed.

    `record` is the one before the round; `pronouns` only if given for the stream; `stream_ok` None where not asked.
    """

    name: str
    record: str = ""
    rank: int | None = None
    pronouns: str = ""
    deck: str | None = None
    list_url: str | None = None
    stream_ok: bool | None = None


@dataclass(frozen=True, slots=True)
class OverlayTable:
    """One feature table; `updated` is the moment of the last change, in UTC."""

    event: str
    format: str
    round: str
    table: str
    p1: OverlayPlayer
    p2: OverlayPlayer | None
    updated: datetime


def overlay_row(table: OverlayTable) -> Mapping[str, str]:
    """The table as one flat row: every key is there, with empty text where nothing is known."""
    return {
        "event": one_line(table.event),
        "format": one_line(table.format),
        "round": one_line(table.round),
        "table": one_line(table.table),
        **_player("p1", table.p1),
        **_player("p2", table.p2 or OverlayPlayer("")),
        "updated": table.updated.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def _player(side: str, player: OverlayPlayer) -> dict[str, str]:
    told = {
        "name": player.name,
        "pronouns": player.pronouns,
        "record": player.record,
        "rank": "" if player.rank is None else str(player.rank),
        "deck": player.deck or "",
        "list_url": player.list_url or "",
        "stream_ok": _STREAM[player.stream_ok],
    }
    return {f"{side}_{key}": one_line(text) for key, text in told.items()}


def write_overlay_json(tables: Iterable[OverlayTable]) -> bytes:
    """The tables as an array of flat objects."""
    return json_bytes([overlay_row(table) for table in tables])


def write_overlay_csv(tables: Iterable[OverlayTable]) -> bytes:
    """The same rows as CSV; the headings are there even if no table is."""
    empty = OverlayTable("", "", "", "", OverlayPlayer(""), None, datetime(1, 1, 1, tzinfo=UTC))
    rows = [overlay_row(table) for table in tables]
    return csv_bytes([tuple(overlay_row(empty)), *(tuple(row.values()) for row in rows)])


def write_overlay_list(listed: PublishedList) -> bytes:
    """One list for a deck-tech scene: sections with counts, names, types and mana values."""
    sections = [(section, rows) for section, rows in sections_of(listed).items() if section != POOL]
    return json_bytes(
        {
            "player": one_line(listed.player),
            "deck": one_line(listed.title),
            "sections": [
                {"section": s, "count": size_of(rows), "cards": list(map(_card, rows))} for s, rows in sections
            ],
        }
    )


def _card(row: PublishedCard) -> dict[str, Any]:
    return {
        "count": row.count,
        "name": one_line(row.name),
        "type": " ".join(row.type_words),
        "mana_value": row.mana_value,
    }
