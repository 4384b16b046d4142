"""What is done beside all requests: sending what waits, closing what is due, deleting what is old.

Nothing depends on it: a request that comes to an event does what is due there first, and what waits goes on waiting.
When lists close, the head of the audit goes by mail to the organizers, to a place outside the database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from deckcheck.accounts.resets import answer_asked
from deckcheck.app.clocks import GRACE, due, latest_possible, watch_clock
from deckcheck.app.context import App
from deckcheck.app.mail import MAIL, WEBHOOK, send_next
from deckcheck.app.notify import tell_by_mail
from deckcheck.app.session import EventSession, settle
from deckcheck.app.states import Act, Machine, stage_words
from deckcheck.audit.retention_periods import tidy_hourly
from deckcheck.decklist.hash_chain import signs
from deckcheck.events.opening import take_effect, visibilities
from deckcheck.lists.seal_making import is_unsealed, seal_change, seal_stage
from deckcheck.store.models import Stage, StoredSeal
from deckcheck.store.queries import accounts, entries, events, lists
from deckcheck.store.states import EventState, ListState, Role, StageState
from deckcheck.updates.affected import settle_affected
from deckcheck.updates.age_mail import mail_age
from deckcheck.updates.automatic import update_unasked
from deckcheck.updates.runs import do_next_run


def close_due(app: App) -> None:
    """Close the stages and reopened lists of running events whose time is over."""
    with app.store.read() as session:
        slugs = events.slugs_due(session, latest_possible(app) - GRACE)
    for slug in slugs:
        settle(app, slug)


def send_mail(app: App) -> bool:
    """Send the next mail, if one waits, or write the one that somebody asked for."""
    return answer_asked(app) or send_next(app, MAIL)


def send_webhooks(app: App) -> bool:
    """Send the next message to a program, if one waits."""
    return send_next(app, WEBHOOK)


def keep_house(app: App) -> bool:
    """Keep an eye on the clock, close what is due, and once an hour delete what is old and tell how old data are."""
    watch_clock(app)
    close_due(app)
    if tidy_hourly(app) is not None:
        mail_age(app)
    return False


def follow_data(app: App) -> bool:
    """Judge the lists of coming events again once cards or law have changed."""
    settle_affected(app)
    return False


def update_data(app: App) -> bool:
    """Bring cards and law up to date, where that is set and due."""
    update_unasked(app)
    return False


JOBS: Final[Mapping[str, Callable[[App], bool]]] = {
    "mail": send_mail,
    "webhooks": send_webhooks,
    "house": keep_house,
    "data": follow_data,
    "updates": do_next_run,
    "updates-unasked": update_data,
}
"""Each is done again and again, by itself, so that none waits for another; true asks for the next at once."""


def do_due(work: EventSession) -> None:
    """Close the stages and the reopened lists whose time is over; the event is locked."""
    if work.event.state != EventState.ON:
        return
    before = visibilities(work)
    for stage in work.rows.stages:
        if stage.state == StageState.TAKING and due(stage.deadline, work.now):
            close_stage(work, stage)
        elif stage.state != StageState.TAKING and stage.lists_from is None:
            _end_reopened(work, stage)
    take_effect(work, before)


def close_stage(work: EventSession, stage: Stage) -> None:
    """A stage takes no more lists: it is locked and sealed; who has a later deadline of their own keeps it."""
    done = work.step(Machine.STAGE, stage.state, Act.STAGE_CLOSED, work.facts(stage))
    people = {entry.uid: entry for entry in entries.entries_of(work.session, work.event.uid)}
    for row in lists.lists_in(work.session, stage.uid).values():
        if row.state == ListState.OPEN:
            facts = work.facts(stage, people[row.entry], stage_state=StageState.LOCKED, own_deadline=row.deadline)
            row.state = work.step(Machine.LIST, row.state, Act.STAGE_CLOSED, facts).state
    was, stage.state = stage.state, done.state
    work.note(done.audit, on=f"stage:{stage.slug}", from_=was, to=done.state)
    _end_reopened(work, stage)
    work.tell("closed", stage=stage.slug)
    mail_head(work, stage, seal_stage(work, stage, done.seal, stage.deadline or work.now))


def _end_reopened(work: EventSession, stage: Stage) -> None:
    """The time that single players were given is over."""
    changed = False
    for row, entry in lists.reopened_in(work.session, stage.uid):
        if not due(row.deadline, work.now):
            continue
        facts = work.facts(
            stage, entry, own_deadline=row.deadline, unsealed=is_unsealed(work.rows, stage, row, entry.number)
        )
        done = work.step(Machine.LIST, row.state, Act.LIST_CLOSED, facts)
        row.state = done.state
        work.note(done.audit, on=work.on_list(entry, stage), from_=ListState.REOPENED, to=done.state, entry=entry)
        changed = changed or done.seal is not None
    if changed:
        seal_change(work, stage)


def mail_head(work: EventSession, stage: Stage, seal: StoredSeal | None) -> None:
    """Tell every organizer the head of the audit and the signs of the seal, where mail is sent at all."""
    if not work.app.settings.mail.host:
        return
    event = work.event
    head = signs(event.audit_head)
    sealed = f"Seal {seal.number}: {signs(seal.hash)}\n" if seal else ""
    text = (
        f"Lists of {stage_words(stage.title)} have closed.\n\n"
        f"Audit code: {head}\n{sealed}\n"
        "Keep this mail: it can prove later that nothing before it was changed.\n"
        f'Verify it on the page Audit log, or with: deckcheck audit {event.slug} --head "{head}"\n'
    )
    subject = f"{event.name}: lists have closed; keep this audit code"
    mails = [a.mail for g, a in accounts.grants_in(work.session, event.uid) if g.role == Role.ORGANIZER]
    for mail in sorted(set(mails)):
        tell_by_mail(work.session, event, work.now, mail, subject, text)
