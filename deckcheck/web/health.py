"""`/healthz`: whether lists can be judged."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from deckcheck.services.checking import PreviewList, Terms, preview_list
from deckcheck.web.current import desk

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def health() -> tuple[dict[str, Any], int]:
    """Judge a small list in the first format of each game: 200 when every one gets an answer."""
    try:
        answers = [_judged(game) for game in desk().reference.games]
    except Exception as error:  # noqa: BLE001  # Whatever stops it is what this address is asked about.
        return {"status": "failing", "error": type(error).__name__}, 503
    return {"status": "ok" if all(answers) else "failing"}, 200 if all(answers) else 503


def _judged(game: str) -> bool:
    fmt = next((f for f in desk().reference.formats.values() if f.game == game), None)
    if fmt is None:
        return False
    return bool(preview_list(PreviewList("1 card", Terms(fmt.id)), desk()).problems)
