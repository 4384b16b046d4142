"""Coming to an event with its join code: an entry that the desk still confirms, and a link that is told once.

A name may be on the roster already, and a code takes only so many in an hour.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Annotated, Final

from pydantic import Field

from deckcheck.accounts.links import CODE, Proven, make_link, tie
from deckcheck.accounts.sign_ins import Browser
from deckcheck.app.actor_names import player_name
from deckcheck.app.actors import Actor, EventAct
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of, seats_of
from deckcheck.app.fields import Name, Yes
from deckcheck.app.join_codes import check_at_event, read_code
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import NotAllowed, Refused, UnusableInput
from deckcheck.app.secrets import hash_of
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.states import NOTHING, Act, Facts, Machine, StateRefused
from deckcheck.app.states.transitions import closed
from deckcheck.app.visibility import refuse_official_who_plays
from deckcheck.decklist.names import fold
from deckcheck.law.games import Presentation
from deckcheck.roster.files.player_names import tidy
from deckcheck.store.models import Entry, Event, Stage
from deckcheck.store.queries import entries
from deckcheck.store.states import ActorKind, EntryState, EventState, StageState
from deckcheck.store.store import Session
from deckcheck.translations import gettext, join_words

LONGEST_NAME: Final = 60
MOST_YEARS: Final = 120
"""An older player was mistyped."""
NOWHERE: Final = Browser()
BORN: Final = "The date of birth as YYYY-MM-DD, where the event asks for it."


@dataclass(frozen=True, slots=True)
class Join(EventAct):
    """Somebody who comes with a code: as whoever they are signed in, else under a name. `browser`: where from.

    `seat`: the seat they play, where the seats of a team play different formats; the desk puts them into the team.

    `same` answers whether they are the one of that name who is on the roster; None until they were asked. `key` is that
    of the form: what is sent twice under it makes one entry.
    """

    code: Annotated[str, Field(strict=True, max_length=40, examples=["KITE-4719"])]
    last: Name = ""
    first: Name = ""
    mail: Annotated[str, Field(strict=True, max_length=254)] = ""
    external: Annotated[Name, Field(description="The player's number with the publisher of the game.")] = ""
    division: Annotated[Name, Field(description="The age division, in games that have some.")] = ""
    born: Annotated[Name, Field(description=BORN)] = ""
    browser: Browser = NOWHERE
    same: Yes | None = None
    key: Annotated[str, Field(strict=True, max_length=100)] = ""
    seat: Annotated[str, Field(strict=True, max_length=1, examples=["B"])] = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """The entry that came of it. `link` is the secret of the new player's link, told once; empty for who has one.

    `sign_in` is the secret of the browser of a player who was signed in to one event and is to both now.
    """

    slug: str
    event: str
    number: int
    name: str
    link: str = ""
    is_new: bool = True
    sign_in: str = ""


@dataclass(frozen=True, slots=True)
class JoinPage:
    """What the page knows before a code is typed: the event, and the entry that whoever asks has already.

    `closes`: when it stops taking lists, if it takes them now. `seats`: the seats of a team with what each plays, where
    they play different formats. `look` says what the game asks of its players, `births` whether the event wants to know
    when they were born.
    """

    head: EventHead
    number: int | None
    name: str
    closes: datetime | None
    seats: tuple[tuple[str, str], ...]
    look: Presentation
    births: bool


def join_page(who: Actor, slug: str, app: App) -> JoinPage:
    """The event that is to be joined; a like name on its roster is never told to a stranger."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        taking = _taking(work)
        closes = taking.deadline if taking else None
        number = work.mine[0].number if work.mine else None
        seats, look = seats_of(work.event, app), work.game.presentation
        return JoinPage(head_of(work.event, app), number, who.name, closes, seats, look, work.event.birth_dates)


def _taking(work: EventSession) -> Stage | None:
    """The stage that takes lists now."""
    open_ones = (s for s in work.rows.stages if s.state == StageState.TAKING)
    return next((s for s in open_ones if s.deadline is None or work.now < s.deadline), None)


def _refuse_closed(work: EventSession) -> None:
    """Once lists have closed that is said, whatever the code: the event's page says it as well."""
    first = work.first_stage()
    passed = first.deadline is not None and first.deadline <= work.now
    begun = first.state not in {StageState.AHEAD, StageState.TAKING} or passed
    if work.event.state == EventState.ON and begun and _taking(work) is None and not work.mine:
        told = gettext("{since}. Ask at the desk; a judge can still let you in.")
        raise StateRefused(told.format(since=closed(work.facts(first))), code="closed")


