"""What comes in as a list: a text that can be kept, a key that names the sending, a verdict by the law of now."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, TooManyTries, UnusableInput
from deckcheck.decklist.answers import NO_ANSWERS, Answers
from deckcheck.law.rule import Severity
from deckcheck.lists.judged import Judged, judge_for, same_law
from deckcheck.lists.judging import Preview, Terms
from deckcheck.lists.list_handles import ListHandle
from deckcheck.store.columns import new_uid
from deckcheck.store.models import Submission
from deckcheck.store.queries import lists
from deckcheck.store.states import Accepts
from deckcheck.verdict.reports import Verdict

MOST_AN_HOUR: Final = 60
"""So many submissions of one list are taken within an hour."""
HOUR: Final = timedelta(hours=1)
_KEY: Final = re.compile(r"[A-Za-z0-9_.:-]{8,100}")
_NOT_KEPT: Final = re.compile("[\0\ud800-\udfff]")


class KeyReused(Refused):
    """The key of a sending came again with another list."""

    CODE = "key-reused"
    STATUS = 422


def kept_text(text: str) -> str:
    """The text as it is judged and kept: as written, but for signs that no database keeps."""
    return _NOT_KEPT.sub("\ufffd", text)


def is_key(key: str) -> bool:
    """Whether a text could be the key of a sending."""
    return _KEY.fullmatch(key) is not None


def kept_key(key: str) -> str:
    """The key of a sending, or a new one where the sender has none."""
    if key and not is_key(key):
        raise UnusableInput("An Idempotency-Key is 8 to 100 letters, digits and signs among - _ . : like a UUID.")
    return key or new_uid()


def judge_arrival(
    text: str, terms: Terms, app: App, answers: Answers = NO_ANSWERS, known: Preview | None = None
) -> Judged:
    """The verdict on a list that is to be registered; a text without any line of a list is refused."""
    judged = judge_for(text, terms, app, answers, known)
    if not judged.report.deck.entries and not judged.report.deck.unread:
        raise UnusableInput("There is no card in this text, so nothing was sent.", code="no-list")
    return judged


def judged_now(
    judged: Judged, asked: Terms, text: str, terms: Terms, app: App, answers: Answers = NO_ANSWERS
) -> Judged:
    """The verdict if the law, the cards and the event's settings are still those it was given under; else a new one."""
    if asked == terms and same_law(judged, app):
        return judged
    return judge_arrival(text, terms, app, answers)


def things_left(judged: Judged, accepts: Accepts) -> int:
    """How many things stand between this list and an event that takes only some verdicts."""
    open_ones = {Severity.UNCLEAR} if accepts == Accepts.DECIDED else {Severity.UNCLEAR, Severity.ERROR}
    if judged.verdict is Verdict.LEGAL:
        return 0
    return sum(problem.severity in open_ones for problem in judged.report.problems)


def known_sending(place: ListHandle, key: str, text: str, answers: Answers = NO_ANSWERS) -> Submission | None:
    """What was registered by this very sending before: under its key, or, without one, the same list as it stands."""
    if place.row is None:
        return None
    if not key:
        current = place.current
        return current if current is not None and _is_this(current, text, answers) else None
    found = lists.by_key(place.work.session, place.row.uid, key)
    if found is not None and not _is_this(found, text, answers):
        raise KeyReused("This was sent before with another list. Take a new Idempotency-Key for a new list.")
    return found


def _is_this(sent: Submission, text: str, answers: Answers) -> bool:
    return sent.text == text and sent.answers == answers.as_json()


def not_too_often(place: ListHandle) -> None:
    """Refuse a flood: what is meant is never sent sixty times within an hour."""
    if place.row is None:
        return
    now = place.work.now
    count, first = lists.sent_after(place.work.session, place.row.uid, now - HOUR)
    if count >= MOST_AN_HOUR and first is not None:
        wait = -((now - first - HOUR) // timedelta(seconds=1))
        raise TooManyTries(
            f"{count} lists were sent within an hour; {MOST_AN_HOUR} is the most. "
            f"The next is free in {-(-wait // 60)} min; your text is kept.",
            wait,
        )
