"""Pokémon: registered lists are legal on their day and not after the next rotation; changed lists are told.

The lists say set and number as RK9 does, so they are read as text with both behind the name, through the service.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

import pytest

from deckcheck.catalogue import open_index, open_sets
from deckcheck.lists.list_checks import Terms
from scripts.judge_pokemon import Judge, fits, told
from tests.tables import every_row
from tests.verdicts import DATA, records, the_desk, verdict_on

INDEX: Final = open_index("pkm")
LISTS: Final = records("lists/pkm.jsonl")
CHANGED: Final = records("lists/pkm-changed.jsonl")
CASES: Final = records("pkm-cases.jsonl")
ROTATIONS: Final = ("2023-04-14", "2024-04-05", "2025-04-11", "2026-04-10")
ALIASES: Final = {"PR-SW": "SWSHP", "PR-SV": "SVP", "PR-SM": "SMP", "PR-XY": "XYP"}
_ROW: Final = re.compile(r"(\d+) (.+) (\S+) (\S+)")


def rows_of(text: str) -> list[tuple[int, str, str, str]]:
    """The rows of a list as PTCG Live writes it."""
    found = filter(None, map(_ROW.fullmatch, text.splitlines()))
    return [(int(m[1]), m[2], m[3], m[4]) for m in found]


def text_of(rows: Sequence[Sequence[Any]]) -> str:
    """Rows as text with set and number in the way that every game's lists may have them."""
    bare = ((n, re.sub(r" - (?:Basic|Special|ACESPEC)$", "", name), ALIASES.get(c, c), no) for n, name, c, no in rows)
    return "".join(f"{n} {name}" + (f" ({code}) {no}\n" if code != "misc" else "\n") for n, name, code, no in bare)


def verdict(rows: Sequence[Sequence[Any]], format_id: str, day: str) -> dict[str, Any]:
    return verdict_on(text_of(rows), Terms(f"pkm-{format_id}", date.fromisoformat(day)))


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge()


def test_registered_lists_are_legal_on_their_day_or_name_a_printing_that_is_not_known(judge: Judge) -> None:
    found: Counter[str] = Counter()
    for record in LISTS:
        report = judge.rows(record["cards"], record["format"], record["date"])
        found[f"{report.verdict} {record['legal']}"] += 1
        for problem in report.problems if record["legal"] else ():
            assert problem.severity == "unclear", (record["id"], told(report))
            assert problem.message == "not-found", (record["id"], told(report))
    assert found["legal True"] >= 64, found
    assert found["illegal False"] == 2, "the source dropped lines of these"


def test_registered_lists_are_illegal_from_the_next_rotation_on(judge: Judge) -> None:
    for record in LISTS:
        day = min((r for r in ROTATIONS if r > record["date"]), default="")
        if day and record["legal"]:
            before = date.fromisoformat(day) - timedelta(days=1)
            assert judge.rows(record["cards"], record["format"], before.isoformat()).verdict != "illegal", record["id"]
            report = judge.rows(record["cards"], record["format"], day)
            assert {p.clause for p in report.problems if p.severity == "error"} == {"not-in-format"}, record["id"]


@every_row("record", CHANGED, ids=lambda record: record["id"])
def test_a_list_changed_in_one_place_is_told_with_rule_and_card(record: Mapping[str, Any]) -> None:
    report = Judge().rows(record["cards"], record["format"], record["date"])
    assert fits(report, record), told(report)


@every_row("record", [*LISTS[:12], *CHANGED[::5]], ids=lambda record: record["id"])
def test_the_service_says_the_same_of_the_list_as_text(record: Mapping[str, Any]) -> None:
    report = Judge().rows(record["cards"], record["format"], record["date"])
    typed = verdict(record["cards"], record["format"], record["date"])
    assert typed["verdict"] == report.verdict
    assert [p["rule"] for p in typed["problems"]] == [p.clause for p in report.problems]


@every_row("case", CASES, ids=lambda case: case["id"])
def test_cases_with_their_sources(case: Mapping[str, Any]) -> None:
    report = Judge().rows(rows_of(case["list"]), case["format"], case["date"])
    assert fits(report, case), (case["title"], told(report))


def _printed(name: str, code: str, number: str) -> str:
    found = INDEX.find(name).cards
    return INDEX.printed(found[0], code, number).name


@pytest.mark.parametrize(
    ("name", "code", "number", "is_card"),
    [
        ("Oranguru", "UPR", "114", "Oranguru (UPR 114)"),
        ("Oranguru", "upr", "0114", "Oranguru (UPR 114)"),
        ("Oranguru", "BRS", "TG12", "Oranguru (SSH 148)"),  # A gallery's number, under the code of its set.
        ("Charizard", "CEL", "4", "Charizard (BS 4)"),  # Two cards of Celebrations have this number: the name tells.
        ("Mewtwo", "PR", "3", "Mewtwo (PR 3)"),
        ("Crobat V", "PR", "SWSH098", "Crobat V"),
        ("Bibarel", "PR-SW", "188", "Bibarel (BRS 121)"),
        ("Drowzee", "TR", "54", "Drowzee (TR 54)"),
        ("Computer Search", "BS", "71", "Computer Search (BS 71)"),
        ("Computer Search", "BCR", "137", "Computer Search"),
        ("Computer Search", "", "", "Computer Search"),
        ("Darkness Energy", "BS2020", "1", "Basic Darkness Energy"),
        ("Darkness Energy", "EX", "158", "Darkness Energy (N1 104)"),
        ("Pikachu", "HP", "79", "Pikachu δ (HP 79)"),  # The symbol is no part of the name.
        ("Oranguru", "S8", "87", "Oranguru"),
        ("Oranguru", "UPR", "999", "Oranguru"),
        ("Professor's Research (Professor Sada)", "SVI", "189", "Professor's Research"),
    ],
)
def test_set_and_number_say_which_card_of_a_name_is_meant(name: str, code: str, number: str, is_card: str) -> None:
    assert _printed(name, code, number) == is_card


