"""For machines that watch: `/livez` (the process answers) and `/readyz` (it can do its work), also as `/healthz`."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, current_app

from deckcheck.audit.readiness import Looker, readiness
from deckcheck.web.current import app

LOOKER: Final = "deckcheck-looker"

bp = Blueprint("health", __name__)


@bp.get("/livez")
def live() -> dict[str, str]:
    """The process answers; the database is not asked."""
    return {"status": "ok"}


@bp.get("/readyz")
@bp.get("/healthz")
def ready() -> tuple[dict[str, Any], int]:
    """200 when lists are judged and the database answers, with up to when law and cards are known by game."""
    try:
        answer = readiness(app(), current_app.extensions.setdefault(LOOKER, Looker(app())))
    except Exception as error:  # noqa: BLE001  # Whatever stops it is what this address is asked about.
        return {"status": "failing", "error": type(error).__name__}, 503
    return answer, 200 if answer["status"] == "ok" else 503
