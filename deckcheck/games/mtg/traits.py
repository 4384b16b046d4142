"""The words in which Magic's card facts are told to rules, and how they are drawn from the facts of a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from deckcheck.decklist.names import Standing

KINDS: Final = frozenset(
    (
        *("type", "super", "subtype", "identity", "mana-value", "part-mana-value", "cost", "layout", "basic"),
        *("activated", "every-creature-type"),
        *("leader", "partner", "partner-with", "partner-kind", "chooses-background", "background"),
        *("doctors-companion", "time-lord-doctor", "companion", "chooses-colour"),
        *("kind", "ante", "silver-border", "acorn", "playtest", "nontournament", "funny"),
        *("digital-only", "rebalanced", "rebalanced-of", "has-rebalanced", "unknown"),
        *("relaxes-identity", "relaxes-size"),
    )
)

KEPT: Final = frozenset(("relaxes-identity", "relaxes-size", "nontournament"))
"""What no source tells, or not in words that can be judged."""

_FLAGS: Final = {
    "activated": "activated",
    "activated_unknown": "unknown:activated",
    "all_creature_types": "every-creature-type",
    "partner": "partner",
    "choose_a_background": "chooses-background",
    "background": "background",
    "doctors_companion": "doctors-companion",
    "time_lord_doctor": "time-lord-doctor",
    "companion": "companion",
    "commander_chooses_colour": "chooses-colour",
    "is_sticker": "kind:sticker",
    "is_attraction": "kind:attraction",
    "is_contraption": "kind:contraption",
    "is_conspiracy": "kind:conspiracy",
    "is_plane": "kind:plane",
    "is_scheme": "kind:scheme",
    "is_vanguard": "kind:vanguard",
    "is_token": "kind:token",
    "meld_result_card": "kind:meld-result",
    "ante": "ante",
    "silver_border": "silver-border",
    "acorn": "acorn",
    "playtest": "playtest",
    "nontournament": "nontournament",
    "funny": "funny",
    "digital_only": "digital-only",
    "rebalanced": "rebalanced",
}
_LEADERS: Final = {"vehicle": "vehicle", "spacecraft": "spacecraft", "text": "text"}
WHOLE_LAYOUTS: Final = frozenset(("split", "aftermath"))
"""Layouts whose card has the qualities of all its parts at once, rooms included; of other cards the front counts."""


def traits_of(facts: Mapping[str, Any]) -> frozenset[str]:
    """The traits of one card of data/mtg/cards.jsonl."""
    return frozenset((*_qualities(facts), *_cost(facts), *_leading(facts), *_relaxing(facts), *_flags(facts)))


def _qualities(facts: Mapping[str, Any]) -> Iterator[str]:
    parts = facts.get("face_facts", ()) if facts["layout"] in WHOLE_LAYOUTS else ()
    for part in (facts, *parts):
        yield from (f"type:{word}" for word in part.get("types", ()))
        yield from (f"super:{word}" for word in part.get("supertypes", ()))
        yield from (f"subtype:{word}" for word in part.get("subtypes", ()))
    # Grist is a creature wherever it is not in play (CR 113.6), so in every deck.
    yield from (f"type:{word}" for word in facts.get("also_types", ()))
    yield from (f"subtype:{word}" for word in facts.get("also_subtypes", ()))
    if "Basic" in facts.get("supertypes", ()):
        yield "basic"
    if "types" not in facts:
        yield "unknown:types"
    if "color_identity" not in facts:
        yield "unknown:identity"
    yield from (f"identity:{colour}" for colour in facts.get("color_identity", ()))
    yield f"layout:{facts['layout']}"


def _cost(facts: Mapping[str, Any]) -> Iterator[str]:
    if facts["layout"] in WHOLE_LAYOUTS:
        costs = [part.get("mana_cost", "") for part in facts.get("face_facts", ())]
        cost = "".join(costs)
        yield from (f"part-mana-value:{_value(one)}" for one in costs)
    else:
        cost = facts.get("mana_cost", "")
    if cost:
        yield f"cost:{cost}"
    if "mana_value" in facts:
        yield f"mana-value:{facts['mana_value']}"


def _value(cost: str) -> int:
    """The mana value of a cost without halves: {2}{W/U}{X} is 3."""
    symbols = [symbol.partition("/")[0] for symbol in cost.strip("{}").split("}{") if symbol]
    return sum(int(symbol) if symbol.isdecimal() else symbol not in {"X", "Y", "Z"} for symbol in symbols)


def _leading(facts: Mapping[str, Any]) -> Iterator[str]:
    if facts.get("can_be_commander"):
        yield f"leader:{_LEADERS.get(facts.get('commander_by', ''), 'creature')}"
    if "partner_with" in facts:
        yield f"partner-with:{facts['partner_with']}"
    if "partner_variant" in facts:
        yield f"partner-kind:{facts['partner_variant'].replace('_', '-')}"


def _relaxing(facts: Mapping[str, Any]) -> Iterator[str]:
    """What a Rulebreaker allows as a commander, in words."""
    yield from (f"relaxes-{what}:{words}" for what, words in facts.get("rulebreaker", {}).items())


def _flags(facts: Mapping[str, Any]) -> Iterator[str]:
    yield from (trait for flag, trait in _FLAGS.items() if facts.get(flag))
    if "rebalanced_of" in facts:
        yield f"rebalanced-of:{facts['rebalanced_of']}"
    if "has_rebalanced" in facts:
        yield f"has-rebalanced:{facts['has_rebalanced']}"


_NO_CARD: Final = frozenset(("kind:token", "kind:plane", "kind:scheme", "kind:vanguard", "kind:meld-result"))
_NAME_ONLY: Final = frozenset(("unknown:types", "unknown:identity"))
_CASUAL: Final = frozenset(("silver-border", "acorn", "playtest", "nontournament", "funny"))


def standing_of(traits: frozenset[str]) -> Standing:
    """How likely a card with these traits is meant in a list."""
    if traits & _NO_CARD or (traits >= _NAME_ONLY and "digital-only" not in traits):
        return Standing.NO_CARD
    if traits & _CASUAL:
        return Standing.CASUAL
    return Standing.DIGITAL if "digital-only" in traits else Standing.PAPER
