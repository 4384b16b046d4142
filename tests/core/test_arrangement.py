"""A list in the sections of its format: leaders, companions, decks of their own, names in force on Arena."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from deckcheck.games import GAMES
from deckcheck.law.legality import Day, Platform
from deckcheck.lists.list_checks import Terms, judge_record, list_of_record
from deckcheck.verdict.judgement import judge_list
from deckcheck.verdict.reports import Report, Verdict
from deckcheck.wiring import build_desk

DESK = build_desk()


def report_on(text: str, fmt: str, day: str, platform: Platform = Platform.PAPER) -> Report:
    book = DESK.reference.rulebook(fmt, Day(date.fromisoformat(day), platform))
    return judge_list(text, book, DESK.index(book.game.id))


def rules_of(report: Report) -> list[str]:
    return [p.clause for p in report.problems]


def test_one_card_apart_leads_a_list_that_names_no_commander() -> None:
    report = report_on("99 Forest\n\nSideboard\n1 Azusa, Lost but Seeking", "duel-commander", "2026-01-20")
    assert report.verdict is Verdict.LEGAL
    assert [e.section for e in report.deck.entries] == ["main", "commander"]
    assert [(n.kind, n.name) for n in report.deck.notes] == [("commander", "Azusa, Lost but Seeking")]


def test_magic_online_writes_commander_and_companion_as_a_side_of_two() -> None:
    """99 and 2 are commander and companion, 98 and 2 are partners (CR 702.124, 702.139)."""
    side = "\n\nSideboard\n1 Jegantha, the Wellspring\n1 Omnath, Locus of Creation"
    report = report_on("99 Forest" + side, "duel-commander", "2026-01-20")
    assert {e.line.name: e.section for e in report.deck.entries}["Jegantha, the Wellspring"] == "companion"
    partners = "\n\nSideboard\n1 Thrasios, Triton Hero\n1 Tymna the Weaver"
    report = report_on("98 Forest" + partners, "duel-commander", "2026-01-20")
    assert [e.section for e in report.deck.entries] == ["main", "commander", "commander"]


@pytest.mark.parametrize("head", ["Command Zone\n", "Oathbreaker\n", ""])
def test_a_spell_among_oathbreakers_is_the_signature_spell(head: str) -> None:
    apart = "1 Jace Beleren\n1 Counterspell"
    text = f"{head}{apart}\n\nDeck\n58 Island" if head else f"58 Island\n\n{apart}"
    report = report_on(text, "oathbreaker", "2021-01-20")
    assert report.verdict is Verdict.LEGAL
    assert report.deck.sizes == {"commander": 1, "signature_spell": 1, "main": 58}


def test_a_waiting_name_apart_is_the_commander_too() -> None:
    report = report_on("99 Forest\n\nSideboard\n1 Azusa, Lost but Sekeing Xx", "commander", "2026-01-20")
    assert rules_of(report) == ["unknown-card"]


def test_a_companion_in_companion_and_sideboard_is_one_card() -> None:
    """MTR 3.15, CR 702.139: the companion is one of the fifteen."""
    text = "Companion\n1 Lurrus of the Dream-Den\n\nDeck\n60 Plains\n\nSideboard\n1 Lurrus of the Dream-Den\n14 Forest"
    assert rules_of(report_on(text, "vintage", "2026-01-20")) == []


def test_a_companion_apart_counts_among_the_fifteen() -> None:
    text = "Companion\n1 Lurrus of the Dream-Den\n\nDeck\n60 Plains\n\nSideboard\n15 Forest"
    assert rules_of(report_on(text, "vintage", "2026-01-20")) == ["sideboard-max"]


def test_before_companions_that_heading_is_an_ordinary_sideboard() -> None:
    report = report_on("60 Plains\n\nCompanion\n1 Grizzly Bears\n\nSideboard\n15 Forest", "vintage", "2019-01-20")
    assert rules_of(report) == ["sideboard-max"]


@pytest.mark.parametrize("section", ["", "Sideboard\n"])
def test_attractions_lie_in_a_deck_of_their_own(section: str) -> None:
    names = ("Balloon Stand", "Bounce Chamber", "Bumper Cars", "Clown Extruder", "Concession Stand")
    more = ("Costume Shop", "Drop Tower", "Ferris Wheel", "Foam Weapons Kiosk", "Fortune Teller")
    text = "60 Plains\n" + section + "".join(f"1 {name}\n" for name in (*names, *more))
    report = report_on(text, "legacy", "2023-06-01")
    assert report.verdict is Verdict.LEGAL
    assert report.deck.size("attractions") == 10


def test_in_historic_either_name_is_read_as_the_one_in_force() -> None:
    text = "4 Ardent Dustspeaker\n1 A-Ardent Dustspeaker\n55 Mountain"
    report = report_on(text, "historic", "2026-08-12", Platform.ARENA)
    assert rules_of(report) == ["copies"]
    assert report.problems[0].cards == ("A-Ardent Dustspeaker",)


def test_material_cards_of_a_list_without_headings_find_their_deck() -> None:
    report = report_on("1 Spirit of Fire\n4 Fireball\n56 Creative Shock", "ga-standard", "2026-06-01")
    assert report.deck.sizes == {"material": 1, "main": 60}


@pytest.mark.parametrize("apart", ["\n\n", "\n\nSideboard\n"])
def test_a_sideboard_set_apart_does_not_say_which_cards_are_material(apart: str) -> None:
    text = "1 Spirit of Fire\n4 Fireball\n56 Creative Shock" + apart + "1 Tariff Ring\n1 Ignis Deus"
    report = report_on(text, "ga-standard", "2026-06-01")
    assert report.deck.sizes == {"material": 1, "main": 60, "sideboard": 2}


def test_a_sideboard_of_rows_keeps_its_material_cards() -> None:
    rows: dict[str, Any] = {"main": [[60, "Fireball"]], "side": [[1, "Spirit of Fire"]]}
    verdict = judge_record({**rows, "format": "ga-standard"}, DESK, Terms("", date(2026, 6, 1)))
    assert verdict["counts"] == {"main": 60, "sideboard": 1}
    assert len(list_of_record(rows, GAMES["ga"]).lines) == 2


def test_lines_of_one_card_in_one_section_are_noted_as_counted_together() -> None:
    report = report_on("30 Plains\n30 Plains", "modern", "2026-01-20")
    assert [(n.line, n.kind, n.name) for n in report.deck.notes] == [(2, "merged", "Plains")]
