"""Who sees the lists: set in advance or now, both ways, for all alike; and looked at through others' eyes."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.session import reading
from deckcheck.events.event_states import become
from deckcheck.events.stage_states import become as stage_becomes
from deckcheck.events.stages import StagePatch, change_stage
from deckcheck.publication.listings import Query, lists_page
from deckcheck.publication.preview import see_as
from deckcheck.publication.visibility_changes import (
    Effect,
    effects,
    opened_by_end,
    read_planned,
    set_publication,
    stages_seen,
)
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.store.models import Publication, StoredSeal
from deckcheck.store.states import After, During, EntryState
from deckcheck.web.pages.events.organizer_pages import publication_page
from tests.desks import Clock
from tests.events import DEADLINE, Made
from tests.events import make_event as an_event
from tests.organizing import acts, refused, stage_row
from tests.registrations import OTHER, accept, list_row, reopen, send

SLUG: Final = "northern-open"
NOBODY: Final = (During.CLOSED, After.CLOSED)
STAGE: Final = (During.STAGE, After.ALL)
EVERYONE: Final = (During.ALL, After.ALL)
AFTER: Final = (During.CLOSED, After.ALL)
LATER_CLOSED: Final = (During.ALL, After.CLOSED)

AGAIN = "You can hide them again, but people may already have seen them."


def closed(desk: App, clock: Clock, players: int = 3, **more: object) -> Made:
    """An event whose Swiss has closed, with a list of each player."""
    made = an_event(desk, players=players, **more)  # type: ignore[arg-type]
    for place in range(players):
        send(made, desk, who=made.as_person(place), number=place + 1)
    clock.set(DEADLINE + timedelta(seconds=15))
    return made


def cut(desk: App, clock: Clock) -> Made:
    """The same with a playoff of two, which has begun with the lists of Swiss."""
    made = closed(desk, clock, playoff=True)
    change_stage(desk, made.as_account("organizer"), SLUG, "playoff", StagePatch(lists_from="swiss"))
    stage_becomes(desk, made.as_account("organizer"), SLUG, "playoff", "begun")
    return made


def found(desk: App, made: Made, stage: str = "swiss") -> tuple[int, ...]:
    """How many lists a stranger and each player find in a stage."""
    askers = [STRANGER, *(made.as_person(place) for place in range(len(made.persons)))]
    return tuple(lists_page(desk, who, SLUG, Query(stage=stage)).found for who in askers)


def test_lists_are_opened_to_the_players_of_a_stage_and_to_nobody_else(both_desk: App, clock: Clock) -> None:
    made = cut(both_desk, clock)
    done = set_publication(both_desk, made.as_account("organizer"), SLUG, {"playoff": STAGE})
    assert [one.words for one in done] == ["2 playoff lists have been visible to 2 players since 10:00."]
    assert found(both_desk, made, "playoff") == (0, 2, 2, 0)
    assert acts(both_desk)[-2:] == [
        ("publication.set", "stage:playoff", "closed/all", "stage/all"),
        ("publication.effective", "stage:playoff", "closed", "stage"),
    ]


def test_everyone_is_asked_for_once_with_the_count(both_desk: App, clock: Clock) -> None:
    made = closed(both_desk, clock)
    who = made.as_account("organizer")
    sentence = f"Everyone will see 3 lists with full names. {AGAIN}"
    with refused("confirm", sentence):
        set_publication(both_desk, who, SLUG, {"swiss": EVERYONE})
    assert found(both_desk, made) == (0, 0, 0, 0)
    done = set_publication(both_desk, who, SLUG, {"swiss": EVERYONE}, confirmed=True)
    assert done[0].words == "3 Swiss lists have been visible to everyone since 10:00."
    assert found(both_desk, made) == (3, 3, 3, 3)
    assert set_publication(both_desk, who, SLUG, {"swiss": EVERYONE})[0].words == (
        "3 Swiss lists are visible to everyone."
    )


def test_lists_that_two_stages_play_are_counted_once(both_desk: App, clock: Clock) -> None:
    made = cut(both_desk, clock)
    sentence = f"Everyone will see 3 lists with full names. {AGAIN}"
    with refused("confirm", sentence):
        set_publication(both_desk, made.as_account("organizer"), SLUG, {"swiss": EVERYONE, "playoff": EVERYONE})


def test_the_count_is_of_lists_that_are_there_and_of_players_who_still_take_part(one_desk: App, clock: Clock) -> None:
    made = an_event(one_desk, players=4)
    for place in range(3):
        send(made, one_desk, who=made.as_person(place), number=place + 1)
    organizer = made.as_account("organizer")
    with reading(one_desk, organizer, SLUG) as work:
        assert effects(work, {"swiss": EVERYONE}) == (Effect("swiss", "Swiss: everyone, from now", True, now=False),)
        assert stages_seen(work)[0].count == 3
    move_entry(MoveEntry(made.as_account("scorekeeper"), SLUG, 2, EntryState.WITHDRAWN), one_desk)
    with reading(one_desk, organizer, SLUG) as work:
        assert stages_seen(work)[0].count == 2
    with refused("confirm", f"Everyone will see 2 lists with full names. {AGAIN}"):
        set_publication(one_desk, organizer, SLUG, {"swiss": EVERYONE})


def test_where_nothing_was_sent_no_list_opens(one_desk: App, clock: Clock) -> None:
    made = closed(one_desk, clock, players=0)
    with reading(one_desk, made.as_account("organizer"), SLUG) as work:
        assert opened_by_end(work) == 0
    with refused("confirm", f"Everyone will see 0 lists with full names. {AGAIN}"):
        set_publication(one_desk, made.as_account("organizer"), SLUG, {"swiss": EVERYONE})


@pytest.mark.parametrize(
    ("set_before", "opened"),
    [
        ({}, 3),
        ({"swiss": NOBODY}, 2),
        ({"swiss": NOBODY, "playoff": NOBODY}, 0),
        ({"swiss": EVERYONE, "playoff": EVERYONE}, 0),
    ],
)
def test_the_end_opens_what_is_not_open_and_shared_lists_once(
    one_desk: App, clock: Clock, set_before: dict[str, tuple[During, After]], opened: int
) -> None:
    made = cut(one_desk, clock)
    organizer = made.as_account("organizer")
    set_publication(one_desk, organizer, SLUG, set_before, confirmed=True)
    with reading(one_desk, organizer, SLUG) as work:
        assert opened_by_end(work) == opened


def test_what_everyone_sees_already_is_not_asked_again(one_desk: App, clock: Clock) -> None:
    made = closed(one_desk, clock)
    organizer = made.as_account("organizer")
    set_publication(one_desk, organizer, SLUG, {"swiss": EVERYONE}, confirmed=True)
    with reading(one_desk, organizer, SLUG) as work:
        assert effects(work, {"swiss": LATER_CLOSED}) == (
            Effect("swiss", "Swiss: everyone, from now", opens_to_all=False, now=False),
        )
    assert set_publication(one_desk, organizer, SLUG, {"swiss": LATER_CLOSED})[0].opens == "now"


def test_lists_that_are_still_being_taken_open_with_the_close_and_not_before(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk)
    for place in range(3):
        send(made, both_desk, who=made.as_person(place), number=place + 1)
    who = made.as_account("organizer")
    with refused("confirm", f"Everyone will see 3 lists with full names. {AGAIN}"):
        set_publication(both_desk, who, SLUG, {"swiss": EVERYONE})
    done = set_publication(both_desk, who, SLUG, {"swiss": EVERYONE}, confirmed=True)
    assert done[0].words == "Lists of Swiss: everyone, from now."
    assert found(both_desk, made) == (0, 0, 0, 0)
    clock.set(DEADLINE + timedelta(seconds=15))
    assert found(both_desk, made) == (3, 3, 3, 3)


def test_what_was_open_is_closed_again_but_never_unseen(both_desk: App, clock: Clock) -> None:
    made = closed(both_desk, clock)
    who = made.as_account("organizer")
    set_publication(both_desk, who, SLUG, {"swiss": EVERYONE}, confirmed=True)
    done = set_publication(both_desk, who, SLUG, {"swiss": NOBODY})
    assert done[0].words == "Lists of Swiss: nobody but staff."
    assert found(both_desk, made) == (0, 0, 0, 0)
    assert stage_row(both_desk).seen_at is not None
    with both_desk.store.read() as session:
        rows = [(row.during, row.after) for row in session.query(Publication).order_by(Publication.uid)]
    assert rows == [("all", "all"), ("closed", "closed")]


def test_opening_closes_reopened_lists_first_so_that_nobody_sends_after_seeing(both_desk: App, clock: Clock) -> None:
    made = closed(both_desk, clock)
    accept(made, both_desk)
    reopen(made, both_desk, DEADLINE + timedelta(hours=1))
    clock.pass_(minutes=1)
    send(made, both_desk, OTHER)
    set_publication(both_desk, made.as_account("organizer"), SLUG, {"swiss": STAGE})
    assert list_row(both_desk, made).state == "closed"
    with refused("deadline-passed"):
        send(made, both_desk)
    assert lists_page(both_desk, made.as_person(1), SLUG, Query(stage="swiss")).found == 3
    with both_desk.store.read() as session:
        assert [seal.kind for seal in session.query(StoredSeal).order_by(StoredSeal.number)] == ["deadline", "change"]


@pytest.mark.parametrize("planned", [NOBODY, STAGE, EVERYONE, AFTER])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_both_sides_of_a_stage_always_have_the_same_access_mdtr_2_7(
    one_desk: App, clock: Clock, planned: tuple[During, After], place: int
) -> None:
    made = closed(one_desk, clock)
    set_publication(one_desk, made.as_account("organizer"), SLUG, {"swiss": planned}, confirmed=True)
    _, *players = found(one_desk, made)
    assert players[place] == players[0]


@pytest.mark.parametrize(("after", "public"), [(AFTER, 3), (NOBODY, 0), (STAGE, 3)])
def test_what_holds_after_the_event_was_set_before_mtr_1_2(
    one_desk: App, clock: Clock, after: tuple[During, After], public: int
) -> None:
    made = closed(one_desk, clock)
    who = made.as_account("organizer")
    set_publication(one_desk, who, SLUG, {"swiss": after})
    become(one_desk, who, SLUG, "completed")
    assert found(one_desk, made)[0] == public


def test_publication_can_be_set_when_the_event_is_over(one_desk: App, clock: Clock) -> None:
    made = closed(one_desk, clock, after="closed")
    who = made.as_account("organizer")
    become(one_desk, who, SLUG, "completed")
    with refused("confirm"):
        set_publication(one_desk, who, SLUG, {"swiss": AFTER})
    set_publication(one_desk, who, SLUG, {"swiss": AFTER}, confirmed=True)
    assert found(one_desk, made)[0] == 3


@pytest.mark.parametrize("role", ["head-judge", "judge", "scorekeeper"])
def test_who_sees_lists_is_for_the_organizer_to_set_and_to_look_at(one_desk: App, role: str) -> None:
    made = an_event(one_desk)
    for who in (made.as_account(role), made.as_person(), STRANGER, made.as_token("judge")):
        with refused("not-allowed"):
            set_publication(one_desk, who, SLUG, {"swiss": EVERYONE}, confirmed=True)
        with refused("not-allowed"):
            publication_page(one_desk, who, SLUG, "/", {})
        with refused("not-allowed"):
            see_as(one_desk, who, SLUG, "stranger")


def test_a_stage_that_changed_meanwhile_is_not_published(both_desk: App, clock: Clock) -> None:
    made = closed(both_desk, clock)
    who = made.as_account("organizer")
    seen = {one.slug: one.version for one in publication_page(both_desk, who, SLUG, "/", {}).stages}
    set_publication(both_desk, who, SLUG, {"swiss": STAGE}, seen=seen)
    with refused("changed"):
        set_publication(both_desk, who, SLUG, {"swiss": EVERYONE}, seen=seen, confirmed=True)


def test_words_that_are_no_choice_are_refused() -> None:
    with refused("bad-input", "`during` is closed, stage or all; `after` is closed or all."):
        read_planned({"swiss": ("some", "all")})


def test_the_page_says_of_each_stage_what_holds_and_what_comes_by_itself(both_desk: App, clock: Clock) -> None:
    made = cut(both_desk, clock)
    swiss, playoff = publication_page(both_desk, made.as_account("organizer"), SLUG, "/", {}).stages
    assert (swiss.choice, swiss.switches, swiss.effective) == (
        "Nobody now; everyone after the event",
        "When you end the event: everyone.",
        "closed",
    )
    assert (swiss.count, swiss.players) == (3, 3)
    assert (playoff.count, playoff.players) == (2, 2)


def test_the_button_names_what_it_does(both_desk: App, clock: Clock) -> None:
    made = cut(both_desk, clock)
    with reading(both_desk, made.as_account("organizer"), SLUG) as work:
        assert effects(work, {"playoff": STAGE}) == (Effect("playoff", "Show 2 playoff lists to 2 players now"),)
        assert effects(work, {"swiss": EVERYONE}) == (Effect("swiss", "Show 3 Swiss lists to everyone now", True),)
        assert effects(work, {"swiss": NOBODY}) == (Effect("swiss", "Swiss: nobody but staff", now=False),)
        assert effects(work, {"swiss": AFTER, "playoff": AFTER}) == ()
    set_publication(both_desk, made.as_account("organizer"), SLUG, {"playoff": STAGE})
    with reading(both_desk, made.as_account("organizer"), SLUG) as work:
        assert effects(work, {"playoff": AFTER}) == (Effect("playoff", "Close 2 playoff lists now"),)


# Through others' eyes.


def test_a_plan_is_looked_at_before_it_holds_and_nothing_is_changed_by_that(both_desk: App, clock: Clock) -> None:
    made = cut(both_desk, clock)
    who = made.as_account("organizer")
    before = acts(both_desk)
    seen = see_as(both_desk, who, SLUG, "stranger", {"playoff": EVERYONE})
    assert [page.stage.slug for page in seen.lists] == ["playoff"]
    assert see_as(both_desk, who, SLUG, "stranger").lists == ()
    assert (acts(both_desk), stage_row(both_desk, "playoff").during) == (before, "closed")


def test_a_list_that_is_not_open_yet_is_a_row_without_a_deck(both_desk: App, clock: Clock) -> None:
    made = closed(both_desk, clock, players=8)
    who = made.as_account("organizer")
    planned = see_as(both_desk, who, SLUG, "stranger", {"swiss": EVERYONE})
    (page,) = planned.lists
    assert [(row.veiled, row.deck, row.sizes) for row in page.rows] == [(True, "", ())] * 8
    assert page.shares is None
    set_publication(both_desk, who, SLUG, {"swiss": EVERYONE}, confirmed=True)
    real = see_as(both_desk, who, SLUG, "stranger")
    assert not any(row.veiled for row in real.lists[0].rows)


@pytest.mark.parametrize(
    ("viewer", "during", "stages"),
    [
        ("stranger", STAGE, []),
        ("judge", STAGE, []),
        ("swiss", STAGE, []),
        ("playoff", STAGE, ["playoff"]),
        ("1", STAGE, ["playoff"]),
        ("3", STAGE, []),
        ("stranger", EVERYONE, ["playoff"]),
        ("judge", EVERYONE, ["playoff"]),
    ],
)
def test_each_viewer_sees_what_they_would_see(
    one_desk: App, clock: Clock, viewer: str, during: tuple[During, After], stages: list[str]
) -> None:
    made = cut(one_desk, clock)
    seen = see_as(one_desk, made.as_account("organizer"), SLUG, viewer, {"playoff": during})
    assert [page.stage.slug for page in seen.lists] == stages


def test_looking_as_a_player_does_not_open_their_own_list_to_the_organizer(one_desk: App, clock: Clock) -> None:
    made = closed(one_desk, clock)
    seen = see_as(one_desk, made.as_account("organizer"), SLUG, "1")
    assert seen.lists == ()
    assert seen.page is not None
    assert seen.page.stages[0].open is False


def test_a_planned_event_is_hidden_from_a_stranger_in_the_preview_too(one_desk: App) -> None:
    made = an_event(one_desk, state="planned", stage_state="ahead")
    assert see_as(one_desk, made.as_account("organizer"), SLUG, "stranger").page is None


def test_a_viewer_that_is_nobody_is_refused(one_desk: App) -> None:
    made = an_event(one_desk)
    for viewer in ("final", "99", "0", "-1", "9" * 40, ""):
        with refused("bad-input"):
            see_as(one_desk, made.as_account("organizer"), SLUG, viewer)
