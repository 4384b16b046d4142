"""An installation with the law and the cards of one small game, and what a source would bring it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

from deckcheck.app.context import App
from deckcheck.catalogue.building import make_contents, pack_contents, read_facts
from deckcheck.catalogue.reference import find_root
from deckcheck.games import GAMES
from deckcheck.law.card_facts import Contents
from deckcheck.settings import Settings
from deckcheck.updates.apply import Incoming
from deckcheck.updates.statuses import make_statuses
from deckcheck.wiring import build_desk
from tests.desks import KEY, Clock

GAME: Final = "ga"
FORMAT: Final = "ga-standard"
NEW: Final = "A Card of Tomorrow"
BANNED: Final = "Abnegation"
DAY: Final = date(2026, 11, 30)
BAN: Final = f"""effective = {DAY.isoformat()}
source = "https://example.org/bans"

[lists.{FORMAT}]
"{BANNED}" = "banned"
"""
BAN_PATH: Final = f"banlists/{GAME}/{DAY.isoformat()}.toml"


def small_law(root: Path) -> Path:
    """A folder with the law of the one game."""
    for folder in ("formats/ga", "banlists/ga"):
        shutil.copytree(find_root() / folder, root / folder)
    for path in (find_root() / "formats").glob("*.toml"):
        shutil.copy(path, root / "formats")
    return root


def live_desk(url: str, clock: Clock, root: Path, *, folder: Path | None = None) -> App:
    """A context as a process of its own has it: it sees what the database holds beyond the law under `root`."""
    settings = replace(
        Settings.from_env({}), data_root=root, data_folder=folder, home=root, database_url=url, secret_key=KEY
    )
    return replace(build_desk(settings), clock=clock)


@cache
def _contents() -> Contents:
    return make_contents(GAMES[GAME], read_facts(find_root() / "data" / GAME))


@cache
def packed(*names: str, day: date = DAY) -> bytes:
    """The catalogue of the game with further cards, known to a day."""
    cards = list(_contents().cards)
    card, standing = cards[-1]
    cards += [(replace(card, id=f"new-{n}", name=name, also_known_as=()), standing) for n, name in enumerate(names)]
    cards.sort(key=lambda one: one[0].name)
    return pack_contents(_contents()._replace(cards=cards, known_to=day))


def incoming(*names: str, day: date = DAY, law: Mapping[str, str] | None = None, word: str = "legal") -> Incoming:
    """What a source brings: further cards, and the law that came of it."""
    return Incoming(
        game=GAME,
        source="gatcg",
        origin="https://example.org/cards",
        day=day,
        catalogue=packed(*names, day=day),
        statuses=make_statuses([(BANNED, {FORMAT: word}), *((name, {FORMAT: "legal"}) for name in names)]),
        law=law or {},
        report={"cards": len(names)},
    )
