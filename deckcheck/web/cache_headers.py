"""What may be kept of the pages of events: nothing, but for what is open to everybody, and that is asked for again.

Publication can go back, so that no answer is ever good without asking; and a mark of its content tells no more than the
content itself, where a number of acts would tell that something happened to lists that are closed.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from flask import Flask, Response, request

from deckcheck.store.states import SearchEngines
from deckcheck.web.asker import by_bearer, shown_who

OF_EVENTS: Final = ("/e/", "/events", "/api/v1/e/", "/api/v1/events", "/r/", "/me", "/api/v1/me", "/organize")
"""Where answers depend on who asks, or on what is open at the moment."""
KEPT_BY_NOBODY: Final = "private, no-store"
ASKED_AGAIN: Final = "no-cache"
ROBOTS: Final = "X-Robots-Tag"


def prepare(app: Flask) -> None:
    """Let nothing of an event be kept, whatever answers: its pages, refusals, what does not exist."""
    app.after_request(forbid)


def forbid(response: Response) -> Response:
    """The headers of every answer about an event; whoever answered may have said that it is open."""
    if request.path.startswith(OF_EVENTS):
        response.headers.setdefault("Cache-Control", KEPT_BY_NOBODY)
        response.headers.setdefault(ROBOTS, "noindex")
        response.vary.update(("Cookie", "Authorization"))
    return response


def kept(response: Response, *, shared: bool, search_engines: str = SearchEngines.REFUSED) -> Response:
    """The answer, marked by its content if everybody who is not signed in gets these very bytes.

    Only of these may search engines list anything, where the event allows it.
    """
    if not shared or by_bearer() or shown_who().kind != "stranger" or response.status_code != 200:
        return response
    response.headers["Cache-Control"] = ASKED_AGAIN
    if search_engines == SearchEngines.ALLOWED:
        response.headers[ROBOTS] = "all"
    response.set_etag(sha256(response.get_data()).hexdigest()[:32], weak=True)
    response.vary.update(("Cookie", "Authorization"))
    response.make_conditional(request)
    return response


def marked(response: Response) -> Response:
    """An answer for one program alone, marked by its content: it asks every few seconds, and mostly nothing changed."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(sha256(response.get_data()).hexdigest()[:32], weak=True)
    response.make_conditional(request)
    return response
