"""`deckcheck formats`: the formats that are known, and the law of one on a day."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.commands import Call, run

OFFERED = """
    standard modern pioneer legacy vintage pauper premodern historic timeless alchemy brawl standard-brawl explorer
    commander duel-commander oathbreaker limited-sealed limited-draft ga-standard
""".split()


def law(call: Call, *args: str) -> dict[str, Any]:
    said = call("formats", *args, "--json")
    assert said.status == 0, said
    found = said.json
    assert isinstance(found, dict)
    return found


def test_every_format_of_the_contract_is_offered(call: Call) -> None:
    rows = law(call)["formats"]
    assert {row["id"] for row in rows} >= set(OFFERED)
    assert {row["game"] for row in rows} == {"mtg", "ga", "pkm"}
    out = call("formats").out
    assert all(row["id"] in out and row["title"] in out for row in rows)


def test_retired_formats_say_so_and_when_they_ended(call: Call) -> None:
    ends = {row["id"]: row["ends"] for row in law(call)["formats"]}
    assert (ends["extended"], ends["modern"]) == ("2013-10-08", None)
    assert len([name for name in ends if name.startswith("block-constructed-")]) == 25
    assert "Urza Block (Magic: The Gathering), first played 1 November 1998, retired" in call("formats").out


@pytest.mark.parametrize("id", OFFERED)
def test_a_format_tells_its_rules_with_their_sources(call: Call, id: str) -> None:
    facts = law(call, id, "--on", "2026-08-01")
    assert (facts["id"], facts["on"]) == (id, "2026-08-01")
    for rule in facts["rules"]:
        assert not rule["sentence"][:1].islower()
        assert rule["sentence"].endswith(".")
        assert "{" not in rule["sentence"]
        assert rule["source"]
    out = call("formats", id, "--on", "2026-08-01").out
    assert all(rule["rule"] in out for rule in facts["rules"])


def statuses(call: Call, id: str, on: str, *args: str) -> dict[str, str]:
    return {row["card"]: row["status"] for row in law(call, id, "--on", on, *args)["statuses"]}


def test_bans_are_those_of_the_day(call: Call) -> None:
    then, now = statuses(call, "modern", "2017-12-01"), statuses(call, "modern", "2026-08-01")
    assert then["Bloodbraid Elf"] == "banned"
    assert "Bloodbraid Elf" not in now
    assert statuses(call, "vintage", "2019-08-29")["Fastbond"] == "restricted"
    assert "Fastbond" not in statuses(call, "vintage", "2019-08-30")


def test_sets_are_those_of_the_day(call: Call) -> None:
    before = {window["code"] for window in law(call, "standard", "--on", "2024-07-25")["sets"]}
    after = {window["code"] for window in law(call, "standard", "--on", "2024-08-02")["sets"]}
    assert "MID" in before - after
    assert "BLB" in after - before


def test_numbers_follow_match_and_platform(call: Call) -> None:
    def most(*args: str) -> str:
        rules = law(call, "historic", "--on", "2026-08-01", *args)["rules"]
        return next(str(rule["sentence"]) for rule in rules if rule["rule"] == "sideboard-max")

    assert "15" in most()
    assert "7" in most("--match", "bo1")


def test_a_format_answers_to_its_title(call: Call) -> None:
    assert law(call, "Duel Commander")["id"] == "duel-commander"


def test_an_unknown_format_is_refused_with_the_nearest() -> None:
    said = run("formats", "moderne")
    assert said.is_refusal()
    assert "Modern" in said.err


@pytest.mark.parametrize("args", [("modern", "--on", "never"), ("modern", "--platform", "moon")])
def test_unusable_options_are_refused(call: Call, args: tuple[str, ...]) -> None:
    assert call("formats", *args).is_refusal()
