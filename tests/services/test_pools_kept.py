"""What a stage says of its pools in copies and templates, what is kept of pools for how long, and who is forgotten."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import date, timedelta
from typing import Any

from deckcheck.app.context import App
from deckcheck.audit.erasure import ForgetPerson, forget_person
from deckcheck.audit.person_files import export_person
from deckcheck.audit.retention_periods import tidy
from deckcheck.events.event_states import become
from deckcheck.events.events import make_event
from deckcheck.events.plans import StagePlan
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.events.stages import StagePatch, add_stage, change_stage, see_stages
from deckcheck.events.templates import copy_event, save_template, use_template
from deckcheck.pools.registration import AnswerPool, question_pool
from deckcheck.store.models import EventTemplate, Pool, PoolCount, PoolVersion
from tests.desks import Clock
from tests.events import DEADLINE, Made
from tests.events import make_event as an_event
from tests.organizing import a_plan, acts, an_organizer, refused, stage_row
from tests.pools import COUNTED, by_hand, counts, hand_over, sealed_event, set_pools, table
from tests.services.test_deck_checks import audit_holds
from tests.services.test_expired_data import keeps, rows

SLUG = "northern-open"
NEXT = date(2026, 11, 7)
POOLS = StagePlan("Swiss", pools="other", pool_sets=("fdn", "FDN", "mh3"), pool_size=84)


def rules(desk: App, event: str = SLUG) -> tuple[str, list[str], int | None]:
    """How Swiss registers pools."""
    row = stage_row(desk, event=event)
    return row.pools, row.pool_sets, row.pool_size


def test_pools_are_settings_of_a_stage_in_copies_and_templates_too(both_desk: App) -> None:
    who = an_organizer(both_desk)
    made = make_event(both_desk, who, a_plan(format="limited-sealed", stages=(POOLS,)))
    as_set = ("other", ["FDN", "MH3"], 84)
    assert rules(both_desk, made.slug) == as_set
    copied = copy_event(both_desk, who, made.slug, name="Northern Open II", day=NEXT)
    assert rules(both_desk, copied.slug) == as_set
    kept = save_template(both_desk, who, made.slug, "Sealed")
    again = make_event(both_desk, who, use_template(both_desk, who, kept.uid, NEXT))
    assert rules(both_desk, again.slug) == as_set
    with both_desk.store.write() as session:
        row = session.get(EventTemplate, kept.uid)
        assert row is not None
        before = {name: value for name, value in row.settings["stages"][0].items() if not name.startswith("pool")}
        row.settings = {**row.settings, "stages": [before]}
    assert use_template(both_desk, who, kept.uid, NEXT).stages[0].pools == ""


def test_only_limited_stages_with_lists_of_their_own_register_pools(one_desk: App) -> None:
    made = an_event(one_desk, format="modern")
    who = made.as_account("organizer")

    def change(sentence: str, **patch: Any) -> None:
        with refused("has-pools" if "registered in" in sentence else "bad-settings", sentence):
            change_stage(one_desk, who, SLUG, "swiss", StagePatch(**patch))

    change("Modern is not played from a pool. Only Limited events register pools.", pools="own")
    change_settings(one_desk, who, SLUG, SettingsPatch(format="limited-sealed"))
    change('"some" is no way to register pools. Use own or other, or leave it empty.', pools="some")
    change('No set of Magic: The Gathering has the code "QQQ".', pools="own", pool_sets=("FDN", "QQQ"))
    change("1000 cards in a pool; the limit is 999.", pools="own", pool_size=1000)
    plan = StagePlan("Cut", "playoff", lists_from="swiss", pools="own")
    with refused("bad-settings", "Cut is played with the lists of an earlier stage. Pools are registered there."):
        add_stage(one_desk, who, SLUG, plan)
    set_pools(one_desk, made, pools="own", pool_sets=("fdn",), pool_size=84)
    assert acts(one_desk)[-1][2:] == (
        "kind=swiss match=bo3 lists=own",
        "kind=swiss match=bo3 lists=own pools=own sets=FDN size=84",
    )
    set_pools(one_desk, made, pool_size=0)
    (stage,) = see_stages(one_desk, made.as_person(0), SLUG)
    assert (stage.pools, stage.pool_sets, stage.pool_size) == ("own", ("FDN",), None)
    with refused("bad-settings", "Modern is not played from a pool. Only Limited events register pools."):
        change_settings(one_desk, who, SLUG, SettingsPatch(format="modern"))
    hand_over(one_desk, made, 1, by=1)
    change("1 pool is registered in Swiss and stays in force.", pools="")


def over(desk: App, clock: Clock) -> Made:
    """An event that has ended, with a pool that was questioned and corrected, and one that is half counted."""
    made = sealed_event(desk)
    by_hand(desk, made, (1, 2), (2, 1))
    counts(desk, made, 1)
    hand_over(desk, made, 1, None)
    question_pool(AnswerPool(made.as_person(0), made.slug, 1, "", "no dragon"), desk)
    fixed = COUNTED.replace("Shivan Dragon\n", "")
    hand_over(desk, made, 1, fixed, by=made.as_account("judge"), reason="Ada showed the box")
    counts(desk, made, 2, "12", by=1)
    end(desk, clock, made)
    return made


def end(desk: App, clock: Clock, made: Made) -> None:
    """Lists are closed, and the event has ended."""
    clock.set(DEADLINE + timedelta(minutes=5))
    become(desk, made.as_account("organizer"), made.slug, "completed")


def kept(desk: App) -> tuple[list[int], list[str], list[str], int]:
    """Of the pools: cards by row of each version, notes, questions, and how many countings there are."""
    versions = sorted(rows(desk, PoolVersion), key=lambda row: int(row.number))
    asked = [row.question for row in rows(desk, Pool) if row.question]
    return [len(row.rows) for row in versions], [row.note for row in versions], asked, len(rows(desk, PoolCount))


def test_countings_older_versions_and_what_was_said_go_when_their_time_is_over(both_desk: App, clock: Clock) -> None:
    made = over(both_desk, clock)
    desk = keeps(both_desk, draft=30, superseded=60, statement=90)
    assert kept(desk) == ([3, 2], ["", "Ada showed the box"], ["no dragon"], 2)
    clock.pass_(days=30, seconds=1)
    assert ((done := tidy(desk)).counts, done.pools, kept(desk)[3]) == (2, 0, 0)
    clock.pass_(days=30)
    assert (tidy(desk).pools, kept(desk)[0]) == (1, [0, 2])
    clock.pass_(days=30)
    assert (tidy(desk).pools, kept(desk)[1:3]) == (1, (["", ""], []))
    assert tidy(desk).pools == 0
    assert [line.total for line in table(desk, made, "organizer").lines if line.total] == [23]
    audit_holds(desk, made)


def test_of_a_forgotten_player_no_card_of_a_pool_stays_and_nothing_they_counted(both_desk: App, clock: Clock) -> None:
    made = over(both_desk, clock)
    forget_person(ForgetPerson(made.as_account("organizer"), made.slug, 1, "asked for it"), both_desk)
    assert kept(both_desk) == ([0, 0], ["", ""], [], 0)
    audit_holds(both_desk, made)


def test_the_pool_of_a_team_stays_as_long_as_one_of_it_is_known(one_desk: App, clock: Clock) -> None:
    made = sealed_event(one_desk, team_size=2)
    hand_over(one_desk, made, 1, by=made.as_account("scorekeeper"))
    end(one_desk, clock, made)
    for number, cards in ((1, [3]), (2, [0])):
        forget_person(ForgetPerson(made.as_account("organizer"), made.slug, number, "asked for it"), one_desk)
        assert kept(one_desk)[0] == cards
    audit_holds(one_desk, made)


def test_a_player_takes_away_their_pool_and_what_they_count_and_no_pool_that_was_confirmed(
    one_desk: App, clock: Clock
) -> None:
    made = over(one_desk, clock)

    def told(place: int) -> dict[str, Any]:
        with zipfile.ZipFile(io.BytesIO(export_person(one_desk, made.as_person(place), made.slug).data)) as archive:
            found: dict[str, Any] = json.loads(archive.read(f"{made.slug}/event.json"))["entries"][0]
        return found

    ada, per = told(0), told(1)
    (pool,) = ada["pools"]
    assert [(one["number"], one["total"], one["current"]) for one in pool["versions"]] == [
        (1, 24, False),
        (2, 23, True),
    ]
    assert [one["text"] for one in ada["counted"]] == ["12"]
    assert per["pools"][0]["versions"] == []
    assert [one["text"] for one in per["counted"]] == [COUNTED]
