"""Commitments: the published vectors, the tree against RFC 9162, and that nothing altered passes."""

from __future__ import annotations

import string
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.decklist.answers import make_answers
from deckcheck.lists.list_checks import PreviewList, Terms, preview_list
from deckcheck.lists.proof_check import verify_leaves, verify_proof
from deckcheck.lists.seals import (
    Evidence,
    PathError,
    Proof,
    ProofError,
    Seal,
    StatementError,
    find_evidence,
    leaf_hash,
    make_proof,
    merkle_path,
    merkle_paths,
    merkle_root,
    proof_json,
    read_evidence,
    read_proof,
    read_statement,
    receipt_leaf,
    receipt_number,
    root_from_path,
)
from deckcheck.verdict.canonical import (
    CanonicalError,
    CanonicalRow,
    canonical_list,
    canonical_none,
    differences,
    make_canonical,
    read_canonical,
)
from tests.core.sealing import (
    EVENT,
    LEAVES,
    LISTS,
    SALTS,
    STATEMENT,
    VECTORS,
    canonical,
    leaves,
    naive_holds,
    naive_path,
    naive_root,
    proof,
    salt,
    seals,
)
from tests.verdicts import the_desk

DAY = date(2026, 6, 13)
SECTIONS = (
    *("main", "sideboard", "commander", "companion", "material", "attractions", "stickers", "contraptions"),
    *("signature_spell", "boons", "pool"),
)


def listed(text: str, format: str = "legacy") -> str:
    return canonical_list(preview_list(PreviewList(text, Terms(format, DAY)), the_desk()))


# The sealed form of a list.


@pytest.mark.parametrize("vector", [v for v in LISTS if "typed" in v], ids=lambda v: v["number"])
def test_the_lists_of_the_vectors_are_sealed_as_published(vector: dict[str, Any]) -> None:
    found = listed(vector["typed"], vector["format"])
    assert found == vector["canonical"]
    assert sha256(found.encode()).hexdigest() == vector["sha256"]


def test_no_list_is_sealed_as_published() -> None:
    assert canonical_none("mtg") == LISTS[3]["canonical"]


def test_two_texts_that_mean_the_same_list_are_sealed_alike() -> None:
    one = listed("2 Lightning Bolt\n58 Mountain\n\nSideboard\n1 Pyroblast")
    other = listed("Sideboard\n1 pyroblast\nDeck\n50 Mountain\n1 Lightning Bolt\n8 Mountain\n1 lightning bolt")
    assert one == other


def test_a_line_without_a_card_stands_behind_the_others_of_its_section_as_written() -> None:
    found = listed("40 Island\n2   Aaa  Quorblex \n20 Zephid\n\nSideboard\n1 Jace")
    assert found.split("\n")[2:] == [
        *("main\t40\tIsland", "main\t20\tZephid", "main?\t2\tAaa Quorblex", "sideboard?\t1\tJace", ""),
    ]


def test_a_line_that_was_left_out_is_no_row() -> None:
    order = PreviewList("60 Island\n1 Thanks a lot\n", Terms("legacy", DAY), answers=make_answers([2]))
    assert canonical_list(preview_list(order, the_desk())) == listed("60 Island")


def test_a_line_that_could_not_be_read_is_no_row() -> None:
    assert listed("60 Island\n2x\n") == "deckcheck-list/1\ngame mtg\nmain\t60\tIsland\n"


def test_a_list_without_cards_is_not_the_same_as_no_list() -> None:
    assert listed("") == "deckcheck-list/1\ngame mtg\n" != canonical_none("mtg")


words = st.text(st.characters(codec=None, exclude_categories=()), min_size=1, max_size=12)
rows = st.builds(CanonicalRow, st.sampled_from(SECTIONS), st.integers(1, 999), words, st.booleans())


@given(st.lists(rows))
def test_whatever_is_written_is_sealed_in_one_way_and_can_be_read_back(found: list[CanonicalRow]) -> None:
    made = make_canonical("mtg", found)
    assert read_canonical(made.text()) == made
    assert make_canonical("mtg", [*reversed(found)]) == made
    assert sum(row.count for row in made.rows) == sum(row.count for row in found)
    for section, of in made.sections().items():
        for waiting in (False, True):
            names = [row.name.encode() for row in of if row.waiting == waiting]
            assert names == sorted(set(names)), section


