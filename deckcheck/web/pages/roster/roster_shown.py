"""What the roster's pages show, in plain values that the templates only lay out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from deckcheck.app.time_words import late_words
from deckcheck.lists.bulk_locks import AcceptedMany, left_in_words
from deckcheck.roster.filters import View
from deckcheck.roster.rows import RosterRow
from deckcheck.web.forms import whole
from deckcheck.web.pages.publication.public_shown import Told, told

MARKS: Final = {"legal": "Legal", "illegal": "Illegal", "undecided": "Needs an answer", "not-sent": "Not sent"}
BY_HAND: Final = "Check by hand"
"""What stands with a list that only newer data could decide."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLI: Final = timedelta(milliseconds=1)


class RowShown(NamedTuple):
    """A row in words. `pick` is what choosing it sends; `more` stands small under the name, `late` in the list's cell.

    `word` is that of the verdict, empty for a list that was not sent.
    """

    row: RosterRow
    word: str
    sent: Told | None
    pick: str
    more: str
    late: str


def shown_row(row: RosterRow, zone: str) -> RowShown:
    """A row as it stands on the page."""
    parts = [f"{row.team}, seat {row.seat}" if row.team else "", f"Table {row.table}" if row.table else ""]
    parts += ["" if row.confirmed or not row.is_on else "To be confirmed", checked_words(row)]
    parts += [f"Says they are entry {row.says_is}, {row.says_name}" if row.says_is else ""]
    return RowShown(
        row=row,
        word="" if row.mark == "not-sent" else BY_HAND if row.by_hand else MARKS[row.mark],
        sent=told(row.sent_at, zone) if row.sent_at else None,
        pick=f"{row.number}-{row.submission.replace('-', '')}" if row.submission and not row.accepted else "",
        more=". ".join(part for part in parts if part),
        late=_late(row),
    )


def checked_words(row: RosterRow) -> str:
    """Checked in rounds 2 and 5; empty for a deck that was not checked, and for whoever does not read checks."""
    if row.checking:
        return "Being checked"
    if row.checked:
        *first, last = map(str, row.checked)
        rounds = f"rounds {', '.join(first)} and {last}" if first else f"round {last}"
        return f"Checked in {rounds}"
    return "Checked" if row.checks else ""


def _late(row: RosterRow) -> str:
    if not row.late:
        return ""
    words = late_words(row.minutes_late or 0)
    return f"{words}, by {row.late_by}{f': {row.late_why}' if row.late_why else ''}"


def view_of(args: MultiDict[str, str]) -> View:
    """The view that an address asks for."""
    return View(
        stage=args.get("stage", "")[:40],
        show=args.get("show", "all")[:20],
        words=args.get("q", "")[:100],
        page=whole(args.get("page", "")) or 1,
        only=tuple(n for n in map(whole, args.get("only", "")[:2000].split(".")) if n),
    )


def query_of(view: View, **more: str | int) -> str:
    """The query of an address that shows a view."""
    known = {
        "stage": view.stage,
        "show": "" if view.show == "all" else view.show,
        "q": view.words.strip(),
        "page": view.page if view.page > 1 else "",
        "only": ".".join(map(str, view.only)),
        **more,
    }
    kept = {key: value for key, value in known.items() if value not in {"", 0}}
    return f"?{urlencode(kept)}" if kept else ""


def pairs_text(pairs: Iterable[tuple[int, str]]) -> str:
    """Entries with what was shown of each, as one field that stays small for thousands."""
    return ".".join(f"{number}-{sent.replace('-', '')}" for number, sent in pairs)


def read_pairs(parts: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """The pairs of such fields; what is no pair is left out."""
    found = []
    for part in ".".join(parts).split("."):
        number, _, sent = part.partition("-")
        if (known := whole(number)) and len(sent) == 32 and sent.isalnum():
            found.append((known, f"{sent[:8]}-{sent[8:12]}-{sent[12:16]}-{sent[16:20]}-{sent[20:]}"))
    return tuple(found)


class Outcome(NamedTuple):
    """What a bulk act came to, as the roster says it: how many, by which moment it can be undone, what was left."""

    accepted: int
    at: int
    sentence: str
    left: str


def outcome_query(done: AcceptedMany) -> dict[str, str | int]:
    """The outcome of a bulk act as it travels to the roster."""
    left = ".".join(f"{one.number}-{one.code}" for one in done.left[:100])
    return {"accepted": len(done.done), "at": (done.at - _EPOCH) // _MILLI, "left": left, "rest": len(done.left)}


def outcome_of(args: MultiDict[str, str]) -> Outcome | None:
    """The outcome that an address tells of."""
    accepted = whole(args.get("accepted", ""))
    if accepted is None:
        return None
    codes = [part.partition("-") for part in args.get("left", "").split(".") if part]
    numbers = ".".join(number for number, _, _ in codes if whole(number))
    sentence = left_in_words(accepted + len(codes), [code for _, _, code in codes])
    return Outcome(accepted, millis(args.get("at", "")), sentence, numbers)


def millis(text: str) -> int:
    """A moment as an address has it, none for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 15 else 0


def moment_of(value: int) -> datetime:
    """The moment of so many milliseconds."""
    return _EPOCH + value * _MILLI
