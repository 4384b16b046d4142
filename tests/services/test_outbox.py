"""What waits is sent at least once under one id, tried again after set waits, and never by two at the same time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import select

from deckcheck.app import http_post, mail
from deckcheck.app.context import App
from deckcheck.app.mail import MAIL, WAITS, WEBHOOK, send_next
from deckcheck.app.notify import tell_by_mail
from deckcheck.app.secret_mail import write_letter
from deckcheck.app.session import changing
from deckcheck.app.webhooks import add_webhook, end_webhook, list_deliveries, renew_secret
from deckcheck.settings import Mail
from deckcheck.store.models import Outgoing
from deckcheck.store.queries import outbox as shelf
from tests.desks import KEY, Clock
from tests.events import Made, make_event
from tests.listeners import Asked, Listener, in_turn, listening, says, taking_mail

ACTS = ("opened", "submitted", "accepted")


@pytest.fixture
def desk(both_desk: App) -> App:
    """A desk whose webhooks may lead to this machine."""
    return replace(both_desk, settings=replace(both_desk.settings, local_webhooks=True))


@pytest.fixture
def event(desk: App) -> Made:
    return make_event(desk)


@contextmanager
def hooked(desk: App, event: Made, *answers: int) -> Iterator[tuple[Listener, str, str]]:
    """A program that listens, with the key and the secret of its webhook."""
    with listening(in_turn(*map(says, answers or (200,)))) as server:
        with changing(desk, event.as_account("organizer"), event.slug) as work:
            made = add_webhook(work, f"http://127.0.0.1:{server.port}/hook", ACTS)
        yield server, made.uid, made.secret


def tell(desk: App, event: Made, times: int = 1, act: str = "submitted") -> None:
    with changing(desk, event.as_account("judge"), event.slug) as work:
        for _ in range(times):
            work.tell(act, work.entry(1), stage="swiss")


def rows(desk: App) -> list[Outgoing]:
    with desk.store.read() as session:
        return list(session.scalars(select(Outgoing).order_by(Outgoing.uid)))


def silent(connection: socket.socket, _asked: Asked) -> None:
    """Take the message and say nothing, until the other side goes."""
    connection.recv(1)


def is_signed(asked: Asked, secret: str) -> bool:
    """The check of a receiver, from the public description of Standard Webhooks."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{asked.headers['webhook-id']}.{asked.headers['webhook-timestamp']}.".encode() + asked.body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return wanted in asked.headers["webhook-signature"].split(" ")


def test_a_program_is_told_what_was_done_and_by_whom_it_is_told(desk: App, event: Made, clock: Clock) -> None:
    with hooked(desk, event) as (server, _, secret):
        tell(desk, event)
        assert send_next(desk, WEBHOOK)
        assert not send_next(desk, WEBHOOK)
    (asked,) = server.asked
    assert json.loads(asked.body) == {
        "type": "submitted",
        "timestamp": "2026-06-13T08:00:00.000Z",
        "data": {"event": "northern-open", "entry": 1, "stage": "swiss"},
    }
    assert is_signed(asked, secret)
    assert asked.headers["webhook-timestamp"] == str(int(clock.at.timestamp()))
    assert asked.headers["content-type"] == "application/json"
    (row,) = rows(desk)
    assert asked.headers["webhook-id"] == row.uid
    assert (row.done_at, row.tries, row.answer) == (clock.at, 1, "Answered 200.")


def test_a_body_that_was_altered_on_its_way_is_not_signed(desk: App, event: Made) -> None:
    with hooked(desk, event) as (server, _, secret):
        tell(desk, event)
        send_next(desk, WEBHOOK)
    (asked,) = server.asked
    assert not is_signed(replace(asked, body=asked.body.replace(b"1", b"2", 1)), secret)
    assert not is_signed(replace(asked, headers={**asked.headers, "webhook-timestamp": "1"}), secret)


def test_what_a_program_does_not_want_to_hear_is_not_written(desk: App, event: Made) -> None:
    with hooked(desk, event):
        tell(desk, event, act="dropped")
    assert rows(desk) == []


