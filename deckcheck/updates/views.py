"""What an operator sees of cards and law: how old they are, what waits for an answer, and what was done before."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime

from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.ages import GameAge, ages, days_old, is_outdated, missed_in, today
from deckcheck.app.context import App
from deckcheck.app.update_settings import how_often, warned_after
from deckcheck.catalogue.law_layers import is_announcement
from deckcheck.law.calendar import Due
from deckcheck.law.card_sources import CardSource
from deckcheck.settings import AGE, OFTEN
from deckcheck.store.models import DataUpdate, LawEntry, UpdateRun
from deckcheck.store.queries import updates
from deckcheck.store.states import RunState, UpdateState
from deckcheck.store.store import Session
from deckcheck.updates.announcements import changes_in
from deckcheck.updates.automatic import Round, events_today, last_round
from deckcheck.updates.changes import Change, changes_of, unexplained_in
from deckcheck.updates.in_force import ask_operator
from deckcheck.updates.runs import ACTIVE
from deckcheck.updates.update import all_sources, usual_sources


@dataclass(frozen=True, slots=True)
class GameData:
    """A game's cards and law: the day up to which both are known, and what was due since or comes next.

    `is_old`: something was due that they do not have, or they are older than the setting allows.
    """

    game: str
    title: str
    known: date
    days: int
    missed: tuple[Due, ...]
    next: Due | None
    is_old: bool


@dataclass(frozen=True, slots=True)
class PastAct:
    """Something that was applied or taken back, the newest first.

    `what` is a game's title, or what an announcement says. `uid` is set where it can be taken back: an update with its
    `game`, or an entry.
    """

    at: datetime
    kind: str
    what: str
    by: str
    origin: str
    day: date | None = None
    game: str = ""
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An update that waits for an answer, or of which something waits, with what its report says."""

    uid: str
    title: str
    source: str
    source_title: str
    origin: str
    day: date
    made_at: datetime
    cards: int
    new_cards: int
    new_sets: tuple[str, ...]
    changes: tuple[Change, ...]
    unexplained: tuple[str, ...]

    @property
    def is_plain(self) -> bool:
        """Whether it brings cards alone."""
        return not self.changes and not self.unexplained


