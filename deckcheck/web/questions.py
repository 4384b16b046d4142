"""Questions that a refusal asks: a page of their own, with all that was typed, Cancel first, and the answers behind."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from flask import Response, make_response, render_template, request

from deckcheck.app.clocks import AskTime
from deckcheck.app.refusals import Refused

CONFIRMED: Final = "confirmed"
READING: Final = "reading"


class Answer(NamedTuple):
    """A button that answers: its words, and the field that is sent."""

    words: str
    name: str
    value: str


def is_question(refused: Refused) -> bool:
    """Whether the refusal is answered by doing the same again."""
    return isinstance(refused, AskTime) or refused.code == "confirm"


def ask(refused: Refused, cancel: str, yes: str = "") -> Response:
    """The page of a question. Where `yes` is empty the question itself names what is done: Make it anyway."""
    told, question = _parts(str(refused))
    if isinstance(refused, AskTime):
        answers = [Answer(_capital(r.words), READING, str(i)) for i, r in enumerate(refused.readings)]
        told, question = str(refused), ""
    else:
        answers = [Answer(yes or question.rstrip("?") or "Do it", CONFIRMED, "yes")]
    kept = [(name, value) for name, value in request.form.items(multi=True) if name not in {CONFIRMED, READING}]
    # A reading given for one question is still an answer when the next one is asked.
    kept += [
        (name, value) for name in (CONFIRMED, READING) if (value := request.form.get(name)) and name != answers[0].name
    ]
    heading, _, rest = told.partition(". ")
    page = render_template(
        "organizer/asked.html",
        heading=heading.rstrip(".") + ("" if heading.endswith("?") else "."),
        rest=rest,
        answers=answers,
        kept=kept,
        cancel=cancel,
    )
    return make_response(page)


def confirmed() -> bool:
    """Whether the question was answered with yes."""
    return request.form.get(CONFIRMED) == "yes"


def reading_given() -> int | None:
    """Which moment is meant by a time that means two."""
    value = request.form.get(READING, "")
    return int(value) if value in {"0", "1"} else None


def _parts(text: str) -> tuple[str, str]:
    """What is told, and the question at its end."""
    found = re.fullmatch(r"(.*?[.])\s+([^.]*\?)", text)
    return (found[1], found[2]) if found else (text, "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
