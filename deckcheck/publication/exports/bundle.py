"""The text bundle: every list as text that Arena, Moxfield and players take, with a table of lists and one of cards."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.app.safe_text import csv_bytes, numbered, one_line, utf8, zip_bytes
from deckcheck.law.games import Game
from deckcheck.publication.exports.rows import in_final_order, sections_of, size_of
from deckcheck.publication.exports.shape import Shape, list_forms
from deckcheck.translations import gettext_noop
from deckcheck.verdict.published_lists import PublishedEvent, PublishedList

Files = tuple[tuple[str, PublishedList], ...]
Row = tuple[str | int | None, ...]


def write_bundle(event: PublishedEvent) -> bytes:
    """A zip of `lists/001-name.txt` in final order (by name without one), `index.csv` and `cards.csv`."""
    lists = in_final_order(event)
    stems = numbered([listed.sort_name for listed in lists])
    files = tuple((f"lists/{stem}.txt", listed) for stem, listed in zip(stems, lists, strict=True))
    usual = next(iter(list_forms(event.game).values()))
    return zip_bytes(
        (
            ("index.csv", csv_bytes(_index(event.game, files))),
            ("cards.csv", csv_bytes(_cards(files))),
            *((name, utf8(usual.write(listed))) for name, listed in files),
        )
    )


def _index(game: Game, files: Files) -> Iterator[Row]:
    decks = [sections[-1] for sections in game.presentation.decks]
    yield ("rank", "player", "deck", *decks, "file", "sha256", "leaf", "salt")
    for name, listed in files:
        sections = sections_of(listed)
        sizes = (size_of(sections.get(deck, ())) for deck in decks)
        shown = (listed.rank, one_line(listed.player), one_line(listed.title))
        yield (*shown, *sizes, name, listed.sha256, listed.leaf, listed.salt)


def _cards(files: Files) -> Iterator[Row]:
    """One card a row; players may be called alike where names are short, so the file stands beside."""
    yield ("player", "section", "count", "card", "file")
    for name, listed in files:
        for section, rows in sections_of(listed).items():
            for row in rows:
                mark = "?" if row.waiting else ""
                yield (one_line(listed.player), f"{section}{mark}", row.count, one_line(row.name), name)


BUNDLE = Shape("zip", gettext_noop("All lists as text"), "zip", "application/zip", write_bundle, general=True)
