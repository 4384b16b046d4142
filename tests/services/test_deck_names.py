"""What a player calls the deck: kept with the draft and the list, shown where the list is, hidden by staff."""

from __future__ import annotations

import pytest

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.audit.audit_views import check_all
from deckcheck.lists.editor import SaveDraft, draft_of, editor_of, save_draft
from deckcheck.lists.official_acts import HideDeckName, hide_deck_name
from deckcheck.publication.listings import Query, lists_page
from deckcheck.publication.one_list import Wanted, one_list
from deckcheck.store.models import Submission
from tests.desks import Clock
from tests.events import Made, make_event
from tests.published_events import a_locked_event, audit_of, complete, set_event
from tests.registrations import LEGAL, OTHER, list_row, send

NAMED = f"Name: Adas Own Burn\n\n{LEGAL}"


def shown(desk: App, made: Made, who: Actor) -> str:
    found = one_list(desk, who, made.slug, Wanted(1))
    (row,) = (row for row in lists_page(desk, who, made.slug, Query("swiss")).rows if row.number == 1)
    assert row.deck == found.deck == found.listed.title
    return found.deck


def hide(desk: App, made: Made, role: str = "organizer", *, hidden: bool = True) -> None:
    hide_deck_name(HideDeckName(made.as_account(role), made.slug, 1, "swiss", hidden=hidden), desk)


def title(desk: App, uid: str) -> str:
    with desk.store.read() as session:
        sent = session.get(Submission, uid)
        return sent.title if sent else ""


def test_a_name_beside_the_list_counts_before_one_in_it(one_desk: App) -> None:
    made = make_event(one_desk)
    first = send(made, one_desk, NAMED)
    assert title(one_desk, first.uid) == "Adas Own Burn"
    second = send(made, one_desk, NAMED, deck="  Boros \n Energy ")
    assert title(one_desk, second.uid) == "Boros Energy"
    assert send(made, one_desk, NAMED).uid == second.uid
    assert send(made, one_desk, NAMED, deck="Boros Energy").uid == second.uid
    assert send(made, one_desk, NAMED, deck="Boros").uid != second.uid
    with pytest.raises(UnusableInput, match=r"has 61 characters; the limit is 60\."):
        send(made, one_desk, NAMED, deck="x" * 61)


def test_the_editor_goes_on_with_the_name_as_it_was_left(one_desk: App) -> None:
    made = make_event(one_desk)
    ada, place = made.as_person(0), (made.slug, 1, "swiss")

    def keep(text: str, deck: str | None) -> str:
        return save_draft(SaveDraft(ada, *place, text, None, deck=deck), one_desk).deck

    def named() -> str:
        return editor_of(ada, made.slug, one_desk, 1, "swiss").deck

    send(made, one_desk, deck="Burn")
    assert named() == "Burn"
    assert keep(OTHER, "Prowess") == named() == "Prowess"
    assert keep(LEGAL, None) == named() == "Prowess"
    assert keep(LEGAL, "") == named() == draft_of(ada, *place, one_desk).deck == ""


def test_staff_hides_a_name_from_everybody_and_shows_it_again(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock, texts={1: NAMED, 2: OTHER}, playoff=False)
    complete(one_desk, made)
    stranger = made.as_stranger
    assert shown(one_desk, made, stranger) == "Adas Own Burn"
    hide(one_desk, made)
    hide(one_desk, made)
    assert shown(one_desk, made, stranger) == "Black-red"
    assert one_list(one_desk, stranger, made.slug, Wanted(1)).listed.text == ""
    assert [row.to for row in audit_of(one_desk, made, "list.deck_name")] == ["accepted hidden"]
    hide(one_desk, made, hidden=False)
    assert shown(one_desk, made, stranger) == "Adas Own Burn"
    assert check_all(one_desk)[made.slug].faults == ()
    assert list_row(one_desk, made).name_hidden is False


def test_only_who_may_change_an_entry_hides_its_deck_name(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock, texts={1: NAMED})
    for who in (made.as_stranger, made.as_person(0), made.as_person(1)):
        with pytest.raises(Hidden):
            hide_deck_name(HideDeckName(who, made.slug, 1, "swiss", hidden=True), one_desk)


def test_a_name_that_tells_a_hidden_player_is_not_shown(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock, texts={1: NAMED.replace("Adas", "Okonkwos"), 2: OTHER})
    complete(one_desk, made)
    set_event(one_desk, made, names_shown="number")
    assert "Okonkwo" not in shown(one_desk, made, made.as_stranger)
