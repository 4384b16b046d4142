"""An account's formats kept, changed, retired and deleted; what an event is played by changes with it, dated."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from deckcheck.app import audit_log
from deckcheck.app.access_rows import actor_outside
from deckcheck.app.actors import Actor
from deckcheck.app.context import OWN, App
from deckcheck.app.permissions import may_write_formats
from deckcheck.app.refusals import BadSettings, Refused
from deckcheck.app.states import StateRefused
from deckcheck.events.account_formats import id_of, own_row
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.law.own_format_files import OwnFormat, toml_of, words_of_own
from deckcheck.store.models import AccountFormat, Event, FormatVersion
from deckcheck.store.queries import account_formats, accounts, events
from deckcheck.store.states import EventState, Role
from deckcheck.store.store import Session

MOST_FORMATS: Final = 50
MOST_VERSIONS: Final = 300
_SIGNS: Final = "23456789abcdefghjkmnpqrstvwxyz"
_OPEN: Final = frozenset({EventState.PLANNED, EventState.ON})


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of an event when its format changed: so many lists rechecked and changed, or why it stays."""

    slug: str
    name: str
    lists: int = 0
    changed: int = 0
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class FormatKept:
    """A format that was kept, by its handle and the id of its newest version, and the events that follow it."""

    handle: str
    id: str
    taken: tuple[Taken, ...] = ()


def keep_format(app: App, who: Actor, own: OwnFormat) -> FormatKept:
    """Keep a new format for the account."""
    may_write_formats(actor_outside(who)).or_refuse()
    with app.store.write() as session:
        kept = account_formats.formats_of(session, who.uid)
        if len(kept) >= MOST_FORMATS:
            raise Refused(
                f"You have {len(kept)} formats, which is the limit. Delete one first.", code="too-many-formats"
            )
        _refuse_same_title(kept, own)
        handle = "".join(secrets.choice(_SIGNS) for _ in range(10))
        row = AccountFormat(account=who.uid, handle=handle, title=own.title, version=0, made_at=app.now())
        session.add(row)
        session.flush()
        _add_version(app, session, who, row, own, "format.made")
        return FormatKept(row.handle, id_of(row))


def change_format(
    app: App, who: Actor, handle: str, own: OwnFormat, *, seen: int | None = None, reason: str = ""
) -> FormatKept:
    """Give a format other words; the events of today and later that its owner organizes are judged by them at once.

    `seen` is the version that was changed. A reason is needed once an event that follows has lists.
    """
    may_write_formats(actor_outside(who)).or_refuse()
    with app.store.write() as session:
        row = own_row(session, who, handle)
        if seen is not None and seen != row.version:
            raise StateRefused("This changed a moment ago. Here is how it is now; yours is below.", code="changed")
        if row.version >= MOST_VERSIONS:
            raise Refused(f"{row.title} has changed {row.version} times, which is the limit. Make a new format.")
        _refuse_same_title([one for one in account_formats.formats_of(session, who.uid) if one is not row], own)
        if account_formats.version_text(session, id_of(row)) == toml_of(words_of_own(own)):
            return FormatKept(handle, id_of(row))
        follow = _following(session, who, row)
        if not reason.strip() and (name := next((e.name for e in follow if events.lists_sent(session, e.uid)), "")):
            raise BadSettings(f"{name} has lists already. Say why the format changes.", field="reason")
        _add_version(app, session, who, row, own, "format.changed", reason)
        new, named = id_of(row), f"{OWN}{handle}-"
    taken = tuple(_take(app, who, event, named, new, reason) for event in follow)
    return FormatKept(handle, new, taken)


def retire_format(app: App, who: Actor, handle: str, *, retired: bool) -> None:
    """Offer a format for new events no more, or again; events that are played by it go on."""
    with app.store.write() as session:
        row = own_row(session, who, handle)
        if (row.retired_at is not None) == retired:
            return
        row.retired_at = app.now() if retired else None
        act = "format.retired" if retired else "format.returned"
        audit_log.append_instance(session, app.now(), str(who), act, on=f"format:{row.uid}", to=id_of(row))


def delete_format(app: App, who: Actor, handle: str) -> None:
    """Delete a format by which no event is played."""
    with app.store.write() as session:
        row = own_row(session, who, handle)
        if played := account_formats.played_by(session, row):
            told = f"{played[0].name} is played by {row.title}, so it can’t be deleted. Retire it instead."
            raise Refused(told, code="format-in-use")
        audit_log.append_instance(
            session, app.now(), str(who), "format.deleted", on=f"format:{row.uid}", from_=id_of(row)
        )
        account_formats.drop_format(session, row)


def _refuse_same_title(others: list[AccountFormat], own: OwnFormat) -> None:
    if any(one.title.casefold() == own.title.casefold() for one in others):
        raise BadSettings(f"You have a format {own.title} already. Give this one another title.", field="title")


def _add_version(
    app: App, session: Session, who: Actor, row: AccountFormat, own: OwnFormat, act: str, reason: str = ""
) -> None:
    """The next version of a format; the audit has the hash of its text."""
    before = id_of(row) if row.version else ""
    row.title, row.version = own.title, row.version + 1
    text = toml_of(words_of_own(own))
    now = app.now()
    session.add(FormatVersion(format=row.uid, number=row.version, id=id_of(row), text=text, at=now))
    to = f"{id_of(row)} {sha256(text.encode()).hexdigest()}"
    audit_log.append_instance(session, now, str(who), act, f"format:{row.uid}", before, to, reason.strip())


def _following(session: Session, who: Actor, row: AccountFormat) -> list[Event]:
    """The events that are not over, and whose settings are the owner's to change."""
    mine = {event.uid for event, role in accounts.events_of_account(session, who.uid) if role == Role.ORGANIZER}
    return [one for one in account_formats.played_by(session, row) if one.state in _OPEN and one.uid in mine]


def _take(app: App, who: Actor, event: Event, named: str, new: str, reason: str) -> Taken:
    """Let an event follow its format; where it cannot, it stays as it was, and that is told."""

    def newest(id: str) -> str:
        return new if id.startswith(named) else id

    patch = SettingsPatch(format=newest(event.format), seat_formats=tuple(map(newest, event.seat_formats)))
    try:
        done = change_settings(app, who, event.slug, patch, reason=reason)
    except Refused as refused:
        return Taken(event.slug, event.name, why_not=str(refused))
    return Taken(event.slug, event.name, done.rejudged.lists, done.rejudged.changed)
