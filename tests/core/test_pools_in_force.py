"""Lists held to a pool that was registered apart from them: one player's, or a team's over all of its lists."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.law.event_rules import HouseRules
from deckcheck.law.rulebooks import TEAM_POOL
from deckcheck.lists.judged import judge_for, same_law
from deckcheck.lists.list_checks import PreviewList, Terms, judge_record, preview_list, rulebook_for
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from deckcheck.verdict.canonical import canonical_list
from deckcheck.verdict.layout import Listed
from deckcheck.verdict.pool_law import Beside, PoolRows, pool_as_it_lies, with_opened
from tests.sheets import Sheet
from tests.verdicts import the_desk, told, verdict_on

SEALED: Final = Terms("limited-sealed", date(2026, 8, 1), "bo3", "paper")
TEAM: Final = replace(SEALED, team=TEAM_POOL)
GIANT: Final = Terms("two-headed-giant-limited", date(2026, 8, 1), "bo1", "paper", team=TEAM_POOL)
FREE: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest")
NAMES: Final = ("Island", "Forest", "Snow-Covered Island", "Wastes", "Counterspell", "Remand", "Fire // Ice", "Opt")
rows = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 3), max_size=5)


def pool_of(cards: dict[str, int]) -> PoolRows:
    return tuple((count, name) for name, count in cards.items())


def beside(**sections: dict[str, int]) -> Beside:
    return tuple((section, count, name) for section, cards in sections.items() for name, count in cards.items())


def sheet_of(main: dict[str, int], side: dict[str, int], pool: dict[str, int] | None = None) -> Sheet:
    return Sheet(
        "made", SEALED, {"main": {**main, "Plains": 40}, "sideboard": side, **({"pool": pool} if pool else {})}
    )


def wrong(verdict: dict[str, Any]) -> list[str]:
    return [name for problem in verdict["problems"] if problem["severity"] == "error" for name in problem["cards"]]


@settings(max_examples=80, deadline=None)
@given(rows, rows, rows.filter(bool))
def test_a_registered_pool_asks_what_the_same_pool_on_the_list_would(
    main: dict[str, int], side: dict[str, int], pool: dict[str, int]
) -> None:
    apart = verdict_on(sheet_of(main, side).text(), replace(SEALED, pool=pool_of(pool)))
    named = verdict_on(sheet_of(main, side, pool).text(), SEALED)
    assert (apart["verdict"], told(apart)) == (named["verdict"], told(named))
    assert "pool" not in apart["sections"]
    assert "pool" not in apart["counts"]


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(rows, rows), min_size=2, max_size=3), rows.filter(bool))
def test_a_team_is_legal_just_where_its_lists_together_are_within_its_pool(
    lists: list[tuple[dict[str, int], dict[str, int]]], pool: dict[str, int]
) -> None:
    """Each card on one list (MTR 8.6): a card of which the team has too many is told on every list that holds it."""
    together = Counter[str]()
    for main, side in lists:
        together.update(main)
        together.update(side)
    over = {name for name, count in together.items() if count > pool.get(name, 0) and name not in FREE}
    for place, (main, side) in enumerate(lists):
        others = [beside(main=m, sideboard=s) for at, (m, s) in enumerate(lists) if at != place]
        terms = replace(TEAM, pool=pool_of(pool), beside=tuple(row for other in others for row in other))
        verdict = verdict_on(sheet_of(main, side).text(), terms)
        assert set(wrong(verdict)) == over & {*main, *side}
        assert len(wrong(verdict)) == len(set(wrong(verdict)))


@settings(max_examples=80, deadline=None)
@given(rows, rows, rows, rows, rows.filter(bool))
def test_two_heads_share_one_sideboard(
    one: dict[str, int], other: dict[str, int], side: dict[str, int], other_side: dict[str, int], pool: dict[str, int]
) -> None:
    """What is in neither deck is a sideboard of both (MTR 9.6): cards that both lists write down there are the same."""
    found = []
    for main, mine, deck, theirs in ((one, side, other, other_side), (other, other_side, one, side)):
        terms = replace(GIANT, pool=pool_of(pool), beside=beside(main=deck, sideboard=theirs))
        verdict = verdict_on(sheet_of(main, mine).text(), terms)
        over = {
            n for n in {*main, *mine} - {*FREE} if main.get(n, 0) + mine.get(n, 0) + deck.get(n, 0) > pool.get(n, 0)
        }
        assert set(wrong(verdict)) == over
        found += wrong(verdict)
    decks = Counter(one) + Counter(other)
    needed = decks + (Counter(side) | Counter(other_side))
    assert bool(found) == any(count > pool.get(name, 0) for name, count in needed.items() if name not in FREE)


@pytest.mark.parametrize(
    ("of", "cites"), [(SEALED, "MTR 7.2"), (TEAM, "MTR 7.2, MTR 8.6"), (GIANT, "MTR 7.2, MTR 9.6")]
)
def test_a_card_that_was_not_opened_names_the_section_it_breaks(of: Terms, cites: str) -> None:
    terms = replace(of, pool=((1, "Opt"),), beside=() if of.team else None)
    (problem,) = verdict_on("1 Counterspell\n39 Island", terms)["problems"]
    assert (problem["rule"], problem["source"]) == ("pool", cites)
    assert problem["message"] == "1 Counterspell in the main deck; the pool has none."


def test_two_headed_giant_limited_is_played_in_single_games_with_decks_of_forty() -> None:
    terms = Terms("Two-Headed Giant Sealed", date(2026, 8, 1))
    assert rulebook_for(terms, the_desk()).match == "bo1"
    verdicts = [verdict_on(f"{count} Island\n\nSideboard\n3 Opt", terms) for count in (40, 39)]
    assert [v["verdict"] for v in verdicts] == ["legal", "illegal"]


def test_reports_show_the_list_as_it_is_written_whatever_was_registered() -> None:
    text = "1 Opt\n39 Island\n\nPool\n3 Remand"
    held = preview_list(PreviewList(text, replace(SEALED, pool=((1, "Opt"), (5, "Remand")))), the_desk())
    free = preview_list(PreviewList(text, SEALED), the_desk())
    assert held.deck.sizes == free.deck.sizes == {"main": 40, "pool": 3}
    assert canonical_list(held) == canonical_list(free)
    assert [(str(p.severity), p.lines) for p in held.problems] == [("warning", (5,))]


def test_an_empty_pool_and_none_ask_nothing() -> None:
    for pool in (None, ()):
        assert verdict_on("1 Counterspell\n39 Island", replace(SEALED, pool=pool))["verdict"] == "legal"


def test_a_format_that_opens_no_pool_is_another_law_with_none() -> None:
    terms = Terms("modern", date(2026, 8, 1))
    held = replace(terms, pool=((1, "Opt"),))
    assert rulebook_for(held, the_desk()).digest == rulebook_for(terms, the_desk()).digest
    assert verdict_on("4 Counterspell\n56 Island", held)["verdict"] == "legal"


def test_a_verdict_rests_on_the_pool_and_on_the_lists_beside_it() -> None:
    pool = ((2, "Opt"), (1, "Remand"))
    base = replace(TEAM, pool=pool, beside=beside(main={"Opt": 1}))
    judged = judge_for("1 Opt\n39 Island", base, the_desk())
    assert same_law(judged, the_desk())
    others = [
        replace(base, pool=((2, "Opt"),)),
        replace(base, pool=None),
        replace(base, beside=beside(main={"Opt": 2})),
        replace(base, beside=beside(sideboard={"Opt": 1})),
        replace(base, beside=()),
        replace(base, beside=None),
    ]
    assert not any(same_law(replace(judged, terms=terms), the_desk()) for terms in others)
    in_other_words = replace(base, pool=((1, "Remand"), (1, "Opt"), (1, "Opt")))
    assert same_law(replace(judged, terms=in_other_words), the_desk())


def test_a_house_rule_and_a_pool_hold_together() -> None:
    terms = replace(SEALED, pool=((1, "Opt"),), house=HouseRules(sizes={"main-min": 30}))
    assert verdict_on("1 Opt\n29 Island", terms)["verdict"] == "legal"
    assert wrong(verdict_on("2 Opt\n29 Island", terms)) == ["Opt"]
    dropped = replace(terms, house=HouseRules(drop=("pool",)))
    assert verdict_on("2 Opt\n38 Island", dropped)["verdict"] == "legal"


def compared(terms: Terms, presented: str, game: int, listed: str = "1 Opt\n39 Island") -> tuple[str, int]:
    found = compare_lists(CompareLists(listed, presented, terms, game), the_desk())
    return str(found.verdict), found.unlaid


def test_what_was_opened_and_is_on_no_list_comes_in_after_game_one() -> None:
    mine = replace(SEALED, pool=((1, "Opt"), (1, "Remand"), (1, "Snow-Covered Island")))
    assert compared(mine, "1 Opt\n39 Island", 1) == ("matches", 2)
    assert compared(mine, "1 Opt\n1 Remand\n38 Island", 1)[0] == "differs"
    assert compared(mine, "1 Opt\n1 Remand\n38 Island", 2) == ("matches", 1)
    assert compared(mine, "1 Opt\n2 Remand\n37 Island", 2)[0] == "differs"


def test_the_pool_that_is_registered_counts_on_the_table_and_not_the_one_of_the_list() -> None:
    mine = replace(SEALED, pool=((1, "Opt"), (1, "Remand")))
    listed = "1 Opt\n39 Island\n\nPool\n1 Opt\n1 Counterspell"
    assert compared(mine, "1 Opt\n1 Counterspell\n38 Island", 2, listed)[0] == "differs"
    assert compared(mine, "1 Opt\n1 Remand\n38 Island", 2, listed)[0] == "matches"


def test_a_card_of_a_team_s_pool_that_is_on_no_list_is_nobody_s_sideboard() -> None:
    """Each card is assigned to one player while decks are built, and stays there (MTR 8.6)."""
    team = replace(TEAM, pool=((1, "Opt"), (2, "Remand")), beside=beside(main={"Remand": 1}))
    assert compared(team, "1 Opt\n1 Remand\n38 Island", 2)[0] == "differs"
    listed = "1 Opt\n39 Island\n\nSideboard\n1 Remand"
    assert compared(team, "1 Opt\n1 Remand\n38 Island", 2, listed)[0] == "matches"


def test_a_table_shows_what_may_lie_beside_the_deck() -> None:
    rows = [Listed("main", 1, "Opt"), Listed("main", 39, "Island"), Listed("pool", 9, "Wastes")]
    pool = ((1, "Opt"), (2, "Remand"), (1, "Counterspell"))
    by_terms = {
        "own": replace(SEALED, pool=pool),
        "team": replace(TEAM, pool=pool, beside=beside(main={"Remand": 1})),
        "giant": replace(GIANT, pool=pool, beside=beside(main={"Remand": 1}, sideboard={"Counterspell": 1})),
    }
    aside = {}
    for name, terms in by_terms.items():
        laid = pool_as_it_lies(with_opened(rows, rulebook_for(terms, the_desk()).legality.opened))
        aside[name] = {row.name: row.count for row in laid if row.section == "sideboard"}
    assert aside == {
        "own": {"Remand": 2, "Counterspell": 1},
        "team": {},
        "giant": {"Remand": 1, "Counterspell": 1},
    }


def test_a_record_gives_the_registered_pool_beside_a_list_as_text() -> None:
    record = {"format": "limited-sealed", "date": "2026-08-01", "text": "2 Opt\n38 Island"}

    def judged(pool: object) -> dict[str, Any]:
        return judge_record({**record, "pool": pool}, the_desk(), Terms(""))

    assert judged([[2, "opt"]])["verdict"] == "legal"
    assert wrong(judged([[1, "Opt"], [1, "Remand"]])) == ["Opt"]
    assert judged(None)["verdict"] == "legal"
    assert judged([[1, "Xyzzyq"]])["error"] == 'No card is called "Xyzzyq" (row 1 of "pool"). Write its whole name.'
    assert judged("2 Opt")["error"].startswith('"pool" is no list of rows.')