def join(order: Join, app: App) -> Joined:
    """Take somebody into the event. One who is in it already is told so, and nothing is added."""
    with reading(app, order.who, order.slug) as work:
        work.ask(Right.JOIN)
        _refuse_closed(work)
    if not order.code.strip():
        raise UnusableInput(gettext("Enter the join code: a word and four digits, from the desk."), field="code")
    check_at_event(app, order.slug, order.code, order.who, order.browser.address)
    with changing(app, order.who, order.slug) as work:
        work.ask(Right.JOIN)
        if work.mine:
            return Joined(work.event.slug, work.event.name, work.mine[0].number, order.who.name, is_new=False)
        key = _key(order)
        if key and (same := entries.joined_by(work.session, work.event.uid, key, work.now - HOUR)):
            return Joined(work.event.slug, work.event.name, same.number, player_name(same), _link(work, same))
        step = work.step(Machine.ENTRY, NOTHING, Act.ENTRY_ADDED, _facts(work, order))
        _refuse_officials(work)
        entry = _entry(work, order, step.state)
        if order.who.is_one_player:
            work.mine = [entry]
        work.note(step.audit, on=f"entry:{entry.number}", to=step.state, entry=entry)
        link = "" if _is_tied(order.who) else _link(work, entry)
        joined = Joined(work.event.slug, work.event.name, entry.number, player_name(entry), link)
    if order.who.kind == ActorKind.ENTRY and not joined.link:
        new = Proven(joined.slug, entry.uid, lambda _session, _now: True)
        joined = replace(joined, sign_in=tie(app, order.who, [new], order.browser))
    return joined


def _key(order: Join) -> str:
    """By what a form that is sent twice is known; under another name it is of somebody else on the same phone."""
    return hash_of("\n".join((order.key, *_named(order)))) if order.key and not order.who.is_one_player else ""


def _is_tied(who: Actor) -> bool:
    """Whether a player comes by something that will open the new entry, too: a browser, not a bare link."""
    return who.kind == ActorKind.PERSON or (who.kind == ActorKind.ENTRY and bool(who.sign_in))


def _facts(work: EventSession, order: Join) -> Facts:
    """By the stage that takes lists, if one does; the code is looked at again, now that the event stands still."""
    taking = next((s for s in work.rows.stages if s.state == StageState.TAKING), work.first_stage())
    code = read_code(order.code)
    fits = bool(code) and work.event.join_code == code
    return work.facts(taking, arrived=work.now, by_player=True, code=code or order.code.strip()[:20], code_fits=fits)


def _refuse_officials(work: EventSession) -> None:
    """Officials of higher levels do not play; whoever asks knows their own grants, so nothing is told by this."""
    event = work.event
    why = refuse_official_who_plays(work.app.reference.list_law, event.level, event.day)
    if work.actor.grants and why:
        raise NotAllowed(why)


def _named(order: Join) -> tuple[str, str]:
    last, first = kept_name(order.last), kept_name(order.first)
    if not last and not first:
        raise UnusableInput(gettext("Enter your last name."), code="name-needed", field="last")
    return (last, first) if last else (first, "")


def call(entry: Entry, last: str, first: str) -> None:
    """Give a player of an event a name."""
    entry.last, entry.first, entry.folded = last, first, fold(f"{first} {last}")


def kept_name(text: str) -> str:
    """One part of a name as it is kept; refused if it is none."""
    name = tidy(text)
    if len(name) > LONGEST_NAME:
        told = gettext("A name has {limit} letters at most here; this has {count}.")
        raise UnusableInput(told.format(limit=LONGEST_NAME, count=len(name)))
    return name


def kept_mail(text: str) -> str:
    """A mail address as it is kept, or nothing; refused if it is none."""
    mail = text.strip()
    if mail and (mail.count("@") != 1 or len(mail) > 200 or any(c.isspace() or not c.isprintable() for c in mail)):
        told = gettext('"{mail}" is no mail address. Leave it empty if you have none.')
        raise UnusableInput(told.format(mail=mail[:40]))
    return mail


def set_age(work: EventSession, entry: Entry, division: str | None, born: str | None) -> None:
    """Keep the age division of a player, which a date of birth says by itself; what is None stays as it is."""
    known = work.game.presentation.divisions
    if division is not None:
        if division and division not in known.titles:
            told = gettext("Pick an age division: {titles}.")
            raise UnusableInput(told.format(titles=", ".join(map(known.title, known.titles))), field="division")
        entry.division = division
    if born is None or born == entry.born:
        return
    entry.born = _birthday(work, born.strip()) if born.strip() else ""
    if entry.born:
        entry.division = known.of(date.fromisoformat(entry.born), work.event.day) or entry.division


def _birthday(work: EventSession, text: str) -> str:
    if not work.event.birth_dates:
        raise UnusableInput(gettext("This event doesn't keep dates of birth."))
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or not 0 <= work.event.day.year - day.year <= MOST_YEARS:
        told = gettext("Enter the date of birth as year, month, day: 2012-05-31.")
        raise UnusableInput(told, field="born")
    return day.isoformat()


