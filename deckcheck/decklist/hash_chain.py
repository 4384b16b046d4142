"""The audit of an event: entries that each name the one before by its hash, so that tampering shows.

Whoever holds an anchor, the first signs of a head from another day, sees whether the chain still leads through it. An
owner of the database who rewrites all of it, and of whom nobody outside holds an anchor, is not found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from deckcheck.decklist import lazy

SHOWN: Final = 12
"""So many signs of a hash are printed: enough that nobody finds a second list or chain with the same ones."""

_NOTED: Final = lazy.regex(rf"[0-9a-f]{{{SHOWN},64}}")
_HASH: Final = lazy.regex(r"[0-9a-f]{64}")


def signs(digest: str) -> str:
    """The first twelve signs in groups of four: 8361 549C 39C8."""
    shown = digest[:SHOWN].upper()
    return " ".join(shown[start : start + 4] for start in range(0, SHOWN, 4))


def noted_signs(text: str) -> str:
    """What someone noted of a hash, without spaces and in small letters; empty if it is no twelve signs or more."""
    noted = "".join(text.split()).lower()
    return noted if _NOTED.fullmatch(noted) else ""


def is_hash(text: object) -> bool:
    """Whether it is a SHA-256 as 64 lowercase hexadecimal digits: the one way in which hashes and salts are written."""
    return isinstance(text, str) and _HASH.fullmatch(text) is not None


VERSION: Final = 1
FIRST: Final = "0" * 64
"""What the first entry names as the one before."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One act: who did what to which thing, from what to what.

    `at` is a moment as `moment_text` writes it; `note` the `note_hash` of the free text, or empty; `previous` the hash
    of the entry before, or `FIRST`. Free text and names are never in an entry, so that they can be forgotten.
    """

    v: int
    event: str
    seq: int
    at: str
    by: str
    act: str
    on: str
    from_: str
    to: str
    note: str
    previous: str


def entry_json(entry: AuditEntry) -> dict[str, Any]:
    """The entry as it is hashed and given out: nothing but texts and whole numbers."""
    return {
        "v": entry.v,
        "event": entry.event,
        "seq": entry.seq,
        "at": entry.at,
        "by": entry.by,
        "act": entry.act,
        "on": entry.on,
        "from": entry.from_,
        "to": entry.to,
        "note": entry.note,
        "previous": entry.previous,
    }


def entry_bytes(entry: AuditEntry) -> bytes:
    """The bytes that are hashed: JSON with sorted keys, without spaces, in UTF-8."""
    return json.dumps(entry_json(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def entry_hash(entry: AuditEntry) -> str:
    """The hash by which the next entry names this one."""
    return sha256(b"deckcheck-audit/1\n" + entry_bytes(entry)).hexdigest()


def name_text(last: str, first: str) -> str:
    """A name as its hash is over it: first name, tab, last name; empty for nobody."""
    return f"{first}\t{last}" if first or last else ""


def note_hash(salt: bytes, text: str) -> str:
    """What stands in an entry for its free text; without the salt the text cannot be guessed from it."""
    return sha256(f"deckcheck-note/1\n{salt.hex()}\n{text}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """Whether a chain is whole, and where it breaks.

    `broken_at` is the first number in the chain that does not fit, `reason` says why in a sentence. `head_found_at` is
    the entry whose hash is the head or anchor that was looked for. `last` is the hash of the last of `length` entries:
    what follows an anchor is bound by nothing but the head that is kept beside the chain, so compare it with `last`.
    """

    ok: bool
    broken_at: int | None
    reason: str
    head_found_at: int | None
    length: int
    last: str


def verify_chain(entries: Iterable[AuditEntry], head: str | None = None) -> ChainCheck:
    """Whether the entries of one event, in order, are an unbroken chain that leads through the head, if one is given.

    `head` is a whole hash or the first twelve signs or more, as they were printed.
    """
    length, last, event, found = 0, FIRST, None, 0 if head and _is(FIRST, head) else None
    for number, entry in enumerate(entries, 1):
        event = entry.event if event is None else event
        if reason := _fault(entry, number, last, event):
            return ChainCheck(False, number, reason, found, length, last)
        length, last = number, entry_hash(entry)
        if found is None and head and _is(last, head):
            found = number
    if head and found is None:
        return ChainCheck(False, None, "The head you hold is nowhere in this chain.", None, length, last)
    return ChainCheck(True, None, "", found, length, last)


def _is(digest: str, head: str) -> bool:
    noted = noted_signs(head)
    return bool(noted) and digest.startswith(noted)


def _fault(entry: AuditEntry, number: int, last: str, event: str) -> str:
    if entry.seq != number:
        return f"Entry {number} is missing or out of its place: number {entry.seq} stands there."
    if entry.event != event:
        return f"Entry {number} belongs to the chain of another event."
    if entry.v != VERSION:
        return f"Entry {number} is of a later kind ({entry.v}); this version knows {VERSION}."
    if entry.previous != last:
        before = f"entry {number - 1}" if number > 1 else "the start"
        return f"Entry {number} does not follow {before}: the hash it names is another."
    return ""
