"""What goes on without a network: the service worker, the empty page of a deck check, the script of an own list."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Final

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.web.statics import files, static_address

bp = Blueprint("offline", __name__)

SHELL: Final = "/offline"
SCRIPTS: Final = ("app.js", "kept.js", "checks.js", "check.js", "own.js", "register.js")
KEPT: Final = ("app.css", *SCRIPTS, "icons.svg", "icon.svg")
FONT: Final = "/static/vendor/atkinson-hyperlegible-next/latin.woff2"


@cache
def worker() -> str:
    """The worker's text: with the addresses of what it keeps, and a mark that changes when any of it does."""
    addresses = [SHELL, FONT, *(static_address(name) for name in KEPT)]
    text = files()["sw.js"].content.decode("utf-8")
    mark = hashlib.sha256("\n".join([text, *addresses]).encode()).hexdigest()[:10]
    libraries = {f'"{name.upper()}"': json.dumps(static_address(f"{name}.js")) for name in ("kept", "own")}
    parts = {**libraries, "FILES_LIST": json.dumps(addresses), "VERSION": mark}
    for gap, value in parts.items():
        text = text.replace(gap, value)
    return text


@bp.get("/sw.js")
def send_worker() -> Response:
    """The service worker; browsers ask for it again, so that a new version is heard of."""
    response = Response(worker(), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(hashlib.sha256(worker().encode()).hexdigest()[:16])
    response.make_conditional(request)
    return response


@bp.get(SHELL)
def show_shell() -> ResponseReturnValue:
    """The page of a check without anything in it; the phone fills in what it keeps itself."""
    return render_template("checks/shell.html")
