"""A player's own further links: to be shown as a code on another phone, or to be mailed to themselves."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from deckcheck.accounts.links import LETTER, OWN, issue_beside
from deckcheck.app import throttles
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, NotAllowed, Refused, UnusableInput
from deckcheck.app.secret_mail import address_for, sends_mail
from deckcheck.app.session import EventSession, changing
from deckcheck.app.throttles import Limit
from deckcheck.roster.invitations import SUBJECT, changed_mail, link_letter
from deckcheck.roster.join import kept_mail
from deckcheck.roster.walk_ins import is_unproven
from deckcheck.store.models import Entry
from deckcheck.store.queries import credentials, entries, people
from deckcheck.store.states import ActorKind

MOST: Final = 10
"""So many links of one player open at once; a phone or two is what is meant."""
LETTERS: Final = Limit("letters-to", 3, timedelta(hours=24))
"""So many times a day the other links under an address are mailed to it."""


def own_link(who: Actor, slug: str, app: App) -> str:
    """Another link beside the player's own; its secret is told once."""
    with changing(app, who, slug) as work:
        return further_link(work, _own(work))


def further_link(work: EventSession, entry: Entry) -> str:
    """The same within a transaction."""
    _not_too_many(work)
    work.ask(Right.ISSUE_LINK, subject=entry)
    return issue_beside(work, entry, OWN)


def mail_own_link(who: Actor, slug: str, mail: str, app: App) -> str:
    """Send the player a link by mail, to the address that is known or the one given now; says to which."""
    if not sends_mail(app.settings):
        raise Refused("No mail is sent from here. Keep this page, or show the code to another phone.", code="not-now")
    with changing(app, who, slug) as work:
        entry = _own(work)
        _not_too_many(work)
        work.ask(Right.ISSUE_LINK, subject=entry)
        if who.kind == ActorKind.ENTRY:
            entry = work.session.get_one(Entry, who.uid)  # Theirs alone, be it part of another: they may be parted.
        entry.mail = entry.mail or kept_mail(mail)
        if not entry.mail:
            raise UnusableInput("Give the address that the link is to be sent to.", code="mail-needed")
        event = work.event
        text = (
            f"This is your way back to your list for {event.name}:\n{address_for(app.settings, '/r/{secret}')}\n"
            "Whoever has it can change the list, so keep it to yourself."
        )
        issue_beside(work, entry, OWN, link_letter(work, entry, SUBJECT.format(event=event.name), text))
        return entry.mail


def mail_other_links(who: Actor, app: App) -> None:
    """Mail a player the links to their other entries, to the address that these have themselves.

    Nobody is told whether there are any. Each link opens one event; to tie them together is up to whoever opens them.
    """
    if not sends_mail(app.settings):
        raise Refused("No mail is sent from here.", code="not-now")
    with app.store.read() as session:
        mine = [session.get(Entry, who.uid)] if who.kind == ActorKind.ENTRY else entries.entries_tied(session, who.uid)
        known = [entry for entry in mine if entry is not None] if who.is_one_player else []
        mails = sorted({entry.mail.casefold() for entry in known if entry.mail})
    for mail in mails:
        counters = [throttles.counter(app, LETTERS, mail)]
        with app.store.write() as session:
            full = throttles.count_miss(session, counters, app.now())
        if not full:
            _mail_others(app, mail, {entry.uid for entry in known})


def _mail_others(app: App, mail: str, known: set[str]) -> None:
    with app.store.read() as session:
        found = [(credentials.event(session, e.event), e) for e in people.under_address(session, mail, MOST)]
        wanted = [(event.slug, entry.uid) for event, entry in found if event is not None and entry.uid not in known]
    for slug, uid in wanted:
        with changing(app, SYSTEM, slug) as work:
            entry = work.session.get_one(Entry, uid)
            if entry.mail.casefold() != mail or len(credentials.links_of(work.session, ActorKind.ENTRY, uid)) >= MOST:
                continue
            if is_unproven(entry) or changed_mail(work, entry):
                continue  # Whoever wrote the address has a link as well, or would have one unseen.
            text = (
                f"You play in {work.event.name} under this address, too. This opens your list there:\n"
                f"{address_for(app.settings, '/r/{secret}')}\n"
                "On the phone on which you asked for it, you can say that both are you."
            )
            issue_beside(work, entry, LETTER, link_letter(work, entry, SUBJECT.format(event=work.event.name), text))


def _own(work: EventSession) -> Entry:
    """The entry of whoever came by a link; an official's way in is their account."""
    entry = work.own
    if entry is None or entry.person is None:
        raise Hidden(NOTHING_HERE)
    if not work.who.is_one_player:
        raise NotAllowed("This is for whoever came by a link of their own. The desk has links for all.")
    return entry


def _not_too_many(work: EventSession) -> None:
    if len(credentials.links_of(work.session, work.who.kind, work.who.uid)) >= MOST:
        raise Refused(f"{MOST} links of yours open already. The desk can replace them all by one.", code="not-now")
