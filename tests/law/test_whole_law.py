"""Every format builds on every day on which its law changes, and every name in the law is known."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from deckcheck.catalogue import open_index, open_sets
from deckcheck.catalogue.reference import find_root
from deckcheck.law.banlists import check_history
from deckcheck.law.formats import Format
from deckcheck.law.legality import Day
from tests.law.law import book, law
from tests.tables import every_row

FORMATS = tuple(law().formats)
BANLISTS = find_root() / "banlists"
LISTS = tuple((game, name) for game in ("mtg", "ga", "pkm") for name in law().banlists(game))


def groups(game: str) -> list[dict[str, Any]]:
    """The groups of cards as their file gives them."""
    path = BANLISTS / game / "groups.toml"
    return list(tomllib.loads(path.read_text("utf-8")).values()) if path.is_file() else []


def days_of(fmt: Format) -> set[date]:
    """The days on which anything changes for the format, and each day before."""
    days = {*fmt.change_days(), fmt.setting_on("starts") or date(2020, 1, 1), date(2026, 8, 22)}
    banlist = str(fmt.setting_on("banlist"))
    if banlist:
        days |= {a.effective for a in law().announcements(fmt.game, banlist)}
    return days | {day - timedelta(days=1) for day in days}


@pytest.mark.parametrize("format_id", FORMATS)
def test_every_format_builds_on_each_day_of_change_and_the_day_before(format_id: str) -> None:
    fmt = law().format(format_id)
    for day in sorted(days_of(fmt)):
        for platform in fmt.platforms():
            found = law().rulebook(format_id, Day(day, platform))
            assert found.clauses
            assert found.digest


@pytest.mark.parametrize(("game", "banlist"), LISTS)
def test_every_list_can_be_read_by_date(game: str, banlist: str) -> None:
    check_history(law().announcements(game, banlist))


@pytest.mark.parametrize(("game", "banlist"), LISTS)
def test_every_name_on_a_list_is_in_the_catalogue(game: str, banlist: str) -> None:
    index = open_index(game)
    stated_gaps = {name for group in groups(game) if group.get("uncatalogued") for name in group["cards"]}
    names = {name for a in law().announcements(game, banlist) for name in a.statuses}
    assert {name for name in names if index.card(name) is None} <= stated_gaps


@pytest.mark.parametrize("game", ["mtg", "ga"])
def test_every_file_of_announcements_names_lists_that_are_there(game: str) -> None:
    tables = [tomllib.loads(path.read_text("utf-8")) for path in (BANLISTS / game).glob("2*.toml")]
    assert {name for table in tables for name in table["lists"]} <= set(law().banlists(game))


@every_row("path", sorted(BANLISTS.glob("*/2*.toml")), ids=lambda path: path.stem)
def test_every_file_of_announcements_is_named_after_its_day(path: Path) -> None:
    assert tomllib.loads(path.read_text("utf-8"))["effective"].isoformat() == path.stem


def test_every_list_belongs_to_a_format() -> None:
    assert {str(f.setting_on("banlist")) for f in law().formats.values()} - {""} == {name for _, name in LISTS}


@pytest.mark.parametrize("format_id", FORMATS)
def test_every_reason_for_leaving_a_card_out_has_words(format_id: str) -> None:
    for bound in book(format_id, "2026-08-12").clauses:
        if bound.rule.id == "card-pool":
            reasons = law().format(format_id).pool_on(date(2026, 8, 12)).get("refuse", {}).values()
            assert set(reasons) <= set(bound.rule.messages)


@pytest.mark.parametrize("format_id", FORMATS)
def test_every_single_card_of_a_pool_is_in_the_catalogue(format_id: str) -> None:
    fmt = law().format(format_id)
    words = fmt.pool_on(date(2026, 8, 12))
    names = {*words.get("plus", {}), *words.get("minus", ()), *words.get("current_cards", ())}
    assert {name for name in names if open_index(fmt.game).card(name) is None} == set()


@pytest.mark.parametrize("format_id", FORMATS)
def test_every_set_of_a_pool_is_in_the_catalogue(format_id: str) -> None:
    fmt = law().format(format_id)
    words = fmt.pool_on(date(2026, 8, 12))
    codes = {*words.get("sets", {}), *words.get("not_sets", ()), *words.get("running", ()), *words.get("since", {})}
    codes |= {*words.get("mtgo_from", {})}
    assert codes - set(open_sets(fmt.game)) == set()


def test_two_days_of_one_law_have_one_digest_but_for_the_day() -> None:
    assert book("modern", "2026-08-12").digest == book("modern", "2026-08-12").digest
    assert book("modern", "2024-12-15").digest != book("modern", "2024-12-16").digest


def test_another_process_finds_the_same_digests() -> None:
    told = (
        "from tests.law.law import book, law\n"
        "print([book(name, '2026-08-12').digest for name in ('historic', 'standard-brawl', 'modern', 'ga-standard')])"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", told],
            cwd=find_root(),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    ("name", "format_id"),
    [
        ("modern", "modern"),
        ("Duel Commander", "duel-commander"),
        ("EDH", "commander"),
        ("STANDARD", "standard"),
        ("Grand Archive Standard", "ga-standard"),
        ("duel_commander", "duel-commander"),
        ("Historic Brawl", "brawl"),
    ],
)
def test_a_format_answers_to_its_id_and_titles_in_any_case(name: str, format_id: str) -> None:
    assert law().format(name).id == format_id
