"""Grand Archive: the answer of the official interface's `/omnidex/events/ID/decklists`, and the text players paste."""

from __future__ import annotations

from typing import Any, Final

from deckcheck.app.safe_text import json_bytes, one_line
from deckcheck.publication.exports.rows import POOL, in_final_order, sections_of
from deckcheck.publication.exports.shape import ListForm, Shape
from deckcheck.publication.exports.texts import blocks, full_name, lines
from deckcheck.translations import gettext_noop
from deckcheck.verdict.published_lists import PublishedEvent, PublishedList

_HEADINGS: Final = {"material": "Material Deck", "main": "Main Deck", "sideboard": "Sideboard", "boons": "Pantheon"}
_ALWAYS: Final = ("material", "main", "sideboard")


def write_omnidex(event: PublishedEvent) -> bytes:
    """One entry a player; a player whose Omnidex number is not known has null for it and a `name` instead."""
    return json_bytes([_entry(listed) for listed in in_final_order(event)])


def _entry(listed: PublishedList) -> dict[str, Any]:
    known = listed.external_id if listed.external_id and listed.external_id.isdecimal() else None
    named = {"player": int(known)} if known else {"player": None, "name": one_line(listed.player)}
    return {**named, "visible": True, "decklist": _decklist(listed)}


def _decklist(listed: PublishedList) -> dict[str, list[dict[str, Any]]]:
    sections = {section: rows for section, rows in sections_of(listed).items() if section != POOL}
    return {
        section: [{"card": one_line(row.name), "quantity": row.count} for row in sections.get(section, ())]
        for section in (*_ALWAYS, *(s for s in sections if s not in _ALWAYS))
    }


def _write(listed: PublishedList) -> str:
    sections = sections_of(listed)
    named = (f"# {_HEADINGS.get(s, s)}\n{lines(rows, full_name)}" for s, rows in sections.items() if s != POOL)
    return blocks(named)


def _write_json(listed: PublishedList) -> str:
    """What the interface has under `decklist` of one player."""
    return json_bytes(_decklist(listed)).decode()


OMNIDEX = Shape("omnidex", gettext_noop("Omnidex decklists"), "json", "application/json", write_omnidex, "decklists")
OMNIDEX_TEXT = ListForm("omnidex", "Omnidex", _write)
OMNIDEX_JSON = ListForm("omnidex-json", "Omnidex JSON", _write_json, "json", "application/json")
