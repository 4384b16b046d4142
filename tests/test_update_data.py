"""The project's own card facts, written from a source: what was found by hand stays, the rest is a diff."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deckcheck.catalogue.building import make_contents, read_facts
from deckcheck.games import GAMES
from deckcheck.law.card_facts import CardFacts
from scripts.gatcg_pages import pages
from scripts.update_data import DATA, merged, write

OURS = read_facts(DATA / "ga")
NEW: dict[str, Any] = {
    **OURS.cards[0],
    "name": "A Card of Tomorrow",
    "slug": "a-card-of-tomorrow",
    "editions": [{"prefix": "TMR", "number": "001", "rarity": 1, "slug": "a-card-of-tomorrow-tmr"}],
    "as_of": "2026-09-01",
}
SET = {"code": "TMR", "name": "Set of Tomorrow", "release": "2026-08-30", "type": "expansion"}


def own_days(facts: CardFacts) -> set[str]:
    """The editions with a day of their own, and that day."""
    rows = [(card["slug"], one) for card in facts.cards for one in card["editions"] if {"from", "between"} & one.keys()]
    return {f"{slug} {one['prefix']} {one.get('from')} {one.get('between')}" for slug, one in rows}


@pytest.mark.parametrize("game", sorted(game.id for game in GAMES.values() if game.sources))
def test_facts_are_written_as_they_stand_in_the_project(game: str, tmp_path: Path) -> None:
    facts = read_facts(DATA / game)
    write(tmp_path, facts, json.loads((DATA / game / "known.json").read_text("utf-8"))["source"])
    for name in ("cards.jsonl", "sets.json", "known.json"):
        assert (tmp_path / name).read_text("utf-8") == (DATA / game / name).read_text("utf-8"), name


@pytest.mark.parametrize("game", sorted(game.id for game in GAMES.values() if game.sources))
def test_a_source_that_tells_the_same_changes_nothing_but_what_we_were_not_sure_of(game: str) -> None:
    ours = read_facts(DATA / game)
    again = merged(ours, ours)
    assert (list(again.sets), again.known_to) == (list(ours.sets), ours.known_to)
    assert list(again.cards) == list(ours.cards)


def test_the_command_writes_new_cards_and_keeps_what_was_found_by_hand(tmp_path: Path) -> None:
    shutil.copytree(DATA / "ga", tmp_path / "data" / "ga")
    told = CardFacts([*OURS.cards[3:], NEW], [*OURS.sets, SET], OURS.known_to)
    file = tmp_path / "gatcg-20260901.jsonl"
    file.write_text("\n".join(json.dumps(page) for page in pages(told, 500)), "utf-8")
    command = [sys.executable, "-m", "scripts.update_data", "gatcg", str(file), "--data", str(tmp_path / "data")]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=DATA.parent, timeout=120).stdout
    assert f"{len(OURS.cards) + 1:,} cards, 1 of them new; 3 only we have." in said
    assert f"{len(OURS.sets) + 1:,} sets, 1 of them new." in said
    written = read_facts(tmp_path / "data" / "ga")
    assert written.known_to.isoformat() == "2026-09-01"
    by_slug = {record["slug"]: record for record in written.cards}
    assert by_slug[NEW["slug"]]["editions"] == NEW["editions"]
    assert own_days(OURS) <= own_days(written)
    assert [one for one in written.sets if one["code"] != "TMR"] == list(OURS.sets)
    assert written.tables == OURS.tables
    contents = make_contents(GAMES["ga"], written)
    assert "A Card of Tomorrow" in {card.name for card, _ in contents.cards}


def test_what_only_people_know_of_a_card_stays_and_a_gap_that_is_filled_goes() -> None:
    ours = CardFacts(
        [{"name": "One", "layout": "normal", "rulebreaker": ["size"], "incomplete": True, "printings": {"AAA": "C"}}],
        [
            {
                "code": "AAA",
                "name": "Out",
                "release": "2026-01-02",
                "type": "core",
                "between": ["2026-01-01", "2026-01-03"],
            }
        ],
        OURS.known_to,
    )
    told = CardFacts(
        [
            {
                "name": "One",
                "layout": "normal",
                "types": ["Creature"],
                "rulebreaker": ["any"],
                "printings": {"AAA": "", "BBB": "R"},
            }
        ],
        [
            {"code": "AAA", "name": "Out", "release": "2026-01-09", "type": "core"},
            {"code": "BBB", "name": "To come", "release": "2026-12-01", "type": "core"},
        ],
        OURS.known_to,
    )
    found = merged(ours, told)
    card = {"name": "One", "layout": "normal", "rulebreaker": ["size"], "types": ["Creature"]}
    assert found.cards == [{**card, "printings": {"AAA": "C", "BBB": "R"}}]
    assert found.sets == [*ours.sets, told.sets[1]]
    moved = replace(told, sets=[{**told.sets[1], "release": "2026-12-08"}])
    assert [one["release"] for one in merged(found, moved).sets] == ["2026-01-02", "2026-12-08"]
