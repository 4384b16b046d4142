"""Real lists get the verdicts that their places and a second reckoning give them."""

from __future__ import annotations

from typing import Any, Final

from deckcheck.lists.list_checks import Terms, judge_record
from tests.ga_reference import faults
from tests.legal_lists import ga_lists
from tests.sheets import Sheet
from tests.tables import every_row
from tests.verdicts import errors, records, the_desk, told

TRULY_ILLEGAL: Final = {
    "paper-dev-00318": {("restricted", "Narset, Parter of Veils")},
    "paper-dev-01272": {("banned", "Sol Ring"), ("banned", "Treasure Cruise")},
    "paper-dev-01274": {("banned", "Sol Ring")},
    "paper-dev-01275": {("banned", "Sol Ring")},
    "paper-dev-01283": {("banned", "Sol Ring")},
}
"""Lists that people sent to events and that no legal reading saves.

Narset has been restricted in Vintage since 2019-11-18 and is there twice. The four Duel Commander lists of 2025-09-13
are of a tournament of preconstructed decks that the site files there: Sol Ring has been banned in Duel Commander from
its first day.
"""
FAULTS_OF_PLAYERS: Final = {
    "main-min",
    "material-size",
    "material-copies",
    "sideboard-max",
    "sideboard-points",
    "copies",
    "banned",
    "divine-relic",
    "not-a-tournament-card",
}


def judged(record: dict[str, Any], platform: str | None) -> dict[str, Any]:
    return judge_record(record, the_desk(), Terms("", platform=platform))


@every_row("record", records("lists/mtgo.jsonl"), ids=lambda r: r["id"])
def test_magic_online_let_no_illegal_deck_play(record: dict[str, Any]) -> None:
    verdict = judged(record, "mtgo")
    assert verdict["verdict"] == "legal", (told(verdict), verdict["unresolved"])
    led = verdict["format"] == "duel-commander"
    assert sum(verdict["counts"].values()) == sum(count for rows in ("main", "side") for count, _ in record[rows])
    assert bool(verdict["sections"].get("commander")) is led


@every_row("record", records("lists/paper.jsonl"), ids=lambda r: r["id"])
def test_lists_typed_by_people_are_legal_but_for_their_true_faults(record: dict[str, Any]) -> None:
    verdict = judged(record, "paper")
    assert not verdict["unresolved"]
    found = {(p["rule"], card) for p in errors(verdict) for card in p["cards"] or [""]}
    assert found == TRULY_ILLEGAL.get(record["id"], set())


@every_row("sheet", ga_lists(), ids=lambda sheet: sheet.id)
def test_registered_lists_of_grand_archive_agree_with_a_second_reckoning(sheet: Sheet) -> None:
    verdict = judged(sheet.record(), None)
    assert not verdict["unresolved"]
    assert {p["rule"] for p in errors(verdict)} == faults(sheet)


def test_the_sample_of_grand_archive_holds_every_fault_that_players_make() -> None:
    found = [faults(sheet) for sheet in ga_lists()]
    assert len([rules for rules in found if not rules]) == 80
    assert set().union(*found) == FAULTS_OF_PLAYERS