def test_names_are_in_the_order_of_their_bytes_and_not_of_utf_16() -> None:
    made = make_canonical("mtg", [CanonicalRow("main", 1, name) for name in ("\U0001f0a1", "\uff21", "é", "Z", "a")])
    assert [row.name for row in made.rows] == ["Z", "a", "é", "\uff21", "\U0001f0a1"]


def test_letters_are_composed() -> None:
    assert make_canonical("mtg", [CanonicalRow("main", 1, "u\u0302")]).rows[0].name == "\u00fb"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("deckcheck-list/1", "deckcheck-list/2"),
        ("game mtg\n", ""),
        ("\n", "\r\n"),
        ("main\t3\tFire // Ice\n", "main\t03\tFire // Ice\n"),
        ("main\t3\tFire // Ice\n", "main\t0\tFire // Ice\n"),
        ("main\t3\tFire // Ice\n", "main\t-3\tFire // Ice\n"),
        ("main\t3\tFire // Ice\n", "main\t\u0663\tFire // Ice\n"),
        ("main\t3\tFire // Ice\n", "main 3 Fire // Ice\n"),
        ("main\t3\tFire // Ice\n", "main\t3\tFire // Ice\tx\n"),
        ("main\t3\tFire // Ice\n", "main\t3\t\n"),
        ("Fire // Ice", "Fire\x1b[31m"),
        ("Fire // Ice", "Fire \ud800"),
        ("main\t52\tMountain\n", "main\t52\tMountain\nmain\t4\tLightning Bolt\n"),
        ("main\t52\tMountain\n", "main\t51\tMountain\nmain\t1\tMountain\n"),
        ("sideboard\t2\tPyroblast\n", "sideboard\t2\tPyroblast"),
        ("sideboard\t2\tPyroblast\n", "sideboard\t2\tPyroblast\n\n"),
        ("sideboard\t2\tPyroblast\n", "none\n"),
    ],
)
def test_a_list_in_any_other_form_is_refused_with_a_sentence(old: str, new: str) -> None:
    assert old in canonical(1)
    with pytest.raises(CanonicalError, match=r"[.]$"):
        read_canonical(canonical(1).replace(old, new))


def test_what_differs_between_two_lists_is_told_by_section() -> None:
    found = differences(read_canonical(canonical(2)), read_canonical(canonical(2, 3)))
    assert found == (("main", "Arcane Disposition", 0, 1), ("main", "Fireball", 60, 59))
    assert differences(read_canonical(canonical(2)), read_canonical(canonical(2))) == ()


# Leaves and receipts.


@pytest.mark.parametrize("vector", LISTS, ids=lambda v: v["leaf"][:6])
def test_leaves_are_as_published(vector: dict[str, Any]) -> None:
    found = leaf_hash(EVENT, vector["seal"], vector["number"], SALTS[vector["salt"]], vector["canonical"])
    assert found.hex() == vector["leaf"]


@pytest.mark.parametrize("vector", LISTS[:3], ids=lambda v: v["number"])
def test_receipt_numbers_are_as_published(vector: dict[str, Any]) -> None:
    leaf = receipt_leaf(EVENT, vector["number"], SALTS[vector["salt"]], vector["canonical"])
    assert receipt_number(leaf) == vector["receipt"]


def test_the_leaves_of_two_seals_cannot_be_told_to_be_of_one_list() -> None:
    assert not set(leaves(1)) & set(leaves(2))


# The tree.


def some_leaves(size: int) -> list[bytes]:
    return [sha256(b"\x00%d" % number).digest() for number in range(size)]


@pytest.mark.parametrize("seal", [1, 2, 3])
def test_roots_are_as_published(seal: int) -> None:
    assert merkle_root(leaves(seal)).hex() == VECTORS["roots"][str(seal)]


@pytest.mark.parametrize("number", ["2", "3"])
def test_paths_are_as_published(number: str) -> None:
    assert [node.hex() for node in merkle_path(LEAVES, int(number) - 1)] == VECTORS["paths_in_seal_1"][number]


@pytest.mark.parametrize("size", [*range(40), 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 300])
def test_the_tree_is_that_of_the_public_standard(size: int) -> None:
    found = some_leaves(size)
    assert merkle_root(found) == naive_root(found)
    assert merkle_paths(found) == [tuple(naive_path(index, found)) for index in range(size)]


