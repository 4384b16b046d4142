"""A set is one entry: a format states which kinds of set it takes, and a new one is in them from its first day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from deckcheck.catalogue.reference import Reference, load_reference
from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.law.format_pools import Leaving, next_rotation
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Admission, Day, Platform
from deckcheck.law.set_entries import sets_taken
from tests.law.law import book

RULES = """
banlist = "{id}"
as_of = {known}
[clauses.line-read]
cites = ["MTR 2.7"]
[pool]
"""
POOLS = {
    "standard": """
kind = "windows"
takes = ["expansion"]
released = { from = 2024-01-01 }
leaves = [{ on = 2026-02-06, not_before = 2026-01-30, sets = ["OLD"] }]
arena = "pools/arena"
""",
    "modern": 'kind = "windows"\ntakes = ["expansion"]\nasks = ["draft_innovation"]\narena = "pools/arena"\n',
    "vintage": 'kind = "sets"\nkinds = ["expansion", "draft_innovation"]\narena = "pools/arena"\n',
    "commander": 'like = "vintage"\n',
    "historic": 'kind = "arena"\narena = "pools/arena"\ntakes = ["expansion"]\n',
}
ARENA = """
known_on = 2025-12-31
prefix = "A-"
rebalanced = []
cards = []
[sets]
OLD = { from = 2024-04-02 }
"""
SETS = {
    code: CardSet(code, f"The {code}", release, paper, kind)
    for code, release, paper, kind in (
        ("OLD", "2024-04-05", "2024-03-29", "expansion"),
        ("NEW", "2026-02-06", "2026-01-30", "expansion"),
        ("HOR", "2026-03-06", "2026-02-27", "draft_innovation"),
    )
}
OF_OLD, OF_NEW, OF_HOR = (Card(code, "mtg", code, printings=(Printing(code, "C"),)) for code in SETS)

Law = Callable[..., Reference]


@pytest.fixture
def law(tmp_path: Path) -> Law:
    """A small law with entries of sets, and the last day for which it is known."""

    def write(name: str, text: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def made(entries: str = "", known: str = "2026-12-31", looked_at: str = "") -> Reference:
        write("formats/documents.toml", '[MTR]\ntitle = "Magic Tournament Rules"\n')
        write("formats/mtg/pools/arena.toml", ARENA)
        for name, pool in POOLS.items():
            write(f"formats/mtg/{name}.toml", RULES.format(id=name, known=known) + pool)
            write(f"banlists/mtg/baseline/{name}.toml", f'on = 2024-01-01\nas_of = {known}\nsource = "x"\n[cards]\n')
        if entries:
            write("formats/mtg/sets/new.toml", f'source = "a page"\n[sets]\n{entries}')
        if looked_at:
            write("banlists/mtg/known.toml", f'source = "a page"\n{looked_at}')
        return load_reference(tmp_path, lambda _game: SETS, lambda _game: date(2027, 1, 1))

    return made


def admits(law: Reference, format_id: str, card: Card, day: str, platform: Platform = Platform.PAPER) -> Admission:
    return law.rulebook(format_id, Day(date.fromisoformat(day), platform)).legality.admits(card)


@pytest.mark.parametrize("format_id", ["standard", "modern", "vintage", "commander"])
@pytest.mark.parametrize(("platform", "eve", "first"), [("paper", "29", "30"), ("mtgo", "02", "03")])
def test_one_line_of_the_catalogue_puts_a_set_in_every_format_of_its_kind(
    law: Law, format_id: str, platform: str, eve: str, first: str
) -> None:
    month = "2026-01" if platform == "paper" else "2026-02"
    reference, where = law(), Platform(platform)
    assert not admits(reference, format_id, OF_NEW, f"{month}-{eve}", where).admitted
    assert admits(reference, format_id, OF_NEW, f"{month}-{first}", where) == Admission(True)


def test_an_entry_moves_the_first_day_of_a_set_everywhere(law: Law) -> None:
    reference = law("NEW = { from = 2026-02-20, mtgo = 2026-02-10, arena = 2026-02-11 }")
    for format_id in ("standard", "modern", "vintage", "commander"):
        assert not admits(reference, format_id, OF_NEW, "2026-02-19").admitted
        assert admits(reference, format_id, OF_NEW, "2026-02-20").admitted
        assert not admits(reference, format_id, OF_NEW, "2026-02-09", Platform.MTGO).admitted
        assert admits(reference, format_id, OF_NEW, "2026-02-10", Platform.MTGO).admitted
    for format_id in ("standard", "historic"):
        assert not admits(reference, format_id, OF_NEW, "2026-02-10", Platform.ARENA).admitted
        assert admits(reference, format_id, OF_NEW, "2026-02-11", Platform.ARENA).admitted


def test_an_entry_puts_a_set_into_a_format_that_does_not_take_its_kind_and_out_of_one_that_does(law: Law) -> None:
    assert not admits(law(), "modern", OF_HOR, "2026-03-06").admitted
    reference = law('HOR = { in = ["modern"] }\nNEW = { not_in = ["standard"] }')
    assert admits(reference, "modern", OF_HOR, "2026-02-27").admitted
    assert not admits(reference, "standard", OF_HOR, "2026-03-06").admitted
    assert not admits(reference, "standard", OF_NEW, "2026-03-06").admitted
    assert admits(reference, "modern", OF_NEW, "2026-03-06").admitted


def test_a_newer_set_of_a_kind_that_the_format_may_take_is_a_question_until_it_was_looked_at(law: Law) -> None:
    for card, day in ((OF_NEW, "2026-02-10"), (OF_HOR, "2026-03-10")):
        assert admits(law(known="2025-12-31"), "modern", card, day).doubt == "law-unknown"
    looked = law("HOR = { in = ['modern'] }", "2025-12-31", "[paper]\nmodern = 2026-03-10\n")
    assert admits(looked, "modern", OF_NEW, "2026-03-10") == Admission(True)
    assert admits(looked, "modern", OF_HOR, "2026-03-10") == Admission(True)
    assert admits(looked, "standard", OF_NEW, "2026-03-10").doubt == "law-unknown"
    assert looked.known_to(looked.format("modern"), Platform.MTGO).law == date(2025, 12, 31)


def test_what_leaves_next_is_told_with_the_days_that_it_may_leave_on(law: Law) -> None:
    windows = law().rulebook("standard", Day(date(2025, 6, 1))).sets
    expected = Leaving(date(2026, 2, 6), date(2026, 1, 30), ("The OLD",))
    assert next_rotation(windows, date(2025, 6, 1)) == expected
    assert next_rotation(windows, date(2026, 1, 31)) == expected._replace(not_before=None)
    assert next_rotation(windows, date(2026, 2, 6)) is None
    assert admits(law(), "standard", OF_OLD, "2026-02-05").doubt == "leaving"
    assert admits(law(), "standard", OF_OLD, "2026-02-06").reason == "left"


def test_the_next_rotation_of_standard_is_that_of_its_seven_oldest_sets() -> None:
    found = next_rotation(book("standard", "2026-11-29").sets, date(2026, 11, 29))
    assert found is not None
    assert (found.on, found.not_before, len(found.names)) == (date(2027, 2, 5), date(2027, 1, 29), 7)
    assert "Wilds of Eldraine" in found.names


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ("XXX = { from = 2026-01-01 }", "'XXX'"),
        ('NEW = { from = "2026-01-01" }', "must be days"),
        ("NEW = { until = 2026-01-01 }", "'until'"),
        ('NEW = { in = ["extended"] }', "'extended'"),
    ],
)
def test_an_entry_with_a_fault_is_refused(law: Law, entries: str, told: str) -> None:
    with pytest.raises(FormatError, match=told):
        law(entries).review()


def test_two_entries_of_one_set_that_differ_are_refused_and_two_alike_are_one(law: Law, tmp_path: Path) -> None:
    law("NEW = { from = 2026-02-20 }")
    other = tmp_path / "formats/mtg/sets/other.toml"
    other.write_text('source = "x"\n[sets]\nNEW = { from = 2026-02-20 }\n', "utf-8")
    assert law().format("modern").id == "modern"
    other.write_text('source = "x"\n[sets]\nNEW = { from = 2026-02-21 }\n', "utf-8")
    with pytest.raises(FormatError, match="'NEW'"):
        law().format("modern")


@pytest.mark.parametrize(
    "row",
    [
        {"sets": ["OLD"]},
        {"on": date(2026, 2, 6), "sets": ["XXX"]},
        {"on": date(2026, 2, 6), "sets": ["OLD"], "until": 1},
    ],
)
def test_a_rotation_with_a_fault_is_refused(row: Mapping[str, Any]) -> None:
    with pytest.raises(FormatError):
        list(sets_taken("here", {"kind": "windows", "leaves": [row]}, SETS))
