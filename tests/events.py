"""An event for tests: stages, players with links and staff with grants, written straight into the database.

How an event comes about by the services is for their own tests; whoever tests what happens in one takes it from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from deckcheck.app import audit_log
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of
from deckcheck.decklist.names import fold
from deckcheck.store.models import Account, AuditEntry, Entry, Event, Grant, Link, Person, Stage, StageMember, Team
from deckcheck.store.queries import entries, proof
from deckcheck.store.row_hashes import RowTracker
from deckcheck.store.states import ActorKind, TokenRole
from deckcheck.store.store import Session

DEADLINE: Final = datetime(2026, 6, 13, 9, 0, tzinfo=UTC)
"""10:00 in Leeds, an hour after the clock of the tests starts."""
ZONE: Final = "Europe/London"
BUILDER: Final = "op:builder"
"""By whom the acts are that made the event."""
ROLES: Final = ("organizer", "head-judge", "judge", "scorekeeper")
PEOPLE: Final = (
    ("Ada", "Okonkwo"),
    ("Per", "Dahl"),
    ("Zofia", "Dąbrowska"),
    ("Chidi", "Abara"),
    ("Jonas", "Albrecht"),
    ("Giulia", "Amato"),
    ("Freja", "Andersson"),
    ("Eva", "Ruiz"),
)
STAFF: Final = {"organizer": "Nora Lind", "head-judge": "Ben Ott", "judge": "Rosa Kim", "scorekeeper": "Sam Lee"}


@dataclass(frozen=True, slots=True)
class Made:
    """An event that was made, by its keys. `links` are the secrets of the players' links, in their order."""

    slug: str
    uid: str
    stages: dict[str, str]
    persons: tuple[str, ...]
    entries: tuple[str, ...]
    links: tuple[str, ...]
    accounts: dict[str, str]
    teams: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    staff: dict[str, str] = field(default_factory=lambda: dict(STAFF))

    def as_person(self, place: int = 0) -> Actor:
        """The player at this place, as their link lets them in; entries count from 1."""
        return Actor(ActorKind.ENTRY, self.entries[place], self.names[place])

    def as_tied(self, place: int = 0) -> Actor:
        """The same, in a browser that opens all that the player tied together."""
        return Actor(ActorKind.PERSON, self.persons[place], self.names[place])

    def as_account(self, role: str, *, strong: bool = False) -> Actor:
        """The account that has this role."""
        return Actor(
            ActorKind.ACCOUNT, self.accounts[role], self.staff[role], may_organize=role == "organizer", strong=strong
        )

    def as_team(self, place: int = 0) -> Actor:
        """A team, as its link lets it in."""
        return Actor(ActorKind.TEAM, self.teams[place], f"Team {place + 1}")

    def as_token(self, role: str) -> Actor:
        """A program: organizer, judge, desk or overlay."""
        return Actor(
            ActorKind.TOKEN,
            "0190f3c2-0000-7000-8000-00000000000a",
            f"Program ({role})",
            event=self.uid,
            role=TokenRole(role),
        )

    @property
    def as_stranger(self) -> Actor:
        """Anybody."""
        return STRANGER


def make_event(
    desk: App,
    *,
    players: int = 3,
    slug: str = "northern-open",
    name: str = "Northern Open",
    state: str = "on",
    stage_state: str = "taking",
    deadline: datetime | None = DEADLINE,
    level: str = "regular",
    accepts: str = "any",
    during: str = "closed",
    after: str = "all",
    playoff: bool = False,
    begun: bool = False,
    game: str = "mtg",
    format: str = "modern",
    day: date = date(2026, 6, 13),
    platform: str = "paper",
    digital: bool = False,
    match: str = "bo3",
    house: dict[str, Any] | None = None,
    join_code: str | None = "KITE-4719",
    team_size: int = 1,
    seat_formats: tuple[str, ...] = (),
    unified: bool = True,
    seated: bool = True,
    persons: tuple[str, ...] = (),
    accounts: dict[str, str] | None = None,
) -> Made:
    """An event at Leeds with Swiss, and a playoff of the first two players with lists of its own if asked for.

    `persons` and `accounts` take players and staff of another event into this one. With a team size above 1 players
    sit in teams in their order, in no seat yet if not `seated`.
    """
    with desk.store.write() as session:
        tracker = RowTracker(session)
        now = desk.now()
        event = Event(
            slug=slug,
            name=name,
            place="Leeds",
            zone=ZONE,
            day=day,
            game=game,
            format=format,
            platform=platform,
            match=match,
            level=level,
            accepts=accepts,
            house=house or {},
            digital=digital,
            team_size=team_size,
            seat_formats=list(seat_formats),
            unified=unified,
            team_pools=team_size > 1 and "team-pool" in desk.reference.format(format).option_names(),
            join_code=join_code,
            state=state,
            made_at=now,
            last_at=now,
        )
        session.add(event)
        session.flush()
        stages = {"swiss": _stage(event, "swiss", 1, "Swiss", deadline, stage_state, during, after)}
        if playoff:
            stages["playoff"] = _stage(event, "playoff", 2, "Playoff", None, "ahead", during, after)
        if begun:
            stages["swiss"].begun_at = now
        session.add_all(stages.values())
        session.flush()
        staff = accounts if accounts is not None else _staff(session, event, now)
        if accounts is not None:
            session.add_all(_grant(event, uid, role, now) for role, uid in accounts.items())
        teams = _teams(session, event, players, team_size)
        people = [_player(session, event, number, teams, persons, now) for number in range(1, players + 1)]
        for _, entry, _ in () if seated else people:
            entry.seat = ""
        event.entry_count = players
        if playoff:
            session.add_all(
                StageMember(stage=stages["playoff"].uid, entry=e.uid, from_at=now) for _, e, _ in people[:2]
            )
        _audit(session, event, tracker, list(stages.values()), staff, now)
        return Made(
            slug=slug,
            uid=event.uid,
            stages={key: stage.uid for key, stage in stages.items()},
            persons=tuple(person.uid for person, _, _ in people),
            entries=tuple(entry.uid for _, entry, _ in people),
            links=tuple(secret for _, _, secret in people),
            accounts=staff,
            teams=tuple(team.uid for team in teams),
            names=tuple(f"{entry.first} {entry.last}" for _, entry, _ in people),
        )


