"""Grand Archive Pantheon: a deck of the publisher's own with two boons, and what may be changed of it.

The sections are those of the Comprehensive Rules (Format Conventions) and the Tournament Rules (Pantheon).
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
