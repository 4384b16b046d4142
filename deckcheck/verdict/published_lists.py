"""What an export is made of: published lists, and rounds and standings where they were imported."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class PublishedCard:
    """Copies of one card in one section of a list.

    `name` is the catalogue's; `front`, `mtgo_name` and `cockatrice_name` are what Arena, Magic Online and Cockatrice
    call the card. `mana_value` is what curves and sorting go by: in Grand Archive the reserve or memory cost, 0 for X;
    None where it is not known. `colours` are letters of the cost (`W U B R G`), in Grand Archive the elements.
    `waiting`: no card was found, and all names are the text as written.
    """

    section: str
    count: int
    name: str
    front: str
    mtgo_name: str
    type_words: tuple[str, ...] = ()
    mana_value: float | None = None
    cost: str = ""
    colours: tuple[str, ...] = ()
    cockatrice_name: str = ""
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A line of a published list for which no card was found: its section, its count, the text as written."""

    section: str
    count: int
    text: str


@dataclass(frozen=True, slots=True)
class PublishedList:
    """One list as it may be seen: `player` as the event shows players, `cards` in the order of the sheet.

    `number` is the entry's; `sort_name` gives the order by name and the names of files. `result` is a league's ("5-1"),
    `rank` the final place. `text` is the list as written, empty where it is not to be shown: players write their name
    into it. `sha256`, `leaf` and `salt` are what the list was sealed with, in hexadecimal signs. `external_id` is the
    player's number with the organizer of play.
    """

    number: int
    player: str
    sort_name: str
    title: str
    cards: tuple[PublishedCard, ...]
    url: str = ""
    rank: int | None = None
    result: str = ""
    text: str = ""
    sha256: str = ""
    leaf: str = ""
    salt: str = ""
    date: date | None = None
    external_id: str | None = None
    waiting: tuple[WaitingLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match: players as the event shows them, games won by each, games drawn; `player2` is None for a bye."""

    player1: str
    player2: str | None
    wins1: int = 0
    wins2: int = 0
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its name ("Round 1", "Quarterfinals", "Semifinals", "Finals") and its matches."""

    name: str
    matches: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings; what the import did not give is None and is left out. Percentages are 0 to 1."""

    rank: int
    player: str
    points: int | None = None
    wins: int | None = None
    losses: int | None = None
    draws: int | None = None
    omwp: float | None = None
    gwp: float | None = None
    ogwp: float | None = None


@dataclass(frozen=True, slots=True)
class PublishedEvent:
    """An event with the lists that are open to whoever asks; `rounds` and `standings` are None unless imported."""

    name: str
    slug: str
    day: date
    format_title: str
    format_id: str
    game: str
    url: str
    lists: tuple[PublishedList, ...]
    rounds: tuple[Round, ...] | None = None
    standings: tuple[Standing, ...] | None = None
