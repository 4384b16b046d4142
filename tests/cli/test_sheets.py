"""`deckcheck sheets`: who runs the machine prints the lists of an event, and the audit has it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from deckcheck.app.context import App
from tests.cli.commands import Call
from tests.events import Made
from tests.pools import by_hand, hand_over, sealed_event
from tests.published_events import audit_of, set_event
from tests.sheets_read import bookmarks_of, pages_of, size_of


def test_all_lists_are_written_for_their_owner_alone(call: Call, desk: App, made: Made, tmp_path: Path) -> None:
    out = tmp_path / "sheets.pdf"
    said = call("sheets", made.slug, "-o", str(out), "--paper", "letter", "--order", "type", "--reason", "no power")
    assert (said.status, said.out) == (0, f"Written to {out}.\n")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    content = out.read_bytes()
    assert bookmarks_of(content) == ["Abara, Chidi", "Dahl, Per", "Okonkwo, Ada"]
    assert size_of(content) == (612, 792)
    assert "By type, lands last" in pages_of(content)[0]
    (row,) = audit_of(desk, made, "lists.exported")
    assert (row.by, row.from_, row.to) == ("sys", "sheets", "3")


def test_lists_are_in_the_order_of_the_event_unless_another_is_named(
    call: Call, desk: App, made: Made, tmp_path: Path
) -> None:
    set_event(desk, made, list_order="name", lands_order="first")
    out = tmp_path / "sheets.pdf"
    for named, words in (((), "By name, lands first"), (("--lands", "among"), "By name, lands among the others")):
        assert call("sheets", made.slug, "-o", str(out), *named, "--reason", "no power").status == 0
        assert words in pages_of(out.read_bytes())[0]


def test_blank_sheets_need_no_word_in_the_audit(call: Call, desk: App, made: Made, tmp_path: Path) -> None:
    out = tmp_path / "blank.pdf"
    assert call("sheets", made.slug, "-o", str(out), "--blank", "4").status == 0
    assert len(pages_of(out.read_bytes())) == 4
    assert not audit_of(desk, made, "lists.exported")


def test_checklists_of_a_set_and_of_registered_pools_are_written(call: Call, desk: App, tmp_path: Path) -> None:
    made = sealed_event(desk)
    out = tmp_path / "pools.pdf"
    refused = call("sheets", made.slug, "-o", str(out), "--pools")
    assert refused.is_refusal()
    assert "No pool is registered yet" in refused.err
    by_hand(desk, made, (1, 2))
    hand_over(desk, made, 1, by=2)
    assert call("sheets", made.slug, "-o", str(out), "--pools", "--reason", "no power").status == 0
    assert bookmarks_of(out.read_bytes()) == ["Okonkwo, Ada"]
    assert {row.from_ for row in audit_of(desk, made, "lists.exported")} == {"pools"}
    assert call("sheets", made.slug, "-o", str(out), "--blank", "2").status == 0
    assert len(pages_of(out.read_bytes())) == 6
    assert call("sheets", made.slug, "-o", str(out), "--blank", "1", "--set", "STA").status == 0
    assert "Strixhaven Mystical Archive (STA)" in pages_of(out.read_bytes())[0]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("no-such-event",), 'No event has the address "no-such-event".'),
        (("northern-open", "--stage", "final"), 'No stage of Northern Open is called "final".'),
        (("northern-open", "--paper", "a3"), "a3"),
    ],
)
def test_what_cannot_be_printed_is_one_sentence(
    call: Call, made: Made, tmp_path: Path, args: tuple[str, ...], words: str
) -> None:
    out = tmp_path / "sheets.pdf"
    said = call("sheets", *args, "-o", str(out))
    assert said.is_refusal()
    assert words in said.err
    assert not out.exists()
