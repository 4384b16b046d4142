"""A player's pages about pools: whose they count, counting and its review, and their own pool once it is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.time_words import clock_time
from deckcheck.lists.list_handles import Changed
from deckcheck.pools.countings import SaveCount, save_count
from deckcheck.pools.registration import AnswerPool, RegisterPool, confirm_pool, question_pool, register_pool
from deckcheck.pools.values import CountSeen, MyPools, PoolSeen
from deckcheck.pools.views import my_pools, see_pool
from deckcheck.translations import gettext, gettext_noop, join_words
from deckcheck.web.asker import current_who, need_somebody
from deckcheck.web.current import app
from deckcheck.web.forms import Keyed, OfEntry, read_form, read_query, shows_refusals, typed_text, whole
from deckcheck.web.pages.check.pool_page import CountPage, OtherDevice, first_of, read_pool
from deckcheck.web.pages.check.pool_sheet import Counted, CountForm, count_form
from deckcheck.web.pages.lists.editing import fresh_key
from deckcheck.web.pages.pools.pool_event import (
    is_scripted,
    not_saved,
    other_device,
    pool_rows,
    saved_answer,
    sets_of,
    size_words,
    store_of,
)
from deckcheck.web.pages.publication.public_shown import Told, told

bp = Blueprint("pool_player", __name__)

OWN_WORDS: Final = {
    "own": gettext_noop("Count what you opened."),
    "waiting": gettext_noop("Nobody counts it yet."),
    "counting": gettext_noop("It is being counted."),
    "registered": gettext_noop("Look through it: is this what you opened?"),
    "confirmed": gettext_noop("This is your pool. Build your deck from it."),
    "questioned": gettext_noop("A judge looks at it with you."),
}
"""How one's own pool stands."""


class Mine(NamedTuple):
    """One's own pool: on its checklists, its size in words, and when it was handed over."""

    seen: PoolSeen
    words: str
    counted: Counted
    size: str
    handed: Told | None


@dataclass(frozen=True, slots=True)
class PoolDone:
    """Whose pool was handed over, or entered, as the address of the next page has it."""

    done: int | None = None
    stage: str = ""
    hand: int | None = None
    owner: int | None = None


class Done(NamedTuple):
    """What was handed over just now, in words, and what the browser called it."""

    words: str
    store: str


@bp.get("/e/<slug>/pool")
def show(slug: str) -> ResponseReturnValue:
    """Whose pool is to be counted, and one's own."""
    return _overview(slug)


def _overview(slug: str, refused: Refused | None = None) -> str:
    found = my_pools(app(), need_somebody(), slug)
    return render_template(
        "pool/mine.html",
        found=found,
        mine=[_mine(seen) for seen in found.mine],
        others=[seen for seen in found.counting if seen.me != "own"],
        done=_done(found),
        refused=str(refused or ""),
    )


def _mine(seen: PoolSeen) -> Mine:
    at = told(seen.handed_at, seen.zone) if seen.handed_at else None
    size = size_words(seen.total, seen.expected)
    return Mine(seen, _own_words(seen), pool_rows(seen.cards, sets_of(seen)), size, at)


def _own_words(seen: PoolSeen) -> str:
    """How it stands with one's own pool."""
    if seen.state == "counting" and seen.counter and seen.me != "own":
        return gettext("{name} counts it.").format(name=seen.counter.name)
    return gettext(OWN_WORDS[seen.state if seen.me != "own" else "own"])


def _done(found: MyPools) -> Done | None:
    """The pool that was handed over just now, so that the browser forgets what it kept of it."""
    asked = read_query(PoolDone)
    number, stage = asked.done, asked.stage
    if number is None:
        return None
    own = any(seen.owner.number == number for seen in found.mine)
    other = next((seen.owner.name for seen in found.counting if seen.owner.number == number), "")
    if own:
        words = gettext("Your pool is registered.")
    elif other:
        words = gettext("The pool of {name} is handed over.").format(name=other)
    else:
        words = gettext("Handed over.")
    return Done(words, store_of(found.event, stage, number))


@bp.get("/e/<slug>/pool/<int:number>")
def show_count(slug: str, number: int) -> ResponseReturnValue:
    """The counting screen for a pool that whoever asks counts."""
    seen = _seen(slug, number)
    if "count" not in seen.may:
        return redirect(f"/e/{slug}/pool", 303)
    count, sets = seen.count or CountSeen(), sets_of(seen)
    return _screen(seen, read_pool(count.text, sets, seen.game, app()), count)


def _not_kept(slug: str, number: int, refused: Refused) -> ResponseReturnValue:
    """The screen with what was counted; for a script, what another device has instead."""
    seen = _seen(slug, number)
    sets = sets_of(seen)
    if is_scripted():
        return not_saved(refused, seen, sets)
    form = count_form(request, sets)
    both = other_device(refused, seen, sets) if isinstance(refused, Changed) else None
    counted, kept = read_pool(form.text, sets, seen.game, app(), form.first), CountSeen(version=form.version or 0)
    return _screen(seen, counted, kept, form, refused, both)


