"""Choosing the language of the pages; the choice is kept in the browser alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import UnusableInput
from deckcheck.translations import LANGUAGES, gettext
from deckcheck.web import languages
from deckcheck.web.forms import read_form

bp = Blueprint("language", __name__)
YEAR: Final = 31_536_000


@dataclass(frozen=True, slots=True)
class Choice:
    """A language by its tag, and the path of the page to go back to."""

    language: str = ""
    back: str = "/"


@bp.get("/language")
def show() -> ResponseReturnValue:
    """The languages, each by its own name. Browsers tell the page it was asked for on, to this site alone."""
    named = {tag: LANGUAGES[tag] for tag in languages.spoken()}
    came = urlsplit(request.referrer or "")
    back = came._replace(scheme="", netloc="", fragment="").geturl() if came.netloc == request.host else "/"
    return render_template("language.html", choices=named, chosen=languages.chosen(), back=back)


@bp.post("/language")
def choose() -> ResponseReturnValue:
    """Keep the choice, and go back to the page it was made on."""
    choice = read_form(Choice)
    if choice.language not in languages.spoken():
        raise UnusableInput(gettext("No page is said in this language. Choose one of the list."))
    answer = redirect(_of_here(choice.back), 303)
    answer.set_cookie(
        languages.COOKIE, choice.language, max_age=YEAR, secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return answer


def _of_here(path: str) -> str:
    """The path if it leads to a page of ours, else the start page. Browsers read `//` as another host."""
    return path if path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable() else "/"
