"""What somebody leaves behind when a role ends: tokens, webhooks, links that they issued, and invitations.

Each ends with the role unless it is to be kept; either way the audit says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from deckcheck.accounts.staff_invitations import end_invitation
from deckcheck.accounts.tokens import end_of
from deckcheck.app.actor_names import numbered_name, player_name
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession, changing
from deckcheck.app.webhooks import end_within
from deckcheck.store.models import Invitation, Link, Token, Webhook
from deckcheck.store.queries import accounts, credentials
from deckcheck.store.states import Role

TOKEN: Final = "token"  # noqa: S105  # a kind of thing, no secret
WEBHOOK: Final = "webhook"
LINK: Final = "link"
INVITATION: Final = "invitation"
ALL: Final = "all"
"""In the place of keys: keep everything."""


@dataclass(frozen=True, slots=True)
class Held:
    """Something that somebody made in an event and that still works. `key` names it: `token:` and its own key.

    `label` is the program, the address, or the player; `number` the player's entry.
    """

    key: str
    kind: str
    label: str
    at: datetime
    role: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class HeldAt:
    """The same, by event."""

    slug: str
    event: str
    held: tuple[Held, ...]


def held_by(work: EventSession, account: str, roles: Collection[str] = ()) -> tuple[Held, ...]:
    """What an account made here that still works and that the roles it keeps could not have made."""
    by = f"account:{account}"
    found: list[Held] = []
    if Role.ORGANIZER not in roles:
        tokens = accounts.tokens_by(work.session, work.event.uid, by)
        found += [
            Held(f"token:{row.uid}", TOKEN, row.label, row.made_at, role=row.role)
            for row in tokens
            if work.now < end_of(row)
        ]
        hooks = accounts.hooks_by(work.session, work.event.uid, by)
        found += [Held(f"webhook:{row.uid}", WEBHOOK, row.url, row.at) for row in hooks]
        asked = [row for row in accounts.open_in(work.session, work.event.uid, work.now) if row.by == by]
        found += [
            Held(f"invitation:{row.uid}", INVITATION, row.mail, row.at, role=", ".join(row.roles)) for row in asked
        ]
    if not roles:
        found += [_link(work, *pair) for pair in accounts.links_by(work.session, work.event.uid, by, work.now)]
    return tuple(found)


def _link(work: EventSession, link: Link, number: int) -> Held:
    label = player_name(work.entry(number)) or numbered_name(number)
    return Held(f"link:{link.uid}", LINK, label, link.at, number=number)


def settle(work: EventSession, held: Collection[Held], keep: Collection[str] = ()) -> None:
    """End each of these, or keep it if its key says so."""
    known = {one.key for one in held}
    if unknown := sorted(set(keep) - known - {ALL}):
        raise UnusableInput(f'Nothing to keep is called "{unknown[0][:60]}".')
    for one in held:
        uid = one.key.partition(":")[2]
        if ALL in keep or one.key in keep:
            work.note(_KEPT[one.kind], on=f"entry:{one.number}" if one.kind == LINK else one.key)
        else:
            _ENDERS[one.kind](work, uid, one.number)


def _end_token(work: EventSession, uid: str, _number: int) -> None:
    row = work.session.get(Token, uid)
    if row is not None and row.revoked_at is None:
        row.revoked_at = work.now
        work.note("token.revoked", on=f"token:{uid}", from_=row.role)


def _end_hook(work: EventSession, uid: str, _number: int) -> None:
    row = work.session.get(Webhook, uid)
    if row is not None and row.ended_at is None:
        end_within(work, row)


def _end_link(work: EventSession, uid: str, number: int) -> None:
    row = work.session.get(Link, uid)
    if row is not None and row.revoked_at is None:
        row.revoked_at = work.now
        credentials.end_sign_ins_by(work.session, uid, work.now)
        work.note("link.revoked", on=f"entry:{number}", from_="1 ended", entry=work.entry(number))


def _end_invitation(work: EventSession, uid: str, _number: int) -> None:
    row = work.session.get(Invitation, uid)
    if row is not None and row.ended_at is None and row.taken_at is None:
        end_invitation(work, row)


_ENDERS: Final[Mapping[str, Callable[[EventSession, str, int], None]]] = {
    TOKEN: _end_token,
    WEBHOOK: _end_hook,
    LINK: _end_link,
    INVITATION: _end_invitation,
}


_KEPT: Final = {
    TOKEN: "token.kept",
    WEBHOOK: "webhook.kept",
    LINK: "link.kept",
    INVITATION: "invitation.kept",
}


def held_anywhere(app: App, account: str) -> tuple[HeldAt, ...]:
    """What an account made in any event and still works there."""
    with app.store.read() as session:
        events = accounts.events_with(session, f"account:{account}", app.now())
        looks = [EventSession.begin(app, session, event, SYSTEM) for event in events]
        found = [HeldAt(work.event.slug, work.event.name, held_by(work, account)) for work in looks]
    return tuple(one for one in found if one.held)


def settle_everywhere(app: App, who: Actor, account: str, keep: Collection[str] = ()) -> int:
    """End what an account made in each event, but what is to be kept; says how many things ended."""
    ended, every = 0, held_anywhere(app, account)
    known = {one.key for at in every for one in at.held}
    if unknown := sorted(set(keep) - known - {ALL}):
        raise UnusableInput(f'Nothing to keep is called "{unknown[0][:60]}".')
    for at in every:
        with changing(app, who, at.slug) as work:
            held = held_by(work, account)
            settle(work, held, {key for key in keep if key == ALL or key in {one.key for one in held}})
            ended += sum(one.key not in keep for one in held) if ALL not in keep else 0
    return ended


def roles_left(work: EventSession, account: str) -> set[str]:
    """The roles that an account still has in the event."""
    return {grant.role for grant, _ in accounts.grants_in(work.session, work.event.uid) if grant.account == account}
