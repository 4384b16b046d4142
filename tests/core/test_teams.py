"""Decks of one team together, section by section of the Magic Tournament Rules."""

from __future__ import annotations

from collections.abc import Sequence
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
from deckcheck.lists.event_terms import team_kind
from deckcheck.verdict.judgement import judge_list
from deckcheck.verdict.pool_law import Mates, hold_to_mates
from deckcheck.verdict.reports import Problem, Report
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


def rulebook(format_id: str = "modern", team: str = "unified", day: Day = DAY) -> Rulebook:
    return law().rulebook(format_id, day, team=team)


def report(text: str, book: Rulebook) -> Report:
    return judge_list(text, book, open_index(book.game.id))


def mates_of(texts: Sequence[str], book: Rulebook) -> Mates:
    """What the lists of team-mates hold, of seats B, C and so on."""
    return tuple(
        (f"seat {seat}", e.section, e.count, e.card.name)
        for seat, text in zip("BCD", texts, strict=False)
        for e in report(text, book).deck.entries
        if e.card is not None
    )


def beside(text: str, *mates: str, book: Rulebook) -> Report:
    """The verdict on a deck beside those of team-mates."""
    index = open_index(book.game.id)
    return judge_list(text, hold_to_mates(book, mates_of(mates, book), index), index)


def of_team(found: Report) -> list[Problem]:
    return [problem for problem in found.problems if problem.rule == "team-copies"]


def shared(text: str, *mates: str, format_id: str = "modern") -> list[str]:
    """The cards of a deck that decks of team-mates hold, too."""
    return [name for p in of_team(beside(text, *mates, book=rulebook(format_id))) for name in p.cards]


def errors(text: str, book: Rulebook) -> list[str]:
    return [p.clause for p in report(text, book).problems if p.severity == "error"]


# MTR 8.4: Unified Deck Construction.


def test_decks_without_a_card_in_common_are_a_team() -> None:
    assert shared("4 Lightning Bolt\n56 Mountain", "4 Counterspell\n56 Island", "4 Opt\n56 Island") == []


def test_a_card_in_two_decks_is_told_with_its_line_and_the_other_seat() -> None:
    (problem,) = of_team(beside("56 Mountain\n\n4 Lightning Bolt", "1 Lightning Bolt\n55 Mountain", book=rulebook()))
    assert problem.text == "Lightning Bolt is also in the deck of seat B; only one deck of a team may hold it."
    assert (problem.clause, problem.cites, problem.severity) == ("unified", ("MTR 8.4",), "error")
    assert (problem.lines, problem.given_by) == ((3,), "formats/mtg/constructed.toml (option unified)")
    assert (problem.facts["count"], problem.facts["allowed"]) == (2, 1)


def test_a_card_in_all_three_decks_is_one_problem() -> None:
    (problem,) = of_team(beside("1 Opt\n59 Island", "1 Island\n2 Opt", "1 Opt\n1 Shock\n1 Opt", book=rulebook()))
    assert problem.text == "Opt is also in the deck of seat B and seat C; only one deck of a team may hold it."


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
    assert errors(rats, rulebook("modern", "")) == []
    assert shared(rats, rats) == ["Relentless Rats"]


def test_a_card_is_one_card_by_its_english_name_however_it_is_written() -> None:
    assert shared("4 Brazen Borrower\n56 Island", "1 petty theft\n59 Island") == ["Brazen Borrower // Petty Theft"]


def test_shared_cards_stand_in_the_order_of_the_list() -> None:
    mates = ("1 Opt\n1 Shock\n1 Thoughtseize\n57 Island", "1 Shock\n1 Opt\n58 Island")
    assert shared("1 Thoughtseize\n1 Opt\n58 Island", *mates) == ["Thoughtseize", "Opt"]


def test_a_line_that_waits_for_a_person_is_left_to_its_own_report() -> None:
    assert shared("4 Lightning Bollt Xyz\n56 Island", "4 Lightning Bollt Xyz\n56 Island") == []


def test_a_deck_without_mates_shares_nothing() -> None:
    assert shared("4 Lightning Bolt\n56 Mountain") == []


@pytest.mark.parametrize("format_id", ["commander", "limited-draft", "limited-sealed", "ga-pantheon"])
def test_formats_whose_documents_say_nothing_of_unified_teams_ask_nothing(format_id: str) -> None:
    fmt = law().format(format_id)
    assert "unified" not in fmt.option_names()
    assert team_kind(fmt, 3) in {None, "team-pool"}


@pytest.mark.parametrize("format_id", CONSTRUCTED)
def test_every_constructed_format_asks_it_of_a_team(format_id: str) -> None:
    (clause,) = [b.clause for b in rulebook(format_id).clauses if b.rule.id == "team-copies"]
    assert (clause.name, clause.cites) == ("unified", ("MTR 8.4",))
    assert not [b for b in rulebook(format_id, "").clauses if b.rule.id == "team-copies"]


def test_other_decks_beside_it_are_another_law() -> None:
    book, index = rulebook(), open_index("mtg")
    one = hold_to_mates(book, (("seat B", "main", 4, "Opt"),), index)
    other = hold_to_mates(book, (("seat B", "main", 3, "Opt"),), index)
    assert len({book.digest, one.digest, other.digest}) == 3


cards = st.sampled_from(["Opt", "Shock", "Thoughtseize", "Counterspell", "Island", "Swamp", "Snow-Covered Island"])
decks = st.lists(st.tuples(st.integers(1, 4), cards), min_size=1, max_size=6)


