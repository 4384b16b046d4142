"""What is changed in a check that goes on: its clock, its place, marks, the order of the deck, and the note."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from deckcheck.app.context import App
from deckcheck.app.fields import Round, Text, Word, Yes
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import changing, refuse_stale
from deckcheck.app.states import Act, Machine
from deckcheck.checks.check_handles import CheckAct, CheckHandle, Moment, find_check, set_clock
from deckcheck.checks.check_values import LOST, CheckView
from deckcheck.checks.check_views import look
from deckcheck.checks.rules_broken import CONFIGURATION, LaidOut
from deckcheck.checks.start import LONGEST, GameNumber
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.written_counts import UNSURE
from deckcheck.lists.list_comparisons import checked_text
from deckcheck.roster.rounds import checked_round
from deckcheck.verdict.layout import row_id

MARKS: Final = ("shuffling", "sleeves", "cards")
"""What is looked at before anything is sorted."""


@dataclass(frozen=True, slots=True)
class ChangeCheck(CheckAct):
    """What is to be different in a check; what is None stays as it is. `version` is the one that was shown.

    `taken` and `given_back` are moments as a phone has them, or True for now; `marks` says of shuffling, sleeves and
    cards what was seen. `kept_order`: the cards lie as they were, and are counted as they come. `lost`: the player
    can't find or replace missing main-deck cards. `configuration` is what lies there, as text, in `game_number`.
    """

    version: int | None = None
    taken: Moment = None
    given_back: Moment = None
    paused: Yes | None = None
    round: Round | None = None
    table: Word | None = None
    seat: Word | None = None
    game_number: GameNumber | None = None
    boarded: Yes | None = None
    marks: Mapping[str, str] | None = None
    kept_order: Yes | None = None
    note: Text | None = None
    lost: Yes | None = None
    configuration: Annotated[str, Field(strict=True, max_length=20_000)] | None = None


def change_check(order: ChangeCheck, app: App) -> CheckView:
    """Change a check that goes on."""
    with changing(app, order.who, order.slug) as work:
        place = find_check(work, order.uid, Right.CHECK_DECK, lock=True)
        done = work.step(Machine.CHECK, place.check.state, Act.CHECK_CHANGED, place.facts())
        refuse_stale(work, order.version, place.check.version, place.on)
        set_clock(place.check, work.now, order.taken, order.given_back, order.paused)
        _set_place(place, order)
        _set_seen(place, order)
        work.session.flush()
        work.note(done.audit, place.on, to=f"{done.state} {' '.join(_told(order))}".rstrip())
    return look(app, order.who, order.slug, order.uid)


def _set_place(place: CheckHandle, order: ChangeCheck) -> None:
    check = place.check
    if order.round is not None:
        check.round = checked_round(order.round)
    if order.table is not None:
        check.table = order.table.strip()[:40]
    if order.seat is not None:
        check.seat = order.seat.strip()[:40]
    if order.game_number is not None:
        check.game_number = min(max(1, order.game_number), 9)
    if order.boarded is not None:
        check.boarded = order.boarded


def _set_seen(place: CheckHandle, order: ChangeCheck) -> None:
    check = place.check
    if order.marks is not None:
        check.marks = {**check.marks, **checked_marks(order.marks)}
    if order.lost is not None:
        check.marks = {**check.marks, LOST: "yes" if order.lost else ""}
    if order.configuration is not None:
        check.found = {
            **check.found,
            CONFIGURATION: LaidOut(check.game_number, checked_text(order.configuration)).kept(),
        }
    if order.kept_order is not None:
        check.kept_order = order.kept_order
    if order.note is not None:
        check.note = checked_note(order.note)


def checked_marks(marks: Mapping[str, str]) -> dict[str, str]:
    """What was seen of shuffling, sleeves and cards; refused where it is about something else."""
    for name, seen in marks.items():
        if name not in MARKS or len(seen) > LONGEST:
            raise UnusableInput(f"Marks are noted of {', '.join(MARKS)}, each in a few words.")
    return {name: seen.strip() for name, seen in marks.items()}


def checked_note(note: str) -> str:
    """A note as it is kept."""
    if len(note) > LONGEST:
        raise UnusableInput(f"A note has at most {LONGEST} letters.")
    return note.strip()


def _told(order: ChangeCheck) -> list[str]:
    """Which parts were changed, as the audit names them; what they became is bound with the row."""
    parts = ("taken", "given_back", "paused", "round", "table", "seat", "game_number", "boarded", "marks", "kept_order")
    return [part for part in (*parts, "note", "lost", "configuration") if getattr(order, part) is not None]


MOST_LINES: Final = 200
"""No deck has more lines."""


@dataclass(frozen=True, slots=True)
class NamedCard:
    """Copies of a card that were named, with the row they are counted in."""

    row: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Named:
    """The cards of a text. `left` are its lines that no card was found for, as written; none is dropped."""

    cards: tuple[NamedCard, ...]
    left: tuple[str, ...]


def name_cards(text: str, game: str, section: str, app: App) -> Named:
    """The cards that a text names, in one section unless the text has headings of its own."""
    written = text.splitlines()
    parsed = read_list("\n".join(written[:MOST_LINES]), app.reference.games[game])
    deck = resolve_names(parsed, app.index(game))
    own_headings = any(line.kind is LineKind.CARD and line.section != "main" for line in parsed.lines)
    found: dict[str, NamedCard] = {}
    left = [line.text.strip() for line in deck.unread]
    for entry in deck.entries:
        if entry.card is None or entry.line.reason == UNSURE:
            left.append(entry.line.text.strip())
            continue
        row = row_id(entry.section if own_headings else section, entry.card.name)
        before = found[row].count if row in found else 0
        found[row] = NamedCard(row, entry.card.name, before + entry.count)
    named = tuple(card for card in found.values() if card.count > 0)
    if not named:  # An address or a remark is no line of a list; where there is nothing else, it was meant to be read.
        left = [line.strip() for line in written[:MOST_LINES] if line.strip()]
    return Named(named, (*left, *(line.strip() for line in written[MOST_LINES:] if line.strip())))
