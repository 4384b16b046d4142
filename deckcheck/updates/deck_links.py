"""Getting a deck from a site that hands decks to programs, for somebody who pasted its link and asked for it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.deck_sites import DeckLink
from deckcheck.decklist.decks import LineKind, ParsedList
from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.list_text import LIMITS, UnreadableText, decode
from deckcheck.law.games import Game
from deckcheck.translations import gettext
from deckcheck.updates.fetch import Fetcher, Limits, NotFetched

MOST_LINES: Final = 200_000
QUICK: Final = Limits(size=4 << 20, silence=5.0, whole=10.0, tries=1)
"""Somebody waits for it, and no deck is large; the JSON of one has pictures and prices for each card."""


def fetch_deck(
    link: DeckLink, games: Iterable[Game], contact: str, named: Iterable[str] = (), limits: Limits = QUICK
) -> str:
    """The deck that a link leads to, as a list with headings; refused with how to export it where it does not come.

    `named` are hosts that may be in a private network; none but tests has any.
    """
    try:
        sent = _file(link, contact, named, limits)
    except (NotFetched, UnreadableText):
        sent = ""
    text = max((_as_text(read_list(sent, game), game) for game in games), key=len, default="")
    if not text:
        why = gettext("The deck could not be fetched from {site}; it may be private, or the site busy.")
        raise UnusableInput(f"{why.format(site=link.site.name)} {link.site.advice}")
    return text


def _file(link: DeckLink, contact: str, named: Iterable[str], limits: Limits) -> str:
    with TemporaryDirectory(prefix="deckcheck-deck-") as folder:
        found = Fetcher(Path(folder), link.site.name, contact, named=named, limits=limits).fetch(link.interface)
        return decode(found.path.read_bytes(), LIMITS._replace(bytes=limits.size, lines=MOST_LINES)) if found else ""


def _as_text(parsed: ParsedList, game: Game) -> str:
    """The cards under the headings of their sections; what could not be read stands last, as it was written."""
    cards = [line for line in parsed.lines if line.kind is LineKind.CARD]
    parts = []
    for section in game.sections:
        rows = [f"{line.count} {line.name}" for line in cards if line.section == section.id]
        parts += ["\n".join((section.title, *rows))] if rows else []
    unread = [line.text.strip()[:200] for line in parsed.lines if line.kind is LineKind.UNREAD]
    return "\n\n".join((*parts, *unread)) if parts else ""