@dataclass(frozen=True, slots=True)
class Run:
    """A look at a source that was asked for. `percent` is none where the whole is not known.

    `source` can be looked at again, or one of the `others` of the same game; what was brought as a file can not.
    """

    source: str
    title: str
    state: RunState
    doing: str
    percent: int | None
    told: str
    others: tuple[CardSource, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A source of card facts: of which game, from where it is read if not from its own address, whether it is usual."""

    id: str
    title: str
    game: str
    mirror: str
    is_usual: bool


@dataclass(frozen=True, slots=True)
class UpdatesPage:
    """All of it. `open`: updates in force of which a day or an answer is missing.

    `often`: how often updates come by themselves; `warn_days`: from how many days on the operator is warned; `fixed`
    are the variables of the environment that say so. `round`: how far the automatic update is, and why it failed.
    `today`: the events whose day it is, on which nothing changes by itself.
    """

    games: tuple[GameData, ...]
    runs: tuple[Run, ...]
    waiting: tuple[Waiting, ...]
    open: tuple[Waiting, ...]
    past: tuple[PastAct, ...]
    sources: tuple[Source, ...]
    often: str
    warn_days: int
    fixed: frozenset[str]
    round: Round
    today: tuple[str, ...]

    @property
    def is_running(self) -> bool:
        """Whether a look goes on."""
        return any(run.state in ACTIVE for run in self.runs)


def see_updates(who: Actor, app: App) -> UpdatesPage:
    """How old cards and law are, what waits, and what was done; hidden from everybody but operators."""
    ask_operator(who)
    settings = app.settings
    told = {OFTEN: settings.update, AGE: settings.age_warning_days is not None}
    with app.store.read() as session:
        rows = updates.updates(session)
        entries = updates.entries_by_hand(session)
        past = [*_past_updates(session, rows, app), *_past_entries(session, entries, app)]
        waiting = [row for row in rows if row.state == UpdateState.WAITING]
        return UpdatesPage(
            games=tuple(_data_of(age, app) for age in ages(app)),
            runs=tuple(_run(row, app) for row in _latest(updates.runs(session))),
            waiting=tuple(_waiting(row, app) for row in waiting),
            open=tuple(_open(session, {row.game for row in waiting}, app)),
            past=tuple(sorted(past, key=lambda one: one.at, reverse=True)),
            sources=tuple(_sources(app)),
            often=how_often(session, settings),
            warn_days=warned_after(app),
            fixed=frozenset(name for name, fixed in told.items() if fixed),
            round=last_round(session),
            today=events_today(session, app.now()),
        )


def _open(session: Session, answered_there: Collection[str], app: App) -> Iterator[Waiting]:
    """Of each game what is in force, with what it asks still; what waits asks the same, and is answered there."""
    for game in updates.games_applied(session):
        row = updates.applied(session, game)
        if row is not None and row.statuses is not None and game not in answered_there:
            one = _waiting(row, app)
            if asked := tuple(change for change in one.changes if change.is_open):
                yield replace(one, changes=asked)


def see_sources(who: Actor, app: App) -> tuple[Source, ...]:
    """The sources of all games; hidden from everybody but operators."""
    ask_operator(who)
    return tuple(_sources(app))


def _sources(app: App) -> Iterator[Source]:
    usual = {source.id for source in usual_sources(app)}
    for source in all_sources(app).values():
        mirror = app.settings.mirrors.get(source.id, "")
        yield Source(source.id, source.title, _title(source.game, app), mirror, source.id in usual)


def _data_of(age: GameAge, app: App) -> GameData:
    known, day = min(age.law, age.cards), today(app)
    ahead = next((one for one in app.reference.calendar(age.game.id) if one.day > day), None)
    missed, old = missed_in(age, app), is_outdated(age, app)
    return GameData(age.game.id, age.game.title, known, days_old(known, app), missed, ahead, old)


def _title(game: str, app: App) -> str:
    return app.reference.games[game].title if game in app.reference.games else game


def _waiting(row: DataUpdate, app: App) -> Waiting:
    source = all_sources(app).get(row.source)
    return Waiting(
        row.uid,
        _title(row.game, app),
        row.source,
        source.title if source else row.source,
        row.origin,
        row.day,
        row.made_at,
        cards=row.report.get("cards", 0),
        new_cards=row.report.get("new_cards", 0),
        new_sets=tuple(one["name"] for one in row.report.get("new_sets", ())),
        changes=changes_of(row, app),
        unexplained=unexplained_in(row),
    )


def _latest(rows: list[UpdateRun]) -> list[UpdateRun]:
    """Those that were asked for together last, in the order of their sources."""
    return sorted((row for row in rows if row.made_at == rows[0].made_at), key=lambda row: row.source)


def _run(row: UpdateRun, app: App) -> Run:
    source = all_sources(app).get(row.source)
    percent = round(row.share * 100) if row.share >= 0 else None
    if source is None:
        return Run("", row.source, row.state, row.doing, percent, row.told)
    others = tuple(one for one in app.reference.games[source.game].sources if one.id != source.id)
    again, title = ("", f"{source.title}, from a file") if row.brought else (source.id, source.title)
    return Run(again, title, row.state, row.doing, percent, row.told, () if row.brought else others)


def _past_updates(session: Session, rows: list[DataUpdate], app: App) -> Iterator[PastAct]:
    """Of each game the newest that is applied can be taken back."""
    newest: set[str] = set()
    for row in sorted(rows, key=lambda one: one.revision, reverse=True):
        title = _title(row.game, app)
        if row.rolled_back_at is not None:
            yield PastAct(
                row.rolled_back_at, "rolled-back", title, who_did(session, row.rolled_back_by or ""), "", row.day
            )
        if row.applied_at is not None:
            last = row.state == UpdateState.APPLIED and row.game not in newest
            by = who_did(session, row.applied_by or "")
            newest |= {row.game} if last else set()
            game, uid = (row.game, row.uid) if last else ("", "")
            yield PastAct(row.applied_at, "applied", title, by, row.source, row.day, game, uid)


def _past_entries(session: Session, entries: list[LawEntry], app: App) -> Iterator[PastAct]:
    for entry in entries:
        what = _announced(entry, app)
        if entry.withdrawn_at is not None:
            by = _by_hand(session, entry.withdrawn_by or "")
            yield PastAct(entry.withdrawn_at, "withdrawn", what, by, entry.withdrawn_why)
        uid = "" if entry.withdrawn_at else entry.uid
        yield PastAct(entry.made_at, "added", what, _by_hand(session, entry.by), "", uid=uid)


def _by_hand(session: Session, by: str) -> str:
    """Who did something that only people do."""
    return "the operator, on the command line" if by == str(SYSTEM) else who_did(session, by)


def _announced(entry: LawEntry, app: App) -> str:
    """What an entry says: its cards by format, or of law that is no announcement its file."""
    if not is_announcement(entry.path):
        return entry.path
    titles = {str(fmt.setting_on("banlist")): fmt.title for fmt in app.reference.formats.values()}
    told = (
        f"{card} {word.replace('-', ' ')} in {titles.get(name, name)}" for name, card, word in changes_in(entry.text)
    )
    return "; ".join(told)
