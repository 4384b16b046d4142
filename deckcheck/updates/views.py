"""What an operator sees of cards and law: how old they are, what waits for an answer, and what was done before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.ages import GameAge, ages, days_old, is_outdated, missed_in, today
from deckcheck.app.context import App
from deckcheck.catalogue.law_layers import is_announcement
from deckcheck.law.calendar import Due
from deckcheck.law.differences import CARDS, Difference, Kind, begins, difference_in_words
from deckcheck.store.models import DataUpdate, LawEntry, UpdateRun
from deckcheck.store.queries import updates
from deckcheck.store.states import RunState, UpdateState
from deckcheck.store.store import Session
from deckcheck.updates.announcements import changes_in
from deckcheck.updates.automatic import Round, last_round
from deckcheck.updates.in_force import ask_operator
from deckcheck.updates.runs import ACTIVE
from deckcheck.updates.update import all_sources


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
class Change:
    """A change in words; `first` and `last` are set where its day is not known and can be said: of one card."""

    told: str
    format: str = ""
    card: str = ""
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """An update that waits for an answer, with what its report says."""

    uid: str
    title: str
    source: str
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
    """A look at a source that was asked for. `percent` is none where the whole is not known."""

    title: str
    state: RunState
    doing: str
    percent: int | None
    told: str


@dataclass(frozen=True, slots=True)
class UpdatesPage:
    """All of it. `warn_days`: from how many days on the operator is warned.

    `automatic`: how often updates come by themselves; `round` how far that is, and why it failed.
    """

    games: tuple[GameData, ...]
    runs: tuple[Run, ...]
    waiting: tuple[Waiting, ...]
    past: tuple[PastAct, ...]
    warn_days: int
    automatic: str
    round: Round
    now: datetime

    @property
    def is_running(self) -> bool:
        """Whether a look goes on."""
        return any(run.state in ACTIVE for run in self.runs)


def see_updates(who: Actor, app: App) -> UpdatesPage:
    """How old cards and law are, what waits, and what was done; hidden from everybody but operators."""
    ask_operator(who)
    with app.store.read() as session:
        rows = updates.updates(session)
        entries = updates.entries_by_hand(session)
        past = [*_past_updates(session, rows, app), *_past_entries(session, entries, app)]
        return UpdatesPage(
            games=tuple(_data_of(age, app) for age in ages(app)),
            runs=tuple(_run(row, app) for row in _latest(updates.runs(session))),
            waiting=tuple(_waiting(row, app) for row in rows if row.state == UpdateState.WAITING),
            past=tuple(sorted(past, key=lambda one: one.at, reverse=True)),
            warn_days=app.settings.age_warning_days,
            automatic=app.settings.update,
            round=last_round(session),
            now=app.now(),
        )


def _data_of(age: GameAge, app: App) -> GameData:
    known, day = min(age.law, age.cards), today(app)
    ahead = next((one for one in app.reference.calendar(age.game.id) if one.day > day), None)
    missed, old = missed_in(age, app), is_outdated(age, app)
    return GameData(age.game.id, age.game.title, known, days_old(known, app), missed, ahead, old)


def _title(game: str, app: App) -> str:
    return app.reference.games[game].title if game in app.reference.games else game


def _waiting(row: DataUpdate, app: App) -> Waiting:
    told = [Difference.read(one) for one in row.report.get("differences", ())]
    return Waiting(
        row.uid,
        _title(row.game, app),
        row.source,
        row.origin,
        row.day,
        row.made_at,
        cards=row.report.get("cards", 0),
        new_cards=row.report.get("new_cards", 0),
        new_sets=tuple(one["name"] for one in row.report.get("new_sets", ())),
        changes=tuple(_change(one) for one in told if one.kind not in {Kind.KNOWN, Kind.UNEXPLAINED}),
        unexplained=tuple(difference_in_words(one) for one in told if one.kind is Kind.UNEXPLAINED),
    )


def _change(one: Difference) -> Change:
    words, first = difference_in_words(one), begins(one)
    if one.kind not in CARDS or first >= one.by:
        return Change(words)
    return Change(words, one.format, one.card, first, one.by)


def _latest(rows: list[UpdateRun]) -> list[UpdateRun]:
    """Those that were asked for together last, in the order of their sources."""
    return sorted((row for row in rows if row.made_at == rows[0].made_at), key=lambda row: row.source)


def _run(row: UpdateRun, app: App) -> Run:
    source = all_sources(app).get(row.source)
    percent = round(row.share * 100) if row.share >= 0 else None
    return Run(source.title if source else row.source, row.state, row.doing, percent, row.told)


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
