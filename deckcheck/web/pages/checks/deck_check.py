"""One deck check: its rows and taps, without script a page at a time; who joins it, and its clock."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid4, uuid5

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.checks.changes import ChangeCheck, change_check, name_cards
from deckcheck.checks.check_handles import check_frame
from deckcheck.checks.check_values import CheckView, CountedRow, Counting
from deckcheck.checks.check_views import counting, look
from deckcheck.checks.start import join_check
from deckcheck.checks.taps import Op, keep_taps
from deckcheck.decklist import lazy
from deckcheck.printing.sheets.sheet_contents import Order
from deckcheck.web.asker import need_account
from deckcheck.web.current import app, now
from deckcheck.web.forms import read_form, read_query, shows_refusals, typed_text, version_sent, whole
from deckcheck.web.pages.checks.check_ending import record_page, result_page
from deckcheck.web.pages.checks.checks_shown import (
    LANDS_TITLES,
    clock_words,
    difference_shown,
    known_order,
    row_anchor,
    script_data,
    sections_shown,
    where_words,
)
from deckcheck.web.pages.events.event_words import order_titles, order_words
from deckcheck.web.pages.publication.public_shown import told
from deckcheck.web.statics import static_address

bp = Blueprint("deck_check", __name__)

PAGE: Final = "page"
"""The device of taps that were sent by a form."""
ORDER_COOKIE: Final = "deckcheck-laid"
"""Where a judge wants another order than the event's; it is kept for the event alone."""
MONTH: Final = 2_592_000


@dataclass(frozen=True, slots=True)
class LaidOut:
    """In which order a judge wants the cards to lie; empty: as the event has it."""

    order: str = ""
    lands: str = ""


@dataclass(frozen=True, slots=True)
class Sought:
    """The section that cards are looked for in."""

    section: str = "main"


@dataclass(frozen=True, slots=True)
class Joining:
    """What a judge does in a check that somebody else began, and why where one must say."""

    part: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class ClockSet:
    """What to do with the clock; `at` is the moment that a phone has for it."""

    do: str = ""
    at: str = ""


_KEY: Final = lazy.regex(r"[0-9a-f-]{36}")


@bp.get("/e/<slug>/checks/<uid>")
def show(slug: str, uid: str) -> ResponseReturnValue:
    """The check as it stands: rows to count for its judges, a way in for others, the record once it is over."""
    return check_page(slug, uid)


def check_page(slug: str, uid: str, refused: Refused | None = None) -> ResponseReturnValue:
    """The page of a check, with what was refused above it."""
    who = need_account()
    order, lands = _order_wanted()
    view = look(app(), who, slug, uid, order=order, lands=lands)
    if view.head.state != "begun" or not view.joined:
        return record_page(view, slug, refused)
    around = check_frame(app(), who, slug)
    sections = sections_shown(view, around.head.game)
    shown = render_template(
        "checks/check.html",
        view=view,
        frame=around.frame,
        head=around.head,
        sections=sections,
        found=difference_shown(view.difference, {s.section.section: s.section.title for s in sections}),
        where=where_words(view.head),
        clock=clock_words(view.record.clock),
        here=f"/e/{slug}/checks/{uid}",
        key=uuid4(),
        orders=order_titles(around.head.game),
        usual=_usual_order(view, around.head.game),
        lands=LANDS_TITLES if app().reference.games[around.head.game].presentation.land else {},
        saved=told(now(), view.zone),
        refused=str(refused or ""),
        data=json.dumps(script_data(view, static_address("icons.svg"), _plus(view))).replace("<", "\\u003c"),
    )
    answer = make_response(shown)
    if read_query(LaidOut).order and not refused:
        _keep_order(answer, view)
    return answer


def _usual_order(view: CheckView, game: str) -> str:
    """How the event lays lists out, in words, where this one lies in another way."""
    usual = Order(view.event_order, view.event_lands)
    return order_words(usual, game) if Order(view.order, view.lands) != usual else ""


