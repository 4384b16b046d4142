"""Settings change: before lists freely, afterwards with a reason, and then every list is judged again."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.events.event_states import become
from deckcheck.events.events import make_event
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.events.stage_states import Order
from deckcheck.events.stages import StagePatch, change_stage
from deckcheck.lists.judged_again import Rejudged
from deckcheck.store.models import StoredReport
from deckcheck.web.pages.events.organizer_pages import settings_page
from tests.events import make_event as an_event
from tests.organizing import a_plan, acts, an_organizer, play, reasons, refused, stage_row, the_event
from tests.registrations import ILLEGAL, accept, rows_of, send

SLUG = "northern-open"
BAN = {"bans": ["Wild Ride"]}


def reports(desk: App) -> list[tuple[str, str]]:
    """Every verdict that is kept: why it was given, and what it says."""
    with desk.store.read() as session:
        return [(row.cause, row.verdict) for row in session.query(StoredReport).order_by(StoredReport.uid)]


def test_settings_are_seen_by_the_organizer_alone(one_desk: App) -> None:
    made = an_event(one_desk)
    seen = settings_page(one_desk, made.as_account("organizer"), SLUG, "/").settings
    assert (seen.name, seen.format_title, seen.join_code, seen.version, seen.lists) == (
        "Northern Open",
        "Modern",
        "KITE-4719",
        1,
        0,
    )
    for who in (STRANGER, made.as_person(), made.as_account("head-judge"), made.as_token("desk")):
        with refused("not-allowed"):
            settings_page(one_desk, who, SLUG, "/")


def test_before_any_list_settings_change_without_a_reason(both_desk: App) -> None:
    made = an_event(both_desk)
    patch = SettingsPatch(name="Southern Open", level="competitive", accepts="legal", names_shown="initials")
    changed = change_settings(both_desk, made.as_account("organizer"), SLUG, patch, seen=1)
    assert (changed.version, changed.rejudged) == (2, Rejudged())
    event = the_event(both_desk)
    assert (event.slug, event.name, event.level, event.accepts) == (SLUG, "Southern Open", "competitive", "legal")
    assert acts(both_desk)[-1] == (
        "event.changed",
        "event",
        "name level=regular accepts=any names_shown=full",
        "name level=competitive accepts=legal names_shown=initials",
    )


def test_once_a_list_is_in_a_reason_is_needed_and_every_list_is_judged_again(both_desk: App) -> None:
    made = an_event(both_desk)
    send(made, both_desk)
    send(made, both_desk, ILLEGAL, who=made.as_person(1), number=2)
    kept, who = rows_of(both_desk), made.as_account("organizer")
    with refused("reason-needed", "Say why: 2 lists were judged under the old settings."):
        change_settings(both_desk, who, SLUG, SettingsPatch(house=BAN), reason=" ")
    changed = change_settings(both_desk, who, SLUG, SettingsPatch(house=BAN), reason="the fact sheet says so")
    assert changed.rejudged == Rejudged(2, 1)
    assert reports(both_desk) == [
        ("player", "legal"),
        ("player", "illegal"),
        ("settings", "illegal"),
        ("settings", "illegal"),
    ]
    assert rows_of(both_desk) == kept
    assert reasons(both_desk)[-1] == "the fact sheet says so"


def test_what_no_verdict_rests_on_changes_without_judging_again(one_desk: App) -> None:
    made = an_event(one_desk)
    send(made, one_desk)
    patch = SettingsPatch(names_shown="number", place="Leeds Hall")
    changed = change_settings(one_desk, made.as_account("organizer"), SLUG, patch, reason="asked for")
    assert changed.rejudged == Rejudged()
    assert len(reports(one_desk)) == 1


def test_a_list_that_was_accepted_and_one_sent_after_it_are_both_judged_again(both_desk: App) -> None:
    made = an_event(both_desk)
    send(made, both_desk)
    accept(made, both_desk)
    change_settings(both_desk, made.as_account("organizer"), SLUG, SettingsPatch(house=BAN), reason="fact sheet")
    assert reports(both_desk) == [("player", "legal"), ("settings", "illegal")]


def test_a_new_verdict_follows_the_day_and_the_platform(both_desk: App) -> None:
    made = an_event(both_desk)
    send(made, both_desk)
    who = made.as_account("organizer")
    for patch in (SettingsPatch(day=date(2012, 6, 9)), SettingsPatch(format="legacy")):
        assert change_settings(both_desk, who, SLUG, patch, reason="typed wrong").rejudged.lists == 1
    assert [cause for cause, _ in reports(both_desk)] == ["player", "settings", "settings"]
    assert reports(both_desk)[1][1] == "illegal"


def test_another_match_of_the_event_is_that_of_the_stages_that_follow_it(both_desk: App) -> None:
    made = an_event(both_desk, playoff=True)
    who = made.as_account("organizer")
    change_stage(both_desk, who, SLUG, "playoff", StagePatch(match="bo1"))
    change_settings(both_desk, who, SLUG, SettingsPatch(match="bo1"))
    change_settings(both_desk, who, SLUG, SettingsPatch(match="bo3"))
    assert (stage_row(both_desk).match, stage_row(both_desk, "playoff").match) == ("bo3", "bo3")


def test_a_stage_with_another_match_has_its_lists_judged_again_for_a_reason(both_desk: App) -> None:
    made = an_event(both_desk, format="historic", platform="arena")
    send(made, both_desk)
    who = made.as_account("organizer")
    with refused("reason-needed", "Say why: 1 list was judged under the old settings."):
        change_stage(both_desk, who, SLUG, "swiss", StagePatch(match="bo1"))
    order = Order(reason="single games after all")
    assert change_stage(both_desk, who, SLUG, "swiss", StagePatch(match="bo1"), order).rejudged.lists == 1
    assert [cause for cause, _ in reports(both_desk)] == ["player", "settings"]


def test_the_game_stays_once_lists_came_in(one_desk: App) -> None:
    made = an_event(one_desk)
    who = made.as_account("organizer")
    send(made, one_desk)
    sentence = "1 list of Magic: The Gathering came in. Make another event for Grand Archive."
    with refused("bad-settings", sentence):
        change_settings(one_desk, who, SLUG, SettingsPatch(format="ga-standard"), reason="wrong game")


def test_the_game_changes_with_the_format_before(one_desk: App) -> None:
    made = an_event(one_desk)
    change_settings(one_desk, made.as_account("organizer"), SLUG, SettingsPatch(format="ga-standard"))
    assert the_event(one_desk).game == "ga"


@pytest.mark.parametrize(
    ("patch", "sentence"),
    [
        (SettingsPatch(name=" "), "A name is missing."),
        (SettingsPatch(level="casual"), '"casual" is not among regular, competitive, professional.'),
        (SettingsPatch(team_size=9), "9 players in a team; it is 1 to 6."),
    ],
)
def test_settings_that_no_event_can_have_are_refused(one_desk: App, patch: SettingsPatch, sentence: str) -> None:
    made = an_event(one_desk)
    with refused("bad-settings", sentence):
        change_settings(one_desk, made.as_account("organizer"), SLUG, patch)
    assert the_event(one_desk).settings_version == 1


def test_a_planned_event_moved_to_another_day_keeps_its_times_on_the_wall(both_desk: App) -> None:
    who = an_organizer(both_desk)
    make_event(both_desk, who, a_plan(opens=False))
    change_settings(both_desk, who, SLUG, SettingsPatch(day=date(2026, 11, 7)))
    assert stage_row(both_desk).deadline == datetime(2026, 11, 7, 10, 0, tzinfo=UTC)
    change_settings(both_desk, who, SLUG, SettingsPatch(zone="America/New_York"))
    assert stage_row(both_desk).deadline == datetime(2026, 11, 7, 15, 0, tzinfo=UTC)


def test_a_running_event_keeps_its_deadline_when_its_day_was_typed_wrong(one_desk: App) -> None:
    made = an_event(one_desk)
    before = stage_row(one_desk).deadline
    change_settings(one_desk, made.as_account("organizer"), SLUG, SettingsPatch(day=date(2026, 6, 14)))
    assert stage_row(one_desk).deadline == before


def test_a_moved_deadline_that_comes_twice_is_asked_about(one_desk: App) -> None:
    who = an_organizer(one_desk)
    make_event(one_desk, who, a_plan(opens=False, deadline=datetime(2026, 6, 13, 0, 30, tzinfo=UTC)))
    patch = SettingsPatch(day=date(2026, 10, 25))
    with refused("ask-time"):
        change_settings(one_desk, who, SLUG, patch)
    change_settings(one_desk, who, SLUG, patch, reading_of=1)
    assert stage_row(one_desk).deadline == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


def test_an_event_with_officials_who_play_does_not_become_competitive_mtr_1_4(both_desk: App) -> None:
    made = an_event(both_desk)
    play(both_desk, made, 0, "judge")
    sentence = "Rosa Kim is staff here and plays. Staff of a Competitive event may not play in it (MTR 1.4)."
    with refused("plays-here", sentence):
        change_settings(both_desk, made.as_account("organizer"), SLUG, SettingsPatch(level="competitive"))
    assert the_event(both_desk).level == "regular"


def test_of_two_who_change_settings_the_second_is_told_of_the_first(both_desk: App) -> None:
    made = an_event(both_desk)
    who = made.as_account("organizer")
    change_settings(both_desk, who, SLUG, SettingsPatch(place="York"), seen=1)
    with refused("changed", "Nora Lind changed this a moment ago. Here is their version; yours is below.") as found:
        change_settings(both_desk, who, SLUG, SettingsPatch(place="Hull"), seen=1)
    assert found.value.more == {"version": 2}
    assert the_event(both_desk).place == "York"


@pytest.mark.parametrize("state", ["completed", "cancelled"])
def test_settings_stand_once_the_event_is_over(one_desk: App, state: str) -> None:
    made = an_event(one_desk, state=state)
    with refused("not-now", "Northern Open is not running."):
        change_settings(one_desk, made.as_account("organizer"), SLUG, SettingsPatch(place="York"))


@pytest.mark.parametrize("role", ["head-judge", "judge", "scorekeeper"])
def test_settings_are_for_the_organizer(one_desk: App, role: str) -> None:
    made = an_event(one_desk)
    with refused("not-allowed"):
        change_settings(one_desk, made.as_account(role), SLUG, SettingsPatch(place="York"))


def test_a_program_of_the_organizer_changes_settings_and_the_audit_names_it(one_desk: App) -> None:
    made = an_event(one_desk)
    change_settings(one_desk, made.as_token("organizer"), SLUG, SettingsPatch(place="York"))
    assert acts(one_desk)[-1][0] == "event.changed"


def test_lists_are_judged_by_what_holds_when_the_lock_is_there(both_desk: App) -> None:
    """A list that came in after the verdicts were given ahead is judged all the same."""
    made = an_event(both_desk)
    who = made.as_account("organizer")
    send(made, both_desk)
    real = both_desk.store.write
    sent = False

    def late() -> object:
        nonlocal sent
        if not sent:
            sent = True
            send(made, both_desk, who=made.as_person(1), number=2)
        return real()

    both_desk.store.write = late  # type: ignore[method-assign,assignment]
    try:
        changed = change_settings(both_desk, who, SLUG, SettingsPatch(house=BAN), reason="fact sheet")
    finally:
        both_desk.store.write = real  # type: ignore[method-assign]
    assert changed.rejudged == Rejudged(2, 2)


def test_reopening_an_event_brings_its_settings_back_to_hand(one_desk: App) -> None:
    made = an_event(one_desk, state="completed", stage_state="over")
    who = made.as_account("organizer")
    become(one_desk, who, SLUG, "on", reason="a typing slip")
    assert change_settings(one_desk, who, SLUG, SettingsPatch(place="York")).version == 2