def test_what_was_not_done_is_not_told(desk: App, event: Made) -> None:
    def fail() -> None:
        with changing(desk, event.as_account("judge"), event.slug) as work:
            work.tell("submitted")
            _ = 1 // 0

    with hooked(desk, event):
        with pytest.raises(ZeroDivisionError):
            fail()
        assert not send_next(desk, WEBHOOK)


def test_a_message_that_failed_comes_again_under_the_same_id(desk: App, event: Made, clock: Clock) -> None:
    with hooked(desk, event, 500, 503, 200) as (server, _, secret):
        tell(desk, event)
        for wait in (timedelta(), WAITS[0], WAITS[1]):
            clock.pass_(seconds=wait.total_seconds() - 0.001 if wait else 0)
            assert wait == timedelta() or not send_next(desk, WEBHOOK)
            clock.pass_(seconds=0.001 if wait else 0)
            assert send_next(desk, WEBHOOK)
        clock.pass_(days=30)
        assert not send_next(desk, WEBHOOK)
    assert len(server.asked) == 3
    assert len({asked.headers["webhook-id"] for asked in server.asked}) == 1
    assert len({asked.headers["webhook-timestamp"] for asked in server.asked}) == 3
    assert len({asked.body for asked in server.asked}) == 1
    assert all(is_signed(asked, secret) for asked in server.asked)


def test_after_seven_tries_over_more_than_a_day_a_message_is_given_up(desk: App, event: Made, clock: Clock) -> None:
    with hooked(desk, event, 500) as (server, _, _):
        tell(desk, event)
        for wait in (timedelta(), *WAITS):
            clock.pass_(seconds=wait.total_seconds())
            assert send_next(desk, WEBHOOK)
        clock.pass_(days=30)
        assert not send_next(desk, WEBHOOK)
    assert len(server.asked) == 7
    (row,) = rows(desk)
    assert row.gave_up_at is not None
    (told,) = list_deliveries(desk, event.as_account("organizer"), event.slug).rows
    assert (told.state, told.tries, told.answer, told.act) == ("given-up", 7, "Answered 500.", "submitted")


def test_a_redirect_is_a_failure(desk: App, event: Made) -> None:
    with listening(says(200)) as other:
        with listening(says(307, f"Location: http://127.0.0.1:{other.port}/")) as server:
            with changing(desk, event.as_account("organizer"), event.slug) as work:
                add_webhook(work, f"http://127.0.0.1:{server.port}/", ACTS)
            tell(desk, event)
            send_next(desk, WEBHOOK)
        assert other.connections == 0
    (row,) = rows(desk)
    assert (row.done_at, row.answer) == (None, "Answered 307.")


def test_a_slow_program_is_not_waited_for(desk: App, event: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "post", partial(http_post.post, seconds=0.3))
    with listening(silent) as server:
        with changing(desk, event.as_account("organizer"), event.slug) as work:
            add_webhook(work, f"http://127.0.0.1:{server.port}/", ACTS)
        tell(desk, event)
        assert send_next(desk, WEBHOOK)
    (row,) = rows(desk)
    assert (row.done_at, row.answer) == (None, "No answer within 0.3 s.")


def test_this_machine_is_not_reached_once_the_setting_is_gone(desk: App, both_desk: App, event: Made) -> None:
    with hooked(desk, event) as (server, _, _):
        tell(desk, event)
        assert send_next(both_desk, WEBHOOK)
    assert server.connections == 0
    assert rows(desk)[0].answer.startswith("Messages are sent over https only.")


def test_for_a_day_after_a_change_both_secrets_sign(desk: App, event: Made, clock: Clock) -> None:
    with hooked(desk, event) as (server, uid, before):
        with changing(desk, event.as_account("organizer"), event.slug) as work:
            after = renew_secret(work, uid).secret
        for hours in (0, 23, 2):
            clock.pass_(hours=hours)
            tell(desk, event)
            send_next(desk, WEBHOOK)
    assert [is_signed(asked, before) for asked in server.asked] == [True, True, False]
    assert all(is_signed(asked, after) for asked in server.asked)


