"""What time brings about, done by whoever comes first: deadlines pass, and lifted ones run out."""

from __future__ import annotations

from deckcheck.app.clocks import due
from deckcheck.app.session import EventSession
from deckcheck.app.states import Act, Machine
from deckcheck.audit.anchors import mail_head
from deckcheck.events.opening import take_effect, visibilities
from deckcheck.lists.seal_making import is_unsealed, seal_change, seal_stage
from deckcheck.store.models import Stage
from deckcheck.store.queries import entries, lists
from deckcheck.store.states import EventState, ListState, StageState


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
