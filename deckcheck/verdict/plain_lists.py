"""A sealed list written out again: the same cards under headings, and nothing of what somebody typed beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from deckcheck.verdict.canonical import CanonicalList


class PlainList(NamedTuple):
    """A list as text, and its rows as a list that was read has them."""

    text: str
    lines: list[dict[str, Any]]


def plain_list(listed: CanonicalList, title_of: Callable[[str], str]) -> PlainList:
    """The list under the titles of its sections; read again it is the same list."""
    written: list[str] = []
    lines: list[dict[str, Any]] = []

    def line(text: str, **row: Any) -> None:
        written.append(text)
        lines.append({"number": len(written), **row})

    for section, rows in listed.sections().items():
        if written:
            written.append("")
        line(title_of(section), kind="heading", section=section, count=0, name="")
        for row in rows:
            card = None if row.waiting else row.name
            line(f"{row.count} {row.name}", kind="card", section=section, count=row.count, name=row.name, card=card)
    return PlainList("".join(f"{text}\n" for text in written), lines)
