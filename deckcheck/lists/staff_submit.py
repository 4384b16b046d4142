"""Lists that staff hands in for a player: in time, late with a reason, or as a correction under a section."""

from __future__ import annotations

from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import reading
from deckcheck.lists.list_handles import find_place
from deckcheck.lists.receipts import Receipt
from deckcheck.lists.submission import CORRECTED, LATE, SENT
from deckcheck.lists.submit import SendList, hand_in
from deckcheck.store.states import ListState


def send_for(order: SendList, app: App) -> Receipt:
    """Send a list for a player while lists are taken; one that the event does not take needs a reason."""
    return hand_in(order, SENT, app)


def enter_late(order: SendList, app: App) -> Receipt:
    """Enter a list after the deadline: marked with who, why and how many minutes late."""
    return hand_in(order, LATE, app)


def correct(order: SendList, app: App) -> Receipt:
    """Put another list in the place of a registered one, accepted at once; the player reads why."""
    return hand_in(order, CORRECTED, app)


def enter(order: SendList, app: App) -> Receipt:
    """Hand a list in as it can be now: sent while lists are taken, entered late after that."""
    with reading(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, Right.SEND)
        late = place.state == ListState.CLOSED and not place.by_player
    return hand_in(order, LATE if late else SENT, app)
