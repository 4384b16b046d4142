"""An entry as staff and its own player see it: who it is, where it stands, and how its lists stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from deckcheck.app.actor_names import seated_name
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.fields import told_of
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.permissions.access import UNPUBLISHED
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import NOBODY, EventSession, reading
from deckcheck.app.shown_names import ShownName, name_shown
from deckcheck.app.states.transitions import not_running
from deckcheck.decklist.names import fold
from deckcheck.lists.list_handles import ListHandle, own_stages, roster_stage
from deckcheck.roster.filters import View
from deckcheck.roster.join import meant
from deckcheck.roster.roster_data import RosterData
from deckcheck.roster.roster_rows import RosterRow
from deckcheck.store.models import Entry, Stage
from deckcheck.store.queries import credentials, entries, lists, rosters
from deckcheck.store.states import EventState


@dataclass(frozen=True, slots=True)
class ListFacts:
    """How a list stands: its lock, what counts of it, and the word of its verdict; never what it holds."""

    stage: str
    stage_title: str
    state: str
    version: int
    sent: int
    submission: str | None
    accepted: str | None
    sent_at: datetime | None
    verdict: str
    late: bool
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """An entry. Mail, pronouns, birth and numbers of accounts are empty unless whoever asks may know them."""

    number: int
    last: str
    first: str
    name: str
    team: str
    seat: str
    state: str
    confirmed: bool
    origin: str
    external: str
    mail: str
    pronouns: str
    stream_ok: str
    division: str
    born: str
    merged_into: int | None
    says_is: int | None
    account: str | None
    version: int
    made_at: datetime
    lists: tuple[ListFacts, ...]

    @property
    def listed(self) -> str:
        """The name as staff reads it, last name first."""
        return ", ".join(filter(None, (self.last, self.first))) or self.name


def entry_facts(who: Actor, slug: str, number: int, app: App) -> EntryFacts:
    """An entry for staff, or for the player whose entry it is."""
    with reading(app, who, slug) as work:
        return facts_of(work, find_entry(work, number, Right.SEE_CONTACT))


def find_entry(work: EventSession, number: int | None, right: Right, reason: str = "") -> Entry:
    """The entry with this number (none: one's own), if the right about it is there; absent and closed look alike."""
    entry = work.own if number is None else work.entry(number)
    work.ask(right, None, entry or NOBODY, reason)
    if entry is None:
        raise Hidden(NOTHING_HERE)
    return entry


def running(work: EventSession) -> None:
    """Refuse in an event that is not held: it is as it was then."""
    if work.event.state != EventState.ON:
        raise not_running(work.facts())


def facts_of(work: EventSession, entry: Entry) -> EntryFacts:
    """An entry within a transaction."""
    session = work.session
    team = credentials.team(session, entry.team) if entry.team else None
    knows = work.may(Right.SEE_CONTACT, None, entry).allowed
    into = session.get(Entry, entry.merged_into) if entry.merged_into else None
    other = meant(session, entry) if work.may(Right.SEE_ROSTER).allowed else None
    return told_of(
        EntryFacts,
        entry,
        name=seated_name(entry),
        team=team.name if team else "",
        external=entry.external if knows else "",
        mail=entry.mail if knows else "",
        pronouns=entry.pronouns if knows else "",
        stream_ok=entry.stream_ok if knows else "",
        division=entry.division if knows else "",
        born=entry.born if knows else "",
        merged_into=into.number if into else None,
        says_is=other.number if other else None,
        lists=tuple(
            list_facts(ListHandle(work, entry, stage, lists.list_of(session, stage.uid, entry.uid)))
            for stage in own_stages(work, entry)
        ),
    )


def list_facts(place: ListHandle) -> ListFacts:
    """How one list stands."""
    row, session = place.row, place.work.session
    counts = (row.accepted or row.current) if row else None
    sent = lists.submission(session, counts)
    verdict = rosters.verdicts_on(session, [counts]).get(counts) if counts else None
    return ListFacts(
        stage=place.stage.slug,
        stage_title=place.stage.title,
        state=place.state,
        version=place.version,
        sent=row.sent_count if row else 0,
        submission=counts,
        accepted=row.accepted if row else None,
        sent_at=sent.arrived if sent else None,
        verdict=verdict.verdict if verdict else "",
        late=row.late if row else False,
        deadline=row.deadline if row else None,
    )


MOST: Final = 500


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which players: of a stage, by words of their names (staff: or a table), by filter; `after` so many, `limit`."""

    stage: str = ""
    words: str = ""
    show: str = "all"
    after: int = 0
    limit: int = 100


@dataclass(frozen=True, slots=True)
class PublicEntry:
    """A player as anybody may know them: the number, the name as the event shows it, the team."""

    number: int
    name: str
    team: str


@dataclass(frozen=True, slots=True)
class EntryList:
    """A part of the players: `rows` for staff, `shown` for others; `found` counts all, `next` is where more begins."""

    stage: str
    rows: tuple[RosterRow, ...]
    shown: tuple[PublicEntry, ...]
    found: int
    next: int | None
    revision: int | None


def list_entries(who: Actor, slug: str, wanted: Wanted, app: App) -> EntryList:
    """The players that whoever asks may know of, by last name or by what is shown instead of it."""
    wanted = replace(wanted, limit=min(max(1, wanted.limit), MOST), after=max(0, wanted.after))
    with reading(app, who, slug) as work:
        if work.may(Right.SEE_ROSTER).allowed:
            return _for_staff(work, wanted)
        stage = work.rows.stage(wanted.stage) if wanted.stage else work.first_stage()
        work.ask(Right.SEARCH_NAMES, stage)
        if stage is None:
            raise Hidden("There is nothing here, or you have no access to it.")
        return _for_others(work, stage, wanted)


def _for_staff(work: EventSession, wanted: Wanted) -> EntryList:
    stage = roster_stage(work, wanted.stage)
    data = RosterData.of(work, stage)
    found = data.matching(View(stage.slug, wanted.show, wanted.words))
    part = found[wanted.after : wanted.after + wanted.limit]
    return EntryList(
        stage=stage.slug,
        rows=data.shown(part),
        shown=(),
        found=len(found),
        next=_next(wanted, len(found)),
        revision=work.event.revision,
    )


def _next(wanted: Wanted, found: int) -> int | None:
    end = wanted.after + wanted.limit
    return end if end < found else None


def _for_others(work: EventSession, stage: Stage, wanted: Wanted) -> EntryList:
    """Whoever never took part is in no publication, and neither is who was not confirmed: they look like nobody."""
    teams = entries.teams_of(work.session, work.event.uid)
    found: list[tuple[ShownName, PublicEntry]] = []
    for entry in entries.entries_of(work.session, work.event.uid):
        inside = entry.state not in UNPUBLISHED and entry.confirmed and work.rows.is_member(stage, entry.uid)
        if not inside or not work.may(Right.SEE_NAMES, stage, entry).allowed:
            continue
        name = name_shown(work, stage, entry)
        if _has(name, wanted.words):
            team = teams.get(entry.team or "")
            found.append((name, PublicEntry(entry.number, name.name, team.name if team and name.full else "")))
    found.sort(key=lambda one: one[0].place)
    part = found[wanted.after : wanted.after + wanted.limit]
    return EntryList(stage.slug, (), tuple(one for _, one in part), len(found), _next(wanted, len(found)), None)


def _has(name: ShownName, words: str) -> bool:
    """Words are looked for in what is shown, and in nothing else."""
    known = fold(name.name).split()
    return all(any(part.startswith(word) for part in known) for word in fold(words).split()) if words.strip() else True
