"""Seals and proofs: a list that nobody may see yet is bound now, and anyone can verify it when it is open.

A leaf binds one entry's list with a salt, the tree binds all leaves in one root, and a seal's statement says of which
event and moment the root speaks. The hash of the statement is what the world outside notes before play.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from deckcheck.app.timestamps import read_moment
from deckcheck.decklist.clean_text import shorten
from deckcheck.decklist.hash_chain import is_hash, signs
from deckcheck.store.states import SealKind
from deckcheck.verdict.canonical import CanonicalList, CanonicalRow, make_canonical

Path = tuple[bytes, ...]


class PathError(ValueError):
    """A path that cannot lead from this place to the root; the message is a sentence that says why."""


def node_hash(left: bytes, right: bytes) -> bytes:
    """The node above two others."""
    return sha256(b"\x01" + left + right).digest()


def _above(level: Sequence[bytes]) -> list[bytes]:
    pairs = [node_hash(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
    return [*pairs, level[-1]] if len(level) % 2 else pairs


def _levels(leaves: Sequence[bytes]) -> list[Sequence[bytes]]:
    levels = [leaves]
    while len(levels[-1]) > 1:
        levels.append(_above(levels[-1]))
    return levels


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The root over leaf hashes; without any it is the hash of nothing."""
    return _levels(leaves)[-1][0] if leaves else sha256(b"").digest()


def merkle_path(leaves: Sequence[bytes], index: int) -> Path:
    """What must be hashed with the leaf at this place, from below, to come to the root."""
    return _path(_levels(leaves), index)


def merkle_paths(leaves: Sequence[bytes]) -> list[Path]:
    """The path of each leaf; the tree is built once for all of them."""
    levels = _levels(leaves)
    return [_path(levels, index) for index in range(len(leaves))]


def _path(levels: Sequence[Sequence[bytes]], index: int) -> Path:
    if not 0 <= index < len(levels[0]):
        raise IndexError(index)
    beside = [(level, (index >> height) ^ 1) for height, level in enumerate(levels)]
    return tuple(level[place] for level, place in beside if place < len(level) > 1)


def path_length(index: int, size: int) -> int:
    """How many nodes the path of a place has in a tree of this size."""
    length = 0
    while size > 1:
        length += (index ^ 1) < size
        index, size = index >> 1, (size + 1) >> 1
    return length


