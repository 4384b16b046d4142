"""What an operator does with updates that wait and with those in force, as pages and commands ask for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Final

from deckcheck.app import audit_log
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.states.transitions import confirm
from deckcheck.app.update_settings import FACT, kept_settings
from deckcheck.decklist.days import day_in_words
from deckcheck.law.differences import CARDS, Answer, Days, Difference, Kind, begins
from deckcheck.law.sentences import counted
from deckcheck.settings import AGE, MOST_DAYS, OFTEN, UPDATE
from deckcheck.store.models import DataUpdate
from deckcheck.store.queries import proof, updates
from deckcheck.store.states import UpdateState
from deckcheck.translations import join_words
from deckcheck.updates import apply
from deckcheck.updates.affected import affected_by
from deckcheck.updates.automatic import events_today
from deckcheck.updates.differences import differences_of, law_again
from deckcheck.updates.entries import withdraw_entries
from deckcheck.updates.in_force import ask_operator, preview


def apply_waiting(app: App, who: Actor, uid: str, *, confirmed: bool) -> None:
    """Let an update that waits be in force; asks first where lists of coming events change, and on an event's day."""
    ask_operator(who)
    if not confirmed:
        running, affected = _running(app), _affected(app, who, uid)
        told = f"{running} Lists there will be rechecked with the new data." if running else ""
        if told or affected:
            raise confirm(" ".join(filter(None, (told, affected, f"Apply {'anyway' if running else 'it'}?"))))
    apply.confirm(app, uid, who)


def _affected(app: App, who: Actor, uid: str) -> str:
    """The coming events whose lists an update that waits would change, in sentences; empty if there are none."""
    found = affected_by(preview(app, who, apply.confirming(app, uid, who)), app)
    if not found:
        return ""
    told = [f"{one.event}, {day_in_words(one.day)}: {one.in_words}" for one in found[:NAMED]]
    more = [f"So do lists of {counted(len(found) - NAMED, 'more event')}."] if len(found) > NAMED else []
    return " ".join(
        (f"Lists of {counted(len(found), 'coming event')} change.", *told, *more, "Their organizers get a message.")
    )


def _running(app: App) -> str:
    """Which events run, in a sentence; empty if none does."""
    with app.store.read() as session:
        names = events_today(session, app.now())
    return f"{join_words(names)} {'is' if len(names) == 1 else 'are'} today." if names else ""


def discard_waiting(app: App, who: Actor, uid: str) -> None:
    """Leave an update that waits."""
    apply.discard(app, uid, who, "left by the operator")


@dataclass(frozen=True, slots=True)
class ExactDay:
    """On which days a change was in force first, where a person knows it: in paper (of what is Arena's alone, there),
    and where that is another one on Magic Online and on Arena. It is one card's in a format, or a set's.
    """

    update: str
    format: str = ""
    card: str = ""
    set_code: str = ""
    day: date | None = None
    mtgo: date | None = None
    arena: date | None = None

    def days(self) -> Days | None:
        """The days, if the first one is told."""
        return Days(self.day, self.mtgo, self.arena) if self.day else None


@dataclass(frozen=True, slots=True)
class Answered(ExactDay):
    """What a person says to a question; `later` leaves it open, or opens it again."""

    answer: str = ""


NAMED: Final = 10
"""Of so many events it is said what becomes of their lists."""
LATER: Final = "later"
FAR: Final = timedelta(days=366)
"""So far from what a source says a day is no longer meant."""


def set_day(app: App, who: Actor, exact: ExactDay) -> None:
    """Give a change its day, which lies between the two looks at its source; or a set its days, in all formats."""

    def given(one: Difference) -> Difference | None:
        return one._replace(days=_checked(one, exact)) if _is_meant(one, exact) else None

    _amend(app, who, exact.update, given)


def answer(app: App, who: Actor, said: Answered) -> None:
    """Say whether a set is legal in a format, or that our law is right as it is, or that it stays open."""
    if said.answer not in {LATER, *(one.value for one in Answer if one)}:
        raise UnusableInput("Answer yes, no, keep or later.", field="answer")
    value = Answer(said.answer.removesuffix(LATER))

    def given(one: Difference) -> Difference | None:
        if not _is_asked(one, said):
            return None
        if value and value not in one.answers:
            raise UnusableInput(f"Answer {' or '.join((*one.answers, LATER))}.", field="answer")
        return one._replace(answer=value, days=_checked(one, said) if value is Answer.YES and said.day else None)

    _amend(app, who, said.update, given)


def _amend(app: App, who: Actor, uid: str, given: Callable[[Difference], Difference | None]) -> None:
    """Let an update bring what a person made of those of its differences that are meant."""
    ask_operator(who)
    with app.store.read() as session:
        row = apply.amendable(session, uid)
    before = differences_of(row)
    made = [given(one) for one in before]
    if not any(made):
        raise UnusableInput("This does not wait any more. Look again at what would change.")
    after = [new or old for new, old in zip(made, before, strict=True)]
    if after != before:
        report = {**row.report, "differences": [one.facts() for one in after]}
        apply.amend(app, row, who, law_again(app, row, after), report)


