"""What goes on without a network: the service worker, the pages that it keeps empty, and what a home screen needs."""

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
SCRIPTS: Final = ("app.js", "editor.js", "kept.js", "checks.js", "check.js", "own.js", "register.js")
KEPT: Final = ("app.css", "table.css", *SCRIPTS, "icons.svg", "icon.svg", "vendor/htmx/htmx-2.0.11.min.js")
CHECK: Final = "/check"
"""Kept as it is without a list, for those who open it from their home screen."""
FONT: Final = "/static/vendor/atkinson-hyperlegible-next/latin.woff2"


@cache
def worker() -> str:
    """The worker's text: with the addresses of what it keeps, and a mark that changes when any of it does."""
    addresses = [SHELL, CHECK, FONT, *(static_address(name) for name in KEPT)]
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


@bp.get("/manifest.webmanifest")
def send_manifest() -> Response:
    """What a phone needs to put the check page on its home screen."""
    icon = {"src": static_address("icon-192.png"), "sizes": "192x192", "type": "image/png"}
    large = {"src": static_address("icon-512.png"), "sizes": "512x512", "type": "image/png"}
    told = {
        "id": "/",
        "name": "Deckcheck",
        "short_name": "Deckcheck",
        "description": "Check whether a decklist is legal on the day you play.",
        "start_url": CHECK,
        "display": "standalone",
        "background_color": "#EEF1F5",
        "theme_color": "#EEF1F5",
        "icons": [icon, large, {**large, "purpose": "maskable"}],
    }
    response = Response(json.dumps(told), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


@bp.get(SHELL)
def show_shell() -> ResponseReturnValue:
    """The page of a check without anything in it; the phone fills in what it keeps itself."""
    return render_template("checks/shell.html")
