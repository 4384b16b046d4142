"""Grand Archive's catalogue against tables of facts from elsewhere (tests/data/SOURCES.md), line by line."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.catalogue import cards_known, open_index, open_sets
from deckcheck.catalogue.reference import Reference, find_root, load_reference
from deckcheck.decklist.cards import Card
from deckcheck.games import GAMES
from deckcheck.law.legality import Admission, Day
from deckcheck.law.sentences import note_in_words
from deckcheck.verdict.judgement import judge_list

DATA: Final = Path(__file__).parent / "data"
INDEX: Final = open_index("ga")
SETS: Final = open_sets("ga")
TABLE: Final[list[dict[str, Any]]] = [
    json.loads(line) for line in gzip.decompress((DATA / "ga-cards.jsonl.gz").read_bytes()).decode().splitlines()
]
DAYS: Final[dict[str, Any]] = json.loads((DATA / "ga-days.json").read_text("utf-8"))


@cache
def the_law() -> Reference:
    return load_reference(find_root(), open_sets, cards_known)


def card(name: str) -> Card:
    found = INDEX.card(name)
    assert found is not None, name
    return found


def admitted(name: str, day: str) -> Admission:
    """Whether Standard holds the card on the day."""
    return the_law().rulebook("ga-standard", Day(date.fromisoformat(day))).legality.admits(card(name))


def titled(words: Iterable[str]) -> set[str]:
    return {word.title() for word in words}


def test_every_card_is_there_once() -> None:
    assert len(TABLE) == 2_495
    assert {wanted["name"] for wanted in TABLE} == {found.name for found in INDEX.cards()}


def test_a_card_has_the_facts_of_the_table() -> None:
    """Cards that share a name are one card with the traits of all."""
    incomplete = {wanted["name"] for wanted in TABLE if not wanted.get("complete")}
    assert len(incomplete) == 197
    wrong: list[tuple[str, str]] = []
    for wanted in TABLE:
        known = card(wanted["name"])
        for kind, key in (("type", "types"), ("subtype", "subtypes"), ("class", "classes"), ("element", "elements")):
            wrong += [(known.name, kind)] if titled(wanted.get(key, ())) - set(known.values(kind)) else []
        for kind, key in (("cost", "cost"), ("level", "level"), ("points", "side_points"), ("lineage", "lineage")):
            value = wanted.get(key)
            wrong += [(known.name, kind)] if value is not None and str(value) not in known.values(kind) else []
        assert wanted["zone"] in known.values("zone")
        assert known.has("divine-relic") == bool(wanted.get("divine_relic"))
        assert known.has("unknown:details") == (known.name in incomplete), known.name
        if wanted.get("restriction", "banned") != "banned":
            assert known.has(wanted["restriction"])
    assert wrong == []


def test_a_card_has_the_editions_of_the_table() -> None:
    for wanted in TABLE:
        printings = {(p.set_code, p.number, p.rarity): p for p in card(wanted["name"]).printings}
        for prefix, number, rarity, *own in wanted["editions"]:
            found = printings[prefix, number or "", str(rarity or "")]
            if own:
                assert (found.earliest, found.latest) == (own[0], own[0]), wanted["name"]


def test_a_product_has_the_day_of_the_table() -> None:
    taken = {c["prefix"]: c["taken"] for c in DAYS["set_days"]["conflicts"]}
    for wanted in json.loads((DATA / "ga-sets.json").read_text("utf-8")):
        known = SETS[wanted["prefix"]]
        assert known.approximate == wanted.get("approximate", False)
        if "window" in wanted:
            assert [known.earliest, known.latest] == wanted["window"]
        elif known.earliest:
            # The promotional cards of a year have one product, whose day is that of the first or none at all.
            assert wanted["name"].startswith("Promotional 20")
            assert wanted["release_date"] in {known.release, "1970-01-01"}
        else:
            assert known.release == (taken.get(wanted["prefix"]) or wanted["release_date"])


@pytest.mark.parametrize("wanted", DAYS["proxias_vault"]["cards"], ids=lambda wanted: wanted["name"])
def test_a_card_of_the_vault_is_in_from_its_own_day(wanted: dict[str, Any]) -> None:
    if "until" in wanted:
        # A card that left the vault for a time counts from the day on which a product brought it back.
        assert admitted(wanted["name"], wanted["again"]) == Admission(True)
        return
    first = date.fromisoformat(wanted["from"])
    assert admitted(wanted["name"], wanted["from"]) == Admission(True)
    before = admitted(wanted["name"], date.fromordinal(first.toordinal() - 1).isoformat())
    assert (before.admitted, before.reason, before.detail) == (False, "not-yet", wanted["from"])


@pytest.mark.parametrize("wanted", DAYS["proxias_vault"]["day_not_known"], ids=lambda wanted: wanted["name"])
def test_a_card_of_the_vault_whose_day_is_not_known_is_asked(wanted: dict[str, Any]) -> None:
    assert admitted(wanted["name"], "2023-09-01").doubt == "set-day"
    assert admitted(wanted["name"], wanted["by"]) == Admission(True)
    assert not admitted(wanted["name"], "2023-04-14").admitted


@pytest.mark.parametrize(
    ("name", "day", "expected"),
    [
        # A promotional print of 2026 makes no card older than the set that brings it.
        ("Mordred, Burnished Avenger", "2026-04-02", "no"),
        ("Mordred, Burnished Avenger", "2026-04-03", "yes"),
        ("Bolt of Diamonds", "2026-04-02", "no"),
        # Promotional cards of a year came with it, not on its first day.
        ("Starbirth", "2025-07-24", "no"),
        ("Starbirth", "2025-07-25", "yes"),
        ("Luminous Quartz", "2025-12-04", "no"),
        ("Luminous Quartz", "2025-12-05", "yes"),
        ("Lorraine, Ascendant Wings", "2025-02-05", "no"),
        ("Lorraine, Ascendant Wings", "2025-06-01", "asked"),
        ("Lorraine, Ascendant Wings", "2026-01-01", "yes"),
        # A card of no other product is asked within the bounds of its day.
        ("Dinah, Lost Spirit", "2025-12-31", "no"),
        ("Dinah, Lost Spirit", "2026-03-01", "asked"),
        ("Dinah, Lost Spirit", "2026-07-24", "yes"),
    ],
)
def test_a_product_of_uncertain_day(name: str, day: str, expected: str) -> None:
    found = admitted(name, day)
    assert ("asked" if found.doubt else "yes" if found.admitted else "no") == expected


JAPANESE: Final[list[dict[str, Any]]] = [
    json.loads(line) for line in (DATA / "ga-foreign-names.jsonl").read_text("utf-8").splitlines()
]


def test_a_card_is_found_by_its_unofficial_japanese_name_and_by_no_other() -> None:
    meant: dict[str, set[str]] = {}
    for row in JAPANESE:
        for name in row["names"]["ja"]:
            meant.setdefault(name, set()).add(row["name"])
    found = {name: INDEX.find(name) for name in meant}
    assert {name: {c.name for c in match.cards} for name, match in found.items()} == meant
    assert {match.kind for match in found.values()} == {"unofficial"}
    assert len([name for name, match in found.items() if len(match.cards) > 1]) == 2
    # It finds a card and is no name of it.
    assert all(name not in c.also_known_as for name, match in found.items() for c in match.cards)
    assert INDEX.find("自己放案").cards == ()


def test_a_japanese_name_of_two_cards_is_asked() -> None:
    text = "# Main Deck\n4 自己放棄\n4 分解"
    report = judge_list(text, the_law().rulebook("ga-standard", Day(date(2026, 8, 1))), INDEX)
    assert [(note.kind, note.name) for note in report.deck.notes] == [("unofficial", "Abnegation")]
    (waiting,) = report.deck.waiting()
    assert {c.name for c in waiting.candidates} == {"Decompose", "Disintegrate"}
    assert (
        note_in_words(report.deck.notes[0], report.deck, GAMES["ga"])
        == 'Read as Abnegation; "自己放棄" is an unofficial name of it.'
    )
