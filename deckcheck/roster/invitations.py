"""Links by mail: to one player, or to each who gave an address and has none yet; nobody reads one from the database."""

from __future__ import annotations

from typing import Final

from deckcheck.accounts.links import MAILED, issue_link
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import NotAllowed
from deckcheck.app.secret_mail import address_for, sends_mail, write_letter
from deckcheck.app.secrets import LINK
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.states import StateRefused
from deckcheck.roster.entry_facts import running
from deckcheck.store.models import Entry
from deckcheck.store.queries import people, proof

SUBJECT: Final = "Your link for {event}"
NO_MAIL: Final = "No mail is sent from here."


def waiting_for_link(who: Actor, slug: str, app: App) -> int:
    """How many players could be sent a link by mail; none where no mail is sent."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        return len(people.without_link(work.session, work.event.uid)) if sends_mail(app.settings) else 0


def mail_links(who: Actor, slug: str, app: App) -> int:
    """Send a link to everybody who has an address and none yet; says to how many."""
    with changing(app, who, slug) as work:
        work.ask(Right.ISSUE_LINK)
        work.ask(Right.SEE_ROSTER)
        if not sends_mail(app.settings):
            raise StateRefused(f"{NO_MAIL} Give each player their link at the desk.")
        running(work)
        found = people.without_link(work.session, work.event.uid)
        for entry in found:
            mail_link(work, entry)
        return len(found)


def mail_link(work: EventSession, entry: Entry) -> None:
    """Send a player of the event a link, in place of all before; only the player learns it."""
    event = work.event
    if not sends_mail(work.app.settings):
        raise StateRefused(f"{NO_MAIL} Show the link at the desk.", code="no-mail")
    if not entry.mail:
        raise StateRefused("No address of this player is known. Enter one first.", code="no-mail")
    if work.who.kind == "token" and "token" in changed_mail(work, entry):
        raise NotAllowed("A program changed this address. Have the link mailed by somebody who is signed in.")
    text = (
        f"Send your deck list for {event.name} here:\n{address_for(work.app.settings, '/r/{secret}')}\n"
        "The link is yours alone, and your way back to your list."
    )
    issue_link(work, entry, MAILED, link_letter(work, entry, SUBJECT.format(event=event.name), text))


def changed_mail(work: EventSession, entry: Entry) -> set[str]:
    """Of which kind those of the staff are who changed the address of an entry after it was made."""
    rows = proof.acts_on(work.session, work.event.uid, "entry.changed", f"entry:{entry.number}")
    return {row.by.partition(":")[0] for row in rows if "mail" in row.to.split()[1:]}


def first_link(work: EventSession, entry: Entry, *, mailed: bool) -> str:
    """The link of a new entry: mailed if that is wanted, else told once; programs are shown none."""
    if mailed:
        mail_link(work, entry)
    return "" if mailed or work.who.kind == "token" else issue_link(work, entry)


def link_letter(work: EventSession, entry: Entry, subject: str, text: str) -> str:
    """A letter of the event with a link to an entry's own address; returns the secret of that link."""
    settings = work.app.settings
    return write_letter(work.session, settings, work.now, entry.mail, subject, text, LINK, event=work.event.uid)
