"""Seals for tests: the published vectors, and a reference of the tree written apart, straight from RFC 9162."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from deckcheck.lists.seals import FIRST, Proof, Seal, leaf_hash, make_proof, merkle_root
from deckcheck.store.states import SealKind

VECTORS: Final[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "data/commitments.json").read_text("utf-8"))
EVENT: Final[str] = VECTORS["event"]
SALTS: Final = [bytes.fromhex(salt) for salt in VECTORS["salts"]]
LISTS: Final[list[dict[str, Any]]] = VECTORS["lists"]
STATEMENT: Final[str] = VECTORS["statement"]
LEAVES: Final = [bytes.fromhex(listed["leaf"]) for listed in LISTS[:3]]


def canonical(number: int, seal: int = 1) -> str:
    """The list of an entry of the vectors in the seals 1 to 3."""
    return str(LISTS[4 if (number, seal) == (2, 3) else number - 1]["canonical"])


def salt(number: int, seal: int = 1) -> bytes:
    """Its salt."""
    return SALTS[4 if (number, seal) == (2, 3) else number - 1]


def leaves(seal: int) -> list[bytes]:
    """The leaves of one of the three seals: the second has an entry more, the third a list corrected."""
    numbers = range(1, 4 if seal == 1 else 5)
    return [leaf_hash(EVENT, seal, n, salt(n, seal), canonical(n, seal)) for n in numbers]


def seals() -> list[Seal]:
    """The three seals, each naming the one before; the first is that of the vectors."""
    made: list[Seal] = []
    for number, kind in enumerate((SealKind.DEADLINE, SealKind.STAGE, SealKind.CHANGE), 1):
        found = leaves(number)
        made.append(
            Seal(
                event=EVENT,
                number=number,
                kind=kind,
                stage="swiss",
                at=f"2026-06-13T09:{(number - 1) * 6:02}:00.000Z",
                leaves=len(found),
                root=merkle_root(found).hex(),
                audit=VECTORS["audit"][min(number, 2) - 1]["hash"],
                previous=made[-1].hash() if made else FIRST,
            )
        )
    return made


def proof(number: int, seal: int = 1) -> Proof:
    """The proof of an entry in one of the three seals."""
    return make_proof(seals()[seal - 1], leaves(seal), number, salt(number, seal), canonical(number, seal))


def naive_root(found: list[bytes]) -> bytes:
    """MTH of RFC 9162 section 2.1.1 over leaf hashes, word for word."""
    n = len(found)
    if n == 0:
        return sha256(b"").digest()
    if n == 1:
        return found[0]
    k = largest_power_below(n)
    return sha256(b"\x01" + naive_root(found[:k]) + naive_root(found[k:])).digest()


def naive_path(m: int, found: list[bytes]) -> list[bytes]:
    """PATH of RFC 9162 section 2.1.3.1, word for word."""
    n = len(found)
    if n == 1:
        return []
    k = largest_power_below(n)
    if m < k:
        return [*naive_path(m, found[:k]), naive_root(found[k:])]
    return [*naive_path(m - k, found[k:]), naive_root(found[:k])]


def largest_power_below(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def naive_holds(leaf: bytes, index: int, size: int, path: list[bytes], root: bytes) -> bool:
    """The verification of RFC 9162 section 2.1.3.2, word for word."""
    if index >= size:
        return False
    fn, sn, r = index, size - 1, leaf
    for p in path:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = sha256(b"\x01" + p + r).digest()
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = sha256(b"\x01" + r + p).digest()
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == root
