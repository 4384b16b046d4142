"""What the page of a counting was sent: all that is counted as text, from a script or from the fields of its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Request

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.texts import LIMITS
from deckcheck.verdict.pool_counts import PoolRow, pool_text
from deckcheck.verdict.set_lists import SetList
from deckcheck.web.pages.lists.editing import whole

MOST_COPIES: Final = 999
_COPIES: Final = re.compile(r"\s*\d{1,3}\s*[x×*]?\s+")
FIELD: Final = "n:"
"""What the name of a row's field begins with."""


@dataclass(frozen=True, slots=True)
class CountForm:
    """A form of the counting screen. `act` and `what` are the two halves of its button; `first` is the set whose
    numbers are typed. `version`, `tab` and `turn` are those of a draft: see services/drafts.py.
    """

    text: str
    act: str = "count"
    what: str = ""
    first: str = ""
    version: int | None = None
    tab: str = ""
    turn: int = 0
    key: str = ""
    scripted: bool = False


def count_form(sent: Request, sets: Sequence[SetList]) -> CountForm:
    """The form of a request; without a script the rows' fields and the text beside them are all there is."""
    fields = sent.form
    scripted = "text" in fields
    # A script sends a form as it is once the button in its dock was pressed.
    act, _, what = fields.get("do", "next" if scripted else "count").partition(":")
    text = fields["text"] if scripted else "\n".join(_lines(fields, sets, act, what))
    if len(text) > LIMITS.bytes:
        raise UnusableInput("That is more than a pool: 256 kB is the most.", status=413)
    return CountForm(
        text=text.replace("\r\n", "\n").strip("\n"),
        act=act,
        what=what,
        first=fields.get("in", "")[:20],
        version=whole(fields.get("version", "")),
        tab=fields.get("tab", "")[:40],
        turn=whole(fields.get("turn", "")) or 0,
        key=fields.get("key", "")[:100],
        scripted=scripted,
    )


def in_order(sets: Sequence[SetList], first: str) -> tuple[SetList, ...]:
    """The sets, the one whose numbers are typed first."""
    return tuple(sorted(sets, key=lambda one: one.code != first))


def _lines(fields: Mapping[str, str], sets: Sequence[SetList], act: str, what: str) -> Iterator[str]:
    """What the rows hold, with the copy that a button adds or takes, then what was typed."""
    by_code = {one.code: one for one in sets}
    more = {"one": 1, "less": -1}.get(act, 0)
    for name, value in fields.items():
        if not name.startswith(FIELD):
            continue
        key, typed = name[len(FIELD) :], value.strip()
        code, _, card = key.partition("/")
        count = whole(typed) if typed else 0
        if count is None or count > MOST_COPIES:
            yield f"{typed[:20]} {card}"
            continue
        count += more if key == what else 0
        number = by_code[code].number_of.get(card, "") if code in by_code else ""
        if count > 0:
            yield pool_text((PoolRow(count, card, code, number),)).splitlines()[1]
    yield _instead(fields.get("add", ""), what) if act == "instead" else fields.get("add", "")


def _instead(typed: str, what: str) -> str:
    """The typed lines with a name in the place of what one of them says; how many copies it says stays."""
    place, _, name = what.partition(":")
    lines = typed.splitlines()
    if place.isdecimal() and int(place) < len(lines):
        copies = _COPIES.match(lines[int(place)])
        lines[int(place)] = f"{copies[0] if copies else ''}{name}"
    return "\n".join(lines)
