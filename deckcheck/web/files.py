"""Files as answers, and the address under which links leave the installation."""

from __future__ import annotations

from typing import Final

from flask import Response, request

from deckcheck.app.print_limits import File
from deckcheck.app.safe_text import content_disposition
from deckcheck.web.cache_headers import kept
from deckcheck.web.current import app

SHOWN_INLINE: Final = "text/plain"
"""Text is shown, so that a link to it can be followed and copied from; everything else is saved."""


def base() -> str:
    """The public address of the installation, for links that leave it."""
    return app().settings.address or request.host_url.rstrip("/")


def answer_pdf(file: File) -> Response:
    """A PDF file, shown where the browser can, since it is to be looked at and printed."""
    response = Response(file.content, content_type=file.media_type)
    response.headers["Content-Disposition"] = content_disposition(file.name).replace("attachment", "inline", 1)
    return kept(response, shared=file.shared)


def answer_file(file: File) -> Response:
    """A file to be saved; text is shown."""
    response = Response(file.content, content_type=file.media_type)
    if not file.media_type.startswith(SHOWN_INLINE):
        response.headers["Content-Disposition"] = content_disposition(file.name)
    return kept(response, shared=file.shared)
