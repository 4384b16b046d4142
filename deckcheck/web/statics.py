"""Style, script, font and icons: each under an address that changes with its content and is kept for good."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from flask import Blueprint, Flask, Response, abort, request

from deckcheck.decklist import lazy

FOLDER: Final = Path(__file__).parent / "static"
YEAR: Final = 31_536_000
HOUR: Final = 3600

_TYPES: Final = lazy.regex(
    rb"^[ \t]*/\*\* (?:(?!\*/)[\s\S])*\*/\n|/\*\* .*?\*/ ?|(?<=\{) /\* .*? \*/ (?=\})", re.MULTILINE
)
_REMARKS: Final = lazy.regex(rb"^[ \t]+(?://.*\n?)?|^//.*\n?", re.MULTILINE)
"""What only readers of our scripts need: types, remarks in empty blocks or on lines of their own, and indents.

No text goes over lines."""

_STYLE: Final = lazy.regex(rb"/\*.*?\*/\s*|\s+(?=[{}])|(?<=[{},;:])\s+", re.DOTALL)
"""What only readers of our styles need: remarks, and room around braces and after commas, semicolons and colons.

No text in them has such room."""

bp = Blueprint("static", __name__)


class File(NamedTuple):
    """A file's content, kind and mark."""

    content: bytes
    kind: str
    mark: str


def prepare(app: Flask) -> None:
    """Serve the files and let templates name them."""
    app.jinja_env.globals["static"] = static_address


@cache
def files() -> dict[str, File]:
    """All files by name; there are few, and what is not among them is not served."""
    mimetypes.add_type("font/woff2", ".woff2")
    mimetypes.add_type("image/x-icon", ".ico")
    return {path.relative_to(FOLDER).as_posix(): _read(path) for path in sorted(FOLDER.rglob("*")) if path.is_file()}


def _read(path: Path) -> File:
    content = path.read_bytes()
    if path.suffix == ".js" and "vendor" not in path.parts:
        content = _REMARKS.sub(b"", _TYPES.sub(b"", content))
    if path.suffix == ".css":
        content = _STYLE.sub(b"", content)
    kind = mimetypes.guess_type(path.name)[0] or "text/plain"
    return File(content, kind, hashlib.sha256(content).hexdigest()[:10])


def static_address(name: str) -> str:
    """The address of a file, with a mark of its content."""
    return f"/static/{name}?v={files()[name].mark}"


@bp.get("/favicon.ico")
def send_favicon() -> Response:
    """The icon where browsers look for it unasked."""
    return send("favicon.ico")


@bp.get("/static/<path:name>")
def send(name: str) -> Response:
    """A file; what is named by its content, and the fonts, need never be asked for again."""
    file = files().get(name) or abort(404)
    response = Response(file.content, mimetype=file.kind)
    response.set_etag(file.mark)
    lasting = "v" in request.args or name.endswith(".woff2")
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if lasting else f"public, max-age={HOUR}"
    response.make_conditional(request)
    return response
