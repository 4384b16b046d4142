"""The audit chain: the published vectors, and that no entry can be changed, taken, swapped or put in unseen."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.app.timestamps import moment_in_words, moment_text, read_moment
from deckcheck.decklist.hash_chain import (
    FIRST,
    AuditEntry,
    ChainCheck,
    entry_bytes,
    entry_hash,
    entry_json,
    note_hash,
    signs,
    verify_chain,
)
from tests.core.sealing import EVENT, SALTS, VECTORS

ACTS = ("event.opened", "list.sent", "list.entered_late", "stage.closed", "check.begun")


def entry_of(value: dict[str, Any]) -> AuditEntry:
    """An entry out of its JSON."""
    return AuditEntry(**{"from_" if key == "from" else key: found for key, found in value.items()})


def made(length: int) -> list[AuditEntry]:
    """A sound chain."""
    chain: list[AuditEntry] = []
    for seq in range(1, length + 1):
        at = moment_text(datetime(2026, 6, 13, 7, 58, tzinfo=UTC) + timedelta(seconds=seq))
        note = note_hash(SALTS[4], f"reason {seq}") if seq % 3 == 0 else ""
        previous = entry_hash(chain[-1]) if chain else FIRST
        act = ACTS[seq % len(ACTS)]
        chain.append(AuditEntry(1, EVENT, seq, at, "account:5f0c", act, f"entry:{seq}", "", "open", note, previous))
    return chain


def whole(entries: list[AuditEntry], head: str) -> bool:
    """Whether the chain ends in the head that is kept beside it, as an event keeps it."""
    found = verify_chain(entries, head)
    return found.ok and found.head_found_at == found.length and found.last == head


def test_the_first_entry_is_hashed_as_published() -> None:
    vector = VECTORS["audit"][0]
    entry = entry_of(json.loads(vector["bytes"]))
    assert entry_bytes(entry).decode() == vector["bytes"]
    assert entry_hash(entry) == vector["hash"]


def test_the_second_entry_and_its_note_are_hashed_as_published() -> None:
    vector = VECTORS["audit"][1]
    entry = entry_of(vector["entry"])
    assert entry_hash(entry) == vector["hash"]
    assert note_hash(SALTS[vector["note_salt"]], vector["note_text"]) == entry.note
    assert verify_chain([entry_of(json.loads(VECTORS["audit"][0]["bytes"])), entry], vector["hash"]).ok


def test_letters_are_hashed_as_they_are_and_no_sign_is_written_in_two_ways() -> None:
    entry = replace(made(1)[0], to='Zofia Dąbrowska "Zo" \u2028 \n 🂡')
    assert 'Zofia Dąbrowska \\"Zo\\" \u2028 \\n 🂡'.encode() in entry_bytes(entry)
    assert json.loads(entry_bytes(entry)) == entry_json(entry)


def test_a_note_says_nothing_without_its_salt() -> None:
    assert note_hash(SALTS[0], "bus broke down") != note_hash(SALTS[1], "bus broke down")


@pytest.mark.parametrize("length", [0, 1, 2, 50])
def test_a_sound_chain_is_whole(length: int) -> None:
    chain = made(length)
    head = entry_hash(chain[-1]) if chain else FIRST
    assert verify_chain(chain) == ChainCheck(True, None, "", None, length, head)
    assert whole(chain, head)


@pytest.mark.parametrize("place", [1, 7, 20])
def test_an_anchor_is_found_where_it_lies(place: int) -> None:
    chain = made(20)
    printed = signs(entry_hash(chain[place - 1]))
    assert verify_chain(chain, printed).head_found_at == place


@pytest.mark.parametrize("head", ["0123 4567 89AB", "no hash", entry_hash(made(20)[3])[:11]])
def test_an_anchor_that_lies_nowhere_is_told(head: str) -> None:
    found = verify_chain(made(20), head)
    assert (found.ok, found.broken_at, found.head_found_at) == (False, None, None)
    assert found.reason.endswith(".")


def test_a_chain_that_was_cut_after_an_anchor_was_noted_no_longer_holds_it() -> None:
    chain = made(20)
    assert not verify_chain(chain[:-1], entry_hash(chain[-1])).ok


def test_where_it_breaks_is_told() -> None:
    chain = made(20)
    chain[6] = replace(chain[6], to="closed")
    found = verify_chain(chain)
    assert (found.ok, found.broken_at, found.length) == (False, 8, 7)
    assert found.reason == "Entry 8 does not follow entry 7: the hash it names is another."


edits = st.one_of(
    st.tuples(st.just("v"), st.integers(2, 9)),
    st.tuples(st.just("seq"), st.integers(0, 40)),
    st.tuples(st.sampled_from("event at by act on from_ to note previous".split()), st.text(max_size=5)),
)


@given(st.integers(1, 12), st.data())
def test_any_entry_edited_is_found(length: int, data: st.DataObject) -> None:
    chain = made(length)
    head = entry_hash(chain[-1])
    place = data.draw(st.integers(0, length - 1))
    field, value = data.draw(edits)
    change: dict[str, Any] = {field: value}
    edited = replace(chain[place], **change)
    chain[place], before = edited, chain[place]
    assert whole(chain, head) == (edited == before)


@given(st.integers(1, 12), st.data())
def test_any_entry_taken_out_is_found(length: int, data: st.DataObject) -> None:
    chain = made(length)
    head = entry_hash(chain[-1])
    del chain[data.draw(st.integers(0, length - 1))]
    assert not whole(chain, head)


@given(st.integers(2, 12), st.data())
def test_any_two_entries_swapped_are_found(length: int, data: st.DataObject) -> None:
    chain = made(length)
    head = entry_hash(chain[-1])
    one, other = data.draw(st.lists(st.integers(0, length - 1), min_size=2, max_size=2, unique=True))
    chain[one], chain[other] = chain[other], chain[one]
    assert not whole(chain, head)


@given(st.integers(1, 12), st.data())
def test_any_entry_put_in_is_found_even_if_it_fits(length: int, data: st.DataObject) -> None:
    chain = made(length)
    head = entry_hash(chain[-1])
    place = data.draw(st.integers(0, length))
    previous = entry_hash(chain[place - 1]) if place else FIRST
    chain.insert(place, replace(made(place + 1)[place], to="other", previous=previous))
    assert not whole(chain, head)


@given(st.integers(2, 12), st.data())
def test_a_chain_rewritten_from_any_entry_on_is_found_by_an_anchor_behind_it(length: int, data: st.DataObject) -> None:
    chain = made(length)
    place = data.draw(st.integers(0, length - 1))
    anchor = data.draw(st.integers(place, length - 1))
    noted = signs(entry_hash(chain[anchor]))
    chain[place] = replace(chain[place], to="other")
    for at in range(place + 1, length):
        chain[at] = replace(chain[at], previous=entry_hash(chain[at - 1]))
    assert verify_chain(chain).ok
    assert not verify_chain(chain, noted).ok


# Moments.


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_moment_is_written_in_one_way_and_read_back_to_the_millisecond(moment: datetime) -> None:
    text = moment_text(moment)
    assert read_moment(text) == moment.replace(microsecond=moment.microsecond // 1000 * 1000)
    assert moment_text(read_moment(text)) == text


def test_a_moment_is_never_rounded_up_and_always_in_utc() -> None:
    leeds = timezone(timedelta(hours=1))
    assert moment_text(datetime(2026, 6, 13, 9, 59, 59, 999_999, leeds)) == "2026-06-13T08:59:59.999Z"


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        moment_text(datetime(2026, 6, 13))  # noqa: DTZ001  # What is refused here.


@pytest.mark.parametrize(
    "text",
    ["", "2026-06-13", "2026-06-13T09:00:00Z", "2026-06-13T24:00:00.000Z", "2026-06-31T09:00:00.000Z", "2026-W24-6"],
)
def test_a_moment_in_any_other_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="moment"):
        read_moment(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2026-06-13T09:00:00.000Z", "09:00 UTC on 13 June 2026"),
        ("2026-06-03T23:05:07.250Z", "23:05:07 UTC on 3 June 2026"),
    ],
)
def test_a_moment_is_told_in_words(text: str, told: str) -> None:
    assert moment_in_words(text) == told
