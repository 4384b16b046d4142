"""Pools typed by numbers, names and exported lines: whatever is written comes back as it was counted, or is asked."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.catalogue import open_index
from deckcheck.decklist.list_reader import headings_of
from deckcheck.games import GAMES
from deckcheck.verdict.pool_counts import PoolRead, PoolRow, pool_text, read_counts
from deckcheck.verdict.set_lists import SetList
from tests.doubling import MOST, growth_of_work
from tests.growing import words_in
from tests.set_lists import sets_of


def opened(game: str, code: str) -> SetList:
    found = sets_of(game).set_list(code)
    assert found is not None
    return found


FDN: Final = opened("mtg", "FDN")
EOE, EOS = opened("mtg", "EOE"), opened("mtg", "EOS")
OLD: Final = opened("mtg", "LEA")
"""A set without numbers."""
GA: Final = opened("ga", "DTR")


def read(text: str, *sets: SetList, game: str = "mtg") -> PoolRead:
    return read_counts(text, sets or (FDN,), open_index(game), headings_of(GAMES[game]))


def counted(text: str, *sets: SetList, game: str = "mtg") -> dict[str, int]:
    """What a text counts, of which all is read."""
    found = read(text, *sets, game=game)
    assert found.unread == ()
    assert found.total == sum(row.count for row in found.rows)
    return {row.name: row.count for row in found.rows}


SAVIOR, FLIGHT, HEIR, HARE = "Felidar Savior", "Fleeting Flight", "Guarded Heir", "Hare Apparent"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("12", {SAVIOR: 1}),
        ("12x2", {SAVIOR: 2}),
        ("12*2", {SAVIOR: 2}),
        ("12 × 3", {SAVIOR: 3}),
        ("12 x2", {SAVIOR: 2}),
        ("FDN 12", {SAVIOR: 1}),
        ("fdn:12x2", {SAVIOR: 2}),
        ("fdn12", {SAVIOR: 1}),
        ("FDN-12 FDN-13x2", {SAVIOR: 1, FLIGHT: 2}),
        ("FDN/12", {SAVIOR: 1}),
        ("FDN #0012", {SAVIOR: 1}),
        ("0012/0271 0013", {SAVIOR: 1, FLIGHT: 1}),
        ("012/271", {SAVIOR: 1}),
        ("#12", {SAVIOR: 1}),
        ("12 13x2 14", {SAVIOR: 1, FLIGHT: 2, HEIR: 1}),
        ("12, 13x2; 14,15", {SAVIOR: 1, FLIGHT: 2, HEIR: 1, HARE: 1}),
        ("FDN: 12, 13", {SAVIOR: 1, FLIGHT: 1}),
        ("FDN 12, FDN 13x2", {SAVIOR: 1, FLIGHT: 2}),
        ("12\n13\n\n12", {SAVIOR: 2, FLIGHT: 1}),
        ("12\r\n13", {SAVIOR: 1, FLIGHT: 1}),
        ("Felidar Savior", {SAVIOR: 1}),
        ("2 felidar savior", {SAVIOR: 2}),
        ("2x Felidar Savior\n12", {SAVIOR: 3}),
        ("Felidar Savior x2", {SAVIOR: 2}),
        ("1 Shivan Dragon (FDN) 206", {"Shivan Dragon": 1}),
        ("2 Shivan Dragon [FDN]", {"Shivan Dragon": 2}),
        ("Pool\n1 Shivan Dragon\n# rares\nCreatures (1)\n12", {"Shivan Dragon": 1, SAVIOR: 1}),
        ("Ajani, Caller of the Pride", {"Ajani, Caller of the Pride": 1}),
        ("12, Felidar Savior, 13x2", {SAVIOR: 2, FLIGHT: 2}),
        ("1 Fire", {"Fire // Ice": 1}),
        ("shivan dragn", {"Shivan Dragon": 1}),
    ],
)
def test_a_pool_is_read_in_all_the_ways_that_people_write(text: str, wanted: dict[str, int]) -> None:
    assert counted(text) == wanted


def test_a_variant_is_the_card_it_shows() -> None:
    """The borderless number counts for the same card, in one row under its number in the boosters."""
    variant, card = next((n, card) for n, card in FDN.numbers.items() if FDN.number_of[card.name] != n)
    number = FDN.number_of[card.name]
    assert read(f"{number}\n{variant}x2").rows == (PoolRow(3, card.name, "FDN", number),)


def test_a_number_is_of_the_set_that_is_named_before_it_or_of_the_first() -> None:
    assert counted("1", EOE, EOS) == {"Anticausal Vestige": 1}
    assert counted("1", EOS, EOE) == {"Ancient Tomb": 1}
    assert counted("EOS 1 2x3\n1", EOE, EOS) == {"Ancient Tomb": 1, "Blast Zone": 3, "Anticausal Vestige": 1}
    assert counted("EOS\n1\n2\nEOE:\n1", EOE, EOS) == {"Ancient Tomb": 1, "Blast Zone": 1, "Anticausal Vestige": 1}
    assert counted("266", EOS, EOE) == {"Forest": 1}, "only one of the two has this number"


def test_rows_stand_in_the_order_of_the_checklists_and_foreign_cards_behind() -> None:
    found = read("Lightning Bolt\nEOS 1\n15\nEOE 2\nBraids, Cabal Minion\n1", EOE, EOS)
    assert [row[2:] for row in found.rows] == [
        ("EOE", "1"),
        ("EOE", "2"),
        ("EOE", "15"),
        ("EOS", "1"),
        ("", ""),
        ("", ""),
    ]
    assert [row.name for row in found.rows[-2:]] == ["Braids, Cabal Minion", "Lightning Bolt"]


def test_grand_archive_has_its_own_numbers() -> None:
    assert counted("1\n045x2\n45\nDTR 222", GA, game="ga") == {
        "Spirit of Fire": 1,
        "Alacritous Huntress": 3,
        "Umbra Sight": 1,
    }


def test_a_set_whose_numbers_are_not_known_is_counted_by_names() -> None:
    found = read("2 Shivan Dragon\n12", OLD)
    assert found.rows == (PoolRow(2, "Shivan Dragon", "LEA", ""),)
    assert [one.text for one in found.unread] == ["12"]


@pytest.mark.parametrize(
    ("text", "left", "why"),
    [
        ("999", "999", "Foundations has no card with the number 999."),
        ("12 9999", "9999", "Foundations has no card with the number 9999."),
        ("12a", "12a", "Foundations has no card with the number 12a."),
        ("12x0", "12x0", "This counts no copy."),
        ("12x5000", "12x5000", "5,000 copies are more than a pool holds; 999 are the most."),
        ("5000 Shivan Dragon", "5000 Shivan Dragon", "5,000 copies are more than a pool holds; 999 are the most."),
        ("2x 12", "2x 12", "Write the number first, then how many: 12x2."),
        ("SPG 12", "SPG 12", "SPG is none of the sets that were opened here."),
        ("Xyzzyq Wvutrk", "Xyzzyq Wvutrk", "No card is called so."),
        ("12, Xyzzyq Wvutrk", "Xyzzyq Wvutrk", "No card is called so."),
        ("4x", "4x", "No card is called so."),
        ("12 13y6 14", "13y6", "No card is called so."),
        ("12 2x 13 14", "2x", "No card is called so."),
        ("3 Ajani, Caler of the Prude", "3 Ajani, Caler of the Prude", "No card is called so."),
        ("3 Borrowin 100,000 Arows Xq", "3 Borrowin 100,000 Arows Xq", "No card is called so."),
    ],
)
def test_what_cannot_be_read_is_left_with_its_reason(text: str, left: str, why: str) -> None:
    (unread,) = read(f"13\n{text}").unread
    assert (unread.line, unread.text, unread.why) == (2, left, why)


def test_what_cannot_be_read_takes_nothing_else_with_it() -> None:
    found = read("12, 9999 13x2\nXyzzyq Wvutrk\n14")
    assert {row.name: row.count for row in found.rows} == {SAVIOR: 1, FLIGHT: 2, HEIR: 1}
    assert [(one.line, one.text) for one in found.unread] == [(1, "9999"), (2, "Xyzzyq Wvutrk")]


def test_names_are_corrected_like_those_of_any_list_and_that_is_told() -> None:
    found = read("shivan dragn\nJace")
    assert [(note.line, note.kind, note.name) for note in found.notes] == [(1, "typo", "Shivan Dragon")]
    (unread,) = found.unread
    assert unread.near
    assert all(name.startswith("Jace") for name in unread.near)


def test_a_slip_among_many_numbers_is_left_alone() -> None:
    found = read("12 13, 9999 14x2 1a5z 15")
    assert {row.name: row.count for row in found.rows} == {SAVIOR: 1, FLIGHT: 1, HEIR: 2, HARE: 1}
    assert [(one.line, one.text) for one in found.unread] == [(1, "9999"), (1, "1a5z")]


def test_a_code_that_reads_like_a_number_is_one_before_a_colon_only() -> None:
    """The code of Double Masters 2022 is also two copies of a second card."""
    twice = opened("mtg", "2X2")
    assert counted("2x2", FDN, twice) == {"Arahbo, the First Fang": 2}
    assert counted("2X2 12", FDN, twice) == {"Arahbo, the First Fang": 2, SAVIOR: 1}
    found = read("2X2:\n1 Lightning Bolt\n9999", FDN, twice)
    assert [row.set_code for row in found.rows] == ["2X2"]
    assert [one.why for one in found.unread] == ["Double Masters 2022 has no card with the number 9999."]


def test_after_very_many_lines_that_are_nothing_the_rest_waits_and_none_is_lost() -> None:
    found = read("\n".join(f"nonsense{n}" for n in range(700)) + "\n12")
    assert [one.line for one in found.unread] == list(range(1, 702))
    assert (found.total, found.unread[-1].text) == (0, "12")
    assert found.unread[-1].why == "500 above it could not be read. Fix those first."


def test_a_line_of_more_names_than_a_pool_has_is_asked_whole() -> None:
    (left,) = read(", ".join(["Shivan Dragon"] * 501)).unread
    assert left.line == 1
    assert counted(", ".join(["Shivan Dragon"] * 500)) == {"Shivan Dragon": 500}


def test_one_line_of_very_many_words_is_double_the_work_when_it_is_double_as_long() -> None:
    assert growth_of_work(partial(words_in, "Chinese"), read, 240_000) <= MOST


def test_no_set_leaves_names() -> None:
    found = read_counts("12\nShivan Dragon", (), open_index("mtg"))
    assert found.rows == (PoolRow(1, "Shivan Dragon", "", ""),)
    assert [one.why for one in found.unread] == ["Name the set that the number is of."]


SETS: Final = {"mtg": (EOE, EOS, FDN), "ga": (GA,)}


@st.composite
def pools(draw: st.DrawFn) -> tuple[str, Counter[tuple[str, str]], str]:
    """A game, a pool as counts by set and card, and the pool written out by chance in all ways."""
    game = draw(st.sampled_from(sorted(SETS)))
    lines: list[str] = []
    wanted: Counter[tuple[str, str]] = Counter()
    for _ in range(draw(st.integers(1, 12))):
        one = draw(st.sampled_from(SETS[game]))
        items = draw(
            st.lists(st.tuples(st.sampled_from(sorted(one.numbers)), st.integers(1, 4)), min_size=1, max_size=4)
        )
        for number, count in items:
            wanted[one.code, one.numbers[number].name] += count
        lines += draw(st.sampled_from(WAYS))(draw, one, items)
    return game, wanted, draw(st.sampled_from(["\n", "\r\n", "\n\n"])).join(lines)


Items = list[tuple[str, int]]


def _by_number(draw: st.DrawFn, one: SetList, items: Items) -> list[str]:
    parting = draw(st.sampled_from([" ", ", ", ",", "; "]))
    code = draw(st.sampled_from([one.code + " ", one.code.lower() + ":", one.code + ": "]))
    times = draw(st.sampled_from(["x", "*", "×", " x ", " x"]))
    each = [number if count == 1 else f"{number}{times}{count}" for number, count in items]
    return [code + parting.join(each)]


def _each_copy(draw: st.DrawFn, one: SetList, items: Items) -> list[str]:
    """The set on a line of its own, each copy typed for itself; the next line may be of another set."""
    return [draw(st.sampled_from([one.code, f"{one.code}:"])), *(n for n, count in items for _ in range(count))]


def _by_name(draw: st.DrawFn, one: SetList, items: Items) -> list[str]:
    """Names need their set behind them, since a card may be in several that are open."""
    how = draw(
        st.sampled_from(["{count} {name} ({code}) {number}", "{count}x {name} ({code})", "{name} ({code}) x{count}"])
    )
    return [how.format(count=c, name=one.numbers[n].name, code=one.code, number=n) for n, c in items]


WAYS: Final = (_by_number, _each_copy, _by_name)


@settings(max_examples=120, deadline=None)
@given(pools())
def test_whatever_is_written_out_reads_back_the_same(made: tuple[str, Counter[tuple[str, str]], str]) -> None:
    game, wanted, text = made
    found = read(text, *SETS[game], game=game)
    assert found.unread == ()
    assert {(row.set_code, row.name): row.count for row in found.rows} == dict(wanted)
    assert found.total == sum(wanted.values())
    again = read(pool_text(found.rows), *SETS[game], game=game)
    assert (again.rows, again.unread) == (found.rows, ())


@settings(max_examples=120, deadline=None)
@given(st.text(alphabet=st.sampled_from("12 9x*,;:/()FDNfdn\nab-#•\u2028"), max_size=60))
def test_any_text_is_counted_or_asked_and_never_fails(text: str) -> None:
    found = read(text, FDN, EOS)
    rows = re.split("[\n\u2028]", text)
    lines = [line for line in rows if line.strip()]
    assert all(row.count > 0 for row in found.rows)
    assert all(1 <= one.line <= len(rows) and one.why and one.text for one in found.unread)
    assert lines or not (found.rows or found.unread)
