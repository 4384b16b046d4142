"""What keeps the served application safe: headers, size limits, requests of other sites, pace, compression."""

from __future__ import annotations

import gzip
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
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
PACE: Final = "600 per minute"
"""So often may one address ask the check page: a hall of players behind one address, typing, stays below."""
SMALLEST_PACKED: Final = 1024


def pace() -> str:
    """How often one address may ask the check page."""
    return str(current_app.config["CHECK_PACE"])


limiter = Limiter(get_remote_address, storage_uri="memory://")


def prepare(app: Flask) -> None:
    """Put every guard in its place."""
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES, MAX_FORM_MEMORY_SIZE=MOST_BYTES, CHECK_PACE=PACE)
    limiter.init_app(app)
    app.before_request(admit)
    app.after_request(add_headers)
    app.after_request(pack)


def admit() -> None:
    """Refuse what another site's page sends, and let the pages that take a long text read it."""
    if request.path in {"/check", "/verify"}:
        request.max_content_length = request.max_form_memory_size = MOST_CHECK_BYTES
    if request.method not in {"GET", "HEAD", "OPTIONS"} and not from_here():
        abort(403, "This came from another site. Open the page here and send it from there.")


def from_here() -> bool:
    """Whether a request that changes something comes from our own pages, or from no page at all (a program)."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host


def add_headers(response: Response) -> Response:
    """The headers that every answer carries; pages are never kept by others, since they may show a list."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store" if request.method == "POST" else "no-cache"
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
