"""What is kept for how long: once an hour whatever is older than its period is deleted. All periods are settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.accounts import sign_in_limits
from deckcheck.accounts.close import close
from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.secret_mail import address_for, sends_mail, tell_account
from deckcheck.app.session import EventSession, changing
from deckcheck.app.shown_names import names_as_shown
from deckcheck.audit.erasure import drop_notes, teller, write_again
from deckcheck.checks.retention import drop_old_ticks, drop_statements
from deckcheck.pools.retention import drop_old_counts, drop_old_versions, drop_texts
from deckcheck.store import database_copies
from deckcheck.store.models import Account, Entry
from deckcheck.store.queries import accounts, credentials, expired_data, lists, outbox, proof
from deckcheck.store.states import NamesShown
from deckcheck.store.store import Session

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
    are countings of pools, `births` dates of birth. `unasked` are the addresses of accounts that are unused and could
    not be asked, since no mail is sent here.
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
    births: int = 0


def tidy_hourly(app: App) -> Tidied | None:
    """Tidy if nobody has within the hour; of several workers and hosts one does."""
    now = app.now()
    with app.store.write() as session:
        fact = proof.locked_fact(session, TIDIED)
        last = datetime.fromisoformat(fact.value) if fact.value else None
        if last is not None and timedelta() <= now - last < EVERY:
            return None
        fact.value = now.isoformat()
    return tidy(app)


def tidy(app: App, *, compact: bool = False) -> Tidied:
    """Delete what is older than its period; again right after changes nothing.

    `compact` writes the embedded database anew, so that what was deleted is nowhere in its file.
    """
    now, keep = app.now(), app.settings.keeping
    with app.store.write() as session:
        contacts = expired_data.empty_contacts(session, _ago(now, keep.mail))
        links = expired_data.drop_links(session, now, _ago(now, keep.link))
        births = expired_data.empty_births(session, _ago(now, keep.draft))
        drafts = expired_data.drop_drafts(session, _ago(now, keep.draft))
        messages = outbox.drop_sent(session, _ago(now, keep.outbox))
        credentials.sweep(session, now, now - ENDED)
        accounts.drop_unused_devices(session, now - sign_in_limits.KEPT)
        accounts.forget_over(session, now - ENDED)
    names = _shorten_names(app, _ago(now, keep.name))
    superseded = _drop_superseded(app, _ago(now, keep.superseded))
    statements = drop_statements(app, _ago(now, keep.statement))
    taps = drop_old_ticks(app, _ago(now, keep.tick))
    pools = drop_old_versions(app, _ago(now, keep.superseded)) + drop_texts(app, _ago(now, keep.statement))
    counts = drop_old_counts(app, _ago(now, keep.draft))
    closed = _close_unused(app, now)
    asked, unasked = _ask_unused(app, now)
    if compact:
        _compact(app)
    told = (contacts, names, links, drafts, superseded, statements, taps, messages, asked, closed, unasked)
    return Tidied(*told, pools=pools, counts=counts, births=births)


def _compact(app: App) -> None:
    try:
        database_copies.compact(app.store)
    except database_copies.CopyFailed as failed:
        raise Refused(f"What was old is deleted. {failed}.", code="not-compacted") from failed


def _ago(now: datetime, days: int) -> datetime:
    return now - timedelta(days=days)


def _shorten_names(app: App, before: datetime) -> int:
    """Of those whose event ended long ago, initials stay; nobody finds them by name any more."""
    count = 0
    with app.store.read() as session:
        old = expired_data.to_be_shortened(session, before)
    for slug, numbers in old.items():
        with changing(app, SYSTEM, slug) as work:
            found = [entry for number in numbers if (entry := work.entry(number)) is not None and entry.folded]
            for entry in found:
                _write_again(work, entry)
                entry.first, entry.last = shortened(entry.first, entry.last)
                entry.folded = entry.external = entry.stream_ok = entry.division = ""
            drop_notes(work, proof.names_given(work.session, work.event.uid, [entry.number for entry in found]))
            count += len(found)
    return count


def _write_again(work: EventSession, entry: Entry) -> None:
    """Keep the cards alone of lists in which the name stands: with it gone, nothing would hold the text back."""
    tells = teller(entry)
    sent = [one for row in lists.histories_of(work.session, entry.uid) for one in row.submissions]
    telling = [one for one in sent if tells(one.title) or tells(one.text)]
    for one in telling:
        write_again(one, one.reports, tells, work.known_game)
    if telling:
        work.note("entry.shortened", on=f"entry:{entry.number}", from_=entry.state, to=entry.state, entry=entry)


def shortened(first: str, last: str) -> tuple[str, str]:
    """The initials of a name; nothing at all where an initial would tell the whole name."""

    def initials(one: str, other: str) -> str:
        told = names_as_shown(one, other, "", 0, NamesShown.INITIALS)
        return told if told.endswith(".") else ""

    return (initials(first, ""), initials("", last)) if initials(first, last) else ("", "")


def _drop_superseded(app: App, before: datetime) -> int:
    """Delete lists that gave way to others; the audit says so, and still holds their leaves."""
    with app.store.read() as session:
        slugs = expired_data.events_with_superseded(session, before)
    count = 0
    for slug in slugs:
        with changing(app, SYSTEM, slug) as work:
            gone = expired_data.superseded_in(work.session, work.event.uid)
            expired_data.drop_submissions(work.session, gone)
            if gone:
                work.note("event.tidied", on="event", to=f"{len(gone)} lists")
            count += len(gone)
    return count


def _ask_unused(app: App, now: datetime) -> tuple[int, tuple[str, ...]]:
    """Ask the owners of accounts that nobody has used for long; where no mail is sent, say whose they are."""
    with app.store.write() as session:
        unused = expired_data.unused_accounts(session, _ago(now, app.settings.keeping.account))
        reached = [account for account in unused if sends_mail(app.settings) and "@" in account.mail]
        for account in reached:
            account.asked_at = now
            _ask(session, app, account, now)
        return len(reached), tuple(account.mail for account in unused if account not in reached)


def _ask(session: Session, app: App, account: Account, now: datetime) -> None:
    address = address_for(app.settings, "/sign-in")
    text = (
        f"Your account at {app.settings.address} was not used for long.\n\n"
        f"Sign in within {ANSWER.days} days to keep it: {address}\nElse it is closed, and your address is deleted.\n"
    )
    tell_account(session, app, now, account.mail, "Do you still need your account?", text)


def _close_unused(app: App, now: datetime) -> int:
    """Close the accounts whose owners were asked and did not come; one that an event depends on stays."""
    closed = 0
    with app.store.read() as session:
        found = [account.uid for account in expired_data.unanswered_accounts(session, now - ANSWER)]
    for uid in found:
        try:
            close(app, SYSTEM, uid)
        except Refused:
            continue
        closed += 1
    return closed
