"""The context of the application that answers, and the moment by its clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Final, cast

from flask import current_app, g, has_request_context, request

from deckcheck.app.context import App

EXTENSION: Final = "deckcheck"


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
