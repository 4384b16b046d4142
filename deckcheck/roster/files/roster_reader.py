"""A roster as it grows while a text is read: who is the same person, who sits where, what must be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from deckcheck.decklist.list_text import UnreadableText
from deckcheck.law.sentences import counted
from deckcheck.roster.files.documents import LIMITS
from deckcheck.roster.files.model import (
    Ask,
    EventHead,
    Kind,
    LeftOut,
    Place,
    Roster,
    RosterPlayer,
    RosterStanding,
    RosterTable,
    Why,
)
from deckcheck.roster.files.player_names import LONGEST, Name, Remark, parts_of_name, read_name, tidy


class Mention(NamedTuple):
    """A person as one place of a text names them. A name that is missing is found by the id, or asked."""

    name: Name
    id: str | None = None
    dropped: bool = False
    mail: str | None = None
    points: float | None = None


WHY: Final = {Remark.WAITING: Why.WAITING, Remark.UNSURE: Why.UNSURE, Remark.STAFF: Why.STAFF}
"""Why somebody of whom this is said is not among the players."""

MOST_TABLES: Final = 60_000
MOST_ASKED: Final = 200
"""So many questions are kept of a kind; nobody answers more, and the text should be mended instead."""


def _key(mention: Mention) -> str:
    return mention.name.display.casefold()


def _player(mention: Mention) -> RosterPlayer:
    name, points = mention.name, mention.points
    return RosterPlayer(name.display, name.first, name.last, mention.id, mention.dropped, mention.mail, points)


class Gathering:
    """Collects what a text says and makes the roster of it."""

    def __init__(self, source: str, names: Mapping[str, str] | None = None) -> None:
        self.source = source
        self.names = names or {}
        self.players: list[RosterPlayer] = []
        self.left_out: dict[tuple[str, Why], LeftOut] = {}
        self.event: EventHead | None = None
        self._asks: dict[Ask, None] = {}
        self._counts: dict[str, int] = {}
        self._ids: dict[str, int] = {}
        self._displays: dict[str, list[int]] = {}
        self._seated: dict[tuple[Place, int], int] = {}
        self._tables: list[tuple[Place, Place, list[int]]] = []
        self._places: dict[tuple[Place, Place], int] = {}
        self._standings: list[RosterStanding] = []
        self._nameless = 0

    def ask(self, about: str, text: str, name: str = "", **more: Any) -> None:
        """Put a question, once. `more` says which players and tables it is about."""
        told = self._counts.get(about, 0)
        if told < MOST_ASKED and (asked := Ask(about, text, name, **more)) not in self._asks:
            self._counts[about] = told + 1
            self._asks[asked] = None

    def unread(self, text: str) -> None:
        """Keep a row that holds something and is not read as a player, so that a person looks at it."""
        row = tidy(text)
        self.ask("unread", f'Not read as a player: "{row[:80]}{"…" if len(row) > 80 else ""}".')
        if any(c.isalpha() for c in row) and self._counts.get("unread", 0) < MOST_ASKED:
            self.leave_out(Mention(Name(row[:LONGEST].strip())), Why.UNREAD)

    def leave_out(self, mention: Mention, why: Why) -> None:
        """Keep somebody who is in the text but not among the players."""
        self.left_out.setdefault((_key(mention), why), LeftOut(_player(mention), why))

    def check_total(self, told: str, row: str) -> None:
        """Compare the count that a text gives of its players with those that were read."""
        if told and told.isdecimal() and int(told[:9]) == len(self.players):
            return
        if told:
            read = f"{counted(len(self.players), 'player')} read"
            self.ask("total", f'"{tidy(row)[:80]}": {read}. Check that nobody is missing.')
        self.unread(row)

    def add(self, mention: Mention) -> int:
        """One row, one person: the same id again is the same person; the same name again is asked."""
        known = self._ids.get(mention.id) if mention.id else None
        if known is not None:
            if not mention.name.display or _key(mention) == self.players[known].display.casefold():
                self._enrich(known, mention)
                return known
            other = self.players[known].display
            text = f"{mention.name.display} and {other} have the same number, {mention.id}. Say whose it is."
            mention = mention._replace(id=None)
            if mention.name.display:
                self.ask("same-id", text, mention.name.display, who=(known, len(self.players)))
        named = self._named(mention)
        if named is None:
            return -1
        twins = self._displays.get(_key(named), [])
        if any(not (mention.id and self.players[twin].id) for twin in twins):
            self._ask_twins(self.players[twins[0]].display)
        return self._new(named)

    def knows(self, mention: Mention) -> bool:
        """Whether somebody of this name is among the players."""
        return _key(mention) in self._displays

    def find(self, mention: Mention) -> int:
        """The person meant where a text names somebody again, or for the first time."""
        if mention.id and mention.id in self._ids:
            self._enrich(self._ids[mention.id], mention)
            return self._ids[mention.id]
        named = self._named(mention)
        if named is None:
            return -1
        found = self._same(named)
        if found is None:
            return self._new(named)
        self._enrich(found, named)
        return found

    def _same(self, mention: Mention) -> int | None:
        known = self._displays.get(_key(mention), [])
        twins = [i for i in known if not (mention.id and self.players[i].id)]
        return twins[0] if twins else None

    def _named(self, mention: Mention) -> Mention | None:
        name = mention.name
        if not name.display and mention.id:
            known = self.names.get(mention.id)
            name = read_name(known) if known else Name(mention.id)
            if not known:
                self._nameless += 1
                text = f"{mention.id} is a number without a name. Read the player list first, or say who it is."
                self.ask("no-name", text, mention.id)
        if not name.display or len(name.display) > LONGEST:
            if name.display:
                self.unread(name.display)
            return None
        return mention._replace(name=name)

    def _new(self, mention: Mention) -> int:
        place = len(self.players)
        if place >= LIMITS.lines:
            raise UnreadableText(f"This names more than {LIMITS.lines:,} players. Send one tournament at a time.")
        self.players.append(_player(mention))
        if mention.id:
            self._ids[mention.id] = place
        self._displays.setdefault(_key(mention), []).append(place)
        name = mention.name
        if not name.first and len(parts_of_name(name.display)) > 2:
            text = f"{name.display} has more than one comma. Say which part is the last name."
            self.ask("name", text, name.display, who=(place,))
        return place

    def _enrich(self, place: int, mention: Mention) -> None:
        """Add what another place of the text says of a person."""
        player = self.players[place]
        if mention.id and not player.id:
            self._ids[mention.id] = place
        name = mention.name
        self.players[place] = replace(
            player,
            first=player.first or (name.first if name.display == player.display else None),
            last=player.last or (name.last if name.display == player.display else None),
            id=player.id or mention.id,
            dropped=player.dropped or mention.dropped,
            mail=player.mail or mention.mail,
            points=player.points if player.points is not None else mention.points,
        )

    def _ask_twins(self, display: str) -> None:
        self.ask("same-name", f"{display} is there twice. Say whether this is one person or two.", display)

    def seat(self, round: Place, table: Place, people: Iterable[Mention]) -> None:
        """Set a table of a round; the same table told again from its other side is one table."""
        mentions = list(people)
        if self._is_told(round, table, mentions):
            return
        who: list[int] = []
        for mention in mentions:
            place = self.find(mention)
            if mention.id and (round, place) in self._seated:
                self._ask_table(round, place, table)
            if place >= 0 and not mention.id and (place in who or (round, place) in self._seated):
                self._ask_twins(mention.name.display)
                named = self._named(mention)
                place = self._new(named) if named else -1
            if place >= 0 and place not in who:
                who.append(place)
        self._set(round, table, who)

    def _ask_table(self, round: Place, place: int, table: Place) -> None:
        player, other = self.players[place], self._tables[self._seated[round, place]][1]
        if other is None or table is None or other == table:
            return
        text = f"{player.display} sits at tables {other} and {table}. Say which one it is."
        self.ask("two-tables", text, player.display, who=(place,), round=round, tables=(other, table))

    def join(self, round: Place, table: Place, place: int) -> None:
        """Add one person to a table of which every seat is a row of its own."""
        if self.players[place].id and (round, place) in self._seated:
            self._ask_table(round, place, table)
        at = self._places.get((round, table)) if table is not None else None
        if at is None:
            self._set(round, table, [place])
        elif place not in self._tables[at][2]:
            self._tables[at][2].append(place)
            self._seated[round, place] = at

    def _set(self, round: Place, table: Place, who: list[int]) -> None:
        if not who:
            return
        at = len(self._tables)
        if at >= MOST_TABLES:
            raise UnreadableText(f"This has more than {MOST_TABLES:,} tables. Send one round at a time.")
        if table is not None and (round, table) in self._places:
            where = f"Table {table}" + (f" of round {round}" if round is not None else "")
            self.ask("same-table", f"{where} is there twice, with other players. Say who sits where.")
        self._tables.append((round, table, who))
        self._places.setdefault((round, table), at)
        for place in who:
            self._seated.setdefault((round, place), at)

    def _is_told(self, round: Place, table: Place, mentions: Sequence[Mention]) -> bool:
        found: set[int] = set()
        for mention in mentions:
            place = self._ids.get(mention.id) if mention.id else self._same(mention)
            if place is None or (round, place) not in self._seated:
                return False
            found.add(place)
        at = {self._seated[round, place] for place in found}
        if len(at) != 1 or not found:
            return False
        _, told, who = self._tables[at.pop()]
        return told == table and set(who) == found

    def stand(self, rank: int, place: int, points: float | None, record: str | None) -> None:
        """Say where a person stands."""
        if place >= 0:
            self._standings.append(RosterStanding(rank, self.players[place].display, place, points, record))

    def meet(self, place: int, seat: Place) -> None:
        """Give a person a seat in the players' meeting."""
        if place >= 0:
            self.players[place] = replace(self.players[place], seat=seat)
            self._set(None, seat, [place])

    def roster(self, kind: Kind | None = None, **more: Any) -> Roster:
        """The roster of all that was gathered."""
        if kind is None:
            kind = Kind.PAIRINGS if self._tables else Kind.STANDINGS if self._standings else Kind.ROSTER
        needs = ("Names are missing here. Read the player list of the same event first.",) if self._nameless else ()
        return Roster(
            kind=kind,
            players=tuple(self.players),
            tables=tuple(
                RosterTable(at, table, tuple(self.players[i].display for i in who), tuple(who))
                for at, table, who in self._tables
            ),
            standings=tuple(self._standings),
            ask=tuple(self._asks),
            left_out=tuple(self.left_out.values()),
            event=self.event,
            needs=needs,
            source=self.source,
        )


def read_place(text: object) -> Place:
    """A table or a round: a number, else a word that has one in it; "-", "Byes", 0 and -1 are none."""
    if isinstance(text, int) and not isinstance(text, bool):
        return text if text > 0 else None
    if isinstance(text, float) and text.is_integer():
        return read_place(int(text))
    word = tidy(text) if isinstance(text, str) else ""
    if word.lstrip("#").rstrip(".").isdecimal():
        number = int(word.lstrip("#").rstrip(".")[:9])
        return number if number > 0 else None
    return word if any(c.isdigit() for c in word) and not word.startswith("-") and len(word) <= 40 else None
