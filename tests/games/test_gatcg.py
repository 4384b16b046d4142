"""The card service of Grand Archive becomes the facts that data/ga holds; what is not known is kept and reported."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.catalogue.building import make_contents, read_facts
from deckcheck.catalogue.bulk import read_source
from deckcheck.games.ga import GAME
from deckcheck.games.ga.sources.gatcg import ADDRESS, SOURCE, next_page
from deckcheck.law.card_sources import SourceError, SourceFacts, Status
from scripts.gatcg_pages import INDEX_DAYS, agreement, editions_of, pages

DATA: Final = Path(__file__).parent.parent / "data" / "sources"
OURS: Final = read_facts(Path(__file__).parent.parent.parent / "data" / "ga")
PAGE: Final = json.loads((DATA / "gatcg-page.json").read_text("utf-8"))
DAY: Final = date(2026, 3, 1)
Card = dict[str, Any]


def read(folder: Path, *values: Any) -> SourceFacts:
    path = folder / "cards.jsonl"
    path.write_text("\n".join(json.dumps(value) for value in values), "utf-8")
    return read_source(SOURCE, {"cards": path}, DAY)


def changed(change: Callable[[Card], object], number: int = 2) -> dict[str, Any]:
    """The page with one card changed."""
    page: dict[str, Any] = copy.deepcopy(PAGE)
    change(page["data"][number])
    return page


def test_the_invented_records_become_facts(tmp_path: Path) -> None:
    found = read(tmp_path, PAGE)
    kiln, spirit, lamp = found.facts.cards
    assert kiln == {
        "name": "Kiln, Twice Fired",
        "slug": "kiln-twice-fired",
        "types": ["UNIQUE", "ALLY"],
        "subtypes": ["WARRIOR", "HUMAN"],
        "classes": ["WARRIOR"],
        "element": "FIRE",
        "elements": ["EXALTED", "FIRE"],
        "cost_kind": "reserve",
        "cost": "4",
        "zone": "main",
        "side_points": 1,
        "editions": [{"prefix": "INV", "number": "102", "rarity": 4, "slug": "kiln-twice-fired-inv"}],
        "complete": True,
        "as_of": "2026-03-01",
    }
    assert (spirit["level"], spirit["zone"], spirit["cost"]) == (0, "material", "0")
    assert (lamp["shut_out_of"], lamp["restriction"]) == (["STANDARD"], "banned")
    assert found.facts.sets == [
        {"code": "INV", "name": "Invented Set", "release": "2026-01-09", "type": "expansion"},
    ]
    assert found.facts.known_to.isoformat() == "2026-03-01"
    assert not found.report.unknown
    assert found.statuses["Tin Herald's Lamp"]["STANDARD"] is Status.BANNED
    assert found.statuses["Kiln, Twice Fired"]["PANTHEON"] is Status.LEGAL
    assert found.new_cards == {"INV": ["Kiln, Twice Fired", "Spirit of Glass", "Tin Herald's Lamp"]}
    assert found.facts.cards[1]["editions"][0]["number"] == "001"
    assert found.ids["Spirit of Glass"] == "aa00inv001"


def test_our_own_facts_come_back_from_the_services_pages(tmp_path: Path) -> None:
    """Every fact that the service tells is derived again; what only we know is the days of some editions."""
    found = read(tmp_path, *pages(OURS))
    facts = agreement(OURS.cards, found.facts.cards, "slug")
    del facts["editions"], facts["as_of"]
    assert {field for field, counts in facts.items() if set(counts) != {"same"}} == set()
    assert {card["as_of"] for card in found.facts.cards} == {"2026-08-22"}
    editions = agreement(editions_of(OURS.cards), editions_of(found.facts.cards), "place")
    assert {field for field, counts in editions.items() if set(counts) != {"same"}} == {"from", "between", "slug"}
    assert set(editions["slug"]) == {"same", "only theirs"}
    products = agreement(OURS.sets, found.facts.sets, "code")
    assert set(products["type"]) == set(products["name"]) == set(products["code"]) == {"same"}
    ours, theirs = ({record["code"]: record["release"] for record in facts.sets} for facts in (OURS, found.facts))
    assert {code for code, day in ours.items() if theirs[code] != day} <= set(INDEX_DAYS)
    assert not found.report.unknown
    assert [card["slug"] for card in found.facts.cards] == [card["slug"] for card in OURS.cards]


def test_the_facts_of_the_pages_make_the_same_cards(tmp_path: Path) -> None:
    ours, theirs = (make_contents(GAME, facts) for facts in (OURS, read(tmp_path, *pages(OURS)).facts))
    assert [(card.name, card.traits, card.also_known_as, standing) for card, standing in theirs.cards] == [
        (card.name, card.traits, card.also_known_as, standing) for card, standing in ours.cards
    ]


@pytest.mark.parametrize("shape", [lambda cards: [cards], lambda cards: cards, lambda cards: [{"data": cards}]])
def test_a_saved_file_may_be_an_array_lines_or_a_page(shape: Callable[[list[Card]], list[Any]], tmp_path: Path) -> None:
    assert len(read(tmp_path, *shape(PAGE["data"])).facts.cards) == 3


def test_a_saved_page_may_be_written_over_many_lines() -> None:
    assert len(read_source(SOURCE, {"cards": DATA / "gatcg-page.json"}, DAY).facts.cards) == 3


def test_the_pages_follow_one_another() -> None:
    address, seen = ADDRESS, []
    for page in pages(OURS, 500):
        seen.append(address.rpartition("=")[2])
        address = next_page(address, page)
    assert (seen, address) == (["1", "2", "3", "4", "5"], "")
    assert next_page(ADDRESS, {"has_more": True, "page": 1, "total_pages": 1}) == ""
    assert next_page(ADDRESS, []) == ""


def test_pages_that_are_missing_are_noticed(tmp_path: Path) -> None:
    first, *_ = pages(OURS)
    with pytest.raises(SourceError, match=r"ends half-way: it has 50 of 2,495 cards"):
        read(tmp_path, first)


def test_a_card_that_comes_twice_is_taken_as_it_was_changed_last(tmp_path: Path) -> None:
    newer = changed(lambda card: card.update(last_update="2026-04-01T00:00:00.000Z", element=None))
    older = changed(lambda card: card.update(last_update="2025-04-01T00:00:00.000Z", name="Old name"))
    for order in ([newer, older, PAGE], [older, PAGE, newer]):
        found = read(tmp_path, *order)
        assert len(found.facts.cards) == 3
        assert "element" not in found.facts.cards[0]
        assert found.facts.known_to.isoformat() == "2026-04-01"


def test_before_its_product_is_out_a_card_that_is_shut_out_is_not_banned(tmp_path: Path) -> None:
    def ahead(card: Card) -> None:
        card["legality"] = {"STANDARD": {"limit": 0}}
        card["editions"][0]["set"]["release_date"] = "2026-04-03T00:00:00"

    kiln = (found := read(tmp_path, changed(ahead))).facts.cards[0]
    assert kiln["shut_out_of"] == ["STANDARD"]
    assert "restriction" not in kiln
    assert found.statuses["Kiln, Twice Fired"]["STANDARD"] is Status.NOT_LEGAL


@pytest.mark.parametrize(
    ("product", "shut_out", "restriction"),
    [
        ("Invented Draft Pack", ["PANTHEON", "STANDARD"], "limited-only"),
        ("Pantheon Pack 9", ["DRAFT", "STANDARD"], "pantheon-only"),
        (".invented/set Pantheon", ["DRAFT", "STANDARD"], "pantheon-only"),
        ("Invented Set: Pantheon", [], ""),
        ("Invented Set Pantheon Decks", [], ""),
    ],
)
def test_a_card_of_products_for_one_format_is_made_for_it(
    product: str, shut_out: list[str], restriction: str, tmp_path: Path
) -> None:
    kiln = read(tmp_path, changed(lambda card: card["editions"][0]["set"].update(name=product))).facts.cards[0]
    assert (kiln.get("shut_out_of", []), kiln.get("restriction", "")) == (shut_out, restriction)


def test_a_product_without_a_day_came_out_since_its_first_card_was_entered(tmp_path: Path) -> None:
    page = changed(lambda card: card["editions"][0].update(set={**card["editions"][0]["set"], "prefix": "P31"}))
    page["data"][2]["editions"][0]["set"]["release_date"] = "1970-01-01T00:00:00"
    undated = next(record for record in read(tmp_path, page).facts.sets if record["code"] == "P31")
    assert (undated["approximate"], undated["between"]) == (True, ["2026-01-05", "2026-03-01"])


@pytest.mark.parametrize(
    ("old", "cost"),
    [
        ({"cost_reserve": 4}, ("reserve", "4")),
        ({"cost_memory": -1, "cost_reserve": None}, ("memory", "X")),
        ({"cost_reserve": None}, (None, None)),
    ],
)
def test_a_cost_is_read_from_its_older_fields_too(old: Card, cost: tuple[str, str], tmp_path: Path) -> None:
    def without(card: Card) -> None:
        del card["cost"]
        card.update(old)

    kiln = read(tmp_path, changed(without)).facts.cards[0]
    assert (kiln.get("cost_kind"), kiln.get("cost")) == cost
    assert kiln.get("complete", False) is (cost[0] is not None)


def test_a_back_face_is_a_name_of_its_front(tmp_path: Path) -> None:
    back = {"uuid": "b", "name": "Kiln, Cold", "slug": "kiln-cold", "types": ["ITEM"], "edition_id": "x"}
    kiln = read(tmp_path, changed(lambda card: card["editions"][0].update(other_orientations=[back]))).facts.cards[0]
    assert kiln["back_faces"] == [{"name": "Kiln, Cold", "slug": "kiln-cold", "types": ["ITEM"]}]


def test_what_is_not_known_is_kept_and_reported(tmp_path: Path) -> None:
    def strange(card: Card) -> None:
        card.update(types=["VEHICLE"], element="PLASMA", elements=["PLASMA"], classes=["PILOT"], wheels=4)
        card["legality"] = {"ORBIT": {"limit": 0}, "STANDARD": {"limit": 2}}
        card["cost"] = {"type": "fuel", "value": "4"}
        card["effect_raw"] = "Your deck may have any number of cards named Kiln, Twice Fired."
        card["editions"][0].update(rarity=12, shine=True)
        card["editions"][0]["set"]["region"] = "EU"

    found = read(tmp_path, changed(strange))
    assert found.facts.cards[0]["types"] == ["VEHICLE"]
    assert set(found.report.unknown) == {
        *(("type", "VEHICLE"), ("element", "PLASMA"), ("class", "PILOT"), ("card key", "wheels"), ("format", "ORBIT")),
        *(("cost", "fuel"), ("rarity", "12"), ("edition key", "shine"), ("set key", "region"), ("status", "limit 2")),
        ("sentence about decks", "Your deck may have any number of cards named Kiln, Twice Fired"),
    }
    assert set(found.report.unknown.values()) == {"kiln-twice-fired"}
    assert "STANDARD" not in found.statuses["Kiln, Twice Fired"]


@pytest.mark.parametrize("field", ["uuid", "name", "slug", "types", "editions", "last_update"])
def test_a_card_without_what_every_card_has_is_refused(field: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=f"has no {field}, which every card has"):
        read(tmp_path, changed(lambda card: card.pop(field)))
    with pytest.raises(SourceError, match=f"has no {field}, which every card has"):
        read(tmp_path, changed(lambda card: card.update({field: None})))


@pytest.mark.parametrize("field", ["prefix", "name", "release_date"])
def test_a_product_without_what_every_product_has_is_refused(field: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=f"kiln-twice-fired has no {field}"):
        read(tmp_path, changed(lambda card: card["editions"][0]["set"].pop(field)))


@pytest.mark.parametrize(
    "field", ["subtypes", "classes", "element", "elements", "level", "legality", "effect", "effect_raw", "rule"]
)
def test_what_only_some_cards_have_may_be_missing(field: str, tmp_path: Path) -> None:
    assert len(read(tmp_path, changed(lambda card: card.pop(field))).facts.cards) == 3
    assert len(read(tmp_path, changed(lambda card: card.update({field: None}))).facts.cards) == 3


@pytest.mark.parametrize("value", [{"error": "down"}, [], {"data": [], "total_cards": 0}, {"data": ["x"]}, "x", 7])
def test_what_holds_no_cards_is_refused(value: Any, tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        read(tmp_path, value)
