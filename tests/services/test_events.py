"""Events are made: from four fields, everything else as the documents and the format have it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest

from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.events.events import make_event
from deckcheck.events.plans import USUAL_STAGES, EventPlan, StagePlan, slug_text
from deckcheck.events.stages import see_stages
from deckcheck.store.models import Grant
from deckcheck.store.states import ActorKind
from tests.desks import Clock
from tests.organizing import SATURDAY, a_plan, acts, an_organizer, refused, stage_row, the_event

LEEDS_TEN = datetime(2026, 6, 13, 9, 0, tzinfo=UTC)


def test_four_fields_make_an_event_that_takes_lists_at_once(both_desk: App) -> None:
    made = make_event(both_desk, an_organizer(both_desk), a_plan())
    event = the_event(both_desk)
    assert (made.slug, made.state, made.join_code) == ("northern-open", "on", event.join_code)
    assert (event.game, event.platform, event.match, event.level) == ("mtg", "paper", "bo3", "competitive")
    assert (event.accepts, event.names_shown, event.digital, event.team_size) == ("any", "full", False, 1)
    swiss, playoff = see_stages(both_desk, STRANGER, "northern-open")
    assert (swiss.title, swiss.state, swiss.deadline, swiss.lists_from) == ("Swiss", "taking", LEEDS_TEN, "")
    assert (playoff.title, playoff.state, playoff.deadline, playoff.lists_from) == ("Playoff", "ahead", None, "swiss")
    assert [act[0] for act in acts(both_desk)] == [
        "event.made",
        "role.granted",
        "role.granted",
        "event.opened",
        "stage.taking",
    ]


def test_lists_are_due_before_round_1_unless_another_deadline_is_named_mtr_2_7(one_desk: App, clock: Clock) -> None:
    clock.set(datetime(2026, 6, 1, tzinfo=UTC))
    who = an_organizer(one_desk)
    make_event(one_desk, who, a_plan(name="Round 1"))
    make_event(one_desk, who, a_plan(name="Premier", deadline=datetime.combine(date(2026, 6, 11), time(20))))
    assert stage_row(one_desk, event="round-1").deadline == LEEDS_TEN
    assert stage_row(one_desk, event="premier").deadline == datetime(2026, 6, 11, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("level", "day", "swiss", "playoff"),
    [
        ("regular", SATURDAY, ("closed", "all"), ("closed", "all")),
        ("competitive", SATURDAY, ("closed", "all"), ("closed", "all")),
        ("professional", SATURDAY, ("stage", "all"), ("stage", "all")),
        ("professional", date(2023, 6, 10), ("closed", "all"), ("stage", "all")),
    ],
)
def test_who_sees_lists_is_as_the_documents_of_the_day_have_it_mtr_2_7_and_1_2(
    one_desk: App, level: str, day: date, swiss: tuple[str, str], playoff: tuple[str, str]
) -> None:
    make_event(one_desk, an_organizer(one_desk), a_plan(level=level, day=day, confirmed=True))
    found = [stage_row(one_desk, slug) for slug in ("swiss", "playoff")]
    assert [(stage.during, stage.after) for stage in found] == [swiss, playoff]


def test_what_the_plan_says_of_publication_stands_before_the_documents(one_desk: App) -> None:
    stages = (StagePlan("Swiss", during="all", after="all"), StagePlan("Cut", "playoff", lists_from="swiss"))
    make_event(one_desk, an_organizer(one_desk), a_plan(stages=stages))
    assert stage_row(one_desk).during == "all"
    assert stage_row(one_desk, "cut").during == "closed"


def test_an_address_is_given_once_and_never_again(both_desk: App) -> None:
    who = an_organizer(both_desk)
    slugs = [make_event(both_desk, who, a_plan()).slug for _ in range(4)]
    assert slugs == ["northern-open", "northern-open-2026-06-13", "northern-open-2", "northern-open-3"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Northern Open", "northern-open"),
        ("  Żywiec: Modern, łatwo! ", "zywiec-modern-latwo"),
        ("東京大会", ""),
        ("../../etc/passwd", "etc-passwd"),
        ("x" * 90, "x" * 60),
    ],
)
def test_a_name_becomes_part_of_an_address(name: str, slug: str) -> None:
    assert slug_text(name) == slug


def test_a_name_without_a_latin_letter_has_an_address_too(one_desk: App) -> None:
    assert make_event(one_desk, an_organizer(one_desk), a_plan(name="東京大会")).slug == "event"


def test_who_makes_an_event_is_its_organizer_and_its_head_judge(both_desk: App) -> None:
    who = an_organizer(both_desk)
    make_event(both_desk, who, a_plan())
    with both_desk.store.read() as session:
        rows = session.query(Grant).filter_by(event=the_event(both_desk).uid).all()
    assert {(row.account, row.role) for row in rows} == {(who.uid, "organizer"), (who.uid, "head-judge")}


@pytest.mark.parametrize(
    "who", [STRANGER, Actor(ActorKind.PERSON, "p", "Ada"), Actor(ActorKind.ACCOUNT, "a", "Ben Ott")]
)
def test_only_accounts_that_may_organize_make_events(one_desk: App, who: Actor) -> None:
    with refused("not-allowed"):
        make_event(one_desk, who, a_plan())


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ({"name": "  "}, "A name is missing."),
        ({"day": None}, "A day is missing."),
        ({"zone": ""}, "A zone is missing."),
        ({"format": ""}, "A format is missing."),
        ({"round_1": None}, "Enter when lists close."),
    ],
)
def test_what_is_missing_is_named(one_desk: App, missing: dict[str, object], sentence: str) -> None:
    with refused("deadline-missing" if "round_1" in missing else "bad-settings", sentence):
        make_event(one_desk, an_organizer(one_desk), a_plan(**missing))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"level": "casual"}, '"casual" is not among regular, competitive, professional.'),
        ({"accepts": "none"}, '"none" is not among any, decided, legal.'),
        ({"names_shown": "all"}, '"all" is not among full, initials, number.'),
        ({"match": "bo5"}, '"bo5" is not among bo1, bo3.'),
        ({"name": "x" * 121}, "The name has 121 letters; the limit is 120."),
        ({"team_size": 0}, "0 players in a team; it is 1 to 6."),
        ({"day": date(1492, 1, 1)}, "1492-01-01 is no day from 1993 to 2099."),
        ({"deadline": datetime.max.replace(tzinfo=UTC)}, "9999-12-31 is no day from 1993 to 2099."),
        (
            {"stages": (StagePlan("Swiss", deadline=datetime.min.replace(tzinfo=UTC)),)},
            "0001-01-01 is no day from 1993 to 2099.",
        ),
        (
            {"stages": (StagePlan("Swiss"), StagePlan("swiss "))},
            "Two stages would be called swiss. Give one another title.",
        ),
        (
            {"stages": (StagePlan("Swiss", lists_from="playoff"),)},
            "Swiss cannot be played with lists of a stage that is not before it.",
        ),
        (
            {"stages": (*USUAL_STAGES, StagePlan("Final", "playoff", lists_from="playoff"))},
            "Final is played with lists of a stage that takes some; name that one.",
        ),
    ],
)
def test_settings_that_no_event_can_have_are_refused(one_desk: App, wrong: dict[str, object], sentence: str) -> None:
    with refused("bad-settings", sentence):
        make_event(one_desk, an_organizer(one_desk), a_plan(**wrong))


def test_a_format_or_zone_that_nobody_knows_is_refused(one_desk: App) -> None:
    who = an_organizer(one_desk)
    with refused("bad-input"):
        make_event(one_desk, who, a_plan(format="tiddlywinks"))
    with refused("bad-input", 'No time zone is called "Leeds". Use a name like Europe/London.'):
        make_event(one_desk, who, a_plan(zone="Leeds"))


def test_a_day_that_is_over_is_asked_about_and_made_all_the_same(both_desk: App) -> None:
    who, plan = an_organizer(both_desk), a_plan(day=date(2026, 6, 12))
    with refused("confirm", "Fri 12 June 2026 is over. Make it anyway?"):
        make_event(both_desk, who, plan)
    assert make_event(both_desk, who, replace(plan, confirmed=True)).state == "on"


def test_a_refused_event_leaves_nothing_behind(both_desk: App) -> None:
    who = an_organizer(both_desk)
    with refused("confirm"):
        make_event(both_desk, who, a_plan(day=date(2026, 6, 12)))
    assert make_event(both_desk, who, a_plan()).slug == "northern-open"


def test_a_planned_event_needs_no_deadline_and_is_seen_by_its_staff_only(one_desk: App) -> None:
    who = an_organizer(one_desk)
    assert make_event(one_desk, who, a_plan(round_1=None, opens=False)).state == "planned"
    with refused("nothing-here"):
        see_stages(one_desk, STRANGER, "northern-open")
    assert len(see_stages(one_desk, who, "northern-open")) == 2


@pytest.mark.parametrize(("reading", "moment"), [(0, (0, 30)), (1, (1, 30))])
def test_a_time_that_comes_twice_is_asked_about_never_guessed(
    one_desk: App, reading: int, moment: tuple[int, int]
) -> None:
    plan = a_plan(day=date(2026, 10, 25), round_1=time(1, 30))
    question = "01:30 comes twice on Sun 25 October 2026 in London: the first (UTC+1) or the second (UTC)?"
    who = an_organizer(one_desk)
    with refused("ask-time", question) as found:
        make_event(one_desk, who, plan)
    assert found.value.more["readings"] == ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]
    make_event(one_desk, who, replace(plan, reading=reading))
    assert stage_row(one_desk).deadline == datetime(2026, 10, 25, *moment, tzinfo=UTC)


def test_a_moment_with_its_zone_is_taken_as_it_is(one_desk: App) -> None:
    moment = datetime(2026, 10, 25, 0, 30, 0, 999_999, tzinfo=UTC)
    make_event(one_desk, an_organizer(one_desk), a_plan(day=date(2026, 10, 25), deadline=moment))
    assert stage_row(one_desk).deadline == moment.replace(microsecond=999_000)


def test_an_event_away_from_paper_is_digital_unless_said_otherwise(one_desk: App) -> None:
    who = an_organizer(one_desk)
    make_event(one_desk, who, a_plan(name="Online", format="historic"))
    make_event(one_desk, who, a_plan(name="By camera", digital=True))
    assert (the_event(one_desk, "online").platform, the_event(one_desk, "online").digital) == ("arena", True)
    assert (the_event(one_desk, "by-camera").platform, the_event(one_desk, "by-camera").digital) == ("paper", True)


def test_house_rules_are_kept_by_catalogue_names_and_refused_where_they_do_not_fit(one_desk: App) -> None:
    who = an_organizer(one_desk)
    make_event(one_desk, who, a_plan(house={"bans": ["lightning bolt"], "sizes": {"main-min": 40}}))
    assert the_event(one_desk).house == {"bans": ["Lightning Bolt"], "sizes": {"main-min": 40}}
    with refused("bad-house-rules"):
        make_event(one_desk, who, a_plan(house={"bans": ["Lightnin Bot"]}))


def test_asking_all_staff_for_a_code_needs_one_of_ones_own(one_desk: App) -> None:
    weak, strong = an_organizer(one_desk), an_organizer(one_desk, "Ben Ott", strong=True)
    with refused("bad-settings", "Set up an authenticator app in your account first, and sign in with its code."):
        make_event(one_desk, weak, a_plan(totp_required=True))
    assert make_event(one_desk, strong, a_plan(totp_required=True)).state == "on"


def test_signs_that_show_nothing_and_line_breaks_do_not_come_into_a_name(one_desk: App) -> None:
    make_event(one_desk, an_organizer(one_desk), a_plan(name="Northern\r\n\u202eOpen\u200b", place="Leeds\x00"))
    event = the_event(one_desk)
    assert (event.name, event.place) == ("Northern Open", "Leeds")


def test_grand_archive_events_are_made_alike(one_desk: App, clock: Clock) -> None:
    clock.set(datetime(2026, 6, 1, tzinfo=UTC))
    plan: EventPlan = a_plan(format="ga-standard")
    make_event(one_desk, an_organizer(one_desk), plan)
    assert (the_event(one_desk).game, the_event(one_desk).match) == ("ga", stage_row(one_desk).match)
