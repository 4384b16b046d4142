"""A list for another format is recognised by its shape, and a list for its own format never is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from deckcheck.lists.list_checks import Terms, judge_record
from tests.legal_lists import built_commander, built_oathbreaker, real_lists
from tests.sheets import Sheet
from tests.verdicts import records, the_desk

DAY = "2026-03-01"
SINGLES = """Abrade
Act of Treason
Brute Force
Burst Lightning
Cancel
Divination
Doom Blade
Duress
Essence Scatter
Fog
Giant Growth
Hill Giant
Llanowar Elves
Negate
Opt
Prey Upon
Reclaim
Shatter
Shock
Sift
Skred
Unsummon
Volcanic Hammer""".replace("\n", "\n1 ")
FORTY = f"1 {SINGLES}\n9 Island\n8 Mountain\n"


def looks(text: str, format: str, **more: Any) -> str | None:
    found = judge_record({"text": text, "format": format, "date": DAY, **more}, the_desk(), Terms(""))
    assert "error" not in found, found
    return found["looks_like"]["format"] if "looks_like" in found else None


def record_of(sheet: Sheet) -> dict[str, Any]:
    rows = {section: [[n, name] for name, n in cards.items()] for section, cards in sheet.rows.items()}
    return {**rows, "date": DAY}


def verdicts(name: str, **changed: Any) -> Iterator[dict[str, Any]]:
    for record in records(f"lists/{name}.jsonl"):
        yield judge_record({**record, **changed}, the_desk(), Terms(""))


@pytest.mark.parametrize("name", ["ga", "mtgo", "paper"])
def test_no_real_list_looks_like_another_format_than_its_own(name: str) -> None:
    assert [found["id"] for found in verdicts(name) if "looks_like" in found] == []


@pytest.mark.parametrize("name", ["mtgo", "paper"])
def test_a_real_list_of_sixty_cards_under_commander_looks_like_a_constructed_deck(name: str) -> None:
    sixty = [record for record in records(f"lists/{name}.jsonl") if "ommander" not in record["format"]][::5]
    found = [judge_record({**record, "format": "commander"}, the_desk(), Terms("")) for record in sixty]
    kinds = Counter(one.get("looks_like", {}).get("format", "") for one in found)
    assert kinds.pop("", 0) <= len(found) / 10
    assert set(kinds) <= {"standard", "pioneer", "pauper", "modern", "legacy", "vintage", "premodern"}


def test_every_list_of_grand_archive_is_known_in_modern() -> None:
    found = list(verdicts("ga", format="modern"))
    assert {one["looks_like"]["format"] for one in found} == {"ga-standard"}


def test_every_led_list_is_known_in_modern() -> None:
    led = [sheet for sheet in real_lists() if "commander" in sheet.rows]
    made = built_commander(Terms("commander", date(2026, 3, 1)), 100, 1)
    for sheet in (*led, made):
        found = judge_record({**record_of(sheet), "format": "modern"}, the_desk(), Terms(""))
        assert found["looks_like"]["format"] in {"commander", "duel-commander"}, found["id"]
        assert found["looks_like"]["reason"].startswith("It has ")


def test_an_oathbreaker_deck_is_known_by_its_signature_spell() -> None:
    made = record_of(built_oathbreaker(Terms("oathbreaker", date(2026, 3, 1)), 1))
    for asked in ("modern", "commander"):
        found = judge_record({**made, "format": asked}, the_desk(), Terms(""))
        assert found["looks_like"]["format"] == "oathbreaker"


def test_a_hundred_single_cards_without_a_word_of_a_commander_are_a_commander_deck() -> None:
    made = record_of(built_commander(Terms("commander", date(2026, 3, 1)), 100, 1))
    commander = made.pop("commander")
    assert looks("\n".join(f"{n} {name}" for n, name in (*made["main"], *commander)), "modern") == "commander"
    aside = "\n".join(f"{n} {name}" for n, name in made["main"]) + f"\n\n1 {commander[0][1]}"
    assert looks(aside, "modern") == "commander"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FORTY, "limited-draft"),
        (f"{FORTY}\nSideboard\n" + "22 Grizzly Bears", "limited-draft"),
        (f"{FORTY}\nSideboard\n" + "60 Grizzly Bears", "limited-sealed"),
        (f"{FORTY}\nPool\n1 {SINGLES}\n60 Grizzly Bears", "limited-sealed"),
    ],
)
def test_forty_cards_are_a_limited_deck(text: str, expected: str) -> None:
    assert looks(text, "modern") == expected


@pytest.mark.parametrize("format", ["modern", "limited-sealed", "commander"])
@pytest.mark.parametrize("text", ["4 Lightning Bolt\n4 Shock\n32 Mountain", "4 Opt", "40 Island", "no card at all"])
def test_a_list_that_is_only_short_looks_like_none(text: str, format: str) -> None:
    assert looks(text, format) is None


def test_a_list_that_is_legal_as_asked_is_never_doubted() -> None:
    assert looks(FORTY, "limited-sealed") is None
    hundred = "\n".join(f"1 {name}" for name in SINGLES.split("\n1 ")) + "\n77 Island"
    assert looks(hundred, "vintage") is None


def test_a_commander_deck_of_the_other_game_is_known_as_one() -> None:
    made = record_of(built_commander(Terms("commander", date(2026, 3, 1)), 100, 1))
    found = judge_record({**made, "format": "ga-standard"}, the_desk(), Terms(""))
    assert found["looks_like"]["format"] == "commander"
