"""Limited decks against the pool they were built from: a second reckoning, by subtracting piles, says the same."""

from __future__ import annotations

from collections import Counter
from datetime import date
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.lists.list_checks import Terms, judge_record
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from deckcheck.verdict.layout import Listed
from deckcheck.verdict.pool_law import pool_as_it_lies
from tests.legal_lists import built_pool
from tests.sheets import Sheet
from tests.verdicts import the_desk, verdict_on

SEALED: Final = Terms("limited-sealed", date(2026, 8, 1), "bo3", "paper")
DRAFT: Final = Terms("limited-draft", date(2024, 5, 1), "bo3", "paper")
FREE: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest")
NAMES: Final = (
    *FREE,
    *(
        "Snow-Covered Island",
        "Snow-Covered Wastes",
        "Wastes",
        "Counterspell",
        "Remand",
        "Fire // Ice",
        "Lim-Dûl's Vault",
    ),
    *("Llanowar Elves", "Evolving Wilds", "Relentless Rats", "Delver of Secrets // Insectile Aberration"),
)
rows = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 6), max_size=9)


def reckoned(sheet: Sheet) -> dict[str, int]:
    """How many copies of each card are beyond the pool."""
    pile = Counter(sheet.rows.get("main", {}))
    pile.update(sheet.rows.get("sideboard", {}))
    for name in FREE:
        pile.pop(name, None)
    pile.subtract(sheet.rows["pool"])
    return {name: count for name, count in pile.items() if count > 0}


def beyond(sheet: Sheet, verdict: dict[str, Any]) -> dict[str, int]:
    """The same, as the verdict has it: its sentences say how many there are and how many were opened."""
    found: dict[str, int] = {}
    for problem in verdict["problems"]:
        if problem["rule"] == "pool":
            (name,) = problem["cards"]
            count, has = problem["message"].split(" ", 1)[0], problem["message"].partition("the pool has ")[2]
            has = has.partition(".")[0]
            found[name] = int(count) - (0 if has == "none" else int(has))
            assert int(count) == sum(sheet.rows.get(s, {}).get(name, 0) for s in ("main", "sideboard"))
    return found


@settings(max_examples=150, deadline=None)
@given(rows, rows, rows.filter(bool), st.sampled_from([SEALED, DRAFT]))
def test_what_is_beyond_the_pool_is_told_and_nothing_else(
    main: dict[str, int], side: dict[str, int], pool: dict[str, int], terms: Terms
) -> None:
    sheet = Sheet("made", terms, {"main": {**main, "Plains": 40}, "sideboard": side, "pool": pool})
    wanted = reckoned(sheet)
    verdict, as_rows = verdict_on(sheet.text(), terms), judge_record(sheet.record(), the_desk(), Terms(""))
    assert beyond(sheet, verdict) == beyond(sheet, as_rows) == wanted
    assert verdict["verdict"] == as_rows["verdict"] == ("illegal" if wanted else "legal")


@pytest.mark.parametrize("seed", range(8))
def test_a_deck_built_from_its_pool_is_legal_however_it_is_shared_out(seed: int) -> None:
    """Also where the sideboard is written in part: the rest of the pool is sideboard anyway (MTR 7.1)."""
    sheet, rng = built_pool(SEALED, seed), Random(seed)
    for name in sheet.names("sideboard"):
        by = rng.choice([("main", 1), ("sideboard", 0), ("", 0)])
        sheet = sheet.plus("sideboard", name, -1) if by[0] != "sideboard" else sheet
        sheet = sheet.plus("main", name) if by[0] == "main" else sheet
    assert verdict_on(sheet.text(), sheet.terms)["verdict"] == "legal"


def test_without_a_pool_nothing_is_asked_of_it() -> None:
    sheet = Sheet("made", SEALED, {"main": {"Counterspell": 9, "Snow-Covered Island": 31}, "sideboard": {"Wastes": 3}})
    assert verdict_on(sheet.text(), sheet.terms)["verdict"] == "legal"