@pytest.mark.parametrize("size", [*range(1, 40), 128, 129, 255])
def test_every_path_leads_to_the_root_as_the_public_standard_verifies_it(size: int) -> None:
    found = some_leaves(size)
    root = merkle_root(found)
    for index, (leaf, path) in enumerate(zip(found, merkle_paths(found), strict=True)):
        assert root_from_path(leaf, index, size, path) == root
        assert naive_holds(leaf, index, size, list(path), root)


@given(st.integers(1, 3000), st.data())
def test_a_path_in_a_tree_of_any_size_leads_to_its_root_from_its_own_place_alone(
    size: int, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, size - 1))
    found = some_leaves(size)
    root, path = merkle_root(found), merkle_path(found, index)
    assert root_from_path(found[index], index, size, path) == root
    other = data.draw(st.integers(0, size + 2))
    if other != index:
        try:
            assert root_from_path(found[index], other, size, path) != root
        except PathError:
            assert other >= size or len(path) != len(naive_path(other, found))


@pytest.mark.parametrize("index", [-1, 3, 1_000_000])
def test_no_path_leads_from_outside_the_tree(index: int) -> None:
    with pytest.raises(PathError):
        root_from_path(LEAVES[0], index, 3, ())
    with pytest.raises(IndexError):
        merkle_path(LEAVES, index)


# Statements.


def test_the_statement_is_as_published() -> None:
    seal = read_statement(STATEMENT)
    assert seal == seals()[0]
    assert (seal.text(), seal.hash()) == (STATEMENT, VECTORS["statement_hash"])


@pytest.mark.parametrize("seal", seals(), ids=lambda seal: seal.number)
def test_a_statement_is_read_back(seal: Seal) -> None:
    assert read_statement(seal.text()) == seal


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("deckcheck-seal/1", "deckcheck-seal/2"),
        ("seal 1\n", "seal 01\n"),
        ("seal 1\n", "seal 0\n"),
        ("seal 1\n", "seal \u0661\n"),
        ("kind deadline", "kind sometime"),
        ("stage swiss", "stage "),
        ("stage swiss", "stage Swiss rounds"),
        ("09:00:00.000Z", "09:00:00Z"),
        ("2026-06-13T", "2026-02-30T"),
        ("T09:00:00.000Z", "T24:00:00.000Z"),
        ("leaves 3", "leaves +3"),
        ("root 98322eff", "root 98322EFF"),
        ("event 0190f3c2", "event 0190F3C2"),
        ("event 0190f3c2-", "event x190f3c2-"),
        ("\n", "\r\n"),
        ("kind deadline\nstage swiss\n", "stage swiss\nkind deadline\n"),
        ("leaves 3\n", ""),
        ("leaves 3\n", "leaves 3\nleaves 3\n"),
        ("audit ", "audit \x1b"),
        ("audit ", "audit \ud800"),
    ],
)
def test_a_statement_in_any_other_form_is_refused_with_a_sentence(old: str, new: str) -> None:
    assert old in STATEMENT
    with pytest.raises(StatementError, match=r"[.]$") as refused:
        read_statement(STATEMENT.replace(old, new))
    assert str(refused.value).isprintable()
    str(refused.value).encode()


# Proofs.


def test_every_entry_of_every_seal_has_a_proof_that_holds() -> None:
    for seal in seals():
        for number in range(1, seal.leaves + 1):
            found = verify_proof(proof(number, seal.number), seal.hash())
            assert found.holds
            assert found.seal == seal


def test_a_proof_says_which_list_of_which_moment() -> None:
    found = verify_proof(proof(2))
    assert found.text == "This is the list registered for entry 2 before 09:00 UTC on 13 June 2026."
    assert found.receipt == "29F5 ED3C 5831"
    assert found.list is not None
    assert found.list.sections()["material"][0].name == "Spirit of Fire"


def test_a_proof_says_that_there_was_no_list() -> None:
    found = verify_proof(proof(4, 2))
    assert found.text == "No list was registered for entry 4 at 09:06 UTC on 13 June 2026."
    assert found.receipt == ""


