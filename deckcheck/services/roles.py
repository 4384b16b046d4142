"""Who is staff of an event: accounts with roles, invited by mail; never without an organizer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from deckcheck.services.accounts import invite
from deckcheck.services.desk import Desk
from deckcheck.services.permissions import Right
from deckcheck.services.publication_rules import refuse_official_who_plays
from deckcheck.services.refusals import Refused, UnusableInput
from deckcheck.services.sign_ins import OPEN
from deckcheck.services.states import Role
from deckcheck.services.who import SYSTEM, Who
from deckcheck.services.work import Work, changing, reading
from deckcheck.storage.models import Account, Grant
from deckcheck.storage.shelves import accounts, entries, grants


class PlaysHere(Refused):
    """Somebody would be an official and a player of an event where nobody may be both."""

    CODE = "plays-here"


class LastOrganizer(Refused):
    """The event would have no organizer."""

    CODE = "last-organizer"


@dataclass(frozen=True, slots=True)
class StaffRow:
    """An account with its roles in an event. `is_invited`: it has no password yet. `plays`: its entry, 0 for none."""

    account: str
    mail: str
    name: str
    roles: tuple[str, ...]
    is_invited: bool
    plays: int
    is_me: bool


@dataclass(frozen=True, slots=True)
class Granted:
    """Somebody's roles after an act. `secret`: of the link that sets the password of a new account, to hand over."""

    account: str
    mail: str
    name: str
    roles: tuple[str, ...]
    secret: str = ""
    mailed: bool = False


def see_staff(desk: Desk, who: Who, slug: str) -> tuple[StaffRow, ...]:
    """The staff of an event, in the order in which they came."""
    with reading(desk, who, slug) as work:
        work.ask(Right.ROLES)
        return staff_of(work)


def staff_of(work: Work) -> tuple[StaffRow, ...]:
    """The same within a look at the event."""
    found: dict[str, tuple[Account, list[str]]] = {}
    for grant, account in grants.grants_in(work.session, work.event.uid):
        found.setdefault(account.uid, (account, []))[1].append(grant.role)
    return tuple(_row(work, account, roles) for account, roles in found.values())


def _row(work: Work, account: Account, roles: Iterable[str]) -> StaffRow:
    entry = entries.entry_of_account(work.session, work.event.uid, account.uid)
    return StaffRow(
        account=account.uid,
        mail=account.mail,
        name=account.name,
        roles=tuple(role for role in Role if role in set(roles)),
        is_invited=not account.password,
        plays=entry.number if entry else 0,
        is_me=account.uid == work.who.uid,
    )


def see_roles(desk: Desk, who: Who, slug: str, account: str) -> Granted:
    """The roles of one account, named by its key or its mail."""
    with reading(desk, who, slug) as work:
        work.ask(Right.ROLES)
        return _granted(work, _known(work, account))


def grant_role(desk: Desk, who: Who, slug: str, account: str, role: str, name: str = "") -> Granted:
    """Give a role to an account, named by its key or its mail; whoever has no account yet is invited."""
    with changing(desk, who, slug) as work:
        work.ask(Right.ROLES)
        wanted = _role(role)
        if "@" in account:
            made = invite(work, account, name)
            found, secret, mailed = _known(work, made.uid), made.secret, made.mailed
        else:
            found, secret, mailed = _known(work, account), "", False
        _refuse_player(work, found)
        _give(work, found, wanted)
        return _granted(work, found, secret, mailed=mailed)


def end_role(desk: Desk, who: Who, slug: str, account: str, role: str = "") -> Granted:
    """End one role of an account, or all it has in the event; the last organizer stays."""
    with changing(desk, who, slug) as work:
        work.ask(Right.ROLES)
        wanted = _role(role) if role else ""
        found = _known(work, account)
        for grant, _ in grants.grants_in(work.session, work.event.uid):
            if grant.account == found.uid and wanted in {"", grant.role}:
                _refuse_last(work, grant, found)
                _end(work, grant)
        return _granted(work, found)


def _role(word: str) -> Role:
    try:
        return Role(word)
    except ValueError:
        raise UnusableInput(f'No role is called "{word[:40]}". Use {", ".join(Role)}.') from None


def _known(work: Work, account: str) -> Account:
    """The open account with this key or mail."""
    mail = account.strip().lower()
    found = accounts.by_mail(work.session, mail) if "@" in mail else accounts.account(work.session, account)
    if found is None or found.state != OPEN:
        raise UnusableInput(f'There is no account for "{account[:60]}". Invite them by mail.', code="no-account")
    return found


def _refuse_player(work: Work, account: Account) -> None:
    """An official does not play above Regular (MTR 1.4)."""
    event = work.event
    why = refuse_official_who_plays(work.desk.reference.list_law, event.level, event.day)
    entry = entries.entry_of_account(work.session, event.uid, account.uid)
    if why and entry is not None:
        raise PlaysHere(f"{account.name} plays here as number {entry.number}. {why}")


def _give(work: Work, account: Account, role: Role) -> None:
    held = grants.held(work.session, work.event.uid, role)
    own = [grant for grant in held if grant.account == account.uid]
    if role is Role.HEAD_JUDGE:
        # Whoever made the event stood in for the head judge until one was named.
        for grant in held:
            if grant.by == str(SYSTEM):
                _end(work, grant)
        own = [grant for grant in own if grant.ended_at is None]
    if own:
        return
    work.session.add(
        Grant(event=work.event.uid, account=account.uid, role=str(role), by=str(work.who), from_at=work.now)
    )
    work.session.flush()
    work.note("role.granted", on=f"account:{account.uid}", to=str(role))


def _refuse_last(work: Work, grant: Grant, account: Account) -> None:
    if grant.role != Role.ORGANIZER:
        return
    others = [g for g in grants.held(work.session, work.event.uid, grant.role) if g.account != account.uid]
    if not others:
        raise LastOrganizer(f"{account.name} is the only organizer of {work.event.name}. Name another one first.")


def _end(work: Work, grant: Grant) -> None:
    grant.ended_at = work.now
    work.session.flush()
    work.note("role.ended", on=f"account:{grant.account}", from_=grant.role)


def _granted(work: Work, account: Account, secret: str = "", *, mailed: bool = False) -> Granted:
    roles = entries.grants_of(work.session, work.event.uid, account.uid)
    return Granted(
        account.uid, account.mail, account.name, tuple(r for r in Role if r in set(roles)), secret, mailed=mailed
    )
