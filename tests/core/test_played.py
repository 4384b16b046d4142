"""What is played: which card is suggested first, and when a rare card looks like a mistake for a popular one."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import pytest

from deckcheck.catalogue import open_catalogue, open_index
from deckcheck.catalogue.building import read_facts
from deckcheck.decklist.names import fold
from deckcheck.decklist.played import NOT_PLAYED, Played
from deckcheck.law.legality import Day, Platform
from deckcheck.law.sentences import note_in_words
from deckcheck.lists.list_checks import Terms, judge_record
from deckcheck.verdict.judgement import judge_list
from deckcheck.verdict.look_alikes import LOOK_ALIKE
from deckcheck.verdict.reports import Report
from scripts.build_catalogue import ROOT
from scripts.play_rates import count
from tests.verdicts import records, the_desk

DAY: Final = date(2026, 6, 13)
MODERN: Final = open_index("mtg").played("modern", 2026)


def report(text: str, fmt: str = "modern") -> Report:
    desk = the_desk()
    return judge_list(text, desk.reference.rulebook(fmt, Day(DAY, Platform.PAPER)), desk.index("mtg"))


def suggested(text: str, fmt: str = "modern") -> list[str]:
    """The names that may be meant by the first line, the likeliest first."""
    (entry,) = report(f"{text}\n56 Mountain", fmt).deck.waiting()
    return [near.card.name for near in entry.near] or [card.name for card in entry.candidates]


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("Bolt", "Lightning Bolt"),
        ("Push", "Fatal Push"),
        ("FoN", "Force of Negation"),
        ("Goyf", "Tarmogoyf"),
        ("STP", "Swords to Plowshares"),
        ("Bob", "Dark Confidant"),
        ("Ragavan", "Ragavan, Nimble Pilferer"),
        ("Tron lands", "Urza's Tower"),
        ("Uro", "Uro, Titan of Nature's Wrath"),  # Also a foreign name.
        ("cabal rit", "Cabal Ritual"),  # Also a slip of another card's name.
    ],
)
def test_a_short_name_is_asked_with_the_card_that_players_mean_first(written: str, first: str) -> None:
    assert suggested(f"4 {written}")[0] == first


def test_half_of_a_card_that_players_call_another_so_is_asked_and_other_halves_are_not() -> None:
    assert set(suggested("4 Push")) == {"Fatal Push", "Push // Pull"}
    assert not report("4 Fire\n56 Mountain").deck.waiting()


def test_what_is_played_in_the_format_goes_first() -> None:
    index = open_index("mtg")
    plain = [near.card.name for near in index.near("Leyline of the", 5)]
    modern = [near.card.name for near in index.near("Leyline of the", 5, MODERN)]
    shares = [MODERN.shares.get(name, 0.0) for name in modern]
    assert set(modern) & set(plain)
    assert shares[0] == max(shares) > 0
    assert suggested("4 Leyline of the")[0] == modern[0]


def test_the_same_name_is_suggested_otherwise_in_another_format() -> None:
    assert suggested("2 Force", "legacy")[0] == "Force of Will"
    assert suggested("2 Force", "modern")[0] == "Force of Negation"


def test_likeness_counts_for_more_than_play() -> None:
    index = open_index("mtg")
    assert index.near("Lightning Bollt", 1, Played("x", {"Lightning Helix": 0.9}))[0].card.name == "Lightning Bolt"


def test_a_year_of_few_lists_takes_all_years_and_an_unknown_format_nothing() -> None:
    index = open_index("mtg")
    assert index.played("modern", 1999).shares == index.played("modern", 1998).shares != MODERN.shares
    assert index.played("no-format", 2026) is NOT_PLAYED


@pytest.mark.parametrize(
    ("fmt", "written", "meant"),
    [("legacy", "Brainstone", "Brainstorm"), ("pauper", "Highway Robber", "Highway Robbery"), ("legacy", "Wonder", "")],
)
def test_a_rare_card_called_much_like_a_popular_one_is_asked_about_quietly(fmt: str, written: str, meant: str) -> None:
    found = report(f"1 {written}\n59 Island", fmt)
    without = report("1 Opt\n59 Island", fmt)
    notes = [note for note in found.deck.notes if note.kind == LOOK_ALIKE]
    assert [(note.line, note.text, note.name) for note in notes] == ([(1, written, meant)] if meant else [])
    assert [p.rule for p in found.problems] == [p.rule for p in without.problems]
    assert found.verdict == without.verdict
    for note in notes:
        told = note_in_words(note, found.deck, the_desk().reference.games["mtg"])
        assert told == f'Did you mean {meant}? It is played far more in this format than "{written}".'


def test_a_list_that_holds_both_means_both() -> None:
    assert not [n for n in report("1 Brainstone\n4 Brainstorm\n55 Island", "legacy").deck.notes if n.kind == LOOK_ALIKE]


@pytest.mark.parametrize(("file", "platform"), [("mtgo", "mtgo"), ("paper", "paper"), ("ga", None)])
def test_real_lists_get_no_false_alarm(file: str, platform: str | None) -> None:
    lists = records(f"lists/{file}.jsonl")
    asked = [
        (record["id"], note)
        for record in lists
        for note in judge_record(record, the_desk(), Terms("", platform=platform))["notes"]
        if note["kind"] == LOOK_ALIKE
    ]
    assert len(asked) <= len(lists) / 200, asked


@pytest.mark.parametrize("game", ["mtg", "ga"])
def test_what_was_counted_is_of_our_cards_and_formats(game: str) -> None:
    counted: dict[str, dict[str, Any]] = read_facts(ROOT / "data" / game).tables["played"]
    formats = {fmt.id for fmt in the_desk().reference.formats.values() if fmt.game == game}
    assert counted.keys() <= formats
    assert open_catalogue(game).played == counted
    for years in counted.values():
        for of in years.values():
            assert 0 < max(of["cards"].values(), default=1) <= of["lists"]


def test_nicknames_mean_cards_and_are_no_cards_names() -> None:
    nicknames: dict[str, list[str]] = read_facts(ROOT / "data" / "mtg").tables["nicknames"]
    index = open_index("mtg")
    assert len({fold(name) for name in nicknames}) == len(nicknames) >= 150
    for name, meant in nicknames.items():
        assert all(index.card(card) for card in meant), name
        assert [card.name for card in index.called(name.upper())] == meant
        match = index.find(name)
        assert not match.cards or set(meant) <= {card.name for card in match.cards}, name


def test_a_card_counts_once_a_list_and_formats_of_others_not_at_all() -> None:
    bolts = {"format": "Modern", "date": "2026-01-02", "main": [[2, "Lightning Bolt"], [2, "lightning bolt"]]}
    other = {"format": "Modern", "date": "2026-03-04", "main": [[4, "Opt"]], "side": [[1, "Lightning Bolt"]]}
    strange = {"format": "Contraption", "date": "2026-01-02", "main": [[4, "Opt"]]}
    counted = count([bolts, other, strange, {**bolts, "date": "2025-01-02"}], the_desk().reference)
    assert counted == {
        "mtg": {"modern": {"2025": {"lists": 1, "cards": {}}, "2026": {"lists": 2, "cards": {"Lightning Bolt": 2}}}}
    }
