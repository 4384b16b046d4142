"""The order of all sheets and screens of an event, chosen by its head judge or its organizer."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.printing.sheet_values import order_page, set_list_order
from deckcheck.printing.sheets.sheet_contents import Order
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import Did, read_form, read_query, shows_refusals, typed_again
from deckcheck.web.pages.events.event_words import lands_titles, order_titles, order_words

bp = Blueprint("event_order", __name__)


@dataclass(frozen=True, slots=True)
class OrderWanted:
    """How lists are to be laid out; `version` is that of the settings as they were shown."""

    list_order: str = ""
    lands_order: str = ""
    version: int | None = None


def _page(slug: str, refused: Refused | None = None) -> ResponseReturnValue:
    page = order_page(app(), need_account(), slug, request.path)
    return render_template(
        "organizer/order.html",
        page=page,
        frame=page.frame,
        now=order_words(page.order, page.game),
        chosen={"list_order": page.order.cards, "lands_order": page.order.lands, **typed_again()},
        orders=order_titles(page.game),
        lands=lands_titles(page.game),
        told=str(refused or ""),
        done="Saved." if read_query(Did).done else "",
    )


@bp.get("/e/<slug>/order")
def show(slug: str) -> ResponseReturnValue:
    """The order as it is."""
    return _page(slug)


@bp.post("/e/<slug>/order")
@shows_refusals(_page)
def choose(slug: str) -> ResponseReturnValue:
    """Choose another; what somebody else chose meanwhile is shown first."""
    wanted = read_form(OrderWanted)
    order = Order(wanted.list_order, wanted.lands_order)
    set_list_order(app(), need_account(), slug, order, seen=wanted.version)
    return redirect(f"/e/{slug}/order?done=saved", 303)
