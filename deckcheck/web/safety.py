"""What keeps the served application safe: headers, size limits, requests of other sites, compression."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from deckcheck.decklist import lazy
from deckcheck.translations import gettext
from deckcheck.web.asker import by_bearer
from deckcheck.web.cookies import carries_cookie
from deckcheck.web.current import app

POLICY: Final = "Content-Security-Policy"
HEADERS: Final = {
    POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
MOST_BYTES: Final = 256 * 1024
"""The largest body that is read, but for the check page."""
MOST_CHECK_BYTES: Final = 4 * 1024 * 1024
"""The check page reads more, so that a text which is too long for a list comes back whole with the answer; so does the
page that verifies, since the leaves of a large event are many."""
SMALLEST_PACKED: Final = 1024
LISTS: Final = lazy.regex(
    r"/e/[^/]+/(?:my(?:/send|/large)?|roster/(?:add|import|[0-9]+(?:/[a-z-]+)?))"
    r"|/api/v1/e/[^/]+/(?:entries/import|rounds/[0-9]+)"
)
"""Where a list is written for an event: a text that is too long comes back whole, as on the check page. A player list
of thousands is as long."""
OPEN_PAGES: Final = frozenset({"/check", "/check/copy", "/compare", "/pool", "/pool/read", "/sheet.pdf", "/verify"})
"""What anyone may post to, from wherever: nothing is kept, and nobody is acted for."""


def prepare(flask_app: Flask) -> None:
    """Put every guard in its place."""
    flask_app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES, MAX_FORM_MEMORY_SIZE=MOST_BYTES)
    flask_app.before_request(admit)
    flask_app.after_request(add_headers)
    flask_app.after_request(pack)


def admit() -> None:
    """Refuse what another site's page sends, and let the pages that take a long text read it."""
    if request.path in OPEN_PAGES or LISTS.fullmatch(request.path):
        request.max_content_length = request.max_form_memory_size = MOST_CHECK_BYTES
    if "\x00" in request.path:
        abort(404)
    if request.method not in {"GET", "HEAD", "OPTIONS"} and not from_here():
        abort(403, gettext("This came from another site. Open the page here and send it from there."))
    if request.path.startswith("/api/") and request.content_length and not request.is_json:
        abort(415)


def from_here() -> bool:
    """Whether a request that changes something comes from one of our own pages.

    Without the cookie programs may ask what anyone may, and so may a page of the check that was kept as a file.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if not needs_no_page():
        return site == "same-origin" if site is not None else origin in own_origins()
    if site is not None:
        return site in {"same-origin", "none"}
    return origin is None or urlsplit(origin).netloc == request.host


def needs_no_page() -> bool:
    """Whether a request acts for nobody: a program's with its own token, or a check by whoever is not signed in."""
    if request.path.startswith("/api/"):
        return by_bearer() or not carries_cookie()
    return request.path in OPEN_PAGES and not carries_cookie()


def own_origins() -> set[str]:
    """This site as browsers name it: as it was asked, and under its public address."""
    settings = app().settings
    return {request.host_url.rstrip("/"), *([settings.address] if settings.address else [])}


def add_headers(response: Response) -> Response:
    """The headers that every answer carries; pages are never kept by others, since they may show a list."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if (seconds := app().settings.hsts) and request.is_secure:
        response.headers["Strict-Transport-Security"] = f"max-age={seconds}"
    if "Cache-Control" not in response.headers:
        known = carries_cookie() or by_bearer()
        response.headers["Cache-Control"] = (
            "private, no-store" if known else "no-store" if request.method == "POST" else "no-cache"
        )
    return response


def showing(page: str, hosts: Iterable[str]) -> Response:
    """A page that may show pictures of these servers too."""
    response = Response(page)
    response.headers[POLICY] = HEADERS[POLICY].replace("img-src", f"img-src {' '.join(hosts)}")
    return response


def pack(response: Response) -> Response:
    """Compress text for clients that take it."""
    kind = response.mimetype or ""
    text = kind.startswith("text/") or kind in {"application/json", "image/svg+xml", "application/javascript"}
    if not text or response.status_code in {204, 304} or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] <= 0:
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) >= SMALLEST_PACKED:
        response.set_data(gzip.compress(data, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response
