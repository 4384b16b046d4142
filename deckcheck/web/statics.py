"""Style, script, font and icons: each under an address that changes with its content and is kept for good."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, request, send_from_directory

FOLDER: Final = Path(__file__).parent / "static"
bp = Blueprint("static", __name__)


def prepare(app: Flask) -> None:
    """Serve the files and let templates name them."""
    app.register_blueprint(bp)
    app.jinja_env.globals["static"] = static_address


@cache
def static_address(name: str) -> str:
    """The address of a file, with a mark of its content."""
    return f"/static/{name}?v={hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:10]}"


@bp.get("/static/<path:name>")
def send(name: str) -> Response:
    """A file; what is named by its content, and the fonts, need never be asked for again."""
    response = send_from_directory(FOLDER, name)
    lasting = "v" in request.args or name.endswith(".woff2")
    response.headers["Cache-Control"] = f"public, max-age={31_536_000 if lasting else 3600}" + (", immutable" * lasting)
    return response
