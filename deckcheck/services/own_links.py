"""A player's own further links: to be shown as a code on another phone, or to be mailed to themselves."""

from __future__ import annotations

from typing import Final

from deckcheck.services.desk import Desk
from deckcheck.services.joining import kept_mail
from deckcheck.services.letters import address_for, sends_mail, write_letter
from deckcheck.services.links import PERSON, issue_link, make_link
from deckcheck.services.list_places import own_entry
from deckcheck.services.permissions import NOTHING_HERE, Right
from deckcheck.services.refusals import Hidden, NotAllowed, Refused, UnusableInput
from deckcheck.services.secrets_kept import LINK
from deckcheck.services.who import Who
from deckcheck.services.work import Work, changing
from deckcheck.storage.models import Entry
from deckcheck.storage.shelves import doors

MOST: Final = 10
"""So many links of one person open at once; a phone or two is what is meant."""


def own_link(who: Who, slug: str, desk: Desk) -> str:
    """Another link beside the player's own; its secret is told once."""
    with changing(desk, who, slug) as work:
        entry = _own(work)
        _not_too_many(work, entry)
        return issue_link(work, entry, keep_old=True)


def mail_own_link(who: Who, slug: str, mail: str, desk: Desk) -> str:
    """Send the player a link by mail, to the address that is known or the one given now; says to which."""
    if not sends_mail(desk.settings):
        raise Refused("No mail is sent from here. Keep this page, or show the code to another phone.", code="not-now")
    with changing(desk, who, slug) as work:
        entry = _own(work)
        _not_too_many(work, entry)
        work.ask(Right.ISSUE_LINK, subject=entry)
        entry.mail = entry.mail or kept_mail(mail)
        if not entry.mail:
            raise UnusableInput("Give the address that the link is to be sent to.", code="mail-needed")
        _send(work, entry)
        return entry.mail


def _own(work: Work) -> Entry:
    """The entry of whoever came by a link; an official's way in is their account."""
    entry = own_entry(work)
    if entry is None or entry.person is None:
        raise Hidden(NOTHING_HERE)
    if work.who.kind != PERSON:
        raise NotAllowed("This is for whoever came by a link of their own. The desk has links for all.")
    return entry


def _not_too_many(work: Work, entry: Entry) -> None:
    if len(doors.links_of(work.session, PERSON, work.who.uid)) >= MOST:
        raise Refused(f"{MOST} links of yours open already. The desk can replace them all by one.", code="not-now")


def _send(work: Work, entry: Entry) -> None:
    settings, event = work.desk.settings, work.event
    text = (
        f"This is your way back to your list for {event.name}:\n{address_for(settings, '/r/{secret}')}\n"
        "Whoever has it can change the list, so keep it to yourself."
    )
    secret = write_letter(work.session, settings, work.now, entry.mail, f"Your link for {event.name}", text, LINK)
    make_link(work.session, PERSON, work.who.uid, str(work.who), work.now, settings, secret)
    work.note("link.issued", on=f"entry:{entry.number}", from_="0 ended", to="person mail", entry=entry)