def test_after_a_correction_the_old_list_stays_provable_in_the_older_seal_only() -> None:
    assert verify_proof(proof(2, 1)).holds
    moved = replace(proof(2, 3), list=canonical(2), salt=salt(2).hex())
    assert verify_proof(moved).reason == "root"


def flipped(text: str, place: int) -> str:
    """The text with another letter in one place, of the same kind where it is a sign of a hash."""
    old = text[place]
    new = string.hexdigits[(string.hexdigits.index(old) + 1) % 16] if old in string.hexdigits[:16] else "#"
    return text[:place] + (new if new != old else "0") + text[place + 1 :]


PARTS = ("list", "salt", "statement")


@given(st.integers(1, 3), st.sampled_from((*PARTS, "path")), st.integers(0, 10_000))
def test_with_any_letter_altered_a_proof_does_not_hold(number: int, part: str, place: int) -> None:
    sound = proof(number)
    altered: Proof
    if part == "path":
        step = place % len(sound.path)
        nodes = [flipped(node, place % 64) if at == step else node for at, node in enumerate(sound.path)]
        altered = replace(sound, path=tuple(nodes))
    else:
        value = getattr(sound, part)
        change: dict[str, Any] = {part: flipped(value, place % len(value))}
        altered = replace(sound, **change)
    found = verify_proof(altered, VECTORS["statement_hash"])
    assert not found.holds
    assert found.text.endswith(".")


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("other", [0, -1, 1, 2, 3, 4, 2**40])
def test_a_proof_holds_for_its_own_entry_alone(number: int, other: int) -> None:
    assert verify_proof(replace(proof(number), number=other)).holds == (number == other)


@pytest.mark.parametrize("change", ["longer", "shorter", "none", "upper", "no hash"])
def test_a_path_of_another_shape_does_not_hold(change: str) -> None:
    path = proof(2).path
    shapes = {
        "longer": (*path, "0" * 64),
        "shorter": path[:1],
        "none": (),
        "upper": tuple(node.upper() for node in path),
        "no hash": ("zz", *path[1:]),
    }
    assert not verify_proof(replace(proof(2), path=shapes[change])).holds


def test_another_statement_over_the_same_root_is_found_by_the_signs_that_were_noted() -> None:
    backdated = replace(seals()[0], at="2026-06-12T09:00:00.000Z")
    found = replace(proof(1), statement=backdated.text())
    assert verify_proof(found).holds
    assert verify_proof(found, "C9C3 4BF5 E671").reason == "noted"
    assert verify_proof(proof(1), "c9c34bf5e671").holds
    assert verify_proof(proof(1), "C9C3 4BF5").reason == "noted"


def test_whoever_registers_two_lists_for_one_entry_can_prove_one_of_them_alone() -> None:
    fit, other = canonical(2), canonical(2, 3)
    forged = [
        leaf_hash(EVENT, 1, 1, salt(1), canonical(1)),
        leaf_hash(EVENT, 1, 2, salt(2), fit),
        leaf_hash(EVENT, 1, 2, salt(3), other),
    ]
    seal = replace(seals()[0], root=merkle_root(forged).hex())
    assert verify_proof(make_proof(seal, forged, 2, salt(2), fit)).holds
    second = replace(make_proof(seal, forged, 3, salt(3), other), number=2)
    assert not verify_proof(second).holds
    for path in ([], *merkle_paths(forged), [forged[0]], [forged[1]]):
        nodes = tuple(node.hex() for node in path)
        assert not verify_proof(replace(second, path=nodes)).holds
        assert not verify_proof(replace(second, path=nodes, number=3)).holds


def test_a_node_of_the_tree_is_no_leaf() -> None:
    with pytest.raises(PathError):
        root_from_path(merkle_root(LEAVES[:2]), 0, 3, [LEAVES[2]])


def test_a_proof_is_read_back_from_its_json() -> None:
    assert read_proof(proof_json(proof(2))) == proof(2)


@pytest.mark.parametrize(
    "change",
    [
        *({key: None} for key in ("seal", "number", "salt", "list", "path")),
        {"number": 0},
        {"number": True},
        {"number": "2"},
        {"salt": "00"},
        {"salt": "AB" * 32},
        {"path": "ab"},
        {"path": [1]},
        {"path": ["AB" * 32]},
    ],
)
def test_what_is_no_proof_is_refused_with_a_sentence(change: dict[str, Any]) -> None:
    with pytest.raises(ProofError, match=r"[.]$"):
        read_proof({**proof_json(proof(2)), **change})


