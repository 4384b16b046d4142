"""By which law an event judges its lists: its format, day, platform and fact sheet, and the match of the stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Protocol

from deckcheck.app.construction import Played, construction
from deckcheck.app.context import App
from deckcheck.app.event_heads import SEATS, formats_by_seat
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession
from deckcheck.app.states import in_force
from deckcheck.law.event_law import is_droppable, sizes_of
from deckcheck.law.event_rules import Fault, HouseError, HouseRules, read_house
from deckcheck.law.event_rules_read import house_of_form, settle_house
from deckcheck.law.formats import Format, FormatError
from deckcheck.law.rulebooks import TEAM_POOL, TWO_HEADED, UNIFIED
from deckcheck.lists.judged import is_current
from deckcheck.lists.judged_again import Rejudged, judge_again
from deckcheck.lists.list_checks import Terms, rulebook_for
from deckcheck.lists.pool_reading import cards_not_opened
from deckcheck.store.models import DeckList, Entry, Event, Pool, PoolVersion, Stage, Submission
from deckcheck.store.queries import entries, lists, pools
from deckcheck.store.states import EntryState
from deckcheck.store.store import Session
from deckcheck.verdict.canonical import read_canonical
from deckcheck.verdict.layout import as_it_lies, listed_canonical
from deckcheck.verdict.pool_law import Mates


class HouseRefused(UnusableInput):
    """House rules that cannot stand; `faults` name each field, line and remedy."""

    CODE = "bad-house-rules"

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(" ".join(fault.text for fault in faults))
        self.faults = faults
        self.by_field = {one.field: [f.text for f in faults if f.field == one.field] for one in faults}


def stored_house(stored: Mapping[str, Any]) -> HouseRules | None:
    """The rules an event keeps as JSON, without asking again whether they fit; None where it has none."""
    try:
        return read_house(stored) or None
    except HouseError as error:
        raise HouseRefused(error.faults) from error


def set_house(given: Mapping[str, Any], terms: Terms, app: App) -> HouseRules:
    """House rules from JSON that fit the format and day of the terms; refused with all that is wrong."""
    book = rulebook_for(replace(terms, house=None), app)
    try:
        return settle_house(given, book, app.index(book.game.id))
    except HouseError as error:
        raise HouseRefused(error.faults) from error


def set_house_from_form(fields: Mapping[str, str], source: str, terms: Terms, app: App) -> HouseRules:
    """House rules from a form's text fields, one card a line; refused with all that is wrong and its lines."""
    book = rulebook_for(replace(terms, house=None), app)
    try:
        return house_of_form(fields, source, book, app.index(book.game.id))
    except HouseError as error:
        raise HouseRefused(error.faults) from error


def what_may_change(terms: Terms, app: App) -> tuple[dict[str, int | None], tuple[str, ...]]:
    """The numbers of the format as they stand (None: none yet), and the rules that a fact sheet may leave out."""
    book = rulebook_for(replace(terms, house=None), app)
    return sizes_of(book), tuple(b.clause.name for b in book.clauses if is_droppable(b.clause.name, book))


class Settings(Played, Protocol):
    """What of an event, or of a plan for one, its law follows from."""

    @property
    def platform(self) -> str:
        """Where it is played."""

    @property
    def house(self) -> Mapping[str, Any]:
        """The fact sheet's own rules as JSON."""

    @property
    def team_size(self) -> int:
        """How many players make a team."""

    @property
    def seat_formats(self) -> Sequence[str]:
        """What each seat of a team plays, where they differ."""

    @property
    def unified(self) -> bool:
        """Whether the decks of a team share no card, where all its seats play one format."""


def terms_of(event: Event, stage: Stage, app: App) -> Terms:
    """The terms by which the lists of a stage are judged."""
    return terms_under(event, stage.match, app)


def terms_under(settings: Settings, match: str, app: App) -> Terms:
    """The terms that follow from settings for one kind of match."""
    seats = formats_by_seat(settings)
    return Terms(
        format=settings.format,
        on=settings.day,
        match=match,
        platform=settings.platform,
        house=stored_house(settings.house),
        team=None if seats else _team_of(settings, app),
        seats=seats,
        continuous=bool((found := construction(settings, app)) and found.allowed),
    )


