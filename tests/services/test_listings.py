"""What anyone sees of an event's lists: every reader in every state of publication, on both databases."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pytest

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotAllowed, ReasonNeeded, Refused
from deckcheck.publication.export_files import Order, export
from deckcheck.publication.listings import ListsPage, Query, event_page, lists_page
from deckcheck.publication.one_list import Wanted, one_list
from deckcheck.publication.proof_files import all_proofs
from deckcheck.publication.proofs import one_seal, proof_for
from deckcheck.store.models import Entry
from deckcheck.store.queries import events
from deckcheck.store.store import Busy, Store
from tests.desks import Clock
from tests.events import Made, make_event
from tests.published_events import (
    WITH_LISTS,
    a_locked_event,
    another_event,
    audit_of,
    begin,
    call_off,
    complete,
    publish,
    readers,
    reopen,
    set_event,
)

NOBODY: Final[tuple[int, ...]] = ()
ALL: Final = WITH_LISTS
Prepare = Callable[[App, Made], None]


def locked(_desk: App, _made: Made) -> None:
    """Nothing more: Swiss is locked and closed."""


def to_the_stage(desk: App, made: Made) -> None:
    publish(desk, made, "swiss", "stage")


def to_the_playoff(desk: App, made: Made) -> None:
    publish(desk, made, "playoff", "stage")
    begin(desk, made)


def to_everyone(desk: App, made: Made) -> None:
    publish(desk, made, "swiss", "all")


def closed_again(desk: App, made: Made) -> None:
    to_everyone(desk, made)
    publish(desk, made, "swiss", "closed")


def completed(desk: App, made: Made) -> None:
    complete(desk, made)


def completed_and_kept(desk: App, made: Made) -> None:
    publish(desk, made, "swiss", "closed", "closed")
    publish(desk, made, "playoff", "closed", "closed")
    complete(desk, made)


def completed_and_on_again(desk: App, made: Made) -> None:
    complete(desk, made)
    reopen(desk, made)


def called_off(desk: App, made: Made) -> None:
    publish(desk, made, "swiss", "all")
    call_off(desk, made)


STRANGERS: Final = (
    "stranger",
    "judge elsewhere",
    "player elsewhere",
    "overlay token",
    "token elsewhere",
)
"""They are all the same to the event."""
OFFICIALS: Final = ("judge", "head judge", "organizer", "judge token", "organizer token")

DIFFERENT: Final = ("stranger", "player 1", "player 3", "player 4", "scorekeeper", "judge")

# Which lists of Swiss each reader sees, in each state: officials always all, written down unless open to everyone.
SEES: Final[dict[Prepare, dict[str, tuple[int, ...]]]] = {
    locked: {"player 1": (1,), "player 4": (4,)},
    to_the_stage: {"player 1": ALL, "player 4": ALL},
    to_the_playoff: {"player 1": (1, 2), "player 4": (4,)},
    to_everyone: {
        **dict.fromkeys((*STRANGERS, "player 1", "player 4", "scorekeeper", "desk token"), ALL),
        "player 3": NOBODY,
    },
    closed_again: {"player 1": (1,), "player 4": (4,)},
    completed: dict.fromkeys((*STRANGERS, "player 1", "player 3", "player 4", "scorekeeper", "desk token"), ALL),
    completed_and_kept: {"player 1": (1,), "player 4": (4,)},
    completed_and_on_again: {"player 1": (1,), "player 4": (4,)},
    called_off: {"player 1": (1,), "player 4": (4,)},
}
OPEN_TO_ALL: Final = (to_everyone, completed)


def expected(prepare: Prepare, reader: str) -> tuple[int, ...]:
    return ALL if reader in OFFICIALS else SEES[prepare].get(reader, NOBODY)


def seen_alone(desk: App, who: Actor, slug: str, stage: str = "") -> tuple[int, ...]:
    """The entries whose lists somebody gets one by one, in the first stage in which they are open."""
    found = []
    for number in range(1, 6):
        try:
            assert one_list(desk, who, slug, Wanted(number, stage)).listed.number == number
        except (Hidden, NotAllowed):
            continue
        found.append(number)
    return tuple(found)


def page(desk: App, who: Actor, slug: str, stage: str = "swiss", **more: Any) -> ListsPage:
    return lists_page(desk, who, slug, Query(stage, **more))


def rows(desk: App, who: Actor, slug: str, stage: str = "swiss", **more: Any) -> tuple[int, ...]:
    return tuple(sorted(row.number for row in page(desk, who, slug, stage, **more).rows))


def exported(desk: App, who: Actor, slug: str, stage: str = "swiss", reason: str = "") -> tuple[int, ...]:
    try:
        file = export(desk, who, slug, Order("json", stage, reason))
    except (Hidden, NotAllowed):
        return NOBODY
    return tuple(sorted(listed["number"] for listed in json.loads(file.content)["lists"]))


def proven(desk: App, who: Actor, slug: str) -> tuple[int, ...]:
    found = []
    for number in range(1, 6):
        try:
            if "\nnone\n" not in proof_for(desk, who, slug, number, 1).list:
                found.append(number)
        except (Hidden, NotAllowed):
            continue
    return tuple(found)


@pytest.mark.parametrize("prepare", SEES, ids=lambda prepare: prepare.__name__)
def test_each_reader_sees_the_lists_that_are_open_to_them_on_every_way(
    both_desk: App, clock: Clock, prepare: Prepare
) -> None:
    made, other = a_locked_event(both_desk, clock), another_event(both_desk)
    prepare(both_desk, made)
    open_to_all = prepare in OPEN_TO_ALL
    everybody = readers(both_desk, made, other)
    # Whom `may` takes for one another it takes so on either database.
    for reader, who in everybody.items() if both_desk.store.is_sqlite else ((r, everybody[r]) for r in DIFFERENT):
        want = expected(prepare, reader)
        # What is only one's own stands on no page of all lists.
        wide = want if reader in OFFICIALS or len(want) == len(ALL) else NOBODY
        got = {
            "alone": seen_alone(both_desk, who, made.slug),
            "together": rows(both_desk, who, made.slug),
            "proven": proven(both_desk, who, made.slug),
        }
        if open_to_all or reader not in OFFICIALS:
            got["exported"] = exported(both_desk, who, made.slug)
        assert got == {
            "alone": want,
            "together": wide,
            "proven": want,
            **({"exported": wide} if "exported" in got else {}),
        }, reader
        leaves = one_seal(both_desk, who, made.slug, 1).leaves
        assert (leaves is not None) == (len(wide) == len(ALL) and (open_to_all or reader not in OFFICIALS)), reader


def test_lists_open_to_the_playoff_are_seen_by_its_players_in_it_alone(both_desk: App, clock: Clock) -> None:
    made, other = a_locked_event(both_desk, clock), another_event(both_desk)
    to_the_playoff(both_desk, made)
    found = {
        reader: rows(both_desk, who, made.slug, "playoff") for reader, who in readers(both_desk, made, other).items()
    }
    want = dict.fromkeys(found, NOBODY) | dict.fromkeys((*OFFICIALS, "player 1"), (1, 2))
    assert found == want
    assert exported(both_desk, made.as_person(0), made.slug, "playoff") == (1, 2)
    assert exported(both_desk, made.as_person(3), made.slug, "playoff") == NOBODY


def test_a_planned_event_is_there_for_its_staff_alone(both_desk: App) -> None:
    made, other = make_event(both_desk, players=4, state="planned", stage_state="ahead"), another_event(both_desk)
    staff = {*OFFICIALS, "scorekeeper", "desk token"}
    for reader, who in readers(both_desk, made, other).items():
        if reader in staff:
            assert event_page(both_desk, who, made.slug).head.state == "planned"
            continue
        for look in (event_page, lambda d, w, s: page(d, w, s), lambda d, w, s: one_seal(d, w, s, 1)):
            with pytest.raises(Hidden):
                look(both_desk, who, made.slug)


@pytest.mark.parametrize("reader", ["judge", "head judge", "organizer", "judge token", "organizer token"])
def test_what_staff_reads_of_closed_lists_is_in_the_audit_before(both_desk: App, clock: Clock, reader: str) -> None:
    made, other = a_locked_event(both_desk, clock), another_event(both_desk)
    who = readers(both_desk, made, other)[reader]
    one_list(both_desk, who, made.slug, Wanted(2))
    lists_page(both_desk, who, made.slug, Query("swiss"))
    with pytest.raises(ReasonNeeded):
        export(both_desk, who, made.slug, Order("csv", "swiss"))
    with pytest.raises(ReasonNeeded):
        all_proofs(both_desk, who, made.slug, "swiss")
    export(both_desk, who, made.slug, Order("csv", "swiss", "for the feature match"))
    proof_for(both_desk, who, made.slug, 2)
    found = [
        (row.by, row.act, row.on, row.from_, row.to, bool(row.note))
        for row in audit_of(both_desk, made, "list.read", "lists.read", "lists.exported")
    ]
    assert found == [
        (str(who), "list.read", "entry:2", "", "stage:swiss", False),
        (str(who), "lists.read", "stage:swiss", "", "3", False),
        (str(who), "lists.exported", "stage:swiss", "csv", "3", True),
        (str(who), "list.read", "entry:2", "proof", "seal:1", False),
    ]


def test_what_is_open_to_everyone_is_read_without_a_word(both_desk: App, clock: Clock) -> None:
    made, other = a_locked_event(both_desk, clock), another_event(both_desk)
    complete(both_desk, made)
    for who in readers(both_desk, made, other).values():
        one_list(both_desk, who, made.slug, Wanted(2))
        lists_page(both_desk, who, made.slug, Query("swiss", words="mountain"))
        export(both_desk, who, made.slug, Order("csv"))
        proof_for(both_desk, who, made.slug, 2)
    assert audit_of(both_desk, made, "list.read", "lists.read", "lists.exported") == []


def test_reading_leaves_the_revision_and_asking_in_vain_the_audit(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    with both_desk.store.read() as session:
        before = events.by_slug(session, made.slug)
        assert before is not None
        revision, length = before.revision, before.audit_seq
    for number in (3, 5, 99):
        with pytest.raises(Hidden):
            one_list(both_desk, made.as_account("judge"), made.slug, Wanted(number))
        with pytest.raises(Refused):
            proof_for(both_desk, made.as_account("scorekeeper"), made.slug, 99)
    one_list(both_desk, made.as_account("judge"), made.slug, Wanted(1))
    with both_desk.store.read() as session:
        after = events.by_slug(session, made.slug)
        assert after is not None
        assert (after.revision, after.audit_seq) == (revision, length + 1)


def test_an_official_who_plays_says_why(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    with both_desk.store.write() as session:
        entry = session.get(Entry, made.entries[0])
        assert entry is not None
        entry.account = made.accounts["judge"]
    judge = made.as_account("judge")
    with pytest.raises(ReasonNeeded):
        one_list(both_desk, judge, made.slug, Wanted(2))
    with pytest.raises(ReasonNeeded):
        lists_page(both_desk, judge, made.slug, Query("swiss"))
    one_list(both_desk, judge, made.slug, Wanted(2, reason="table 14 called"))
    assert [bool(row.note) for row in audit_of(both_desk, made, "list.read")] == [True]


def test_numbers_of_lists_are_told_where_they_may_be_known(both_desk: App, clock: Clock) -> None:
    made, other = a_locked_event(both_desk, clock), another_event(both_desk)
    everybody = readers(both_desk, made, other)

    def told() -> dict[str, int | None]:
        return {reader: event_page(both_desk, who, made.slug).stages[0].lists for reader, who in everybody.items()}

    closed = told()
    assert {reader for reader, count in closed.items() if count is not None} == {
        *OFFICIALS,
        "scorekeeper",
        "desk token",
    }
    to_the_stage(both_desk, made)
    assert told()["player 1"] == 3
    assert told()["player 3"] is None
    assert told()["stranger"] is None
    complete(both_desk, made)
    assert set(told().values()) == {3}


def test_a_database_that_cannot_be_written_shows_no_closed_list(
    one_desk: App, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = a_locked_event(one_desk, clock)

    def fail(_store: Store) -> None:
        raise Busy("The database could not be written; nothing was changed.")

    monkeypatch.setattr(Store, "write", fail)
    with pytest.raises(Busy):
        one_list(one_desk, made.as_account("judge"), made.slug, Wanted(2))
    assert one_list(one_desk, made.as_person(1), made.slug, Wanted(2)).own


def test_the_words_for_a_state_are_those_of_the_publication(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)

    def sentences(who: Actor) -> list[str]:
        return [stage.sentence for stage in event_page(one_desk, who, made.slug).stages]

    closed = "Lists closed at 10:00. They are shown when the event has ended."
    assert sentences(made.as_stranger)[0] == closed
    to_the_playoff(one_desk, made)
    assert sentences(made.as_stranger) == [
        closed,
        "The 2 playoff players see each other's lists. They are shown to all after the event.",
    ]
    assert sentences(made.as_person(0))[1] == (
        "You see the list of the other playoff player, before and between games only."
    )
    to_everyone(one_desk, made)
    assert sentences(made.as_person(2))[0].startswith("You have no list here")
    assert sentences(made.as_stranger)[0] == "All 3 lists of Swiss are open."
    call_off(one_desk, made)
    assert set(sentences(made.as_stranger)) == {"This event was called off. Submitted lists stay hidden."}


def test_a_page_is_shared_only_where_everybody_gets_it(one_desk: App, clock: Clock) -> None:
    made, other = a_locked_event(one_desk, clock), another_event(one_desk)
    everybody = readers(one_desk, made, other)

    def shared() -> set[str]:
        return {reader for reader, who in everybody.items() if event_page(one_desk, who, made.slug).shared}

    assert shared() == set()
    to_everyone(one_desk, made)
    assert page(one_desk, made.as_stranger, made.slug).shared
    assert not page(one_desk, made.as_person(0), made.slug).shared
    assert not page(one_desk, made.as_account("judge"), made.slug).shared
    complete(one_desk, made)
    assert shared() == set(STRANGERS)
    set_event(one_desk, made, state="cancelled")
    assert shared() == set()
