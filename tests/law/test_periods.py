"""What is kept from one day of a format's law to the next is never that of another day."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

import pytest

from deckcheck.catalogue import cards_known, has_card, open_index, open_sets
from deckcheck.catalogue.reference import Reference, find_root, load_reference
from deckcheck.law.legality import Day, Platform
from deckcheck.law.rulebooks import Rulebook

FORMATS = ("standard", "modern", "pauper", "historic")


def told(book: Rulebook) -> tuple[Any, ...]:
    index = open_index(book.game.id)
    cards = [index.card(name) for name in index.names()[:: len(index.names()) // 40]]
    admitted = [book.legality.admits(card) for card in cards if card is not None]
    return book.digest, book.clauses, book.legality.statuses, book.warnings, book.sets, book.twins, admitted


def days_of(law: Reference, format_id: str, platform: Platform) -> list[date]:
    """Some days about which something changes, in no order."""
    fmt = law.format(format_id)
    histories = (law.announcements(fmt.game, name) for name in (str(fmt.setting_on("banlist")),))
    changes = {day for history in histories for one in history for day in one.window(platform)}
    changes |= {*fmt.change_days(), *fmt.pool_days(platform), *law.known_to(fmt, platform)}
    known = sorted(day for day in changes if day.year > 1993)
    chosen = random.Random(format_id).sample(known, min(4, len(known)))
    return [day + timedelta(days=off) for off in (0, -1, 1) for day in chosen]


def books(format_id: str, *, backwards: bool) -> dict[date, tuple[Any, ...]]:
    """What a law says on these days, asked one way or the other: another day is the first of each interval."""
    law = load_reference(find_root(), open_sets, cards_known, has_card)
    platform = law.platform(law.format(format_id))
    days = sorted(days_of(law, format_id, platform), reverse=backwards)
    return {day: told(law.rulebook(format_id, Day(day, platform))) for day in days}


@pytest.mark.parametrize("format_id", FORMATS)
def test_a_book_is_the_same_whichever_was_made_before(format_id: str) -> None:
    forwards, backwards = books(format_id, backwards=False), books(format_id, backwards=True)
    assert [day for day, book in forwards.items() if book != backwards[day]] == []
