"""What a text means for decks is found in wordings of every kind. All sentences here are made up for these tests."""

from __future__ import annotations

import pytest

from deckcheck.decklist.cards import ANY_NUMBER
from deckcheck.games.mtg import card_text
from deckcheck.games.mtg.fact_records import Part, ToldCard, card_record, read_types


def record(
    text: str, line: str = "Creature — Sample", name: str = "Example Badger", **more: object
) -> dict[str, object]:
    types, supertypes, subtypes = read_types(line)
    part = Part(name, types, supertypes, subtypes, "{1}{G}", text, power=bool(more.pop("power", True)))
    return card_record(ToldCard(name, str(more.pop("layout", "normal")), (part,), 2, ("G",)))


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("Trample\nA deck can have any number of cards named Example Badger.", ANY_NUMBER),
        ("A deck can have up to seven cards named Example Badger.", 7),
        ("A deck can have up to nine cards named Example Badger.", 9),
        ("A deck can have up to 12 cards named Example Badger.", 12),
        ("DCI ruling — This card is restricted.", 1),
        ("Count the cards named Example Badger in your deck.", 0),
        ("", 0),
    ],
)
def test_the_limit_of_copies(text: str, limit: int) -> None:
    assert card_text.copy_limit(text) == limit


def test_basic_lands_may_be_there_in_any_number() -> None:
    assert record("", "Basic Land — Forest")["copy_limit"] is None
    assert record("", "Basic Snow Land")["copy_limit"] is None
    assert "copy_limit" not in record("", "Land — Forest")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Vigilance\nPartner (Two of these may lead together.)", {"partner": True}),
        ("Partner", {"partner": True}),
        ("Flying, haste\nPartner with Other Badger (It may fetch the other.)", {"partner_with": "Other Badger"}),
        ("Partner with Pair, the Second", {"partner_with": "Pair, the Second"}),
        ("Partner—Survivors (Both must have it.)", {"partner_variant": "survivors"}),
        ("Partner—Father & Son", {"partner_variant": "father_and_son"}),
        ("Partner — Character select", {"partner_variant": "character_select"}),
        ("Friends forever (They lead together.)", {"partner_variant": "friends_forever", "friends_forever": True}),
        ("Partner—Friends forever", {"partner_variant": "friends_forever", "friends_forever": True}),
        ("Choose a Background (It leads, too.)", {"choose_a_background": True}),
        ("Doctor's companion (It leads beside the Doctor.)", {"doctors_companion": True}),
        ("Companion — Your deck is all badgers.", {"companion": True}),
        ("If this is your commander, choose a color before the game begins.", {"commander_chooses_colour": True}),
        ("Remove this from your deck if you're not playing for ante.", {"ante": True}),
        ("Flying, changeling", {"all_creature_types": True}),
        ("Changeling (It is of every type.)", {"all_creature_types": True}),
        ("It is every creature type (even if it is elsewhere).", {"all_creature_types": True}),
        ("Other creatures have changeling.", {}),
        ("Your partner draws a card. Partners are friends.", {}),
        ("Whenever your companion — wherever it is — attacks, draw.", {}),
    ],
)
def test_words_that_let_a_card_lead_or_be_beside_it(text: str, found: dict[str, object]) -> None:
    plain = record("")
    assert {key: value for key, value in record(text).items() if key not in plain} == found


@pytest.mark.parametrize(
    ("line", "text", "by"),
    [
        ("Legendary Creature — Sample", "", "creature"),
        ("Legendary Artifact Creature — Sample", "", "creature"),
        ("Legendary Planeswalker — Sample", "Example Badger can be your commander.", "text"),
        ("Legendary Artifact — Vehicle", "", "vehicle"),
        ("Legendary Artifact — Vehicle", "This can be your commander.", "text"),
        ("Legendary Artifact — Spacecraft", "", "spacecraft"),
        (
            "Legendary Planeswalker — Sample",
            "As long as it isn't on the battlefield, it's an Insect creature in addition to its other types.",
            "rules_text_creature",
        ),
        ("Legendary Artifact", "", None),
        ("Creature — Sample", "", None),
        ("Legendary Enchantment — Background", "", None),
    ],
)
def test_what_lets_a_card_lead(line: str, text: str, by: str | None) -> None:
    found = record(text, line)
    assert (found.get("commander_by", "creature") if found.get("can_be_commander") else None) == by


def test_a_spacecraft_without_power_leads_nothing() -> None:
    assert "can_be_commander" not in record("", "Legendary Artifact — Spacecraft", power=False)


