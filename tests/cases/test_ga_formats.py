"""Grand Archive Pantheon, by a deck of the publisher's own and what may be changed of it, and Limited.

The sections are those of the Comprehensive Rules (Format Conventions) and the Tournament Rules (Pantheon, Limited
Tournaments).
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

import pytest

from deckcheck.lists.list_checks import Terms
from tests.tables import every_row
from tests.verdicts import errors, told, verdict_on

SAMPLES: Final = Path(__file__).parents[1] / "dialects" / "omnidex"
SOLD: Final = (SAMPLES / "10-official-pantheon-lorraine.txt").read_text("utf-8").rstrip() + "\n"
"""60 and 12 cards, as the publisher sells them, without boons."""
LESSER, GREATER, OTHER = "Lesser Boon of Agni", "Greater Boon of Horses", "Greater Boon of Dux"
PROXIA: Final = "Greater Boon of Proxia"
MORE: Final = ("Aegis of Dawn", "Alkahest", "Arcanist's Prism", "Archon Broadsword")
JUNE: Final = date(2026, 6, 20)


def deck(*edits: tuple[str, str], more: int = 0, boons: tuple[str, ...] = (LESSER, GREATER), after: str = "") -> str:
    """The deck that is sold with its lines edited, so many cards more in its material deck, and boons."""
    text = SOLD + "".join(f"1 {name}\n" for name in MORE[:more])
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return text + "\n# Boons\n" + "".join(f"1 {name}\n" for name in boons) + after


ROWS: Final = [
    ("60 cards, 12 cards and two boons (CR Format Conventions)", deck(), []),
    ("no boons (TRG Pantheon)", SOLD, ["lesser-boon", "greater-boon"]),
    ("two lesser boons", deck(boons=(LESSER, "Lesser Boon of Dux")), ["greater-boon"]),
    ("three boons", deck(boons=(LESSER, GREATER, OTHER)), ["boons"]),
    ("a boon in the main deck", deck(("1 Zephyr\n", f"1 {OTHER}\n1 Zephyr\n")), ["wrong-deck"]),
    ("59 cards in the main deck (CR Format Conventions)", deck(("1 Zephyr\n", "")), ["main-min"]),
    ("61 cards in the main deck", deck(("1 Zephyr\n", "1 Zephyr\n1 Castling Boon\n")), []),
    ("a card twice in the main deck (TRG Pantheon)", deck(("1 Zephyr\n", "2 Zephyr\n")), ["singleton"]),
    ("a card twice in the material deck", deck(("Equinox Hour", "Tariff Ring")), ["material-copies"]),
    ("11 cards in the material deck (TRG Pantheon)", deck(("1 Drawn Blade\n", "")), ["material-size"]),
    ("13 cards in the material deck", deck(more=1), ["material-size"]),
    ("15 cards without the greater boon of Proxia", deck(more=3), ["material-size"]),
    ("no level 0 champion (CR Champion 3)", deck(("Spirit of Wind", "Aegis of Dawn")), ["material-champion"]),
    ("a sideboard (TRG Pantheon)", deck(after="\n# Sideboard\n1 Abnegation\n"), ["sideboard-forbidden"]),
    ("a card made for Limited", deck(("Drawn Blade", "Gate of Alterity")), ["not-in-format"]),
    ("a card that is banned in Standard", deck(("Zephyr", "Carpsong Coda")), []),
]  # fmt: skip


@every_row(["name", "text", "rules"], ROWS)
def test_a_pantheon_deck(name: str, text: str, rules: list[str]) -> None:
    found = verdict_on(text, Terms("ga-pantheon", JUNE))
    assert not found["unresolved"], (name, told(found))
    assert [one["rule"] for one in errors(found)] == rules, (name, told(found))
    assert found["verdict"] == ("illegal" if rules else "legal"), (name, told(found))


@pytest.mark.parametrize(("more", "wrong"), [(0, ""), (1, "unclear"), (2, "unclear"), (3, ""), (4, "error")])
def test_the_greater_boon_of_proxia_adds_three_cards_or_none(more: int, wrong: str) -> None:
    """The boon itself is newer than the list of bans, which is a question of its own."""
    found = verdict_on(deck(more=more, boons=(LESSER, PROXIA)), Terms("ga-pantheon", date(2026, 8, 21)))
    assert {(one["rule"], one["severity"]) for one in found["problems"]} == {
        ("law-unknown", "unclear"),
        *([("material-size", wrong)] if wrong else []),
    }


def test_a_boon_makes_a_deck_of_standard_illegal() -> None:
    found = verdict_on(deck(), Terms("ga-standard", JUNE))
    assert "not-a-tournament-card" in {one["rule"] for one in errors(found)}


MAIN: Final = "".join(f"3 {line[2:]}\n" for line in SOLD.splitlines()[2:12])
"""30 cards."""
MATERIAL: Final = (
    *("Spirit of Wind", "Lorraine, Wandering Warrior", "Lorraine, Blademaster"),
    *(*MORE, "Tariff Ring", "Drawn Blade", "Equinox Hour", "Safeguard Amulet"),
)


def limited(*material: str, main: str = MAIN, after: str = "") -> str:
    """A deck of Limited."""
    return f"# Main\n{main}\n# Material\n" + "".join(f"1 {name}\n" for name in material) + after


def pool(*material: str, main: str = MAIN) -> str:
    """A pool that a list names."""
    return f"\n# Pool\n{main}" + "".join(f"1 {name}\n" for name in material)


FEW: Final = ("Spirit of Wind", "Drawn Blade")
SIDE: Final = "\n# Sideboard\n" + "".join(f"1 {name}\n" for name in MATERIAL[1:8])
"""21 points."""
ONLY_PANTHEON: Final = "Altruistic Blacksmith"
LIMITED: Final = [
    ("30 cards are enough (CR Format Conventions)", limited(*FEW), "legal", []),
    ("29 cards", limited(*FEW, main=MAIN.replace("3", "2", 1)), "illegal", ["main-min"]),
    ("10 cards in the material deck (CR Format Conventions)", limited(*MATERIAL[:10]), "legal", []),
    ("11 cards in the material deck", limited(*MATERIAL), "illegal", ["material-size"]),
    ("no level 0 champion (CR Champion 3)", limited("Drawn Blade"), "illegal", ["material-champion"]),
    ("4 of a card (TRG Limited Tournaments)", limited(*FEW, main=MAIN.replace("3", "4", 1)), "legal", []),
    ("5 of a card", limited(*FEW, main=MAIN.replace("3", "5", 1)), "illegal", ["copies"]),
    ("a material card twice", limited(*FEW, "Drawn Blade"), "illegal", ["material-copies"]),
    ("a card made for Limited", limited(*FEW, "Nameless Champion"), "legal", []),
    ("two cards that share a name: not known", limited(*FEW, "Nameless Champion", "Nameless Champion"), "unclear", []),
    ("a card made for Pantheon", limited(*FEW, main=f"{MAIN}1 {ONLY_PANTHEON}\n"), "illegal", ["not-in-format"]),
    ("any sideboard, without points", limited(*FEW, after=SIDE), "legal", []),
    ("all of a pool (TRG Limited Tournaments)", limited(*FEW) + pool(*FEW), "legal", []),
    ("a card that is not of the pool", limited(*FEW, "Tariff Ring") + pool(*FEW), "illegal", ["pool"]),
    ("a Spirit that is free (TRG Limited Tournaments)", limited(*FEW) + pool("Drawn Blade"), "legal", []),
    ("a Spirit that is not free", limited("Spirit of Slime", "Drawn Blade") + pool("Drawn Blade"), "illegal", ["pool"]),
    ("two free Spirits: one is meant", limited(*FEW, "Spirit of Fire") + pool("Drawn Blade"), "unclear", []),
    ("a free Spirit beside one of the pool", limited(*FEW, "Spirit of Fire") + pool(*FEW), "legal", []),
]  # fmt: skip


@every_row(["name", "text", "verdict", "rules"], LIMITED)
def test_a_limited_deck(name: str, text: str, verdict: str, rules: list[str]) -> None:
    for fmt in ("ga-limited-draft", "ga-limited-sealed"):
        found = verdict_on(text, Terms(fmt, JUNE))
        assert not found["unresolved"], (name, told(found))
        assert [one["rule"] for one in errors(found)] == rules, (name, told(found))
        assert found["verdict"] == verdict, (name, found["problems"])
