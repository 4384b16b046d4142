"""Decks of one team together, section by section of the Magic Tournament Rules."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.catalogue import cards_known, open_index, open_sets
from deckcheck.catalogue.reference import load_reference
from deckcheck.law.formats import Format, FormatError
from deckcheck.law.legality import Day
from deckcheck.law.rulebooks import TWO_HEADED, Rulebook
from deckcheck.verdict.judgement import judge_list
from deckcheck.verdict.reports import Problem, Report
from deckcheck.verdict.teams import TeamDeck, check_team, shared_cards
from tests.law.law import law

DAY: Final = Day(date(2026, 3, 1))
CONSTRUCTED: Final = (
    "standard",
    "modern",
    "pioneer",
    "legacy",
    "vintage",
    "pauper",
    "premodern",
    "historic",
    "timeless",
)
WHO: Final = ("Ada Okonkwo", "Per Dahl", "Rosa Kim")


def rulebook(format_id: str = "modern", team: str = "", day: Day = DAY) -> Rulebook:
    return law().rulebook(format_id, day, team=team)


def report(text: str, book: Rulebook) -> Report:
    return judge_list(text, book, open_index(book.game.id))


def team(*texts: str, book: Rulebook) -> tuple[Problem, ...]:
    """What is wrong with the decks of a team."""
    decks = [TeamDeck(who, report(text, book)) for who, text in zip(WHO, texts, strict=False)]
    return check_team(decks, book)


def shared(*texts: str, format_id: str = "modern") -> list[str]:
    """The cards that decks of a team share."""
    return [name for p in team(*texts, book=rulebook(format_id)) for name in p.cards]


def errors(text: str, book: Rulebook) -> list[str]:
    return [p.clause for p in report(text, book).problems if p.severity == "error"]


# MTR 8.4: Unified Deck Construction.


def test_decks_without_a_card_in_common_are_a_team() -> None:
    assert shared("4 Lightning Bolt\n56 Mountain", "4 Counterspell\n56 Island", "4 Opt\n56 Island") == []


def test_a_card_in_two_decks_is_told_with_both_and_their_lines() -> None:
    one = "56 Mountain\n\n4 Lightning Bolt"
    other = "4 Shock\n\n\n\n\n\n\n1 Lightning Bolt\n55 Mountain"
    (problem,) = team(one, other, book=rulebook())
    assert problem.text == (
        "Lightning Bolt is in the decks of Ada Okonkwo (line 3) and Per Dahl (line 8); one deck of a team may hold it."
    )
    assert (problem.clause, problem.cites, problem.severity) == ("unified", ("MTR 8.4",), "error")
    assert problem.given_by == "formats/mtg/constructed.toml"
    assert problem.facts == {"count": 2, "allowed": 1}


def test_a_card_in_all_three_decks_is_one_problem() -> None:
    (problem,) = team("1 Opt\n59 Island", "1 Island\n2 Opt\n57 Swamp", "1 Opt\n1 Shock\n1 Opt", book=rulebook())
    assert problem.text == (
        "Opt is in the decks of Ada Okonkwo (line 1), Per Dahl (line 2) and Rosa Kim (lines 1 and 3); "
        "one deck of a team may hold it."
    )


def test_one_copy_each_is_as_much_shared_as_four() -> None:
    assert shared("1 Opt\n59 Island", "1 Opt\n59 Island") == ["Opt"]


def test_cards_with_the_supertype_basic_are_free_to_all() -> None:
    basics = "20 Island\n20 Snow-Covered Island\n20 Wastes"
    assert shared(basics, basics, basics, format_id="legacy") == []


def test_a_land_that_is_not_basic_is_not_free() -> None:
    assert shared("4 Steam Vents\n56 Island", "4 Steam Vents\n56 Mountain") == ["Steam Vents"]


def test_a_sideboard_counts_as_part_of_the_deck() -> None:
    assert shared("4 Opt\n56 Island", "60 Island\n\nSideboard\n2 Opt") == ["Opt"]
    assert shared("60 Island\n\nSideboard\n2 Opt", "60 Island\n\nSideboard\n2 Opt") == ["Opt"]


def test_a_companion_counts_as_part_of_the_deck() -> None:
    text = "4 Opt\n56 Island\n\nCompanion\n1 Jegantha, the Wellspring"
    assert shared(text, "60 Island\n\nSideboard\n1 Jegantha, the Wellspring") == ["Jegantha, the Wellspring"]


def test_a_card_that_lifts_its_own_limit_does_so_for_one_deck() -> None:
    rats = "30 Relentless Rats\n30 Swamp"
    assert errors(rats, rulebook()) == []
    assert shared(rats, rats) == ["Relentless Rats"]


def test_a_card_is_one_card_by_its_english_name_however_it_is_written() -> None:
    assert shared("4 Brazen Borrower\n56 Island", "1 petty theft\n59 Island") == ["Brazen Borrower // Petty Theft"]


def test_shared_cards_stand_in_the_order_of_the_lists() -> None:
    one = "1 Opt\n1 Shock\n1 Thoughtseize\n57 Island"
    assert shared("1 Thoughtseize\n59 Island", one, "1 Shock\n1 Opt\n58 Island") == ["Thoughtseize", "Opt", "Shock"]


def test_a_line_that_waits_for_a_person_is_left_to_its_own_report() -> None:
    assert shared("4 Lightning Bollt Xyz\n56 Island", "4 Lightning Bollt Xyz\n56 Island") == []


def test_nothing_is_asked_where_the_players_of_a_team_play_different_formats() -> None:
    decks = [
        TeamDeck("Ada Okonkwo", report("4 Lightning Bolt\n56 Mountain", rulebook("modern"))),
        TeamDeck("Per Dahl", report("4 Lightning Bolt\n56 Mountain", rulebook("legacy"))),
    ]
    assert check_team(decks, rulebook("modern")) == ()
    assert check_team(decks, rulebook("legacy")) == ()


def test_one_deck_alone_and_no_deck_share_nothing() -> None:
    assert shared("4 Lightning Bolt\n56 Mountain") == []
    assert check_team([], rulebook()) == ()


@pytest.mark.parametrize("format_id", ["commander", "limited-draft", "limited-sealed", "ga-standard"])
def test_formats_whose_documents_say_nothing_of_teams_ask_nothing(format_id: str) -> None:
    book = rulebook(format_id)
    text = "1 Sol Ring\n99 Island" if book.game.id == "mtg" else "Main\n4 Fireball"
    assert book.unified is None
    assert team(text, text, book=book) == ()


@pytest.mark.parametrize("format_id", CONSTRUCTED)
def test_every_constructed_format_asks_it_of_a_team(format_id: str) -> None:
    unified = rulebook(format_id).unified
    assert unified is not None
    assert unified.cites == ("MTR 8.4",)


def test_a_team_of_two_decks_changes_nothing_for_a_deck_by_itself() -> None:
    assert rulebook("modern", "unified").digest == rulebook("modern").digest


cards = st.sampled_from(["Opt", "Shock", "Thoughtseize", "Counterspell", "Island", "Swamp", "Snow-Covered Island"])
decks = st.lists(st.tuples(st.integers(1, 4), cards), min_size=1, max_size=6)


@given(st.lists(decks, min_size=2, max_size=3))
def test_a_card_is_shared_just_where_two_decks_name_it(found: list[list[tuple[int, str]]]) -> None:
    book = rulebook()
    assert book.unified is not None
    reports = [report("\n".join(f"{n} {name}" for n, name in rows), book) for rows in found]
    named = [{name for _, name in rows} for rows in found]
    free = {"Island", "Swamp", "Snow-Covered Island"}
    expected = {name for name in set().union(*named) - free if sum(name in names for names in named) > 1}
    told = list(shared_cards(reports, book.unified))
    assert {one.name for one in told} == expected
    assert all({held.place for held in one.held} == {p for p, ns in enumerate(named) if one.name in ns} for one in told)


# MTR 9.5: Two-Headed Giant Constructed.


def test_two_headed_giant_decks_are_unified() -> None:
    book = rulebook("modern", TWO_HEADED)
    (problem,) = team("1 Opt\n59 Island", "1 Opt\n59 Island", book=book)
    assert problem.cites == ("MTR 9.5", "MTR 8.4")
    assert team("1 Opt\n59 Island", "1 Shock\n59 Island", book=book) == ()


def test_two_headed_giant_has_no_sideboards() -> None:
    book, text = rulebook("modern", TWO_HEADED), "4 Opt\n56 Island\n\nSideboard\n1 Shock"
    assert errors(text, rulebook("modern")) == []
    assert errors("4 Opt\n56 Island", book) == []
    (problem,) = report(text, book).problems
    assert (problem.clause, problem.cites) == ("sideboard-forbidden", ("MTR 9.5",))
    assert problem.text == "1 card in the sideboard; this format has none."


def test_a_companion_stands_outside_a_two_headed_giant_deck() -> None:
    text = "4 Opt\n56 Island\n\nCompanion\n1 Kaheera, the Orphanguard"
    assert errors(text, rulebook("legacy", TWO_HEADED)) == []


@pytest.mark.parametrize("format_id", ["vintage", "legacy", "modern"])
def test_erayo_is_banned_in_two_headed_giant_alone(format_id: str) -> None:
    text, book = "1 Erayo, Soratami Ascendant\n59 Island", rulebook(format_id, TWO_HEADED)
    assert errors("1 Erayo, Soratami Ascendant\n59 Island", rulebook(format_id)) == []
    (problem,) = report(text, book).problems
    assert problem.text == ("Erayo, Soratami Ascendant // Erayo's Essence is banned by the rules of Two-Headed Giant.")
    assert problem.cites == ("MTR 6.2", "MTR 9.5")


def test_erayo_was_not_banned_before_its_day() -> None:
    for day, banned in ((date(2005, 9, 19), False), (date(2005, 9, 20), True)):
        statuses = rulebook("vintage", TWO_HEADED, Day(day)).legality.statuses
        assert any(status.by for status in statuses.values()) is banned


def test_the_formats_own_bans_hold_in_two_headed_giant() -> None:
    (problem,) = report("1 Skullclamp\n59 Island", rulebook("modern", TWO_HEADED)).problems
    assert problem.clause == "banned"
    assert "in Modern" in problem.text


def test_two_headed_giant_is_another_law_than_the_format_alone() -> None:
    assert rulebook("modern", TWO_HEADED).digest != rulebook("modern").digest


@pytest.mark.parametrize("fmt", law().formats.values(), ids=lambda fmt: fmt.id)
def test_two_headed_giant_builds_on_every_platform_and_match(fmt: Format) -> None:
    for platform in fmt.platforms():
        for match in ("bo1", "bo3"):
            book = law().rulebook(fmt.id, Day(DAY.date, platform), match, TWO_HEADED)
            sideboards = {b.clause.name for b in book.clauses} & {"sideboard-max", "sideboard-forbidden"}
            if TWO_HEADED in fmt.option_names():
                assert sideboards == {"sideboard-forbidden"}


def test_every_card_that_an_option_bans_is_in_the_catalogue() -> None:
    names = {n for f in law().formats.values() for n in f.banned_on(DAY.date, f.option_names())}
    assert names
    assert {n for n in names if open_index("mtg").card(n) is None} == set()


# The law as written.

TINY: Final = {
    "formats/documents.toml": '[MTR]\ntitle = "Magic Tournament Rules"\n',
    "banlists/mtg/baseline/modern.toml": (
        'on = 2011-08-12\nas_of = 2026-08-22\nsource = "a page"\n[cards]\n"Skullclamp" = "banned"\n'
    ),
}
MODERN: Final = """
title = "Modern"
banlist = "modern"
as_of = 2026-08-22
unified = { sections = ["main"], free_trait = "basic", cites = ["MTR 8.4"] }
[clauses.line-read]
cites = ["MTR 2.7"]
[pool]
kind = "any"
[options.two-headed-giant.banned]
"Opt" = { from = 2005-09-20, source = "a page", by = "the rules" }
"""
FAULTS: Final = {
    "a rule for teams that cites nothing": (', cites = ["MTR 8.4"]', "", "`cites`"),
    "a rule for teams that cites an unknown document": ("MTR 8.4", "XYZ 8.4", "'XYZ 8.4'"),
    "a rule for teams over an unknown section": ('["main"]', '["stash"]', "'stash'"),
    "a rule for teams with an unknown word": ("free_trait", "trait", "`free_trait`"),
    "a ban of an option without a day": ("from = 2005-09-20, ", "", "`from`"),
    "a ban of an option without a source": ('source = "a page", ', "", "`source`"),
    "a ban of an option that nobody gave": ('by = "the rules"', 'by = ""', "`by`"),
}


def built(root: Path, text: str) -> Rulebook:
    for name, content in {**TINY, "formats/mtg/modern.toml": text}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return load_reference(root, open_sets, cards_known).rulebook("modern", DAY, team=TWO_HEADED)


def test_a_law_of_teams_without_faults_is_read(tmp_path: Path) -> None:
    book = built(tmp_path, MODERN)
    assert {name for name, status in book.legality.statuses.items() if status.by} == {"Opt"}
    assert book.unified is not None


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_law_of_teams_with_a_fault_is_refused(tmp_path: Path, fault: str) -> None:
    was, written, told = FAULTS[fault]
    assert was in MODERN
    with pytest.raises(FormatError, match=told) as refused:
        built(tmp_path, MODERN.replace(was, written))
    assert "modern" in str(refused.value)
