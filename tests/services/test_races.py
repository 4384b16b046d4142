"""Acts of two people at the same moment, on both databases: nothing is lost, each gets one answer, the chain verifies.

Of each race both orders are right, and each leads to its own end: what is kept must fit what both were told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest

from deckcheck.accounts.recognition import follow_link, who_is
from deckcheck.accounts.roles import end_role
from deckcheck.accounts.sign_ins import Browser, SignedIn
from deckcheck.accounts.tokens import make_token, revoke_token
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, Replaced
from deckcheck.app.session import changing, settle
from deckcheck.audit.integrity import check_event
from deckcheck.events import event_states
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.receipts import Receipt
from deckcheck.lists.submit import correct, enter_late, send_list
from deckcheck.publication.visibility_changes import set_publication
from deckcheck.roster.entry_links import end_links, new_link
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.roster.merge import MergeEntries, merge_entries
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, edit_entry
from deckcheck.store.models import AuditEntry, DeckList, Entry, Submission
from deckcheck.store.queries import entries, events, proof
from deckcheck.store.states import After, During, EntryState
from tests.at_once import all_at_once
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.published_events import complete
from tests.registrations import LEGAL, MS, OTHER, accept, an_order, list_row, send

ROUNDS: Final = 3
"""So often each race is run, each time in an event of its own."""
WHY: Final = {"reason": "the deck check of the final", "section": "IPG 3.4", "stage": "swiss"}


@pytest.fixture(params=range(ROUNDS))
def slug(request: pytest.FixtureRequest) -> str:
    """The address of this round's event."""
    return f"round-{request.param}"


def chain(desk: App, made: Made) -> list[AuditEntry]:
    """Every act of the event, which holds."""
    with desk.store.read() as session:
        event = events.by_slug(session, made.slug)
        assert event is not None
        found = check_event(session, event)
        assert found.holds, found.faults
        return proof.audit_of(session, made.uid)


def acts(desk: App, made: Made, *names: str) -> list[AuditEntry]:
    """The acts of some names, in order."""
    return [row for row in chain(desk, made) if row.act in names]


def entry_row(desk: App, made: Made, place: int) -> Entry:
    with desk.store.read() as session:
        row = session.get(Entry, made.entries[place])
        assert row is not None
        return row


def sent_of(desk: App, made: Made, place: int) -> list[Submission]:
    """Every list that is kept of a player, the first one first."""
    with desk.store.read() as session:
        rows = session.query(DeckList).filter_by(entry=made.entries[place])
        keys = [row.uid for row in rows]
        return session.query(Submission).filter(Submission.list.in_(keys)).order_by(Submission.number).all()


def one_refused(told: list[Any]) -> tuple[int, Refused]:
    """The place and the refusal of the one that came second."""
    refused = [(place, one) for place, one in enumerate(told) if isinstance(one, Refused)]
    assert len(refused) == 1, told
    return refused[0]


# People.


def rename(desk: App, made: Made, role: str, first: str, version: int | None = None) -> Callable[[], Any]:
    order = EditEntry(made.as_account(role), made.slug, 1, Given(first=first), version)
    return lambda: edit_entry(order, desk)


def test_of_two_who_rename_one_entry_the_second_is_told_of_the_first(both_desk: App, slug: str) -> None:
    made = make_event(both_desk, slug=slug)
    seen = entry_row(both_desk, made, 0).version
    told = all_at_once(
        rename(both_desk, made, "scorekeeper", "Adaeze", seen), rename(both_desk, made, "organizer", "Adah", seen)
    )
    place, refused = one_refused(told)
    assert refused.code == "changed"
    assert told[1 - place].first == ("Adaeze", "Adah")[1 - place]
    assert len(acts(both_desk, made, "entry.changed")) == 1


def test_of_two_who_rename_one_entry_unseen_both_are_on_record(both_desk: App, slug: str) -> None:
    made = make_event(both_desk, slug=slug)
    told = all_at_once(rename(both_desk, made, "scorekeeper", "Adaeze"), rename(both_desk, made, "organizer", "Adah"))
    assert not [one for one in told if isinstance(one, Refused)]
    by = [row.by for row in acts(both_desk, made, "entry.changed")]
    last = {str(made.as_account("scorekeeper")): "Adaeze", str(made.as_account("organizer")): "Adah"}[by[-1]]
    with both_desk.store.read() as session:
        row = entries.entry(session, made.uid, 1)
        assert row is not None
        assert row.first == last
    assert len(by) == 2


