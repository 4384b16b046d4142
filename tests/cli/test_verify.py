"""`deckcheck verify`: proofs, published lists, seals, zips; what holds is told, what does not is one sentence."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from deckcheck.lists.seals import proof_json
from tests.cli.commands import Call, run
from tests.core.sealing import LISTS, STATEMENT, canonical, leaves, proof, seals

SIGNS = "C9C3 4BF5 E671"


def published(*numbers: int) -> list[dict[str, Any]]:
    """Seals as an event publishes them with their leaves."""
    return [{"statement": seals()[n - 1].text(), "leaves": [leaf.hex() for leaf in leaves(n)]} for n in numbers]


def as_bytes(value: Any) -> bytes:
    return json.dumps(value).encode()


def zipped(**files: Any) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in files.items():
            archive.writestr(name.replace("_", "."), value if isinstance(value, bytes) else as_bytes(value))
    return packed.getvalue()


def test_a_proof_that_holds_says_which_seal_and_as_of_when(call: Call) -> None:
    said = call("verify", "-", stdin=as_bytes(proof_json(proof(2))))
    assert said.status == 0
    for part in (
        "This is the list registered for entry 2 before 09:00 UTC on 13 June 2026.",
        "main deck 60, sideboard 3 and material deck 1",
        "29F5 ED3C 5831",
        "1 (deadline, stage swiss), 09:00 UTC on 13 June 2026, 3 entries",
        SIGNS,
        "noted its code before play",
    ):
        assert part in said.out
    assert said.err == ""


def test_a_proof_that_there_was_no_list_says_so(call: Call) -> None:
    said = call("verify", "-", stdin=as_bytes(proof_json(proof(4, 2))))
    assert "No list was registered for entry 4 at 09:06 UTC on 13 June 2026." in said.out
    assert "receipt  " not in said.out


@pytest.mark.parametrize(
    "change",
    [
        {"list": canonical(2, 3)},
        {"number": 3},
        {"salt": "00" * 32},
        {"path": []},
        {"seal": STATEMENT.replace("leaves 3", "leaves 2")},
        {"seal": STATEMENT.replace("kind deadline", "kind later")},
    ],
    ids=str,
)
def test_what_does_not_hold_is_status_2_and_one_sentence(call: Call, change: dict[str, Any]) -> None:
    said = call("verify", "-", "--json", stdin=as_bytes({**proof_json(proof(2)), **change}))
    assert said.is_refusal()
    assert said.json["holds"] is False
    assert said.json["code"] == "no-such-seal"
    assert f"deckcheck: {said.json['error']}\n" == said.err


def test_the_program_itself_leaves_with_these_statuses(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(as_bytes(proof_json(proof(1))))
    bad.write_bytes(as_bytes({**proof_json(proof(1)), "number": 2}))
    assert run("verify", str(good)).status == 0
    assert run("verify", str(bad)).is_refusal()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_typed_copy_is_compared_with_the_sealed_list(call: Call, tmp_path: Path, number: int) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_text(LISTS[number - 1]["typed"].replace("Bolt", "BOLT").replace("Fireball", "fireball"))
    said = call("verify", "-", "--list", str(copy), stdin=as_bytes(proof_json(proof(number))))
    assert (said.status, "Your copy is the same list." in said.out) == (0, True)


def test_what_differs_in_the_copy_is_named(call: Call, tmp_path: Path) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_text(
        "3 Lightning Bolt\n3 Fire // Ice\n1 Lim-Dul's Vault\n52 Mountain\n1 Shock\n\nSideboard\n2 Pyroblast\n"
    )
    said = call("verify", "-", "--list", str(copy), "--json", stdin=as_bytes(proof_json(proof(1))))
    assert said.is_refusal()
    assert said.json["code"] == "differs"
    assert said.json["differences"] == [
        {"section": "main", "name": "Lightning Bolt", "sealed": 4, "given": 3},
        {"section": "main", "name": "Shock", "sealed": 0, "given": 1},
    ]
    assert "4 Lightning Bolt sealed in the main deck, 3 here" in said.err


def test_a_list_that_was_altered_is_told_by_the_copy_that_was_not(call: Call, tmp_path: Path) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_text(LISTS[0]["typed"])
    altered = canonical(1).replace("main\t4\tLight", "main\t3\tLight")
    said = call("verify", "-", "--list", str(copy), stdin=as_bytes({**proof_json(proof(1)), "list": altered}))
    assert said.is_refusal()
    assert "This list is not what was sealed: 4 Lightning Bolt sealed in the main deck, 3 here." in said.err


def test_a_copy_in_the_sealed_form_needs_no_card_data(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("deckcheck.publication.verification.preview_list", refuse)
    copy = tmp_path / "copy.txt"
    copy.write_text(canonical(2))
    assert call("verify", "-", "--list", str(copy), stdin=as_bytes(proof_json(proof(2)))).status == 0


def test_a_copy_is_not_compared_with_many_lists(call: Call, tmp_path: Path) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_text("60 Island")
    said = call("verify", "-", "--list", str(copy), stdin=as_bytes([proof_json(proof(1)), proof_json(proof(2))]))
    assert said.is_refusal()


@pytest.mark.parametrize("noted", [SIGNS, "c9c34bf5e671", seals()[0].hash()])
def test_the_seal_that_was_noted_is_recognised(call: Call, noted: str) -> None:
    said = call("verify", "-", "--seal", noted, stdin=as_bytes(proof_json(proof(1))))
    assert (said.status, "Seal 1 is the one you noted." in said.out) == (0, True)


def test_another_seal_than_the_one_that_was_noted_does_not_hold(call: Call) -> None:
    backdated = STATEMENT.replace("2026-06-13T09", "2026-06-12T09")
    forged = as_bytes({**proof_json(proof(1)), "seal": backdated})
    assert call("verify", "-", stdin=forged).status == 0
    said = call("verify", "-", "--seal", SIGNS, stdin=forged)
    assert said.is_refusal()
    assert SIGNS in said.err


@pytest.mark.parametrize("content", [STATEMENT, SIGNS + "\n", json.dumps({"seals": published(1, 2)})])
def test_seals_may_come_from_a_file(call: Call, tmp_path: Path, content: str) -> None:
    file = tmp_path / "seals"
    file.write_text(content)
    assert call("verify", "-", "--seal", str(file), stdin=as_bytes(proof_json(proof(1)))).status == 0
    said = call("verify", "-", "--seal", str(file), stdin=as_bytes(proof_json(proof(2, 3))))
    assert said.is_refusal()
    assert "No seal of this event matches" in said.err


def test_seals_with_their_leaves_are_verified_alone(call: Call) -> None:
    said = call("verify", "-", stdin=as_bytes({"seals": published(1, 2, 3)}))
    assert (said.status, "Seals 1 to 3 follow one another; the leaves of 3 give their roots." in said.out) == (0, True)
    altered = published(1, 2, 3)
    altered[1]["leaves"][0] = "0" * 64
    said = call("verify", "-", stdin=as_bytes({"seals": altered}))
    assert said.is_refusal()
    assert "The leaves of seal 2 do not give its root." in said.err


def test_a_published_list_is_verified_with_the_rows_that_people_read(call: Call) -> None:
    shown = {"main": [{"count": 40, "name": "Island"}, {"count": 20, "name": "Island"}]}
    waiting = [{"line": 3, "section": "main", "count": 2, "text": "Jace", "suggestions": []}]
    listed = {"title": "Blue", "sections": shown, "unresolved": waiting, "proofs": [proof_json(proof(3))]}
    assert call("verify", "-", stdin=as_bytes(listed)).status == 0
    shown["main"][0]["count"] = 41
    said = call("verify", "-", stdin=as_bytes(listed))
    assert said.is_refusal()
    assert "The rows beside the proof are not what was sealed: 60 Island sealed in the main deck, 61 here." in said.err


def test_a_zip_is_verified_as_a_whole(call: Call) -> None:
    files = {f"{n}_json": {"list": proof_json(proof(n))} for n in (1, 2, 3)}
    packed = zipped(**files, seals_json={"seals": published(1, 2)}, readme_txt=b"1 Island", picture_png=b"{")
    said = call("verify", "-", stdin=packed)
    assert said.status == 0
    assert "3 of 3 proofs hold: these lists are what was sealed." in said.out
    files["2_json"]["list"]["number"] = 3
    said = call("verify", "-", stdin=zipped(**files))
    assert said.is_refusal()
    assert "1 of 3 proofs" in said.err


def test_a_zip_that_unpacks_to_too_much_is_not_unpacked(call: Call) -> None:
    assert call("verify", "-", stdin=zipped(bomb_json=bytes(70_000_000))).is_refusal()


def test_a_broken_zip_is_refused(call: Call) -> None:
    packed = zipped(proof_json=proof_json(proof(1)))
    assert call("verify", "-", stdin=packed[:-30]).is_refusal()
    assert call("verify", "-", stdin=packed.replace(packed[45:60], bytes(15))).is_refusal()
    assert call("verify", "-", stdin=zipped(readme_txt=b"1 Island")).is_refusal()


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"4 Lightning Bolt\n", b"\xff\xfe\x00", b'{"seal": "x", "path": []}', b"[" * 99_999]
)
def test_what_is_no_proof_is_refused(call: Call, content: bytes) -> None:
    said = call("verify", "-", "--json", stdin=content)
    assert said.is_refusal()
    assert list(said.json) == ["error"]


def test_a_file_that_is_not_there_is_refused(call: Call) -> None:
    assert call("verify", "no-such-file").is_refusal()
    assert call("verify", "-", "--seal", "no-such-file", stdin=as_bytes(proof_json(proof(1)))).is_refusal()


def test_json_tells_all_of_it(call: Call) -> None:
    found = call("verify", "-", "--json", stdin=as_bytes(proof_json(proof(3)))).json
    assert found["holds"] is True
    assert found["seals"][0]["signs"] == SIGNS
    assert found["proofs"][0]["sections"]["main"] == [
        {"count": 60, "name": "Island", "waiting": False},
        {"count": 2, "name": "Jace", "waiting": True},
    ]
