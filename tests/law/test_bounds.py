"""Bans whose day is known only within bounds, and bans that leave a product out."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest

from deckcheck.catalogue import open_index
from deckcheck.law.banlists import Announcement, statuses_on
from deckcheck.law.legality import Bounds, Day
from deckcheck.verdict.judgement import judge_list
from deckcheck.verdict.reports import Report
from tests.law.law import admits, book, card, law
from tests.support import TESTS

GRAND_ARCHIVE = json.loads((TESTS / "data" / "ga-ban-days.json").read_text("utf-8"))


PLAYED_LATER = {"Ranger Strides": "2026-05-04"}
"""The day after that of a registered list with the card, which is later than the window of the index begins."""


def told(format_id: str, text: str, day: str, platform: str = "") -> Report:
    found = book(format_id, day, platform)
    return judge_list(text, found, open_index(found.game.id))


def banned(format_id: str, name: str, day: str) -> list[str]:
    """How a list with one copy is told of the card's ban: the severities."""
    where = "# Main\n" if format_id == "ga-standard" else ""
    return [p.severity for p in told(format_id, f"{where}1 {name}\n", day).problems if p.clause == "banned"]


@pytest.mark.parametrize(
    ("name", "day", "expected"),
    [
        ("Ranger Strides", "2026-05-03", []),  # a list registered for that day has it
        ("Ranger Strides", "2026-05-04", ["unclear"]),
        ("Ranger Strides", "2026-05-20", ["unclear"]),
        ("Ranger Strides", "2026-06-29", ["error"]),
        ("Erupting Rhapsody", "2024-10-10", []),
        ("Erupting Rhapsody", "2024-10-11", ["unclear"]),
        ("Erupting Rhapsody", "2024-10-27", ["unclear"]),
        ("Erupting Rhapsody", "2024-10-28", ["error"]),
        ("Rile the Abyss", "2025-09-14", []),
        ("Rile the Abyss", "2025-09-15", ["error"]),
    ],
)
def test_a_ban_of_grand_archive_is_a_question_within_its_bounds(name: str, day: str, expected: list[str]) -> None:
    assert banned("ga-standard", name, day) == expected


@pytest.mark.parametrize("change", GRAND_ARCHIVE["changes"], ids=lambda c: f"{c['name']} {c['day']}")
def test_grand_archives_bans_are_those_of_the_table(change: dict[str, Any]) -> None:
    first, last = change.get("index_window", (change["day"], change["day"]))
    first = PLAYED_LATER.get(change["name"], first)
    unsure = change["sure"] == "medium" or last == change["day"]
    after = ["error"] if change["action"].startswith("banned") else []
    assert banned("ga-standard", change["name"], last if unsure else change["day"]) == after
    before = date.fromisoformat(first if unsure else change["day"]) - timedelta(days=1)
    assert banned("ga-standard", change["name"], before.isoformat()) == ([] if after else ["error"])
    if unsure and first != last:
        assert banned("ga-standard", change["name"], first) == ["unclear"]


def test_grand_archive_has_no_ban_that_the_table_lacks() -> None:
    ours = {(n, a.effective) for a in law().announcements("ga", "ga-standard") for n in a.statuses}
    assert ours == {(c["name"], date.fromisoformat(c["day"])) for c in GRAND_ARCHIVE["changes"]}


def test_the_question_names_both_days() -> None:
    found = [p for p in told("ga-standard", "# Main\n1 Ranger Strides", "2026-05-20").problems if p.clause == "banned"]
    assert found[0].text == (
        "Whether Ranger Strides was banned in Grand Archive Standard on 20 May 2026 is not known: "
        "it became so between 4 May 2026 and 29 June 2026."
    )


