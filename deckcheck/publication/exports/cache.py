"""The tournament cache: one file an event, as `MTGODecklistCache` and its successors keep it for archetype parsers.

It knows a main deck and a sideboard: companion and commander stand in the sideboard, supplementary decks are left out.
Rounds and standings are null unless they were imported.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from deckcheck.app.safe_text import json_bytes, one_line
from deckcheck.publication.exports.rows import in_final_order, two_decks
from deckcheck.publication.exports.shape import Shape
from deckcheck.translations import gettext_noop
from deckcheck.verdict.published_lists import Pairing, PublishedCard, PublishedEvent, PublishedList, Round, Standing

_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


def write_cache(event: PublishedEvent) -> bytes:
    """The event as a cache file."""
    return json_bytes(
        {
            "Tournament": {
                "Date": event.day.isoformat(),
                "Name": one_line(event.name),
                "Uri": event.url,
                "Formats": event.format_title,
            },
            "Decks": [_deck(listed) for listed in in_final_order(event)],
            "Rounds": None if event.rounds is None else [_round(each) for each in event.rounds],
            "Standings": None if event.standings is None else [_standing(each) for each in event.standings],
        }
    )


def _deck(listed: PublishedList) -> dict[str, Any]:
    main, side = two_decks(listed, supplementary=False)
    return {
        "Date": f"{listed.date.isoformat()}T00:00:00Z" if listed.date else None,
        "Player": one_line(listed.player),
        "Result": f"{ordinal(listed.rank)} Place" if listed.rank else one_line(listed.result),
        "AnchorUri": listed.url,
        "Mainboard": _rows(main),
        "Sideboard": _rows(side),
    }


def _rows(rows: Iterable[PublishedCard]) -> list[dict[str, Any]]:
    return [{"Count": row.count, "CardName": one_line(row.name)} for row in rows]


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th, 22nd."""
    teen = number // 10 % 10 == 1
    return f"{number}{'th' if teen else _ENDINGS.get(number % 10, 'th')}"


def _round(one: Round) -> dict[str, Any]:
    return {"RoundName": one_line(one.name), "Matches": [_match(pairing) for pairing in one.matches]}


def _match(pairing: Pairing) -> dict[str, str]:
    """A match with its winner first; a bye is won by two games against nobody."""
    one, other = one_line(pairing.player1), pairing.player2
    if other is None:
        return {"Player1": one, "Player2": "-", "Result": "2-0-0"}
    first, second = (one, pairing.wins1), (one_line(other), pairing.wins2)
    if pairing.wins2 > pairing.wins1:
        first, second = second, first
    return {"Player1": first[0], "Player2": second[0], "Result": f"{first[1]}-{second[1]}-{pairing.drawn}"}


def _standing(row: Standing) -> dict[str, Any]:
    """A row of the standings; what was not imported is left out, since a reader would take a null for a fault."""
    known = {
        "Points": row.points,
        "Wins": row.wins,
        "Losses": row.losses,
        "Draws": row.draws,
        "OMWP": row.omwp,
        "GWP": row.gwp,
        "OGWP": row.ogwp,
    }
    given = {key: value for key, value in known.items() if value is not None}
    return {"Rank": row.rank, "Player": one_line(row.player), **given}


CACHE = Shape("cache", gettext_noop("Tournament cache"), "json", "application/json", write_cache, "cache")
