"""Drafts: every keystroke is kept, one page never conflicts with itself, two pages are shown each other's text."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, Refused
from deckcheck.app.session import settle
from deckcheck.app.states import StateRefused
from deckcheck.lists.editor import DraftText, SaveDraft, draft_of, editor_of, save_draft
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.submit import TakeBack, take_back
from deckcheck.store.models import Event
from deckcheck.store.queries import events
from deckcheck.store.states import ListState
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.registrations import LEGAL, OTHER, UNDECIDED, accept, list_row, send


def keep(made: Made, desk: App, text: str, version: int | None = None, **more: Any) -> DraftText:
    known: dict[str, Any] = {"who": made.as_person(0), "slug": made.slug, "number": 1, "stage": "swiss"}
    return save_draft(SaveDraft(text=text, version=version, **(known | more)), desk)


def kept(made: Made, desk: App) -> DraftText:
    return draft_of(made.as_person(0), made.slug, 1, "swiss", desk)


def test_a_draft_is_kept_as_typed(both_desk: App) -> None:
    made = make_event(both_desk)
    assert kept(made, both_desk) == DraftText()
    first = keep(made, both_desk, "4 Jace\n  2 lightnig", 0)
    assert kept(made, both_desk) == first == DraftText("4 Jace\n  2 lightnig", 1, both_desk.now())
    assert keep(made, both_desk, "", first.version).text == ""


def test_keeping_a_draft_is_no_act_on_the_event(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    keep(made, both_desk, "4 Jace")
    clock.pass_(minutes=1)
    before = revision(made, both_desk)
    keep(made, both_desk, "4 Jace\n")
    assert revision(made, both_desk) == before


def revision(made: Made, desk: App) -> tuple[int, int, object]:
    with desk.store.read() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        return event.revision, event.audit_seq, event.last_at


def test_a_draft_does_not_wait_for_the_events_lock(both_desk: App) -> None:
    if both_desk.store.is_sqlite:
        return  # It has one writer at a time, whoever it is.
    made = make_event(both_desk)
    keep(made, both_desk, "4 Jace")

    with both_desk.store.write() as session:
        events.locked(session, made.slug)
        assert keep(made, both_desk, "4 Jace Beleren").version == 2


def test_another_device_is_told_of_with_both_texts(both_desk: App) -> None:
    made = make_event(both_desk)
    seen = keep(made, both_desk, "4 Jace", 0, tab="phone")
    keep(made, both_desk, "4 Jace Beleren", seen.version, tab="laptop")
    with pytest.raises(Changed) as caught:
        keep(made, both_desk, "4 Jace, the Mind Sculptor", seen.version, tab="phone")
    assert (caught.value.theirs.text, caught.value.theirs.version) == ("4 Jace Beleren", 2)
    assert str(caught.value) == "Another device changed this draft at 09:00. Both are here."
    assert caught.value.more["theirs"]["text"] == "4 Jace Beleren"
    assert kept(made, both_desk).text == "4 Jace Beleren"
    assert keep(made, both_desk, "4 Jace, the Mind Sculptor", 2, tab="phone").version == 3


def test_the_same_text_from_two_devices_is_no_conflict(both_desk: App) -> None:
    made = make_event(both_desk)
    seen = keep(made, both_desk, "4 Jace", 0, tab="phone")
    assert keep(made, both_desk, "4 Jace", 0, tab="laptop") == seen
    assert keep(made, both_desk, "4 Jac", seen.version, tab="phone").text == "4 Jac"


def test_a_page_never_conflicts_with_itself(both_desk: App) -> None:
    made = make_event(both_desk)
    for turn, text in enumerate(("4", "4 J", "4 Ja"), 1):
        keep(made, both_desk, text, 0, tab="phone", turn=turn)
    assert kept(made, both_desk).text == "4 Ja"


def test_what_a_page_sent_earlier_never_overtakes_what_it_sent_later(both_desk: App) -> None:
    made = make_event(both_desk)
    keep(made, both_desk, "4 Jace", 0, tab="phone", turn=1)
    keep(made, both_desk, "4 Jace Beleren", 0, tab="phone", turn=3)
    assert keep(made, both_desk, "4 Jace B", 0, tab="phone", turn=2).text == "4 Jace Beleren"
    keep(made, both_desk, "4 Jace Beleren", 0, tab="phone", turn=5)
    keep(made, both_desk, "4 J", 0, tab="phone", turn=4)
    assert kept(made, both_desk).text == "4 Jace Beleren"


def test_two_devices_that_type_at_once_never_overwrite_each_other_unseen(both_desk: App) -> None:
    made = make_event(both_desk)
    keep(made, both_desk, "4", 0)
    told: list[str] = []
    gate = threading.Barrier(6)

    def type_(name: str) -> None:
        gate.wait()
        try:
            keep(made, both_desk, f"4 {name}", 1, tab=name)
        except Changed:
            told.append("changed")
        else:
            told.append(f"4 {name}")

    threads = [threading.Thread(target=type_, args=(f"device{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    won = [text for text in told if text != "changed"]
    assert len(told) == 6
    assert [kept(made, both_desk).text] == won
    assert kept(made, both_desk).version == 2


@pytest.mark.parametrize("other", ["person", "judge", "organizer", "stranger", "team", "token"])
def test_a_draft_is_for_its_player_alone(one_desk: App, other: str) -> None:
    made = make_event(one_desk, players=3, team_size=3)
    keep(made, one_desk, "4 Jace")
    who = {
        "person": made.as_person(1),
        "judge": made.as_account("judge"),
        "organizer": made.as_account("organizer"),
        "stranger": STRANGER,
        "team": made.as_team(0),
        "token": made.as_token("judge"),
    }[other]
    acts: list[Callable[[], object]] = [
        lambda: draft_of(who, made.slug, 1, "", one_desk),
        lambda: keep(made, one_desk, "x", who=who),
    ]
    for act in acts:
        with pytest.raises(Refused) as caught:
            act()
        assert caught.value.code == ("not-allowed" if other in {"judge", "organizer", "token"} else "nothing-here")
    assert kept(made, one_desk).text == "4 Jace"


@pytest.mark.parametrize("size", [300_000, 20_000_000])
def test_more_than_a_list_is_not_kept(one_desk: App, size: int) -> None:
    made = make_event(one_desk)
    with pytest.raises(Refused) as caught:
        keep(made, one_desk, "x" * size)
    assert caught.value.status == 413


def test_a_draft_is_kept_after_the_deadline_and_after_acceptance(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    accept(made, both_desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    settle(both_desk, made.slug)
    assert keep(made, both_desk, OTHER).text == OTHER
    assert list_row(both_desk, made).state == "accepted"


@pytest.mark.parametrize("state", ["cancelled", "completed"])
def test_nothing_is_kept_for_an_event_that_is_not_running(one_desk: App, state: str) -> None:
    made = make_event(one_desk, state=state)
    with pytest.raises(StateRefused, match="Northern Open is not running"):
        keep(made, one_desk, "4 Jace")


def test_the_row_of_a_first_draft_is_what_its_stage_is(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    keep(made, both_desk, "4 Jace")
    assert list_row(both_desk, made).state == ListState.CLOSED


def test_signs_no_database_keeps_are_replaced(both_desk: App) -> None:
    made = make_event(both_desk)
    assert keep(made, both_desk, "4 \0Jace \udcff").text == "4 �Jace �"


# The page to write on.


def test_the_page_goes_on_with_what_was_typed_last(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    keep(made, both_desk, UNDECIDED)
    page = editor_of(made.as_person(0), made.slug, both_desk)
    assert (page.text, page.older, page.seen) == (UNDECIDED, "", "")
    clock.pass_(minutes=1)
    told = send(made, both_desk)
    page = editor_of(made.as_person(0), made.slug, both_desk)
    assert (page.text, page.older, page.seen) == (LEGAL, UNDECIDED, told.uid)
    clock.pass_(minutes=1)
    keep(made, both_desk, OTHER)
    page = editor_of(made.as_person(0), made.slug, both_desk)
    assert (page.text, page.older) == (OTHER, LEGAL)


def test_a_list_that_was_taken_back_is_still_there_to_go_on_with(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    take_back(TakeBack(made.as_person(0), made.slug, None, "", both_desk.now()), both_desk)
    assert editor_of(made.as_person(0), made.slug, both_desk).text == LEGAL


def test_a_teams_link_goes_on_with_what_was_sent_and_never_with_a_draft(both_desk: App) -> None:
    made = make_event(both_desk, players=3, team_size=3)
    send(made, both_desk, who=made.as_team(0), number=2)
    keep(made, both_desk, "4 Jace", who=made.as_person(1), number=2)
    page = editor_of(made.as_team(0), made.slug, both_desk, number=2)
    assert (page.text, page.window.keeps) == (LEGAL, False)
    assert [p.name for p in page.places] == ["Ada Okonkwo", "Per Dahl", "Zofia Dąbrowska"]
    with pytest.raises(Hidden):
        editor_of(made.as_person(0), made.slug, both_desk, number=2)
