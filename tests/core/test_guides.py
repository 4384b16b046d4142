"""The guides say which sections may apply and what weighs; the minutes to give are those of the day."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from datetime import date
from typing import Any, Final

import pytest

from deckcheck.catalogue.reference import find_root
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Day
from deckcheck.verdict.check_law import NOTHING_KNOWN, extension_of, read_table_law
from deckcheck.verdict.counted_table import difference
from deckcheck.verdict.guides import FACTS, Circumstances, GuideText, MayApply, Sizes, facts_of, may_apply, sizes_of
from deckcheck.verdict.layout import Listed
from tests.verdicts import the_desk

REFERENCE: Final = the_desk().reference
LAW: Final = REFERENCE.table_law
TODAY: Final = date(2026, 6, 13)
DECK: Final = (Listed("main", 56, "Mountain"), Listed("main", 4, "Lightning Bolt"), Listed("sideboard", 2, "Abrade"))
GA_DECK: Final = (
    Listed("main", 60, "Fireball"),
    Listed("material", 1, "Tariff Ring"),
    Listed("sideboard", 1, "Fireball"),
)
WHOLE: Final = {"main:Mountain": 56, "main:Lightning Bolt": 4, "sideboard:Abrade": 2}
SIXTY: Final = Sizes(60, 15)


def found(known: Circumstances | None = None, *, boarded: bool = False, **counts: int) -> frozenset[str]:
    """The facts of the deck as registered, with other counts in some rows: `main_Mountain=55`."""
    seen = WHOLE | {key.replace("_", ":", 1).replace("_", " "): n for key, n in counts.items()}
    return facts_of(difference(DECK, seen, ("main", "sideboard"), boarded=boarded), known)


def guided(
    facts: Iterable[str], game: str = "mtg", level: str = "competitive", day: date = TODAY, platform: str = "paper"
) -> dict[str, MayApply]:
    return {each.source: each for each in may_apply(LAW.sections, frozenset(facts), game, level, day, platform)}


def borne_out(section: MayApply) -> list[str]:
    return [point.text for point in section.higher if point.fits]


def test_a_deck_in_order_calls_no_section() -> None:
    assert guided(found()) == {}
    assert found(Circumstances(SIXTY)) == {"total-legal"}
    assert guided(found(Circumstances(SIXTY))) == {}


def test_a_sideboard_card_left_in_is_a_deck_problem_whose_total_is_legal() -> None:
    facts = found(Circumstances(SIXTY), main_Abrade=2, sideboard_Abrade=0)
    assert facts == {"wrong-section", "side-card-in-main", "total-legal"}
    sections = guided(facts)
    assert list(sections) == ["IPG 3.5"]
    problem = sections["IPG 3.5"]
    assert problem.why == ("Cards in the wrong section.",)
    assert borne_out(problem) == ["An opponent may have acted on a sideboard card that was seen."]
    assert problem.lower[0].fits
    assert problem.lower[0].text.startswith("The total is still legal")


def test_the_same_swap_in_a_boarded_configuration_is_none() -> None:
    assert found(boarded=True, main_Abrade=2, sideboard_Abrade=0) == frozenset()


def test_59_cards_are_below_the_least_and_60_of_61_are_not() -> None:
    few = guided(found(Circumstances(SIXTY), main_Mountain=55))["IPG 3.5"]
    assert borne_out(few) == [
        "Fewer cards than the format's minimum, and the missing ones are not in the opponent's deck."
    ]
    enough = found(Circumstances(Sizes(59, 15)), main_Mountain=55)
    assert borne_out(guided(enough)["IPG 3.5"]) == []
    assert "total-legal" in enough


def test_a_total_counts_only_once_its_section_was_counted_whole() -> None:
    early = facts_of(difference(DECK, {"main:Mountain": 3}, ()), Circumstances(SIXTY))
    assert early == frozenset()


def test_more_copies_than_registered_weigh_more_unless_all_are_still_in_the_library() -> None:
    problem = guided(found(main_Lightning_Bolt=5))["IPG 3.5"]
    assert borne_out(problem) == [
        "More copies of a main-deck card in play than registered, found after the game began."
    ]
    assert [point.text for point in problem.lower if point.fits] == [
        "All such copies are still in the random part of the library."
    ]


def test_missing_sideboard_cards_alone_are_a_note() -> None:
    problem = guided(found(sideboard_Abrade=0))["IPG 3.5"]
    assert [point.text for point in problem.lower if point.fits] == [
        "Only sideboard cards are missing: a note, no more."
    ]
    assert "only-side-missing" not in found(sideboard_Abrade=0, main_Mountain=55)


def test_too_large_a_sideboard_weighs_more() -> None:
    problem = guided(found(Circumstances(SIXTY), sideboard_Fury=14))["IPG 3.5"]
    assert "Too many cards in the sideboard." in borne_out(problem)
    assert "side-over" not in found(Circumstances(Sizes()), sideboard_Fury=14)


def test_another_card_in_the_place_of_a_listed_one_may_be_a_fault_of_the_list() -> None:
    facts = found(main_Fury=4, main_Lightning_Bolt=0)
    assert {"replaced", "foreign"} <= facts
    assert list(guided(facts)) == ["IPG 3.4", "IPG 3.5"]
    assert "replaced" not in found(main_Fury=4)


@pytest.mark.parametrize(
    ("known", "source"),
    [
        (Circumstances(list_broken=frozenset({"main-min"})), "IPG 3.4"),
        (Circumstances(list_unclear=True), "IPG 3.4"),
        (Circumstances(lost=True), "IPG 3.4"),
        (Circumstances(late=True), "IPG 3.1"),
        (Circumstances(marks=frozenset({"sleeves"})), "IPG 3.8"),
        (Circumstances(marks=frozenset({"cards"})), "IPG 3.8"),
        (Circumstances(marks=frozenset({"shuffling"})), "IPG 3.9"),
    ],
)
def test_what_is_known_besides_the_cards_calls_its_section(known: Circumstances, source: str) -> None:
    assert list(guided(found(known))) == [source]


def test_a_companion_that_does_not_fit_is_one_of_two_sections() -> None:
    sections = guided(found(Circumstances(broken=frozenset({"presented-companion"}))))
    assert list(sections) == ["IPG 3.4", "IPG 3.5"]
    assert any("if the list was meant to fit it" in note for note in sections["IPG 3.4"].notes)
    assert borne_out(sections["IPG 3.5"]) == ["The companion's condition cannot be met."]


def test_at_regular_no_section_of_the_guide_applies() -> None:
    assert guided(found(main_Mountain=55), level="regular") == {}


def test_digital_events_have_a_guide_of_their_own() -> None:
    facts = found(Circumstances(list_broken=frozenset({"banned"})), main_Mountain=55)
    assert list(guided(facts, platform="mtgo")) == ["MDIPG 2.4"]
    assert "MDIPG 2.4" not in guided(facts)


@pytest.mark.parametrize(
    ("day", "words"),
    [(date(2025, 3, 6), "3 minutes"), (date(2025, 3, 7), "5 minutes"), (date(2020, 1, 1), "3 minutes")],
)
def test_grand_archive_changed_its_minutes_of_delay_on_a_day(day: date, words: str) -> None:
    late = guided({"late"}, "ga", day=day)["GA-IPG Tardiness"]
    assert [words in point.text for point in late.lower] == [True]


def test_grand_archive_mixed_decks_are_a_deck_issue() -> None:
    seen = {"main:Fireball": 60, "main:Tariff Ring": 1, "sideboard:Fireball": 1}
    facts = facts_of(difference(GA_DECK, seen, ("main", "material", "sideboard")), Circumstances(SIXTY))
    issue = guided(facts, "ga")["GA-IPG Deck Issue"]
    assert issue.remedy[0].startswith("Missing cards are shuffled")
    assert guided(facts, "ga", day=date(2025, 3, 1))["GA-IPG Deck Issue"].remedy[0].startswith("The opponent chooses")


def test_a_configuration_that_breaks_a_rule_is_named_where_the_game_has_a_section_for_it() -> None:
    facts = found(Circumstances(broken=frozenset({"material-champion", "presented-mismatch"})))
    assert "configuration-illegal" in facts
    assert "GA-TRG Sideboarding" in guided(facts, "ga")
    assert "configuration-illegal" not in found(Circumstances(broken=frozenset({"presented-mismatch"})))


def test_the_remedy_of_a_deck_problem_is_the_one_of_its_day() -> None:
    facts = found(main_Mountain=55)
    assert len(guided(facts, day=date(2024, 5, 10))["IPG 3.5"].remedy) == 1
    assert len(guided(facts, day=date(2024, 5, 11))["IPG 3.5"].remedy) == 3


def all_texts() -> list[str]:
    texts: list[str] = []
    for section in LAW.sections:
        parts: tuple[GuideText, ...] = (*section.remedy, *section.higher, *section.lower, *section.notes)
        texts += [section.about, *(part.text for part in parts)]
    return texts


def test_no_penalty_is_named_anywhere_in_the_guides() -> None:
    named = re.compile(r"warning|(game|match) loss|disqualif|penalt|caution", re.IGNORECASE)
    told = [*all_texts(), *(section.title for section in LAW.sections), *FACTS.values()]
    assert [text for text in told if named.search(text)] == []


def test_every_sentence_is_whole_and_short_enough_for_a_phone() -> None:
    for text in (*all_texts(), *FACTS.values(), *(fact.note for fact in LAW.extensions)):
        assert re.fullmatch(r"[A-Z0-9].*[.)]", text), text
        assert len(text) <= 140, text


def test_every_fact_that_is_found_says_something_and_every_section_can_be_called() -> None:
    used = {fact for section in LAW.sections for fact in section.when}
    used |= {f for s in LAW.sections for t in (*s.higher, *s.lower, *s.notes) for f in t.when}
    assert used == set(FACTS)


def test_the_sizes_of_a_format_are_those_of_its_clauses() -> None:
    def of(fmt: str) -> Sizes:
        return sizes_of(REFERENCE.rulebook(fmt, Day(TODAY)))

    assert (of("modern"), of("commander").least_main, of("limited-sealed")) == (Sizes(60, 15), 100, Sizes(40, None))
    assert of("ga-standard") == Sizes(60, 15)


@pytest.mark.parametrize(
    ("seconds", "game", "fmt", "day", "minutes", "words"),
    [
        (252, "mtg", "modern", TODAY, 8, "4:12 + 3:00: give back 8 min"),
        (240, "mtg", "modern", TODAY, 7, "4:00 + 3:00: give back 7 min"),
        (240.2, "mtg", "modern", TODAY, 8, "4:01 + 3:00: give back 8 min"),
        (1, "mtg", "modern", date(2010, 1, 1), 4, "0:01 + 3:00: give back 4 min"),
        (252, "mtg", "commander", TODAY, 9, "4:12 + 4:00: give back 9 min"),
        (252, "mtg", "commander", date(2024, 5, 12), 8, "4:12 + 3:00: give back 8 min"),
        (252, "mtg", "duel-commander", TODAY, 8, "4:12 + 3:00: give back 8 min"),
        (252, "ga", "ga-standard", TODAY, 5, "4:12: give back 5 min"),
        (370, "ga", "ga-standard", TODAY, 5, "6:10: give back 5 min, 2 more on the head judge's word"),
        (0, "mtg", "modern", TODAY, 0, "0:00: give back 0 min"),
        (-5, "ga", "ga-standard", TODAY, 0, "0:00: give back 0 min"),
    ],
)
def test_the_minutes_to_give_are_the_documents_of_the_day(
    seconds: float, game: str, fmt: str, day: date, minutes: int, words: str
) -> None:
    given = extension_of(LAW.extensions, seconds, game, fmt, day)
    assert given.minutes == minutes
    assert given.words == words
    assert given.source.partition(" ")[0] in REFERENCE.documents


def test_a_game_that_no_document_speaks_of_gets_the_time_taken() -> None:
    given = extension_of((), 61, "mtg", "modern", TODAY)
    assert (given.minutes, given.note, given.source) == (2, NOTHING_KNOWN, "")


def table(**changes: Any) -> dict[str, Any]:
    """The law as it stands, with the first fact of a table changed: `extension={...}`."""
    read = tomllib.loads((find_root() / "formats" / "checks.toml").read_text("utf-8"))
    for name, change in changes.items():
        read[name][0] |= change
    return read


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"extension": {"form": 1}}, "law, [[extension]]: unknown word 'form'."),
        ({"extension": {"from": "2019"}}, "law, [[extension]]: `from` must be a day such as 2019-05-03."),
        (
            {"extension": {"note": ""}},
            "law, [[extension]]: `source`, `note` and `game` must say where it stands, what it says and for whom.",
        ),
        ({"extension": {"plus": -1}}, "law, [[extension]]: `plus` and `offer` are whole minutes."),
        ({"extension": {"offer": 1.5}}, "law, [[extension]]: `plus` and `offer` are whole minutes."),
        ({"section": {"penalty": "x"}}, "law, IPG 3.1: unknown word 'penalty'."),
        ({"section": {"from": 2021}}, "law, IPG 3.1: `from` must be a day such as 2019-05-03."),
        ({"section": {"about": ""}}, "law, IPG 3.1: `source`, `title`, `game`, `about` and `when` must be there."),
        ({"section": {"when": ["tired"]}}, "law, IPG 3.1: `when` names 'tired', which nothing finds."),
        ({"section": {"lower": [{"text": "A.", "till": 1}]}}, "law, IPG 3.1: unknown word 'till'."),
        (
            {"section": {"lower": [{"from": TODAY}]}},
            "law, IPG 3.1: a sentence needs `text`; `from` and `until` are days.",
        ),
    ],
)
def test_a_law_that_cannot_be_read_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_table_law("law", table(**changes))
    assert str(refused.value) == sentence


def test_a_table_too_many_or_too_few_is_refused() -> None:
    with pytest.raises(FormatError, match="extension and section"):
        read_table_law("law", table() | {"sections": []})
