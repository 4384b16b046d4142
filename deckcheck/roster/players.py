"""Players as staff enters them: added, changed, put into teams, confirmed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from pydantic import Field

from deckcheck.accounts.links import end_ways_in, leave_team
from deckcheck.app.actor_names import seated_name
from deckcheck.app.actors import Actor, EventAct
from deckcheck.app.context import App
from deckcheck.app.event_heads import SEATS, by_seat, formats_by_seat
from deckcheck.app.fields import Name, Uid, one_of
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, NotAllowed, UnusableInput
from deckcheck.app.session import EventSession, changing, refuse_stale
from deckcheck.app.states import NOTHING, Act, Machine, StateRefused
from deckcheck.app.states.list_transitions import UNDO
from deckcheck.app.visibility import refuse_official_who_plays
from deckcheck.lists.event_terms import judge_moved_again
from deckcheck.lists.list_handles import find_place
from deckcheck.roster.entry_facts import EntryFacts, facts_of, find_entry, running
from deckcheck.roster.entry_links import first_link
from deckcheck.roster.files.model import RosterPlayer
from deckcheck.roster.files.player_names import tidy
from deckcheck.roster.join import BORN, call, kept_mail, kept_name, seat_chosen, set_age
from deckcheck.roster.name_match import KnownPerson, match_people
from deckcheck.store.models import Entry, Team
from deckcheck.store.queries import accounts, credentials, entries, lists, rosters
from deckcheck.store.states import EntryState
from deckcheck.translations import gettext

LONGEST: Final = 60
STREAM: Final = ("", "yes", "no")


@dataclass(frozen=True, slots=True)
class Given:
    """What is known of a player. What is None stays as it is; `account` is that of an official who plays."""

    last: Name | None = None
    first: Name | None = None
    mail: Name | None = None
    pronouns: Name | None = None
    external: Annotated[Name | None, Field(description="The number of another program.")] = None
    division: Annotated[Name | None, Field(description="The age division, in games that have some.")] = None
    born: Annotated[Name | None, Field(description=BORN)] = None
    team: Name | None = None
    seat: Name | None = None
    stream_ok: Annotated[str, one_of(STREAM)] | None = None
    account: Annotated[Uid | None, Field(description="Of a staff member who plays.")] = None


@dataclass(frozen=True, slots=True)
class AddEntry(EventAct):
    """A player to add. `confirmed`: it was asked whether a like name is somebody else; `mail_link`: mail the link."""

    given: Given
    confirmed: bool = False
    mail_link: bool = False


@dataclass(frozen=True, slots=True)
class EntryAdded:
    """The entry that came of it; `link` is the secret of the player's link, told here and nowhere else.

    It is empty if it was mailed, and for API tokens.
    """

    entry: EntryFacts
    link: str


@dataclass(frozen=True, slots=True)
class EditEntry(EventAct):
    """Changes to an entry; `version` is the entry's as it was shown."""

    number: int
    given: Given
    version: int | None = None


def add_entry(order: AddEntry, app: App) -> EntryAdded:
    """Add a player to the roster; who has a like name is asked about first."""
    with changing(app, order.who, order.slug) as work:
        work.ask(Right.ADD_ENTRY)
        entry, link = add_within(work, order.given, confirmed=order.confirmed, mailed=order.mail_link)
        return EntryAdded(facts_of(work, entry), link)


def add_within(
    work: EventSession, given: Given, *, confirmed: bool, mailed: bool = False, act: Act = Act.ENTRY_ADDED
) -> tuple[Entry, str]:
    """A new entry with its link, in the transaction of whoever adds it."""
    last, first = names_of(given)
    like = "" if confirmed else _like(work, f"{first} {last}")
    in_team = bool((given.team or "").strip())
    facts = work.facts(work.first_stage(), confirmed=confirmed, like_name=like, in_team=in_team)
    step = work.step(Machine.ENTRY, NOTHING, act, facts)
    work.event.entry_count += 1
    entry = Entry(
        event=work.event.uid,
        number=work.event.entry_count,
        person=entries.new_person(work.session, work.now),
        state=step.state,
        origin="staff",
        made_at=work.now,
    )
    call(entry, last, first)
    _fill(work, entry, given)
    work.session.add(entry)
    work.session.flush()
    _seat(work, entry, given)
    _account(work, entry, given)
    work.note(step.audit, on=f"entry:{entry.number}", to=step.state, entry=entry)
    work.session.flush()
    link = first_link(work, entry, mailed=mailed)
    work.tell("added", entry)
    return entry, link


