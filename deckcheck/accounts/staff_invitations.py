"""Roles as they are given and ended, and invitations to them: made for an address, taken up by whoever has the link.

Who has an account is never looked up for an organizer: each invitation looks like every other until it is taken up.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from deckcheck.accounts import passwords
from deckcheck.accounts.sign_ins import OPEN
from deckcheck.accounts.staff_accounts import LETTER, confirm, read_mail, read_name, take_letter
from deckcheck.app import audit_log, secret_mail
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotSignedIn, Refused
from deckcheck.app.secrets import hash_of, new_secret
from deckcheck.app.session import EventSession, changing
from deckcheck.app.visibility import refuse_official_who_plays
from deckcheck.decklist.names import fold
from deckcheck.store.columns import new_uid
from deckcheck.store.models import Account, Grant, Invitation
from deckcheck.store.queries import accounts, credentials, entries
from deckcheck.store.states import ActorKind, Role
from deckcheck.store.store import Session

LIFE: Final = timedelta(days=7)
OVER: Final = "This invitation was used, has ended, or never was. Ask the organizer for a new one."
HAS_ACCOUNT: Final = "This address has an account already. Sign in, then accept."


class InvitationOver(Hidden):
    """The invitation is unknown, used or over, which look alike."""

    CODE = "invitation-over"


@dataclass(frozen=True, slots=True)
class Offer:
    """An invitation as the invited read it. `has_account`: only told to those who came by the letter to the address."""

    slug: str
    event: str
    by: str
    roles: tuple[str, ...]
    mail: str
    name: str
    mailed: bool
    has_account: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """The roles are theirs. `mail`: what the new account signs in with."""

    slug: str
    event: str
    mail: str = ""


def invite(work: EventSession, mail: str, name: str, role: Role) -> tuple[Invitation, str]:
    """Ask an address to take a role; returns the secret of the link where it has to be handed over."""
    settings, mail = work.app.settings, read_mail(mail)
    mails, secret = secret_mail.sends_mail(settings), new_secret()
    if mails:
        secret = secret_mail.write_letter(work.session, settings, work.now, mail, *_letter(work))
    row = Invitation(
        event=work.event.uid,
        hash=hash_of(secret),
        mail=mail,
        name=read_name(name, mail),
        roles=[str(role)],
        mailed=mails,
        by=str(work.who),
        at=work.now,
        until=work.now + LIFE,
    )
    work.session.add(row)
    work.session.flush()
    work.note("invitation.made", on=f"invitation:{row.uid}", to=str(role))
    return row, "" if mails else secret


def _letter(work: EventSession) -> tuple[str, str]:
    address = secret_mail.address_for(work.app.settings, "/invited/" + secret_mail.GAP)
    subject = f"You are asked to help with {work.event.name}"
    asked = f"{work.who.name} asks you to help with {work.event.name}."
    return subject, f"{asked}\n\nAccept within {LIFE.days} days:\n{address}\n"


def add_role(work: EventSession, row: Invitation, role: Role) -> None:
    """Ask somebody who was invited to take one more role."""
    if str(role) not in row.roles:
        row.roles = [*row.roles, str(role)]
        work.note("invitation.made", on=f"invitation:{row.uid}", to=str(role))


def end_invitation(work: EventSession, row: Invitation, role: str = "") -> None:
    """Take an invitation back, or one role of it; without any it is over."""
    ended = [one for one in row.roles if role in {"", one}]
    row.roles = [one for one in row.roles if one not in ended]
    for one in ended:
        work.note("invitation.ended", on=f"invitation:{row.uid}", from_=one)
    if not row.roles:
        row.ended_at, row.mail, row.name = work.now, "", ""


def open_invitation(work: EventSession, key: str) -> Invitation | None:
    """The invitation with this key or to this address that nobody has taken up."""
    wanted = key.strip().lower()
    rows = accounts.open_in(work.session, work.event.uid, work.now)
    return next((row for row in rows if wanted in {row.uid, row.mail}), None)


def see_offer(app: App, secret: str) -> Offer:
    """What the link asks for, if it still works."""
    now = app.now()
    with app.store.read() as session:
        row = _found(session, secret, app)
        event = credentials.event(session, row.event)
        inviter = accounts.account(session, row.by.partition(":")[2])
        known = accounts.by_mail(session, row.mail) if row.mailed else None
        if event is None or now >= row.until:
            raise InvitationOver(OVER)
        return Offer(
            slug=event.slug,
            event=event.name,
            by=inviter.name if inviter else "",
            roles=tuple(row.roles),
            mail=row.mail,
            name=row.name,
            mailed=row.mailed,
            has_account=known is not None and known.state == OPEN,
        )


def _found(session: Session, secret: str, app: App, *, lock: bool = False) -> Invitation:
    row = accounts.by_hash(session, hash_of(secret), lock=lock)
    if row is None or row.taken_at is not None or row.ended_at is not None or app.now() >= row.until:
        raise InvitationOver(OVER)
    return row


def accept(app: App, who: Actor, secret: str) -> Taken:
    """Take the roles up with one's own account, whatever its address is."""
    if who.kind != "account":
        raise NotSignedIn("Sign in with mail and password first.")
    with changing(app, who, see_offer(app, secret).slug) as work:
        row = _found(work.session, secret, app, lock=True)
        account = accounts.locked(work.session, who.uid)
        if account is None:
            raise InvitationOver(OVER)
        if row.mailed and account.mail == row.mail:
            take_letter(work.session, account, work.now)
        return _take(work, row, account)


