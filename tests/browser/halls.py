"""Where jobs are done in a browser: a database of its own, the application served on it, and who opens pages."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from apiflask import APIFlask
from playwright.sync_api import Browser, Page

from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from tests.browser.conftest import HEIGHTS
from tests.browser.patience import PATIENCE
from tests.desks import Clock, desk_on
from tests.events import ZONE
from tests.limits import NO_LIMIT
from tests.web.serving import served
from tests.web.visitors import cookie_of_who


@dataclass
class Hall:
    """A browser and a fresh database at `url`; `home` is a folder for files. What is opened is closed at the end.

    `language` is that of the phones and screens; if the hall is `frozen`, their clocks stand where its own does.
    """

    browser: Browser
    url: str
    home: Path
    clock: Clock = field(default_factory=Clock)
    language: str = "en"
    frozen: bool = False
    _app: APIFlask | None = None
    _origin: str = ""
    _closing: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def desk(self) -> App:
        """The product's law and cards on the hall's database, served."""
        return self.serve(desk_on(self.url, self.clock, self.home))

    def serve(self, desk: App) -> App:
        """Serve what was made elsewhere."""
        self._closing.callback(desk.store.close)
        self._app = create_app(desk.settings, desk)
        self._app.config["OWN_CHECK_WORK"] = self._app.config["CHECK_WORK"] = NO_LIMIT
        self._origin = self._closing.enter_context(served(self._app))
        self._desk = desk
        return desk

    def open(self, path: str, who: Actor = STRANGER, width: int = 360, clipboard: str = "") -> Page:
        """A page as somebody has it before them, on a phone or on a screen, perhaps with a text to paste."""
        phone: Any = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if width < 1000 else {}
        context = self.browser.new_context(
            viewport={"width": width, "height": HEIGHTS[width]}, timezone_id=ZONE, locale=self.language, **phone
        )
        self._closing.callback(context.close)
        context.set_default_timeout(PATIENCE)
        if who.uid and self._app:
            held = cookie_of_who(self._app, self._desk, who)
            context.add_cookies([{"name": NAME, "value": held, "url": self._origin}])
        page = context.new_page()
        if self.frozen:
            page.clock.set_fixed_time(self.clock())
        page.goto(self._origin + path)
        if clipboard:
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            page.evaluate("text => navigator.clipboard.writeText(text)", clipboard)
        return page