def names_of(given: Given) -> tuple[str, str]:
    """Last and first name; a single name is the last one."""
    last, first = kept_name(given.last or ""), kept_name(given.first or "")
    if not last and not first:
        raise UnusableInput("A name is missing.", code="name-needed")
    return (last, first) if last else (first, "")


def _like(work: EventSession, name: str) -> str:
    """Who of the roster has a like name: Ada Okonkwo, entry 7."""
    on = entries.names_on(work.session, work.event.uid)
    known = [KnownPerson(entry.number, None, None, other) for entry, other in on]
    found = match_people([RosterPlayer(name)], known, whole=False)
    like = [same.person for same in found.same]
    like += [c.person for near in found.renamed for c in near.candidates]
    like += [person for asked in found.ask for person in asked.candidates]
    return f"{like[0].display}, entry {like[0].number}," if like else ""


def _fill(work: EventSession, entry: Entry, given: Given) -> None:
    """What is given of a player beside the name."""
    if given.mail is not None:
        entry.mail = kept_mail(given.mail)
    if given.pronouns is not None:
        entry.pronouns = _short(given.pronouns, "Pronouns")
    if given.external is not None:
        entry.external = _short(given.external, "A number")
    set_age(work, entry, given.division, given.born)
    if given.stream_ok is not None:
        if given.stream_ok not in STREAM:
            raise UnusableInput("A stream may show the player: yes, no, or empty if nobody asked.")
        entry.stream_ok = given.stream_ok


def _short(text: str, what: str) -> str:
    told = tidy(text)
    if len(told) > LONGEST:
        raise UnusableInput(f"{what} of {len(told)} letters; the limit is {LONGEST}.")
    return told


def _seat(work: EventSession, entry: Entry, given: Given) -> None:
    """Put an entry into a team and a seat; who leaves a team has its link no more."""
    if given.team is None and given.seat is None:
        return
    left = entry.team
    _sit_down(work, entry, given)
    if left is not None and left != entry.team:
        leave_team(work, entry, left)


def _sit_down(work: EventSession, entry: Entry, given: Given) -> None:
    """The team, made if it is not there yet, and the seat: the first that is free, unless seats play other formats."""
    name = _short(given.team, "A team's name") if given.team is not None else _team_name(work, entry)
    typed, formats = (given.seat or "").strip().upper(), formats_by_seat(work.event)
    if not name:
        entry.team, entry.seat = None, seat_named(work, typed or entry.seat) if formats else ""
        return
    team = entries.team_named(work.session, work.event.uid, name)
    if team is None:
        team = Team(event=work.event.uid, name=name)
        work.session.add(team)
        work.session.flush()
    taken = {seat: who for seat, who in entries.seats_taken(work.session, team.uid).items() if who.uid != entry.uid}
    kept = entry.seat if entry.team == team.uid or formats else ""
    free = "" if formats else next((letter for letter in SEATS if letter not in taken), "")
    seat = seat_named(work, typed or kept or free)
    if seat in taken:
        raise StateRefused(f"{_name(work, taken[seat])} has seat {seat} of {name}.", code="seat-taken", field="seat")
    entry.team, entry.seat = team.uid, seat


def seat_named(work: EventSession, letter: str) -> str:
    """A seat by its letter; where seats play different formats it is one of theirs, or none yet."""
    formats = formats_by_seat(work.event)
    known = SEATS[: len(formats)] if formats else SEATS
    if not letter and formats:
        return ""
    if len(letter) != 1 or letter not in known:
        what = f" ({by_seat(work.event, work.app)})" if formats else ""
        raise UnusableInput(f"A seat is a letter, A to {known[-1]}{what}.", field="seat")
    return letter


