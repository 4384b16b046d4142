"""The context of the application that answers, and the moment by its clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, Final, cast

from flask import Flask, current_app, g, has_request_context, request

from deckcheck.app.context import App
from deckcheck.law.games import Presentation
from deckcheck.store.one_request import one_request

EXTENSION: Final = "deckcheck"


def prepare(flask_app: Flask) -> None:
    """Answer each request by one law and from one snapshot of the database, each act in one transaction beside it."""
    answer, live = flask_app.wsgi_app, cast("App", flask_app.extensions[EXTENSION]).live

    def answer_in_one(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        with one_request(), live.bound():
            return answer(environ, start_response)

    flask_app.wsgi_app = answer_in_one  # type: ignore[method-assign]


def look_of(game: str) -> Presentation:
    """How a game looks; the first one where none is chosen yet."""
    games = app().reference.games
    return (games.get(game) or next(iter(games.values()))).presentation


def app() -> App:
    """The context of the application; without a public address its links begin as the request did."""
    found = cast("App", current_app.extensions[EXTENSION])
    if found.settings.address or not has_request_context():
        return found
    if "app" not in g:
        g.app = replace(found, settings=replace(found.settings, served=request.host_url.rstrip("/")))
    return cast("App", g.app)


def now() -> datetime:
    """The moment in UTC."""
    return app().clock().astimezone(UTC)


def today() -> date:
    """The day in UTC."""
    return now().date()