def at_seat(terms: Terms, seat: str) -> Terms:
    """The terms of a list by the seat of its player; where that plays no format of its own they stay as they are."""
    place = SEATS.find(seat) if seat else -1
    known = 0 <= place < len(terms.seats)
    return replace(terms, format=terms.seats[place], seats=()) if known else terms


def _team_of(settings: Settings, app: App) -> str | None:
    kind = team_kind(find_format(settings.format, app), settings.team_size)
    return None if kind == UNIFIED and not settings.unified else kind


def find_format(name: str, app: App) -> Format:
    """The format with this id or title; refused if there is none."""
    try:
        return app.format(name)
    except FormatError as error:
        raise UnusableInput(str(error)) from error


def team_kind(fmt: Format, size: int) -> str | None:
    """What the law of the format knows of teams of this size; none where each deck stands for itself."""
    if size == 2 and TWO_HEADED in fmt.option_names():
        return TWO_HEADED
    if size > 1 and TEAM_POOL in fmt.option_names():
        return TEAM_POOL
    return UNIFIED if size > 1 and UNIFIED in fmt.option_names() else None


def has_team_pools(settings: Settings, app: App) -> bool:
    """Whether a team builds from one pool: in sealed teams, not in drafts, where each plays what they drafted."""
    return TEAM_POOL in find_format(settings.format, app).option_names()


def pool_team(session: Session, entry: Entry) -> str | None:
    """The team that an entry has one pool with; none where each player has a pool of their own."""
    event = session.get(Event, entry.event)
    return entry.team if event is not None and event.team_pools else None


def pool_kind(fmt: Format) -> str:
    """Whether its lists are due as those of constructed or of limited decks."""
    return str(fmt.setting_on("lists"))


Cards = tuple[tuple[int, str], ...]
"""Count and catalogue name, in the order in which they were counted first."""


def pool_in_force(session: Session, stage: Stage, entry: Entry, at: datetime | None = None) -> Cards | None:
    """The cards of the pool that an entry builds from in a stage; of a team every member's; none: None.

    With a moment it is the pool that was in force then.
    """
    return _cards(version_in_force(session, stage, entry, at)) or None


def version_in_force(session: Session, stage: Stage, entry: Entry, at: datetime | None = None) -> PoolVersion | None:
    """The version of that pool which counts, or did so at a moment."""
    for owner in owners(session, entry):
        row = pools.pool_of(session, stage.lists_from or stage.uid, owner.uid)
        version = _version(session, row, at) if row else None
        if version is not None and version.rows:
            return version
    return None


def _version(session: Session, row: Pool, at: datetime | None) -> PoolVersion | None:
    """The last version, or the last one before a moment; once the cards of that are forgotten, the last one again."""
    current = pools.version(session, row.current)
    if at is None or (current is not None and current.at <= at):
        return current
    before = [one for one in pools.versions_of(session, row.uid) if one.at <= at]
    return (before[-1] if before[-1].rows else current) if before else None


def handed_over(session: Session, stage: Stage) -> frozenset[str]:
    """The entries whose pool, or whose team's, was handed over in a stage that registers pools."""
    kept = {row.entry for row in pools.pools_in(session, stage.uid) if row.current is not None}
    people = entries.entries_of(session, stage.event) if kept else []
    teams = {one.uid: pool_team(session, one) for one in people}
    sides = {teams[one.uid] or one.merged_into or one.uid for one in people if one.uid in kept}
    return frozenset(one.uid for one in people if (teams[one.uid] or one.uid) in sides or one.uid in kept)


def owners(session: Session, entry: Entry) -> list[Entry]:
    """Those under whom the pool of an entry may be kept: itself, its team by seat, what is merged into it."""
    team = pool_team(session, entry)
    mates = entries.entries_of_team(session, team) if team else []
    parts = entries.merged_into(session, entry.uid)
    return [entry, *(mate for mate in mates if mate.uid != entry.uid), *parts]


