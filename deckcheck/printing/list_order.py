"""The order of all sheets and screens of an event, which its head judge chooses."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import changing, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.stale import refuse_stale
from deckcheck.app.states import Act, Machine
from deckcheck.events.plans import among
from deckcheck.printing.sheet_values import event_order
from deckcheck.printing.sheets.values import Order
from deckcheck.store.states import EventState
from deckcheck.verdict.layout import LANDS, ORDERS


@dataclass(frozen=True, slots=True)
class OrderPage:
    """The order as it is, for whoever may choose another; `running` while it can be changed."""

    frame: StaffFrame
    game: str
    order: Order
    version: int
    running: bool


def order_page(app: App, who: Actor, slug: str, path: str) -> OrderPage:
    """The order of an event, for its head judge and its organizer."""
    with reading(app, who, slug) as work:
        work.ask(Right.SET_ORDER)
        event = work.event
        running = event.state in {EventState.PLANNED, EventState.ON}
        return OrderPage(staff_frame(work, path), event.game, event_order(event), event.settings_version, running)


def set_list_order(app: App, who: Actor, slug: str, order: Order, *, seen: int | None = None) -> int:
    """Choose the order, which changes no list and no verdict; `seen` is the version of the settings it was chosen from.

    The version that the settings have then is returned.
    """
    among(order.cards, ORDERS)
    among(order.lands, LANDS)
    with changing(app, who, slug) as work:
        work.ask(Right.SET_ORDER)
        event = work.event
        refuse_stale(work, seen, event.settings_version, "event")
        done = work.step(Machine.EVENT, event.state, Act.EVENT_ORDERED, work.facts())
        before = event_order(event)
        if order != before:
            event.list_order, event.lands_order = order.cards, order.lands
            event.settings_version += 1
            work.note(done.audit, "event", _told(before), _told(order))
        return event.settings_version


def _told(order: Order) -> str:
    """An order in the fixed words of the audit."""
    return f"list_order={order.cards} lands_order={order.lands}"
