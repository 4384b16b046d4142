"""The words in which Grand Archive's card facts are told to rules, and how they are drawn from the facts of a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from deckcheck.decklist.names import Standing

KINDS: Final = frozenset(
    (
        *("type", "subtype", "class", "element", "level", "cost", "cost-kind", "zone", "points"),
        *("divine-relic", "lineage", "limited-only", "pantheon-only", "spirit-alias-of", "material-bonus"),
        *("kind", "shared-name", "unknown"),
    )
)

_VALUES: Final = {
    "level": "level",
    "cost": "cost",
    "cost_kind": "cost-kind",
    "side_points": "points",
    "lineage": "lineage",
    "spirit_alias_of": "spirit-alias-of",
    "material_bonus": "material-bonus",
}
_IN_NO_DECK: Final = ("Token", "Mastery", "Status")


def traits_of(facts: Mapping[str, Any]) -> frozenset[str]:
    """The traits of one card of data/ga/cards.jsonl."""
    return frozenset((*_qualities(facts), *_deck_building(facts)))


def _qualities(facts: Mapping[str, Any]) -> Iterator[str]:
    types = [word.title() for word in facts["types"]]
    yield from (f"type:{word}" for word in types)
    yield from (f"kind:{word.lower()}" for word in _IN_NO_DECK if word in types)
    yield from (f"subtype:{word.title()}" for word in facts.get("subtypes", ()))
    yield from (f"class:{word.title()}" for word in facts.get("classes", ()))
    yield from (f"element:{word.title()}" for word in facts.get("elements", ()))
    if not facts.get("complete"):
        yield "unknown:details"


def _deck_building(facts: Mapping[str, Any]) -> Iterator[str]:
    yield f"zone:{facts['zone']}"
    yield from (f"{kind}:{facts[field]}" for field, kind in _VALUES.items() if facts.get(field, "none") != "none")
    if facts.get("divine_relic"):
        yield "divine-relic"
    # A ban has a day and stands in banlists/; that a card was made for one format only is a fact of the card.
    if facts.get("restriction", "banned") != "banned":
        yield facts["restriction"]


def standing_of(traits: frozenset[str]) -> Standing:
    """How likely a card with these traits is meant in a list."""
    if "zone:none" in traits:
        return Standing.NO_CARD
    return Standing.CASUAL if traits & {"limited-only", "pantheon-only"} else Standing.PAPER