def test_two_who_add_a_like_name_get_two_numbers_and_the_second_is_asked(both_desk: App, slug: str) -> None:
    made = make_event(both_desk, slug=slug)
    orders = [
        AddEntry(made.as_account(role), made.slug, Given(last="Keita", first="Awa"))
        for role in ("scorekeeper", "organizer")
    ]
    told = all_at_once(*(lambda order=order: add_entry(order, both_desk) for order in orders))
    _, refused = one_refused(told)
    assert refused.code == "like-name"
    assert [row.on for row in acts(both_desk, made, "entry.added")][-1] == "entry:4"


def test_a_list_that_is_sent_while_its_entry_is_merged_is_kept_or_refused_not_lost(both_desk: App, slug: str) -> None:
    made = make_event(both_desk, slug=slug)
    send(made, both_desk, who=made.as_person(0), number=1)
    order = MergeEntries(made.as_account("organizer"), made.slug, 2, 1, keep=1, confirmed=True)
    told = all_at_once(
        lambda: send(made, both_desk, OTHER, who=made.as_person(1), number=2),
        lambda: merge_entries(order, both_desk),
    )
    sent, merged = told
    assert not isinstance(merged, Refused)
    assert entry_row(both_desk, made, 1).merged_into == made.entries[0]
    kept = sent_of(both_desk, made, 1)
    assert [one.uid for one in kept] == ([sent.uid] if isinstance(sent, Receipt) else [])
    assert len(sent_of(both_desk, made, 0)) == 1
    assert len(acts(both_desk, made, "list.sent")) == 1 + len(kept)


def test_of_two_merges_that_cross_one_goes_through(both_desk: App, slug: str) -> None:
    made = make_event(both_desk, slug=slug)
    orders = [MergeEntries(made.as_account("organizer"), made.slug, 1, 2, keep=keep, confirmed=True) for keep in (1, 2)]
    told = all_at_once(*(lambda order=order: merge_entries(order, both_desk) for order in orders))
    place, _ = one_refused(told)
    states = [entry_row(both_desk, made, number).state for number in (0, 1)]
    assert states == (["merged", "on"] if place == 0 else ["on", "merged"])
    assert len(acts(both_desk, made, "entry.merged")) == 1


def test_a_list_of_somebody_who_is_dropped_at_that_moment_is_kept_or_refused(both_desk: App, slug: str) -> None:
    made = make_event(both_desk, slug=slug)
    order = MoveEntry(made.as_account("scorekeeper"), made.slug, 1, EntryState.WITHDRAWN)
    sent, moved = all_at_once(lambda: send(made, both_desk), lambda: move_entry(order, both_desk))
    assert not isinstance(moved, Refused)
    kept = [one.uid for one in sent_of(both_desk, made, 0)]
    assert kept == ([sent.uid] if isinstance(sent, Receipt) else [])
    assert [row.act for row in acts(both_desk, made, "list.sent", "entry.withdrawn")][-1] == "entry.withdrawn"


# Ways in.


def test_a_link_that_is_followed_while_it_is_replaced_lets_nobody_stay_in(both_desk: App, slug: str) -> None:
    made = make_event(both_desk, slug=slug)
    old = made.links[0]
    came, issued = all_at_once(
        lambda: follow_link(both_desk, old, STRANGER, Browser()),
        lambda: new_link(made.as_account("scorekeeper"), made.slug, 1, both_desk),
    )
    assert not isinstance(issued, Refused)
    if isinstance(came, SignedIn):
        assert who_is(both_desk, cookie=came.secret).kind == "stranger"
    else:
        assert isinstance(came, Replaced | Refused)
    with pytest.raises(Refused):
        follow_link(both_desk, old, STRANGER, Browser())
    assert isinstance(follow_link(both_desk, issued.secret, STRANGER, Browser()), SignedIn)
    assert len(acts(both_desk, made, "link.issued")) == 1


def test_a_link_that_is_followed_while_it_is_taken_back_lets_nobody_stay_in(both_desk: App, slug: str) -> None:
    made = make_event(both_desk, slug=slug)
    came, _ = all_at_once(
        lambda: follow_link(both_desk, made.links[0], STRANGER, Browser()),
        lambda: end_links(made.as_account("scorekeeper"), made.slug, 1, both_desk),
    )
    if isinstance(came, SignedIn):
        assert who_is(both_desk, cookie=came.secret).kind == "stranger"
    assert len(acts(both_desk, made, "link.revoked")) == 1


