"""What was found in a check, as it is kept when it ends, and read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from deckcheck.checks.values import BrokenSeen, ConfigurationSeen, DifferenceSeen, Rows3


def kept_of(seen: DifferenceSeen) -> dict[str, Any]:
    """The difference as it is kept."""
    kept: dict[str, Any] = _plain(asdict(seen))
    return kept


def _plain(value: Any) -> Any:
    """A value as JSON has it, so that it is the same before and after it was kept."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, (tuple, list)) else value


def found_of(found: dict[str, Any]) -> DifferenceSeen:
    """The difference as it was kept when the check ended."""
    laid = found.get("configuration") or {}
    return DifferenceSeen(
        missing=_rows3(found),
        extra=_rows3(found, "extra"),
        wrong_section=tuple((n, name, there, listed) for n, name, there, listed in found.get("wrong_section", ())),
        to_count=int(found.get("to_count", 0)),
        story=str(found.get("story", "")),
        outlook=str(found.get("outlook", "partly")),
        broken=tuple(BrokenSeen(**one) for one in found.get("broken", ())),
        open=tuple(found.get("open", ())),
        configuration=ConfigurationSeen(laid["game"], laid["verdict"], _rows3(laid), _rows3(laid, "extra"))
        if "verdict" in laid
        else None,
    )


def _rows3(found: dict[str, Any], key: str = "missing") -> Rows3:
    return tuple((count, name, section) for count, name, section in found.get(key, ()))