def test_a_webhook_that_ended_is_told_nothing_more(desk: App, event: Made) -> None:
    with hooked(desk, event) as (server, uid, _):
        tell(desk, event)
        with changing(desk, event.as_account("organizer"), event.slug) as work:
            end_webhook(work, uid)
        tell(desk, event)
        assert not send_next(desk, WEBHOOK)
    assert server.connections == 0


def test_a_secret_whose_key_is_gone_sends_nothing(desk: App, event: Made, clock: Clock) -> None:
    with hooked(desk, event) as (server, _, _):
        tell(desk, event)
        other = replace(desk, settings=replace(desk.settings, secret_key="another"))
        assert send_next(other, WEBHOOK)
        assert server.connections == 0
        assert "secret key" in rows(desk)[0].answer
        clock.pass_(seconds=10)
        older = replace(desk, settings=replace(desk.settings, secret_key="another", older_keys=(KEY,)))
        assert send_next(older, WEBHOOK)
        assert len(server.asked) == 1


def test_a_program_that_is_down_is_asked_for_one_message_at_a_time(desk: App, event: Made, clock: Clock) -> None:
    with hooked(desk, event, 500) as (down, _, _), hooked(desk, event) as (up, _, _):
        tell(desk, event, times=5)
        while send_next(desk, WEBHOOK):
            pass
        assert (len(down.asked), len(up.asked)) == (1, 5)
        clock.pass_(seconds=10)
        send_next(desk, WEBHOOK)
        assert len(down.asked) == 2


def test_two_workers_that_mark_messages_of_one_failing_webhook_do_not_wait_for_each_other(
    desk: App, event: Made, clock: Clock
) -> None:
    senders = 4
    together = threading.Barrier(senders, timeout=20)

    def fail_together(connection: socket.socket, asked: Asked) -> None:
        together.wait()
        says(500)(connection, asked)

    with listening(fail_together) as server:
        with changing(desk, event.as_account("organizer"), event.slug) as work:
            uid = add_webhook(work, f"http://127.0.0.1:{server.port}/", ACTS).uid
        tell(desk, event, times=40)
        for _ in range(8):
            with ThreadPoolExecutor(senders) as pool:
                assert list(pool.map(lambda _: send_next(desk, WEBHOOK), range(senders))) == [True] * senders
            clock.pass_(seconds=10)
    assert sum(row.tries for row in rows(desk)) == 8 * senders
    with desk.store.read() as session:
        hook = shelf.hook(session, uid)
        assert hook
        assert hook.held_until == clock.at


def test_ending_a_webhook_while_its_messages_fail_holds_nobody_up(desk: App, event: Made) -> None:
    for _ in range(5):
        together = threading.Barrier(3, timeout=20)

        def fail_together(connection: socket.socket, asked: Asked, at: threading.Barrier = together) -> None:
            at.wait()
            says(500)(connection, asked)

        def end(uid: str, at: threading.Barrier = together) -> bool:
            at.wait()
            with changing(desk, event.as_account("organizer"), event.slug) as work:
                end_webhook(work, uid)
            return True

        with listening(fail_together) as server:
            with changing(desk, event.as_account("organizer"), event.slug) as work:
                uid = add_webhook(work, f"http://127.0.0.1:{server.port}/", ACTS).uid
            tell(desk, event, times=20)
            with ThreadPoolExecutor(3) as pool:
                done = [pool.submit(send_next, desk, WEBHOOK), pool.submit(send_next, desk, WEBHOOK)]
                done.append(pool.submit(end, uid))
                assert all(one.result() for one in done)
        assert not send_next(desk, WEBHOOK)


