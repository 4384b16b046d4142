"""The ways in, at a real server with two workers: what one counts the other knows, and no secret is logged."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from deckcheck.accounts.resets import make_reset
from deckcheck.app.context import App
from deckcheck.wiring import now
from tests.doors import MAIL, PASSWORD, a_link, an_account
from tests.events import make_event
from tests.web.real_server import RealServer, serving


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def cookie(self) -> str:
        """The sign-in; beside it stands what the browser is known by."""
        given = [v.partition(";")[0] for k, v in self.headers if k == "Set-Cookie"]
        return next((cookie for cookie in given if "-device=" not in cookie), "")


@pytest.fixture
def server(both_desk: App, tmp_path: Path) -> Iterator[RealServer]:
    # Accounts and links are made at the real moment, as the server has it.
    both_desk.clock.set(now())  # type: ignore[attr-defined]
    with serving(both_desk.settings.database_url, tmp_path, "--workers", "2") as running:
        yield running


def ask(server: RealServer, method: str, path: str, fields: dict[str, str] | None = None, cookie: str = "") -> Answer:
    """One request on a connection of its own, so that either worker may take it."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    try:
        connection.request(method, path, urlencode(fields) if fields else None, headers)
        answer = connection.getresponse()
        body = answer.read()
        kept = tuple((k, v) for k, v in answer.getheaders() if k != "Date")
        return Answer(answer.status, kept, body)
    finally:
        connection.close()


def sign_in(server: RealServer, password: str, mail: str = MAIL) -> Answer:
    return ask(server, "POST", "/sign-in", {"mail": mail, "password": password})


def test_the_sixth_try_waits_whichever_worker_takes_it(both_desk: App, server: RealServer) -> None:
    an_account(both_desk)
    for mail in (MAIL, "nobody@example.org"):
        with ThreadPoolExecutor(8) as pool:
            tries = list(pool.map(lambda _: sign_in(server, "another password", mail).status, range(12)))  # noqa: B023
        assert sorted(tries) == [422] * 5 + [429] * 7
        assert sign_in(server, PASSWORD, mail).status == 429


def test_a_sign_in_holds_at_both_workers_until_it_is_ended_at_one(both_desk: App, server: RealServer) -> None:
    an_account(both_desk)
    cookie = sign_in(server, PASSWORD).cookie
    assert {ask(server, "GET", "/account", cookie=cookie).status for _ in range(12)} == {200}
    ask(server, "POST", "/sign-out", cookie=cookie)
    assert {ask(server, "GET", "/account", cookie=cookie).status for _ in range(12)} == {303}


def test_links_that_are_bad_or_over_get_the_same_bytes_and_are_slowed_together(
    both_desk: App, server: RealServer
) -> None:
    made = make_event(both_desk, players=1)
    over = a_link(both_desk, made.entries[0])
    with both_desk.store.write() as session:
        session.connection().exec_driver_sql("UPDATE links SET until = 1")
        session.connection().exec_driver_sql("UPDATE events SET day = '2020-01-01'")
    answers = [ask(server, "GET", f"/r/{secret}") for secret in (over, "x" * 22, "x", "x" * 60, "%00")]
    assert len(set(answers)) == 1
    assert answers[0].status == 404
    with ThreadPoolExecutor(8) as pool:
        misses = list(pool.map(lambda n: ask(server, "GET", f"/r/{n:022}").status, range(70)))
    assert sorted(set(misses)) == [404, 429]
    assert misses.count(404) == 60 - len(answers) + 1  # What has a NUL in it is looked up nowhere.


def test_no_secret_reaches_the_log(both_desk: App, server: RealServer) -> None:
    an_account(both_desk)
    made = make_event(both_desk)
    link, reset = a_link(both_desk, made.entries[0]), make_reset(both_desk, MAIL).secret
    cookie = sign_in(server, PASSWORD).cookie
    ask(server, "GET", f"/r/{link}")
    ask(server, "GET", f"/reset/{reset}")
    with both_desk.store.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE links RENAME TO elsewhere")
        session.connection().exec_driver_sql("ALTER TABLE account_codes RENAME TO elsewhere_too")
    for path in (f"/r/{link}", f"/reset/{reset}"):
        assert ask(server, "GET", path).status == 500
    assert ask(server, "POST", "/sign-in/code", {"code": "123456"}, cookie).status in {500, 503}
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as unreadable:
        unreadable.sendall(f"GET /r/{link}\r\nHost: a\r\n\r\n".encode())
        assert unreadable.recv(100).startswith(b"HTTP/1.1 400 ")
    server.leave()
    log = "".join(server.log)
    assert "Fault " in log
    assert "/r/..." in log
    for secret in (link, reset, PASSWORD, cookie.partition("=")[2], "123456"):
        assert secret not in log
