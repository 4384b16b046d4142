"""What an operator does with updates that wait and with those in force, as pages and commands ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.states.transitions import confirm
from deckcheck.decklist.days import day_in_words
from deckcheck.law.announcement_files import Told, with_days
from deckcheck.law.differences import CARDS, WORDS, Difference, begins
from deckcheck.store.models import DataUpdate
from deckcheck.store.queries import updates
from deckcheck.updates import apply
from deckcheck.updates.entries import withdraw_entries
from deckcheck.updates.in_force import ask_operator


def apply_waiting(app: App, who: Actor, uid: str) -> None:
    """Let an update that waits be in force."""
    ask_operator(who)
    apply.confirm(app, uid, who)


def discard_waiting(app: App, who: Actor, uid: str) -> None:
    """Leave an update that waits."""
    apply.discard(app, uid, who, "left by the operator")


@dataclass(frozen=True, slots=True)
class ExactDay:
    """On which day a change of an update that waits was in force first, where a person knows it: in paper, and where
    that is another one on Magic Online and on Arena.
    """

    update: str
    format: str
    card: str
    day: date | None = None
    mtgo: date | None = None
    arena: date | None = None


def set_day(app: App, who: Actor, exact: ExactDay) -> None:
    """Give a change its day, which lies between the two looks at its source."""
    ask_operator(who)
    with app.store.read() as session:
        row = updates.update(session, exact.update)
        texts = {entry.path: entry.text for entry in updates.entries_of(session, exact.update)}
        game, source, report = (row.game, row.source, row.report) if row else ("", "", {})
    told = [Difference.read(one) for one in report.get("differences", ())]
    change = _change_of(told, exact)
    fmt, lists = app.reference.format(change.format), app.reference.ban_lists(game)
    law = with_days(game, _told(change, exact, str(fmt.setting_on("banlist")), source), lists, texts)
    known = change._replace(since=change.by - timedelta(days=1))
    rows = [(known if one.card == known.card and one.format == known.format else one).facts() for one in told]
    law = {path: text for path, text in law.items() if text}
    apply.amend(app, exact.update, who, law, {**report, "differences": rows})


def _change_of(told: list[Difference], exact: ExactDay) -> Difference:
    """The change that is meant, with its day; refused where it can't have been then."""
    mine = (one for one in told if (one.format, one.card) == (exact.format, exact.card) and one.kind in CARDS)
    change = next(mine, None)
    if change is None:
        raise UnusableInput("This change does not wait any more. Look again at what would change.")
    if exact.day is None or not begins(change) <= exact.day <= change.by:
        between = f"{day_in_words(begins(change))} and {day_in_words(change.by)}"
        raise UnusableInput(f"Enter a day between {between}: the source changed then.", field="day")
    return change._replace(by=exact.day)


def _told(change: Difference, exact: ExactDay, banlist: str, source: str) -> Told:
    lists = {banlist: {change.card: WORDS[change.kind]}}
    return Told(lists, change.by, f"{source}, its day set by hand", exact.mtgo, exact.arena)


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
        raise confirm(_question(app, row, before))
    apply.roll_back(app, row.game, who)


def _question(app: App, row: DataUpdate, before: DataUpdate | None) -> str:
    game = app.reference.games.get(row.game)
    title = game.title if game else row.game
    to = f"the update of {day_in_words(before.day)}" if before else "what came with the package"
    return f"{title} goes back to {to}, with the bans that came in this update. Roll back?"
