"""Roster files as they are sent: one or several, of which earlier ones give the names behind the ids of later ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.cleaning import shorten
from deckcheck.decklist.discovery import members
from deckcheck.decklist.texts import UnreadableText, decode
from deckcheck.roster.files import shapes, workbooks
from deckcheck.roster.files.documents import LIMITS, Document, document_of_rows, guess_text, make_documents
from deckcheck.roster.files.model import Ask, Kind, Roster, Shape

NOBODY: Final = (
    "No player was found here. Bring a list with one name a line, a table with a column of names, or an export."
)


@cache
def all_shapes() -> tuple[Shape, ...]:
    """Every shape, found by walking."""
    return members(shapes, Shape)


def read_roster(data: bytes | str, names: Mapping[str, str] | None = None) -> Roster:
    """The roster in a file or a pasted text. `names` are those behind ids, from what was read before.

    Refuses with a sentence what is no roster (UnreadableText).
    """
    if isinstance(data, bytes) and data.startswith(workbooks.SIGNS):
        return _read_workbook(data, names or {})
    guessed: list[str] = []

    def legacy(old: bytes) -> str:
        text, encoding = guess_text(old)
        guessed.append(encoding)
        return text

    text = data if isinstance(data, str) else decode(data, LIMITS, legacy)
    if not text.strip("\ufeff \t\r\n"):
        raise UnreadableText("There is nothing in this. Choose the file with the players, or paste their names.")
    roster = _read_all(make_documents(text), names or {})
    return _asking_letters(roster, guessed[0]) if guessed else roster


def read_rows(rows: Sequence[Sequence[str]], names: Mapping[str, str] | None = None) -> Roster:
    """The roster in the rows of a sheet."""
    document = document_of_rows(tuple(tuple(row) for row in rows))
    if not document.lines:
        raise UnreadableText("There is nothing in this sheet. Choose the file with the players, or paste their names.")
    return _read_all((document,), names or {})


def _read_workbook(data: bytes, names: Mapping[str, str]) -> Roster:
    """The roster in the first sheet that holds one; of others that hold something a person is told."""
    sheets = {title: rows for title, rows in workbooks.read_workbook(data).items() if rows}
    refusal = UnreadableText("There is nothing in this workbook. Choose the file with the players.")
    for title, rows in sheets.items():
        try:
            roster = read_rows(rows, names)
        except UnreadableText as error:
            refusal = error
            continue
        others = ", ".join(f'"{shorten(other)}"' for other in list(sheets)[:6] if other != title)
        text = f'The sheet "{shorten(title)}" was read, and not {others}. Send another by itself if it is meant.'
        return replace(roster, ask=(*roster.ask, Ask("sheets", text))) if others else roster
    raise refusal


def names_by_id(rosters: Sequence[Roster]) -> dict[str, str]:
    """The names behind the ids of rosters read before: for texts that give ids alone."""
    return {
        player.id: f"{player.last}, {player.first}" if player.first and player.last else player.display
        for roster in rosters
        for player in roster.players
        if player.id and player.id != player.display
    }


def _read_all(documents: Sequence[Document], names: Mapping[str, str]) -> Roster:
    """Of several answers in one text the last is meant; those before it give the names behind ids."""
    if not documents:
        raise UnreadableText(NOBODY)
    read: list[Roster] = []
    for document in documents:
        known = {**names, **names_by_id([roster for roster in read if roster.kind is Kind.ROSTER])}
        read.append(_read(document, known))
    return read[-1]


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    surest, most = None, 0
    for shape in all_shapes():
        sure = shape.recognise(document)
        if sure > most:
            surest, most = shape, sure
    if surest is None:
        raise UnreadableText(NOBODY)
    roster = surest.read(document, names)
    if not roster.players:
        raise UnreadableText(NOBODY)
    return roster


def _asking_letters(roster: Roster, encoding: str) -> Roster:
    """The roster with the question whether the letters are right, if names have any that could be others."""
    if all(player.display.isascii() for player in roster.players):
        return roster
    text = (
        f"The file does not say how its letters are kept; it was read as {encoding}. Look whether the names are right."
    )
    return replace(roster, ask=(*roster.ask, Ask("letters", text)))


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