def test_an_act_of_a_role_that_ends_at_that_moment_comes_before_the_end_or_is_refused(
    both_desk: App, slug: str
) -> None:
    made = make_event(both_desk, slug=slug)
    seen = send(made, both_desk).uid
    order = LockList(made.as_account("judge"), made.slug, 1, LockAct.ACCEPT, seen=seen)
    accepted, ended = all_at_once(
        lambda: change_lock(order, both_desk),
        lambda: end_role(both_desk, made.as_account("organizer"), made.slug, made.accounts["judge"]),
    )
    assert not isinstance(ended, Refused)
    told = [row.act for row in acts(both_desk, made, "list.accepted", "role.ended")]
    assert told == (["role.ended"] if isinstance(accepted, Refused) else ["list.accepted", "role.ended"])
    assert list_row(both_desk, made).state == ("open" if isinstance(accepted, Refused) else "accepted")


def a_program(desk: App, made: Made) -> tuple[Actor, str]:
    """A program with the role of a judge, as its token lets it in, and the token's key."""
    with changing(desk, made.as_account("organizer"), made.slug) as work:
        token = make_token(work, "judge", "Bot")
    return who_is(desk, bearer=token.secret), token.uid


def end_token(desk: App, made: Made, uid: str) -> None:
    with changing(desk, made.as_account("organizer"), made.slug) as work:
        revoke_token(work, uid)


def test_an_act_by_a_token_that_is_ended_at_that_moment_comes_before_the_end_or_is_refused(
    both_desk: App, slug: str
) -> None:
    made = make_event(both_desk, slug=slug)
    seen = send(made, both_desk).uid
    program, uid = a_program(both_desk, made)
    order = LockList(program, made.slug, 1, LockAct.ACCEPT, seen=seen)
    accepted, _ = all_at_once(lambda: change_lock(order, both_desk), lambda: end_token(both_desk, made, uid))
    told = [row.act for row in acts(both_desk, made, "list.accepted", "token.revoked")]
    assert told == (["token.revoked"] if isinstance(accepted, Refused) else ["list.accepted", "token.revoked"])


def test_a_program_that_was_let_in_before_its_token_ended_does_nothing_after_it(both_desk: App) -> None:
    made = make_event(both_desk)
    seen = send(made, both_desk).uid
    program, uid = a_program(both_desk, made)
    end_token(both_desk, made, uid)
    with pytest.raises(Refused):
        change_lock(LockList(program, made.slug, 1, LockAct.ACCEPT, seen=seen), both_desk)
    assert list_row(both_desk, made).state == "open"


# Lists.


def test_a_list_that_arrives_as_the_deadline_passes_is_sealed_or_refused(
    both_desk: App, clock: Clock, slug: str
) -> None:
    made = make_event(both_desk, slug=slug)
    order = an_order(made, both_desk, LEGAL, arrived=DEADLINE - MS)
    clock.set(DEADLINE + timedelta(seconds=15))
    judge = made.as_account("judge")
    late = an_order(made, both_desk, OTHER, who=judge, number=2, reason="the bus broke down")
    sent, entered = all_at_once(lambda: send_list(order, both_desk), lambda: enter_late(late, both_desk))
    assert isinstance(entered, Receipt)
    assert isinstance(sent, Refused)
    assert sent.code == "deadline-passed"
    assert [one.origin for one in sent_of(both_desk, made, 1)] == ["late"]
    assert [row.act for row in acts(both_desk, made, "stage.closed", "list.entered_late")] == [
        "stage.closed",
        "list.entered_late",
    ]


def test_lists_in_time_that_wait_for_the_lock_are_all_in_the_seal_of_the_close(
    both_desk: App, clock: Clock, slug: str
) -> None:
    made = make_event(both_desk, slug=slug, players=6)
    orders = [
        an_order(made, both_desk, LEGAL, who=made.as_person(n), number=n + 1, arrived=DEADLINE - MS) for n in range(6)
    ]
    clock.set(DEADLINE + timedelta(seconds=9))
    told = all_at_once(*(lambda order=order: send_list(order, both_desk) for order in orders))
    assert all(isinstance(one, Receipt) for one in told)
    clock.set(DEADLINE + timedelta(seconds=15))
    closes = all_at_once(*[lambda: chain_after_close(both_desk, made)] * 4)
    assert closes == [1] * 4
    with both_desk.store.read() as session:
        seal = proof.last_seal(session, made.uid)
        assert seal is not None
        assert {source["submission"] for source in seal.sources} == {one.uid for one in told}