def update_about(app: App, exact: ExactDay) -> str:
    """The update whose change or question is meant: one that waits, else what is in force of a game."""
    with app.store.read() as session:
        waiting = [row for row in updates.updates(session) if row.state == UpdateState.WAITING]
        in_force = (updates.applied(session, game) for game in updates.games_applied(session))
        rows = [*waiting, *filter(None, in_force)]
    is_meant = _is_asked if isinstance(exact, Answered) else _is_meant
    found = next((row.uid for row in rows if any(is_meant(one, exact) for one in differences_of(row))), None)
    if found is None:
        raise UnusableInput("No update has such a change. List what waits with: deckcheck update waiting")
    return found


def _is_asked(one: Difference, said: ExactDay) -> bool:
    return one.kind is Kind.QUESTION and one.about == (said.format, said.card, said.set_code)


def _is_meant(one: Difference, exact: ExactDay) -> bool:
    """Whether a day is said of this change: of a card in a format, a set that leaves one, or a set wherever it is."""
    if one.kind in CARDS | {Kind.ROTATED}:
        return one.about == (exact.format, exact.card, exact.set_code)
    return one.kind in {Kind.NEW_SET, Kind.SET_IN} and (one.set_code, "") == (exact.set_code, exact.format)


def _checked(one: Difference, exact: ExactDay) -> Days | None:
    """The days that were said, refused where they can't be meant."""
    if one.kind in CARDS | {Kind.ROTATED} and (exact.day is None or not begins(one) <= exact.day <= one.by):
        between = f"{day_in_words(begins(one))} and {day_in_words(one.by)}"
        raise UnusableInput(f"Enter a day between {between}: the source changed then.", field="day")
    if exact.day is None and (exact.mtgo or exact.arena):
        raise UnusableInput("Enter the first day in paper as well.", field="day")
    for name, day in (("day", exact.day), ("mtgo", exact.mtgo), ("arena", exact.arena)):
        if day is not None and abs(day - one.by) > FAR:
            raise UnusableInput(f"{day_in_words(day)} is more than a year from {day_in_words(one.by)}.", field=name)
    return exact.days()


def take_back(app: App, who: Actor, uid: str, *, confirmed: bool) -> None:
    """Take back the update with this key, which is the latest of its game, or the entry of law; asks first."""
    ask_operator(who)
    with app.store.read() as session:
        row, entry = updates.update(session, uid), updates.entry(session, uid)
        latest = updates.applied(session, row.game) if row else None
        before = updates.applied(session, row.game, 1) if row else None
    if entry is not None:
        if not confirmed:
            raise confirm(f"The announcement in {entry.path} goes, and lists are judged without it. Roll back?")
        withdraw_entries(app, [uid], who)
        return
    if row is None or latest is None or latest.uid != uid:
        raise UnusableInput("This is not the latest update any more. Look again at what was done.")
    if not confirmed:
        raise confirm(" ".join(filter(None, (_running(app), _question(app, row, before)))))
    apply.roll_back(app, row.game, who)


def _question(app: App, row: DataUpdate, before: DataUpdate | None) -> str:
    game = app.reference.games.get(row.game)
    title = game.title if game else row.game
    to = f"the update of {day_in_words(before.day)}" if before else "what came with the package"
    return f"{title} goes back to {to}, with the bans that came in this update. Roll back?"


@dataclass(frozen=True, slots=True)
class SetUpdates:
    """How often updates come by themselves, and from how many days on the operator is warned."""

    often: str | None = None
    warn_days: int | None = None


def set_updates(app: App, who: Actor, wanted: SetUpdates) -> None:
    """Keep how cards and law are brought up to date; refused for what the environment of the server says."""
    ask_operator(who)
    if wanted.often is not None and app.settings.update:
        raise UnusableInput(f"{OFTEN} is set on this server. Change it there.", field="often")
    if wanted.warn_days is not None and app.settings.age_warning_days is not None:
        raise UnusableInput(f"{AGE} is set on this server. Change it there.", field="warn_days")
    if wanted.often not in {None, *UPDATE}:
        raise UnusableInput(f"Pick {', '.join(UPDATE)}.", field="often")
    if not 0 <= (wanted.warn_days or 0) <= MOST_DAYS:
        raise UnusableInput(f"Enter a number of days up to {MOST_DAYS:,}.", field="warn_days")
    with app.store.write() as session:
        fact = proof.locked_fact(session, FACT)
        before = kept_settings(session)
        after = before.model_copy(update={key: value for key, value in asdict(wanted).items() if value is not None})
        fact.value = after.model_dump_json()
        told = (before.model_dump_json(), after.model_dump_json())
        audit_log.append_instance(session, app.now(), str(who), "update.set", "instance", *told)
