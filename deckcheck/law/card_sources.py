"""What a source of card facts brings: which files it needs, how they are read, and what it tells.

A game has its sources in `deckcheck/games/<game>/sources/`. They get opened files and neither fetch nor unpack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from deckcheck.law.card_facts import CardFacts, ForeignFacts


class SourceError(ValueError):
    """A source's file can't be read; the message names the file, and the record where one is at fault."""


class Found(NamedTuple):
    """Where a file lies, and its stamp (a day, a moment): the same stamp, the same file. Empty: not told."""

    address: str
    stamp: str = ""


def linked_page(address: str, page: Any) -> str:
    """The address of the page after one that tells it; empty after the last."""
    return str(page.get("next_page") or "") if isinstance(page, dict) else ""


class SourceFile(NamedTuple):
    """A file that a source needs.

    `find`: picks the file's own address out of the JSON document at `address`, where it does not lie there itself.
    `pages`: the answer at `address` is a page; those of `next_page` follow, and each is kept as one line of the file.
    `optional`: what it tells is left out where it can't be had. `instead`: another file that may stand in for it.
    """

    name: str
    address: str
    find: Callable[[Any], Found] | None = None
    pages: bool = False
    optional: bool = False
    next_page: Callable[[str, Any], str] = linked_page
    instead: str = ""


class BulkFile(Protocol):
    """A source's file, opened; reading unpacks and parses as it goes, and holds one value at a time.

    A file that is cut off or no JSON raises SourceError.
    """

    @property
    def name(self) -> str:
        """The file's name for messages."""

    def values(self) -> Iterator[Any]:
        """The values of a file of JSON Lines, or the elements of one JSON array, whichever it is."""

    def pairs(self, under: str) -> Iterator[tuple[str, Any]]:
        """The keys and values of the object that the whole file has under a key."""

    def whole(self) -> Any:
        """All of a small file."""


class Status(StrEnum):
    """What a source says of a card in a format."""

    LEGAL = "legal"
    NOT_LEGAL = "not_legal"
    BANNED = "banned"
    RESTRICTED = "restricted"
    SUSPENDED = "suspended"


class Migration(NamedTuple):
    """A printing that a source merged into another or deleted on a day; `name` is the card's, if told."""

    day: str
    merged: bool
    old_id: str
    new_id: str = ""
    name: str = ""
    set_code: str = ""
    number: str = ""


@dataclass(slots=True)
class Report:
    """What a reader met beside facts: words it does not know, and records that are no cards of decks.

    `unknown`: by kind (`key`, `layout`, `format`, `status`, `set type`, ...) and word, the first record that has it.
    `counts`: how often, by the same; `left_out`: how many records were left out, by reason.
    """

    unknown: dict[tuple[str, str], str] = field(default_factory=dict)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    def meet(self, kind: str, word: str, record: str) -> None:
        """Note an unknown word."""
        self.unknown.setdefault((kind, word), record)
        self.counts[kind, word] += 1


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What a source tells of a game.

    `statuses`: of each card by its name and the source's word for a format; none where the source tells nothing.
    `ids`: the source's own id of each card by name, which stays when a card gets another name.
    `new_cards`: the cards that were first printed in a set, by its code, as far as they count in tournaments.
    `platforms`: where a card has a printing, by name: `paper`, `arena`, `mtgo`; none where no printing is out yet.
    `foreign`: names in other languages, by name and language (`de`, `fr`, `ja`, ...).
    `unfinished`: codes of sets of which not all cards are known yet.
    """

    facts: CardFacts
    statuses: Mapping[str, Mapping[str, Status]]
    report: Report
    ids: Mapping[str, str] = field(default_factory=dict)
    new_cards: Mapping[str, Sequence[str]] = field(default_factory=dict)
    platforms: Mapping[str, frozenset[str]] = field(default_factory=dict)
    foreign: ForeignFacts = field(default_factory=dict)
    migrations: Sequence[Migration] = ()
    unfinished: frozenset[str] = frozenset()


Progress = Callable[[float], None]
"""Told the share that is read, from 0 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class CardSource:
    """A source of card facts of one game.

    `formats`: its word for a format to our id; a word that is not here is reported, one with "" is known and not used.
    `read`: reads the files, each by its name in `files` (an optional one may be missing); the day is theirs where they
    do not tell it themselves.
    """

    id: str
    title: str
    game: str
    files: tuple[SourceFile, ...]
    formats: Mapping[str, str]
    read: Callable[[Mapping[str, BulkFile], date], SourceFacts]
