"""Links by mail: each player who gave an address and has no link yet is sent one; nobody reads it from the database."""

from __future__ import annotations

from typing import Final

from deckcheck.services.desk import Desk
from deckcheck.services.letters import address_for, sends_mail, write_letter
from deckcheck.services.links import PERSON, make_link
from deckcheck.services.people import running
from deckcheck.services.permissions import Right
from deckcheck.services.secrets_kept import LINK
from deckcheck.services.states import StateRefused
from deckcheck.services.who import Who
from deckcheck.services.work import Work, changing, reading
from deckcheck.storage.models import Entry
from deckcheck.storage.shelves import people

SUBJECT: Final = "Your link for {event}"


def waiting_for_link(who: Who, slug: str, desk: Desk) -> int:
    """How many players could be sent a link by mail; none where no mail is sent."""
    with reading(desk, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        return len(_without(work)) if sends_mail(desk.settings) else 0


def mail_links(who: Who, slug: str, desk: Desk) -> int:
    """Send a link to everybody who has an address and none yet; says to how many."""
    with changing(desk, who, slug) as work:
        work.ask(Right.ISSUE_LINK)
        work.ask(Right.SEE_ROSTER)
        if not sends_mail(desk.settings):
            raise StateRefused("No mail is sent from here. Give each player their link at the desk.")
        running(work)
        found = _without(work)
        for entry in found:
            _send(work, entry)
        return len(found)


def _without(work: Work) -> list[Entry]:
    return people.without_link(work.session, work.event.uid)


def _send(work: Work, entry: Entry) -> None:
    settings, event = work.desk.settings, work.event
    assert entry.person is not None
    text = (
        f"Send your deck list for {event.name} here:\n{address_for(settings, '/r/{secret}')}\n"
        "The link is yours alone, and your way back to your list."
    )
    subject = SUBJECT.format(event=event.name)
    secret = write_letter(work.session, settings, work.now, entry.mail, subject, text, LINK)
    make_link(work.session, PERSON, entry.person, str(work.who), work.now, settings, secret)
    work.note("link.issued", on=f"entry:{entry.number}", to="person mail", entry=entry)
