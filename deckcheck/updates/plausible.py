"""Whether an update may take the place of what is in force; if not, the reason in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from deckcheck.app.refusals import Refused
from deckcheck.decklist.cards import Card
from deckcheck.decklist.days import day_in_words
from deckcheck.law.card_facts import Contents
from deckcheck.law.card_sources import Migration
from deckcheck.law.sentences import counted
from deckcheck.translations import join_words

MOST_LOST: Final = 0.01
NAMED: Final = 3
AHEAD: Final = timedelta(days=1)
"""A file may be of tomorrow: the source's zone may be ahead of ours."""


class Implausible(Refused):
    """The update would make the data worse; nothing has changed."""

    CODE = "implausible-update"


@dataclass(frozen=True, slots=True)
class InForce:
    """What an update would take the place of: the names of the cards, and the day up to which they are known."""

    names: Collection[str]
    known_to: date


def check(contents: Contents, now: InForce, migrations: Iterable[Migration], today: date) -> None:
    """Refuse an update that is older, of a day to come, or loses cards."""
    _check_day(contents.known_to, now.known_to, today)
    cards = [card for card, _ in contents.cards]
    _check_whole(contents, cards)
    _check_count(len(cards), len(now.names))
    _check_gone(cards, now.names, migrations)


def _check_day(day: date, known_to: date, today: date) -> None:
    if day < known_to:
        raise Implausible(f"The file is older ({day_in_words(day)}) than what is in use ({day_in_words(known_to)}).")
    if day > today + AHEAD:
        raise Implausible(f"The file is dated {day_in_words(day)}, which is still to come.")


def _check_whole(contents: Contents, cards: Iterable[Card]) -> None:
    for card in cards:
        if not card.name.strip() or not card.id:
            raise Implausible(f"A card has no name or id ({card.name or card.id or 'neither'}).")
    for product in contents.sets:
        if not product.code or not product.name:
            raise Implausible(f"A set has no code or name ({product.code or product.name or 'neither'}).")
    codes = {product.code for product in contents.sets}
    for card in cards:
        if unknown := next((printing.set_code for printing in card.printings if printing.set_code not in codes), ""):
            raise Implausible(f"{card.name} is printed in {unknown}, a set that the file does not have.")


def _check_count(count: int, before: int) -> None:
    if count < before * (1 - MOST_LOST):
        raise Implausible(f"The file has {counted(count, 'card')}; we have {before:,}. More than 1 % would be lost.")


def _check_gone(cards: Iterable[Card], names: Collection[str], migrations: Iterable[Migration]) -> None:
    """Every card of ours is there still, goes by another name now, or was merged or deleted by the source."""
    there = {name for card in cards for name in (card.name, *card.also_known_as)}
    there.update(migration.name for migration in migrations)
    gone = sorted(set(names) - there)
    if gone:
        more = len(gone) - NAMED
        named = join_words([*gone[:NAMED], *([f"{more:,} more"] if more > 0 else [])])
        are = "is" if len(gone) == 1 else "are"
        raise Implausible(f"{named} {are} missing from the file, and the source doesn't say why.")