def root_from_path(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root to which a path leads; the place and the size alone say on which side each node is."""
    if not 0 <= index < size:
        raise PathError(f"Entry {index + 1} is outside this seal: it covers {size}.")
    needed = path_length(index, size)
    if len(path) != needed:
        raise PathError(f"The path has a length of {len(path)}; entry {index + 1} of {size} needs {needed}.")
    node, rest = leaf, iter(path)
    while size > 1:
        if (index ^ 1) < size:
            other = next(rest)
            node = node_hash(other, node) if index & 1 else node_hash(node, other)
        index, size = index >> 1, (size + 1) >> 1
    return node


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
                raise ProofError('The "salt" of this proof is not 64 hexadecimal digits.')
            if not all(is_hash(node) for node in path):
                raise ProofError('The "path" of this proof holds something else than hashes of 64 hexadecimal digits.')
            return Proof(statement, number, salt, canonical, tuple(path))
        case _:
            missing = [key for key in ("seal", "number", "salt", "list", "path") if key not in value]
            what = f'"{missing[0]}" is missing' if missing else "one of them has another kind of value"
            raise ProofError(f"A proof has seal, number, salt, list and path; here {what}.")


_PASSED_DOWN: Final = ("number", "salt", "list")
"""A list that carries several proofs may say these once for all of them."""
MOST_DEEP: Final = 20
NOTHING: Final = "There is no proof and no seal in this. A proof has seal, number, salt, list and path."


@dataclass(frozen=True, slots=True)
class Claim:
    """A proof, and the rows that were published beside it for people to read, if any were."""

    proof: Proof
    shown: CanonicalList | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything found in what was brought: proofs in order, statements, and leaves by the number of their seal."""

    claims: tuple[Claim, ...] = ()
    statements: tuple[str, ...] = ()
    leaves: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


NO_EVIDENCE: Final = Evidence()


class NoEvidence(ProofError):
    """What was brought holds no proof and no seal at all."""


def together(parts: Iterable[Evidence]) -> Evidence:
    """The evidence of several sources; a statement that is in more than one of them is one."""
    listed = tuple(parts)
    return Evidence(
        tuple(claim for part in listed for claim in part.claims),
        tuple(dict.fromkeys(statement for part in listed for statement in part.statements)),
        {number: leaves for part in listed for number, leaves in part.leaves.items()},
    )


def read_evidence(text: str) -> Evidence:
    """The evidence in a text: a proof, a published list with its proofs, seals (with leaves or not), a statement."""
    if text.startswith("PK\x03\x04"):
        raise NoEvidence('This is a zip. Unpack it, or verify it whole with "deckcheck verify".')
    if text.lstrip().startswith("deckcheck-seal/1"):
        return Evidence(statements=(_ended(text),))
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        raise NoEvidence("This is no JSON, and so no proof. Take the whole file as it was published.") from None
    return find_evidence(value)


def _ended(text: str) -> str:
    """A statement as pasted: line ends and the one at its end are what copying changes."""
    return text.replace("\r\n", "\n").strip() + "\n"


def find_evidence(value: Any) -> Evidence:
    """The evidence in JSON that was read already; ProofError with a sentence if there is none."""
    claims: list[Claim] = []
    statements: dict[str, None] = {}
    leaves: dict[int, tuple[str, ...]] = {}
    for found in _walk(value, {}, 0):
        if "path" in found and "seal" in found:
            claims.append(Claim(read_proof(found), _shown(found)))
        else:
            statement, of = found["statement"], found.get("leaves")
            statements[statement] = None
            if isinstance(of, list):
                leaves[_number_in(statement)] = tuple(map(str, of))
    if not claims and not statements:
        raise NoEvidence(NOTHING)
    return Evidence(tuple(claims), tuple(statements), leaves)


def _walk(value: Any, outer: Mapping[str, Any], depth: int) -> Iterator[Mapping[str, Any]]:
    """Every object that is a proof or a seal, each with what the objects around it say once for all."""
    if depth > MOST_DEEP:
        return
    if isinstance(value, list):
        for item in value:
            yield from _walk(item, outer, depth + 1)
    elif isinstance(value, dict):
        known = {**outer, **{key: value[key] for key in (*_PASSED_DOWN, "sections", "unresolved") if key in value}}
        if "path" in value and "seal" in value:
            yield {**known, **value}
        elif isinstance(value.get("statement"), str):
            yield value
        for item in value.values():
            yield from _walk(item, known, depth + 1)


def _number_in(statement: str) -> int:
    line = next((line for line in statement.split("\n") if line.startswith("seal ")), "")
    number = line.removeprefix("seal ")
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else 0


def _shown(found: Mapping[str, Any]) -> CanonicalList | None:
    """The rows beside a proof, put into the sealed form."""
    sections, waiting = found.get("sections"), found.get("unresolved", [])
    if not isinstance(sections, dict) or not isinstance(waiting, list):
        return None
    game = found["list"].split("\n")[1:2] if isinstance(found.get("list"), str) else []
    rows = [_row(section, row, "name") for section, of in sections.items() if isinstance(of, list) for row in of]
    rows += [_row(row.get("section"), row, "text", waiting=True) for row in waiting if isinstance(row, dict)]
    return make_canonical("".join(game).removeprefix("game "), rows)


def _row(section: Any, row: Any, key: str, *, waiting: bool = False) -> CanonicalRow:
    match row:
        case {"count": int(count)} if isinstance(section, str) and isinstance(row.get(key), str):
            return CanonicalRow(section, count, row[key], waiting or row.get("waiting") is True)
        case _:
            raise ProofError('A row of the list beside the proof has no "count" and name.')
