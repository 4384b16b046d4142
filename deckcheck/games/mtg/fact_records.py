"""The facts of a card as data/mtg/cards.jsonl has them, drawn from what a source tells of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from deckcheck.decklist.cards import ANY_NUMBER
from deckcheck.games.mtg import card_text
from deckcheck.games.mtg.traits import WHOLE_LAYOUTS

SUPERTYPES: Final = frozenset(("Basic", "Legendary", "Snow", "World", "Ongoing", "Host", "Elite", "Token"))
TYPES: Final = frozenset(
    (
        *("Artifact", "Battle", "Conspiracy", "Creature", "Dungeon", "Enchantment", "Instant", "Kindred", "Land"),
        *("Phenomenon", "Plane", "Planeswalker", "Scheme", "Sorcery", "Stickers", "Vanguard", "Hero"),
    )
)
JOKE_TYPES: Final = frozenset("Dragon Elemental Goblin Jaguar Knights Specter Universewalker Wolf".split())
"""What stands for a type on a few playtest cards and jokes."""
_OLD_TYPES: Final = {"Tribal": "Kindred", "Summon": "Creature", "Eaturecray": "Creature"}
_BY_LAYOUT: Final = {"planar": "is_plane", "scheme": "is_scheme", "vanguard": "is_vanguard"}
_BY_TYPE: Final = {"Conspiracy": "is_conspiracy", "Stickers": "is_sticker"}
_BY_SUBTYPE: Final = {"Attraction": "is_attraction", "Contraption": "is_contraption", "Background": "background"}
_BASIC_LANDS: Final = frozenset(("Plains", "Island", "Swamp", "Mountain", "Forest"))
_TEXT_FLAGS: Final = {
    "partner": card_text.is_partner,
    "choose_a_background": card_text.chooses_background,
    "doctors_companion": card_text.is_doctors_companion,
    "companion": card_text.is_companion,
    "commander_chooses_colour": card_text.chooses_colour,
    "ante": card_text.is_for_ante,
    "all_creature_types": card_text.has_every_creature_type,
}


class Part(NamedTuple):
    """One part of a card as a source tells it. `power`: whether it has power and toughness."""

    name: str
    types: tuple[str, ...]
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    cost: str = ""
    text: str = ""
    power: bool = False


class ToldCard(NamedTuple):
    """What a source tells of a card, whatever its printing. `layout` is in our words; the first part is the front."""

    name: str
    layout: str
    parts: tuple[Part, ...]
    mana_value: int | float
    identity: tuple[str, ...]
    meld_result: str = ""
    is_meld_result: bool = False

    @property
    def text(self) -> str:
        """The text that counts in a deck: the front's, of a card that has all its parts at once all of it."""
        return "\n".join(part.text for part in self.parts) if self.layout in WHOLE_LAYOUTS else self.parts[0].text