def join_staff(app: App, secret: str, name: str, password: str) -> Taken:
    """Make an account and take the roles up with it.

    By a letter the address is its owner's, and is what they sign in with. A link that was shown proves nothing: such an
    account signs in with a name, and its address is only what the organizer wrote.
    """
    offer = see_offer(app, secret)
    passwords.check_new(password, offer.mail)
    stored, uid = passwords.hash_password(password), new_uid()
    name = read_name(name or offer.name, offer.mail)
    with changing(app, Actor(ActorKind.ACCOUNT, uid, name), offer.slug) as work:
        row = _found(work.session, secret, app, lock=True)
        if row.mailed and accounts.by_mail(work.session, row.mail):
            raise Refused(HAS_ACCOUNT, code="account-there")
        account = Account(
            uid=uid,
            mail=row.mail if row.mailed else _sign_in_name(work.session, name),
            claimed_mail="" if row.mailed else row.mail,
            name=name,
            password=stored,
            state=OPEN,
            serial=0,
            made_at=work.now,
        )
        work.session.add(account)
        work.session.flush()
        where = f"account:{uid}"
        audit_log.append_instance(work.session, work.now, row.by, "account.invited", on=where, to=OPEN)
        if row.mailed:
            confirm(work.session, account, LETTER, where, work.now)
        return _take(work, row, account)


def _sign_in_name(session: Session, name: str) -> str:
    """A name to sign in with that nobody has: ben-ott-4821."""
    plain = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in fold(name)).split())[:30]
    while accounts.by_mail(session, made := f"{plain or 'staff'}-{secrets.randbelow(9000) + 1000}"):
        pass
    return made


def _take(work: EventSession, row: Invitation, account: Account) -> Taken:
    refuse_player(work, account)
    for role in row.roles:
        give(work, account, Role(role), by=row.by)
    work.note("invitation.taken", on=f"invitation:{row.uid}", to=f"account:{account.uid}")
    row.taken_at, row.account, row.mail, row.name = work.now, account.uid, "", ""
    return Taken(work.event.slug, work.event.name, account.mail)


class PlaysHere(Refused):
    """Somebody would be an official and a player of an event where nobody may be both."""

    CODE = "plays-here"


class LastOrganizer(Refused):
    """The event would have no organizer."""

    CODE = "last-organizer"


def refuse_player(work: EventSession, account: Account) -> None:
    """An official does not play above Regular (MTR 1.4)."""
    event = work.event
    why = refuse_official_who_plays(work.app.reference.list_law, event.level, event.day)
    entry = entries.entry_of_account(work.session, event.uid, account.uid)
    if why and entry is not None:
        raise PlaysHere(f"{account.name} plays here as number {entry.number}. {why}")


def give(work: EventSession, account: Account, role: Role, by: str = "") -> None:
    """Let an account have a role from now on; `by` is who gave it, if not whoever acts."""
    held = accounts.held(work.session, work.event.uid, role)
    if any(grant.account == account.uid for grant in held):
        return
    work.session.add(
        Grant(event=work.event.uid, account=account.uid, role=str(role), by=by or str(work.who), from_at=work.now)
    )
    work.session.flush()
    work.note("role.granted", on=f"account:{account.uid}", to=str(role))


def refuse_last(work: EventSession, grant: Grant, account: Account) -> None:
    """An event keeps an organizer."""
    if grant.role != Role.ORGANIZER:
        return
    others = [g for g in accounts.held(work.session, work.event.uid, grant.role) if g.account != account.uid]
    if not others:
        raise LastOrganizer(f"{account.name} is the only organizer of {work.event.name}. Name another one first.")


def end(work: EventSession, grant: Grant) -> None:
    """Let a role end; the grant stays on record."""
    grant.ended_at = work.now
    work.session.flush()
    work.note("role.ended", on=f"account:{grant.account}", from_=grant.role)
