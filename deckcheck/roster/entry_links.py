"""Links that the desk gives out: a new one for a player or a team, told once; and all of a player's taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from deckcheck.accounts.links import LETTER, MAILED, OWN, issue_beside, issue_link, issue_team_link, revoke_links
from deckcheck.app import throttles
from deckcheck.app.actor_names import seated_name
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, NotAllowed, Refused, UnusableInput
from deckcheck.app.secret_mail import address_for, language_of, sends_mail, write_letter
from deckcheck.app.secrets import LINK
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.states import StateRefused
from deckcheck.app.throttles import Limit
from deckcheck.roster.entry_facts import find_entry, running
from deckcheck.roster.join import is_unproven, kept_mail
from deckcheck.store.models import Entry
from deckcheck.store.queries import credentials, entries, proof
from deckcheck.store.states import ActorKind
from deckcheck.translations import gettext, gettext_noop, speaking

SUBJECT: Final = gettext_noop("Your link for {event}")
NO_MAIL: Final = gettext_noop("No mail is sent from here.")


def waiting_for_link(who: Actor, slug: str, app: App) -> int:
    """How many players could be sent a link by mail; none where no mail is sent."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        return len(entries.without_link(work.session, work.event.uid)) if sends_mail(app.settings) else 0


def mail_links(who: Actor, slug: str, app: App) -> int:
    """Send a link to everybody who has an address and none yet; says to how many."""
    with changing(app, who, slug) as work:
        work.ask(Right.ISSUE_LINK)
        work.ask(Right.SEE_ROSTER)
        if not sends_mail(app.settings):
            raise StateRefused(f"{NO_MAIL} Give each player their link at the desk.")
        running(work)
        found = entries.without_link(work.session, work.event.uid)
        for entry in found:
            mail_link(work, entry)
        return len(found)


def mail_link(work: EventSession, entry: Entry) -> None:
    """Send a player of the event a link, in place of all before; only the player learns it."""
    if not sends_mail(work.app.settings):
        raise StateRefused(f"{NO_MAIL} Show the link at the desk.", code="no-mail")
    if not entry.mail:
        raise StateRefused("No address of this player is known. Enter one first.", code="no-mail")
    if work.who.kind == "token" and "token" in changed_mail(work, entry):
        raise NotAllowed("This address was changed with an API token. Ask someone who is signed in to mail the link.")
    with speaking(language_of(work, entry)):
        text = gettext(
            "Submit your decklist for {event} here:\n{address}\n"
            "The link is yours alone, and your way back to your list."
        )
        issue_link(work, entry, MAILED, _link_letter(work, entry, text))


def changed_mail(work: EventSession, entry: Entry) -> set[str]:
    """Of which kind those of the staff are who changed the address of an entry after it was made."""
    rows = proof.acts_on(work.session, work.event.uid, "entry.changed", f"entry:{entry.number}")
    return {row.by.partition(":")[0] for row in rows if "mail" in row.to.split()[1:]}


def first_link(work: EventSession, entry: Entry, *, mailed: bool) -> str:
    """The link of a new entry: mailed if that is wanted, else told once; programs are shown none."""
    if mailed:
        mail_link(work, entry)
    return "" if mailed or work.who.kind == "token" else issue_link(work, entry)


def _link_letter(work: EventSession, entry: Entry, text: str) -> str:
    """A letter of the event with a link to an entry's own address, in the language that is spoken.

    Returns the secret of that link.
    """
    settings, event = work.app.settings, work.event
    subject = gettext(SUBJECT).format(event=event.name)
    told = text.format(event=event.name, address=address_for(settings, "/r/{secret}"))
    return write_letter(work.session, settings, work.now, entry.mail, subject, told, LINK, event=event.uid)


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
        told = gettext("No mail is sent from here. Keep this page, or show the code to another phone.")
        raise Refused(told, code="not-now")
    with changing(app, who, slug) as work:
        entry = _own(work)
        _not_too_many(work)
        work.ask(Right.ISSUE_LINK, subject=entry)
        if who.kind == ActorKind.ENTRY:
            entry = work.session.get_one(Entry, who.uid)  # Theirs alone, be it part of another: they may be parted.
        entry.mail = entry.mail or kept_mail(mail)
        if not entry.mail:
            raise UnusableInput(gettext("Give the address that the link is to be sent to."), code="mail-needed")
        text = gettext(
            "This is your way back to your list for {event}:\n{address}\n"
            "Anyone with it can change the list, so keep it to yourself."
        )
        issue_beside(work, entry, OWN, _link_letter(work, entry, text))
        return entry.mail