@pytest.mark.parametrize(
    ("day", "expected"), [("2022-03-20", ["error"]), ("2024-01-01", ["unclear"]), ("2026-08-12", [])]
)
def test_the_end_of_a_ban_is_a_question_within_its_bounds(day: str, expected: list[str]) -> None:
    # Historic reads either name as the rebalanced card in force, so this is asked of the law itself.
    status = book("historic", day).legality.status(card("Fires of Invention"))
    kind = "unclear" if status.between else "error" if status.word == "banned" else ""
    assert [kind] == (expected or [""])
    assert not status.between or not status.begins


def change(day: str, word: str, bounds: Bounds | None = None) -> Announcement:
    given = {"X": bounds} if bounds else {}
    return Announcement("l", date.fromisoformat(day), {"X": word}, "s", "w", bounds=given)


@pytest.mark.parametrize(
    ("bounds", "questions"),
    [
        (Bounds(date(2020, 1, 5), date(2020, 1, 20)), range(5, 20)),
        (Bounds(None, date(2020, 1, 10)), range(1, 10)),
        (Bounds(date(2020, 1, 10), None), range(10, 32)),
    ],
)
def test_a_change_is_a_question_on_each_day_within_its_bounds_and_on_no_other(bounds: Bounds, questions: range) -> None:
    history = [change("2020-01-10", "banned", bounds)]
    for n in range(1, 32):
        found = statuses_on("l", history, Day(date(2020, 1, n))).get("X")
        assert (found is not None and found.between == bounds) == (n in questions)
        assert (found is not None and found.between is None) == (n >= questions.stop)


def test_two_changes_whose_bounds_overlap_leave_a_question() -> None:
    # It was banned in between or not: that both ends are legal says nothing of the middle.
    ban = change("2020-01-10", "banned", Bounds(date(2020, 1, 5), date(2020, 1, 20)))
    end = change("2020-01-25", "legal", Bounds(date(2020, 1, 15), date(2020, 1, 30)))
    found = statuses_on("l", [ban, end], Day(date(2020, 1, 16)))["X"]
    assert found.between is not None
    assert statuses_on("l", [ban, end], Day(date(2020, 1, 30))) == {}


def war_of_attrition(edit: tuple[str, str] = ("", "")) -> str:
    product = next(a.unless["Stoneforge Mystic"] for a in law().announcements("mtg", "standard") if a.unless)
    main, side = ("\n".join(f"{n} {name}" for name, n in product.sections[s].items()) for s in ("main", "sideboard"))
    return f"{main}\n\nSideboard\n{side}\n".replace(*edit)


def test_a_product_that_a_ban_leaves_out_is_legal_as_it_was_sold() -> None:
    assert told("standard", war_of_attrition(), "2011-07-15").verdict == "legal"


@pytest.mark.parametrize(
    "edit",
    [
        ("2 Kor Duelist", "2 Squadron Hawk"),
        ("2 Stoneforge Mystic", "1 Stoneforge Mystic"),
        ("4 Revoke Existence", "3 Revoke Existence"),
    ],
)
def test_a_changed_product_is_banned_and_the_message_names_the_product(edit: tuple[str, str]) -> None:
    found = told("standard", war_of_attrition(edit), "2011-07-15")
    assert found.verdict == "illegal"
    assert [p.text for p in found.problems if p.clause == "banned"] == [
        "Stoneforge Mystic has been banned in Standard since 1 July 2011, except in an unaltered War of Attrition."
    ]


def test_no_other_ban_of_the_day_leaves_the_product_out() -> None:
    text = war_of_attrition(("1 Skinwing", "1 Jace, the Mind Sculptor"))
    assert {p.cards for p in told("standard", text, "2011-07-15").problems if p.clause == "banned"} == {
        ("Stoneforge Mystic",),
        ("Jace, the Mind Sculptor",),
    }


@pytest.mark.parametrize(
    ("day", "admitted"),
    [("2025-08-24", False), ("2025-08-25", True), ("2025-09-14", True), ("2025-09-15", False), ("2025-12-05", True)],
)
def test_a_card_that_left_and_came_back_counts_on_its_days(day: str, admitted: bool) -> None:
    assert admits("ga-standard", "Purifying Thurible", day).admitted is admitted