def test_what_its_sender_did_not_live_to_mark_is_sent_again_under_its_id(desk: App, event: Made, clock: Clock) -> None:
    with hooked(desk, event) as (server, _, _):
        tell(desk, event)
        with desk.store.write() as session:
            claimed = shelf.claim(session, WEBHOOK, desk.now(), desk.now() + mail.CLAIM)
        assert claimed
        clock.pass_(seconds=59.9)
        assert not send_next(desk, WEBHOOK)
        clock.pass_(seconds=0.1)
        assert send_next(desk, WEBHOOK)
    assert [asked.headers["webhook-id"] for asked in server.asked] == [claimed.uid]
    assert rows(desk)[0].tries == 2


def test_many_senders_at_once_send_each_message_once(desk: App, event: Made) -> None:
    with hooked(desk, event) as (server, _, _):
        tell(desk, event, times=60)

        def work_off(_: int) -> int:
            done = 0
            while send_next(desk, WEBHOOK):
                done += 1
            return done

        with ThreadPoolExecutor(8) as pool:
            done = list(pool.map(work_off, range(8)))
    assert sum(done) == 60
    counted = Counter(asked.headers["webhook-id"] for asked in server.asked)
    assert (len(counted), set(counted.values())) == (60, {1})
    assert all(row.done_at and row.tries == 1 for row in rows(desk))


@contextmanager
def mailing(desk: App, **answers: str) -> Iterator[tuple[App, list[bytes]]]:
    """A desk with a mail server, and what that took."""
    with taking_mail(**answers) as box:
        mail = Mail("127.0.0.1", box.port, sender="desk@example.org", encrypted="none")
        yield (
            replace(desk, settings=replace(desk.settings, mail=mail, address="https://lists.example.org")),
            box.letters,
        )


def test_a_mail_is_sent_once(desk: App, event: Made, clock: Clock) -> None:
    with mailing(desk) as (mailer, letters):
        with changing(mailer, event.as_account("judge"), event.slug) as work:
            tell_by_mail(work.session, work.event, work.now, "ada@example.org", "In", "Your list is in.")
        assert send_next(mailer, MAIL)
        assert not send_next(mailer, MAIL)
    (letter,) = letters
    assert b"Your list is in." in letter
    assert f"<{rows(desk)[0].uid}@example.org>".encode() in letter
    assert rows(desk)[0].done_at == clock.at


def test_a_secret_in_a_mail_stands_in_the_mail_alone(desk: App) -> None:
    with mailing(desk) as (mailer, letters):
        with mailer.store.write() as session:
            secret = write_letter(session, mailer.settings, mailer.now(), "rosa@example.org", "Link", "At /{secret}")
        send_next(mailer, MAIL)
    assert f"At /{secret}".encode() in letters[0]
    assert secret not in json.dumps([row.body for row in rows(desk)])


def test_a_mail_is_tried_again_while_the_server_is_away(desk: App, clock: Clock) -> None:
    with mailing(desk, MAIL="421 later") as (mailer, letters):
        with mailer.store.write() as session:
            tell_by_mail(session, None, mailer.now(), "ada@example.org", "In", "In.")
        assert send_next(mailer, MAIL)
        assert not letters
    assert rows(desk)[0].next_at == clock.at + WAITS[0]
    clock.pass_(seconds=10)
    with mailing(desk) as (mailer, letters):
        assert send_next(mailer, MAIL)
    assert len(letters) == 1


@pytest.mark.parametrize("recipient", ["nobody", "a@b\nBcc: c@example.org"])
def test_a_mail_to_no_address_is_given_up_at_once(desk: App, recipient: str) -> None:
    with mailing(desk) as (mailer, letters):
        with mailer.store.write() as session:
            tell_by_mail(session, None, mailer.now(), recipient, "In", "In.")
        send_next(mailer, MAIL)
    assert not letters
    assert rows(desk)[0].gave_up_at is not None


def test_a_mail_without_a_server_is_given_up(desk: App) -> None:
    with desk.store.write() as session:
        tell_by_mail(session, None, desk.now(), "ada@example.org", "In", "In.")
    send_next(desk, MAIL)
    assert rows(desk)[0].answer == "No mail server is set."
