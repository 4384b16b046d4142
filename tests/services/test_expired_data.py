"""What is kept goes when its period is over and not before; each period is a setting; one of several workers tidies."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from deckcheck.accounts.links import find
from deckcheck.accounts.sign_ins import sign_in
from deckcheck.accounts.staff_accounts import add_account
from deckcheck.app.context import App
from deckcheck.app.notify import tell_by_mail
from deckcheck.app.throttles import Limit, count_miss, counter
from deckcheck.audit.audit_views import check_all
from deckcheck.audit.retention_periods import ANSWER, Tidied, shortened, tidy, tidy_hourly
from deckcheck.events.event_states import become
from deckcheck.events.events import make_event
from deckcheck.settings import Keeping
from deckcheck.store.models import (
    Account,
    AccountCode,
    Base,
    Draft,
    Entry,
    Link,
    Outgoing,
    SignIn,
    Submission,
    Throttle,
)
from tests.desks import Clock
from tests.doors import MAIL, PASSWORD, a_link, an_account, signed_in
from tests.events import make_event as make_rows
from tests.histories import SLUG, a_full_history, begin, register
from tests.organizing import a_plan, an_organizer, letters, with_mail


def keeps(desk: App, **days: int) -> App:
    """The same desk with other periods; what is not named is kept for ever."""
    for_ever = dict.fromkeys(Keeping.__dataclass_fields__, 36_000)
    return replace(desk, settings=replace(desk.settings, keeping=Keeping(**{**for_ever, **days})))


def rows(desk: App, model: type[Base]) -> list[Any]:
    with desk.store.read() as session:
        return list(session.scalars(select(model)))


def test_right_after_an_event_nothing_is_old(both_desk: App, clock: Clock) -> None:
    a_full_history(both_desk, clock)
    assert tidy(both_desk) == Tidied()


def test_mail_and_pronouns_go_first_and_the_name_stays(both_desk: App, clock: Clock) -> None:
    a_full_history(both_desk, clock)
    with both_desk.store.write() as session:
        session.query(Entry).where(Entry.mail != "").update({"language": "de"})
    ended = clock.at
    desk = keeps(both_desk, mail=90)
    clock.set(ended + timedelta(days=90))
    assert tidy(desk).contacts == 0
    clock.pass_(seconds=1)
    assert tidy(desk).contacts == 6
    people = rows(desk, Entry)
    assert {(p.mail, p.pronouns, p.language) for p in people} == {("", "", "")}
    assert {p.last for p in people} >= {"Okonkwo", "Dahl"}
    assert tidy(desk) == Tidied()


def test_after_two_years_initials_are_left_of_a_name(both_desk: App, clock: Clock) -> None:
    a_full_history(both_desk, clock)
    desk = keeps(both_desk, name=730)
    clock.pass_(days=730, seconds=1)
    assert tidy(desk).names == 7
    people = rows(desk, Entry)
    assert ("A.", "O.") in {(p.first, p.last) for p in people}
    assert {(p.folded, p.external, p.stream_ok) for p in people} == {("", "", "")}
    assert {entry.external for entry in rows(desk, Entry)} == {""}
    assert check_all(desk)[SLUG].holds
    assert tidy(desk) == Tidied()


def test_a_list_in_which_the_name_stands_keeps_its_cards_alone(both_desk: App, clock: Clock) -> None:
    a_full_history(both_desk, clock)
    desk = keeps(both_desk, name=730)
    clock.pass_(days=730, seconds=1)
    before = {row.uid: row for row in rows(desk, Submission)}
    tidy(desk)
    after = {row.uid: row for row in rows(desk, Submission)}
    named = {uid for uid, row in before.items() if "Okonkwo" in row.text}
    assert len(named) == 2
    assert not [row for row in after.values() if "Okonkwo" in f"{row.text}{row.title}{row.lines}"]
    assert all(after[uid].text == before[uid].text for uid in set(before) - named)
    assert all(after[uid].canonical == before[uid].canonical for uid in before)
    assert check_all(desk)[SLUG].holds


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [
        ("Ada", "Okonkwo", ("A.", "O.")),
        ("", "Okonkwo", ("", "O.")),
        ("ß", "eh", ("ß.", "E.")),
        ("王", "伟", ("", "")),
        ("Wei", "王", ("", "")),
        ("A.", "O.", ("A.", "O.")),
        ("", "", ("", "")),
    ],
)
def test_initials_tell_no_whole_name(first: str, last: str, told: tuple[str, str]) -> None:
    assert shortened(first, last) == told


def test_a_name_is_kept_in_the_later_event_of_somebody_who_plays_again(both_desk: App, clock: Clock) -> None:
    made = make_rows(both_desk, state="completed", day=date(2026, 6, 13))
    later = make_rows(
        both_desk, slug="later", join_code=None, day=date(2026, 9, 1), persons=made.persons[:1], players=1
    )
    desk = keeps(both_desk, name=60)
    clock.set(clock.at + timedelta(days=70))
    assert tidy(desk).names == 3
    with desk.store.read() as session:
        assert session.get_one(Entry, made.entries[0]).last == "O."
        assert session.get_one(Entry, later.entries[0]).last == "Okonkwo"


def test_an_event_that_nobody_completed_ends_with_its_day_unless_it_still_takes_lists(
    both_desk: App, clock: Clock
) -> None:
    make_rows(both_desk, stage_state="locked")
    league = clock.at + timedelta(days=40)
    make_rows(both_desk, slug="league", join_code=None, deadline=league)
    desk = keeps(both_desk, name=10)
    clock.pass_(days=14)
    assert tidy(desk).names == 3
    clock.set(league + timedelta(days=11))
    assert tidy(desk).names == 3


def test_links_go_once_their_time_and_that_of_the_last_event_is_over(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    secret = a_link(both_desk, history.players[1].uid)
    desk = keeps(both_desk, link=30)
    clock.pass_(days=29)
    assert tidy(desk).links == 0
    assert find(desk, secret).subject == history.players[1].uid
    clock.pass_(days=70)
    assert tidy(desk).links == len(history.players) + 1
    assert rows(desk, Link) == []


def test_drafts_go_a_week_after_the_event(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    register(history)
    desk = keeps(both_desk, draft=7)
    clock.pass_(days=8)
    assert tidy(desk).drafts == 0  # The event is held: nobody has ended it, and its playoff is ahead.
    history.become("cancelled")
    clock.pass_(days=7, seconds=1)
    assert tidy(desk).drafts == 1
    assert rows(desk, Draft) == []


def test_lists_that_gave_way_go_after_a_year_and_the_audit_still_holds(both_desk: App, clock: Clock) -> None:
    a_full_history(both_desk, clock)
    desk = keeps(both_desk, superseded=365)
    before = {row.uid for row in rows(desk, Submission)}
    clock.pass_(days=365, seconds=1)
    found = tidy(desk)
    left = {row.uid: row for row in rows(desk, Submission)}
    assert (found.lists, len(before) - len(left)) == (len(before) - len(left), 5)
    assert {slug: check.faults for slug, check in check_all(desk).items() if check.faults} == {}
    assert tidy(desk) == Tidied()


def test_messages_go_a_week_after_they_were_sent(both_desk: App, clock: Clock) -> None:
    desk = keeps(both_desk, outbox=7)
    with desk.store.write() as session:
        for _ in range(3):
            tell_by_mail(session, None, desk.now(), "ada@example.org", "In", "In.")
        done, gave_up, _ = session.scalars(select(Outgoing)).all()
        done.done_at = gave_up.gave_up_at = desk.now()
    clock.pass_(days=7)
    assert tidy(desk).messages == 0
    clock.pass_(seconds=1)
    assert tidy(desk).messages == 2
    assert len(rows(desk, Outgoing)) == 1


def test_ended_sign_ins_old_codes_and_counters_go(both_desk: App, clock: Clock) -> None:
    desk = both_desk
    an_account(desk)
    signed_in(desk)
    limit = Limit("sign-in", 5, timedelta(minutes=15))
    with desk.store.write() as session:
        count_miss(session, [counter(desk, limit, "x")], desk.now())
    clock.pass_(days=9)
    tidy(desk)
    assert [rows(desk, model) for model in (SignIn, Throttle, AccountCode)] == [[], [], []]


def test_the_owner_of_an_unused_account_is_asked_and_then_it_is_closed(both_desk: App, clock: Clock) -> None:
    desk = with_mail(keeps(both_desk, account=730))
    an_account(desk)
    clock.pass_(days=730, seconds=1)
    assert (tidy(desk).asked, tidy(desk).asked) == (1, 0)
    (letter,) = letters(desk)
    assert (letter[0], letter[1]) == (MAIL, "Do you still need your account?")
    clock.set(clock.at + ANSWER)
    assert tidy(desk).closed == 0
    clock.pass_(seconds=1)
    assert tidy(desk).closed == 1
    (account,) = rows(desk, Account)
    assert (account.state, account.name) == ("closed", "Closed account")
    assert MAIL not in account.mail


def test_whoever_signs_in_once_asked_keeps_the_account(both_desk: App, clock: Clock) -> None:
    desk = with_mail(keeps(both_desk, account=730))
    an_account(desk)
    clock.pass_(days=731)
    tidy(desk)
    clock.pass_(days=3)
    sign_in(desk, MAIL, PASSWORD)
    clock.pass_(days=40)
    assert (tidy(desk).closed, tidy(desk).asked) == (0, 0)
    clock.pass_(days=731)
    assert tidy(desk).asked == 1


def test_an_account_that_an_event_depends_on_is_not_closed(both_desk: App, clock: Clock) -> None:
    desk = with_mail(keeps(both_desk, account=30))
    organizer = an_organizer(desk)
    make_event(desk, organizer, a_plan(day=date(2027, 6, 13), opens=False))
    clock.pass_(days=31)
    assert tidy(desk).asked == 1
    clock.pass_(days=31)
    assert tidy(desk).closed == 0
    become(desk, organizer, "northern-open", "gone", confirmed=True)
    assert tidy(desk).closed == 1


def test_without_mail_unused_accounts_are_named_and_stay(both_desk: App, clock: Clock) -> None:
    desk = keeps(both_desk, account=730)
    add_account(desk, MAIL)
    clock.pass_(days=800)
    assert tidy(desk).unasked == (MAIL,)
    clock.pass_(days=800)
    assert (tidy(desk).closed, rows(desk, Account)[0].state) == (0, "open")


def test_of_many_workers_one_tidies_within_the_hour(both_desk: App, clock: Clock) -> None:
    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(lambda _: tidy_hourly(both_desk), range(6)))
    assert len([one for one in done if one is not None]) == 1
    clock.pass_(minutes=59)
    assert tidy_hourly(both_desk) is None
    clock.pass_(minutes=1)
    assert tidy_hourly(both_desk) == Tidied()


def test_a_clock_that_was_set_back_does_not_stop_tidying(both_desk: App, clock: Clock) -> None:
    assert tidy_hourly(both_desk) is not None
    clock.pass_(days=-30)
    assert tidy_hourly(both_desk) is not None


def test_entries_keep_their_numbers_whatever_goes(both_desk: App, clock: Clock) -> None:
    a_full_history(both_desk, clock)
    clock.pass_(days=20 * 365)
    tidy(both_desk)
    assert sorted(row.number for row in rows(both_desk, Entry)) == [1, 2, 3, 4, 5, 6, 7]
    assert check_all(both_desk)[SLUG].holds
