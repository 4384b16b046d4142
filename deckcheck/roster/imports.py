"""Player lists of other programs: what they would change is shown first, and only what was shown is applied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from deckcheck.app.actor_names import player_name
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.roster.entry_facts import running
from deckcheck.roster.files.gathering import read_place
from deckcheck.roster.files.model import Roster
from deckcheck.roster.import_applied import Applying
from deckcheck.roster.import_difference import Difference, compare, rounds_in
from deckcheck.roster.import_files import read_roster_file
from deckcheck.roster.matching import KnownPerson
from deckcheck.roster.rounds import RoundChange, last_round
from deckcheck.store.queries import entries
from deckcheck.store.states import EntryState


@dataclass(frozen=True, slots=True)
class ImportRoster:
    """A list as pasted or as a file. `digest` names the difference that was shown; empty only shows it.

    `take` are the keys of the lines to apply; None takes what goes without saying. `answers` says of each line that
    was asked about: `same` or `renamed` with the entry's number behind a colon, where there is more than one to choose
    from (the name we have stays, or gives way to the one that was brought), or `other`: somebody else.
    `round` is what its tables or standings belong to, where the text does not say.
    """

    who: Actor
    slug: str
    data: bytes | str
    digest: str = ""
    take: frozenset[str] | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of it: how many of each kind, the numbers of those who were added, and what still waits for an answer.

    `rounds` says which tables and standings were kept.
    """

    done: Mapping[str, int]
    added: tuple[int, ...]
    unanswered: tuple[str, ...]
    rounds: tuple[RoundChange, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The difference, and the round that tables or standings would belong to if nobody says otherwise."""

    difference: Difference
    roster: Roster
    round: int | None


class DifferenceChanged(Refused):
    """The roster is another than when the difference was shown; the new difference is here."""

    CODE = "changed"
    STATUS = 409

    def __init__(self, preview: Preview) -> None:
        super().__init__("The roster changed meanwhile, so nothing was applied. Here is the difference as it is now.")
        self.preview = preview
        self.more = {"digest": preview.difference.digest}


def import_preview(order: ImportRoster, app: App) -> Preview:
    """What a list would change; nothing is changed."""
    roster = read_roster_file(order.data)
    with reading(app, order.who, order.slug) as work:
        _ask(work, roster)
        return _preview(work, roster, order.round)


def import_roster(order: ImportRoster, app: App) -> Imported:
    """Apply a difference as it was shown; refused if it is another by now."""
    roster = read_roster_file(order.data)
    with changing(app, order.who, order.slug) as work:
        _ask(work, roster)
        running(work)
        preview = _preview(work, roster, order.round)
        if preview.difference.digest != order.digest:
            raise DifferenceChanged(preview)
        done = Applying(work, roster, preview.difference, preview.round, order.take, order.answers)
        rounds = done.apply()
        return Imported(done.done, tuple(entry.number for entry in done.added), tuple(done.waiting), rounds)


def _ask(work: EventSession, roster: Roster) -> None:
    work.ask(Right.IMPORT)
    if any(rounds_in(roster)):
        work.ask(Right.SET_ROUND)


def _preview(work: EventSession, roster: Roster, round_number: int | None) -> Preview:
    known = known_entries(work)
    if round_number is None and any(rounds_in(roster)):
        round_number = last_round(work, roster)
    return Preview(compare(roster, known), roster, round_number)


def known_entries(work: EventSession) -> list[KnownPerson]:
    """Everybody on the roster, but for entries that are part of others and for who was forgotten."""
    return [
        KnownPerson(
            number=entry.number,
            first=entry.first or None,
            last=entry.last or None,
            display=player_name(entry),
            id=entry.external or None,
            dropped=entry.state != EntryState.ON,
            seat=read_place(entry.place),
        )
        for entry in entries.entries_of(work.session, work.event.uid)
        if entry.forgotten_at is None and entry.state != EntryState.MERGED
    ]