def _audit(
    session: Session, event: Event, tracker: RowTracker, stages: list[Stage], staff: dict[str, str], now: datetime
) -> None:
    """The acts that would have led to this event, so that its audit holds from the first one on."""

    def note(act: str, on: str, to: str) -> None:
        audit_log.append(session, event, now, BUILDER, act, on, "", to)

    note("event.opened", "event", event.state)
    for stage in stages:
        if stage.state != "ahead":
            note("stage.taking", f"stage:{stage.slug}", stage.state)
    for role, uid in staff.items():
        note("role.granted", f"account:{uid}", role)
    for number in range(1, event.entry_count + 1):
        note("entry.added", f"entry:{number}", "on")
    session.flush()
    audit_log.bind_rows(session, event, now, BUILDER, tracker)


def audit_since(session: Session, event: str) -> list[AuditEntry]:
    """What the audit has of an event since it was made here."""
    return [row for row in proof.audit_of(session, event) if row.by != BUILDER]


def _stage(
    event: Event, slug: str, position: int, title: str, deadline: datetime | None, state: str, during: str, after: str
) -> Stage:
    return Stage(
        event=event.uid,
        slug=slug,
        position=position,
        kind=slug,
        title=title,
        match=event.match,
        deadline=deadline,
        state=state,
        during=during,
        after=after,
    )


def _staff(session: Session, event: Event, now: datetime) -> dict[str, str]:
    """An account for each role, with its grant."""
    found = {}
    for role in ROLES:
        mail = f"{role}@{event.slug}.example"
        account = Account(mail=mail, name=STAFF[role], may_organize=role == "organizer", made_at=now)
        session.add(account)
        session.flush()
        session.add(_grant(event, account.uid, role, now))
        found[role] = account.uid
    return found


def _grant(event: Event, account: str, role: str, now: datetime) -> Grant:
    return Grant(event=event.uid, account=account, role=role, by="sys", from_at=now)


def _teams(session: Session, event: Event, players: int, size: int) -> list[Team]:
    if size < 2:
        return []
    teams = [Team(event=event.uid, name=f"Team {number}") for number in range(1, -(-players // size) + 1)]
    session.add_all(teams)
    session.flush()
    return teams


def _player(
    session: Session, event: Event, number: int, teams: list[Team], persons: tuple[str, ...], now: datetime
) -> tuple[Person, Entry, str]:
    """A person with an entry and a link; the name of the ninth begins the list of names anew, with a number."""
    first, last = PEOPLE[(number - 1) % len(PEOPLE)]
    if number > len(PEOPLE):
        last = f"{last} {number}"
    known = entries.known_as(session, persons[number - 1]) if number <= len(persons) else None
    if known is not None:
        first, last = known.first, known.last
    person = session.get(Person, known.person) if known else None
    person = person or Person(made_at=now)
    session.add(person)
    session.flush()
    team, seat = (
        (teams[(number - 1) // event.team_size], "ABC"[(number - 1) % event.team_size]) if teams else (None, "")
    )
    entry = Entry(
        event=event.uid,
        number=number,
        person=person.uid,
        first=first,
        last=last,
        folded=fold(f"{first} {last}"),
        team=team.uid if team else None,
        seat=seat,
        state="on",
        origin="staff",
        made_at=now,
    )
    secret = f"{number:04}{event.uid.replace('-', '')[-18:]}"
    session.add(entry)
    session.flush()
    session.add(
        Link(hash=hash_of(secret), scope="entry", subject=entry.uid, by="sys", at=now, until=now + timedelta(days=90))
    )
    session.flush()
    return person, entry, secret
