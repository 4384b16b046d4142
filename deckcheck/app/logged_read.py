"""A look at an event whose answer may hold closed lists: the audit has it, committed, before anything is fetched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Permission
from deckcheck.app.session import EventSession, changing, reading


@dataclass(frozen=True, slots=True)
class Look:
    """What somebody is going to be shown, as the audit names it: `to` is a number of lists, a stage or a shape.

    `act` is `list.read`, `lists.read`, `lists.exported` or `list.old_version_read`; `on` an entry or a stage.
    """

    act: str
    on: str
    from_: str = ""
    to: str = ""
    reason: str = ""


Ask = Callable[[EventSession], Look | None]
"""Asks for the right to an answer: refuses, or says what is to be written before it; nothing if it holds no secret."""


@contextmanager
def looking(app: App, who: Actor, slug: str, ask: Ask) -> Iterator[EventSession]:
    """One snapshot to read from, once `ask` allows it and whatever it wants written down is kept.

    `ask` is put again in each transaction, as what was open may be closed by then.
    """
    written = False
    while True:
        with reading(app, who, slug) as work:
            if ask(work) is None or written:
                yield work
                return
        with changing(app, who, slug) as work:
            look = ask(work)
            if look is not None:
                work.log_read(look.act, look.on, look.from_, look.to, look.reason)
                written = True


def look_if(permission: Permission, look: Look) -> Look | None:
    """The look, if the permission wants it written down."""
    return look if permission.log else None
