"""Operators hear by mail that cards or law are out of date: each of them, at most once a week."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from deckcheck.accounts.staff_accounts import add_account
from deckcheck.app.ages import ages, is_outdated, missed_in, outdated_in_words
from deckcheck.app.context import App
from deckcheck.jobs.background import keep_house
from deckcheck.settings import Mail
from deckcheck.store.models import Outgoing
from deckcheck.updates.age_mail import mail_age
from tests.at_once import all_at_once
from tests.desks import Clock

LATE = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
EARLY = datetime(2026, 8, 22, 9, 0, tzinfo=UTC)


@pytest.fixture
def mailing(both_desk: App, clock: Clock) -> App:
    clock.set(LATE)
    add_account(both_desk, "rosa@example.org", operator=True)
    add_account(both_desk, "sam@example.org", operator=True)
    add_account(both_desk, "ben@example.org", organizer=True)
    server = Mail(host="127.0.0.1", port=25)
    return replace(both_desk, settings=replace(both_desk.settings, mail=server, address="https://lists.example.org"))


def letters(app: App) -> list[tuple[str, str, str]]:
    with app.store.read() as session:
        rows = session.scalars(select(Outgoing).order_by(Outgoing.made_at, Outgoing.recipient))
        found = [(row.recipient, row.body["subject"], row.body["text"]) for row in rows]
    return [one for one in found if one[1] == "Cards and bans are out of date"]


def test_each_operator_hears_of_it_at_most_once_a_week(mailing: App, clock: Clock) -> None:
    for _ in range(3):
        keep_house(mailing)
        clock.pass_(hours=2)
    assert [one[0] for one in letters(mailing)] == ["rosa@example.org", "sam@example.org"]
    text = letters(mailing)[0][2]
    assert all(sentence in text for sentence in outdated_in_words(mailing))
    assert "https://lists.example.org/cards-and-bans" in text
    clock.set(LATE)
    clock.pass_(days=7, seconds=-1)
    assert mail_age(mailing) == 0
    clock.pass_(seconds=1)
    assert mail_age(mailing) == 2


def test_of_several_processes_one_tells_it(mailing: App) -> None:
    assert sorted(all_at_once(*[lambda: mail_age(mailing)] * 3)) == [0, 0, 2]


def test_nobody_hears_of_data_that_are_as_new_as_they_can_be(mailing: App, clock: Clock) -> None:
    clock.set(EARLY)
    assert outdated_in_words(mailing) == ()
    assert mail_age(mailing) == 0


def test_where_no_mail_is_sent_none_waits(mailing: App) -> None:
    silent = replace(mailing, settings=replace(mailing.settings, mail=Mail()))
    assert mail_age(silent) == 0
    assert letters(silent) == []


def test_an_operator_who_comes_later_does_not_wait_for_a_week_without_any(both_desk: App, clock: Clock) -> None:
    clock.set(LATE)
    settings = replace(both_desk.settings, mail=Mail(host="127.0.0.1"), address="https://lists.example.org")
    desk = replace(both_desk, settings=settings)
    assert mail_age(desk) == 0
    add_account(desk, "rosa@example.org", operator=True)
    assert mail_age(desk) == 1


def test_a_missed_announcement_is_told_before_the_data_are_old(mailing: App, clock: Clock) -> None:
    (magic,) = (one for one in ages(mailing) if one.game.id == "mtg")
    clock.set(EARLY)
    coming = next(due.day for due in mailing.reference.calendar("mtg") if due.day > magic.law)
    young = replace(mailing, settings=replace(mailing.settings, age_warning_days=36_500))
    clock.set(datetime(coming.year, coming.month, coming.day, tzinfo=UTC))
    assert [due.day for due in missed_in(magic, young)] == [coming]
    assert is_outdated(magic, young)
    assert "not in our data. Our Magic: The Gathering data end on 22 August 2026" in outdated_in_words(young)[0]
    clock.pass_(seconds=-1)
    assert not is_outdated(magic, young)