def chain_after_close(desk: App, made: Made) -> int:
    """How many closes there are, seen by somebody who comes after the deadline."""
    settle(desk, made.slug)
    return len(acts(desk, made, "stage.closed"))


def ended(desk: App, clock: Clock, slug: str) -> Made:
    """An event of two lists that was completed."""
    made = make_event(desk, slug=slug, after="closed")
    for place in (0, 1):
        send(made, desk, who=made.as_person(place), number=place + 1)
    accept(made, desk)
    clock.set(DEADLINE + timedelta(minutes=5))
    complete(desk, made)
    clock.pass_(hours=1)
    return made


def corrections(desk: App, made: Made, **more: Any) -> list[Callable[[], Any]]:
    """Two corrections of the list that both officials saw."""
    order = an_order(made, desk, OTHER, who=made.as_account("head-judge"), **WHY, **more)
    other = replace(order, who=made.as_account("organizer"), text=LEGAL + "\n// again", key="")
    return [lambda: correct(order, desk), lambda: correct(other, desk)]


def test_of_two_corrections_after_the_end_the_second_is_told_of_the_first(
    both_desk: App, clock: Clock, slug: str
) -> None:
    made = ended(both_desk, clock, slug)
    seen = list_row(both_desk, made).current
    told = all_at_once(*corrections(both_desk, made, seen=seen))
    place, refused = one_refused(told)
    assert isinstance(refused, Changed)
    assert refused.theirs.seen == told[1 - place].uid
    assert list_row(both_desk, made).accepted == told[1 - place].uid
    assert len(acts(both_desk, made, "list.corrected")) == 1


def test_of_two_corrections_unseen_both_are_kept_and_sealed_in_their_order(
    both_desk: App, clock: Clock, slug: str
) -> None:
    made = ended(both_desk, clock, slug)
    told = all_at_once(*corrections(both_desk, made))
    assert all(isinstance(one, Receipt) for one in told)
    kept = sent_of(both_desk, made, 0)
    assert {one.uid for one in kept[1:]} == {one.uid for one in told}
    with both_desk.store.read() as session:
        seals = proof.seals_of(session, made.uid)
        assert [seal.kind for seal in seals][-2:] == ["change", "change"]
        assert [seal.sources[0]["submission"] for seal in seals][-2:] == [one.uid for one in kept[1:]]
    assert len(acts(both_desk, made, "list.corrected")) == 2


def test_a_correction_as_the_event_is_opened_again_is_kept_whichever_comes_first(
    both_desk: App, clock: Clock, slug: str
) -> None:
    made = ended(both_desk, clock, slug)
    order = an_order(made, both_desk, OTHER, who=made.as_account("organizer"), **WHY)
    corrected, opened = all_at_once(
        lambda: correct(order, both_desk),
        lambda: event_states.become(
            both_desk, made.as_account("organizer"), made.slug, "on", reason="a round was missing", confirmed=True
        ),
    )
    assert not isinstance(opened, Refused)
    told = [row.act for row in acts(both_desk, made, "list.corrected", "event.reopened")]
    # While the event runs, correcting is the judges', not the organizer's.
    assert told == (["event.reopened"] if isinstance(corrected, Refused) else ["list.corrected", "event.reopened"])


def test_a_correction_as_its_lists_are_opened_is_in_what_is_open(both_desk: App, clock: Clock, slug: str) -> None:
    made = ended(both_desk, clock, slug)
    order = an_order(made, both_desk, OTHER, who=made.as_account("head-judge"), **WHY)
    corrected, opened = all_at_once(
        lambda: correct(order, both_desk),
        lambda: set_publication(
            both_desk,
            made.as_account("organizer"),
            made.slug,
            {"swiss": (During.ALL, After.ALL)},
            confirmed=True,
        ),
    )
    assert isinstance(corrected, Receipt)
    assert not isinstance(opened, Refused)
    assert list_row(both_desk, made).accepted == corrected.uid
    assert {row.act for row in acts(both_desk, made, "list.corrected", "publication.set")} == {
        "list.corrected",
        "publication.set",
    }
