"""The staff's pages about pools: who counts whose, what is missing, and pools that an official enters or corrects."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.pools.assignment import AssignPools, assign_pools
from deckcheck.pools.registration import AnswerPool, confirm_pool
from deckcheck.pools.values import PoolLine, PoolSeen, PoolsSeen
from deckcheck.pools.views import see_pool, see_pools
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import OfEntry, read_form, read_query, shows_refusals, whole
from deckcheck.web.pages.check.pool_page import read_pool
from deckcheck.web.pages.pools.pool_event import pool_rows, sets_of, size_words, staff_store
from deckcheck.web.pages.pools.pool_player import PoolDone
from deckcheck.web.pages.publication.public import reason, with_reason
from deckcheck.web.pages.publication.public_shown import Told, told

bp = Blueprint("pool_staff", __name__)

MARKS: Final = {
    "waiting": "not-sent",
    "counting": "draft",
    "registered": "check",
    "confirmed": "legal",
    "questioned": "undecided",
}
"""The shape of a state."""


class Line(NamedTuple):
    """A pool in the table, with its mark and since when it stands so."""

    pool: PoolLine
    mark: str
    at: Told | None


@bp.get("/e/<slug>/pools")
def show(slug: str) -> ResponseReturnValue:
    """Who counts whose pool, those with a question first, and what is missing."""
    return _table(slug)


def _table(slug: str, *, refused: Refused | None = None, done: str = "") -> str:
    page = see_pools(app(), need_account(), slug, read_query(PoolDone).stage)
    asked = read_query(PoolDone)
    return render_template(
        "staff/pools.html",
        page=page,
        entered=staff_store(page.event, page.stage, asked.done) if asked.done else "",
        frame=page.frame,
        lines=[Line(one, MARKS[one.state], told(one.at, page.zone) if one.at else None) for one in page.lines],
        band=_band(page),
        done=done,
        refused=str(refused or ""),
        hand=asked.hand or (asked.owner if refused else None),
    )


def _band(page: PoolsSeen) -> str:
    """How far it is: "5 of 8 pools are in. 1 has a question. 2 have nobody yet."."""
    there = sum(one.state in {"registered", "confirmed", "questioned"} for one in page.lines)
    parts = [f"{there} of {len(page.lines)} pools are in."]
    if page.questioned:
        parts.append(f"{page.questioned} {'has' if page.questioned == 1 else 'have'} a question.")
    if page.unassigned:
        parts.append(f"{page.unassigned} {'has' if page.unassigned == 1 else 'have'} nobody who counts yet.")
    return " ".join(parts)


@bp.post("/e/<slug>/pools/assign")
@shows_refusals(_table)
def assign(slug: str) -> ResponseReturnValue:
    """Let players count one another's pools: by tables, by the roster, or one by hand."""
    order = read_form(AssignPools, who=need_account(), slug=slug, pairs=())
    if order.how == "hand":
        order = replace(order, pairs=_pair())
    done = assign_pools(order, app())
    return _table(slug, done=done.sentence)


@dataclass(frozen=True, slots=True)
class Counting:
    """Whose pool is counted, and by whom as typed."""

    owner: int | None = None
    counter: str = ""


def _pair() -> tuple[tuple[int, int | None], ...]:
    """Whose pool somebody counts, and who; an empty number takes it from whoever had it."""
    sent = read_form(Counting)
    counter = whole(sent.counter)
    if sent.owner is None or (sent.counter and counter is None):
        raise UnusableInput("Enter the entry number of the player who counts it, like 12.", field="counter")
    return ((sent.owner, counter),)


def _one(slug: str, seen: PoolSeen, refused: Refused | None = None) -> str:
    sets = sets_of(seen)
    around = see_pools(app(), need_account(), slug, seen.stage)
    return render_template(
        "staff/pool.html",
        seen=seen,
        frame=around.frame,
        counted=pool_rows(seen.cards, sets),
        size=size_words(seen.total, seen.expected),
        begun=[(one, read_pool(one.count.text, sets, seen.game, app()).total) for one in seen.other_counts],
        versions=[(one, told(one.at, seen.zone)) for one in reversed(seen.versions)],
        shape=MARKS[seen.state],
        here=_address(seen),
        query=_query(seen),
        refused=str(refused or ""),
    )


@bp.route("/e/<slug>/pools/<int:number>", methods=["GET", "POST"])
@with_reason
def show_one(slug: str, number: int) -> ResponseReturnValue:
    """One pool as officials read it, with what was counted and corrected."""
    return _one(slug, _seen(slug, number))


def _unconfirmed(slug: str, number: int, refused: Refused) -> str:
    return _one(slug, _seen(slug, number), refused)


@bp.post("/e/<slug>/pools/<int:number>/confirm")
@shows_refusals(_unconfirmed)
def confirm(slug: str, number: int) -> ResponseReturnValue:
    """Say for the player that the pool is as it was registered."""
    order = read_form(AnswerPool, who=need_account(), slug=slug, number=number)
    confirm_pool(order, app())
    return redirect(f"/e/{slug}/pools/{number}?{urlencode({'stage': order.stage})}", 303)


def _seen(slug: str, number: int) -> PoolSeen:
    return see_pool(app(), need_account(), slug, number, read_query(OfEntry).stage, reason())


def _address(seen: PoolSeen) -> str:
    return f"/e/{seen.event}/pools/{seen.owner.number}"


def _query(seen: PoolSeen) -> str:
    return f"?{urlencode({'stage': seen.stage})}"
