"""An event on its way from closed lists to open ones, by the services that bring it there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.session import changing, settle
from deckcheck.events import event_states, stage_states
from deckcheck.events.stage_states import Order
from deckcheck.lists.submit import correct, enter_late
from deckcheck.publication.visibility_changes import set_publication
from deckcheck.store.models import AuditEntry, Entry, Event, Pairing, Stage, Standing
from deckcheck.store.queries import proof
from deckcheck.store.states import After, During, EntryState
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.registrations import ILLEGAL, LEGAL, OTHER, accept, an_order, send
from tests.remembered import remembered

CLOSED: Final = DEADLINE + timedelta(seconds=15)
"""From here on the lists of the first stage are locked and sealed."""
WITH_LISTS: Final = (1, 2, 4)
"""Of four players the third sent none."""
TITLED: Final = "About\nName Izzet Prowess\n\nDeck\n" + LEGAL


@remembered
def a_locked_event(desk: App, clock: Clock, /, *, texts: dict[int, str] | None = None, **more: Any) -> Made:
    """Four players: 1 (accepted), 2 and 4 have lists. Swiss is locked, the playoff of 1 and 2 plays the same."""
    known: dict[str, Any] = {"players": 4, "playoff": True}
    made = make_event(desk, **(known | more))
    sent = texts if texts is not None else {1: LEGAL, 2: OTHER, 4: ILLEGAL}
    for number, text in sent.items():
        send(made, desk, text, who=made.as_person(number - 1), number=number)
    if 1 in sent:
        accept(made, desk)
    inherit(desk, made)
    clock.set(CLOSED)
    settle(desk, made.slug)
    return made


def inherit(desk: App, made: Made) -> None:
    """The playoff is played with the lists of Swiss."""
    if "playoff" not in made.stages:
        return
    with desk.store.write() as session:
        playoff = session.get(Stage, made.stages["playoff"])
        assert playoff is not None
        playoff.lists_from = made.stages["swiss"]


def begin(desk: App, made: Made, stage: str = "playoff") -> None:
    """Play begins in a stage."""
    stage_states.become(desk, made.as_account("organizer"), made.slug, stage, "begun", Order(confirmed=True))


def publish(desk: App, made: Made, stage: str, during: str, after: str = "all") -> None:
    """The organizer sets who sees the lists of a stage."""
    planned = {stage: (During(during), After(after))}
    set_publication(desk, made.as_account("organizer"), made.slug, planned, confirmed=True)


def complete(desk: App, made: Made) -> None:
    """The organizer ends the event."""
    event_states.become(desk, made.as_account("organizer"), made.slug, "completed", confirmed=True)


def reopen(desk: App, made: Made) -> None:
    """The organizer opens the event that was completed again."""
    event_states.become(
        desk, made.as_account("organizer"), made.slug, "on", reason="a round was missing", confirmed=True
    )


def call_off(desk: App, made: Made) -> None:
    """The organizer calls the event off."""
    event_states.become(desk, made.as_account("organizer"), made.slug, "cancelled", reason="no power", confirmed=True)


def late(desk: App, made: Made, number: int = 3, text: str = LEGAL) -> None:
    """The scorekeeper enters a list after the deadline."""
    enter_late(an_order(made, desk, text, who=made.as_account("judge"), number=number, reason="bus broke down"), desk)


def corrected(desk: App, made: Made, number: int = 2, text: str = LEGAL) -> None:
    """A judge corrects a list for its player."""
    order = an_order(made, desk, text, who=made.as_account("judge"), number=number, reason="misread", section="IPG 3.4")
    correct(order, desk)


def set_event(desk: App, made: Made, **values: Any) -> None:
    """Change columns of the event, beside all services."""
    with desk.store.write() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        for name, value in values.items():
            setattr(event, name, value)


def set_person(desk: App, made: Made, number: int, **values: Any) -> None:
    """Change columns of a player, beside all services."""
    with desk.store.write() as session:
        entry = session.get(Entry, made.entries[number - 1])
        assert entry is not None
        for name, value in values.items():
            setattr(entry, name, value)


def set_entry_state(desk: App, made: Made, number: int, state: str) -> None:
    """Bring an entry into a state, beside all services."""
    with changing(desk, made.as_account("head-judge"), made.slug) as work:
        entry = work.entry(number)
        assert entry is not None
        entry.state = EntryState(state)


def stand(desk: App, made: Made, ranks: dict[int, int], round: int = 3) -> None:
    """Standings after a round, as an import leaves them: numbers by rank."""
    with desk.store.write() as session:
        session.add_all(
            Standing(
                event=made.uid,
                round=round,
                entry=made.entries[number - 1],
                rank=rank,
                points=12 - rank,
                facts={"record": f"{4 - rank}-{rank}-0"},
            )
            for number, rank in ranks.items()
        )


def pair(desk: App, made: Made, tables: list[tuple[list[int], list[int]]], round: int = 3) -> None:
    """The tables of a round: who sits there, and games won by each and drawn."""
    with desk.store.write() as session:
        session.add_all(
            Pairing(event=made.uid, round=round, place=str(place), entries=entries, result=result)
            for place, (entries, result) in enumerate(tables, 1)
        )


def audit_of(desk: App, made: Made, *acts: str) -> list[AuditEntry]:
    """What the audit has of some acts."""
    with desk.store.read() as session:
        return [row for row in proof.audit_of(session, made.uid) if row.act in acts]


def another_event(desk: App) -> Made:
    """Another event on the same desk, for those who are somebody there."""
    return make_event(desk, slug="southern-open", name="Southern Open", join_code="FOX-1234")


def readers(desk: App, made: Made, other: Made) -> dict[str, Actor]:
    """Everybody who may come to the pages of an event."""
    return {
        "stranger": made.as_stranger,
        "player 1": made.as_person(0),
        "player 3": made.as_person(2),
        "player 4": made.as_person(3),
        "scorekeeper": made.as_account("scorekeeper"),
        "judge": made.as_account("judge"),
        "head judge": made.as_account("head-judge"),
        "organizer": made.as_account("organizer"),
        "judge elsewhere": other.as_account("judge"),
        "player elsewhere": other.as_person(0),
        "desk token": made.as_token("desk"),
        "judge token": made.as_token("judge"),
        "organizer token": made.as_token("organizer"),
        "overlay token": made.as_token("overlay"),
        "token elsewhere": other.as_token("organizer"),
    }
