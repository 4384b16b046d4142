"""No section about decks without what keeps it, none without a case, and nothing named that is not there."""

from __future__ import annotations

import tomllib
from typing import Final

from scripts.coverage import DOCUMENT, ROOT, exists, implemented, is_place, page, rows, sections_of

ROWS: Final = rows()


def test_no_section_is_without_what_keeps_it_or_without_a_case() -> None:
    assert [row.cite for row in ROWS if not row.open and not (row.rules or row.places)] == []
    assert [row.cite for row in ROWS if not row.open and not row.cases] == []


def test_everything_that_is_named_is_there() -> None:
    pages = tomllib.loads((ROOT / "tests" / "data" / "routes.toml").read_text("utf-8"))
    assert [(row.cite, place) for row in ROWS for place in row.places if not is_place(place, pages)] == []
    assert [(row.cite, case) for row in ROWS for case in row.cases if not exists(case)] == []
    assert not exists("tests/test_coverage.py::test_that_is_not_there")
    assert not exists("tests/rules/copies.toml::a case that is not there")


def test_every_section_that_a_rule_implements_has_a_row() -> None:
    listed = {row.cite for row in ROWS} | {row.cite.partition(",")[0] for row in ROWS}
    listed |= {row.document for row in ROWS}
    assert sorted(set(implemented()) - listed) == []


def test_the_sections_at_the_end_of_a_cases_name_are_found() -> None:
    assert list(sections_of("a list without a seat (MTR 8.2, 8.4)")) == ["MTR 8.2", "MTR 8.4"]
    assert list(sections_of("snow-covered basics (MTR 6.3 of 2021)")) == ["MTR 6.3"]
    assert list(sections_of("a deck check (MAMTR 3.17, MTR 7.3)")) == ["MAMTR 3.17", "MTR 7.3"]
    assert list(sections_of("Yorion (80 cards)")) == []


def test_the_page_is_as_the_script_writes_it() -> None:
    """`python -m scripts.coverage` writes it."""
    assert DOCUMENT.read_text("utf-8") == page()
