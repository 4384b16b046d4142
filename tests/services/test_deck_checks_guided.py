"""What a deck check reports: that the list or the configuration is illegal, and each section that may apply.

The table of scenarios runs through the services; a fact or a section that none of them reaches fails.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final

import pytest

from deckcheck.app.context import App
from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.check_values import CheckView
from deckcheck.checks.end import FinishCheck, finish_check
from deckcheck.checks.guidance import compare_presented
from deckcheck.games import GAMES
from deckcheck.lists.submit import enter_late
from deckcheck.verdict.guides import FACTS
from tests.deck_checks import all_there, an_op, begin, event_in_play, seen, taps
from tests.desks import Clock
from tests.events import Made
from tests.registrations import LEGAL, UNDECIDED, an_order
from tests.verdicts import the_desk

LAW: Final = the_desk().reference.table_law
GA: Final = GAMES["ga"].presentation.example
GA_LEGAL: Final = GA.rstrip().removesuffix("1 Tariff Ring")
KERUGA: Final = "Companion\n1 Keruga, the Macrosage\n\nDeck\n4 Cloudthresher\n56 Island\n\nSideboard\n4 Opt\n"
CENSER: Final = "1 Censer of Restful Peac"
COMMANDER: Final = "Commander\n1 Talrand, Sky Summoner\n\nDeck\n99 Island\n"
IN_GA: Final = {"game": "ga", "format": "ga-standard"}
RIDE, MOUNTAIN, FROG, AXE = "main:Wild Ride", "main:Mountain", "sideboard:Poison Dart Frog", "sideboard:Leyline Axe"


def swap(text: str, *pairs: tuple[str, str]) -> str:
    """The text with lines replaced, the last of each."""
    for old, new in pairs:
        before, found, after = text.rpartition(old)
        assert found, old
        text = f"{before}{new}{after}"
    return text


@dataclass(frozen=True)
class Scenario:
    """A check: the list and its event, which rows lie there otherwise, what the judge says, what is laid out in game 2.

    `facts` and `sections` are all that it comes to.
    """

    facts: str
    sections: str = ""
    outlook: str = "differs"
    text: str = LEGAL
    event: dict[str, Any] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    change: dict[str, Any] = field(default_factory=dict)
    laid: str = ""
    late: bool = False


TOO_FEW: Final = "list-illegal main-under presented-illegal"
SCENARIOS: Final = {
    "all there": Scenario("total-legal", outlook="in-order"),
    "a list of 59 that matches its deck": Scenario(
        TOO_FEW, "IPG 3.4", "illegal", LEGAL.replace("11 Mountain", "10 Mountain")
    ),
    "a name that may be two cards": Scenario("list-unclear total-legal", "IPG 3.4", "in-order", UNDECIDED),
    "late": Scenario("late total-legal", "IPG 3.1", "in-order", late=True),
    "one too many, another missing": Scenario(
        "slip extra-main missing-main over-registered total-legal", "IPG 3.4, IPG 3.5", rows={RIDE: 3, MOUNTAIN: 12}
    ),
    "another card": Scenario(
        "replaced foreign extra-main missing-main total-legal", "IPG 3.4, IPG 3.5", rows={RIDE: 0, "main:Fling": 4}
    ),
    "lost cards": Scenario(
        "lost missing-main main-under configuration-illegal presented-illegal",
        "IPG 3.4, IPG 3.5",
        rows={RIDE: 3},
        change={"lost": True},
    ),
    "sideboard cards missing": Scenario("missing-side only-side-missing total-legal", "IPG 3.5", rows={FROG: 0}),
    "a sideboard too large": Scenario(
        "extra-side side-over foreign total-legal configuration-illegal presented-illegal",
        "IPG 3.5",
        rows={"sideboard:Fling": 1},
    ),
    "not swapped back": Scenario(
        "wrong-section side-card-in-main total-legal", "IPG 3.5", rows={FROG: 0, "main:Poison Dart Frog": 1}
    ),
    "another commander": Scenario(
        "replaced foreign extra-apart missing-apart total-legal",
        "IPG 3.4, IPG 3.5",
        text=COMMANDER,
        event={"format": "commander", "match": "bo1"},
        rows={"commander:Talrand, Sky Summoner": 0, "commander:Baral, Chief of Compliance": 1},
    ),
    "a companion whose condition is broken": Scenario(
        "companion total-legal",
        "IPG 3.4, IPG 3.5",
        "illegal",
        KERUGA,
        laid=swap(KERUGA, ("4 Opt", "4 Island"), ("56 Island", "52 Island\n4 Opt")),
    ),
    "59 cards after boarding": Scenario(
        "main-under total-legal side-over configuration-illegal",
        "IPG 3.5",
        "illegal",
        laid=swap(LEGAL, ("1 Poison Dart Frog", "1 Poison Dart Frog\n1 Mountain"), ("11 Mountain", "10 Mountain")),
    ),
    "sleeves, and clumps of lands": Scenario(
        "marked shuffling total-legal",
        "IPG 3.8, IPG 3.9",
        "in-order",
        change={"marks": {"sleeves": "see the note", "shuffling": "see the note"}},
    ),
    "on a screen": Scenario(
        "extra-main over-registered total-legal configuration-illegal presented-illegal",
        "MDIPG 2.4",
        event={"platform": "mtgo"},
        rows={RIDE: 5},
    ),
    "ga: all there": Scenario("total-legal", "", "in-order", GA_LEGAL, IN_GA),
    "ga: a list with 18 points": Scenario("list-illegal total-legal", "GA-IPG Decklist Issue", "illegal", GA, IN_GA),
    "ga: 18 points in game 2": Scenario(
        "configuration-illegal total-legal",
        "GA-TRG Sideboarding",
        "illegal",
        GA_LEGAL,
        IN_GA,
        laid=swap(
            GA_LEGAL, ("1 Censer of Restful Peac\n", ""), ("1 Smoke Bombs", "1 Smoke Bombs\n1 Censer of Restful Peac")
        ),
    ),
    "ga: decks mixed": Scenario(
        "wrong-section configuration-illegal presented-illegal total-legal over-registered",
        "GA-IPG Deck Issue, GA-TRG Sideboarding",
        text=GA_LEGAL,
        event=IN_GA,
        rows={"material:Tariff Ring": 0, "main:Tariff Ring": 1},
    ),
    "ga: a material card is missing, another is there": Scenario(
        "missing-material extra-material replaced foreign total-legal",
        "GA-IPG Deck Issue, GA-IPG Decklist Issue",
        text=GA_LEGAL,
        event=IN_GA,
        rows={"material:Tariff Ring": 0, "material:Assassin's Mantle": 1},
    ),
    "ga: late, with marks": Scenario(
        "late marked shuffling total-legal",
        "GA-IPG Tardiness, GA-IPG Marked Cards, GA-IPG Insufficient Shuffling",
        "in-order",
        GA_LEGAL,
        IN_GA,
        change={"marks": {"cards": "bent", "shuffling": "clumps"}},
        late=True,
    ),
}


def played(desk: App, clock: Clock, told: Scenario) -> tuple[Made, CheckView]:
    """The check of a scenario, with every card counted."""
    first = told.text + "\n1 Ash Zealot" if told.late else told.text
    made = event_in_play(desk, clock, players=2, texts=(first,), level="competitive", **told.event)
    if told.late:
        order = an_order(made, desk, told.text, who=made.as_account("head-judge"), reason="bus broke down")
        enter_late(order, desk)
    uid = begin(made, desk).head.uid
    view = seen(made, desk, uid)
    here = [replace(op, set=told.rows.get(op.row, op.set)) if op.row else op for op in all_there(view, clock())]
    others = [row for row in told.rows if row not in {op.row for op in here}]
    beside = [an_op(900 + n, clock(), row, set=told.rows[row]) for n, row in enumerate(others)]
    taps(made, desk, uid, *here, *beside)
    judge = made.as_account("judge")
    if told.laid:
        boarded: dict[str, Any] = {"game_number": 2, "boarded": True, "configuration": told.laid}
        change_check(ChangeCheck(judge, made.slug, uid, **boarded), desk)
    if told.change:
        change_check(ChangeCheck(judge, made.slug, uid, **told.change), desk)
    return made, seen(made, desk, uid)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_check_says_what_it_found_and_names_the_sections_that_may_apply(
    name: str, one_desk: App, clock: Clock
) -> None:
    told = SCENARIOS[name]
    made, view = played(one_desk, clock, told)
    assert set(view.facts) == set(told.facts.split())
    assert ", ".join(guide.section for guide in view.guides) == told.sections
    assert view.difference.outlook == told.outlook
    record = finish_check(FinishCheck(made.as_account("judge"), made.slug, view.head.uid), one_desk)
    assert (record.head.result, record.found) == (told.outlook, replace(view.difference, story=record.found.story))
    after = seen(made, one_desk, view.head.uid)
    assert (after.facts, after.guides) == (view.facts, view.guides), "the record says the same as the check did"


def test_what_only_newer_data_could_answer_stops_no_check_and_is_told(one_desk: App, clock: Clock) -> None:
    text = LEGAL.replace("4 Wild Ride", "4 Captain James T. Kirk")
    made, view = played(one_desk, clock, Scenario("", text=text, event={"day": date(2026, 11, 28)}))
    assert set(view.facts) == {"total-legal"}
    assert (view.difference.outlook, view.difference.broken, view.guides) == ("in-order", (), ())
    assert any("Captain James T. Kirk" in words for words in view.difference.open)
    laid = compare_presented(one_desk, made.as_account("judge"), made.slug, view.head.uid, text, 2)
    assert laid.verdict == "matches"
    assert any("Captain James T. Kirk" in p.text for p in laid.problems)


def test_what_only_newer_data_could_answer_hides_no_fault(one_desk: App, clock: Clock) -> None:
    text = LEGAL.replace("4 Wild Ride", "4 Captain James T. Kirk").replace("11 Mountain", "11 Black Lotus")
    _, view = played(one_desk, clock, Scenario("", text=text, event={"day": date(2026, 11, 28)}))
    assert (view.difference.outlook, view.difference.broken[0].of) == ("illegal", "list")
    assert any("Captain James T. Kirk" in words for words in view.difference.open)


def test_every_fact_and_every_section_is_reached_by_a_check() -> None:
    """Each scenario above is what really happens, so a fact that none of them names can be said by nothing."""
    facts = {fact for told in SCENARIOS.values() for fact in told.facts.split()}
    assert facts == set(FACTS)
    sections = {section for told in SCENARIOS.values() for section in told.sections.split(", ") if section}
    assert sections == {section.source for section in LAW.sections}
    assert {fact for section in LAW.sections for fact in section.when} <= facts
