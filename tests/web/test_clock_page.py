"""A jump of the server's clock, served over HTTP with the ticker at work: staff is told, and the organizer decides."""

from __future__ import annotations

import http.client
import time
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlencode

from deckcheck.app.clocks import GuardedClock, take_known
from deckcheck.app.context import App
from deckcheck.store.models import Stage
from deckcheck.web import create_app
from deckcheck.web.serving.server import Ticker
from tests.desks import Clock
from tests.events import make_event
from tests.web.serving import served
from tests.web.visitors import cookie_of_account


def ask(address: str, method: str, path: str, cookie: str, **fields: str) -> tuple[int, str]:
    host, _, port = address.removeprefix("http://").partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    headers = {"Cookie": f"deckcheck={cookie}", "Sec-Fetch-Site": "same-origin"}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request(method, path, urlencode(fields), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def state_of(desk: App) -> str:
    with desk.store.read() as session:
        return session.query(Stage).one().state


def test_the_organizer_is_asked_and_decides(both_desk: App, clock: Clock) -> None:
    runs = timedelta(days=2)
    desk = replace(both_desk, clock=GuardedClock(clock, lambda: runs, "boot"))
    take_known(desk)
    made = make_event(desk)
    app = create_app(desk.settings, desk)
    organizer, judge = (cookie_of_account(app, desk, made.accounts[role]) for role in ("organizer", "judge"))
    ticker = Ticker(desk, pause=0.1)
    ticker.start()
    try:
        with served(app) as address:
            clock.pass_(hours=5)
            time.sleep(1)
            assert state_of(desk) == "taking"
            for cookie, buttons in ((organizer, 1), (judge, 0)):
                status, text = ask(address, "GET", "/e/northern-open/roster", cookie)
                assert status == 200
                assert "The server&#39;s clock jumped ahead by 5 h at 09:00." in text
                assert text.count("The clock is right") == buttons
            _, text = ask(address, "GET", "/e/northern-open/roster", organizer)
            started = text.partition('name="started" value="')[2].partition('"')[0]
            assert ask(address, "POST", "/e/northern-open/clock", judge, started=started)[0] in {403, 404}
            assert state_of(desk) == "taking"
            assert ask(address, "POST", "/e/northern-open/clock", organizer, started=started)[0] == 303
            assert state_of(desk) == "locked"
            assert "clock called right" in ask(address, "GET", "/e/northern-open/audit", organizer)[1]
            assert "jumped ahead" not in ask(address, "GET", "/e/northern-open/roster", judge)[1]
    finally:
        ticker.stop(5)
