"""What changes nothing about a list changes nothing about its verdict."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.breaking import HISTORIC, SIXTY, TIMELESS, real
from tests.breaking_commanders import BRAWL, COMMANDER, OATHBREAKER
from tests.breaking_ga import lists as ga_lists
from tests.legal_lists import COMPANIONS, built_commander, built_companion, built_constructed, built_oathbreaker
from tests.sheets import GA_HEADINGS, HEADINGS, Sheet
from tests.verdicts import errors, told, verdict_on


@dataclass(frozen=True)
class Row:
    """One line to be written."""

    section: str
    count: int
    name: str
    form: str = "{count} {name}"

    def written(self) -> str:
        return self.form.format(count=self.count, name=self.name)


Rows = list[Row]


@cache
def bases() -> Sequence[Sheet]:
    """Legal lists of every kind."""
    return (
        *real(*SIXTY)()[:70],
        *(built_constructed(terms, 15, seed) for terms in (HISTORIC, TIMELESS) for seed in range(4)),
        *(built_commander(terms, 100, seed) for terms in (COMMANDER, BRAWL) for seed in range(5)),
        *(built_oathbreaker(OATHBREAKER, seed) for seed in range(3)),
        *(built_companion(name, 0) for name in COMPANIONS),
        *ga_lists()[:20],
    )


def another_order(rows: Rows, rng: Random) -> Rows:
    return rng.sample(rows, len(rows))


def split_rows(rows: Rows, rng: Random) -> Rows:
    """Some copies of a card on a line of their own."""
    done: Rows = []
    for row in rows:
        part = rng.randint(0, row.count - 1)
        done += [replace(row, count=row.count - part)] + ([replace(row, count=part)] if part else [])
    return done


def _renamed(rows: Rows, rng: Random, change: Callable[[str], str]) -> Rows:
    return [replace(row, name=change(row.name)) if rng.random() < 0.5 else row for row in rows]


def another_case(rows: Rows, rng: Random) -> Rows:
    return _renamed(rows, rng, rng.choice([str.upper, str.lower, str.swapcase]))


def no_accents(rows: Rows, rng: Random) -> Rows:
    def plain(name: str) -> str:
        return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))

    return _renamed(rows, rng, plain)


def other_apostrophes(rows: Rows, rng: Random) -> Rows:
    mark = rng.choice("’‘`´")
    return _renamed(rows, rng, lambda name: name.replace("'", mark))


def other_slashes(rows: Rows, rng: Random) -> Rows:
    mark = rng.choice(["/", " / ", "//"])
    return _renamed(rows, rng, lambda name: name.replace(" // ", mark))


def letters_taken_apart(rows: Rows, rng: Random) -> Rows:
    """Letter and accent as two characters, as some systems write them."""
    return _renamed(rows, rng, lambda name: unicodedata.normalize("NFD", name))


def other_counts(rows: Rows, rng: Random) -> Rows:
    forms = ["{count}x {name}", "{count}X {name}", "{count} x {name}", "x{count} {name}", "  {count}\t{name}  "]
    return [replace(row, form=rng.choice(forms)) for row in rows]


CHANGES: Final = (
    another_order,
    split_rows,
    another_case,
    no_accents,
    letters_taken_apart,
    other_apostrophes,
    other_slashes,
    other_counts,
)
ENDS: Final = ("\n", "\r\n", "\r", "\n\n")


def rows_of(sheet: Sheet) -> Rows:
    return [Row(section, count, name) for section, here in sheet.rows.items() for name, count in here.items()]


def written(sheet: Sheet, rows: Rows, end: str) -> str:
    headings = GA_HEADINGS if sheet.game == "ga" else HEADINGS
    parts = []
    for section, heading in headings.items():
        here = [row.written() for row in rows if row.section == section]
        if here:
            parts.append(end.join([heading, *here]))
    return (end + end).join(parts) + end


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.lists(st.sampled_from(CHANGES), max_size=4, unique=True), st.sampled_from(ENDS))
def test_a_list_written_another_way_stays_legal(
    seed: int, changes: list[Callable[[Rows, Random], Rows]], end: str
) -> None:
    sheet, rng = bases()[seed % len(bases())], Random(seed)
    rows = rows_of(sheet)
    for change in changes:
        rows = change(rows, rng)
    verdict = verdict_on(written(sheet, rows, end), sheet.terms)
    assert verdict["verdict"] == "legal", (sheet.id, told(verdict), verdict["unresolved"])
    assert _cards(verdict["sections"]) == _cards(verdict_on(sheet.text(), sheet.terms)["sections"])


def _cards(sections: dict[str, list[dict[str, Any]]]) -> Counter[tuple[str, str]]:
    cards: Counter[tuple[str, str]] = Counter()
    for section, rows in sections.items():
        for row in rows:
            cards[section, row["name"]] += row["count"]
    return cards


@pytest.mark.parametrize("format", SIXTY)
def test_more_cards_and_a_smaller_sideboard_stay_legal(format: str) -> None:
    """Swaps need not be one for one, and there is no most."""
    for number, sheet in enumerate(real(format)()):
        rng = Random(number)
        for name in rng.sample(sheet.names("sideboard"), len(sheet.names("sideboard")) // 2):
            count = rng.randint(1, sheet.rows["sideboard"][name])
            sheet = sheet.plus("sideboard", name, -count).plus("main", name, count)
        sheet = sheet.plus("main", rng.choice(["Plains", "Island", "Swamp", "Mountain", "Forest"]), rng.randint(1, 40))
        verdict = verdict_on(sheet.text(), sheet.terms)
        assert verdict["verdict"] == "legal", (sheet.id, told(verdict))


@pytest.mark.parametrize("name", COMPANIONS)
def test_a_companion_may_be_listed_twice_or_once(name: str) -> None:
    """In both places it is one card; fifteen sideboard cards have room for it, sixteen with it are too many."""
    sheet = built_companion(name, 1)
    twice = sheet.plus("sideboard", name)
    assert verdict_on(twice.text(), twice.terms)["verdict"] == "legal"
    full = twice.plus("sideboard", "Forest", 14)
    assert verdict_on(full.text(), full.terms)["verdict"] == "legal"
    over = sheet.plus("sideboard", "Forest", 15)
    assert [p["rule"] for p in errors(verdict_on(over.text(), over.terms))] == ["sideboard-max"]


def test_material_cards_may_stand_in_any_order_of_headings() -> None:
    for sheet in ga_lists()[:20]:
        parts = sheet.text().strip().split("\n\n")
        verdict = verdict_on("\n\n".join(reversed(parts)), sheet.terms)
        assert verdict["verdict"] == "legal", (sheet.id, told(verdict))


def test_a_list_of_grand_archive_without_headings_finds_its_decks() -> None:
    """Under no heading at all the kind of a card says in which deck it starts."""
    for sheet in ga_lists()[:20]:
        bare = sheet.without("sideboard")
        lines = [f"{count} {name}" for section in ("material", "main") for name, count in bare.rows[section].items()]
        verdict = verdict_on("\n".join(lines), sheet.terms)
        assert verdict["verdict"] == "legal", (sheet.id, told(verdict))
        assert verdict["counts"] == {"main": bare.size("main"), "material": bare.size("material")}
