"""The catalogue against tables of facts from elsewhere (tests/data/SOURCES.md), line by line."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any, Final

from deckcheck.catalogue import open_index, open_sets
from deckcheck.decklist.cards import Card
from deckcheck.games.mtg.companions import CONDITIONS
from tests.tables import every_row

DATA: Final = Path(__file__).parent / "data"
INDEX: Final = open_index("mtg")
SETS: Final = open_sets("mtg")

AFTER: Final = json.loads((DATA / "after-2026-08-22.json").read_text("utf-8"))


def table(name: str) -> list[dict[str, Any]]:
    """One of the tables, a fact a line."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def card(name: str) -> Card:
    found = INDEX.card(name)
    assert found is not None, name
    return found


SET_DAYS: Final = table("set-days.jsonl")


@every_row("wanted", SET_DAYS, ids=lambda wanted: wanted["code"])
def test_a_set_has_the_day_of_the_table(wanted: dict[str, Any]) -> None:
    known = SETS[wanted["code"]]
    # The table has one day for the release; `standard_enter` is the prerelease, where the cards count from it.
    paper = min(filter(None, (known.release, known.paper_from)))
    assert known.release == wanted["released"]
    assert bool(known.platform) == wanted["digital_only"]
    assert known.kind == wanted["type"]
    if wanted["digital_only"]:
        assert wanted["paper"] is None or not known.paper_from
    elif "standard_enter" in wanted and wanted["standard_enter"] < wanted["paper"]:
        assert paper == wanted["standard_enter"]
    else:
        assert paper == known.paper_from <= wanted["paper"]


def test_a_set_that_counts_before_its_release_does_so_from_the_friday_before() -> None:
    """From 2023-02-03 on; the Final Fantasy sets and their like are no exception."""
    early = [s for s in SETS.values() if s.paper_from and s.paper_from != s.release]
    assert early
    for found in early:
        days = date.fromisoformat(found.release) - date.fromisoformat(found.paper_from)
        assert (days.days, found.paper_from >= "2023-02-03") == (7, True), found.code


def test_a_day_that_is_not_sure_has_bounds_or_is_marked() -> None:
    for wanted in (w for w in SET_DAYS if w["sure"] == "low" and not w["digital_only"]):
        known = SETS[wanted["code"]]
        assert known.approximate or known.earliest <= known.release <= known.latest, wanted["code"]
        assert known.approximate or known.earliest < known.latest, wanted["code"]


def test_sets_announced_after_the_last_day_of_the_cards_have_their_days() -> None:
    for wanted in (s for s in AFTER["sets"] if s["code"]):
        known = SETS[wanted["code"]]
        assert known.release == wanted["release"], wanted["code"]
        assert known.paper_from == wanted["paper_from"] if "paper_from" in wanted else True
        if "convention_box" in wanted:
            assert (known.earliest, known.latest) == (wanted["convention_box"], wanted["release"])


def is_activated(found: Card) -> bool | None:
    """What the companion's condition makes of a card; None where it asks."""
    broken, unknown = CONDITIONS["permanents-activated"].judge({found: 1}, "")
    return None if unknown else not broken


def test_a_permanent_has_an_activated_ability_or_not_as_the_table_says() -> None:
    permanents = [(w, card(w["name"])) for w in table("activated.jsonl")]
    assert [w["name"] for w, c in permanents if c.has("activated") != w["activated"]] == []
    assert [w["name"] for w, c in permanents if c.has("unknown:activated")] == []
    told = [(w["name"], w["activated"], is_activated(c)) for w, c in permanents]
    assert [found for found in told if found[2] is not None and found[1] != found[2]] == []


def test_what_is_not_known_of_an_activated_ability_stays_unknown() -> None:
    unsure = [card(w["name"]) for w in table("activated-unsure.jsonl")]
    assert [c.name for c in unsure if not c.has("unknown:activated")] == []
    assert [c.name for c in INDEX.cards() if c.has("unknown:activated") and c not in unsure] == []


@every_row("wanted", table("msc-facts.jsonl"), ids=lambda wanted: wanted["name"])
def test_a_marvel_card_has_the_facts_of_the_table(wanted: dict[str, Any]) -> None:
    known = card(wanted["name"])
    assert {*known.values("type")} == {*wanted["types"]}
    assert {*known.values("super")} == {*wanted["supertypes"]}
    assert {*known.values("subtype")} == {*wanted["subtypes"]}
    assert {*known.values("identity")} == {*wanted["color_identity"]}
    assert known.value("cost") == wanted["mana_cost"]
    assert known.has("leader:creature") == ("Legendary" in wanted["supertypes"])
    assert not known.values("unknown")


def test_cards_of_alchemy_without_facts_are_cards_of_their_set() -> None:
    names = AFTER["catalogue_gaps"]["real_cards_without_facts"]
    found = [INDEX.find(name).cards for name in names]
    assert [name for name, cards in zip(names, found, strict=True) if len(cards) != 1] == []
    for (known,) in found:
        assert {"unknown:types", "unknown:identity", "digital-only"} <= known.traits
        assert [p.set_code for p in known.printings] == ["YSOS"]


def test_sticker_sheets_are_the_48_that_were_printed_by_the_names_on_them() -> None:
    """Three stickers with a name on each sheet (MAMTR 3.18); one of them is two words."""
    sheets = [card.name for card in INDEX.cards() if card.has("kind:sticker")]
    assert len(sheets) == 48
    assert {name for name in sheets if len(name.split()) != 3} == {"Ancestral Hot Dog Minotaur"}
    assert INDEX.find("Ancestral Elephant Meteor").cards == ()
