"""Events and their stages, and what organizers set up: publications, templates, members."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from sqlalchemy import Select, delete, func, or_, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from deckcheck.store.models import (
    AuditEntry,
    DeckList,
    Draft,
    Entry,
    Event,
    EventTemplate,
    Grant,
    Instance,
    Invitation,
    Link,
    Pairing,
    Person,
    SignIn,
    Stage,
    StageMember,
    Standing,
    Team,
    Token,
    Webhook,
)
from deckcheck.store.queries import proof
from deckcheck.store.states import EntryState, EventState, ListState, StageState


def by_slug(session: Session, slug: str) -> Event | None:
    """The event at this address."""
    return session.scalar(select(Event).where(Event.slug == slug))


def locked(session: Session, slug: str) -> Event | None:
    """The event, with its lock: whoever else would change it waits. On SQLite the whole transaction is the lock."""
    return session.scalar(select(Event).where(Event.slug == slug).with_for_update(key_share=True))


def stages_of(session: Session, event: str) -> list[Stage]:
    """The stages of an event in order."""
    return list(session.scalars(select(Stage).where(Stage.event == event).order_by(Stage.position)))


def members_of(session: Session, stage: str) -> set[str]:
    """The keys of the entries that are in a stage now; the first stage has no rows, and everyone."""
    rows = select(StageMember.entry).where(StageMember.stage == stage, StageMember.until_at.is_(None))
    return set(session.scalars(rows))


def next_reopened(session: Session, event: str) -> datetime | None:
    """The earliest deadline that a single player was given in a stage that takes no more lists."""
    rows = select(func.min(DeckList.deadline)).join(Stage, Stage.uid == DeckList.stage)
    rows = rows.where(Stage.event == event, Stage.state != StageState.TAKING)
    return session.scalar(rows.where(DeckList.state == ListState.REOPENED))


def memberships_ever(session: Session, stages: list[str]) -> dict[str, set[str]]:
    """The keys of the entries that are, or were, in each of several stages."""
    found: dict[str, set[str]] = {stage: set() for stage in stages}
    rows = select(StageMember.stage, StageMember.entry).where(StageMember.stage.in_(stages))
    for stage, entry in session.execute(rows) if stages else ():
        found[stage].add(entry)
    return found


def all_events(session: Session) -> list[Event]:
    """Every event, by the order in which they were made."""
    return list(session.scalars(select(Event).order_by(Event.uid)))


def slugs_coming(session: Session, games: Iterable[str], since: date) -> list[str]:
    """The events of some games that are planned or go on, and whose day is not over yet, by their day."""
    rows = select(Event.slug).where(Event.state.in_((EventState.PLANNED, EventState.ON)), Event.day >= since)
    return list(session.scalars(rows.where(Event.game.in_(list(games))).order_by(Event.day, Event.uid)))


def days_around(session: Session, day: date) -> list[tuple[str, date, str]]:
    """The events that are planned or go on a day before or after at most: name, day and zone of each."""
    rows = select(Event.name, Event.day, Event.zone).where(Event.state.in_((EventState.PLANNED, EventState.ON)))
    near = Event.day.between(day - timedelta(days=1), day + timedelta(days=1))
    return [(name, found, zone) for name, found, zone in session.execute(rows.where(near).order_by(Event.name))]


def slugs_due(session: Session, before: datetime) -> list[str]:
    """The running events in which a stage, or a single player's list, should have closed at a moment."""
    stages = select(Stage.event).where(Stage.state == StageState.TAKING, Stage.deadline <= before)
    own = (
        select(Stage.event)
        .join(DeckList, DeckList.stage == Stage.uid)
        .where(Stage.state != StageState.TAKING, DeckList.state == ListState.REOPENED, DeckList.deadline <= before)
    )
    rows = select(Event.slug).where(Event.state == EventState.ON, or_(Event.uid.in_(stages), Event.uid.in_(own)))
    return list(session.scalars(rows.order_by(Event.uid)))


def events_of(session: Session, kind: str, uid: str) -> list[Event]:
    """The events of an entry, a person, a team or an account; nobody else has any."""
    wanted = _WANTED.get(kind)
    if wanted is None:
        return []
    keys = [row for rows in wanted(uid) for row in session.scalars(rows)]
    return list(session.scalars(select(Event).where(Event.uid.in_(keys)).order_by(Event.day, Event.uid)))


def _of_entry(uid: str) -> tuple[Select[str], ...]:
    return (select(Entry.event).where(Entry.uid == uid),)


def _of_person(uid: str) -> tuple[Select[str], ...]:
    """Those of entries that were merged into others stay: the entry that was kept is in the same event."""
    return (select(Entry.event).where(Entry.person == uid),)


def _of_account(uid: str) -> tuple[Select[str], ...]:
    grants = select(Grant.event).where(Grant.account == uid, Grant.ended_at.is_(None))
    return (select(Entry.event).where(Entry.account == uid), grants)


def _of_team(uid: str) -> tuple[Select[str], ...]:
    return (select(Team.event).where(Team.uid == uid),)


_WANTED = {"entry": _of_entry, "person": _of_person, "account": _of_account, "team": _of_team}


def lock_names(session: Session) -> None:
    """Let nobody else take a slug or a join code before this transaction ends."""
    session.scalars(select(Instance).where(Instance.name == "audit_seq").with_for_update()).one()


def taken_slugs(session: Session, beginning: str) -> set[str]:
    """The slugs with this beginning, of every event that ever was."""
    return set(session.scalars(select(Event.slug).where(Event.slug.startswith(beginning, autoescape=True))))