def _cards(version: PoolVersion | None) -> Cards:
    """The cards by name: a card with two numbers is one card. Once they were forgotten there are none."""
    counted: Counter[str] = Counter()
    for count, name, *_ in version.rows if version else ():
        counted[name] += count
    return tuple((count, name) for name, count in counted.items())


_PLAYS: Final = frozenset({EntryState.ON, EntryState.DROPPED, EntryState.DISQUALIFIED})


def terms_for(work: EventSession, stage: Stage, entry: Entry, at: datetime | None = None) -> Terms:
    """The terms for the list of one entry: those of its stage, with the pool in force, now or at a moment."""
    return held_terms(work, stage, entry, terms_of(work.event, stage, work.app), at)


def held_terms(
    work: EventSession,
    stage: Stage,
    entry: Entry,
    terms: Terms,
    at: datetime | None = None,
    decks: TeamDecks | None = None,
) -> Terms:
    """Other terms of a stage with the pool in force for one entry, or with what its team-mates' lists hold.

    They are the same where no pool is registered, no sets are named, and each player stands alone. `decks` are those of
    all teams, where many lists are asked about.
    """
    source = work.rows.source(stage)
    if terms.seats:  # Seats that play different formats are of Constructed: no pool, and no rule over all decks.
        return at_seat(terms, entry.seat)
    terms = replace(terms, sets=tuple(source.pool_sets))
    if _has_mates(terms) and entry.team is not None:
        return replace(terms, mates=(decks or _decks_of_team(work, source, entry, terms)).beside(entry))
    rows = pool_in_force(work.session, source, entry, at) if source.pools else None
    if not rows:
        return terms
    found = cards_not_opened(rows, work.event.game, source.pool_sets, work.app)
    unopened = tuple((one.name, one.known, one.sets) for one in found)
    of_team, beside = terms.team == TEAM_POOL and entry.team is not None, None
    if of_team:  # What waits for a person in the lists of team-mates is asked of them alone.
        mates = (decks or _decks_of_team(work, source, entry, terms)).beside(entry)
        beside = tuple(row[1:] for row in mates)
    return replace(terms, pool=rows, beside=beside, unopened=unopened)


def with_terms(
    work: EventSession, stage: Stage, sent: Sequence[Submission], terms: Terms
) -> list[tuple[Submission, Terms]]:
    """Lists of a stage, each with the terms that hold for it."""
    source = work.rows.source(stage)
    if not source.pools and not _has_mates(terms) and not terms.seats:
        return [(one, terms) for one in sent]
    rows = lists.lists_in(work.session, source.uid)
    whose = {row.uid: row.entry for row in rows.values()}
    people = {entry.uid: entry for entry in entries.entries_of(work.session, work.event.uid)}
    decks = TeamDecks(work, source, terms, people.values(), rows)
    return [(one, held_terms(work, stage, people[whose[one.list]], terms, decks=decks)) for one in sent]


def judge_pool_again(work: EventSession, stage: Stage, entry: Entry, cause: str = "pool") -> Rejudged:
    """Judge the lists that a pool is asked of again, those of team-mates among them, where they rest on another one."""
    return _judge(work, stage, (entry, *_mates(work, entry)), cause)


def judge_mates_again(work: EventSession, entry: Entry) -> None:
    """Judge the lists of team-mates again whose verdicts rest on a list of this entry that does not stand any more."""
    mates = _mates(work, entry)
    for stage in work.rows.stages if mates else ():
        if stage.lists_from is None:
            _judge(work, stage, mates, "team")


def judge_moved_again(work: EventSession, entry: Entry, team: str | None, seat: str) -> None:
    """Judge the lists of both teams again where an entry plays in another team or seat than before."""
    if (entry.team, entry.seat) == (team, seat):
        return
    left = entries.entries_of_team(work.session, team) if team and team != entry.team else []
    for stage in work.rows.stages:
        if stage.lists_from is None:
            _judge(work, stage, (entry, *_mates(work, entry), *left), "team")


