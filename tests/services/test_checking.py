"""Judging on a desk: what is left out, what is refused, and what another game's list is told."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta, timezone

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.answers import make_answers
from deckcheck.lists.list_checks import PreviewList, Terms, judge_record, preview_list, read_day, rulebook_for
from deckcheck.verdict.reports import Verdict
from tests.verdicts import the_desk

TWIN = "4 Splinter Twin\n56 Mountain\n"
"""Splinter Twin came back to Modern on 2024-12-16."""


def desk_at(moment: datetime) -> App:
    return replace(the_desk(), clock=lambda: moment)


def test_without_a_day_a_list_is_judged_by_today_in_utc() -> None:
    """Late in the evening of New York it is the next day in UTC."""
    eastern = timezone(timedelta(hours=-5))
    late, early = datetime(2024, 12, 15, 20, 0, tzinfo=eastern), datetime(2024, 12, 15, 18, 0, tzinfo=eastern)
    order = PreviewList(TWIN, Terms("modern"))
    assert preview_list(order, desk_at(late)).verdict is Verdict.LEGAL
    assert preview_list(order, desk_at(early)).verdict is Verdict.ILLEGAL
    assert preview_list(order, desk_at(late)).day == date(2024, 12, 16)


@pytest.mark.parametrize(
    ("format", "match", "platform"),
    [
        ("modern", "bo3", "paper"),
        ("commander", "bo1", "paper"),
        ("duel-commander", "bo3", "paper"),
        ("historic", "bo3", "arena"),
        ("brawl", "bo1", "arena"),
        ("ga-standard", "bo3", "paper"),
    ],
)
def test_a_format_has_its_own_habits(format: str, match: str, platform: str) -> None:
    book = rulebook_for(Terms(format, date(2026, 3, 1)), the_desk())
    assert (book.match, str(book.day.platform)) == (match, platform)


def test_the_same_law_is_the_same_rulebook() -> None:
    terms = Terms("modern", date(2026, 3, 1))
    assert rulebook_for(terms, the_desk()).digest == rulebook_for(terms, the_desk()).digest
    later = rulebook_for(Terms("modern", date(2026, 8, 1)), the_desk())
    assert rulebook_for(terms, the_desk()).digest != later.digest


@pytest.mark.parametrize(
    "terms",
    [Terms("moderm"), Terms(""), Terms("modern", match="bo5"), Terms("modern", platform="xbox"), Terms("every")],
)
def test_terms_that_cannot_be_used_are_refused_in_a_sentence(terms: Terms) -> None:
    with pytest.raises(UnusableInput, match=r"[.?]$"):
        rulebook_for(terms, the_desk())


@pytest.mark.parametrize(
    "text", ["2026-3-1", "1 March 2026", "2026-02-30", "", "20260301x", "2026-03-01xyz", "2026-03-011"]
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(UnusableInput, match="is not a date"):
        read_day(text)


def test_a_day_may_have_a_time_behind_it() -> None:
    assert read_day("2026-03-01T10:00:00Z") == date(2026, 3, 1)
    assert read_day("2026-03-01 10:00:00.0000000+02:00") == date(2026, 3, 1)


def test_a_correction_that_the_player_refuses_waits() -> None:
    text = "4 Counterspel\n56 Island\n"
    terms = Terms("modern", date(2026, 3, 1))
    assert preview_list(PreviewList(text, terms), the_desk()).verdict is Verdict.LEGAL
    refused = PreviewList(text, terms, answers=make_answers(refused=["Counterspel"]))
    assert preview_list(refused, the_desk()).verdict is Verdict.UNCLEAR


def test_a_list_of_another_game_is_told_its_formats() -> None:
    magic = "4 Lightning Bolt\n4 Goblin Guide\n4 Lava Spike\n4 Rift Bolt\n44 Mountain\n"
    record = {"text": magic, "format": "ga-standard", "date": "2026-03-01"}
    warnings = judge_record(record, the_desk(), Terms(""))["warnings"]
    assert len(warnings) == 1
    assert "Magic" in warnings[0]
    assert "modern" in warnings[0]
    assert judge_record({**record, "format": "modern"}, the_desk(), Terms(""))["warnings"] == []


def test_a_record_carries_its_own_terms_over_the_defaults() -> None:
    record = {"id": 1, "format": "standard", "main": [[4, "Ledger Shredder"], [56, "Island"]], "date": "2022-04-28"}
    defaults = Terms("", platform="mtgo")
    assert judge_record(record, the_desk(), defaults)["verdict"] == "legal"
    assert judge_record({**record, "platform": "paper"}, the_desk(), defaults)["verdict"] == "illegal"


def test_the_clock_is_asked_only_where_no_day_is_given() -> None:
    def refuse() -> datetime:
        raise AssertionError

    desk = replace(the_desk(), clock=refuse)
    assert rulebook_for(Terms("modern", date(2026, 3, 1)), desk).format == "modern"
    with pytest.raises(AssertionError):
        rulebook_for(Terms("modern"), desk)


def test_rows_beyond_any_list_are_refused_like_text_beyond_it() -> None:
    rows = [[1, f"Name {n}"] for n in range(5_000)]
    verdict = judge_record({"id": "long", "format": "modern", "main": rows}, the_desk(), Terms(""))
    assert set(verdict) == {"id", "error"}
    assert "5,000" in verdict["error"]
