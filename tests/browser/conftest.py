"""One chromium for all tests, a fresh context for each; an error on its console fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from deckcheck.settings import Settings
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from deckcheck.wiring import build_desk
from tests.browser.patience import PATIENCE
from tests.browser.program import browser_program
from tests.limits import NO_LIMIT
from tests.web.serving import served

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
DAY = datetime(2026, 6, 13, 9, 41, tzinfo=UTC)
HEIGHTS = {360: 760, 1280: 860}

ABORTS = ("htmx:afterRequest", "htmx:sendAbort")
"""So htmx tells the console that a stale check was called off, which is what it is asked to do."""

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def origin() -> Iterator[str]:
    settings = Settings.from_env({})
    real = build_desk(settings)
    app = create_app(settings, replace(real, clock=lambda: DAY))
    app.config["CHECK_WORK"] = NO_LIMIT
    with served(app) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_program(), headless=True, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def opening(browser: Browser, origin: str, *words: str, cookie: Callable[[], str] | None = None) -> Iterator[OpenPage]:
    """Opens addresses at a width, with a cookie if somebody is to be signed in; an error on a console is a fault.

    `words`: words of errors that are none; `expects`: those that the test brings about itself.
    """
    contexts: list[Any] = []
    errors: list[str] = []
    expected = list(words)

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(word in message.text for word in expected):
            errors.append(message.text)

    def opened(path: str, width: int = 360, *, expects: tuple[str, ...] = (), **options: Any) -> Page:
        expected.extend(expects)
        phone = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if width < 1000 else {}
        size: ViewportSize = {"width": width, "height": HEIGHTS.get(width, 700)}
        context = browser.new_context(viewport=size, **{**phone, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if cookie is not None:
            context.add_cookies([{"name": NAME, "value": cookie(), "url": origin}])
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(origin + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def open_page(browser: Browser, origin: str) -> Iterator[OpenPage]:
    """Opens an address at a width; `expects` are words of console errors that the test brings about itself."""
    with opening(browser, origin, *ABORTS) as opened:
        yield opened