def mail_other_links(who: Actor, app: App) -> None:
    """Mail a player the links to their other entries, to the address that these have themselves.

    Nobody is told whether there are any. Each link opens one event; to tie them together is up to whoever opens them.
    """
    if not sends_mail(app.settings):
        raise Refused(gettext(NO_MAIL), code="not-now")
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
        found = [(credentials.event(session, e.event), e) for e in entries.under_address(session, mail, MOST)]
        wanted = [(event.slug, entry.uid) for event, entry in found if event is not None and entry.uid not in known]
    for slug, uid in wanted:
        with changing(app, SYSTEM, slug) as work:
            entry = work.session.get_one(Entry, uid)
            if entry.mail.casefold() != mail or len(credentials.links_of(work.session, ActorKind.ENTRY, uid)) >= MOST:
                continue
            if is_unproven(entry) or changed_mail(work, entry):
                continue  # Whoever wrote the address has a link as well, or would have one unseen.
            text = gettext(
                "You play in {event} under this address, too. This opens your list there:\n{address}\n"
                "On the phone on which you asked for it, you can say that both are you."
            )
            issue_beside(work, entry, LETTER, _link_letter(work, entry, text))


def _own(work: EventSession) -> Entry:
    """The entry of whoever came by a link; an official's way in is their account."""
    entry = work.own
    if entry is None or entry.person is None:
        raise Hidden(NOTHING_HERE)
    if not work.who.is_one_player:
        raise NotAllowed(gettext("This is for players who came by their own link. The desk has links for all."))
    return entry


def _not_too_many(work: EventSession) -> None:
    if len(credentials.links_of(work.session, work.who.kind, work.who.uid)) >= MOST:
        told = gettext("{count} links of yours open already. The desk can replace them all by one.")
        raise Refused(told.format(count=MOST), code="not-now")


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link by its secret, which is stored nowhere and empty if it was mailed; `whose` is a player or a team."""

    number: int
    whose: str
    secret: str


def new_link(who: Actor, slug: str, number: int | None, app: App, *, mailed: bool = False) -> NewLink:
    """A new link for a player in place of all before, shown or mailed; a program only has it mailed.

    What a player makes for themselves stands beside the links there are.
    """
    with changing(app, who, slug) as work:
        entry = find_entry(work, number, Right.ISSUE_LINK)
        whose = seated_name(entry)
        if who.is_one_player:
            return NewLink(entry.number, whose, further_link(work, entry))
        if mailed:
            mail_link(work, entry)
            return NewLink(entry.number, whose, "")
        _refuse_programs(work)
        return NewLink(entry.number, whose, issue_link(work, entry))


def _refuse_programs(work: EventSession) -> None:
    if work.who.kind == "token":
        raise NotAllowed("An API token can't read a link. Ask for it to be mailed to the player.")


def new_team_link(who: Actor, slug: str, number: int, app: App) -> NewLink:
    """A new link for the team that an entry plays in, in place of the one before."""
    with changing(app, who, slug) as work:
        _refuse_programs(work)
        entry = find_entry(work, number, Right.ISSUE_LINK)
        team = credentials.team(work.session, entry.team) if entry.team else None
        if team is None:
            raise UnusableInput("This player is in no team.")
        return NewLink(entry.number, team.name, issue_team_link(work, team.uid))


def end_links(who: Actor, slug: str, number: int | None, app: App) -> None:
    """Let no link of a player open any more."""
    with changing(app, who, slug) as work:
        revoke_links(work, find_entry(work, number, Right.ISSUE_LINK))
