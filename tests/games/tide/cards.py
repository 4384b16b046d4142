"""The cards of Tidewrights, and an installation whose law and catalogue hold them beside those of the product."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path
from typing import Final

from deckcheck.catalogue.packed import pack, pack_cards
from deckcheck.catalogue.reference import find_root
from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.decklist.names import Standing
from deckcheck.law.card_facts import Contents

PACKAGE: Final = "tests.games.tide"
SETS: Final = (
    CardSet("TW1", "First Tide", "2024-01-05", "2024-01-05", "expansion"),
    CardSet("TW2", "Deep Water", "2025-03-07", "2025-03-07", "expansion"),
)
SAILORS: Final = (
    *("Able Hand", "Bosun's Mate", "Cabin Scholar", "Drowned Oarsman", "Eel Fisher", "Ferry Widow"),
    *("Gannet Keeper", "Harbour Pilot", "Ice Reader", "Jetty Guard", "Kelp Farmer", "Lantern Boy"),
)
STORMS: Final = ("Long Swell", "Mackerel Sky", "Nor'easter", "Offshore Breeze", "Pressing Gale", "Quiet Hour")
VESSELS: Final = ("Gull's Errand", "The Patient Whelk", "Rust Lugger")
CARGO: Final = ("Salt Barrels", "Tarred Rope", "Ülva's Anchor")

LEGAL: Final = """Ship
1 Gull's Errand

Crew
3 Able Hand
3 Bosun's Mate
3 Cabin Scholar
3 Drowned Oarsman
3 Eel Fisher
3 Long Swell
3 Mackerel Sky

Hold
2 Salt Barrels
1 Tarred Rope
"""
OTHER: Final = LEGAL.replace("3 Eel Fisher", "3 Ferry Widow").replace("Gull's Errand", "Rust Lugger")
ILLEGAL: Final = LEGAL.replace("3 Able Hand", "4 Able Hand")

FORMAT: Final = """title = "Tidewrights Open"
inherits = "every"
starts = 2024-01-05
as_of = 2026-06-30
only_on = ["paper"]

[clauses.section-known]
sections = ["main", "ship", "sideboard"]
cites = ["TIDE 1"]

[clauses.main-min]
rule = "section-size"
sections = ["main"]
at_least = 20
cites = ["TIDE 2"]

[clauses.ship-size]
rule = "section-size"
sections = ["ship"]
exactly = 1
cites = ["TIDE 2"]

[clauses.hold-max]
rule = "section-size"
sections = ["sideboard"]
at_most = 6
cites = ["TIDE 2"]

[clauses.copies]
limit = 3
sections = ["main", "sideboard"]
cites = ["TIDE 3"]

[clauses.spring-tide]
section = "main"
at_most = 12
cites = ["TIDE 4"]

[clauses.not-in-format]
rule = "card-pool"
sections = ["main", "ship", "sideboard"]
cites = ["TIDE 5"]

[clauses.presented-mismatch]
deck_sections = ["main", "ship"]
side_section = "sideboard"
cites = ["TIDE 6"]

[clauses.game-one-configuration]
cites = ["TIDE 6"]

[pool]
kind = "sets"
kinds = ["expansion"]
"""
SEALED: Final = """title = "Tidewrights Sealed"
inherits = "every"
lists = "limited"
as_of = 2026-06-30
only_on = ["paper"]

[clauses.section-known]
sections = ["main", "ship", "sideboard", "pool"]
cites = ["TIDE 7"]

[clauses.main-min]
rule = "section-size"
sections = ["main"]
at_least = 10
cites = ["TIDE 7"]

[clauses.pool]
rule = "from-pool"
pool_section = "pool"
sections = ["main", "ship", "sideboard"]
free_cards = ["Quiet Hour"]
basic_trait = "calm"
cites = ["TIDE 7"]

[clauses.pool-opened]
sections = ["main", "ship", "sideboard"]
cites = ["TIDE 7"]

[clauses.presented-mismatch]
deck_sections = ["main", "ship"]
side_section = "sideboard"
pool_section = "pool"
free_cards = ["Quiet Hour"]
cites = ["TIDE 6"]

[clauses.pool-named]
pool_section = "pool"
cites = ["TIDE 7"]

[pool]
kind = "any"
"""
DOCUMENT: Final = """
[TIDE]
title = "The Rule of Tides"
address = "https://tidewrights.example/rules"
edition = "2026-06-30"
"""


def cards() -> list[tuple[Card, Standing]]:
    """Every card; a third of them of each tide."""
    made: list[tuple[Card, Standing]] = []
    for kind, names in (("Sailor", SAILORS), ("Storm", STORMS), ("Vessel", VESSELS), ("Cargo", CARGO)):
        for place, name in enumerate(names):
            wages = place % 4
            traits = {f"type:{kind}", f"wages:{wages}", f"cost:{wages}"}
            traits |= {f"tide:{('Flood', 'Ebb', 'Slack')[place % 3]}"} if kind != "Cargo" else {f"weight:{place + 1}"}
            traits |= {"calm"} if name == "Quiet Hour" else set()
            number = str(len(made) + 1)
            printing = Printing("TW2" if place > 8 else "TW1", "C", number)
            card = Card(number, "tide", name, (), frozenset(traits), None, (printing,))
            made.append((card, Standing.PAPER))
    return made


def install(root: Path) -> Path:
    """A folder of law, templates and catalogue: the product's, with the game's own beside."""
    for name in ("formats", "banlists", "templates"):
        shutil.copytree(find_root() / name, root / name)
    (root / "formats" / "tide").mkdir()
    (root / "formats" / "tide" / "tide-open.toml").write_text(FORMAT, "utf-8")
    (root / "formats" / "tide" / "tide-sealed.toml").write_text(SEALED, "utf-8")
    documents = root / "formats" / "documents.toml"
    documents.write_text(documents.read_text("utf-8") + DOCUMENT, "utf-8")
    (root / "catalogue").mkdir()
    parts = pack_cards(Contents(cards(), SETS, date(2026, 6, 30)))
    (root / "catalogue" / "tide.catalogue").write_bytes(pack(parts))
    return root