@bp.post("/e/<slug>/pool/<int:number>")
@shows_refusals(_not_kept)
def count(slug: str, number: int) -> ResponseReturnValue:
    """Keep what was counted: for a script its version, else the page again, or the review."""
    seen = _seen(slug, number)
    sets, form = sets_of(seen), count_form(request, sets_of(seen))
    if is_scripted():
        return saved_answer(save_count(_order(slug, seen, form, form.text), app()), seen)
    if form.act == "theirs":
        return redirect(_address(seen), 303)
    counted = read_pool(form.text, sets, seen.game, app(), form.first)
    kept = save_count(_order(slug, seen, form, counted.text), app())
    if form.act == "next" and not counted.unread:
        return redirect(_address(seen, "/review"), 303)
    return _screen(seen, counted, kept, form)


def _order(slug: str, seen: PoolSeen, form: CountForm, text: str) -> SaveCount:
    version = whole(form.what) if form.act == "mine" else form.version
    return SaveCount(current_who(), slug, seen.owner.number, seen.stage, text, version, form.tab, form.turn)


def _screen(
    seen: PoolSeen,
    counted: Counted,
    count: CountSeen,
    form: CountForm | None = None,
    refused: Refused | None = None,
    both: OtherDevice | None = None,
) -> str:
    sets, name = sets_of(seen), seen.owner.name
    page = CountPage(
        title=gettext("Your pool") if seen.me == "own" else gettext("Pool of {name}").format(name=name),
        about=join_words(one.name for one in sets) or gettext("By name"),
        action=_address(seen, query=False),
        counted=counted,
        store=store_of(seen.event, seen.stage, seen.owner.number),
        read="/pool/read",
        quiet=_quiet(seen, count),
        next_words=gettext("Review"),
        save=_address(seen, query=False),
        next=_address(seen, "/review"),
        back=f"/e/{seen.event}/pool",
        hidden=(("stage", seen.stage), *(("set", f"{seen.game}:{one.code}") for one in sets)),
        version=count.version,
        expected=seen.expected,
        first=form.first if form else first_of(sets),
        answered=form is not None,
        refused=str(refused) if refused and not both else "",
        both=both,
    )
    return render_template("pool/count.html", page=page)


def _quiet(seen: PoolSeen, count: CountSeen) -> str:
    """What the slot says: when the counting was kept, or that it is kept and who sees it."""
    if count.at:
        return gettext("Saved {time}").format(time=clock_time(count.at, seen.zone))
    if seen.me == "own":
        return gettext("Kept as you count.")
    return gettext("Kept as you count. {name} sees it once it is handed over.").format(name=seen.owner.name)


@bp.get("/e/<slug>/pool/<int:number>/review")
def show_review(slug: str, number: int) -> ResponseReturnValue:
    """What was counted, in the order of the checklists, before it is handed over."""
    seen = _seen(slug, number)
    if "register" not in seen.may:
        return redirect(f"/e/{slug}/pool", 303)
    count = seen.count or CountSeen()
    return _review(seen, read_pool(count.text, sets_of(seen), seen.game, app()))


def _review(seen: PoolSeen, counted: Counted, refused: Refused | None = None) -> str:
    return render_template(
        "pool/review.html",
        seen=seen,
        counted=counted,
        size=size_words(counted.total, seen.expected),
        back=_address(seen),
        here=_address(seen, "/review", query=False),
        key=read_query(Keyed).key or fresh_key(),
        refused=str(refused or ""),
    )


def _reviewed(slug: str, number: int, refused: Refused) -> str:
    seen = _seen(slug, number)
    return _review(seen, read_pool(typed_text(), sets_of(seen), seen.game, app()), refused)


@bp.post("/e/<slug>/pool/<int:number>/review")
@shows_refusals(_reviewed)
def hand_over(slug: str, number: int) -> ResponseReturnValue:
    """Hand the pool over, as it was reviewed."""
    seen = _seen(slug, number)
    counted = read_pool(typed_text(), sets_of(seen), seen.game, app())
    sent = {"number": seen.owner.number, "stage": seen.stage, "text": counted.text, "confirmed": True}
    order = read_form(RegisterPool, who=current_who(), slug=slug, **sent)
    register_pool(order, app())
    return redirect(f"/e/{slug}/pool?{urlencode({'done': seen.owner.number, 'stage': seen.stage})}", 303)


@bp.post("/e/<slug>/pool/confirm")
@shows_refusals(_overview)
def confirm(slug: str) -> ResponseReturnValue:
    """Say that one's own pool was registered as it is."""
    return _answered(slug, question=False)


@bp.post("/e/<slug>/pool/question")
@shows_refusals(_overview)
def ask(slug: str) -> ResponseReturnValue:
    """Say what is wrong with it; a judge looks at it."""
    return _answered(slug, question=True)


def _answered(slug: str, *, question: bool) -> Response:
    order = read_form(AnswerPool, who=need_somebody(), slug=slug)
    if order.number is None:
        raise UnusableInput(gettext("Say whose pool it is."))
    (question_pool if question else confirm_pool)(order, app())
    return make_response(redirect(f"/e/{slug}/pool", 303))


def _seen(slug: str, number: int) -> PoolSeen:
    return see_pool(app(), need_somebody(), slug, number, read_query(OfEntry).stage)


def _address(seen: PoolSeen, more: str = "", *, query: bool = True) -> str:
    asked = f"?{urlencode({'stage': seen.stage})}" if query else ""
    return f"/e/{seen.event}/pool/{seen.owner.number}{more}{asked}"
