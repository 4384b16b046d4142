"""Forms of pages: shown again with all that was typed where an act is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Final

from flask import Response, make_response
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.web.asking import ask, is_question

NOT_ON_A_FORM: Final = frozenset({401, 500, 503})
"""Statuses that the page of an error tells: no form would help, or drawing one again would only add to the load."""


def shows_refusals(
    page: Callable[..., ResponseReturnValue], *, back: str = "", yes: str | Callable[..., str] = "", **more: Any
) -> Callable[[Callable[..., ResponseReturnValue]], Callable[..., ResponseReturnValue]]:
    """A view whose refusals `page` tells, which is given what it names of the view's arguments, and `more`.

    With `back`, a question that a refusal asks is a page of its own, whose Cancel leads there and whose button says
    `yes`. What must stay hidden the page itself refuses to show.
    """
    named = set(signature(page).parameters)

    def around(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        @wraps(view)
        def act(**at: Any) -> ResponseReturnValue:
            try:
                return view(**at)
            except Refused as refused:
                if refused.status in NOT_ON_A_FORM:
                    raise
                if back and is_question(refused):
                    return ask(refused, back.format(**at), yes(**at) if callable(yes) else yes)
                shown = page(**{name: at[name] for name in at if name in named}, refused=refused, **more)
                return _told(refused, shown)

        return act

    return around


def _told(refused: Refused, shown: ResponseReturnValue) -> Response:
    """The page under the number that HTTP has for the refusal."""
    answer = make_response(shown)
    answer.status_code = refused.status
    if wait := getattr(refused, "wait", 0):
        answer.headers["Retry-After"] = str(wait)
    return answer