def lists_sent(session: Session, event: str) -> int:
    """How many lists were ever sent to an event, however often each."""
    rows = select(func.count()).select_from(DeckList).join(Stage, Stage.uid == DeckList.stage)
    return session.scalar(rows.where(Stage.event == event, DeckList.sent_count > 0)) or 0


def last_change(session: Session, event: str, on: str) -> AuditEntry | None:
    """The last act that changed something, as the audit has it; whoever only read it is passed over."""
    rows = select(AuditEntry).where(AuditEntry.event == event, AuditEntry.on == on, AuditEntry.act.not_like("%read"))
    return session.scalar(rows.order_by(AuditEntry.seq.desc()).limit(1))


def taking_in(session: Session, uids: Iterable[str]) -> set[str]:
    """Which of several events have a stage that takes lists."""
    rows = select(Stage.event).where(Stage.event.in_(list(uids)), Stage.state == StageState.TAKING)
    return set(session.scalars(rows))


def last_act(session: Session, event: str, act: str, on: str) -> AuditEntry | None:
    """The last time that somebody did this to something."""
    rows = select(AuditEntry).where(AuditEntry.event == event, AuditEntry.act == act, AuditEntry.on == on)
    return session.scalar(rows.order_by(AuditEntry.seq.desc()).limit(1))


def memberships_now(session: Session, stage: str) -> dict[str, StageMember]:
    """Who is in a stage now, by entry."""
    rows = select(StageMember).where(StageMember.stage == stage, StageMember.until_at.is_(None))
    return {row.entry: row for row in session.scalars(rows)}


def touch(stage: Stage) -> None:
    """Count a change of what belongs to a stage as a change of the stage."""
    flag_modified(stage, "title")


def last_standings(session: Session, event: str) -> list[tuple[Standing, Entry]]:
    """The standings after the last round for which there are any, by rank."""
    last = select(func.max(Standing.round)).where(Standing.event == event).scalar_subquery()
    rows = select(Standing, Entry).join(Entry, Entry.uid == Standing.entry)
    rows = rows.where(Standing.event == event, Standing.round == last, Standing.rank.is_not(None))
    return [(standing, entry) for standing, entry in session.execute(rows.order_by(Standing.rank, Entry.number))]


def alone_in(session: Session, event: str, rounds: Iterable[int]) -> dict[int, set[int]]:
    """The numbers of those who sit at a table alone, by round: they have a bye."""
    rows = select(Pairing).where(Pairing.event == event, Pairing.round.in_(list(rounds)))
    found: dict[int, set[int]] = {}
    for pairing in session.scalars(rows):
        seated = found.setdefault(pairing.round, set())
        if len(pairing.entries) == 1:
            seated.add(int(pairing.entries[0]))
    return found


def mails_of(session: Session, event: str, entries: Iterable[str] | None = None) -> dict[str, str]:
    """The addresses of the players who are in an event, or of some of them, in order, each with its language."""
    rows = select(Entry.mail, Entry.language).where(
        Entry.event == event, Entry.state == EntryState.ON, Entry.mail != ""
    )
    if entries is not None:
        rows = rows.where(Entry.uid.in_(list(entries)))
    return {row.mail: row.language for row in session.execute(rows.order_by(Entry.mail, Entry.language))}


def templates_of(session: Session, account: str) -> list[EventTemplate]:
    """The templates of an account, by title."""
    rows = select(EventTemplate).where(EventTemplate.account == account)
    return list(session.scalars(rows.order_by(EventTemplate.title, EventTemplate.uid)))


def template(session: Session, account: str, uid: str) -> EventTemplate | None:
    """One template of an account."""
    found = session.get(EventTemplate, uid)
    return found if found is not None and found.account == account else None


def drop_template(session: Session, found: EventTemplate) -> None:
    """Forget a template."""
    session.delete(found)


def clear_event(session: Session, event: str, now: datetime) -> None:
    """Delete everybody from an event to which no list was sent, with the links of those who are in no other.

    The event's own row stays, so that its slug is never given again.
    """
    here = select(Entry.uid).where(Entry.event == event)
    stages = select(Stage.uid).where(Stage.event == event)
    people = [uid for uid in session.scalars(select(Entry.person).where(Entry.event == event)) if uid]
    mine = list(session.scalars(here))
    teams = list(session.scalars(select(Team.uid).where(Team.event == event)))
    session.execute(delete(Draft).where(Draft.list.in_(select(DeckList.uid).where(DeckList.stage.in_(stages)))))
    for model in (DeckList, StageMember):
        session.execute(delete(model).where(model.stage.in_(stages)))
    for kind in (Standing, Pairing):
        session.execute(delete(kind).where(kind.event == event))
    session.execute(delete(Entry).where(Entry.uid.in_(here)))
    proof.drop_names(session, event)
    elsewhere = set(session.scalars(select(Entry.person).where(Entry.person.in_(people))))
    gone = [uid for uid in people if uid not in elsewhere]
    for subjects in (gone, mine, teams):
        session.execute(delete(Link).where(Link.subject.in_(subjects)))
        session.execute(delete(SignIn).where(SignIn.subject.in_(subjects)))
    session.execute(delete(Person).where(Person.uid.in_(gone)))
    session.execute(delete(Team).where(Team.event == event))
    # One by one, so that the audit answers for each.
    for token in session.scalars(select(Token).where(Token.event == event, Token.revoked_at.is_(None))):
        token.revoked_at = now
    for hook in session.scalars(select(Webhook).where(Webhook.event == event, Webhook.ended_at.is_(None))):
        hook.ended_at = now
    for asked in session.scalars(select(Invitation).where(Invitation.event == event, Invitation.ended_at.is_(None))):
        asked.ended_at, asked.mail, asked.name = asked.ended_at or now, "", ""
