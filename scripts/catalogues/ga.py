"""The card facts of Grand Archive."""

from typing import Any

from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.decklist.names import Standing
from deckcheck.games.ga import traits as ga
from scripts.catalogues.facts import Facts, Source, known_to, read_cards, read_json


def read() -> Source:
    """All of Grand Archive; cards of one name are one card."""
    by_name: dict[str, list[dict[str, Any]]] = {}
    for record in read_cards("ga/cards.jsonl"):
        by_name.setdefault(record["name"], []).append(record)
    cards: list[tuple[Card, Standing]] = []
    for name, records in by_name.items():
        traits = frozenset().union(*map(ga.traits_of, records))
        backs = tuple(face["name"] for record in records for face in record.get("back_faces", ()))
        editions = [edition for record in records for edition in record["editions"]]
        printings = tuple(dict.fromkeys(map(edition_printing, editions)))
        cards.append((Card(records[0]["slug"], "ga", name, backs, traits, None, printings), ga.standing_of(traits)))
    sets = [
        CardSet(
            *(s["code"], s["name"], s["release"], s["release"], s["type"], "", s.get("approximate", False)),
            *s.get("between", ()),
        )
        for s in read_json("ga/sets.json")
    ]
    # Japanese names that a fan translation gives.
    return Source(cards, sets, known_to("ga"), read_json("ga/foreign-names.json")["ja"])


def edition_printing(edition: Facts) -> Printing:
    """One edition of a card of Grand Archive, with its own first day where it has one."""
    days = edition.get("between") or [edition["from"]] * 2 if "from" in edition or "between" in edition else ()
    return Printing(edition["prefix"], str(edition["rarity"] or ""), edition["number"] or "", *days)
