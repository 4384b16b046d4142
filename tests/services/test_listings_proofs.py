"""Seals and proofs as they are published: what they show, to whom, and what they still hide."""

from __future__ import annotations

import json

import pytest

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotAllowed, ReasonNeeded
from deckcheck.lists.proof_check import verify_proof
from deckcheck.lists.seals import read_evidence
from deckcheck.publication.listings import Query, lists_page
from deckcheck.publication.one_list import Wanted, one_list
from deckcheck.publication.proof_files import all_proofs, list_json, proof_file
from deckcheck.publication.proofs import one_seal, proof_for, seals_page
from deckcheck.publication.verification import Question, verify
from deckcheck.store.models import StoredSeal, Submission
from deckcheck.verdict.canonical import read_canonical
from tests.desks import Clock
from tests.events import Made, make_event
from tests.published_events import a_locked_event, audit_of, begin, complete, corrected, late, publish, set_entry_state


def matched(desk: App, made: Made, who: Actor | None = None) -> str:
    found = lists_page(desk, who or made.as_stranger, made.slug, Query("swiss")).matched
    assert found is not None
    return found.sentence


def test_what_is_published_is_what_was_sealed_and_says_what_came_later(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    assert matched(both_desk, made, made.as_account("judge")) == ("3 of 3 lists match what was sealed at the deadline.")
    clock.pass_(minutes=2)
    late(both_desk, made)
    complete(both_desk, made)
    told = "3 of 4 lists match what was sealed at the deadline."
    assert matched(both_desk, made) == f"{told} 1 came in or was corrected later: its proof names a later seal."


def test_lists_and_seals_that_were_tampered_with_do_not_match(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    complete(both_desk, made)
    with both_desk.store.write() as session:
        sent = session.query(Submission).order_by(Submission.uid).first()
        assert sent is not None
        sent.canonical = sent.canonical.replace("main\t4\t", "main\t3\t", 1)
    assert matched(both_desk, made).startswith("2 of 3 lists match")
    with both_desk.store.write() as session:
        seal = session.query(StoredSeal).filter_by(number=1).one()
        seal.leaves = [*seal.leaves[:-1], "0" * 64]
    assert matched(both_desk, made).startswith("The seal of the deadline is broken")


def test_before_the_deadline_there_is_nothing_to_match(one_desk: App) -> None:
    made = make_event(one_desk)
    assert lists_page(one_desk, made.as_account("judge"), made.slug, Query("swiss")).matched is None
    assert seals_page(one_desk, made.as_stranger, made.slug).seals == ()
    with pytest.raises(Hidden):
        one_seal(one_desk, made.as_stranger, made.slug, 1)


def test_statements_are_there_at_once_and_leaves_when_all_is_open(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    begin(both_desk, made)
    publish(both_desk, made, "playoff", "stage")

    def leaves(who: Actor) -> list[bool]:
        return [seal.leaves is not None for seal in seals_page(both_desk, who, made.slug).seals]

    statements = [seal.statement for seal in seals_page(both_desk, made.as_stranger, made.slug).seals]
    assert [s.split("\n")[2:5] for s in statements] == [
        ["seal 1", "kind deadline", "stage swiss"],
        ["seal 2", "kind stage", "stage playoff"],
    ]
    assert leaves(made.as_stranger) == leaves(made.as_person(3)) == leaves(made.as_account("judge")) == [False, False]
    assert leaves(made.as_person(0)) == [False, True]
    complete(both_desk, made)
    assert leaves(made.as_stranger) == [True, True, True]


def test_a_player_proves_their_own_list_at_once(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    proof = proof_for(both_desk, made.as_person(1), made.slug, 2)
    found = verify_proof(proof)
    assert (found.holds, found.proof.number) == (True, 2)
    assert read_canonical(proof.list).rows
    none = proof_for(both_desk, made.as_person(2), made.slug, 3, 1)
    assert read_canonical(none.list).none
    assert verify_proof(none).holds
    with pytest.raises(Hidden):
        proof_for(both_desk, made.as_person(2), made.slug, 3)
    with pytest.raises(Hidden):
        proof_for(both_desk, made.as_person(0), made.slug, 2, 1)
    assert audit_of(both_desk, made, "list.read") == []


def test_the_proof_of_a_list_that_gave_way_is_its_players_and_with_a_reason_staffs(
    both_desk: App, clock: Clock
) -> None:
    made = a_locked_event(both_desk, clock)
    corrected(both_desk, made, 2)
    complete(both_desk, made)
    stranger, judge = made.as_stranger, made.as_account("judge")
    new = proof_for(both_desk, stranger, made.slug, 2)
    assert "seal 3\n" in new.statement
    with pytest.raises(Hidden):
        proof_for(both_desk, stranger, made.slug, 2, 1)
    with pytest.raises(ReasonNeeded):
        proof_for(both_desk, judge, made.slug, 2, 1)
    with pytest.raises(NotAllowed):
        proof_for(both_desk, made.as_account("scorekeeper"), made.slug, 2, 1)
    old = proof_for(both_desk, made.as_person(1), made.slug, 2, 1)
    assert old.list != new.list
    assert proof_for(both_desk, judge, made.slug, 2, 1, "a dispute").list == old.list
    assert [bool(row.note) for row in audit_of(both_desk, made, "list.read")] == [True]
    shown = one_list(both_desk, stranger, made.slug, Wanted(2))
    assert [one.seal.number for one in shown.proofs] == [2, 3]
    told = json.dumps(list_json(shown)) + json.dumps(all_proofs(both_desk, stranger, made.slug).value)
    with both_desk.store.read() as session:
        sealed = session.query(StoredSeal).filter_by(number=1).one()
        source = session.get(Submission, sealed.sources[1]["submission"])
        assert source is not None
        for secret in (source.salt, source.sha256, source.canonical):
            assert secret not in told


def test_everything_that_is_published_verifies_in_one_piece(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    begin(both_desk, made)
    late(both_desk, made)
    complete(both_desk, made)
    shown = one_list(both_desk, made.as_stranger, made.slug, Wanted(3))
    for value in (list_json(shown), proof_file(shown), all_proofs(both_desk, made.as_stranger, made.slug).value):
        answer = verify(Question(read_evidence(json.dumps(value))), both_desk)
        assert answer.holds, answer.text
    numbers = {one["number"] for one in all_proofs(both_desk, made.as_stranger, made.slug, "playoff").value["lists"]}
    assert numbers == {1, 2}


def test_a_list_of_the_playoff_is_proved_by_the_seal_of_the_deadline_too(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    begin(both_desk, made)
    publish(both_desk, made, "playoff", "stage")
    player = made.as_person(0)
    shown = one_list(both_desk, player, made.slug, Wanted(2))
    assert (shown.stage.slug, [one.seal.number for one in shown.proofs]) == ("playoff", [1, 2])
    found = all_proofs(both_desk, player, made.slug, "playoff").value
    assert [len(one["proofs"]) for one in found["lists"]] == [2, 2]
    assert verify_proof(proof_for(both_desk, player, made.slug, 2, 1)).holds
    publish(both_desk, made, "playoff", "closed")
    publish(both_desk, made, "swiss", "all")
    assert [one.seal.number for one in one_list(both_desk, made.as_stranger, made.slug, Wanted(2)).proofs] == [1]
    with pytest.raises(Hidden):
        proof_for(both_desk, made.as_stranger, made.slug, 2, 2)


def test_leaves_of_those_who_withdrew_stay_leaves(both_desk: App, clock: Clock) -> None:
    made = a_locked_event(both_desk, clock)
    set_entry_state(both_desk, made, 4, "withdrawn")
    complete(both_desk, made)
    value = all_proofs(both_desk, made.as_stranger, made.slug).value
    assert [one["number"] for one in value["lists"]] == [1, 2]
    assert [len(seal["leaves"]) for seal in value["seals"]] == [4, 4]
    with pytest.raises(Hidden):
        proof_for(both_desk, made.as_stranger, made.slug, 4, 1)


@pytest.mark.parametrize("number", [0, -1, 7, 2**40])
def test_no_number_but_an_entrys_own_is_anything(one_desk: App, clock: Clock, number: int) -> None:
    made = a_locked_event(one_desk, clock)
    complete(one_desk, made)
    for who in (made.as_stranger, made.as_account("judge")):
        for look in (
            lambda w: one_list(one_desk, w, made.slug, Wanted(number)),
            lambda w: proof_for(one_desk, w, made.slug, number, 1),
            lambda w: proof_for(one_desk, w, made.slug, 1, number),
            lambda w: one_seal(one_desk, w, made.slug, number),
        ):
            with pytest.raises(Hidden):
                look(who)