# Seals with their leaves.


def published(*numbers: int) -> dict[int, list[str]]:
    return {number: [leaf.hex() for leaf in leaves(number)] for number in numbers}


def test_seals_in_any_order_follow_one_another_and_leaves_give_their_roots() -> None:
    texts = [seal.text() for seal in reversed(seals())]
    found = verify_leaves(texts, published(1, 3))
    assert found.holds
    assert found.covered == (1, 3)
    assert found.text == "Seals 1 to 3 follow one another; the leaves of 2 give their roots."


def test_a_single_seal_without_its_leaves_is_whole() -> None:
    assert verify_leaves([seals()[1].text()], {}).text == "Seal 2 is whole."


def faulty_seals() -> dict[str, list[Seal]]:
    one, two, three = seals()
    return {
        "none": [],
        "altered": [replace(one, at="2026-06-13T08:59:00.000Z"), two, three],
        "left out": [one, three],
        "twice": [one, one, two],
        "twice, unlike": [one, replace(one, stage="other"), two],
        "other event": [one, replace(two, event=EVENT.replace("0190", "0191"))],
        "before the first": [replace(one, previous="1" * 64)],
        "fewer entries": [one, replace(two, leaves=2)],
        "not chained": [one, replace(two, previous="1" * 64)],
    }


@pytest.mark.parametrize("fault", faulty_seals())
def test_seals_that_do_not_hold_together_are_found(fault: str) -> None:
    found = verify_leaves([seal.text() for seal in faulty_seals()[fault]], {})
    assert not found.holds
    assert found.text.endswith(".")


@pytest.mark.parametrize("change", ["altered", "swapped", "left out", "added", "no hash"])
def test_leaves_that_are_not_those_of_the_seal_are_found(change: str) -> None:
    one, two, three = published(1)[1]
    shapes = {
        "altered": [one, two, "0" * 64],
        "swapped": [two, one, three],
        "left out": [one, two],
        "added": [one, two, three, three],
        "no hash": [one, two, "x"],
    }
    found = verify_leaves([STATEMENT], {1: shapes[change]})
    assert not found.holds
    assert found.text.endswith(".")


# What people bring.


def test_a_published_list_may_say_once_what_all_its_proofs_share() -> None:
    one, two = proof_json(proof(2)), proof_json(proof(2, 2))
    brought = {
        "name": "Ada",
        "lists": [
            {
                **{key: one[key] for key in ("number", "salt", "list")},
                "sections": {"main": [{"count": 60, "name": "Fireball", "line": 1}]},
                "proofs": [{key: found[key] for key in ("seal", "path")} for found in (one, two)],
            }
        ],
        "seals": [{"statement": STATEMENT, "leaves": published(1)[1]}, {"statement": seals()[1].text()}],
    }
    found = find_evidence(brought)
    assert [claim.proof for claim in found.claims] == [proof(2), proof(2, 2)]
    assert found.claims[0].shown == make_canonical("ga", [CanonicalRow("main", 60, "Fireball")])
    assert found.statements == (STATEMENT, seals()[1].text())
    assert found.leaves == {1: tuple(published(1)[1])}


def test_a_statement_is_evidence_too_however_its_lines_end() -> None:
    assert read_evidence("\n" + STATEMENT.strip().replace("\n", "\r\n")) == Evidence(statements=(STATEMENT,))


@pytest.mark.parametrize("text", ["", "x", "{}", "[]", "3", "null", '{"seal": "x"}', "[" * 100_000, '{"a":' * 50 + "1"])
def test_what_holds_no_evidence_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ProofError, match=r"[.]$"):
        read_evidence(text)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from([STATEMENT, canonical(2), "0" * 64]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from("seal number salt list path statement leaves sections unresolved main".split()), inner
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_whatever_is_brought_is_read_or_refused_with_a_sentence(value: Any) -> None:
    refusal = ""
    found = Evidence()
    try:
        found = find_evidence(value)
    except ProofError as refused:
        refusal = str(refused)
    assert refusal.endswith(".") or found.claims or found.statements
    for claim in found.claims:
        assert verify_proof(claim.proof).text.endswith(".")
    assert verify_leaves(found.statements, found.leaves).text.endswith(".")
