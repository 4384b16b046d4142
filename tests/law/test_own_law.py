"""An installation's own law beside the package's: a newer package drops what it has, and contradictions are told."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck.catalogue import cards_known, has_card, open_sets
from deckcheck.catalogue.law_layers import Folder, LawFiles, with_own
from deckcheck.catalogue.reference import Reference
from deckcheck.games import GAMES
from deckcheck.law.legality import Day
from deckcheck.law.own_law import Against
from tests.own_data import small_law

FORMAT = "ga-standard"
CARD = "Abnegation"
OTHER = "Absolving Flames"
PATH = "banlists/ga/2026-11-30.toml"
SETS = "formats/ga/sets/new.toml"
SET = next(iter(open_sets("ga")))


def ban(day: str = "2026-11-30", *cards: str, word: str = "banned", more: str = "") -> str:
    lines = "\n".join(f'"{card}" = "{word}"' for card in cards or (CARD,))
    return f'effective = {day}\nsource = "a page"\n[lists.{FORMAT}]\n{more}\n{lines}\n'


BETWEEN = ban(more="not_before = 2026-11-01\nby = 2026-11-30")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return small_law(tmp_path)


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, "utf-8")


def reference(root: Path, *own: tuple[str, str]) -> Reference:
    package = Folder(root)
    return Reference(with_own(LawFiles(package), [package], own), GAMES, open_sets, cards_known, has_card)


def banned(law: Reference, day: str, card: str = CARD) -> bool:
    return law.rulebook(FORMAT, Day(date.fromisoformat(day))).legality.statuses.get(card) is not None


@pytest.mark.parametrize(
    ("package", "own", "against"),
    [
        (None, ban(), Against.NEW),
        (ban(), ban(), Against.CONTAINED),
        (ban("2026-11-20"), BETWEEN, Against.CONTAINED),
        (ban("2026-10-20"), BETWEEN, Against.CONTAINED),
        (ban("2026-12-20"), BETWEEN, Against.CONTRADICTED),
        (ban("2026-12-20", word="restricted"), BETWEEN, Against.NEW),
        (ban("2026-11-23"), ban(), Against.CONTRADICTED),
        (ban(word="restricted"), ban(), Against.CONTRADICTED),
        (ban("2026-06-01"), ban(), Against.CONTRADICTED),
        (ban("2026-11-30", OTHER), ban(), Against.NEW),
    ],
)
def test_each_statement_is_compared_and_the_law_of_both_can_be_used(
    root: Path, package: str | None, own: str, against: Against
) -> None:
    if package is not None:
        write(root, PATH, package)
    found = reference(root).compare("ga", PATH, own)
    both = reference(root, (PATH, own))
    assert [one.against for one in found] == [against]
    both.review()
    assert banned(both, "2026-11-30")
    if package is not None and OTHER in package:
        assert banned(both, "2026-11-30", OTHER)


def test_of_a_day_that_is_told_differently_ones_own_counts(root: Path) -> None:
    write(root, PATH, ban("2026-11-23", CARD, OTHER))
    both = reference(root, (PATH, ban()))
    both.review()
    assert [banned(both, "2026-11-25", card) for card in (CARD, OTHER)] == [False, True]
    assert [banned(both, "2026-11-30", card) for card in (CARD, OTHER)] == [True, True]
    assert [(one.own, one.package) for one in reference(root).compare("ga", PATH, ban())] == [
        ("banned from 2026-11-30", "banned from 2026-11-23")
    ]


def test_an_exact_day_of_the_package_ends_a_doubt(root: Path) -> None:
    write(root, PATH, ban("2026-11-20"))
    both = reference(root, (PATH, BETWEEN))
    status = both.rulebook(FORMAT, Day(date(2026, 11, 25))).legality.statuses[CARD]
    assert status.between is None


def test_two_own_announcements_of_a_day_both_count(root: Path) -> None:
    both = reference(root, (PATH, ban()), (PATH, ban("2026-11-30", OTHER)))
    both.review()
    assert [banned(both, "2026-11-30", card) for card in (CARD, OTHER)] == [True, True]


def entry(day: str) -> str:
    return f'source = "a page"\n[sets]\n{SET} = {{ from = {day} }}\n'


def test_an_own_entry_of_a_set_counts_until_the_package_says_the_same(root: Path) -> None:
    write(root, SETS, entry("2026-11-20"))
    own = ("formats/ga/sets/own.toml", entry("2026-11-23"))
    assert [one.against for one in reference(root).compare("ga", *own)] == [Against.CONTRADICTED]
    assert reference(root, own).set_entries("ga").sets[SET]["from"] == date(2026, 11, 23)
    write(root, SETS, entry("2026-11-23"))
    assert [one.against for one in reference(root).compare("ga", *own)] == [Against.CONTAINED]
    assert reference(root, own).set_entries("ga").sets[SET]["from"] == date(2026, 11, 23)


def test_any_other_file_takes_the_place_of_the_packages(root: Path) -> None:
    path = "formats/ga/ga-standard.toml"
    text = (root / path).read_text("utf-8")
    renamed = text.replace('title = "Grand Archive Standard"', 'title = "House Standard"')
    assert reference(root, (path, renamed)).format(FORMAT).title == "House Standard"
    assert [one.against for one in reference(root).compare("ga", path, text)] == [Against.CONTAINED]
    assert [one.against for one in reference(root).compare("ga", path, renamed)] == [Against.CONTRADICTED]
