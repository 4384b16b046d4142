"""Update from a file: what an operator brings is written to the disk as it comes, and read beside all requests."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import IO, Final

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.formparser import FormDataParser

from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.updates.brought import LARGEST, MOST_FILES, Brought
from deckcheck.updates.in_force import ask_operator
from deckcheck.updates.runs import ask_for_update, ask_idle
from deckcheck.updates.views import see_sources
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import shows_refusals
from deckcheck.web.pages.updates.updates import PAGE

bp = Blueprint("update_file", __name__)
FIELDS: Final = 256 * 1024
"""So many bytes all that is beside the files may have; a piece that comes has 64 kB."""


@bp.get(f"{PAGE}/file")
def show(refused: Refused | None = None) -> ResponseReturnValue:
    """The form."""
    told = str(refused) if refused is not None and not refused.by_field else ""
    return render_template("operator/file.html", sources=see_sources(need_account(), app()), told=told)


@bp.post(f"{PAGE}/file")
@shows_refusals(show)
def bring() -> ResponseReturnValue:
    """Take the files, and have them read."""
    who = need_account()
    ask_operator(who)
    ask_idle(app())  # Before anything of the files is read.
    if (request.content_length or 0) > LARGEST:
        raise UnusableInput(f"That is more than {LARGEST >> 30} GB. Pack the file as .gz first.", field="file")
    brought = Brought(app(), f"new-{secrets.token_hex(8)}")
    try:
        sent = _read(brought)
        ask_for_update(app(), who, sent.get("source", ""), brought)
    except BaseException:
        brought.drop()
        raise
    return redirect(PAGE, 303)


def _read(brought: Brought) -> Mapping[str, str]:
    """The fields of the form; its files are written where they are read from."""

    def opened(
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return brought.open(filename or "")

    parser = FormDataParser(opened, max_form_memory_size=FIELDS, max_form_parts=MOST_FILES + 5)
    request.max_content_length = LARGEST
    _, fields, _ = parser.parse(request.stream, request.mimetype, request.content_length, request.mimetype_params)
    brought.close()
    return fields
