"""Whether proofs and seals hold: canonical list, leaf, path, root, statement, hash, and in words where it breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from deckcheck.app.timestamps import moment_in_words
from deckcheck.decklist.hash_chain import is_hash, noted_signs, signs
from deckcheck.lists.seals import (
    FIRST,
    PathError,
    Proof,
    ProofError,
    Seal,
    StatementError,
    leaf_hash,
    merkle_root,
    read_statement,
    receipt_leaf,
    receipt_number,
    root_from_path,
)
from deckcheck.store.states import SealKind
from deckcheck.verdict.canonical import CanonicalError, CanonicalList, read_canonical


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a proof holds, in a sentence; `seal` and `list` are what could be read of it in any case.

    `reason` is empty where it holds; else `statement`, `list`, `path`, `root` (the list is not what was sealed) or
    `noted` (another seal than the one that was noted). `receipt` is the receipt number of the list.
    """

    reason: str
    text: str
    proof: Proof
    seal: Seal | None = None
    list: CanonicalList | None = None
    receipt: str = ""

    @property
    def holds(self) -> bool:
        """Whether the list is the one that was sealed."""
        return not self.reason


def verify_proof(proof: Proof, noted: str = "") -> Verification:
    """Whether the list of a proof is in its seal; with signs noted before, also whether the seal is that one.

    Whoever gives the proof gives the statement too: only signs from another hand show that it is the one of that time.
    """
    seal: Seal | None = None
    canonical: CanonicalList | None = None
    reason = "statement"
    try:
        seal = read_statement(proof.statement)
        reason = "list"
        canonical = read_canonical(proof.list)
        reason = "path"
        root = _root_of(proof, seal)
    except (StatementError, CanonicalError, PathError, ProofError) as broken:
        return Verification(reason, str(broken), proof, seal, canonical)
    if root != seal.root:
        return Verification(
            "root", f"This list is not what was sealed for entry {proof.number}.", proof, seal, canonical
        )
    receipt = "" if canonical.none else receipt_number(_receipt_of(proof, seal))
    if noted and not is_noted(seal, noted):
        return Verification("noted", _unlike(seal, noted), proof, seal, canonical, receipt)
    return Verification("", said_of(seal, proof.number, canonical), proof, seal, canonical, receipt)


def _root_of(proof: Proof, seal: Seal) -> str:
    if not is_hash(proof.salt) or not all(is_hash(node) for node in proof.path):
        raise ProofError("Salt and path are hashes of 64 hexadecimal digits; these are none.")
    leaf = leaf_hash(seal.event, seal.number, proof.number, bytes.fromhex(proof.salt), proof.list)
    path = [bytes.fromhex(node) for node in proof.path]
    return root_from_path(leaf, proof.number - 1, seal.leaves, path).hex()


def _receipt_of(proof: Proof, seal: Seal) -> bytes:
    return receipt_leaf(seal.event, proof.number, bytes.fromhex(proof.salt), proof.list)


def is_noted(seal: Seal, noted: str) -> bool:
    """Whether the seal is the one whose signs (twelve or more) were noted."""
    wanted = noted_signs(noted)
    return bool(wanted) and seal.hash().startswith(wanted)


def _unlike(seal: Seal, noted: str) -> str:
    wanted = noted_signs(noted)
    if not wanted:
        return "What you noted of the seal is no twelve hexadecimal digits or more, like C9C3 4BF5 E671."
    return f"This is another seal than the one you noted: {signs(seal.hash())}, noted {signs(wanted)}."


def said_of(seal: Seal, number: int, canonical: CanonicalList) -> str:
    """What a proof that holds says: this list, or none, was registered for this entry at the moment of the seal."""
    when = moment_in_words(seal.at)
    if canonical.none:
        return f"No list was registered for entry {number} at {when}."
    if seal.kind is SealKind.DEADLINE:
        return f"This is the list registered for entry {number} before {when}."
    return f"This is the list that was registered for entry {number} at {when}."


@dataclass(frozen=True, slots=True)
class SealsCheck:
    """Whether seals hold together, in a sentence; `covered` are the numbers of those whose leaves gave their root."""

    holds: bool
    text: str
    seals: tuple[Seal, ...] = ()
    covered: tuple[int, ...] = ()


def verify_leaves(statements: Sequence[str], leaves: Mapping[int, Sequence[str]]) -> SealsCheck:
    """Whether the seals of an event, in any order, chain up, and whether the leaves that are known give their roots.

    `leaves` maps a seal's number to its leaf hashes in hexadecimal, by entry number.
    """
    try:
        seals = tuple(sorted(map(read_statement, statements), key=lambda seal: seal.number))
    except StatementError as broken:
        return SealsCheck(False, str(broken))
    text = _chain_fault(seals)
    for seal in seals:
        text = text or _leaves_fault(seal, leaves.get(seal.number))
    if text:
        return SealsCheck(False, text, seals)
    covered = tuple(seal.number for seal in seals if seal.number in leaves)
    return SealsCheck(True, _seals_in_words(seals, covered), seals, covered)


def _chain_fault(seals: Sequence[Seal]) -> str:
    if not seals:
        return "There is no seal here."
    if len({seal.event for seal in seals}) > 1:
        return "These seals are of more than one event."
    if seals[0].number == 1 and seals[0].previous != FIRST:
        return "Seal 1 names a seal before it; nothing comes before the first."
    for before, seal in pairwise(seals):
        if seal.number != before.number + 1:
            same = "is there twice" if seal.number == before.number else "is missing"
            return f"Seal {min(seal.number, before.number + 1)} {same}."
        if seal.previous != before.hash():
            return f"Seal {seal.number} does not follow seal {before.number}: the statement it names is another."
        if seal.leaves < before.leaves:
            fewer = f"{before.leaves} by seal {before.number}, {seal.leaves} by seal {seal.number}"
            return f"Entries covered: {fewer}. Entries never go."
    return ""


def _leaves_fault(seal: Seal, leaves: Sequence[str] | None) -> str:
    if leaves is None:
        return ""
    if len(leaves) != seal.leaves:
        return f"Entries covered by seal {seal.number}: {seal.leaves}. Leaves here: {len(leaves)}."
    if not all(map(is_hash, leaves)):
        return f"A leaf of seal {seal.number} is no hash of 64 hexadecimal digits."
    if merkle_root([bytes.fromhex(leaf) for leaf in leaves]).hex() != seal.root:
        return f"The leaves of seal {seal.number} do not give its root."
    return ""


def _seals_in_words(seals: Sequence[Seal], covered: Sequence[int]) -> str:
    if len(seals) == 1:
        only = seals[0]
        rest = " and its leaves give its root" if covered else ""
        return f"Seal {only.number} is whole{rest}."
    first = f"Seals {seals[0].number} to {seals[-1].number} follow one another"
    return f"{first}; the leaves of {len(covered)} give their roots." if covered else f"{first}."
