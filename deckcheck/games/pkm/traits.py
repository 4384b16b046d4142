"""The words in which the facts of Pokémon cards are told to rules, and how they are drawn from a line of the facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deckcheck.decklist.cards import ANY_NUMBER
from deckcheck.law.card_facts import Record

KINDS: Final = frozenset(
    (
        *("type", "stage", "subtype", "energy", "basic-pokemon", "basic-energy", "rule-box", "cap"),
        *("family", "no-tournament", "unknown"),
    )
)
_TYPES: Final = {"Pokemon": "Pokémon"}
_STAGES: Final = frozenset(
    (
        "Basic",
        "Stage 1",
        "Stage 2",
        "VMAX",
        "VSTAR",
        "BREAK",
        "MEGA",
        "Level-Up",
        "LEGEND",
        "Restored",
        "Baby",
        "V-UNION",
    )
)


def traits_of(facts: Record) -> frozenset[str]:
    """The traits of one line of data/pkm/cards.jsonl."""
    return frozenset((*_qualities(facts), *_deck_building(facts)))


def _qualities(facts: Record) -> Iterator[str]:
    kind = facts["kind"]
    yield f"type:{_TYPES.get(kind, kind)}"
    for word in facts.get("sub", ()):
        yield f"stage:{word}" if kind == "Pokemon" and word in _STAGES else f"subtype:{word}"
    yield from (f"energy:{energy}" for energy in facts.get("types", ()) if kind == "Pokemon")


def _deck_building(facts: Record) -> Iterator[str]:
    if facts.get("basic"):
        yield "basic-pokemon"
    if facts["kind"] == "Energy" and "Basic" in facts.get("sub", ()):
        yield f"basic-energy:{facts['name'].removeprefix('Basic ').removesuffix(' Energy')}"
    if facts.get("rulebox"):
        yield "rule-box"
    if "one_per_deck" in facts:
        yield f"cap:{facts['one_per_deck']}"
    if "family" in facts:
        yield f"family:{facts['family']['name']}"
    if facts.get("never"):
        yield "no-tournament"


def copies_of(facts: Record) -> int | None:
    """How many copies the card itself allows, if it says so."""
    copies = facts.get("copies")
    return ANY_NUMBER if copies == "any" else copies
