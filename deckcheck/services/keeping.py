"""What is kept for how long: once an hour whatever is older than its period is deleted. All periods are settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.core.people_shown import NamesShown, names_as_shown
from deckcheck.services.accounts import shut
from deckcheck.services.checks.tidying import drop_old_ticks, drop_statements
from deckcheck.services.desk import Desk
from deckcheck.services.forgetting_lists import teller, write_again
from deckcheck.services.letters import address_for, sends_mail, tell_account
from deckcheck.services.pools.tidying import drop_old_counts, drop_old_versions, drop_texts
from deckcheck.services.refusals import Refused
from deckcheck.services.who import SYSTEM
from deckcheck.services.work import changing
from deckcheck.storage import copies
from deckcheck.storage.models import Account, Person
from deckcheck.storage.shelves import doors, keeping, lists, outbox, proof
from deckcheck.storage.store import Session

TIDIED: Final = "tidied_at"
"""The fact of the installation that says when somebody began to tidy last."""
EVERY: Final = timedelta(hours=1)
ANSWER: Final = timedelta(days=30)
"""So long the owner of an unused account has to sign in once asked."""
ENDED: Final = timedelta(days=1)
"""So long sign-ins and codes are kept after their end."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """What was deleted or shortened, by kind, and how many accounts were asked and closed.

    `pools` are those of which something went: what was said about them, or a version that gave way to another; `counts`
    are countings of pools. `unasked` are the addresses of accounts that are unused and could not be asked, since no
    mail is sent here.
    """

    contacts: int = 0
    names: int = 0
    links: int = 0
    drafts: int = 0
    lists: int = 0
    statements: int = 0
    taps: int = 0
    messages: int = 0
    asked: int = 0
    closed: int = 0
    unasked: tuple[str, ...] = ()
    pools: int = 0
    counts: int = 0


def tidy_hourly(desk: Desk) -> Tidied | None:
    """Tidy if nobody has within the hour; of several workers and hosts one does."""
    now = desk.now()
    with desk.store.write() as session:
        fact = proof.locked_fact(session, TIDIED)
        last = datetime.fromisoformat(fact.value) if fact.value else None
        if last is not None and timedelta() <= now - last < EVERY:
            return None
        fact.value = now.isoformat()
    return tidy(desk)


def tidy(desk: Desk, *, compact: bool = False) -> Tidied:
    """Delete what is older than its period; again right after changes nothing.

    `compact` writes the embedded database anew, so that what was deleted is nowhere in its file.
    """
    now, keep = desk.now(), desk.settings.keeping
    with desk.store.write() as session:
        contacts = keeping.empty_contacts(session, _ago(now, keep.mail))
        links = keeping.drop_links(session, now, _ago(now, keep.link))
        drafts = keeping.drop_drafts(session, _ago(now, keep.draft))
        messages = outbox.drop_sent(session, _ago(now, keep.outbox))
        doors.sweep(session, now, now - ENDED)
    names = _shorten_names(desk, _ago(now, keep.name))
    superseded = _drop_superseded(desk, _ago(now, keep.superseded))
    statements = drop_statements(desk, _ago(now, keep.statement))
    taps = drop_old_ticks(desk, _ago(now, keep.tick))
    pools = drop_old_versions(desk, _ago(now, keep.superseded)) + drop_texts(desk, _ago(now, keep.statement))
    counts = drop_old_counts(desk, _ago(now, keep.draft))
    closed = _close_unused(desk, now)
    asked, unasked = _ask_unused(desk, now)
    if compact:
        _compact(desk)
    told = (contacts, names, links, drafts, superseded, statements, taps, messages, asked, closed, unasked)
    return Tidied(*told, pools=pools, counts=counts)


def _compact(desk: Desk) -> None:
    try:
        copies.compact(desk.store)
    except copies.CopyFailed as failed:
        raise Refused(f"What was old is deleted. {failed}.", code="not-compacted") from failed


def _ago(now: datetime, days: int) -> datetime:
    return now - timedelta(days=days)


def _shorten_names(desk: Desk, before: datetime) -> int:
    """Of those who have not played for long, initials stay; nobody finds them by name any more."""
    with desk.store.read() as session:
        people = {person.uid: person for person in keeping.to_be_shortened(session, before)}
        telling = _telling(session, people)
    for slug, numbers in telling.items():
        _write_again(desk, slug, numbers, people)
    with desk.store.write() as session:
        found = keeping.to_be_shortened(session, before)
        for person in found:
            person.first, person.last = shortened(person.first, person.last)
            person.folded = person.external = person.stream_ok = ""
        keeping.drop_numbers(session, [person.uid for person in found])
        return len(found)


def _telling(session: Session, people: Mapping[str, Person]) -> dict[str, set[int]]:
    """By event the numbers of those in whose lists the name stands, beside the cards."""
    found: dict[str, set[int]] = {}
    for slug, entry, sent in keeping.texts_of(session, people):
        tells = teller(entry, people[entry.person or ""])
        if tells(sent.title) or tells(sent.text):
            found.setdefault(slug, set()).add(entry.number)
    return found


def _write_again(desk: Desk, slug: str, numbers: set[int], people: Mapping[str, Person]) -> None:
    """Keep the cards of such lists alone: with the name gone, nothing would hold its text back any more."""
    with changing(desk, SYSTEM, slug) as work:
        for entry in (work.entry(number) for number in sorted(numbers)):
            person = people.get(entry.person or "") if entry else None
            if entry is None or person is None:
                continue
            tells = teller(entry, person)
            for row in lists.lists_of_entry(work.session, entry.uid):
                for sent in lists.submissions_of(work.session, row.uid):
                    if tells(sent.title) or tells(sent.text):
                        write_again(sent, lists.reports_of(work.session, sent.uid), tells)
            on = f"entry:{entry.number}"
            work.note("entry.shortened", on=on, from_=entry.state, to=entry.state, entry=entry)


def shortened(first: str, last: str) -> tuple[str, str]:
    """The initials of a name; nothing at all where an initial would tell the whole name."""

    def initials(one: str, other: str) -> str:
        told = names_as_shown(one, other, "", 0, NamesShown.INITIALS)
        return told if told.endswith(".") else ""

    return (initials(first, ""), initials("", last)) if initials(first, last) else ("", "")


def _drop_superseded(desk: Desk, before: datetime) -> int:
    """Delete lists that gave way to others; the audit says so, and still holds their leaves."""
    with desk.store.read() as session:
        slugs = keeping.events_with_superseded(session, before)
    count = 0
    for slug in slugs:
        with changing(desk, SYSTEM, slug) as work:
            gone = keeping.superseded_in(work.session, work.event.uid)
            keeping.drop_submissions(work.session, gone)
            if gone:
                work.note("event.tidied", on="event", to=f"{len(gone)} lists")
            count += len(gone)
    return count


def _ask_unused(desk: Desk, now: datetime) -> tuple[int, tuple[str, ...]]:
    """Ask the owners of accounts that nobody has used for long; where no mail is sent, say whose they are."""
    with desk.store.write() as session:
        unused = keeping.unused_accounts(session, _ago(now, desk.settings.keeping.account))
        if not sends_mail(desk.settings):
            return 0, tuple(account.mail for account in unused)
        for account in unused:
            account.asked_at = now
            _ask(session, desk, account, now)
        return len(unused), ()


def _ask(session: Session, desk: Desk, account: Account, now: datetime) -> None:
    address = address_for(desk.settings, "/sign-in")
    text = (
        f"Your account at {desk.settings.address} was not used for long.\n\n"
        f"Sign in within {ANSWER.days} days to keep it: {address}\nElse it is closed, and your address is deleted.\n"
    )
    tell_account(session, desk, now, account.mail, "Do you still need your account?", text)


def _close_unused(desk: Desk, now: datetime) -> int:
    """Close the accounts whose owners were asked and did not come; one that an event depends on stays."""
    closed = 0
    with desk.store.write() as session:
        for account in keeping.unanswered_accounts(session, now - ANSWER):
            try:
                shut(session, account, str(SYSTEM), now)
            except Refused:
                continue
            closed += 1
    return closed
