"""Verdicts that are kept: what they rest on, whether that still holds, and what changed when a list is judged again."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.answers import make_answers
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import CardIndex
from deckcheck.law.event_rules import HouseRules, house_json
from deckcheck.lists.event_terms import HouseRefused, set_house, set_house_from_form, stored_house, what_may_change
from deckcheck.lists.judged import cards_import, diff_reports, is_current, judge_for, same_law
from deckcheck.lists.list_checks import PreviewList, Terms, judge_record, preview_list, rulebook_for
from deckcheck.verdict.reports import Verdict
from deckcheck.verdict.reports_json import as_json
from tests.desks import with_cards
from tests.verdicts import the_desk

DAY: Final = date(2026, 3, 1)
MODERN: Final = Terms("modern", DAY)
BOLTS: Final = "4 Lightning Bolt\n56 Mountain\n\nSideboard\n3 Shock\n"
NO_BOLTS: Final = HouseRules(bans=("Lightning Bolt",), source="fact sheet of Northern Open")


def with_other_cards(desk: App) -> App:
    """The desk after an import of card data: the same cards, and one that is new."""

    def index(game: str) -> CardIndex:
        known = desk.index(game)
        assert isinstance(known, MemoryCardIndex)
        first = next(known.cards())
        return MemoryCardIndex.of(game, [*known.cards(), replace(first, id="new", name="A Card of Tomorrow")])

    return with_cards(desk, index)


# What is kept.


def test_a_kept_verdict_is_the_one_that_a_check_gives() -> None:
    judged = judge_for(BOLTS, MODERN, the_desk())
    previewed = preview_list(PreviewList(BOLTS, MODERN), the_desk())
    assert judged.report_json == as_json(previewed)
    assert judged.verdict is Verdict.LEGAL
    assert json.loads(json.dumps(judged.report_json)) == judged.report_json


def test_a_kept_verdict_names_its_law_and_its_cards() -> None:
    judged = judge_for(BOLTS, MODERN, the_desk())
    assert judged.law_digest == rulebook_for(MODERN, the_desk()).digest
    assert judged.cards_import == the_desk().index("mtg").digest == cards_import("mtg", the_desk())
    assert judged.cards_import != cards_import("ga", the_desk())


def test_lines_are_kept_as_they_were_written_with_the_cards_they_mean() -> None:
    text = "Burn\n\nDeck\n4 lightning bolt\n2 Jace\n// maybe more\n54 Mountain\n\nSideboard\n1 Shock"
    judged = judge_for(text, MODERN, the_desk())
    assert list(judged.lines) == [
        {"number": 1, "kind": "remark", "section": "", "count": 0, "name": "Burn"},
        {"number": 3, "kind": "heading", "section": "main", "count": 0, "name": ""},
        {
            "number": 4,
            "kind": "card",
            "section": "main",
            "count": 4,
            "name": "lightning bolt",
            "card": "Lightning Bolt",
        },
        {"number": 5, "kind": "card", "section": "main", "count": 2, "name": "Jace", "card": None},
        {"number": 6, "kind": "remark", "section": "", "count": 0, "name": ""},
        {"number": 7, "kind": "card", "section": "main", "count": 54, "name": "Mountain", "card": "Mountain"},
        {"number": 9, "kind": "heading", "section": "sideboard", "count": 0, "name": ""},
        {"number": 10, "kind": "card", "section": "sideboard", "count": 1, "name": "Shock", "card": "Shock"},
    ]
    assert judged.sizes == {"main": 60, "sideboard": 1}
    assert judged.verdict is Verdict.UNCLEAR


def test_a_line_is_kept_in_the_section_where_its_card_counts() -> None:
    judged = judge_for("99 Mountain\n\n1 Krenko, Mob Boss\n", Terms("commander", DAY), the_desk())
    assert [(row["section"], row["count"]) for row in judged.lines] == [("main", 99), ("commander", 1)]
    assert judged.sizes == {"main": 99, "commander": 1}


def test_the_decks_own_name_is_kept() -> None:
    judged = judge_for("About\nName Burn of Leeds\n\nDeck\n4 Lightning Bolt\n56 Mountain\n", MODERN, the_desk())
    assert judged.title == "Burn of Leeds"
    assert judge_for("Burn\n" + BOLTS, MODERN, the_desk()).title == "Burn"
    assert judge_for(f"0 Shock\n{BOLTS}", MODERN, the_desk()).title == ""


@pytest.mark.parametrize(
    "text",
    [
        "Lightning Bolt - 4\n56 Mountain\n",
        "Lightning Bolt [4]\nMountain (56)\nThanks for organizing!\n",
        "4 Lightning Bolt\nIsland\nIsland\n56 Mountain\n",
        "1. 4 Lightning Bolt\n2. 56 Mountain\n",
        "Burn\n4 Lightning Bolt\n56 Mountain\n\nSideboard\n>> 3 Shock\n",
        "4 Lightning Bolt\n\nRamp (8)\n8 Forest\n\nLands\n48 Mountain\n",
        "-3 Island\n57 Mountain\n",
        "20 1996 World Champion\n40 Mountain\n",
        "Lightning Bolt ... 4\n\n56 Mountain\n",
    ],
)
def test_no_card_of_the_verdict_is_missing_from_the_lines_that_are_kept(text: str) -> None:
    judged = judge_for(text, MODERN, the_desk())
    kept: Counter[str] = Counter()
    for row in judged.lines:
        kept[row["section"]] += row["count"]
    assert {section: n for section, n in kept.items() if n} == {s: n for s, n in judged.sizes.items() if n}
    assert sum("card" in row for row in judged.lines) == len(judged.report.deck.entries)


def test_without_a_day_the_day_of_judging_is_kept() -> None:
    desk = the_desk()
    judged = judge_for("4 Splinter Twin\n56 Mountain\n", Terms("modern"), replace(desk, clock=lambda: at(2024, 12, 15)))
    assert judged.terms.on == date(2024, 12, 15)
    assert same_law(judged, replace(desk, clock=lambda: at(2026, 1, 1)))


def at(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, 12, tzinfo=UTC)


def test_what_is_no_list_is_refused() -> None:
    for text in ("https://example.org/deck/1", "x\n" * 2_000):
        with pytest.raises(UnusableInput):
            judge_for(text, MODERN, the_desk())


def test_a_correction_that_the_player_refuses_is_kept_waiting() -> None:
    text = "4 Counterspel\n56 Island\n"
    assert judge_for(text, MODERN, the_desk()).verdict is Verdict.LEGAL
    assert judge_for(text, MODERN, the_desk(), make_answers(refused=["Counterspel"])).verdict is Verdict.UNCLEAR


# Whether it still holds.


def test_the_same_law_and_cards_are_current() -> None:
    judged = judge_for(BOLTS, MODERN, the_desk())
    assert same_law(judged, the_desk())
    assert is_current(judged.law_digest, judged.cards_import, MODERN, the_desk())


def test_new_card_data_makes_a_verdict_old() -> None:
    judged = judge_for(BOLTS, MODERN, the_desk())
    assert not same_law(judged, with_other_cards(the_desk()))


@pytest.mark.parametrize(
    "terms",
    [
        replace(MODERN, on=DAY + timedelta(days=200)),
        replace(MODERN, format="legacy"),
        replace(MODERN, house=NO_BOLTS),
        replace(MODERN, team="two-headed-giant"),
    ],
)
def test_another_law_makes_a_verdict_old(terms: Terms) -> None:
    judged = judge_for(BOLTS, MODERN, the_desk())
    assert not is_current(judged.law_digest, judged.cards_import, terms, the_desk())


# House rules and teams in the terms.


def test_without_house_rules_the_law_is_the_very_same() -> None:
    plain = rulebook_for(MODERN, the_desk())
    assert rulebook_for(replace(MODERN, house=HouseRules()), the_desk()) is plain
    assert rulebook_for(replace(MODERN, house=None), the_desk()) is plain


def test_the_law_under_house_rules_is_made_once() -> None:
    one = rulebook_for(replace(MODERN, house=NO_BOLTS), the_desk())
    same = HouseRules(bans=("Lightning Bolt",), source="fact sheet of Northern Open")
    assert rulebook_for(replace(MODERN, house=same), the_desk()) is one
    assert rulebook_for(replace(MODERN, house=replace(same, sizes={"copies": 3})), the_desk()) is not one


def test_many_events_house_rules_do_not_pile_up() -> None:
    for number in range(300):
        rules = HouseRules(sizes={"main-min": number + 1000})
        under = rulebook_for(replace(MODERN, house=rules), the_desk())
        assert f"at least {number + 1000} cards" in under.warnings[0]


def test_a_list_under_house_rules_is_judged_by_them() -> None:
    judged = judge_for(BOLTS, replace(MODERN, house=NO_BOLTS), the_desk())
    assert judged.verdict is Verdict.ILLEGAL
    assert [p["source"] for p in judged.report_json["problems"]] == ["Fact sheet"]
    assert judged.report_json["warnings"][0].startswith("A house rule overrides the format here: ")
    assert same_law(judged, the_desk())


def test_records_of_a_batch_are_judged_under_the_house_rules_of_their_terms() -> None:
    record = {"id": 1, "format": "modern", "main": [[4, "Lightning Bolt"], [56, "Mountain"]]}
    assert judge_record(record, the_desk(), MODERN)["verdict"] == "legal"
    assert judge_record(record, the_desk(), replace(MODERN, house=NO_BOLTS))["verdict"] == "illegal"


def test_a_kind_of_team_is_part_of_the_terms() -> None:
    judged = judge_for(BOLTS, replace(MODERN, team="two-headed-giant"), the_desk())
    assert [p["rule"] for p in judged.report_json["problems"]] == ["sideboard-forbidden"]
    assert judge_for(BOLTS, replace(MODERN, team="unified"), the_desk()).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    "terms",
    [Terms("modern", team="trios"), Terms("commander", team="unified"), Terms("ga-standard", team="two-headed-giant")],
)
def test_a_kind_of_team_that_is_not_known_is_refused(terms: Terms) -> None:
    with pytest.raises(UnusableInput, match=r"\.$"):
        rulebook_for(terms, the_desk())


def test_house_rules_are_set_against_the_law_of_the_day() -> None:
    rules = set_house({"bans": ["lightning bolt"], "unbans": ["Ancient Den"]}, MODERN, the_desk())
    assert rules == HouseRules(bans=("Lightning Bolt",), unbans=("Ancient Den",))
    with pytest.raises(HouseRefused, match="Splinter Twin is not banned in Modern on 1 March 2026") as refused:
        set_house({"unbans": ["Splinter Twin"]}, MODERN, the_desk())
    assert [fault.field for fault in refused.value.faults] == ["unbans"]
    before = replace(MODERN, on=date(2024, 12, 1))
    assert set_house({"unbans": ["Splinter Twin"]}, before, the_desk()).unbans == ("Splinter Twin",)


def test_house_rules_are_changed_against_the_format_and_not_against_themselves() -> None:
    terms = replace(MODERN, house=NO_BOLTS)
    assert set_house(house_json(NO_BOLTS), terms, the_desk()) == NO_BOLTS
    assert what_may_change(replace(MODERN, house=HouseRules(sizes={"main-min": 40})), the_desk())[0]["main-min"] == 60


def test_house_rules_come_from_a_form_by_line() -> None:
    rules = set_house_from_form({"bans": "Opt\nShock"}, "fact sheet of Leeds", MODERN, the_desk())
    assert (rules.bans, rules.source) == (("Opt", "Shock"), "fact sheet of Leeds")
    with pytest.raises(HouseRefused) as refused:
        set_house_from_form({"bans": "Opt\nShokc Xy"}, "", MODERN, the_desk())
    assert [(fault.field, fault.line) for fault in refused.value.faults] == [("bans", 2)]


def test_stored_house_rules_are_read_without_asking_the_law() -> None:
    assert stored_house({}) is None
    assert stored_house({"unbans": ["Splinter Twin"], "bans": ["A Card of Yesterday"]}) == HouseRules(
        bans=("A Card of Yesterday",), unbans=("Splinter Twin",)
    )
    with pytest.raises(HouseRefused):
        stored_house({"bans": "Opt"})


def test_a_form_is_told_which_numbers_and_rules_there_are() -> None:
    numbers, rules = what_may_change(MODERN, the_desk())
    assert numbers == {"main-min": 60, "sideboard-max": 15, "copies": 4, "main-max": None, "main-exact": None}
    assert "banned" in rules
    assert not {"line-read", "unknown-card", "ambiguous-card", "section-known"} & set(rules)


# What changed.


def verdict(text: str, terms: Terms) -> dict[str, Any]:
    return judge_for(text, terms, the_desk()).report_json


def test_the_same_verdict_twice_is_no_change() -> None:
    for text in (BOLTS, "9 Lightning Bolt\n2 Jace\n"):
        change = diff_reports(verdict(text, MODERN), verdict(text, MODERN))
        assert not change
        assert (change.kind, change.sentence) == ("", "Nothing changed.")


def test_a_ban_after_the_fact_is_a_changed_verdict() -> None:
    change = diff_reports(verdict(BOLTS, MODERN), verdict(BOLTS, replace(MODERN, house=NO_BOLTS)))
    assert (change.verdict_before, change.verdict_after, change.kind) == ("legal", "illegal", "verdict")
    assert [p["rule"] for p in change.problems_new] == ["banned"]
    assert change.problems_gone == ()
    assert change.sentence == ("Illegal now, legal before: Lightning Bolt is banned by the fact sheet of this event.")


def test_a_ban_that_was_lifted_is_a_changed_verdict() -> None:
    text = "4 Splinter Twin\n56 Mountain\n"
    change = diff_reports(verdict(text, replace(MODERN, on=date(2024, 12, 15))), verdict(text, MODERN))
    assert (change.kind, len(change.problems_gone)) == ("verdict", 1)
    assert change.sentence == "Legal now, illegal before; 1 problem is gone."


def test_one_more_problem_of_an_illegal_list_is_a_change_of_problems() -> None:
    text = "5 Lightning Bolt\n50 Mountain\n"
    change = diff_reports(verdict(text, MODERN), verdict(text, replace(MODERN, house=NO_BOLTS)))
    assert change
    assert change.kind == "problems"
    assert change.sentence == "Illegal as before; 1 problem is new."


def test_another_number_is_another_problem() -> None:
    text = "30 Lightning Bolt\n"
    forty = replace(MODERN, house=HouseRules(sizes={"main-min": 40}))
    change = diff_reports(verdict(text, MODERN), verdict(text, forty))
    assert [p["facts"]["allowed"] for p in (*change.problems_gone, *change.problems_new)] == [60, 40]
    assert change.sentence == "Illegal as before; 1 problem is new, 1 is gone."


def test_a_name_that_was_found_since_is_told_as_undecided_before() -> None:
    text = "4 Counterspel\n56 Island\n"
    waiting = judge_for(text, MODERN, the_desk(), make_answers(refused=["Counterspel"])).report_json
    assert diff_reports(waiting, verdict(text, MODERN)).sentence == "Legal now, undecided before; 1 problem is gone."


def test_other_words_for_the_same_problem_are_no_change() -> None:
    old = verdict("5 Lightning Bolt\n55 Mountain\n", MODERN)
    new = json.loads(json.dumps(old))
    new["problems"][0]["message"] = "Lightning Bolt stands in the list five times."
    new["problems"][0]["source"] = "MTR 6.1 as renumbered"
    new["rulebook"] = "another"
    assert not diff_reports(old, new)


problems = st.lists(
    st.fixed_dictionaries(
        {
            "rule": st.sampled_from(["copies", "banned", "unknown-card"]),
            "severity": st.sampled_from(["error", "warning", "unclear"]),
            "section": st.just("main"),
            "cards": st.lists(st.sampled_from(["Opt", "Shock"]), max_size=2),
            "lines": st.lists(st.integers(1, 3), max_size=2),
            "message": st.just("Something is so."),
        }
    ),
    max_size=5,
)


@given(problems, problems)
def test_what_came_and_went_turns_the_one_report_into_the_other(old: list[Any], new: list[Any]) -> None:
    change = diff_reports({"verdict": "illegal", "problems": old}, {"verdict": "illegal", "problems": new})
    back = diff_reports({"verdict": "illegal", "problems": new}, {"verdict": "illegal", "problems": old})
    assert (change.problems_new, change.problems_gone) == (back.problems_gone, back.problems_new)
    kept = [*old, *change.problems_new]
    for gone in change.problems_gone:
        kept.remove(gone)
    assert counted(kept) == counted(new)
    assert bool(change) == (counted(old) != counted(new))


def counted(found: list[Any]) -> Counter[str]:
    return Counter(json.dumps(problem, sort_keys=True) for problem in found)
