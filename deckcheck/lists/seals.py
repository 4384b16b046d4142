"""Seals and proofs: a list that nobody may see yet is bound now, and anyone can verify it when it is open.

A leaf binds one entry's list with a salt, the tree binds all leaves in one root, and a seal's statement says of which
event and moment the root speaks. The hash of the statement is what the world outside notes before play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from deckcheck.app.timestamps import read_moment
from deckcheck.decklist.cleaning import shorten
from deckcheck.decklist.hash_chain import is_hash, signs
from deckcheck.lists.merkle import merkle_path
from deckcheck.store.states import SealKind

FIRST: Final = "0" * 64
"""What stands for the hash before the first."""
RECEIPT: Final = 0
"""The seal number of a receipt's leaf: no seal has it."""


class StatementError(ValueError):
    """A text is not the statement of a seal; the message is a sentence that says where."""


class ProofError(ValueError):
    """Something is not a proof; the message is a sentence that says what is missing."""


def leaf_hash(event_uid: str, seal: int, number: int, salt: bytes, canonical: str) -> bytes:
    """The leaf of an entry in a seal (0 for a receipt); the seal's number keeps leaves of two seals apart."""
    head = f"deckcheck-leaf/1\n{event_uid}\n{seal}\n{number}\n{salt.hex()}\n"
    return sha256(b"\x00" + head.encode() + canonical.encode()).digest()


def receipt_leaf(event_uid: str, number: int, salt: bytes, canonical: str) -> bytes:
    """The leaf that stands for one list as it was sent, before and without any seal."""
    return leaf_hash(event_uid, RECEIPT, number, salt, canonical)


def receipt_number(leaf: bytes) -> str:
    """The first twelve signs of a receipt's leaf, as receipts and sheets show them: 8361 549C 39C8."""
    return signs(leaf.hex())


@dataclass(frozen=True, slots=True)
class Seal:
    """The statement of a seal: which event and moment a root speaks of, and what came before it.

    `at` is a moment as `moment_text` writes it, `stage` a slug or "-"; `leaves` counts every entry ever added; `audit`
    is the head of the event's chain before it, `previous` the hash of the statement before (`FIRST` for the first).
    """

    event: str
    number: int
    kind: SealKind
    stage: str
    at: str
    leaves: int
    root: str
    audit: str
    previous: str

    def text(self) -> str:
        """The statement as it is published and hashed."""
        return "deckcheck-seal/1\n" + "".join(
            f"{key} {value}\n" for key, value in zip(_KEYS, self._values(), strict=True)
        )

    def _values(self) -> tuple[str | int, ...]:
        first = (self.event, self.number, self.kind, self.stage, self.at)
        return (*first, self.leaves, self.root, self.audit, self.previous)

    def hash(self) -> str:
        """The hash of the statement; its first signs stand on receipts, sheets and slips from then on."""
        return sha256(self.text().encode()).hexdigest()


_HASH: Final = "[0-9a-f]{64}"
_LINES: Final = {
    "event": "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "seal": "[1-9][0-9]{0,8}",
    "kind": "|".join(SealKind),
    "stage": "-|[a-z0-9][a-z0-9_-]{0,99}",
    "at": "[0-9TZ:.-]{24}",
    "leaves": "0|[1-9][0-9]{0,8}",
    "root": _HASH,
    "audit": _HASH,
    "previous": _HASH,
}
"""The lines of a statement in their order, each with what may stand in it."""
_KEYS: Final = tuple(_LINES)


def read_statement(text: str) -> Seal:
    """The seal that a statement speaks of; anything but the exact form is refused, since its hash is another."""
    head, *lines = text.split("\n")
    if head != "deckcheck-seal/1" or len(lines) != len(_LINES) + 1 or lines[-1]:
        raise StatementError(f"A seal's statement is deckcheck-seal/1 and {len(_LINES)} lines; this is none.")
    values: list[str] = []
    for number, (line, (key, form)) in enumerate(zip(lines, _LINES.items(), strict=False), 2):
        found = re.fullmatch(f"{key} ({form})", line)
        if found is None or (key == "at" and not _is_moment(found[1])):
            quoted = shorten(line.encode("utf-8", "replace").decode())
            raise StatementError(f'Line {number} of the seal\'s statement does not name its {key}: "{quoted}".')
        values.append(found[1])
    event, seal, kind, stage, at, leaves, root, audit, previous = values
    return Seal(event, int(seal), SealKind(kind), stage, at, int(leaves), root, audit, previous)


def _is_moment(text: str) -> bool:
    try:
        read_moment(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows that a list is in a seal: the statement, the entry's number, the list with its salt, and the path.

    `salt` and `path` are hexadecimal, as they are published; `list` is the list in its sealed form.
    """

    statement: str
    number: int
    salt: str
    list: str
    path: tuple[str, ...]


def make_proof(seal: Seal, leaves: Sequence[bytes], number: int, salt: bytes, canonical: str) -> Proof:
    """The proof of one entry in a seal, out of all of the seal's leaves."""
    path = tuple(node.hex() for node in merkle_path(leaves, number - 1))
    return Proof(seal.text(), number, salt.hex(), canonical, path)


def proof_json(proof: Proof) -> dict[str, Any]:
    """The proof as it is given out."""
    return {
        "seal": proof.statement,
        "number": proof.number,
        "salt": proof.salt,
        "list": proof.list,
        "path": list(proof.path),
    }


def read_proof(value: Mapping[str, Any]) -> Proof:
    """The proof in a JSON object; other keys do not matter. Whether it holds is for `verify_proof` to say."""
    match value:
        case {"seal": str(statement), "number": int(number), "salt": salt, "list": str(canonical), "path": list(path)}:
            if isinstance(number, bool) or number < 1:
                raise ProofError('The "number" of this proof is no entry\'s number: 1, 2, 3 and so on.')
            if not is_hash(salt):
                raise ProofError('The "salt" of this proof is not 64 hexadecimal signs.')
            if not all(is_hash(node) for node in path):
                raise ProofError('The "path" of this proof holds something else than hashes of 64 hexadecimal signs.')
            return Proof(statement, number, salt, canonical, tuple(path))
        case _:
            missing = [key for key in ("seal", "number", "salt", "list", "path") if key not in value]
            what = f'"{missing[0]}" is missing' if missing else "one of them has another kind of value"
            raise ProofError(f"A proof has seal, number, salt, list and path; here {what}.")
