"""Who is staff of an event: accounts with roles, invited by mail; never without an organizer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from deckcheck.accounts.leave import Held, held_by, roles_left, settle
from deckcheck.accounts.sign_ins import OPEN, fold_mail
from deckcheck.accounts.staff_accounts import is_confirmed, shown_mail
from deckcheck.accounts.staff_invitations import (
    add_role,
    end,
    end_invitation,
    give,
    invite,
    open_invitation,
    refuse_last,
    refuse_player,
)
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.store.models import Account, Invitation
from deckcheck.store.queries import accounts, entries
from deckcheck.store.states import Role


@dataclass(frozen=True, slots=True)
class StaffRow:
    """An account with its roles in an event, or an invitation to take them, by its key.

    `is_invited`: nobody has taken it up yet. `confirmed`: the address is known to be theirs. `plays`: their entry, 0
    for none.
    """

    account: str
    mail: str
    name: str
    roles: tuple[str, ...]
    is_invited: bool
    confirmed: bool
    plays: int
    is_me: bool


@dataclass(frozen=True, slots=True)
class Granted:
    """Somebody's roles after an act, or those they were asked to take. `secret`: of a link to hand over to them.

    `held`: what they made in the event that still works; after a role ended, what was asked about.
    """

    account: str
    mail: str
    name: str
    roles: tuple[str, ...]
    secret: str = ""
    mailed: bool = False
    is_invited: bool = False
    confirmed: bool = False
    held: tuple[Held, ...] = ()


def see_staff(app: App, who: Actor, slug: str) -> tuple[StaffRow, ...]:
    """The staff of an event, in the order in which they came."""
    with reading(app, who, slug) as work:
        work.ask(Right.ROLES)
        return staff_of(work)


def staff_of(work: EventSession) -> tuple[StaffRow, ...]:
    """The same within a look at the event."""
    found: dict[str, tuple[Account, list[str]]] = {}
    for grant, account in accounts.grants_in(work.session, work.event.uid):
        found.setdefault(account.uid, (account, []))[1].append(grant.role)
    asked = accounts.open_in(work.session, work.event.uid, work.now)
    return (*(_row(work, account, roles) for account, roles in found.values()), *map(_asked, asked))


def _row(work: EventSession, account: Account, roles: Iterable[str]) -> StaffRow:
    entry = entries.entry_of_account(work.session, work.event.uid, account.uid)
    return StaffRow(
        account=account.uid,
        mail=shown_mail(account),
        name=account.name,
        roles=tuple(role for role in Role if role in set(roles)),
        is_invited=not account.password,
        confirmed=is_confirmed(account),
        plays=entry.number if entry else 0,
        is_me=account.uid == work.who.uid,
    )


def _asked(row: Invitation) -> StaffRow:
    """Somebody who was asked; until they accept, nothing is known of them but what the organizer wrote."""
    return StaffRow(
        account=row.uid,
        mail=row.mail,
        name=row.name,
        roles=tuple(role for role in Role if role in row.roles),
        is_invited=True,
        confirmed=False,
        plays=0,
        is_me=False,
    )


def see_roles(app: App, who: Actor, slug: str, account: str) -> Granted:
    """The roles of one account, named by its key, or by the address of somebody on the staff."""
    with reading(app, who, slug) as work:
        work.ask(Right.ROLES)
        if asked := open_invitation(work, account):
            return _invited(asked)
        found = _known(work, account)
        return replace(_granted(work, found), held=held_by(work, found.uid))


def grant_role(app: App, who: Actor, slug: str, account: str, role: str, name: str = "") -> Granted:
    """Give a role to an account, named by its key or by the address of somebody on the staff.

    Every other address is invited, be there an account or not: that is never told.
    """
    with changing(app, who, slug) as work:
        work.ask(Right.ROLES)
        wanted = _role(role)
        if asked := open_invitation(work, account):
            add_role(work, asked, wanted)
            return _invited(asked)
        if "@" in account and _on_staff(work, account) is None:
            made, secret = invite(work, account, name, wanted)
            return _invited(made, secret, mailed=made.mailed)
        found = _known(work, account)
        refuse_player(work, found)
        give(work, found, wanted)
        return _granted(work, found)


def see_leaving(app: App, who: Actor, slug: str, account: str, role: str = "") -> Granted:
    """What would end with one role of an account, or with all: `held`; the roles are those that would be left."""
    with reading(app, who, slug) as work:
        work.ask(Right.ROLES)
        if asked := open_invitation(work, account):
            return _invited(asked)
        found = _known(work, account)
        left = roles_left(work, found.uid) - ({role} if role else set(Role))
        roles = tuple(one for one in Role if one in left)
        return replace(_granted(work, found), roles=roles, held=held_by(work, found.uid, left))


def end_role(app: App, who: Actor, slug: str, account: str, role: str = "", keep: Collection[str] = ()) -> Granted:
    """End one role of an account, or all it has in the event; the last organizer stays.

    With it ends what the account made there and could make no more, but for what `keep` names by its keys.
    """
    with changing(app, who, slug) as work:
        work.ask(Right.ROLES)
        wanted = _role(role) if role else ""
        if asked := open_invitation(work, account):
            told = _invited(asked)
            end_invitation(work, asked, wanted)
            return replace(told, roles=tuple(asked.roles))
        found = _known(work, account)
        for grant, _ in accounts.grants_in(work.session, work.event.uid):
            if grant.account == found.uid and wanted in {"", grant.role}:
                refuse_last(work, grant, found)
                end(work, grant)
        held = held_by(work, found.uid, roles_left(work, found.uid))
        settle(work, held, keep)
        return replace(_granted(work, found), held=held)


def _role(word: str) -> Role:
    try:
        return Role(word)
    except ValueError:
        raise UnusableInput(f'No role is called "{word[:40]}". Use {", ".join(Role)}.') from None


def _on_staff(work: EventSession, mail: str) -> Account | None:
    """Who on the staff of the event has this address, confirmed or not; nobody else is looked up by one."""
    wanted = fold_mail(mail)
    found = [
        account for _, account in accounts.grants_in(work.session, work.event.uid) if shown_mail(account) == wanted
    ]
    return min(found, key=lambda account: not is_confirmed(account), default=None)


def _known(work: EventSession, account: str) -> Account:
    """The open account with this key, or on the staff with this address."""
    if "@" in account:
        found = _on_staff(work, account)
        if found is None:
            raise UnusableInput(f'Nobody on the staff has the address "{account.strip()[:60]}".', code="no-account")
        return found
    found = accounts.account(work.session, account)
    if found is None or found.state != OPEN:
        raise UnusableInput(f'There is no account for "{account[:60]}". Invite them by mail.', code="no-account")
    return found


def _granted(work: EventSession, account: Account) -> Granted:
    roles = entries.grants_of(work.session, work.event.uid, account.uid)
    return Granted(
        account=account.uid,
        mail=shown_mail(account),
        name=account.name,
        roles=tuple(r for r in Role if r in set(roles)),
        confirmed=is_confirmed(account),
    )


def _invited(row: Invitation, secret: str = "", *, mailed: bool = False) -> Granted:
    asked = _asked(row)
    return Granted(asked.account, asked.mail, asked.name, asked.roles, secret, mailed=mailed, is_invited=True)
