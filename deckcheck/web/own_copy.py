"""What lets a player's phone keep a copy of their own list: headers that say whose page it is, and until when.

Only the player's own link gets them: no official, no team-mate, nobody who may read a list for another reason. The
phone keeps nothing before its player asks for it, and drops the copy once a page is said to be another's, or nobody's.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from hashlib import sha256
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from flask import Flask, Response, request

from deckcheck.decklist import lazy
from deckcheck.lists.own_list import OwnList
from deckcheck.web.asker import shown_who

WHOSE: Final = "Deckcheck-Whose"
LIST: Final = "Deckcheck-List"
UNTIL: Final = "Deckcheck-Until"
PAGES: Final = lazy.regex(r"/me|/e/[^/]+/my/list")
"""The pages whose answers the service worker listens to: where a player's link leads, and the list itself."""
DAYS_AFTER: Final = timedelta(days=3)
"""So many days after the event's own a copy is kept still: an event may go on for a weekend."""
FURTHEST: Final = date.max - timedelta(days=7)
"""Days behind this one have no third day after them that every zone can name."""


class Copy(NamedTuple):
    """A copy that may be kept: the mark of its list, and the last day it is kept, in the event's zone."""

    list: str
    last: date
    until: datetime

    @property
    def headers(self) -> dict[str, str]:
        """What the answer tells the phone."""
        return {LIST: self.list, UNTIL: str(round(self.until.timestamp() * 1000))}


def prepare(app: Flask) -> None:
    """Say on these pages whose they are, whatever they answer."""
    app.after_request(say_whose)


def say_whose(response: Response) -> Response:
    """The player's mark, if one is here by their own link; the lack of it says that none is."""
    if PAGES.fullmatch(request.path):
        who = shown_who()
        if who.is_one_player:
            response.headers[WHOSE] = _mark(who.uid)
    return response


def copy_of(mine: OwnList) -> Copy | None:
    """The copy that the player may keep of a list that stands; none for anybody else, and none once it is too late."""
    last = min(mine.head.day, FURTHEST) + DAYS_AFTER
    until = datetime.combine(last, time.max, ZoneInfo(mine.head.zone))
    if not mine.person or mine.version is None or mine.now > until:
        return None
    return Copy(_mark(mine.person, mine.head.slug, str(mine.entry), mine.stage), last, until)


def _mark(*parts: str) -> str:
    return sha256("\n".join(("deckcheck-own-copy/1", *parts)).encode()).hexdigest()[:24]