def _entry(work: EventSession, order: Join, state: str) -> Entry:
    """The entry of a new player, or of one who is signed in by a link: nobody is found by name."""
    event, who = work.event, work.who
    refuse_if_full(work)
    event.entry_count += 1
    entry = Entry(
        event=event.uid,
        number=event.entry_count,
        account=who.uid if who.kind == "account" else None,
        state=state,
        confirmed=False,
        origin="code",
        join_key=_key(order),
        seat=seat_chosen(work, order.seat),
        made_at=work.now,
    )
    known = _known(work)
    if known is not None:
        entry.mail, entry.pronouns = known.mail, known.pronouns
        call(entry, known.last, known.first)
    else:
        call(entry, *_named(order))
        entry.mail = kept_mail(order.mail)
    entry.external = kept_name(order.external)
    set_age(work, entry, order.division, order.born)
    entry.person = who.uid if who.kind == ActorKind.PERSON else entries.new_person(work.session, work.now)
    entry.says_is = said_to_be(work, entry.last, entry.first, order.same)
    work.session.add(entry)
    work.session.flush()
    return entry


def seat_chosen(work: EventSession, letter: str) -> str:
    """The seat that a player has chosen, or none; refused if their team would have no such seat."""
    seats = [seat for seat, _ in seats_of(work.event, work.app)]
    if letter and letter not in seats:
        told = gettext("Choose one of the seats {seats}.") if seats else gettext("This event has no seats to choose.")
        raise UnusableInput(told.format(seats=join_words(seats)), field="seat")
    return letter


def _known(work: EventSession) -> Entry | None:
    """The entry of another event that whoever comes plays under, whose name they go by here as well."""
    if work.who.kind == ActorKind.ENTRY:
        return work.session.get(Entry, work.who.uid)
    return entries.known_as(work.session, work.who.uid) if work.who.kind == ActorKind.PERSON else None


def _link(work: EventSession, entry: Entry) -> str:
    """The link of who is here for the first time; a program is told none, it has one mailed."""
    if work.who.kind == "token":
        return ""
    settings, by = work.app.settings, work.by
    return make_link(work.session, ActorKind.ENTRY, entry.uid, by, work.now, settings, way=CODE)


FEWEST_AN_HOUR: Final = 100
"""So many join in an hour where neither a setting nor the roster says more: a store that expects nobody by name."""
MOST_AN_HOUR: Final = 10_000
HOUR: Final = timedelta(hours=1)


class LikeName(Refused):
    """Somebody of the name that was typed is on the roster, which is all that is told of them."""

    CODE = "like-name"


class CodeFull(Refused):
    """As many came by the code within an hour as the event expects."""

    CODE = "code-full"


def said_to_be(work: EventSession, last: str, first: str, same: bool | None) -> str | None:
    """The entry that somebody who joins says they are; asks them if the name is on the roster.

    The question holds the name as it was typed and nothing else, whoever is on the roster under it.
    """
    found = entries.called(work.session, work.event.uid, {fold(f"{first} {last}"), fold(f"{last} {first}")})
    if not found or same is False:
        return None
    if same is None:
        told = gettext("{name} is already on the roster. Is this you?")
        raise LikeName(told.format(name=f"{first} {last}".strip()))
    return found[0].uid


def expected_in_an_hour(session: Session, event: Event) -> int:
    """How many may join by the code in an hour: as set, else as many as the roster has, and never fewer than some."""
    return event.joins_an_hour or max(FEWEST_AN_HOUR, entries.count_confirmed(session, event.uid))


def refuse_if_full(work: EventSession) -> None:
    """Refuse another walk-in while as many as are expected in an hour wait for the desk to confirm them."""
    if is_full(work):
        raise CodeFull(gettext("This code takes nobody else for now. Go to the desk to be added."))


def is_full(work: EventSession) -> bool:
    """Whether the code takes nobody else for now."""
    came = entries.count_unconfirmed(work.session, work.event.uid, work.now - HOUR)
    return came >= expected_in_an_hour(work.session, work.event)


def set_joins(who: Actor, slug: str, number: int, app: App) -> int:
    """Set how many may join by the code in an hour; 0 leaves it to the size of the roster."""
    with changing(app, who, slug) as work:
        work.ask(Right.JOIN_CODE)
        if not 0 <= number <= MOST_AN_HOUR:
            raise UnusableInput(f"Give a number from 0 to {MOST_AN_HOUR}.")
        before, work.event.joins_an_hour = work.event.joins_an_hour, number
        if before != number:
            work.note("event.joins", "event", f"joins_an_hour={before}", f"joins_an_hour={number}")
        return number


def is_unproven(entry: Entry) -> bool:
    """Whether anybody with the join code may have taken this name: the desk has not seen them."""
    return entry.origin == "code" and not entry.confirmed


def meant(session: Session, entry: Entry) -> Entry | None:
    """The entry that an unconfirmed one says it is, or what that one was merged into; none once it is gone."""
    found = session.get(Entry, entry.says_is) if entry.says_is and not entry.confirmed else None
    while found is not None and found.merged_into:
        found = session.get(Entry, found.merged_into)
    gone = found is None or found.uid == entry.uid or found.forgotten_at is not None
    return None if gone or entry.state != EntryState.ON else found
