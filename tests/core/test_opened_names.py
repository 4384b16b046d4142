"""Names in a pool mean cards of the sets that were opened first, and never another card than can be meant."""

from __future__ import annotations

import random
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final

import pytest

from deckcheck.catalogue import open_index
from deckcheck.decklist.cards import Card
from deckcheck.decklist.names import fold
from deckcheck.verdict.pool_counts import PoolRead, read_counts
from deckcheck.verdict.set_lists import OpenedNames, opened_names
from tests.set_lists import sets_of

MTG, GA = open_index("mtg"), open_index("ga")
BASICS: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest")


def names_of(code: str, game: str = "mtg") -> tuple[OpenedNames, list[Card]]:
    one = sets_of(game).set_list(code)
    assert one is not None
    cards = list(dict.fromkeys((*one.cards, *one.numbers.values())))
    return opened_names(open_index(game), [one], BASICS if game == "mtg" else ()), cards


FDN, FDN_CARDS = names_of("FDN")
WWK, _ = names_of("WWK")
"""A set without basic lands."""


def read(text: str, code: str = "FDN") -> PoolRead:
    one = sets_of("mtg").set_list(code)
    assert one is not None
    return read_counts(text, [one], MTG, free=BASICS)


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("Savior", "Felidar Savior"),
        ("savio", "Felidar Savior"),
        ("Savoir", "Felidar Savior"),
        ("Apparent", "Hare Apparent"),
        ("Exuberant", "Loot, Exuberant Explorer"),
        ("Angel of Vit", "Angel of Vitality"),
        ("Moutain", "Mountain"),
    ],
)
def test_what_may_be_meant_is_a_card_that_was_opened_before_any_other(written: str, first: str) -> None:
    assert FDN.near(written)[0] == first
    assert [one.near[0] for one in read(written).unread] == [first]


def test_every_opened_card_that_holds_a_part_stands_before_others() -> None:
    assert set(FDN.near("Felidar")[:3]) == {"Felidar Cub", "Felidar Savior", "Felidar Retreat"}
    assert set(FDN.near("Lightning")[:2]) == {"Ball Lightning", "Burst Lightning"}
    assert FDN.near("Lightning")[2:] == tuple(near.card.name for near in MTG.near("Lightning", 3))


def test_a_name_like_none_that_was_opened_is_looked_for_among_all() -> None:
    assert all(name.startswith("Emrakul") for name in FDN.near("Emrakul"))


def test_cards_that_are_free_beside_the_pool_are_among_the_opened_ones() -> None:
    assert WWK.near("Forrest")[0] == "Forest"
    found = read("Mountian", "WWK")
    assert [(row.name, row.set_code) for row in found.rows] == [("Mountain", "")]


@pytest.mark.parametrize(
    ("written", "card", "before"),
    [
        ("Angel of Vitalty", "Angel of Vitality", True),
        ("Loot", "Loot, Exuberant Explorer", False),
        ("Vizier of the", None, False),
        ("Seize the", None, False),
        ("Claws", None, False),
        ("Deadly Riposta", "Deadly Riposte", True),
        ("Ajani", None, False),
        ("White", None, False),
        ("Deathmask", None, False),
        ("Angel", None, False),
    ],
)
def test_a_name_that_one_opened_card_can_have_is_that_card(written: str, card: str | None, before: bool) -> None:
    """`before`: it is read so whatever was opened. A word alone, and one that two go on from, is asked about."""
    match = FDN.find(written)
    assert [one.name for one in match.cards] == ([card] if card else [])
    assert match.contestable == bool(card)
    assert bool(len(MTG.find(written).cards) == 1 and MTG.find(written).cards == match.cards) == before


def test_a_typo_between_two_cards_is_the_one_that_was_opened() -> None:
    """One of every hundred slips lies near a second card of the game, which is in no booster here."""
    settled = [
        (card.name, written)
        for card in FDN_CARDS
        for written in slips(card.front, random.Random(3), 4)
        if not MTG.find(written).cards and FDN.find(written).cards
    ]
    assert settled
    for name, written in settled:
        found = read(written)
        assert ([row.name for row in found.rows], [n.text for n in found.notes]) == ([name], [written])
        assert found.told == (f'"{written}" is read as {name}.',)


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("Savor", "Savor"),
        ("felidar umbra", "Felidar Umbra"),
        ("Fire", "Fire // Ice"),
        ("Loot Dispute", "Loot Dispute"),
        ("Felidar Guardain", "Felidar Guardian"),
    ],
)
def test_the_name_of_a_card_that_was_not_opened_stays_its_own(written: str, card: str) -> None:
    assert [one.name for one in FDN.find(written).cards] == [card]


def test_a_word_before_a_comma_is_no_name_by_itself() -> None:
    found = read("Loot, the Pathfindr of Xq")
    assert (found.rows, [one.text for one in found.unread]) == ((), ["Loot, the Pathfindr of Xq"])
    assert [one.text for one in read("12, Loot").unread] == ["Loot"]


def test_without_a_set_names_are_those_of_lists() -> None:
    alone = opened_names(MTG, ())
    assert not alone.find("Loot").cards
    assert alone.near("Savior", 4) == tuple(near.card.name for near in MTG.near("Savior", 4))
    assert alone.find("Angel") == MTG.find("Angel")


def slips(name: str, rng: random.Random, count: int) -> Iterator[str]:
    """The name with one letter left out, added, replaced or changed for the next."""
    letters = [place for place, sign in enumerate(name) if sign.isalpha()]
    for _ in range(count):
        at, sign = rng.choice(letters), rng.choice(ascii_lowercase)
        ways = (
            name[:at] + name[at + 1 :],
            name[:at] + sign + name[at:],
            name[:at] + sign + name[at + 1 :],
            name[:at] + name[at : at + 2][::-1] + name[at + 2 :],
        )
        written = rng.choice(ways)
        if fold(written) != fold(name):
            yield written


@pytest.mark.parametrize(("game", "code"), [("mtg", "FDN"), ("mtg", "EOE"), ("ga", "DTR")])
def test_a_slip_is_the_card_or_asked_about_with_the_card_named_first(game: str, code: str) -> None:
    names, cards = names_of(code, game)
    rng, asked, all_of_them = random.Random(11), 0, 0
    for card in cards:
        for written in slips(card.front, rng, 2):
            found, all_of_them = names.find(written).cards, all_of_them + 1
            assert len(found) != 1 or found == (card,), (card.name, written)
            if len(found) != 1:
                asked += 1
                assert names.near(written)[0] == card.name, written
    assert asked < 0.08 * all_of_them
