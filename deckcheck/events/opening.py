"""What was set about who sees the lists takes effect: with the close of a stage, with the event's end, or at once."""

from __future__ import annotations

from deckcheck.app.session import EventSession
from deckcheck.app.states import Act, Effective, Machine, effective
from deckcheck.lists.seal_making import is_unsealed, seal_change
from deckcheck.store.models import Stage
from deckcheck.store.queries import lists
from deckcheck.store.states import ListState

WORDS = {Effective.CLOSED: "closed", Effective.STAGE: "stage", Effective.ALL: "all"}


def effective_of(work: EventSession, stage: Stage) -> Effective:
    """Who sees the stage's lists now."""
    return effective(work.event.state, stage.state, stage.during, stage.after)


def visibilities(work: EventSession) -> dict[str, Effective]:
    """Who sees the lists of each stage now, by key; taken before an act that may change it."""
    return {stage.uid: effective_of(work, stage) for stage in work.rows.stages}


def take_effect(work: EventSession, before: dict[str, Effective]) -> None:
    """Write down what changed in who sees what, and keep from being changed whatever is now in players' sight."""
    for stage in work.rows.stages:
        now, was = effective_of(work, stage), before.get(stage.uid, Effective.CLOSED)
        if now == was:
            continue
        if now is not Effective.CLOSED:
            close_reopened(work, stage)
            stage.seen_at = stage.seen_at or work.now
        work.note(Act.PUBLICATION_EFFECTIVE, on=f"stage:{stage.slug}", from_=WORDS[was], to=WORDS[now])
        work.tell("published", stage=stage.slug, to=WORDS[now])


def close_reopened(work: EventSession, stage: Stage) -> None:
    """Close every reopened list first, so that nobody sends after seeing; what was sent meanwhile is sealed."""
    source, changed = work.rows.source(stage), False
    for row, entry in lists.reopened_in(work.session, source.uid):
        unsealed = is_unsealed(work.rows, source, row, entry.number)
        facts = work.facts(source, entry, own_deadline=row.deadline, opening=True, unsealed=unsealed)
        done = work.step(Machine.LIST, row.state, Act.LIST_CLOSED, facts)
        row.state = done.state
        work.note(done.audit, on=work.on_list(entry, source), from_=ListState.REOPENED, to=done.state, entry=entry)
        changed = changed or done.seal is not None
    if changed:
        seal_change(work, source)
