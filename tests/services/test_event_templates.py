"""Events made again: copies, templates of a store's weekly ones, and the last one once more."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from deckcheck.accounts.roles import grant_role, see_staff
from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.events.events import make_event
from deckcheck.events.plans import USUAL_STAGES, StagePlan
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.events.templates import (
    copy_event,
    copy_plan,
    delete_template,
    like_last,
    save_template,
    use_template,
)
from deckcheck.publication.listings import event_page
from deckcheck.web.pages.events.organizer_pages import organize_page
from tests.desks import Clock
from tests.events import make_event as an_event
from tests.organizing import a_plan, an_organizer, refused, stage_row, the_event
from tests.registrations import send

SLUG = "northern-open"
NEXT = date(2026, 11, 7)
RULES = {"bans": ["Wild Ride"], "sizes": {"main-min": 40}}


def test_a_copy_has_the_settings_and_stages_but_nobody_is_in_it(both_desk: App) -> None:
    made = an_event(both_desk, level="competitive", accepts="decided", during="stage", house=RULES, playoff=True)
    send(made, both_desk)
    who = made.as_account("organizer")
    copied = copy_event(both_desk, who, SLUG, name="Northern Open II", day=NEXT, opens=True)
    event = the_event(both_desk, copied.slug)
    assert (copied.slug, copied.state) == ("northern-open-ii", "on")
    assert copied.join_code not in {"", "KITE-4719"}
    assert (event.level, event.accepts, event.place, event.day) == ("competitive", "decided", "Leeds", NEXT)
    assert event.house == RULES
    assert event.entry_count == 0
    swiss = stage_row(both_desk, event=copied.slug)
    assert (swiss.during, swiss.deadline) == ("stage", datetime(2026, 11, 7, 10, 0, tzinfo=UTC))
    assert [row.roles for row in see_staff(both_desk, who, copied.slug)] == [("organizer", "head-judge")]


def test_a_copy_takes_the_staff_along_where_that_is_wanted(both_desk: App) -> None:
    made = an_event(both_desk)
    who = made.as_account("organizer")
    copied = copy_event(both_desk, who, SLUG, name="Again", day=NEXT, staff=True)
    found = {row.name: row.roles for row in see_staff(both_desk, who, copied.slug)}
    assert found == {
        "Nora Lind": ("organizer",),
        "Ben Ott": ("head-judge",),
        "Rosa Kim": ("judge",),
        "Sam Lee": ("scorekeeper",),
    }


def test_copying_is_for_the_organizer_of_the_event(one_desk: App) -> None:
    made = an_event(one_desk)
    for who in (STRANGER, made.as_account("head-judge"), an_organizer(one_desk)):
        with refused("not-allowed"):
            copy_event(one_desk, who, SLUG, name="Mine", day=NEXT)


def test_a_copy_without_a_name_is_called_as_the_first(one_desk: App) -> None:
    made = an_event(one_desk)
    copied = copy_event(one_desk, made.as_account("organizer"), SLUG, name="", day=NEXT)
    assert (copied.slug, copied.state) == ("northern-open-2026-11-07", "planned")


def test_a_copied_deadline_that_summer_time_skips_is_asked_about(one_desk: App, clock: Clock) -> None:
    clock.set(datetime(2026, 1, 1, tzinfo=UTC))
    made = an_event(one_desk, deadline=datetime(2026, 6, 13, 0, 30, tzinfo=UTC))
    who, day = made.as_account("organizer"), date(2027, 3, 28)
    with refused("ask-time"):
        copy_event(one_desk, who, SLUG, name="", day=day)
    copied = copy_event(one_desk, who, SLUG, name="", day=day, reading_of=0)
    assert stage_row(one_desk, event=copied.slug).deadline == datetime(2027, 3, 28, 0, 30, tzinfo=UTC)


def test_a_weekly_event_is_kept_as_a_template_and_made_again_on_another_day(both_desk: App) -> None:
    who = an_organizer(both_desk)
    stages = (StagePlan("Swiss", during="stage", after="all"), *USUAL_STAGES[1:])
    plan = a_plan(name="Friday Modern", place="The Shop", house=RULES, stages=stages, names_shown="initials")
    make_event(both_desk, who, plan)
    kept = save_template(both_desk, who, "friday-modern")
    assert [(row.title, row.format) for row in organize_page(both_desk, who).templates] == [("Friday Modern", "modern")]
    again = use_template(both_desk, who, kept.uid, NEXT)
    made = make_event(both_desk, who, again)
    event, swiss = the_event(both_desk, made.slug), stage_row(both_desk, event=made.slug)
    assert (event.name, event.place, event.day, event.names_shown) == ("Friday Modern", "The Shop", NEXT, "initials")
    assert (event.house, swiss.during, swiss.deadline) == (RULES, "stage", datetime(2026, 11, 7, 10, 0, tzinfo=UTC))
    assert [s.lists_from for s in event_page(both_desk, STRANGER, made.slug).stages] == ["", "Swiss"]


def test_a_deadline_some_days_before_stays_so_many_days_before(one_desk: App, clock: Clock) -> None:
    clock.set(datetime(2026, 6, 1, tzinfo=UTC))
    who = an_organizer(one_desk)
    make_event(one_desk, who, a_plan(deadline=datetime(2026, 6, 10, 19, 0, tzinfo=UTC)))
    kept = save_template(one_desk, who, SLUG, "Premier")
    made = make_event(one_desk, who, use_template(one_desk, who, kept.uid, NEXT))
    assert stage_row(one_desk, event=made.slug).deadline == datetime(2026, 11, 4, 20, 0, tzinfo=UTC)


def test_a_template_of_the_same_title_takes_the_place_of_the_older_one(one_desk: App) -> None:
    who = an_organizer(one_desk)
    make_event(one_desk, who, a_plan())
    save_template(one_desk, who, SLUG, "Friday")
    change_settings(one_desk, who, SLUG, SettingsPatch(format="legacy"))
    save_template(one_desk, who, SLUG, "Friday")
    assert [(row.title, row.format) for row in organize_page(one_desk, who).templates] == [("Friday", "legacy")]


def test_templates_are_their_owners_alone(both_desk: App) -> None:
    who, other = an_organizer(both_desk), an_organizer(both_desk, "Ben Ott")
    make_event(both_desk, who, a_plan())
    kept = save_template(both_desk, who, SLUG)
    assert organize_page(both_desk, other).templates == ()
    for uid in (kept.uid, "nothing"):
        with refused("nothing-here"):
            use_template(both_desk, other, uid, NEXT)
        with refused("nothing-here"):
            delete_template(both_desk, other, uid)
    delete_template(both_desk, who, kept.uid)
    assert organize_page(both_desk, who).templates == ()


def test_the_last_event_is_made_once_more(both_desk: App) -> None:
    who = an_organizer(both_desk)
    with refused("bad-input", "You have made no event yet."):
        like_last(both_desk, who, NEXT)
    make_event(both_desk, who, a_plan(name="First"))
    make_event(both_desk, who, a_plan(name="Second", level="regular"))
    plan = like_last(both_desk, who, NEXT)
    assert (plan.name, plan.level, plan.day) == ("Second", "regular", NEXT)
    assert make_event(both_desk, who, replace(plan, name="Third")).state == "on"


def test_a_plan_to_copy_is_shown_before_anything_is_made(one_desk: App) -> None:
    made = an_event(one_desk)
    plan = copy_plan(one_desk, made.as_account("organizer"), SLUG, NEXT)
    assert plan.day == NEXT
    assert plan.deadline == datetime.combine(NEXT, datetime(2026, 1, 1, 10, tzinfo=UTC).time())


@pytest.mark.parametrize("role", ["organizer", "judge"])
def test_an_event_organized_by_invitation_is_nobodys_last_one_but_its_organizers(one_desk: App, role: str) -> None:
    who, guest = an_organizer(one_desk), an_organizer(one_desk, "Ben Ott")
    make_event(one_desk, who, a_plan())
    grant_role(one_desk, who, SLUG, guest.uid, role)
    if role == "organizer":
        assert like_last(one_desk, guest, NEXT).name == "Northern Open"
    else:
        with refused("bad-input"):
            like_last(one_desk, guest, NEXT)
