"""Refusals and faults as calm pages, as one line for the live check, or as JSON: never a traceback."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from typing import Any, Final

from flask import Flask, Response, make_response, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from deckcheck.app.refusals import NotNow, Refused, TooManyTries
from deckcheck.store.store import Busy, Stale, Unfit, Unsure
from deckcheck.translations import gettext, gettext_noop
from deckcheck.web.asker import ask_no_more
from deckcheck.web.limits import TooMuchWork
from deckcheck.web.problems import problem
from deckcheck.web.safety import LISTS

log = logging.getLogger("deckcheck.web")

SENTENCES: Final = {
    400: gettext_noop("This request could not be read."),
    404: gettext_noop("There is nothing here, or you have no access to it."),
    405: gettext_noop("This address cannot be used in this way."),
    413: gettext_noop("That is more than a list; the limit is 256 kB."),
    415: gettext_noop("Send this as JSON."),
}
UNUSABLE: Final = gettext_noop("This request could not be used as it came.")
"""What is said of all other refusals that HTTP has a number for."""
FAILED: Final = gettext_noop("This could not be answered.")
KEPT_IN_TAB: Final = gettext_noop("What you typed is kept in this tab.")
BELOW: Final = gettext_noop("What you typed is below.")
BUSY: Final = gettext_noop("Back in a minute. Lists already submitted are safe.")
UNSURE: Final = gettext_noop(
    "The connection broke before we knew whether this was saved. Check before you do it again."
)
UNSURE_KEYED: Final = gettext_noop(
    "The connection broke before we knew whether this was saved. Send it again: it counts only once."
)
UNKEYED: Final = "/roster/add"
"""The key of this form is that of the list in it; whoever is added has none."""
STALE: Final = gettext_noop("This was changed a moment ago by somebody else.")
UNFIT: Final = gettext_noop("This holds characters or numbers that cannot be saved. Remove them and send it again.")
RETRY_AFTER: Final = 5
"""Seconds after which a database that was in trouble is worth asking again."""
PASSING: Final = frozenset({429, 503})
"""What passes by itself: the same form can be sent again later, with all that it held."""
UNSHOWN: Final = ("/sign-in", "/account", "/reset")
"""Passwords and codes are sent here: nothing of that is ever written into a page."""


def prepare(app: Flask) -> None:
    """Answer every refusal and every fault."""
    app.register_error_handler(Refused, refused)
    app.register_error_handler(Busy, busy)
    app.register_error_handler(Stale, stale)
    app.register_error_handler(Unfit, unfit)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Exception, broken)


def refused(error: Refused) -> Response:
    """A request that cannot be met as it stands."""
    sentence = gettext(str(error))  # That nothing is here is raised as a constant; all else is said already.
    response = _answer(error.status, sentence, error.code, error.more, below=isinstance(error, TooMuchWork | NotNow))
    if isinstance(error, TooManyTries | NotNow):
        response.headers["Retry-After"] = str(error.wait)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="Deckcheck"'
    return response


def busy(error: Busy) -> Response:
    """The database is in trouble; what was sent is given back, to be sent again."""
    ask_no_more()
    sentence, word = gettext(BUSY), ""
    if isinstance(error, Unsure):
        by_form = _posted().get("key") and not request.path.endswith(UNKEYED)
        keyed = request.headers.get("Idempotency-Key") or by_form
        sentence, word = gettext(UNSURE_KEYED if keyed else UNSURE), "unsure"
    response = _answer(503, sentence, word, below=True)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def stale(_error: Stale) -> Response:
    """Somebody else changed the same thing at the same moment."""
    return _answer(409, gettext(STALE), "changed")


def unfit(_error: Unfit) -> Response:
    """A sign that no text has, or a number beyond all bounds."""
    return _answer(422, gettext(UNFIT), "bad-input", below=True)


def http_error(error: HTTPException) -> Response:
    """What HTTP has a number for. Sentences are ours, or the refusing function's own."""
    code = error.code or 500
    sentence = _own(error) or gettext(SENTENCES.get(code, UNUSABLE if code < 500 else FAILED))
    headers = {k: v for k, v in error.get_headers() if k == "Allow"}
    response = _answer(code, sentence)
    response.headers.extend(headers)
    return response


def _own(error: HTTPException) -> str:
    """The sentence of the function that refused; none where the framework would speak."""
    code, said = error.code, error.description
    may_speak = code in {403, 422} or (code == 404 and request.path.startswith("/api/"))
    return said if may_speak and said and said != type(error).description else ""


def broken(error: Exception) -> Response:
    """A fault of ours: logged under a code that the page shows. Addresses may hold secrets; their forms do not."""
    code = secrets.token_hex(2).upper()
    log.error("Fault %s at %s", code, request.url_rule, exc_info=error)
    return _answer(500, gettext("Something of ours broke (code {code}).").format(code=code), below=True)


def _answer(
    code: int, sentence: str, word: str = "", more: Mapping[str, Any] | None = None, *, below: bool = False
) -> Response:
    """The answer in the shape that was asked for; `below` says that a text was kept, where one came."""
    if request.path.startswith("/api/"):
        return problem(code, sentence, word, **(more or {}))
    text, beside = _typed(all_fields=code in PASSING)
    words = [(name, value) for name, value in beside if code in PASSING and (" " in value or "\n" in value)]
    in_place = bool(request.headers.get("HX-Request"))
    where = gettext(KEPT_IN_TAB if in_place else BELOW)
    told = f"{sentence} {where}" if (text or words) and below else sentence
    if in_place:
        return Response(told, code, mimetype="text/plain")
    again = request.path if LISTS.fullmatch(request.path) or (code in PASSING and beside) else "/check"
    hidden = [pair for pair in beside if pair not in words]
    page = render_template("error.html", code=code, sentence=told, text=text, words=words, hidden=hidden, again=again)
    return make_response(page, code)


def _typed(*, all_fields: bool) -> tuple[str, list[tuple[str, str]]]:
    """The text of the form that was refused, where it can still be read, and what its page sent beside it."""
    fields = _posted()
    text = fields.get("text", "")
    if not LISTS.fullmatch(request.path) and (not all_fields or request.path.startswith(UNSHOWN)):
        return text, []
    return text, [(name, value) for name, value in fields.items(multi=True) if name != "text"]


def _posted() -> MultiDict[str, str]:
    try:
        return request.form
    except HTTPException:
        return MultiDict()
