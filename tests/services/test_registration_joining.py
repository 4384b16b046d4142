"""Joining with a code, and the page of one's own events."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from deckcheck.accounts import links
from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.sign_ins import Browser
from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.session import settle
from deckcheck.events.my_events import my_events
from deckcheck.roster.join import Join, Joined, join, join_page
from deckcheck.store.models import Entry
from deckcheck.store.queries import proof
from deckcheck.store.states import ActorKind
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.registrations import send


def come(desk: App, made: Made, **more: Any) -> Joined:
    known: dict[str, Any] = {
        "who": STRANGER,
        "slug": made.slug,
        "code": "kite 4719",
        "last": "Keita",
        "first": "Awa",
        "browser": Browser("198.51.100.7"),
    }
    return join(Join(**(known | more)), desk)


def test_whoever_joins_is_an_unconfirmed_entry_with_a_link_told_once(both_desk: App) -> None:
    made = make_event(both_desk)
    joined = come(both_desk, made, mail="awa@example.org")
    assert (joined.number, joined.name, joined.is_new) == (4, "Awa Keita", True)
    found = links.find(both_desk, joined.link)
    with both_desk.store.read() as session:
        entry = session.query(Entry).filter_by(number=4).one()
        assert (entry.uid, entry.confirmed, entry.origin, entry.state) == (found.subject, False, "code", "on")
        assert (entry.last, entry.first, entry.mail) == ("Keita", "Awa", "awa@example.org")
        last = proof.audit_of(session, made.uid)[-1]
        assert (last.act, last.on, last.to, last.by) == ("entry.added", "entry:4", "on", "stranger")


def test_whoever_joined_sends_a_list_before_anybody_confirms_them(both_desk: App) -> None:
    made = make_event(both_desk)
    joined = come(both_desk, made)
    who = type(STRANGER)(ActorKind.ENTRY, links.find(both_desk, joined.link).subject, joined.name)
    assert send(made, both_desk, who=who, number=None, stage="").entry == 4


def test_whoever_has_a_name_of_the_roster_says_whether_they_are_meant(both_desk: App) -> None:
    made = make_event(both_desk)
    with pytest.raises(Refused, match="Is this you"):
        come(both_desk, made, last="Okonkwo", first="Ada")
    assert come(both_desk, made, last="Okonkwo", first="Ada", same=False).number == 4
    assert come(both_desk, made, last="Okonkwo", first="Ada", same=True).number == 5


def test_a_player_with_a_link_joins_as_themselves_and_needs_no_other(both_desk: App) -> None:
    first = make_event(both_desk)
    second = make_event(both_desk, slug="southern-open", players=0, join_code="WOLF-0001")
    joined = come(both_desk, second, who=first.as_tied(0), code="WOLF-0001", last="", first="")
    assert (joined.number, joined.link, joined.name) == (1, "", "Ada Okonkwo")
    assert [e.head.slug for e in my_events(first.as_tied(0), both_desk).entries] == [first.slug, second.slug]
    with both_desk.store.read() as session:
        acts = [(row.act, row.by) for row in proof.audit_of(session, second.uid)]
        entry = session.query(Entry).filter_by(event=second.uid).one()
    assert ("entry.added", f"entry:{entry.uid}") in acts


def test_a_bare_link_joins_under_its_name_and_gets_a_link_of_its_own(both_desk: App) -> None:
    """A program holds the link itself: nothing that is signed in could be led over to both."""
    first = make_event(both_desk)
    second = make_event(both_desk, slug="southern-open", players=0, join_code="WOLF-0001")
    joined = come(both_desk, second, who=first.as_person(0), code="WOLF-0001", last="", first="")
    assert (joined.name, joined.sign_in) == ("Ada Okonkwo", "")
    for who, slug in ((first.as_person(0), first.slug), (who_is(both_desk, bearer=joined.link), second.slug)):
        assert [e.head.slug for e in my_events(who, both_desk).entries] == [slug]


def test_a_program_that_joins_is_told_no_link(both_desk: App) -> None:
    made = make_event(both_desk)
    assert come(both_desk, made, who=made.as_token("desk")).link == ""


def test_whoever_is_in_the_event_is_not_added_again(both_desk: App) -> None:
    made = make_event(both_desk)
    joined = come(both_desk, made, who=made.as_person(1))
    assert (joined.number, joined.is_new, joined.link) == (2, False, "")
    assert join_page(made.as_person(1), made.slug, both_desk).number == 2


@pytest.mark.parametrize("code", ["KITE-4718", "4719", "WOLF-4719", "'; drop"])
def test_a_code_that_is_not_the_events_adds_nobody(both_desk: App, code: str) -> None:
    made = make_event(both_desk)
    with pytest.raises(Refused) as caught:
        come(both_desk, made, code=code)
    assert (caught.value.code, caught.value.status) == ("wrong-code", 403)
    assert str(caught.value).endswith("now. Ask at the desk for the current one.")


def test_what_is_missing_is_said_of_its_field(both_desk: App) -> None:
    made = make_event(both_desk)
    for missing, field, sentence in (
        ({"code": " "}, "code", "Enter the join code: a word and four digits, from the desk."),
        ({"last": "", "first": ""}, "last", "Enter your last name."),
    ):
        with pytest.raises(Refused) as caught:
            come(both_desk, made, **missing)
        assert caught.value.by_field == {field: (sentence,)}


def test_a_form_that_is_sent_twice_makes_one_entry(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    one, two = (come(both_desk, made, key="form-1234") for _ in range(2))
    assert (one.number, two.number, two.name) == (4, 4, one.name)
    assert {links.find(both_desk, joined.link).subject for joined in (one, two)} == {
        links.find(both_desk, one.link).subject
    }
    assert come(both_desk, made, last="Traoré", key="form-5678").number == 5
    other = come(both_desk, made, last="Diallo", key="form-1234")
    assert (other.number, other.name) == (6, "Awa Diallo"), "somebody else on the same phone"


def test_a_code_of_another_event_is_a_wrong_one_here(both_desk: App) -> None:
    made = make_event(both_desk)
    make_event(both_desk, slug="other", join_code="WOLF-0001")
    with pytest.raises(Refused) as caught:
        come(both_desk, made, code="WOLF-0001")
    assert caught.value.code == "wrong-code"


def test_nobody_joins_once_lists_are_closed(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    clock.set(DEADLINE)
    with pytest.raises(Refused, match=r"Lists closed at 10:00\. Ask at the desk; a judge can still let you in\."):
        come(both_desk, made)
    with pytest.raises(Refused, match="Lists closed at 10:00"):  # Whether a code is right is not told then.
        come(both_desk, made, code="WOLF-0001")
    clock.set(DEADLINE + timedelta(minutes=1))
    settle(both_desk, made.slug)
    with pytest.raises(Refused, match="Lists closed at 10:00"):
        come(both_desk, made, who=make_event(both_desk, slug="x", join_code=None).as_person(0))


def test_wrong_codes_of_strangers_are_counted_and_the_right_one_is_never_refused(both_desk: App) -> None:
    made = make_event(both_desk)
    for number in range(300):
        with pytest.raises(Refused):
            come(both_desk, made, code=f"WOLF-{number:04}")
    with pytest.raises(Refused) as caught:
        come(both_desk, made, code="WOLF-0300")
    assert caught.value.status == 429
    assert come(both_desk, made).number == 4
    assert come(both_desk, made, who=made.as_person(0)).number == 1


@pytest.mark.parametrize(
    ("last", "first", "mail", "code"),
    [
        ("", "", "", "name-needed"),
        ("\u200b", " ", "", "name-needed"),
        ("x" * 61, "", "", "bad-input"),
        ("Keita", "Awa", "no mail", "bad-input"),
        ("Keita", "Awa", "a@b@c", "bad-input"),
        ("Keita", "Awa", "awa@example.org\r\nBcc: x@y", "bad-input"),
    ],
)
def test_a_name_is_needed_and_a_mail_address_is_one(one_desk: App, last: str, first: str, mail: str, code: str) -> None:
    made = make_event(one_desk)
    with pytest.raises(Refused) as caught:
        come(one_desk, made, last=last, first=first, mail=mail)
    assert caught.value.code == code
    with one_desk.store.read() as session:
        assert session.query(Entry).count() == 3


def test_one_name_is_enough(one_desk: App) -> None:
    made = make_event(one_desk)
    assert come(one_desk, made, last="", first="Sukarno").name == "Sukarno"


@pytest.mark.parametrize(("level", "ok"), [("regular", True), ("competitive", False)])
def test_officials_join_only_where_the_documents_let_them_play(one_desk: App, level: str, ok: bool) -> None:
    made = make_event(one_desk, level=level)
    judge = made.as_account("judge")
    if ok:
        joined = come(one_desk, made, who=judge)
        assert send(made, one_desk, who=judge, number=None).entry == joined.number
    else:
        with pytest.raises(Refused, match=r"Staff of a Competitive event may not play in it"):
            come(one_desk, made, who=judge)


def test_planned_events_are_not_joined_and_not_told(one_desk: App) -> None:
    made = make_event(one_desk, state="planned", stage_state="ahead")
    for act in (lambda: come(one_desk, made), lambda: join_page(STRANGER, made.slug, one_desk)):
        with pytest.raises(Refused) as caught:
            act()
        assert caught.value.code == "nothing-here"


# One's own events.


def test_my_events_say_what_is_to_be_done_in_each(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    [entry] = my_events(made.as_person(0), both_desk).entries
    assert entry.sentence.endswith("Your list is not in yet.")
    assert (entry.open_until, entry.verdict) == (DEADLINE, "")
    send(made, both_desk)
    [entry] = my_events(made.as_person(0), both_desk).entries
    assert entry.sentence.endswith("Your list is in, legal.")
    clock.set(DEADLINE + timedelta(minutes=1))
    [entry] = my_events(made.as_person(0), both_desk).entries
    assert entry.sentence == "Lists closed at 10:00. They are shown when the event has ended."
    assert entry.open_until is None


def test_the_next_event_comes_first_and_what_is_over_last(both_desk: App) -> None:
    today = both_desk.now().date()
    first = make_event(both_desk, slug="today", day=today)
    for slug, days in (("later", 9), ("gone", -7), ("soon", 2), ("yesterday", -1)):
        make_event(both_desk, slug=slug, day=today + timedelta(days=days), persons=first.persons, join_code=None)
    found = [e.head.slug for e in my_events(first.as_tied(0), both_desk).entries]
    assert found == ["today", "soon", "later", "yesterday", "gone"]


def test_planned_events_are_not_among_ones_own(both_desk: App) -> None:
    made = make_event(both_desk, state="planned", stage_state="ahead")
    assert my_events(made.as_person(0), both_desk).entries == ()
    assert [r.role for r in my_events(made.as_account("judge"), both_desk).roles] == ["judge"]


def test_strangers_have_no_events(both_desk: App) -> None:
    make_event(both_desk)
    mine = my_events(STRANGER, both_desk)
    assert (mine.entries, mine.roles) == ((), ())