@pytest.mark.parametrize("name", ["Mudkip ★", "Lysandre ◇", "Nidoran ♂", "Nidoran ♀", "Giratina ◇", "Pikachu δ"])
def test_a_sign_at_the_end_is_part_of_the_name(name: str) -> None:
    """In other games such a sign decorates a line."""
    told = verdict_on(f"1 {name}\n59 Basic Fire Energy\n", Terms("pkm-unlimited", date(2026, 8, 1)))
    assert told["sections"]["main"][0]["name"] == name


@pytest.mark.parametrize("name", ["Ho-Oh LEGEND", "Entei & Raikou LEGEND", "Mewtwo V-UNION"])
def test_parts_of_a_legend_and_of_a_union_bear_one_name(name: str) -> None:
    """Halves and quarters are listed under it: four cards in all, and none is a Basic Pokémon."""
    on = Terms("pkm-unlimited", date(2026, 8, 1))
    assert verdict_on(f"4 {name}\n1 Bulbasaur (MEW) 1\n55 Basic Fire Energy\n", on)["verdict"] == "legal"
    five = verdict_on(f"5 {name}\n1 Bulbasaur (MEW) 1\n54 Basic Fire Energy\n", on)
    assert [p["rule"] for p in five["problems"]] == ["copies"]
    none = verdict_on(f"4 {name}\n56 Basic Fire Energy\n", on)
    assert [p["rule"] for p in none["problems"]] == ["basic-pokemon"]


def test_a_name_alone_is_any_of_its_cards() -> None:
    oranguru = INDEX.find("Oranguru").cards[0]
    assert len(oranguru.may_be) == 8
    assert oranguru.may_have("basic-pokemon")
    assert not oranguru.may_have("rule-box")
    assert {card.counts_as for card in oranguru.may_be} == {"Oranguru"}
    # What it may be are the cards that the index gives for their printings.
    assert INDEX.card("Oranguru (UPR 114)") in oranguru.may_be


def test_every_printing_is_found_by_name_set_and_number() -> None:
    """21,112 of them; a code, a number and a name together mean one card."""
    lost, seen = [], 0
    for card in INDEX.cards():
        for printing in card.printings:
            seen += 1
            found = INDEX.find(card.printed_as or card.name).cards
            if len(found) != 1 or INDEX.printed(found[0], printing.set_code, printing.number) is not card:
                lost.append((card.name, printing))
    assert seen == 21_112
    assert lost == []


def test_a_name_without_set_is_a_question_only_where_it_matters() -> None:
    rest = "4 Ultra Ball\n52 Basic Fighting Energy\n"
    on = {"expanded": date(2022, 11, 25), "standard": date(2022, 11, 25)}
    asked = verdict_on(f"4 Oranguru\n{rest}", Terms("pkm-expanded", on["expanded"]))
    assert asked["verdict"] == "unclear"
    assert [p["rule"] for p in asked["problems"]] == ["which-card"]
    assert "Several cards are called Oranguru" in asked["problems"][0]["message"]
    # In Unlimited every card of the name may be played; in 2013 no set had one.
    assert verdict_on(f"4 Oranguru\n{rest}", Terms("pkm-unlimited", date(2026, 8, 1)))["verdict"] == "legal"
    early = verdict_on("4 Medicham V\n56 Basic Fighting Energy\n", Terms("pkm-standard", date(2013, 10, 1)))
    assert [p["rule"] for p in early["problems"]] == ["not-in-format"]


def test_a_promotional_card_counts_when_a_registered_list_has_it() -> None:
    """No source says when single ones came; Charmander of SV44 and SV47 are the cards of no set."""
    known = {p.number: p.latest for p in INDEX.card("Charmander (PR-SV 47)").printings}  # type: ignore[union-attr]
    assert known["47"]
    first = date.fromisoformat(known["47"])
    rest = "56 Basic Fire Energy (SVE) 2\n"
    on = Terms("pkm-standard", first)
    assert verdict_on(f"4 Charmander (SVP) 47\n{rest}", on)["verdict"] == "legal"
    before = verdict_on(f"4 Charmander (SVP) 47\n{rest}", Terms("pkm-standard", date(2023, 4, 1)))
    assert before["verdict"] == "unclear"


def test_the_years_without_a_source_say_so() -> None:
    rows = [(4, "Shaymin-EX", "ROS", "77"), (56, "Grass Energy", "XY", "132")]
    assert any("not confirmed" in told for told in verdict(rows, "standard", "2016-01-15")["warnings"])
    assert not any("not confirmed" in told for told in verdict(rows, "standard", "2018-01-15")["warnings"])


def test_house_rules_that_name_a_name_are_about_all_its_cards() -> None:
    law = the_desk().reference.rulebook("pkm-glc", Judge().law.rulebook("pkm-glc", _day()).day)
    assert law.legality.status(_card("Duskull (CEC 83)")).word == "banned"
    assert law.legality.status(_card("Duskull")).word == "legal"


def _day() -> Any:
    from deckcheck.law.legality import Day

    return Day(date(2026, 6, 1))


def _card(name: str) -> Any:
    found = INDEX.card(name)
    assert found is not None
    return found


def test_sets_are_known_by_every_code_that_lists_write() -> None:
    facts = json.loads((DATA.parents[1] / "data" / "pkm" / "sets.json").read_text("utf-8"))
    assert {s["code"] for s in facts} == set(open_sets("pkm"))
    assert len(facts) == 196
