"""Prints how long 2,000 registration sheets in one PDF take and how much memory: `scripts/bench_sheets.py [N]`.

The lists are made of cards of the catalogue, 60 and 15 of them, no two the same.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from pathlib import Path
from tempfile import gettempdir

from deckcheck.decklist.cards import CardIndex
from deckcheck.games import GAMES
from deckcheck.printing.pdf.sheets_file import write_sheets
from deckcheck.printing.sheets.sheet_contents import PAPERS, Order, Sheet, SheetEvent, sections_of, totals_of
from deckcheck.verdict.layout import Listed
from deckcheck.wiring import build_desk

GAME = GAMES["mtg"]
CARDS = Path(__file__).parent.parent / "data/mtg/cards.jsonl"
EVENT = SheetEvent(GAME, "Northern Open", "14 March 2026", "Hall 4, York", "Modern")


def made_list(names: list[str], index: CardIndex, chance: random.Random) -> list[Listed]:
    """A list of 24 different cards in the main deck and 7 in the sideboard."""
    chosen = chance.sample(names, 31)
    rows = [("main", 3 if place else 1, name) for place, name in enumerate(chosen[:21])]
    rows += [("sideboard", 2, name) for name in chosen[21:28]] + [("sideboard", 1, chosen[28])]
    return [Listed(section, count, name, index.card(name)) for section, count, name in rows]


def made_sheet(number: int, listed: list[Listed]) -> Sheet:
    """The sheet of the player with this number."""
    sections = sections_of(listed, Order(), GAME)
    return Sheet(
        EVENT,
        last=f"Player {number:04}",
        first="Ștefan",
        deck="Izzet Tempo",
        totals=totals_of(sections, GAME),
        sections=sections,
        foot=(f"Receipt {number:012X}. Submitted 13 March 2026, 18:02.", Order().words(GAME.presentation)),
        link=f"https://lists.example.org/e/northern-open/lists/{number}",
    )


def main() -> None:
    """Write the file, and print what it took."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    index = build_desk().index("mtg")
    names = [json.loads(line)["name"] for line in CARDS.read_text(encoding="utf-8").splitlines()]
    chance = random.Random(2026)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start, busy = time.perf_counter(), time.process_time()
    lists = (made_list(names, index, chance) for _ in range(wanted))
    made = write_sheets((made_sheet(n, listed) for n, listed in enumerate(lists, 1)), PAPERS["a4"], "SubmissionWindow")
    took, busy = time.perf_counter() - start, time.process_time() - busy
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    out = Path(gettempdir()) / "deckcheck-sheets.pdf"
    out.write_bytes(made)
    print(f"{wanted:,} sheets: {took:.1f} s ({busy:.1f} s of one core), {len(made) / 1e6:.1f} MB in {out.name}")
    print(f"memory: {peak:.0f} MB at its peak, {before:.0f} MB of it before (the card catalogue)")


if __name__ == "__main__":
    main()
