"""A row names a look-alike only where a judge may meet it: in the format, and of the same kind."""

from __future__ import annotations

from datetime import date
from typing import Final

import pytest

from deckcheck.catalogue import open_index
from deckcheck.decklist.cards import Card
from deckcheck.games import GAMES
from deckcheck.law.legality import Admission, Day, Legality, Status
from deckcheck.verdict.likely_cause import MOST, likeness, looks_like

MTG: Final = open_index("mtg")
GA: Final = open_index("ga")


def law(*, out: tuple[str, ...] = (), banned: tuple[str, ...] = ()) -> Legality:
    """A law that lets in all cards but those named."""
    statuses = {name: Status("banned") for name in banned}
    return Legality(Day(date(2026, 6, 13)), lambda card: Admission(card.name not in out, "no-set"), statuses)


def named(name: str, game: str = "mtg", of: Legality | None = None) -> list[str]:
    index = MTG if game == "mtg" else GA
    return [card.name for card in looks_like(_card(name, game), index, GAMES[game].presentation, of)]


def alike(one: Card, other: Card) -> float:
    return likeness(one, other, GAMES["mtg"].presentation)


def _card(name: str, game: str = "mtg") -> Card:
    card = (MTG if game == "mtg" else GA).card(name)
    assert card is not None
    return card


@pytest.mark.parametrize(
    ("name", "other", "game"),
    [
        ("Spell Pierce", "Spell Snare", "mtg"),
        ("Consign to Memory", "Consign to Dream", "mtg"),
        ("Blood Moon", "Blood Sun", "mtg"),
        ("Island", "Snow-Covered Island", "mtg"),
        ("Snow-Covered Swamp", "Swamp", "mtg"),
        ("Spellshield: Astra", "Spellshield: Wind", "ga"),
        ("Spirit of Fire", "Spirit of Serene Fire", "ga"),
    ],
)
def test_cards_that_are_taken_for_each_other_are_named(name: str, other: str, game: str) -> None:
    assert other in named(name, game)


@pytest.mark.parametrize("name", ["Ragavan, Nimble Pilferer", "Preordain", "Thoughtseize", "Fatal Push"])
def test_names_that_are_only_near_in_letters_are_not(name: str) -> None:
    """Thoughtcast is an artifact deck's sorcery of another colour, and Prey Upon is green."""
    assert all(alike(_card(name), _card(other)) >= 0.96 for other in named(name))
    assert "Thoughtcast" not in named(name)


def test_what_the_format_bars_is_not_named() -> None:
    assert "Spell Snare" in named("Spell Pierce", of=law())
    assert "Spell Snare" not in named("Spell Pierce", of=law(out=("Spell Snare",)))
    assert "Spell Snare" not in named("Spell Pierce", of=law(banned=("Spell Snare",)))


def test_basics_of_two_kinds_and_versions_of_one_card_are_no_look_alikes() -> None:
    assert alike(_card("Snow-Covered Island"), _card("Snow-Covered Plains")) == 0
    assert alike(_card("Wastes"), _card("Wastes")) == 0
    assert alike(_card("Luminarch Aspirant"), _card("A-Luminarch Aspirant")) == 0


def test_no_card_is_its_own_look_alike_and_few_are_named() -> None:
    for name in MTG.names()[::700]:
        found = looks_like(_card(name), MTG, GAMES["mtg"].presentation)
        assert len(found) <= MOST
        assert _card(name) not in found
