"""Reading JSON: what is nested too deeply and text that is no Unicode count as no JSON at all."""

from __future__ import annotations

import json
from typing import Any, Final

from flask import Flask
from flask.json.provider import DefaultJSONProvider

from deckcheck.decklist import lazy

_HALF: Final = lazy.regex(rb"\\u[dD][89a-fA-F]")
"""Escapes that begin a pair, or are one half of none."""


class StrictJSON(DefaultJSONProvider):
    """Flask's JSON, whose every text can be kept and written again."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """The value; `ValueError` for all that is none."""
        try:
            found = json.loads(s, **kwargs)
            if _HALF.search(s if isinstance(s, bytes) else s.encode("utf-8", "surrogatepass")):
                json.dumps(found, ensure_ascii=False).encode("utf-8")
        except RecursionError as error:
            raise ValueError("This is nested too deeply.") from error
        return found


def prepare(app: Flask) -> None:
    """Read all JSON so."""
    app.json = StrictJSON(app)
