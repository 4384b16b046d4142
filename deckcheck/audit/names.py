"""Whether each player is called what the audit bound last: by a salted hash, whose salt goes with a forgotten name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from deckcheck.audit.replay import Said
from deckcheck.decklist.hash_chain import is_hash, name_text, note_hash
from deckcheck.decklist.names import fold
from deckcheck.law.words import counted
from deckcheck.store.models import AuditText, Entry


def check_names(said: Said, entries: Sequence[Entry], texts: Mapping[int, AuditText]) -> Iterator[str]:
    """What is wrong with the names of an event, in sentences; a name from before names were bound is no fault."""
    for entry in entries:
        on = f"entry:{entry.number}"
        given = said.names.get(on)
        if entry.named != (given.mark if given else "") or (given and not _is_called(entry, texts.get(given.seq))):
            yield f"The name of entry {entry.number} is not the one that was given last."
        if entry.folded not in {"", fold(f"{entry.first} {entry.last}")}:
            yield f"Entry {entry.number} is searched for under another name than it has."
        if not _is_forgotten_as_said(entry, said.forgotten.get(on)):
            yield f"The player of entry {entry.number} was forgotten at another moment."


def _is_called(entry: Entry, text: AuditText | None) -> bool:
    """Whether the name is the one behind the hash; nobody has a name that is behind none."""
    name = name_text(entry.last, entry.first)
    if not entry.named or not name:
        return not entry.named and not name
    return text is not None and is_hash(text.salt) and note_hash(bytes.fromhex(text.salt), name) == entry.named


def _is_forgotten_as_said(entry: Entry, at: datetime | None) -> bool:
    """By an act, at its moment; what was forgotten before there was such an act has the moment of its entry."""
    return entry.forgotten_at == at if at else entry.forgotten_at in {None, entry.made_at}


def unbound(said: Said, entries: Sequence[Entry]) -> int:
    """How many players have a name that was given before names were bound, and was not changed since."""
    return sum(f"entry:{entry.number}" not in said.names and bool(entry.last or entry.first) for entry in entries)


def unbound_words(count: int) -> str:
    """How many names the audit does not answer for, as a sentence."""
    were, are = ("was", "is") if count == 1 else ("were", "are")
    return f"{counted(count, 'name')} {were} given before this release and {are} not bound."
