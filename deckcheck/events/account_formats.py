"""Formats that accounts wrote: whose they are, what they say now, and which of them an event may be played by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from deckcheck.app.access_rows import actor_outside
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import OWN, App
from deckcheck.app.permissions import NOTHING_HERE, may_change_format, may_write_formats
from deckcheck.app.refusals import BadSettings, Hidden, UnusableInput
from deckcheck.decklist import lazy
from deckcheck.events.plans import EventPlan
from deckcheck.law.event_rules import Fault
from deckcheck.law.formats import Format, FormatError
from deckcheck.law.own_format_files import OwnFormat, OwnFormatError, read_toml, with_lines
from deckcheck.law.own_formats import apply_own, settle_own
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.event_terms import find_format
from deckcheck.lists.list_checks import PreviewList, Terms, preview_under, rulebook_for
from deckcheck.store.models import AccountFormat
from deckcheck.store.queries import account_formats
from deckcheck.store.store import Session
from deckcheck.verdict.reports import Report

_ID: Final = lazy.regex(rf"{OWN}([a-z0-9]+)-\d+")
DRAFT: Final = f"{OWN}draft"


class FormatRefused(UnusableInput):
    """A format that cannot stand; `faults` name each field, line and remedy."""

    CODE = "bad-format"

    def __init__(self, faults: Iterable[Fault], file: str = "") -> None:
        self.faults = tuple(faults)
        told = [(fault.field, _placed(fault, file)) for fault in self.faults]
        super().__init__(" ".join(text for _, text in told))
        self.by_field = {field: [text for other, text in told if other == field] for field, _ in told}


def _placed(fault: Fault, file: str) -> str:
    place = ", ".join(filter(None, (file, f"line {fault.line}" if fault.line else "")))
    return f"{place[:1].upper() if not file else place[:1]}{place[1:]}: {fault.text}" if place else fault.text


@dataclass(frozen=True, slots=True)
class Version:
    """What a format said from a moment on."""

    id: str
    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Played:
    """An event that a format judges."""

    slug: str
    name: str
    format: str


@dataclass(frozen=True, slots=True)
class KeptFormat:
    """A format of an account as its owner is shown it: `id` of its newest version, whose text is `text`."""

    handle: str
    id: str
    title: str
    version: int
    retired: bool
    text: str = ""
    versions: tuple[Version, ...] = ()
    events: tuple[Played, ...] = ()


def id_of(row: AccountFormat, number: int = 0) -> str:
    """The id by which events name a version, the newest where none is named."""
    return f"{OWN}{row.handle}-{number or row.version}"


def formats_kept(session: Session, account: str) -> tuple[KeptFormat, ...]:
    """The formats of an account, retired ones too."""
    rows = account_formats.formats_of(session, account)
    return tuple(KeptFormat(row.handle, id_of(row), row.title, row.version, row.retired_at is not None) for row in rows)


def format_choices(app: App, who: Actor, played: Iterable[str] = ()) -> tuple[Format, ...]:
    """The formats of an account that its events may be played by, and those that one is `played` by already."""
    with app.store.read() as session:
        kept = [one.id for one in formats_kept(session, who.uid) if not one.retired]
    found = []
    for one in dict.fromkeys((*kept, *(one for one in played if one.startswith(OWN)))):
        with suppress(FormatError):
            found.append(app.format(one))
    return tuple(found)


def own_row(session: Session, who: Actor, handle: str) -> AccountFormat:
    """The format of a handle, for the account whose it is; to all others there is none."""
    row = account_formats.by_handle(session, handle)
    if row is None:
        raise Hidden(NOTHING_HERE)
    may_change_format(actor_outside(who), row.account).or_refuse()
    return row


def seen_format(app: App, who: Actor, handle: str) -> KeptFormat:
    """A format with what it said before, and the events that it judges, for its owner."""
    with app.store.read() as session:
        row = own_row(session, who, handle)
        versions = account_formats.versions_of(session, row)
        return KeptFormat(
            handle,
            id_of(row),
            row.title,
            row.version,
            row.retired_at is not None,
            versions[0].text,
            tuple(Version(one.id, one.number, one.at) for one in versions),
            tuple(Played(event.slug, event.name, event.format) for event in account_formats.played_by(session, row)),
        )


def draft(
    app: App, who: Actor, given: Mapping[str, Any], texts: str | Mapping[str, str] = "", file: str = ""
) -> OwnFormat:
    """The format that words come to; refused with all that is wrong.

    `texts`: the TOML they stand in, or the text of each field, by whose lines faults are told.
    """
    may_write_formats(actor_outside(who)).or_refuse()
    found = given.get("inherits", "")
    try:
        base, book = _inherited(found if isinstance(found, str) else "", app)
        index, sets = app.index(base.game), app.reference.sets(base.game)
        own = settle_own(given, book, base, index, sets)
        if own.title.casefold() in {title.casefold() for fmt in app.reference.formats.values() for title in fmt.titles}:
            raise OwnFormatError([Fault("title", f"There is a format {own.title} already. Give yours another title.")])
    except OwnFormatError as error:
        whole = texts if isinstance(texts, str) else ""
        of = {} if isinstance(texts, str) else texts
        faults = [next(with_lines([one], given, of.get(one.field, whole))) for one in error.faults]
        raise FormatRefused(faults, file) from error
    return own


def words_of_file(text: str, file: str = "") -> dict[str, Any]:
    """The words of a format from TOML; refused with the line where it is none."""
    try:
        return read_toml(text)
    except OwnFormatError as error:
        raise FormatRefused(error.faults, file) from error


def _inherited(name: str, app: App) -> tuple[Format, Rulebook]:
    """The format that another inherits, with its law of today."""
    if not name.strip() or name.startswith(OWN):
        told = 'Name the format that yours builds on: inherits = "legacy".'
        raise OwnFormatError([Fault("inherits", told)])
    try:
        base = find_format(name, app)
    except UnusableInput as error:
        raise OwnFormatError([Fault("inherits", str(error))]) from error
    return base, rulebook_for(Terms(base.id), app)


def law_of_draft(app: App, own: OwnFormat) -> Rulebook:
    """The law of a format that is not kept yet, as of today."""
    base, book = _inherited(own.inherits, app)
    return apply_own(book, own, DRAFT, app.index(base.game))


def try_list(app: App, own: OwnFormat, text: str) -> Report:
    """The verdict on a list by a format that need not be kept yet; nothing is stored."""
    return preview_under(law_of_draft(app, own), PreviewList(text, Terms(own.inherits)), app)


def with_newest(app: App, who: Actor, plan: EventPlan) -> EventPlan:
    """The plan of a new event with the newest versions of its formats, which have to be those of whoever makes it."""
    if not any(one.startswith(OWN) for one in (plan.format, *plan.seat_formats)):
        return plan
    with app.store.read() as session:
        named = {one: _newest(session, who, one) for one in (plan.format, *plan.seat_formats)}
    return replace(plan, format=named[plan.format], seat_formats=tuple(named[one] for one in plan.seat_formats))


def refuse_others(session: Session, who: Actor, named: Iterable[str], known: Collection[str]) -> None:
    """Refuse formats that the event is not played by yet, and that are another account's or retired."""
    for one in named:
        if one not in known:
            _newest(session, who, one)


def _newest(session: Session, who: Actor, id: str) -> str:
    found = _ID.fullmatch(id)
    if found is None:
        return id
    row = account_formats.by_handle(session, found[1])
    if row is None:
        raise BadSettings("That format was deleted. Pick another one.", field="format")
    if who != SYSTEM and not may_change_format(actor_outside(who), row.account).allowed:
        told = f"{row.title} is a format of another account. Ask its owner to create the event, or pick another one."
        raise BadSettings(told, field="format")
    if row.retired_at is not None:
        raise BadSettings(
            f"{row.title} is retired. Use it again under My events, or pick another format.", field="format"
        )
    return id_of(row)