def _team_name(work: EventSession, entry: Entry) -> str:
    team = credentials.team(work.session, entry.team) if entry.team else None
    return team.name if team else ""


def _name(work: EventSession, entry: Entry) -> str:
    return seated_name(entry)


def _account(work: EventSession, entry: Entry, given: Given) -> None:
    """Let an entry be that of an official who plays, where officials may.

    The account opens it from now on, so that every link before ends, as with one that staff issues.
    """
    if given.account is None or given.account == (entry.account or ""):
        return
    if given.account:
        event = work.event
        officials = {account.uid for _, account in accounts.grants_in(work.session, event.uid)}
        if given.account not in officials:
            raise UnusableInput(f"This account has no role in {event.name}.")
        if why := refuse_official_who_plays(work.app.reference.list_law, event.level, event.day):
            raise NotAllowed(why)
        there = entries.entry_of_account(work.session, event.uid, given.account)
        if there is not None and there.uid != entry.uid:
            raise StateRefused(f"This account plays as entry {there.number} already.")
    entry.account = given.account or None
    ended, _ = end_ways_in(work, entry) if entry.account else (0, None)
    if ended:
        to = f"account:{entry.account}"
        work.note("link.revoked", on=f"entry:{entry.number}", from_=f"{ended} ended", to=to, entry=entry)


def edit_entry(order: EditEntry, app: App) -> EntryFacts:
    """Change what is known of a player, and their team and seat."""
    with changing(app, order.who, order.slug) as work:
        entry = find_entry(work, order.number, Right.EDIT_ENTRY)
        on = f"entry:{entry.number}"
        running(work)
        refuse_stale(work, order.version, entry.version, on)
        changed = edit_within(work, entry, order.given)
        if changed:
            work.note("entry.changed", on=on, to=f"{entry.state} {changed}", entry=entry)
            work.session.flush()
        return facts_of(work, entry)


def edit_within(work: EventSession, entry: Entry, given: Given) -> str:
    """Change an entry in a transaction; the words say what became another, not what it is."""
    before, left = _values(entry), (entry.team, entry.seat)
    if entry.forgotten_at is not None:
        raise StateRefused("This player was forgotten; there is nothing to change.")
    if given.last is not None or given.first is not None:
        last = given.last if given.last is not None else entry.last
        first = given.first if given.first is not None else entry.first
        call(entry, *names_of(Given(last=last, first=first)))
    _fill(work, entry, given)
    _seat(work, entry, given)
    _account(work, entry, given)
    judge_moved_again(work, entry, *left)
    after = _values(entry)
    return " ".join(word for word in after if after[word] != before[word])


@dataclass(frozen=True, slots=True)
class ChooseSeat(EventAct):
    """The seat that a player says is theirs; `entry` is their number, or a team-mate's by the team's link."""

    seat: Annotated[str, Field(strict=True, max_length=1)]
    entry: int | None = None


def choose_seat(order: ChooseSeat, app: App) -> str:
    """Take the seat of a player who has none, where the seats of a team play different formats; once, by themselves.

    Their list is judged again by the format of the seat.
    """
    with changing(app, order.who, order.slug) as work:
        entry = find_place(work, order.entry, "", Right.PRINT_OWN).entry
        seat = seat_chosen(work, order.seat)
        running(work)
        if not seat:
            raise UnusableInput(gettext("Choose your seat."), field="seat")
        if entry.seat == seat:
            return seat
        if entry.seat:
            told = gettext("You are in seat {seat}. Ask at the desk to change it.")
            raise StateRefused(told.format(seat=entry.seat), code="seat-chosen", field="seat")
        if entry.team and seat in entries.seats_taken(work.session, entry.team):
            told = gettext("Seat {seat} of your team is taken. Choose another, or ask at the desk.")
            raise StateRefused(told.format(seat=seat), code="seat-taken", field="seat")
        entry.seat = seat
        judge_moved_again(work, entry, entry.team, "")
        work.note("entry.changed", on=f"entry:{entry.number}", to=f"{entry.state} team", entry=entry)
        return seat


