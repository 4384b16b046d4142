"""`deckcheck export`: who runs the machine takes the lists, and the audit has it; `deckcheck verify` takes those."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from pathlib import Path

import pytest

from deckcheck.app.context import App
from deckcheck.publication.one_list import Wanted, one_list
from deckcheck.publication.proof_files import all_proofs, list_json, proof_file
from deckcheck.store.models import AuditEntry
from deckcheck.store.queries import proof
from tests.cli.commands import Call, run
from tests.events import Made
from tests.published_events import audit_of, begin, complete, corrected, late

SIGNS = 12


def exports(desk: App, made: Made) -> list[AuditEntry]:
    return audit_of(desk, made, "lists.exported")


def test_closed_lists_are_written_for_their_owner_alone_and_the_audit_has_it(
    call: Call, desk: App, made: Made, tmp_path: Path
) -> None:
    out = tmp_path / "lists.zip"
    said = call("export", made.slug, "-o", str(out), "--reason", "power is out")
    assert (said.status, said.out) == (0, f"Written to {out}.\n")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    with zipfile.ZipFile(out) as packed:
        assert "lists/001-abara-chidi.txt" in packed.namelist()
    (row,) = exports(desk, made)
    assert (row.by, row.on, row.from_, row.to, bool(row.note)) == ("sys", "stage:swiss", "zip", "3", True)


def test_another_shape_goes_to_standard_output(call: Call, made: Made) -> None:
    found = json.loads(call("export", made.slug, "-o", "-", "--shape", "json", "--stage", "playoff").out)
    assert [listed["number"] for listed in found["lists"]] == [2, 1]
    assert found["lists"][0]["url"] == "https://lists.example.org/e/northern-open/lists/2?stage=playoff"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("no-such-event",), 'No event has the address "no-such-event".'),
        (("northern-open", "--shape", "moon"), 'No shape is called "moon". Use cache, client, csv, json, zip.'),
        (("northern-open", "--stage", "moon"), 'No stage of Northern Open is called "moon". It has swiss, playoff.'),
        (("northern-open", "--shape", "cache"), "Tournament cache: written when Northern Open has ended."),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(
    call: Call, desk: App, made: Made, args: tuple[str, ...], sentence: str
) -> None:
    said = call("export", *args, "-o", "-")
    assert said.is_refusal()
    assert sentence in said.err
    assert exports(desk, made) == []


def test_a_place_that_cannot_be_written_is_refused(call: Call, made: Made, tmp_path: Path) -> None:
    assert call("export", made.slug, "-o", str(tmp_path / "no" / "such" / "folder.zip")).is_refusal()


def test_the_program_itself_verifies_whatever_is_published(desk: App, made: Made, tmp_path: Path) -> None:
    begin(desk, made)
    corrected(desk, made)
    complete(desk, made)
    late_one = one_list(desk, made.as_stranger, made.slug, Wanted(2))
    published = {
        "list": list_json(late_one),
        "proof": proof_file(late_one),
        "all": all_proofs(desk, made.as_stranger, made.slug, "swiss").value,
        "playoff": all_proofs(desk, made.as_stranger, made.slug, "playoff").value,
    }
    with desk.store.read() as session:
        noted = [seal.hash[:SIGNS] for seal in proof.seals_of(session, made.uid)]
    files = {name: tmp_path / f"{name}.json" for name in published}
    for name, value in published.items():
        files[name].write_text(json.dumps(value), encoding="utf-8")
        said = run("verify", str(files[name]), "--seal", noted[-1])
        assert (said.status, said.err) == (0, ""), name
    assert "proofs hold: these lists are what was sealed." in run("verify", str(files["all"])).out
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(files["all"], "all.json")
        archive.write(files["list"], "list.json")
    assert run("verify", "-", stdin=packed.getvalue()).status == 0


def test_a_list_that_was_changed_after_it_was_published_is_found_out(desk: App, made: Made, tmp_path: Path) -> None:
    late(desk, made)
    complete(desk, made)
    shown = list_json(one_list(desk, made.as_stranger, made.slug, Wanted(3)))
    shown["sections"]["main"][0]["count"] += 1
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(shown), encoding="utf-8")
    said = run("verify", str(file))
    assert said.is_refusal()
    assert "not what was sealed" in said.err
