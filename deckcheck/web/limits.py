"""The one place that decides how much judging anybody gets: on pages and by the API, signed in or not.

What is done is counted in milliseconds of a processor, and TAKEN for each request. A check while somebody types takes
about 3.5 ms, and one by the API 1.5 ms. So a hall of 500 phones behind one address may check 364 times in one moment,
and then 54 times a second without end: each phone every nine seconds, all of them typing at once. Beyond that pages
ask again by themselves when it is time. A list of 999 lines that are no cards takes 400 to 1600 ms, and counts for it.
"""

from __future__ import annotations

import math
import re
import time
from contextlib import ExitStack
from typing import Final
from urllib.parse import unquote

from flask import Flask, current_app, g, request

from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.budgets import Budget, Ledger, account_of
from deckcheck.app.context import App
from deckcheck.app.refusals import NotNow, TooManyTries
from deckcheck.app.throttles import network_of
from deckcheck.decklist import lazy
from deckcheck.translations import gettext
from deckcheck.web.asker import address, by_bearer, current_who, shown_who
from deckcheck.web.current import EXTENSION as DESK
from deckcheck.web.current import app
from deckcheck.web.serving.judging_threads import GATE, NOBODY

EXTENSION: Final = "deckcheck.ledger"
OWN: Final = Budget("own-judging", burst=2000, per_second=100)
"""For one person who has, wherever they sit."""
PRINTS: Final = Budget("printing", burst=30_000, per_second=500)
"""For one of the staff: all lists of an event are printed at once."""
TAKEN: Final = 2.0
"""What it takes to receive a request and to answer it, in milliseconds."""
PER_KB: Final = 5.0
"""What a list takes for its length, before it is known better."""
MOST_KNOWN: Final = 1000.0
LATER: Final = 2
"""Seconds after which a server that was full is worth asking again."""
PATIENCE: Final = 5.0
"""So long is a place waited for where no server waits for it."""

JUDGING: Final = frozenset(
    {
        "/check",
        "/check/copy",
        "/check/picks",
        "/compare",
        "/pool",
        "/pool/read",
        "/sheet.pdf",
        "/e/<slug>/sheets/blank.pdf",
        "/verify",
        "/cards",
        "/api/v1/check",
        "/api/v1/compare",
        "/api/v1/convert",
        "/api/v1/verify",
    }
)
"""What anybody may have done, by its route."""
WRITING: Final = frozenset(
    {
        "/e/<slug>/my",
        "/e/<slug>/pool/deck",
        "/e/<slug>/pool/<int:number>",
        "/e/<slug>/pool/<int:number>/review",
        "/e/<slug>/pools/<int:number>/count",
        "/e/<slug>/pools/<int:number>/register",
        "/e/<slug>/roster/<int:number>/enter",
        "/e/<slug>/roster/<int:number>/hand-in",
    }
)
"""Where somebody who is signed in has a list judged while it is written."""
PRINTING: Final = frozenset({"/e/<slug>/sheets/lists.pdf", "/e/<slug>/sheets/pools.pdf"})
_PATHS: Final = lazy.regex(
    "|".join(re.sub(r"<(int:)?\w+>", lambda m: "[0-9]+" if m[1] else "[^/]+", rule) for rule in JUDGING | WRITING)
)


class TooMuchWork(TooManyTries):
    """Somebody had so much judged that others would wait; what was typed is given back."""


def prepare(flask_app: Flask) -> None:
    """Count and hold back; who is asked for is known by then, and from where the request came."""
    flask_app.extensions[EXTENSION] = Ledger()
    desk_of_app: App = flask_app.extensions[DESK]
    flask_app.config.update(CHECK_WORK=strangers(desk_of_app.settings.judging), OWN_CHECK_WORK=OWN)
    flask_app.before_request(begin)
    flask_app.teardown_request(end)


def strangers(per_second: int) -> Budget:
    """For one network whose people have not signed in: so many milliseconds a second, and 20/3 of that at once."""
    return Budget("judging", burst=per_second * 20 / 3, per_second=per_second)


def ledger() -> Ledger:
    """The accounts that this process knows of."""
    found: Ledger = current_app.extensions[EXTENSION]
    return found


def is_judging(path: str) -> bool:
    """Whether a path, as it stands in a request, is of those where lists are judged."""
    return _PATHS.fullmatch(unquote(path)) is not None


def begin() -> None:
    """Let a list be judged, unless whoever asks had too much done already, or too many are at it."""
    budget = _budget()
    if budget is None:
        return
    who = _who()
    is_stranger = who.kind == "stranger"
    name = account_of(app(), budget, network_of(address()) if is_stranger else str(who))
    wait = ledger().wait(name, budget)
    if wait:
        told = gettext("Too many checks from here. Next one in {seconds} s.").format(seconds=math.ceil(wait))
        raise TooMuchWork(told, math.ceil(wait))
    stack = g.at_work = ExitStack()
    if budget is not PRINTS:
        _enter(stack, NOBODY if is_stranger else str(who))
    known = min(MOST_KNOWN, (request.content_length or 0) / 1024 * PER_KB) + TAKEN
    stack.enter_context(ledger().at_work(name, budget, known))
    stack.callback(_spend, ledger(), name, budget, time.thread_time())


def end(_error: BaseException | None = None) -> None:
    """Count what it took, and give the place back."""
    if stack := g.pop("at_work", None):
        stack.close()


def _spend(found: Ledger, name: str, budget: Budget, since: float) -> None:
    found.spend(name, budget, (time.thread_time() - since) * 1000 + TAKEN)


def _enter(stack: ExitStack, who: str) -> None:
    """Hold a place: the one that the server took, if it is for whoever asks, else one that is free.

    Who says to be signed in and is not came by a place of its own: it changes that for a stranger's, or goes.
    """
    if GATE.is_crowded:
        raise _crowded()
    if GATE.held is not None:
        if GATE.held == NOBODY or who != NOBODY or GATE.change(NOBODY):
            return
        raise _crowded()
    if not GATE.take(who, 0.0 if GATE.is_served else PATIENCE):
        raise _crowded()
    stack.callback(GATE.give, who)


def _crowded() -> NotNow:
    told = gettext("Many lists are being checked right now. Try again in {seconds} s.")
    return NotNow(told.format(seconds=LATER), LATER)


def _budget() -> Budget | None:
    """Out of which budget the request is paid; none for all that is no judging."""
    rule = request.url_rule.rule if request.url_rule is not None else ""
    if rule in PRINTING:
        return PRINTS
    if rule not in JUDGING and not (rule in WRITING and request.method == "POST"):
        return None
    found: Budget = current_app.config["CHECK_WORK" if _who().kind == "stranger" else "OWN_CHECK_WORK"]
    return found


def _who() -> Actor:
    """Who asks; whoever cannot be known now counts as a stranger."""
    if not by_bearer():
        return shown_who()
    try:
        return current_who()
    except Exception:  # noqa: BLE001  # It is for the operation to refuse, if it asks at all.
        return STRANGER
