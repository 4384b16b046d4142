"""What the catalogue of Grand Archive holds, made of the facts of its cards."""

from __future__ import annotations

from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.decklist.names import Standing
from deckcheck.games.ga.traits import standing_of, traits_of
from deckcheck.law.card_facts import CardFacts, Contents, Record


def make_contents(facts: CardFacts) -> Contents:
    """All of Grand Archive; cards of one name are one card, which has a trait that says so."""
    by_name: dict[str, list[Record]] = {}
    for record in facts.cards:
        by_name.setdefault(record["name"], []).append(record)
    cards: list[tuple[Card, Standing]] = []
    for name, records in by_name.items():
        traits = frozenset().union(*map(traits_of, records), {"shared-name"} if len(records) > 1 else ())
        backs = tuple(face["name"] for record in records for face in record.get("back_faces", ()))
        editions = [edition for record in records for edition in record["editions"]]
        printings = tuple(dict.fromkeys(map(edition_printing, editions)))
        cards.append((Card(records[0]["slug"], "ga", name, backs, traits, None, printings), standing_of(traits)))
    sets = [
        CardSet(
            *(s["code"], s["name"], s["release"], s["release"], s["type"], "", s.get("approximate", False)),
            *s.get("between", ()),
        )
        for s in facts.sets
    ]
    # Japanese names that a fan translation gives.
    return Contents(
        cards,
        sets,
        facts.known_to,
        unofficial=facts.tables.get("foreign-names", {}).get("ja", {}),
        nicknames=facts.tables.get("nicknames", {}),
        played=facts.tables.get("played", {}),
    )


def edition_printing(edition: Record) -> Printing:
    """One edition of a card of Grand Archive, with its own first day where it has one."""
    days = edition.get("between") or [edition["from"]] * 2 if "from" in edition or "between" in edition else ()
    return Printing(edition["prefix"], str(edition["rarity"] or ""), edition["number"] or "", *days)
