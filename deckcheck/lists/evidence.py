"""What people bring to be verified: proofs and seals, wherever they stand in the JSON that was published."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from deckcheck.lists.seals import Proof, ProofError, read_proof
from deckcheck.verdict.canonical import CanonicalList, CanonicalRow, make_canonical

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
