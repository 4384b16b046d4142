"""Our own JSON of an event: everything that is public of it, lists with what they were sealed with."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from deckcheck.app.safe_text import json_bytes, one_line
from deckcheck.publication.exports.rows import in_final_order, sections_of
from deckcheck.publication.exports.shape import ListForm, Shape
from deckcheck.translations import gettext_noop
from deckcheck.verdict.published_lists import Pairing, PublishedCard, PublishedEvent, PublishedList, Standing


def write_json(event: PublishedEvent) -> bytes:
    """The event with its lists in final order; what is known of a card stands once, under `cards`."""
    lists = in_final_order(event)
    return json_bytes(
        {
            "event": {
                "name": one_line(event.name),
                "slug": event.slug,
                "date": event.day.isoformat(),
                "game": event.game.id,
                "format": event.format_id,
                "format_title": event.format_title,
                "url": event.url,
            },
            "lists": [_list(listed) for listed in lists],
            "rounds": None if event.rounds is None else [_round(r.name, r.matches) for r in event.rounds],
            "standings": None if event.standings is None else [_standing(row) for row in event.standings],
            "cards": {card.name: _facts(card) for card in _cards(lists)},
        }
    )


def _list(listed: PublishedList) -> dict[str, Any]:
    return {
        "number": listed.number,
        "player": one_line(listed.player),
        "external_id": listed.external_id,
        "deck": one_line(listed.title),
        "rank": listed.rank,
        "result": one_line(listed.result),
        "date": listed.date.isoformat() if listed.date else None,
        "url": listed.url,
        "sections": _sections(listed),
        "unresolved": [{"section": w.section, "count": w.count, "text": w.text} for w in listed.waiting],
        "text": listed.text or None,
        "sha256": listed.sha256,
        "leaf": listed.leaf,
        "salt": listed.salt,
        **({"seat": listed.seat, "format_title": listed.format_title} if listed.format_title else {}),
    }


def _sections(listed: PublishedList) -> dict[str, list[dict[str, Any]]]:
    return {
        section: [{"count": row.count, "name": row.name} for row in rows if not row.waiting]
        for section, rows in sections_of(listed).items()
    }


def _round(name: str, matches: tuple[Pairing, ...]) -> dict[str, Any]:
    rows = ({**asdict(m), "player1": one_line(m.player1), "player2": _shown(m.player2)} for m in matches)
    return {"name": one_line(name), "matches": list(rows)}


def _standing(row: Standing) -> dict[str, Any]:
    return {**asdict(row), "player": one_line(row.player)}


def _shown(player: str | None) -> str | None:
    return None if player is None else one_line(player)


def _cards(lists: tuple[PublishedList, ...]) -> list[PublishedCard]:
    known = {card.name: card for listed in lists for card in listed.cards}
    return [known[name] for name in sorted(known)]


def _facts(card: PublishedCard) -> dict[str, Any]:
    return {
        "types": list(card.type_words),
        "mana_value": card.mana_value,
        "cost": card.cost,
        "colours": list(card.colours),
    }


def _write_record(listed: PublishedList) -> str:
    """The rows by section, a card a line, as a record of a batch has them: `{"main": [[4, "Lightning Bolt"]]}`."""
    sections = sections_of(listed).items()
    blocks = (_json(section) + ": [\n" + ",\n".join(map(_row, rows)) + "\n]" for section, rows in sections)
    return "{" + ", ".join(blocks) + "}\n"


def _row(row: PublishedCard) -> str:
    return _json([row.count, one_line(row.name)])


def _json(value: Any) -> str:
    return json_bytes(value).decode().rstrip("\n")


RECORD = ListForm("record", "JSON", _write_record, "json", "application/json")
WHOLE = Shape("json", gettext_noop("Everything as JSON"), "json", "application/json", write_json, general=True)