def read_types(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The types, supertypes and subtypes of a type line."""
    left, _, right = line.replace(" - ", " — ").partition("—")
    words = left.split()
    types = tuple(_OLD_TYPES.get(word, word) for word in words if word not in SUPERTYPES)
    # A plane's type is one name of any number of words (CR 205.3b).
    below = (right.strip(),) if "Plane" in types and right.strip() else tuple(_subtypes(right))
    return types, tuple(word for word in words if word in SUPERTYPES), below


def _subtypes(line: str) -> Iterator[str]:
    yield from (word.replace("_", " ") for word in line.replace("Time Lord", "Time_Lord").split())


def card_record(card: ToldCard) -> dict[str, Any]:
    """The facts of a card, without its printings and what these say."""
    front = card.parts[0]
    record: dict[str, Any] = {"name": card.name}
    if len(card.parts) > 1:
        record["faces"] = [part.name for part in card.parts]
    record |= {"layout": card.layout, **_part_facts(front)}
    record |= {"mana_value": card.mana_value, "color_identity": [c for c in "WUBRG" if c in card.identity]}
    if len(card.parts) > 1:
        record["face_facts"] = [{"name": part.name, **_part_facts(part)} for part in card.parts]
    return {**record, **_told_by_text(card), **_leading(card), **_places(card), **_melding(card)}


def _part_facts(part: Part) -> Mapping[str, Any]:
    facts = {"types": part.types, "supertypes": part.supertypes, "subtypes": part.subtypes}
    told: dict[str, Any] = {key: list(words) for key, words in facts.items() if words or key == "types"}
    return {**told, "mana_cost": part.cost} if part.cost else told


def _told_by_text(card: ToldCard) -> Mapping[str, Any]:
    front, text = card.parts[0], card.text
    found: dict[str, Any] = {key: True for key, says in _TEXT_FLAGS.items() if says(text)}
    if limit := ANY_NUMBER if "Basic" in front.supertypes else card_text.copy_limit(text):
        found["copy_limit"] = None if limit == ANY_NUMBER else limit
    if other := card_text.partner_with(text):
        found["partner_with"] = other
    if kind := card_text.partner_kind(text):
        found["partner_variant"] = kind
        found |= {"friends_forever": True} if kind == "friends_forever" else {}
    if relaxed := card_text.rulebreaker(text):
        # What exactly it lets in is asked, not judged.
        found["rulebreaker"] = dict.fromkeys(relaxed, "what its own text says")
    found |= _also(text)
    if has_activated(card):
        found["activated"] = True
    return found


def _also(text: str) -> Mapping[str, Any]:
    words = card_text.also_types(text)
    if not words:
        return {}
    found = {"also_types": [w.title() for w in words if w.title() in TYPES]}
    return found | {"also_subtypes": [w for w in words if w.title() not in TYPES]}


def has_activated(card: ToldCard) -> bool:
    """Whether the card, as it is in a deck, has an activated ability."""
    front = card.parts[0]
    # A basic land type gives its land a mana ability (CR 305.6).
    if _BASIC_LANDS & set(front.subtypes):
        return True
    names = {card.name, *(part.name for part in card.parts)}
    return card_text.has_activated_ability(card.text, {*names, *(name.partition(",")[0] for name in names)})


def _leading(card: ToldCard) -> Mapping[str, Any]:
    front = card.parts[0]
    found: dict[str, Any] = {}
    if card.is_meld_result:
        return found
    if by := _leads_by(front, card.text):
        found["can_be_commander"] = True
        found |= {"commander_by": by} if by != "creature" else {}
    if {"Time Lord", "Doctor"} == set(front.subtypes):
        found["time_lord_doctor"] = True
    return found


def _leads_by(front: Part, text: str) -> str:
    """By what a card leads a deck, if it does (CR 903.3)."""
    if "Legendary" in front.supertypes and "Creature" in front.types:
        return "creature"
    if card_text.can_lead(text):
        return "text"
    if "Legendary" not in front.supertypes:
        return ""
    if "Vehicle" in front.subtypes:
        return "vehicle"
    if "Spacecraft" in front.subtypes and front.power:
        return "spacecraft"
    return "rules_text_creature" if "Creature" in _also(text).get("also_types", ()) else ""


def _places(card: ToldCard) -> Mapping[str, Any]:
    """What kind of card it is, where it has a place of its own."""
    front = card.parts[0]
    found = {_BY_LAYOUT[card.layout]} if card.layout in _BY_LAYOUT else set()
    found |= {_BY_TYPE[word] for word in front.types if word in _BY_TYPE}
    found |= {_BY_SUBTYPE[word] for word in front.subtypes if word in _BY_SUBTYPE}
    return dict.fromkeys(sorted(found), True)


def _melding(card: ToldCard) -> Mapping[str, Any]:
    if card.is_meld_result:
        return {"layout": "normal", "meld_result_card": True}
    return {"meld_result": card.meld_result} if card.meld_result else {}
