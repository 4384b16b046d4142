"""Commitments of lists, whole: the sealed form of a list, leaves and their tree, seals, proofs, and verifying them."""

from __future__ import annotations

from deckcheck.core.canonical import (
    CanonicalError,
    CanonicalList,
    CanonicalRow,
    Difference,
    canonical_deck,
    canonical_list,
    canonical_none,
    differences,
    make_canonical,
    read_canonical,
)
from deckcheck.core.merkle import PathError, merkle_path, merkle_paths, merkle_root, root_from_path
from deckcheck.core.seals import (
    FIRST,
    Proof,
    ProofError,
    Seal,
    SealKind,
    StatementError,
    leaf_hash,
    make_proof,
    proof_json,
    read_proof,
    read_statement,
    receipt_leaf,
    receipt_number,
)
from deckcheck.core.signs import signs
from deckcheck.core.verifying import SealsCheck, Verification, verify_leaves, verify_proof

__all__ = [
    "FIRST",
    "CanonicalError",
    "CanonicalList",
    "CanonicalRow",
    "Difference",
    "PathError",
    "Proof",
    "ProofError",
    "Seal",
    "SealKind",
    "SealsCheck",
    "StatementError",
    "Verification",
    "canonical_deck",
    "canonical_list",
    "canonical_none",
    "differences",
    "leaf_hash",
    "make_canonical",
    "make_proof",
    "merkle_path",
    "merkle_paths",
    "merkle_root",
    "proof_json",
    "read_canonical",
    "read_proof",
    "read_statement",
    "receipt_leaf",
    "receipt_number",
    "root_from_path",
    "signs",
    "verify_leaves",
    "verify_proof",
]