def _judge(work: EventSession, stage: Stage, whose: Iterable[Entry], cause: str) -> Rejudged:
    source = work.rows.source(stage)
    work.session.flush()
    terms = terms_of(work.event, source, work.app)
    rests = source.pools or _has_mates(terms) or terms.seats
    wanted = list(_resting_elsewhere(work, source, whose)) if rests else []
    return judge_again(work, wanted, {}, cause) if wanted else Rejudged()


def _resting_elsewhere(work: EventSession, source: Stage, whose: Iterable[Entry]) -> Iterator[tuple[Submission, Terms]]:
    """What counts now or may do so yet, of lists whose last verdict rests on other terms than those of now."""
    for entry in whose:
        row = lists.list_of(work.session, source.uid, entry.uid)
        found = lists.submissions(work.session, {uid for uid in (row.current, row.accepted) if uid} if row else ())
        terms = terms_for(work, source, entry) if found else None
        last = lists.latest_reports(work.session, found)
        for uid, one in found.items():
            report = last.get(uid)
            kept = report and terms and is_current(report.law_digest, report.cards_import, terms, work.app)
            if terms is not None and not kept:
                yield one, terms


def _mates(work: EventSession, entry: Entry) -> tuple[Entry, ...]:
    """Who else plays in the team of an entry."""
    found = entries.entries_of_team(work.session, entry.team) if entry.team else []
    return tuple(mate for mate in found if mate.uid != entry.uid and mate.state in _PLAYS)


def _has_mates(terms: Terms) -> bool:
    """Whether the decks of a team are held against one another."""
    return terms.team in {UNIFIED, TWO_HEADED}


class TeamDecks:
    """What the lists of teams hold in a stage, by whose they are: fetched at once, and each read once."""

    def __init__(
        self,
        work: EventSession,
        source: Stage,
        terms: Terms,
        people: Iterable[Entry],
        rows: Mapping[str, DeckList],
    ) -> None:
        self._work, self._terms = work, terms
        self._teams: dict[str, list[Entry]] = {}
        for entry in sorted(people, key=lambda one: (one.seat, one.number)):
            if entry.team and entry.state in _PLAYS:
                self._teams.setdefault(entry.team, []).append(entry)
        # The list that counts, or will once lists close.
        stands = {uid: in_force(source.state, row.accepted, row.current) or row.current for uid, row in rows.items()}
        seated = {entry.uid for team in self._teams.values() for entry in team}
        self._stands = {entry: uid for entry, uid in stands.items() if uid and entry in seated}
        self._sent = lists.submissions(work.session, self._stands.values())
        self._held: dict[str, Mates] = {}

    def beside(self, entry: Entry) -> Mates:
        """What the lists of the team-mates of an entry hold."""
        mates = [one for one in self._teams.get(entry.team or "", ()) if one.uid != entry.uid]
        return tuple(row for mate in mates for row in self._cards(mate))

    def _cards(self, mate: Entry) -> Mates:
        """What one list holds: by seat, since a verdict is kept and a name may have to be forgotten."""
        sent = self._sent.get(self._stands.get(mate.uid, ""))
        if sent is None:
            return ()
        if mate.uid not in self._held:
            who = f"seat {mate.seat}" if mate.seat else f"entry {mate.number}"
            app = self._work.app
            listed = listed_canonical(read_canonical(sent.canonical), app.index(self._work.event.game))
            kept = as_it_lies(listed, rulebook_for(self._terms, app).companion)
            cards = [row for row in kept if not row.waiting and row.section != "pool"]
            self._held[mate.uid] = tuple((who, row.section, row.count, row.name) for row in cards)
        return self._held[mate.uid]


def _decks_of_team(work: EventSession, source: Stage, entry: Entry, terms: Terms) -> TeamDecks:
    """Those of the team of one entry."""
    people = _mates(work, entry)
    found = ((mate.uid, lists.list_of(work.session, source.uid, mate.uid)) for mate in people)
    return TeamDecks(work, source, terms, people, {uid: row for uid, row in found if row is not None})
