"""The writing of one submission: what was sent, its verdict, the lock, the audit, the seal, and who is told."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from deckcheck.app.clocks import credible_arrival
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused, TooManyTries, UnusableInput
from deckcheck.app.safe_text import one_line
from deckcheck.app.secret_mail import address_for, tell_player
from deckcheck.app.session import EventSession
from deckcheck.app.states import Act, Step
from deckcheck.app.time_words import clock_seconds
from deckcheck.decklist import lazy
from deckcheck.decklist.answers import NO_ANSWERS, Answers, kept_answers
from deckcheck.decklist.hash_chain import note_hash
from deckcheck.law.rule import Severity
from deckcheck.lists.event_terms import judge_mates_again, terms_for
from deckcheck.lists.judged import Judged, judge_for, same_law
from deckcheck.lists.judged_again import judge_sent, new_report
from deckcheck.lists.list_checks import Preview, Terms
from deckcheck.lists.list_handles import ListHandle
from deckcheck.lists.seal_making import seal_stage
from deckcheck.lists.seals import receipt_leaf, receipt_number
from deckcheck.store.columns import new_uid
from deckcheck.store.models import Acceptance, DeckList, Submission
from deckcheck.store.queries import lists
from deckcheck.store.states import Accepts, EventState, ListState, SealKind, StageState
from deckcheck.translations import gettext, gettext_noop
from deckcheck.verdict.canonical import canonical_list
from deckcheck.verdict.reports import Verdict


@dataclass(frozen=True, slots=True)
class Channel:
    """A way for a list to come in: the right it takes, the step it is, and the word that programs are told.

    `after_end` is the right it takes once the event is completed, where that is another.
    """

    right: Right
    act: Act
    told: str
    origin: str = ""
    after_end: Right | None = None

    def right_in(self, work: EventSession) -> Right:
        """The right it takes in the event as it is now."""
        ended = work.event.state == EventState.COMPLETED
        return self.after_end if ended and self.after_end is not None else self.right

    def origin_of(self, place: ListHandle) -> str:
        """Where a submission on this road comes from: player, staff, late, correction."""
        return self.origin or ("player" if place.by_player else "staff")


SENT: Final = Channel(Right.SEND, Act.LIST_SENT, "submitted")
LATE: Final = Channel(Right.ENTER_LATE, Act.LIST_ENTERED_LATE, "submitted", "late")
CORRECTED: Final = Channel(Right.CORRECT, Act.LIST_CORRECTED, "corrected", "correction", Right.CORRECT_AFTER)


@dataclass(frozen=True, slots=True)
class Upload:
    """A list as it came in: as written, under which key, when the whole of it was there, and why if somebody said.

    `answers` are those to the questions about the text. `deck` is what the deck is called beside the text.
    """

    text: str
    key: str
    arrived: datetime
    reason: str = ""
    answers: Answers = NO_ANSWERS
    deck: str = ""


def register(place: ListHandle, channel: Channel, upload: Upload, judged: Judged, step: Step[ListState]) -> Submission:
    """Keep a list and let it take the place of the one before; nothing kept before is changed."""
    work, row, was = place.work, place.made(), place.state
    sent = _submission(place, channel, upload, judged, step.late)
    mark = note_hash(bytes.fromhex(sent.salt), sent.text)
    done = work.note(
        step.audit,
        on=work.on_list(place.entry, place.stage),
        from_=was,
        to=f"{step.state} {sent.leaf} {mark}",
        reason=upload.reason,
        entry=place.entry,
    )
    sent.anchor = done.hash
    work.session.add(sent)
    work.session.flush()
    work.session.add(new_report(sent.uid, judged, work.now, sent.origin))
    if channel is CORRECTED:
        _accept(place, row, sent)
    row.current, row.state, row.sent_count = sent.uid, step.state, sent.number
    row.sent_back_at, row.sent_back_why = None, ""
    row.late = channel is LATE or (row.late and channel is CORRECTED)
    judge_mates_again(work, place.entry)
    seal_stage(work, place.stage, step.seal)
    work.tell(channel.told, place.entry, stage=place.stage.slug)
    _mail(place, channel, sent)
    return sent


def put_list(place: ListHandle, other: Submission, key: str, why: str) -> Submission:
    """Register what was sent for another entry, or before, as the list of this one: with its own time, under a key."""
    work, late = place.work, other.minutes_late
    channel = SENT if late is None else LATE
    closed = place.stage.state in {StageState.LOCKED, StageState.OVER}
    step = Step(place.state, channel.act, seal=SealKind.CHANGE if closed else None, late=late)
    judged = judge_sent(other, terms_for(work, place.stage, place.entry), work.app)
    upload = Upload(other.text, key, other.arrived, why, kept_answers(other.answers))
    sent = register(place, channel, upload, judged, step)
    sent.arrived = other.arrived
    return sent


def _submission(place: ListHandle, channel: Channel, upload: Upload, judged: Judged, late: int | None) -> Submission:
    row, work = place.made(), place.work
    canonical, salt = canonical_list(judged.report), secrets.token_bytes(32)
    return Submission(
        list=row.uid,
        number=row.sent_count + 1,
        by=work.by,
        origin=channel.origin_of(place),
        arrived=credible_arrival(upload.arrived, work.now),
        text=upload.text,
        answers=upload.answers.as_json(),
        lines=list(judged.lines),
        title=upload.deck or judged.title,
        canonical=canonical,
        sha256=sha256(canonical.encode()).hexdigest(),
        salt=salt.hex(),
        leaf=receipt_leaf(work.event.uid, place.entry.number, salt, canonical).hex(),
        key=upload.key,
        minutes_late=late,
        replaces=row.current,
    )


def _accept(place: ListHandle, row: DeckList, sent: Submission) -> None:
    """A corrected list is accepted in the same act; an acceptance before it ends."""
    work, before = place.work, place.acceptance
    if before is not None:
        before.ended_at = work.now
    work.session.add(Acceptance(list=row.uid, submission=sent.uid, by=work.by, at=work.now, state_before=""))
    row.accepted = sent.uid


_SUBJECTS: Final = {
    SENT: gettext_noop("Your list for {event} is in"),
    LATE: gettext_noop("Your list for {event} was entered by staff"),
    CORRECTED: gettext_noop("Your list for {event} was corrected by staff"),
}


def _mail(place: ListHandle, channel: Channel, sent: Submission) -> None:
    """Every list that comes in is told to its player, so that none comes in unseen; no card stands in the mail."""
    event, settings = place.work.event, place.work.app.settings

    def words() -> tuple[str, str]:
        text = gettext(
            "Submitted {time}. Receipt {number}.\n"
            "See it at {address}, signed in by your link.\n"
            "If this was not you, show this mail to the judge at the desk."
        )
        return gettext(_SUBJECTS[channel]).format(event=event.name), text.format(
            time=clock_seconds(sent.arrived, event.zone),
            number=receipt_number(bytes.fromhex(sent.leaf)),
            address=address_for(settings, f"/e/{event.slug}/my/list"),
        )

    tell_player(place.work, place.entry, words)


MOST_AN_HOUR: Final = 60
"""So many submissions of one list are taken within an hour."""
HOUR: Final = timedelta(hours=1)
_KEY: Final = lazy.regex(r"[A-Za-z0-9_.:-]{8,100}")
_NOT_KEPT: Final = lazy.regex("[\0\ud800-\udfff]")


class KeyReused(Refused):
    """The key of a sending came again with another list."""

    CODE = "key-reused"
    STATUS = 422


def kept_text(text: str) -> str:
    """The text as it is judged and kept: as written, but for signs that no database keeps."""
    return _NOT_KEPT.sub("\ufffd", text)


LONGEST_NAME: Final = 60
"""What a deck may be called at most, in characters."""


def kept_name(deck: str) -> str:
    """What a deck is called, as it is kept: in one line."""
    name = one_line(kept_text(deck)).strip()
    if len(name) > LONGEST_NAME:
        sentence = gettext("The deck name has {count} characters; the limit is {limit}.")
        raise UnusableInput(sentence.format(count=len(name), limit=LONGEST_NAME), field="deck")
    return name


def is_key(key: str) -> bool:
    """Whether a text could be the key of a sending."""
    return _KEY.fullmatch(key) is not None


def kept_key(key: str) -> str:
    """The key of a sending, or a new one where the sender has none."""
    if key and not is_key(key):
        raise UnusableInput("An Idempotency-Key is 8 to 100 letters, digits and characters among - _ . : like a UUID.")
    return key or new_uid()


def judge_arrival(
    text: str, terms: Terms, app: App, answers: Answers = NO_ANSWERS, known: Preview | None = None
) -> Judged:
    """The verdict on a list that is to be registered; a text without any line of a list is refused."""
    judged = judge_for(text, terms, app, answers, known)
    if not judged.report.deck.entries and not judged.report.deck.unread:
        raise UnusableInput(gettext("There are no cards in this text, so nothing was submitted."), code="no-list")
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


def known_sending(
    place: ListHandle, key: str, text: str, answers: Answers = NO_ANSWERS, deck: str = ""
) -> Submission | None:
    """What was registered by this very sending before: under its key, or, without one, the same list as it stands."""
    if place.row is None:
        return None
    if not key:
        current = place.current
        return current if current is not None and _is_this(current, text, answers, deck) else None
    found = lists.by_key(place.work.session, place.row.uid, key)
    if found is not None and not _is_this(found, text, answers, deck):
        raise KeyReused("This was submitted before with another list. Use a new Idempotency-Key for a new list.")
    return found


def _is_this(sent: Submission, text: str, answers: Answers, deck: str) -> bool:
    return sent.text == text and sent.answers == answers.as_json() and deck in {"", sent.title}


def not_too_often(place: ListHandle) -> None:
    """Refuse a flood: what is meant is never sent sixty times within an hour."""
    if place.row is None:
        return
    now = place.work.now
    count, first = lists.sent_after(place.work.session, place.row.uid, now - HOUR)
    if count >= MOST_AN_HOUR and first is not None:
        wait = -((now - first - HOUR) // timedelta(seconds=1))
        told = gettext(
            "{count} lists were submitted within an hour; the limit is {limit}. "
            "The next is free in {minutes} min; your text is kept."
        )
        raise TooManyTries(told.format(count=count, limit=MOST_AN_HOUR, minutes=-(-wait // 60)), wait)
