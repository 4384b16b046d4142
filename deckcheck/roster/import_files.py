"""Roster files as they are sent: one or several, of which earlier ones give the names behind the ids of later ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.texts import UnreadableText
from deckcheck.roster.files.model import Roster
from deckcheck.roster.files.reading import names_by_id, read_roster


def read_roster_file(data: bytes | str, names: Mapping[str, str] | None = None) -> Roster:
    """The roster in a file or a pasted text; what is none is refused. `names` are those behind ids."""
    try:
        return read_roster(data, names)
    except UnreadableText as error:
        raise UnusableInput(str(error), code="unread") from None


def read_roster_files(files: Iterable[bytes | str]) -> Roster:
    """The roster in the last of these; at least one is given."""
    read: list[Roster] = []
    for data in files:
        read.append(read_roster_file(data, names_by_id(read)))
    return read[-1]
