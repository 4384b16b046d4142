"""The sources of Magic's card facts: what the samples of their files tell, and what becomes of broken ones."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.catalogue.building import make_contents, pack_contents
from deckcheck.catalogue.bulk import read_source
from deckcheck.catalogue.packed import PackedCards, Parts
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.games import GAMES
from deckcheck.games.mtg.contents import collector_numbers
from deckcheck.games.mtg.source_words import FORMATS
from deckcheck.games.mtg.sources.mtgjson import MTGJSON, find_printings
from deckcheck.games.mtg.sources.scryfall import SCRYFALL, find_bulk
from deckcheck.law.card_sources import CardSource, Migration, SourceError, SourceFacts, Status
from deckcheck.updates.gather import name_in

SAMPLES: Final = Path(__file__).parent.parent / "data" / "sources"
DAY: Final = date(2031, 2, 8)
SCRYFALL_FILES: Final = {
    "default_cards": "scryfall-cards.jsonl",
    "sets": "scryfall-sets.json",
    "migrations": "scryfall-migrations.json",
}
ATOMIC_FILES: Final = {"AtomicCards": "mtgjson-atomic.json", "SetList": "mtgjson-setlist.json"}


def read(source: CardSource, files: Mapping[str, str], folder: Path = SAMPLES) -> SourceFacts:
    return read_source(source, {name: folder / file for name, file in files.items()}, DAY)


@cache
def scryfall() -> SourceFacts:
    return read(SCRYFALL, SCRYFALL_FILES)


@cache
def all_printings() -> SourceFacts:
    return read(MTGJSON, {"AllPrintings": "mtgjson-allprintings.json"})


@cache
def atomic() -> SourceFacts:
    return read(MTGJSON, ATOMIC_FILES)


def card(facts: SourceFacts, name: str) -> dict[str, Any]:
    return next(dict(record) for record in facts.facts.cards if record["name"] == name)


def sample_lines() -> list[dict[str, Any]]:
    text = (SAMPLES / "scryfall-cards.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def test_a_source_tells_facts_in_the_shape_of_the_projects_own() -> None:
    moon = card(scryfall(), "Example Moon // Example Wolf")
    assert moon == {
        "name": "Example Moon // Example Wolf",
        "faces": ["Example Moon", "Example Wolf"],
        "layout": "transform",
        "types": ["Enchantment"],
        "mana_cost": "{1}{G}",
        "mana_value": 2,
        "color_identity": ["G"],
        "face_facts": [
            {"name": "Example Moon", "types": ["Enchantment"], "mana_cost": "{1}{G}"},
            {"name": "Example Wolf", "types": ["Creature"], "subtypes": ["Sample", "Wolf"]},
        ],
        "printings": {"ZZZ": "C"},
    }


def test_the_sources_tell_the_same_of_a_card() -> None:
    for name in ("Example Edict", "Example Badger"):
        both = [card(facts, name) for facts in (scryfall(), all_printings(), atomic())]
        assert [{**of, "printings": {}} for of in both] == [{**both[0], "printings": {}}] * 3


def test_a_reversible_card_has_one_name_and_the_id_of_its_face() -> None:
    twin = card(scryfall(), "Example Twin")
    assert "faces" not in twin
    face = next(line for line in sample_lines() if line["layout"] == "reversible_card")["card_faces"][0]
    assert scryfall().ids["Example Twin"] == face["oracle_id"]


def test_tokens_are_names_only_and_attractions_have_a_place_of_their_own() -> None:
    names = {record["name"] for record in scryfall().facts.cards}
    assert scryfall().facts.tables["tokens"] == ["Sample"]
    assert "Sample" not in names
    assert card(scryfall(), "Example Wheel")["is_attraction"]


@pytest.mark.parametrize("kind", ["token", "minigame"])
def test_helper_cards_are_no_cards_of_decks(kind: str, tmp_path: Path) -> None:
    lines = sample_lines()
    dungeon = {**lines[0], "name": "Example Dungeon", "oracle_id": "dungeon", "type_line": "Dungeon", "set_type": kind}
    told = read_lines([*lines, dungeon], tmp_path)
    assert "Example Dungeon" in told.facts.tables["tokens"]
    assert len(told.facts.cards) == len(scryfall().facts.cards)


def test_a_rebalanced_card_names_its_original() -> None:
    for facts in (scryfall(), atomic()):
        twin = card(facts, "A-Example Badger")
        assert (twin["rebalanced"], twin["rebalanced_of"], twin["digital_only"]) == (True, "Example Badger", True)


def test_unknown_words_are_reported_and_the_card_is_kept() -> None:
    report = scryfall().report
    found = {kind: word for kind, word in report.unknown if kind in {"layout", "format"}}
    assert found == {"layout": "scroll_2031", "format": "twig"}
    assert "Example Page" in report.unknown["layout", "scroll_2031"]
    assert card(scryfall(), "Example Page")["layout"] == "scroll_2031"
    assert scryfall().statuses["Example Page"]["twig"] is Status.LEGAL


def test_statuses_are_told_for_each_card() -> None:
    edict = {facts.statuses["Example Edict"]["standard"] for facts in (scryfall(), all_printings(), atomic())}
    assert edict == {Status.BANNED}
    assert scryfall().statuses["Example Edict"]["vintage"] is Status.RESTRICTED
    # Of a card that is in no list of a format that is told of others, MTGJSON says that it is not legal.
    assert atomic().statuses["Sample Joke"]["vintage"] is Status.NOT_LEGAL
    assert "premodern" not in all_printings().statuses["Example Badger"]


def test_new_cards_of_a_set_are_those_that_count() -> None:
    new = scryfall().new_cards["ZZZ"]
    assert {"Example Badger", "Example Edict", "Example Page"} <= set(new)
    assert not any(name.startswith("A-") for name in new)
    assert scryfall().new_cards["ZZY"] == ("Example Later",)
    assert "ZZY" in scryfall().unfinished
    assert "ZZY" in atomic().unfinished


def test_sets_have_their_day_and_platform() -> None:
    sets = {record["code"]: record for record in scryfall().facts.sets}
    assert sets["PZZZ"] == {
        "code": "PZZZ",
        "name": "Sample Set Promos",
        "release": "2031-02-07",
        "type": "promo",
        "parent": "ZZZ",
    }
    assert sets["YZZZ"]["platform"] == "arena"
    assert "TZZZ" not in sets
    later = read(SCRYFALL, {**SCRYFALL_FILES, "sets": "scryfall-sets-later.json"})
    days = [{r["code"]: r["release"] for r in facts.facts.sets}["ZZY"] for facts in (scryfall(), later)]
    assert days == ["2031-06-06", "2031-05-30"]


def test_migrations_are_told() -> None:
    assert scryfall().migrations[0].name == "Example Badger"
    assert [(m.merged, m.day) for m in scryfall().migrations] == [(True, "2031-02-09"), (False, "2031-02-08")]
    assert isinstance(scryfall().migrations[1], Migration)
    assert scryfall().migrations[1].new_id == ""


def test_the_file_of_mtgjson_tells_its_day() -> None:
    assert {all_printings().facts.known_to, atomic().facts.known_to} == {DAY}
    answer = json.loads((SAMPLES / "mtgjson-meta.json").read_text("utf-8"))
    assert find_printings(answer).stamp == "2031-02-08"


def test_the_list_of_sets_tells_those_to_come() -> None:
    told = read(MTGJSON, {"AllPrintings": "mtgjson-allprintings.json", "SetList": "mtgjson-setlist.json"})
    assert [record["code"] for record in told.facts.sets] == ["ZZZ", "YZZZ", "ZZY"]
    assert told.unfinished == {"ZZY"}


@pytest.mark.parametrize(
    ("called", "name"),
    [("AllPrintings.json.xz", "AllPrintings"), ("AtomicCards.json", "AtomicCards"), ("SetList.json.gz", "SetList")],
)
def test_a_file_that_somebody_brings_is_known_by_what_it_is_called(called: str, name: str) -> None:
    assert name_in(MTGJSON, called) == name


@pytest.mark.parametrize("name", ["scryfall-bulk.json", "scryfall-bulk-older.json"])
def test_the_address_of_the_bulk_file_is_found_in_both_forms(name: str) -> None:
    found = find_bulk(json.loads((SAMPLES / name).read_text("utf-8")))
    assert "default_cards" in found.address
    assert found.stamp.startswith("2031")


def test_a_list_without_an_address_says_which_keys_it_has() -> None:
    with pytest.raises(SourceError, match=r"no address .* type, size"):
        find_bulk({"data": [{"type": "default_cards", "size": 3}]})
    with pytest.raises(SourceError, match="names no default_cards"):
        find_bulk({"data": []})


def test_a_catalogue_is_made_of_what_a_source_tells() -> None:
    made = [pack_contents(make_contents(GAMES["mtg"], f.facts)) for f in (scryfall(), all_printings(), atomic())]
    assert all(data.startswith(b"deckcheck catalogue") for data in made)


def test_printings_have_their_collector_numbers(tmp_path: Path) -> None:
    (tmp_path / "mtg.catalogue").write_bytes(pack_contents(make_contents(GAMES["mtg"], scryfall().facts)))
    badger = MemoryCardIndex("mtg", PackedCards("mtg", Parts(tmp_path / "mtg.catalogue"))).card("Example Badger")
    assert badger is not None
    assert {(p.set_code, p.rarity, p.number) for p in badger.printings} == {("ZZZ", "C", "1"), ("PZZZ", "C", "1p")}


def test_of_several_numbers_in_a_set_the_usual_one_is_kept() -> None:
    rows = [("312", "Example"), ("7★", "Example"), ("45", "Example"), ("7s", "Other")]
    assert collector_numbers({"ZZZ": rows}) == {("ZZZ", "Example"): "45", ("ZZZ", "Other"): "7s"}


def test_lines_and_the_older_array_tell_the_same(tmp_path: Path) -> None:
    lines = sample_lines()
    (tmp_path / "array.json").write_text(json.dumps(lines), "utf-8")
    (tmp_path / "lines.gz").write_bytes(gzip.compress("\n\n".join(map(json.dumps, lines)).encode()))
    paths = {name: SAMPLES / file for name, file in SCRYFALL_FILES.items()}
    told = [
        read_source(SCRYFALL, {**paths, "default_cards": tmp_path / file}, DAY) for file in ("array.json", "lines.gz")
    ]
    assert told[0].facts == told[1].facts == scryfall().facts
    assert told[0].statuses == scryfall().statuses


def test_a_format_that_is_told_of_no_card_is_reported(tmp_path: Path) -> None:
    lines = sample_lines()
    for line in lines:
        line["legalities"].pop("pauper", None)
    found = read_lines(lines, tmp_path)
    assert ("missing format", "pauper") in found.report.unknown
    assert {word for kind, word in found.report.unknown if kind == "missing format"} == {"pauper"} & FORMATS.keys()


def read_lines(lines: list[Any], folder: Path) -> SourceFacts:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / "cards.jsonl").write_text(text, "utf-8")
    paths = {name: SAMPLES / file for name, file in SCRYFALL_FILES.items()}
    return read_source(SCRYFALL, {**paths, "default_cards": folder / "cards.jsonl"}, DAY)


REQUIRED: Final = ("name", "oracle_id", "layout", "cmc", "color_identity", "legalities", "set", "rarity", "games")


@pytest.mark.parametrize("key", REQUIRED)
def test_a_missing_field_is_refused_with_the_records_name(key: str, tmp_path: Path) -> None:
    lines = sample_lines()
    del lines[1][key]
    with pytest.raises(SourceError, match=rf"record 2.*no `{key}`"):
        read_lines(lines, tmp_path)


NUMBERS: Final = st.integers(-(2**62), 2**62)
WRONG: Final = st.one_of(
    NUMBERS,
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.text(max_size=5),
    st.lists(NUMBERS, max_size=2),
    st.none(),
)
READ_KEYS: Final = (
    *REQUIRED,
    *("type_line", "mana_cost", "oracle_text", "released_at", "lang", "digital", "reprint", "promo_types"),
    *("collector_number", "card_faces", "all_parts", "border_color", "security_stamp", "flavor_name", "printed_name"),
    *("set_name", "set_type", "power", "keywords"),
)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 11), st.sampled_from(READ_KEYS), WRONG)
def test_a_field_of_any_other_value_is_read_or_refused_by_the_records_name(at: int, key: str, value: Any) -> None:
    lines = sample_lines()
    lines[at][key] = value
    told: list[SourceFacts] = []
    with TemporaryDirectory() as folder:
        refused = refusal_of(lambda: told.append(read_lines(lines, Path(folder))))
    if refused:
        assert f"record {at + 1}" in refused
    else:
        assert len(told[0].facts.cards) + told[0].report.left_out.total() >= 10
        assert pack_contents(make_contents(GAMES["mtg"], told[0].facts))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_cut_off_file_is_refused_or_ends_with_a_whole_record(data: st.DataObject) -> None:
    lines = [json.dumps(line) for line in sample_lines()]
    text = "\n".join(lines)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    with TemporaryDirectory() as folder:
        refused = refusal_of(lambda: read_lines([cut], Path(folder)))
    # A file that ends with a whole record may be whole; how long it must be, the fetcher knows.
    assert ("cards.jsonl" in refused) is not (cut.splitlines()[-1] in lines)


def refusal_of(reading: Callable[[], object]) -> str:
    """Why the reading was refused; nothing if it was not."""
    try:
        reading()
    except SourceError as error:
        return str(error)
    return ""


MTGJSON_KEYS: Final = (
    *("name", "layout", "type", "colorIdentity", "identifiers", "legalities", "manaValue", "printings", "faceName"),
    *("side", "manaCost", "text", "power", "isFunny", "foreignData", "availability", "rarity", "number", "borderColor"),
    *("promoTypes", "isRebalanced", "isReprint", "isOnlineOnly", "flavorName", "cardParts", "securityStamp"),
)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 3), st.sampled_from(MTGJSON_KEYS), WRONG)
def test_mtgjson_is_read_or_refused_by_the_cards_name(at: int, key: str, value: Any) -> None:
    whole = json.loads((SAMPLES / "mtgjson-allprintings.json").read_text("utf-8"))
    entry = whole["data"]["ZZZ"]["cards"][at]
    names = {entry["name"], entry.get("faceName") or entry["name"], f"`cards` {at + 1}"}
    entry[key] = value
    with TemporaryDirectory() as folder:
        path = Path(folder) / "AllPrintings.json"
        path.write_text(json.dumps(whole), "utf-8")
        told: list[SourceFacts] = []
        refused = refusal_of(lambda: told.append(read_source(MTGJSON, {"AllPrintings": path}, DAY)))
    if refused:
        assert any(name in refused for name in names), refused
    else:
        assert len(told[0].facts.cards) + told[0].report.left_out.total() >= 2


def test_a_card_that_lacks_its_other_side_is_refused(tmp_path: Path) -> None:
    whole = json.loads((SAMPLES / "mtgjson-allprintings.json").read_text("utf-8"))
    cards = whole["data"]["ZZZ"]["cards"]
    cards[:] = [entry for entry in cards if entry.get("side") != "b"]
    (tmp_path / "AllPrintings.json").write_text(json.dumps(whole), "utf-8")
    with pytest.raises(SourceError, match=r"Example Moon.*lacks its other parts"):
        read_source(MTGJSON, {"AllPrintings": tmp_path / "AllPrintings.json"}, DAY)


def test_a_name_in_another_language_that_few_printings_have_by_mistake_is_left_out(tmp_path: Path) -> None:
    """Old sets of MTGJSON have rows shifted by one: Spanish "Isla" stands under Plains there, too."""
    whole = json.loads((SAMPLES / "mtgjson-allprintings.json").read_text("utf-8"))
    cards = whole["data"]["ZZZ"]["cards"]
    one, other = [entry for entry in cards if not entry.get("side")][:2]
    one["foreignData"] = [{"language": "Spanish", "name": "Isla"}] * 11 + [{"language": "Spanish", "name": "Isleta"}]
    other["foreignData"] = [{"language": "Spanish", "name": name} for name in ("Isla", "Isleta")]
    (tmp_path / "AllPrintings.json").write_text(json.dumps(whole), "utf-8")
    facts = read_source(MTGJSON, {"AllPrintings": tmp_path / "AllPrintings.json"}, DAY)
    assert facts.foreign == {one["name"]: {"es": ["Isla", "Isleta"]}, other["name"]: {"es": ["Isleta"]}}


def test_files_without_cards_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("{}", "utf-8")
    with pytest.raises(SourceError, match="no cards"):
        read_source(MTGJSON, {"AllPrintings": tmp_path / "empty.json"}, DAY)
    with pytest.raises(SourceError, match="needs sets"):
        read_source(SCRYFALL, {"default_cards": SAMPLES / "scryfall-cards.jsonl"}, DAY)


def test_a_name_that_no_catalogue_can_hold_is_refused(tmp_path: Path) -> None:
    lines = copy.deepcopy(sample_lines())
    lines[0]["name"] = "Example\tBadger"
    with pytest.raises(SourceError, match="can't be a name"):
        read_lines(lines, tmp_path)
    lines = sample_lines()
    lines[0]["collector_number"] = "1:2"
    with pytest.raises(SourceError, match=r"record 1 \(Example Badger\).*collector number"):
        read_lines(lines, tmp_path)