def _keep_order(answer: Response, view: CheckView) -> None:
    """Keep a judge's own order in their browser; whoever takes the event's follows it from then on."""
    where = f"/e/{view.event}"
    if (view.order, view.lands) == (view.event_order, view.event_lands):
        answer.delete_cookie(ORDER_COOKIE, path=where, secure=request.is_secure, httponly=True, samesite="Lax")
        return
    answer.set_cookie(
        ORDER_COOKIE,
        f"{view.order}.{view.lands}",
        max_age=MONTH,
        path=where,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def _order_wanted() -> tuple[str, str]:
    """The order that was asked for, else this browser's own in this event; empty for the event's."""
    kept, asked = request.cookies.get(ORDER_COOKIE, "").partition("."), read_query(LaidOut)
    return known_order(asked.order or kept[0], asked.lands or kept[2])


def _plus(view: CheckView) -> int:
    """The minutes to give beyond those that the check takes, as far as the clock has told."""
    clock = view.record.clock
    return max(0, clock.minutes - -(-clock.seconds // 60))


@bp.post("/e/<slug>/checks/<uid>/count")
@shows_refusals(check_page)
def count(slug: str, uid: str) -> ResponseReturnValue:
    """What a form counted: a button, or all numbers that were filled in. Sent twice, it counts once."""
    who, key = need_account(), uid
    ops, left = ops_of(request.form, counting(app(), who, slug, key))
    keep_taps(app(), who, slug, key, PAGE, ops)
    if left:
        raise UnusableInput(f'No card is called "{left[0][:60]}".')
    last = next((op.row for op in ops if op.row), "")
    place = f"#{row_anchor(last)}" if last else ""
    return redirect(f"/e/{slug}/checks/{key}{place}", 303)


def ops_of(sent: MultiDict[str, str], counted: Counting) -> tuple[tuple[Op, ...], tuple[str, ...]]:
    """The taps that a form means, and lines of a text in it that no card was found for."""
    act, _, what = sent.get("do", "compare").partition(":")
    rows = counted.rows
    left: tuple[str, ...] = ()
    drafts: list[dict[str, object]] = []
    if act in {"one", "all", "less"}:
        drafts = list(_one_row(act, what, rows))
    elif act == "rest":
        drafts = [d for key, row in rows.items() if row.section == what for d in _one_row("all", key, rows)]
        drafts.append({"section": what, "done": True})
    elif act in {"done", "open"}:
        drafts = [{"section": what, "done": act == "done"}]
    elif act in {"same", "sum"}:
        drafts = [{"row": what, "decide": act}]
    elif act == "add":
        named = name_cards(sent.get(f"add-{what}", "")[:20_000], counted.game, what, app())
        drafts, left = [{"row": card.row, "delta": card.count} for card in named.cards], named.left
    else:
        drafts = list(_numbers(sent, rows))
    key = sent.get("key", "")
    base = key if _KEY.fullmatch(key) else str(uuid4())
    at = now()
    # Taps of one device go by their number, so that a form's come after all that were there when it was shown.
    made = (_op(f"{base} {act}:{what} {n}", counted.taps + n, at, draft) for n, draft in enumerate(drafts, 1))
    return tuple(made), left


def _op(key: str, n: int, at: datetime, draft: dict[str, object]) -> Op:
    """A tap whose name follows from the form's, so that a form sent twice is known."""
    name = uuid5(NAMESPACE_URL, f"{key} {draft.get('row') or draft.get('section')}")
    return Op(op=str(name), n=n, at=at, **draft)  # type: ignore[arg-type]


def _one_row(act: str, row: str, rows: Mapping[str, CountedRow]) -> Iterator[dict[str, object]]:
    known = rows.get(row)
    if act != "all":
        yield {"row": row, "delta": 1 if act == "one" else -1}
    elif known is not None and known.seen < known.listed:
        yield {"row": row, "set": known.mine + known.listed - known.seen}


def _numbers(sent: MultiDict[str, str], rows: Mapping[str, CountedRow]) -> Iterator[dict[str, object]]:
    """The fields that hold a number; an empty one says nothing."""
    for name, value in sent.items():
        if not name.startswith("n:") or not value.strip():
            continue
        seen = whole(value.strip())
        if seen is None or seen > 999:
            raise UnusableInput(f'"{value[:20]}" is no number of cards.')
        if name[2:] in rows:
            yield {"row": name[2:], "set": seen}


@bp.post("/e/<slug>/checks/<uid>/find")
def find(slug: str, uid: str) -> ResponseReturnValue:
    """For the page's script: the cards that a text names, for whoever counts in this check."""
    who = need_account()
    counted = counting(app(), who, slug, uid)
    if not counted.is_open:
        return jsonify(detail="This check is over."), 410
    named = name_cards(typed_text()[:20_000], counted.game, read_form(Sought).section, app())
    rows = [{"row": card.row, "name": card.name, "count": card.count} for card in named.cards]
    return jsonify(rows=rows, left="\n".join(named.left))


@bp.post("/e/<slug>/checks/<uid>/join")
def join(slug: str, uid: str) -> ResponseReturnValue:
    """Take part in a check that somebody else began."""
    sent = read_form(Joining)
    join_check(app(), need_account(), slug, uid, sent.part, sent.why)
    return redirect(f"/e/{slug}/checks/{uid}", 303)


def _clock_page(slug: str, uid: str, refused: Refused | None = None) -> ResponseReturnValue:
    return (result_page if _from_result() else check_page)(slug, uid, refused)


def _from_result() -> bool:
    """Whether the clock was set on the page of the result."""
    return request.form.get("from") == "result"


@bp.post("/e/<slug>/checks/<uid>/clock")
@shows_refusals(_clock_page)
def set_clock(slug: str, uid: str) -> ResponseReturnValue:
    """Decks taken, the clock stopped or running again, decks given back."""
    sent = read_form(ClockSet)
    changes: dict[str, dict[str, Any]] = {
        "taken": {"taken": _at(sent.at)},
        "stop": {"paused": True},
        "run": {"paused": False},
        "back": {"given_back": True},
    }
    if sent.do not in changes:
        raise UnusableInput("Say what to do with the clock.")
    change_check(ChangeCheck(need_account(), slug, uid, version_sent() or 0, **changes[sent.do]), app())
    if _from_result():
        return result_page(slug, uid)  # With the note and all else that was typed before the clock was set.
    return redirect(f"/e/{slug}/checks/{uid}", 303)


def _at(text: str) -> datetime | bool:
    """When a phone without a network says that the decks were taken; now, if it does not say."""
    try:
        return datetime.fromisoformat(text) if text else True
    except ValueError:
        raise UnusableInput("Say when the decks were taken as 2026-06-13T10:15:00Z.") from None