def test_a_pool_under_a_constructed_format_is_a_section_it_does_not_know() -> None:
    verdict = verdict_on("60 Island\n\nPool\n1 Remand", Terms("modern", date(2026, 8, 1)))
    assert {p["rule"] for p in verdict["problems"]} == {"section-known"}


def test_names_of_one_card_are_one_card_of_the_pool() -> None:
    text = "1 Lim-Dul's Vault\n1 Fire\n1 delver of secrets\n37 Island\n\nPool\n1 Lim-Dûl's Vault\n1 Fire/Ice\n"
    assert verdict_on(text + "1 Delver of Secrets", SEALED)["verdict"] == "legal"


def test_a_name_of_the_pool_that_waits_for_a_person_leaves_the_verdict_to_a_person() -> None:
    verdict = verdict_on("1 Counterspell\n39 Island\n\nPool\n1 Xyzzyq Wvutrk\n1 Remand", SEALED)
    assert verdict["verdict"] == "unclear"
    assert [(p["rule"], p["severity"]) for p in verdict["problems"]] == [
        ("unknown-card", "unclear"),
        ("pool", "warning"),
    ]


def test_the_sentence_says_what_is_there_and_what_was_opened() -> None:
    verdict = verdict_on("1 Counterspell\n39 Island\n\nSideboard\n1 Counterspell\n\nPool\n1 Counterspell", SEALED)
    (problem,) = verdict["problems"]
    assert problem["message"] == "2 Counterspell in deck and sideboard; the pool has 1."
    assert (problem["source"], problem["lines"]) == ("MTR 7.2", [1, 5])


def compared(registered: str, presented: str, game: int) -> tuple[str, set[str]]:
    found = compare_lists(CompareLists(registered, presented, SEALED, game), the_desk())
    return str(found.verdict), {p.clause for p in found.problems if p.severity == "error"}


def test_a_companion_comes_out_of_the_rest_of_the_pool_in_the_first_game_too() -> None:
    """It lies in the sideboard there, as it did before."""
    listed = "20 Remand\n20 Island\n\nPool\n20 Remand\n1 Lurrus of the Dream-Den\n3 Counterspell"
    assert compared(listed, "Companion\n1 Lurrus of the Dream-Den\n\nDeck\n20 Remand\n20 Island", 1)[0] != "differs"


def test_a_list_that_is_beyond_its_pool_is_so_on_the_table() -> None:
    listed = "2 Counterspell\n38 Island\n\nPool\n1 Counterspell"
    assert compared(listed, "2 Counterspell\n38 Island", 1) == ("illegal", {"pool"})


def test_a_deck_that_is_smaller_on_the_table_is_short_whatever_the_pool_has() -> None:
    listed = "20 Remand\n20 Island\n\nPool\n20 Remand\n3 Counterspell"
    assert compared(listed, "19 Remand\n20 Island", 1) == ("differs", {"presented-mismatch", "main-min"})
    assert compared(listed, "19 Remand\n20 Island", 2) == ("illegal", {"main-min"})
    assert compared(listed, "19 Remand\n1 Counterspell\n20 Island", 2) == ("matches", set())


def test_a_pool_is_laid_out_once_and_its_rest_beside_the_deck() -> None:
    rows = [
        Listed("main", 2, "Remand"),
        Listed("main", 1, "Counterspell"),
        Listed("main", 17, "Island"),
        Listed("sideboard", 1, "Remand"),
        Listed("pool", 2, "Remand"),
        Listed("pool", 3, "Counterspell"),
        Listed("pool", 2, "Remand"),
        Listed("pool", 1, "Who knows", waiting=True),
    ]
    assert pool_as_it_lies(rows) == (
        *rows[:4],
        Listed("sideboard", 2, "Counterspell"),
        Listed("sideboard", 1, "Remand"),
        Listed("sideboard", 1, "Who knows", waiting=True),
    )