def test_a_card_that_is_a_creature_elsewhere_says_so() -> None:
    text = "As long as it isn't on the battlefield, it's a 2/2 Insect creature in addition to its other types."
    found = record(text, "Legendary Planeswalker — Sample")
    assert (found["also_types"], found["also_subtypes"]) == (["Creature"], ["Insect"])


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Add {G}.",
        "Flying\n{1}{G}, Sacrifice another badger: Draw.",
        "Example Badger enters tapped.\nPay 2 life: It gains reach.",
        "+1: Draw a card.\n−3: Discard one.",
        "Equip {2}",
        "Equip legendary creature {1}",
        "Equip—Pay 3 life.",
        "Equip Sample {1}\nEquip {3}",
        "Example of a Name — Equip {2}",
        "Cycling {2} ({2}, Discard this card: Draw a card.)",
        "Swampcycling {1}",
        "Basic landcycling {1}",
        "Crew 3",
        "Saddle 2",
        "Flying, crew 1",
        "Unearth {B}",
        "Ninjutsu {1}{U}",
        "Level up {2}",
        "Reconfigure {1}",
        "Craft with artifact {4}",
        "Station (Tap another creature you control: Put counters on it.)",
        "Boast — {1}: Draw a card.",
        "Channel — {1}, Discard this card: Draw a card.",
        "Renew — {2}, Exile this card: Draw.",
        "Reinforce 2—{1}{G}",
        "{1}{W}: Level 2\nYour badgers have flying.",
    ],
)
def test_an_activated_ability_is_seen(text: str) -> None:
    assert record(text).get("activated")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Flying, trample",
        'Other badgers have "{T}: Add {G}."',
        "Make a token with “{2}, Sacrifice this: Draw a card.”",
        'Make a Treasure. (It is an artifact with "{T}, Sacrifice it: Add one mana of any color.")',
        "Max speed — {T}: Add {G}.",
        "Equip abilities you activate cost {1} less.",
        "Crew Captain gets bigger whenever it crews a vehicle.",
        "Morph {2}{G} (Turn it face up any time.)",
        "Flashback {3}",
        "Suspend 3—{U}",
        "Companion — Each of your cards is odd.",
        "Choose one —\n• Draw.\n• Discard.",
        "Cycling costs you pay are {1} less.",
        "When Example: Badger enters, draw a card.",
    ],
)
def test_what_is_no_activated_ability_of_its_own_is_not(text: str) -> None:
    assert "activated" not in record(text, name="Example: Badger")


def test_a_land_with_a_basic_type_has_its_ability_without_words() -> None:
    assert record("", "Land — Forest Cave")["activated"]
    assert "activated" not in record("", "Land — Cave")


def test_of_a_card_with_two_faces_the_front_counts_and_of_a_room_both_halves() -> None:
    parts = (Part("One", ("Enchantment",), text="Draw."), Part("Two", ("Enchantment",), text="{T}: Draw."))
    for layout, wanted in (("transform", None), ("adventure", None), ("split", True)):
        made = card_record(ToldCard("One // Two", layout, parts, 3, ()))
        assert made.get("activated") is wanted


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Legendary Snow Creature — Time Lord Doctor", (("Creature",), ("Legendary", "Snow"), ("Time Lord", "Doctor"))),
        ("Plane — The Quiet Meadow", (("Plane",), (), ("The Quiet Meadow",))),
        ("Tribal Instant — Sample", (("Kindred", "Instant"), (), ("Sample",))),
        ("Artifact", (("Artifact",), (), ())),
        ("Basic Land — Forest", (("Land",), ("Basic",), ("Forest",))),
    ],
)
def test_a_type_line_is_read(line: str, found: tuple[tuple[str, ...], ...]) -> None:
    assert read_types(line) == found


@pytest.mark.parametrize(
    ("text", "relaxed"),
    [
        ("Flying\nRulebreaker — Badgers of any color identity are welcome.", ["identity"]),
        ("Rulebreaker — No maximum holds.", ["size"]),
        ("Rulebreaker (Made up.)", ["identity", "size"]),
        ("It is said to be a rulebreaker.", None),
    ],
)
def test_what_a_rulebreaker_relaxes_is_asked(text: str, relaxed: list[str] | None) -> None:
    found = record(text).get("rulebreaker")
    assert (list(found) if isinstance(found, dict) else None) == relaxed


def test_places_are_told_by_types_and_layouts() -> None:
    assert record("", "Artifact — Attraction")["is_attraction"]
    assert record("", "Stickers")["is_sticker"]
    assert record("", "Artifact — Contraption")["is_contraption"]
    assert record("", "Conspiracy")["is_conspiracy"]
    assert record("", "Legendary Enchantment — Background")["background"]
    assert record("", "Plane — Meadow", layout="planar")["is_plane"]
    assert record("", "Scheme", layout="scheme")["is_scheme"]
    assert record("", "Vanguard", layout="vanguard")["is_vanguard"]
    assert record("", "Legendary Creature — Time Lord Doctor")["time_lord_doctor"]
    assert "time_lord_doctor" not in record("", "Legendary Creature — Human Time Lord Doctor")
