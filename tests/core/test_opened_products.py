"""What the boosters of a set can hold: the set, the sheets that lie in them, and nothing else where all are known."""

from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.catalogue import open_index, open_sets, printed_in
from deckcheck.verdict.pool_counts import read_counts
from deckcheck.verdict.set_lists import SetList, not_opened
from tests.set_lists import sets_of

INDEX: Final = open_index("mtg")
BOOSTERS: Final = sets_of("mtg").boosters


def opened(*codes: str) -> tuple[SetList, ...]:
    return tuple(one for code in codes if (one := sets_of("mtg").set_list(code)))


def foreign(text: str, *codes: str) -> list[tuple[str, bool]]:
    read = read_counts(text, opened(*codes), INDEX, free=("Plains",))
    assert not read.unread
    return [(one.name, one.known) for one in read.foreign]


@pytest.mark.parametrize(
    ("text", "codes", "wrong"),
    [
        ("1 Black Lotus", "FDN", [("Black Lotus", True)]),
        ("2 Condemn", "FDN", []),  # a Special Guest of Foundations
        ("1 Damnation", "FDN", [("Damnation", True)]),  # one of Duskmourn
        ("1 Damnation", "FDN DSK", []),
        ("1 Damnation", "DSK", []),
        ("1 Force of Will", "STX", [("Force of Will", True)]),
        ("1 Brainstorm", "STX", []),  # Mystical Archive
        ("1 Leyline Binding", "OTJ", []),  # Breaking News
        ("1 Sheoldred, the Apocalypse", "ONE", []),
        ("1 Disa the Restless", "MH3", []),
        ("1 Black Lotus", "MKM", [("Black Lotus", False)]),  # The List is not known card by card
        ("1 Black Lotus", "M19", [("Black Lotus", False)]),
        ("1 Black Lotus", "FDN M19", [("Black Lotus", False)]),
        ("9 Plains", "BRO", []),
        ("1 Sol Ring", "BRO", [("Sol Ring", True)]),
        ("1 Sol Ring", "KLD", []),  # Kaladesh Inventions
    ],
)
def test_a_card_that_no_opened_booster_holds_is_told_and_one_that_may_be_there_is_asked_about(
    text: str, codes: str, wrong: list[tuple[str, bool]]
) -> None:
    assert foreign(text, *codes.split()) == wrong


def test_without_a_set_nothing_is_foreign() -> None:
    assert foreign("1 Black Lotus") == []


@pytest.mark.parametrize("code", sorted(BOOSTERS))
def test_every_card_of_a_set_and_of_the_sheets_in_its_boosters_can_be_opened(code: str) -> None:
    """Each sheet is found, and holds cards; whatever the catalogue has in the set itself is never foreign."""
    (one,) = opened(code)
    assert set(printed_in("mtg", code)) & one.held
    assert not_opened([(1, card.name) for card in (*one.cards, *one.numbers.values())], (one,)) == ()
    for sheet in BOOSTERS[code].get("sheets", ()):
        named, _, numbers = sheet.partition(" ")
        assert named in open_sets("mtg")
        inside = one.held & set(printed_in("mtg", named))
        first, last = map(int, numbers.split("-")) if numbers else (1, 1)
        assert len(inside) >= (last - first + 1) / 3, sheet


def test_sheets_of_special_guests_never_overlap() -> None:
    spans = [
        range(int(found[1]), int(found[2]) + 1)
        for boosters in BOOSTERS.values()
        for sheet in boosters.get("sheets", ())
        if (found := re.fullmatch(r"SPG (\d+)-(\d+)", sheet))
    ]
    numbers = [number for span in spans for number in span]
    assert len(numbers) == len(set(numbers))


@given(st.sampled_from(sorted(BOOSTERS)), st.lists(st.sampled_from(sorted(BOOSTERS)), max_size=2))
def test_another_opened_set_only_adds_cards(code: str, others: list[str]) -> None:
    rows = [(1, "Black Lotus"), (1, "Condemn"), (1, "Damnation")]
    alone = {one.name for one in not_opened(rows, opened(code))}
    assert {one.name for one in not_opened(rows, opened(code, *others))} <= alone