@given(st.lists(decks, min_size=2, max_size=3))
def test_a_card_is_shared_just_where_two_decks_name_it(found: list[list[tuple[int, str]]]) -> None:
    texts = ["\n".join(f"{n} {name}" for n, name in rows) for rows in found]
    mine, *theirs = [{name for _, name in rows} for rows in found]
    free = {"Island", "Swamp", "Snow-Covered Island"}
    assert set(shared(*texts)) == (mine & set().union(*theirs)) - free


# Team Standard of Grand Archive: decks of A, B and C (GA-TRG Team Standard).

GA_DAY: Final = Day(date(2026, 6, 20))


FIRE, NAMED, HANABI = "Spirit of Fire", "Aithne, Spirit of Fire", "Hanabi, Spirit of Fire"


def of_ga(main: str, *material: str) -> str:
    return "# Main\n" + main + "\n# Material\n" + "\n".join(f"1 {name}" for name in material)


@pytest.mark.parametrize(
    ("mine", "theirs", "told"),
    [
        (of_ga("2 Topsy Decree"), of_ga("2 Topsy Decree"), []),
        (of_ga("2 Topsy Decree"), of_ga("3 Topsy Decree"), ["unified"]),
        (of_ga("1 Abnegation", "Tariff Ring"), of_ga("1 Abnegation", "Drawn Blade"), []),
        (of_ga("1 Abnegation", "Tariff Ring"), of_ga("1 Abnegation", "Tariff Ring"), ["unified-material"]),
        (of_ga("1 Abnegation", "Spirit of Fire"), of_ga("1 Abnegation", "Spirit of Wind"), []),
        (of_ga("1 Abnegation", FIRE), of_ga("1 Abnegation", NAMED), ["unified-material"]),
        (of_ga("1 Abnegation", HANABI), of_ga("1 Abnegation", NAMED), ["unified-material"]),
    ],
)  # fmt: skip
def test_a_team_of_grand_archive_shares_copies_and_has_no_two_alike_spirits(
    mine: str, theirs: str, told: list[str]
) -> None:
    book = rulebook("ga-standard", day=GA_DAY)
    for one, other in ((mine, theirs), (theirs, mine)):
        assert [p.clause for p in of_team(beside(one, other, book=book))] == told


def test_a_spirit_with_a_name_is_told_as_the_one_without() -> None:
    found = beside(
        of_ga("", "Aithne, Spirit of Fire"), of_ga("", "Spirit of Fire"), book=rulebook("ga-standard", day=GA_DAY)
    )
    (problem,) = of_team(found)
    assert problem.text == (
        "Aithne, Spirit of Fire counts as Spirit of Fire, which is also in the deck of seat B; "
        "one deck of a team may hold it."
    )


def test_a_team_of_grand_archive_has_no_sideboards() -> None:
    text = of_ga("60 Abnegation", "Spirit of Fire") + "\n# Sideboard\n1 Topsy Decree"
    assert "sideboard-max" in errors(text, rulebook("ga-standard", day=GA_DAY))
    assert "sideboard-max" not in errors(text, rulebook("ga-standard", "", GA_DAY))


# MTR 9.5: Two-Headed Giant Constructed.


def test_two_headed_giant_decks_are_unified() -> None:
    book = rulebook("modern", TWO_HEADED)
    (problem,) = of_team(beside("1 Opt\n59 Island", "1 Opt\n59 Island", book=book))
    assert problem.cites == ("MTR 9.5", "MTR 8.4")
    assert of_team(beside("1 Opt\n59 Island", "1 Shock\n59 Island", book=book)) == []


def test_two_headed_giant_has_no_sideboards() -> None:
    book, text = rulebook("modern", TWO_HEADED), "4 Opt\n56 Island\n\nSideboard\n1 Shock"
    assert errors(text, rulebook("modern")) == []
    assert errors("4 Opt\n56 Island", book) == []
    (problem,) = report(text, book).problems
    assert (problem.clause, problem.cites) == ("sideboard-forbidden", ("MTR 9.5",))
    assert problem.text == "1 card in the sideboard; this format has none."


def test_a_companion_in_two_headed_giant_is_a_question_for_the_head_judge() -> None:
    """MTR 9.5 allows no sideboard, from which MTR 3.15 has a companion come."""
    text = "4 Opt\n56 Island\n\nCompanion\n1 Kaheera, the Orphanguard"
    assert report(text, rulebook("legacy", "")).verdict == "legal"
    found = report(text, rulebook("legacy", TWO_HEADED))
    assert (found.verdict, [(p.clause, p.cites) for p in found.problems]) == (
        "unclear",
        [("companion-place", ("MTR 9.5", "MTR 3.15"))],
    )


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
    assert rulebook("modern", TWO_HEADED).digest != rulebook("modern", "").digest


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
[clauses.line-read]
cites = ["MTR 2.7"]
[pool]
kind = "any"
[options.two-headed-giant.clauses.unified]
rule = "team-copies"
sections = ["main"]
free_trait = "basic"
cites = ["MTR 8.4"]
[options.two-headed-giant.banned]
"Opt" = { from = 2005-09-20, source = "a page", by = "the rules" }
"""
FAULTS: Final = {
    "a rule for teams that cites nothing": ('cites = ["MTR 8.4"]\n', "", "cites"),
    "a rule for teams that cites an unknown document": ("MTR 8.4", "XYZ 8.4", "'XYZ 8.4'"),
    "a rule for teams over an unknown section": ('["main"]', '["stash"]', "'stash'"),
    "a rule for teams with an unknown word": ("free_trait", "free", "free"),
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
    assert "unified" in {bound.clause.name for bound in book.clauses}


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_law_of_teams_with_a_fault_is_refused(tmp_path: Path, fault: str) -> None:
    was, written, told = FAULTS[fault]
    assert was in MODERN
    with pytest.raises(FormatError, match=told) as refused:
        built(tmp_path, MODERN.replace(was, written))
    assert "modern" in str(refused.value)
