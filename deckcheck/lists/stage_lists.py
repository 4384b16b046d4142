"""What happens to the lists of a stage together with it: they open when it takes lists, and close before it is seen."""

from __future__ import annotations

from deckcheck.app.session import EventSession
from deckcheck.app.states import Act, Machine
from deckcheck.store.models import Stage
from deckcheck.store.queries import entries, lists
from deckcheck.store.states import ListState


def open_lists(work: EventSession, stage: Stage) -> None:
    """The lists that have a row already are open again, as the stage takes lists; accepted ones stay as they are."""
    work.session.flush()
    people = {entry.uid: entry for entry in entries.entries_of(work.session, work.event.uid)}
    for row in lists.lists_in(work.session, stage.uid).values():
        if row.state in {ListState.CLOSED, ListState.REOPENED}:
            facts = work.facts(stage, people[row.entry], own_deadline=row.deadline)
            row.state = work.step(Machine.LIST, row.state, Act.STAGE_REOPENED, facts).state
