"""What a roster says of a list's first fault: its kind and its numbers, never a card, since a roster is no list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

_KINDS: Final = {
    "banned": "A banned card",
    "suspended": "A suspended card",
    "restricted": "Too many of a restricted card",
    "not-in-format": "A card outside the format",
    "not-a-tournament-card": "A card that is none for decks",
    "copies": "Too many copies of a card",
    "singleton": "More than one of a card",
    "material-copies": "Too many copies of a card",
    "colour-identity": "A card outside the colours of the commander",
    "commander-ineligible": "A card that cannot lead",
    "commander-pairing": "Two that cannot lead together",
    "commander-missing": "No commander",
    "companion": "The companion does not fit",
    "signature-spell": "The signature spell does not fit",
    "material-champion": "No level 0 champion",
    "wrong-deck": "A card in the wrong deck",
    "pool": "A card that the pool has not",
    "unified": "A card that a team-mate has too",
}
_ORDER: Final = {"unclear": 0, "error": 1}


def first_reason(problems: Iterable[Mapping[str, Any]]) -> str:
    """The gravest problem in a few words; empty for a list without any."""
    grave = [p for p in problems if p["severity"] in _ORDER]
    first = min(grave, key=lambda p: (_ORDER[p["severity"]], p.get("lines") or [10**9]), default=None)
    if first is None:
        return ""
    if first["severity"] == "unclear":
        return _line(first, "needs an answer") or "A name needs an answer"
    return _KINDS.get(first["rule"]) or _size(first) or _line(first, "is to be mended") or "A rule of the format"


def _size(problem: Mapping[str, Any]) -> str:
    """16 cards in the sideboard: the sentence up to its limit, where it is about a size and names no card."""
    text = str(problem["message"])
    if problem.get("cards") or '"' in text or problem.get("facts", {}).get("card"):
        return ""
    return text.partition(";")[0].removesuffix(".") if not problem.get("lines") or ";" in text else ""


def _line(problem: Mapping[str, Any], what: str) -> str:
    lines = problem.get("lines") or []
    return f"Line {lines[0]} {what}" if lines else ""
