"""Pools that an official enters for a player, or corrects: counted on the same screen, reviewed, and put on record."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Hidden, Refused
from deckcheck.lists.pool_reading import sets_named
from deckcheck.pools.registration import RegisterPool, register_pool
from deckcheck.pools.values import PoolLine, PoolsSeen
from deckcheck.pools.views import see_pool, see_pools
from deckcheck.verdict.set_lists import SetList
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import Keyed, OfEntry, read_form, read_query, shows_refusals, typed_text
from deckcheck.web.pages.check.pool_page import CountPage, first_of, read_pool
from deckcheck.web.pages.check.pool_sheet import Counted, CountForm, count_form, pool_lines
from deckcheck.web.pages.lists.editing import fresh_key
from deckcheck.web.pages.pools.pool_event import pool_rows, size_words, staff_store
from deckcheck.web.pages.publication.public import reason, with_reason

bp = Blueprint("pool_entering", __name__)


class Entered(NamedTuple):
    """A pool that an official enters or corrects: its line in the table, and what is registered, if they may see it."""

    page: PoolsSeen
    line: PoolLine
    before: Counted
    sets: tuple[SetList, ...]

    @property
    def is_correction(self) -> bool:
        """Whether it was handed over before."""
        return not self.line.missing

    @property
    def here(self) -> str:
        """The pool's own page."""
        return f"/e/{self.page.event}/pools/{self.line.owner.number}"

    @property
    def store(self) -> str:
        """What names the counting in the browser."""
        start = staff_store(self.page.event, self.page.stage, self.line.owner.number)
        return f"{start}{self.line.version}"

    @property
    def back(self) -> str:
        """Where to go from here: the pool's page, or the table for whoever may not see pools."""
        base = self.here if "see" in self.page.may else f"/e/{self.page.event}/pools"
        return f"{base}?{urlencode({'stage': self.page.stage})}"


def _entered(slug: str, number: int) -> Entered:
    page = see_pools(app(), need_account(), slug, read_query(OfEntry).stage)
    line = next((one for one in page.lines if one.owner.number == number), None)
    if line is None:
        raise Hidden("There is no such pool here.")
    sets = sets_named(page.game, page.sets, app())
    handed = line.state not in {"waiting", "counting"}
    cards = see_pool(app(), need_account(), slug, number, page.stage, reason()).cards if handed else ()
    return Entered(page, line, pool_rows(cards, sets), sets)


@bp.route("/e/<slug>/pools/<int:number>/count", methods=["GET", "POST"])
@with_reason
def count(slug: str, number: int) -> ResponseReturnValue:
    """The counting screen for an official: empty, or with what is registered, to be corrected."""
    place = _entered(slug, number)
    if request.method == "GET" or not {"do", "text"} & request.form.keys():
        return _screen(place, _read(pool_lines(place.before.rows), place))
    form = count_form(request, place.sets)
    counted = _read(form.text, place, form.first)
    if form.act == "next" and counted.total and not counted.unread:
        return _review(place, counted)
    return _screen(place, counted, form)


def _read(text: str, place: Entered, first: str = "") -> Counted:
    return read_pool(text, place.sets, place.page.game, app(), first)


def _screen(place: Entered, counted: Counted, form: CountForm | None = None) -> str:
    page = CountPage(
        title=f"{'Correct the' if place.is_correction else 'Enter the'} pool of {place.line.owner.name}",
        about=" and ".join(one.name for one in place.sets) or "By name",
        action=f"{place.here}/count",
        counted=counted,
        store=place.store,
        read="/pool/read",
        quiet="Kept in this browser until it is entered.",
        next_words="Review",
        clears=True,
        back=place.back,
        hidden=(("stage", place.page.stage), *(("set", f"{place.page.game}:{one.code}") for one in place.sets)),
        expected=place.page.expected,
        first=form.first if form else first_of(place.sets),
        answered=form is not None,
        refused="Count a card first." if form and form.act == "next" and not counted.total else "",
    )
    return render_template("pool/count.html", page=page)


def _review(place: Entered, counted: Counted, refused: Refused | None = None) -> str:
    return render_template(
        "staff/pool_review.html",
        place=place,
        frame=place.page.frame,
        counted=counted,
        size=size_words(counted.total, place.page.expected),
        changes=_changes(place.before, counted) if place.is_correction else [],
        key=read_query(Keyed).key or fresh_key(),
        why=reason(),
        refused=str(refused or ""),
    )


def _reviewed(slug: str, number: int, refused: Refused) -> str:
    place = _entered(slug, number)
    return _review(place, _read(typed_text(), place), refused)


@bp.post("/e/<slug>/pools/<int:number>/register")
@shows_refusals(_reviewed)
def register(slug: str, number: int) -> ResponseReturnValue:
    """Enter a pool for its player, or correct it; once it is registered that takes a reason."""
    given = {"number": number, "text": typed_text(), "confirmed": True, "reason": reason()}
    order = read_form(RegisterPool, who=need_account(), slug=slug, **given)
    register_pool(order, app())
    return redirect(f"/e/{slug}/pools?{urlencode({'stage': order.stage, 'done': number})}", 303)


def _changes(before: Counted, after: Counted) -> list[tuple[str, int, int]]:
    """What a correction changes: the card, how many there were, how many there are."""
    was = {row.key: (row.name, row.count) for row in before.rows}
    now = {row.key: (row.name, row.count) for row in after.rows}
    keys = [key for key in {**was, **now} if was.get(key) != now.get(key)]
    return [((now.get(key) or was[key])[0], was.get(key, ("", 0))[1], now.get(key, ("", 0))[1]) for key in keys]