def _values(entry: Entry) -> dict[str, object]:
    return {
        "name": (entry.last, entry.first),
        "mail": entry.mail,
        "pronouns": entry.pronouns,
        "stream": entry.stream_ok,
        "external": entry.external,
        "division": entry.division,
        "born": entry.born,
        "team": (entry.team, entry.seat),
        "account": entry.account,
    }


def confirm_joiner(who: Actor, slug: str, number: int, app: App) -> EntryFacts:
    """Staff has seen somebody who came by the join code."""
    with changing(app, who, slug) as work:
        entry = find_entry(work, number, Right.CONFIRM_JOINER)
        running(work)
        _check_in(work, entry)
        work.session.flush()
        return facts_of(work, entry)


def _check_in(work: EventSession, entry: Entry) -> bool:
    """Check in a player who is not yet; as themselves, whoever they said they are."""
    if entry.confirmed or entry.state != EntryState.ON:
        return False
    entry.confirmed, entry.says_is = True, None
    work.note(CHECKED_IN, on=f"entry:{entry.number}", to=entry.state, entry=entry)
    return True


CHECKED_IN: Final = "entry.confirmed"


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """Who was checked in by one act, and its moment, by which it can be undone."""

    numbers: tuple[int, ...]
    at: datetime


def check_in_many(who: Actor, slug: str, numbers: Collection[int], app: App) -> CheckedIn:
    """Check in several walk-ins; who is checked in already, or has left, is passed over."""
    with changing(app, who, slug) as work:
        work.ask(Right.CONFIRM_JOINER)
        running(work)
        found = rosters.entries_numbered(work.session, work.event.uid, {n for n in numbers if 0 < n < 2**31})
        for entry in found.values():
            work.ask(Right.CONFIRM_JOINER, None, entry)
        done = tuple(number for number, entry in sorted(found.items()) if _check_in(work, entry))
        return CheckedIn(done, work.now)


def undo_check_in(who: Actor, slug: str, at: datetime, app: App) -> tuple[int, ...]:
    """Let those wait for the desk again whom somebody checked in at a moment, but whose list is accepted meanwhile."""
    with changing(app, who, slug) as work:
        work.ask(Right.CONFIRM_JOINER)
        running(work)
        noted = rosters.noted_at(work.session, work.event.uid, work.by, CHECKED_IN, at)
        found = rosters.entries_numbered(work.session, work.event.uid, [number_on(row.on) for row in noted])
        if not found:
            raise Hidden(NOTHING_HERE)
        refuse_late_undo(work, at)
        back = [entry for _, entry in sorted(found.items()) if entry.confirmed and not _has_accepted(work, entry)]
        for entry in back:
            entry.confirmed = False
            work.note("entry.unconfirmed", on=f"entry:{entry.number}", to=entry.state, entry=entry)
        return tuple(entry.number for entry in back)


def refuse_late_undo(work: EventSession, at: datetime) -> None:
    """Refuse to undo what was done longer ago than an acceptance may be undone."""
    if work.now >= at + UNDO:
        raise StateRefused("10 minutes are over. Change it on the player's page instead.")


def number_on(on: str) -> int:
    """The number of the entry that the audit names: entry:15."""
    return int(on.removeprefix("entry:"))


def _has_accepted(work: EventSession, entry: Entry) -> bool:
    return any(row.accepted for row in lists.lists_of_entry(work.session, entry.uid))


def tell_apart(who: Actor, slug: str, number: int, other: int, app: App) -> None:
    """Remember that two entries are two people, whatever their names."""
    with changing(app, who, slug) as work:
        one, two = (find_entry(work, n, Right.MERGE) for n in (number, other))
        running(work)
        if one.uid == two.uid or two.uid in one.apart:
            return
        one.apart = [*one.apart, two.uid]
        one.says_is = None if one.says_is == two.uid else one.says_is
        work.note("entry.apart", on=f"entry:{one.number}", to=f"{one.state} entry:{two.number}", entry=one)
