"""Files of programs are read back exactly, told as cut off where they are, and never counted wrong."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.decklist.clean_text import has_letters
from deckcheck.decklist.decks import LineKind, ParsedList
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from tests.dialects.written_files import FORMS, Rows, Written, multiset
from tests.doubling import MOST, growth_of_work
from tests.lists import non_blank, read_rows
from tests.tables import every_row

REAL = (
    *("Minsc & Boo, Timeless Heroes", "Fire // Ice", "Ach! Hans, Run!", "Urza's Saga", "+2 Mace", "Lim-Dûl's Vault"),
    *('Kongming, "Sleeping Dragon"', "Look at Me, I'm R&D", "Who // What // When // Where // Why", "Spider-Man 2099"),
    *(
        "Circle of Protection: Red",
        "Will-o'-the-Wisp",
        "Borrowing 100,000 Arrows",
        "1996 World Champion",
        "Jötun Grunt",
    ),
)
"""Names that a line of text holds just as they are."""
INVENTED = st.text(st.sampled_from("ABCabcdé 'ü\"&|[](){}/-!:+.,\\<>=#*0123"), min_size=1, max_size=24)
ANY = INVENTED.map(lambda name: "C" + " ".join(name.split()) + "x")
"""Names that no line of text could hold."""


def rows_of(names: st.SearchStrategy[str], most: int) -> st.SearchStrategy[Rows]:
    return st.lists(st.tuples(st.integers(1, 30), names), max_size=most).map(tuple)


def sections_of(parsed: ParsedList) -> Mapping[str, Counter[str]]:
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in parsed.lines:
        if line.kind is LineKind.CARD:
            assert not line.reason
            found[line.section][line.name] += line.count
    return dict(found)


def read(form: Written, text: str) -> ParsedList:
    parsed = read_list(text, GAMES[form.game])
    assert read_rows(parsed) == non_blank(text)
    return parsed


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.dialect)
@given(data=st.data())
def test_what_is_written_is_read(form: Written, data: st.DataObject) -> None:
    names = st.sampled_from(REAL) | ANY if form.any_name else st.sampled_from(REAL)
    main = data.draw(rows_of(names, 12).filter(bool))
    side = data.draw(rows_of(names, 4))
    parsed = read(form, form.write(main, side))
    assert parsed.dialect == form.dialect
    assert sections_of(parsed) == multiset(main, side)
    assert not [line for line in parsed.lines if line.kind is LineKind.UNREAD]


MAIN: Rows = ((4, "Urza's Saga"), (12, "Lim-Dûl // Ice"))
SIDE: Rows = ((2, "Minsc & Boo, Timeless Heroes"),)
CUT = [form for form in FORMS if form.whole]


@every_row("form", CUT, ids=lambda form: form.dialect)
def test_a_file_that_is_cut_off_is_told_as_such_wherever_it_ends(form: Written) -> None:
    text, deck = form.write(MAIN, SIDE), multiset(MAIN, SIDE)
    end = len(text.rstrip())
    for cut in range(len("<deck"), end):
        parsed = read(form, text[:cut])
        assert any(line.kind is LineKind.UNREAD for line in parsed.lines), text[:cut]
        if form.any_name:
            for section, cards in sections_of(parsed).items():
                assert cards <= deck[section], text[:cut]


@every_row("form", FORMS, ids=lambda form: form.dialect)
def test_a_line_of_a_chat_behind_a_file_is_not_lost(form: Written) -> None:
    if form.whole:
        parsed = read(form, form.write(MAIN, SIDE).rstrip() + "\n\nsee you tomorrow, 4 sure\n")
        assert parsed.lines[-1].kind is LineKind.UNREAD
        assert sections_of(parsed) == multiset(MAIN, SIDE)


@every_row("form", [form for form in FORMS if form.dialect.endswith("json")], ids=lambda form: form.dialect)
@every_row("count", ["-1", "1.5", "null", '"four"', "true", "1e400", "[4]", "12345678901234567890123"])
def test_a_count_that_is_none_is_asked(form: Written, count: str) -> None:
    text = form.write(((77, "Opt"), (3, "Shock")), ()).replace("77", count)
    parsed = read(form, text)
    assert sections_of(parsed) == {"main": Counter({"Shock": 3})}
    assert any(line.kind is LineKind.UNREAD for line in parsed.lines)


def test_a_card_that_is_not_read_is_named_with_the_reason() -> None:
    odd = '"odd": [{"count": 1, "name": "Abrade"}]'
    text = f'{{"mainBoard": [{{"count": 4, "name": "Opt"}}, {{"count": "x", "name": "Shock"}}], {odd}}}'
    parsed = read_list(text, GAMES["mtg"])
    assert sections_of(parsed) == {"main": Counter({"Opt": 4})}
    assert [line.kind for line in parsed.lines] == [LineKind.CARD, LineKind.UNREAD]
    reason = "Not read, as the file doesn't say how many or in which part of the deck: Shock, Abrade."
    assert [remark.words for remark in parsed.remarks] == [reason]


SAMPLES = {path.stem: path for path in sorted(Path(__file__).parent.glob("*/*.json")) if ".expected" not in path.name}
IN_ITS_PLACE: tuple[Any, ...] = (None, True, 1.5, "x", [], [[]], {}, {"name": []})


def changed(value: Any) -> Iterator[Any]:
    """A JSON text with each of its values in turn of another type; of many alike only the first."""
    yield from IN_ITS_PLACE
    if isinstance(value, dict):
        yield from ({**value, key: other} for key, held in value.items() for other in changed(held))
    elif isinstance(value, list):
        yield from (
            [*value[:at], other, *value[at + 1 :]] for at, held in enumerate(value[:1]) for other in changed(held)
        )


@every_row("sample", SAMPLES)
def test_a_value_of_another_type_is_no_card_and_stops_no_reading(sample: str) -> None:
    game = GAMES[json.loads(SAMPLES[sample].with_suffix(".expected.json").read_text("utf-8"))["game"]]
    dialect, known = SAMPLES[sample].parent.name, {section.id for section in game.sections}
    for value in changed(json.loads(SAMPLES[sample].read_text("utf-8"))):
        cards = [line for line in read_list(json.dumps(value), game, dialect).lines if line.kind is LineKind.CARD]
        assert {card.section for card in cards} <= known
        assert all(card.count > 0 and has_letters(card.name) for card in cards)


@every_row(
    ("text", "reason"),
    [
        ("[Sideborad]\n3 Duress|M19|1\n4YOpt|XLN|1", "section"),
        ("[Main]\n\x126 Island|FIN|2", "unsure"),
    ],
)
def test_a_line_that_its_program_did_not_write_so_is_no_certain_card(text: str, reason: str) -> None:
    parsed = read_list(f"[metadata]\nName=Blue\n{text}\n", GAMES["mtg"])
    assert (parsed.lines[-1].kind, parsed.lines[-1].reason) == (LineKind.UNREAD, reason)


def test_a_damaged_line_beside_the_deck_is_no_card_of_it() -> None:
    parsed = read_list("[metadata]\n[Main]\n4 Opt|XLN\n[Avatar]\n1Ashling|PVAN\n", GAMES["mtg"])
    assert sections_of(parsed) == {"main": Counter({"Opt": 4})}


def test_a_card_without_a_place_is_asked_about_by_the_first_line_that_can_be_shown() -> None:
    parsed = read_list('\n\n{"mainBoard": [{}, {"count": 4, "name": "Opt"}]}', GAMES["mtg"])
    assert [(line.number, line.kind) for line in parsed.lines] == [(3, LineKind.UNREAD), (3, LineKind.CARD)]


def test_what_a_file_on_one_line_keeps_beside_the_deck_is_named_once() -> None:
    cards = ", ".join(f'{{"count": 1, "name": "Card {n}"}}' for n in range(30))
    parsed = read_list(f'{{"mainBoard": [{{"count": 4, "name": "Opt"}}], "tokens": [{cards}]}}', GAMES["mtg"])
    assert [line.kind for line in parsed.lines] == [LineKind.CARD]
    told = ", ".join(f"Card {n}" for n in range(8))
    left_out = f"Left out, as the file keeps them beside the deck: {told} and 22 more."
    assert [remark.words for remark in parsed.remarks] == [left_out]


UNKNOWN = {
    "numbers": '{"a": [4, 3, 2], "b": {"4": "Opt"}}',
    "strings": '["4 Opt", "3 Shock"]',
    "several decks": '[{"mainBoard": [{"count": 4, "name": "Opt"}]}, {"mainBoard": []}]',
    "an empty object": "{}",
    "depth": "[" * 100_000,
    "deep objects": '{"a":' * 40_000,
    "a deep deck": '{"mainBoard":' + "[" * 100_000,
    "XML": '<?xml version="1.0"?>\n<decks>\n<deck>4 Opt</deck>\n4 Opt\n</decks>',
    "entities": '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "4 Opt"><!ENTITY b "&a;&a;">]>\n<Cards>&b;</Cards>',
}


@every_row("what", UNKNOWN)
def test_a_file_of_no_known_form_is_named_and_holds_no_card(what: str) -> None:
    parsed = read_list(UNKNOWN[what], GAMES["mtg"])
    assert read_rows(parsed) == non_blank(UNKNOWN[what])
    assert not sections_of(parsed)
    assert parsed.lines[0].kind is LineKind.UNREAD
    assert any(told.words.endswith("Export the list as text and paste that.") for told in parsed.remarks)


@pytest.mark.parametrize(
    "text", ["[[Opt]]\n4 Shock", "[Main]\n4 Opt", "{TMP} 4 Opt", "[M21] Opt", "4 Opt {U}", "[4] Opt"]
)
def test_a_list_with_brackets_is_no_json(text: str) -> None:
    assert read_list(text, GAMES["mtg"]).dialect not in {"json", "record"}


def test_entities_of_a_file_are_never_opened_up() -> None:
    bomb = '<!DOCTYPE d [<!ENTITY a "x">' + "".join(f'<!ENTITY a{n} "{"&a;" * 50}">' for n in range(500))
    for root in ("Deck", "cockatrice_deck", 'deck game="7"', 'deck version="0.8"'):
        parsed = read_list(f'{bomb}]>\n<{root}>\n<card number="4" name="&a9;"/>', GAMES["mtg"])
        assert not sections_of(parsed)
        assert parsed.lines[-1].kind is LineKind.UNREAD


GROWING: Mapping[str, Callable[[int], str]] = {
    "depth": lambda n: "[" * n,
    "numbers": lambda n: "[[[" + "1," * (n // 2),
    "quotation marks": lambda n: '{"' + '\\"' * (n // 2),
    "keys": lambda n: "{" + ",".join(f'"{k}":1' for k in range(n // 8)),
    "blanks in JSON": lambda n: '{"mainBoard"' + " " * n,
    "rows": lambda n: '{"main": ' + '[[4, "' * (n // 6),
    "tags": lambda n: "<p>" + "<" * n,
    "comments": lambda n: "<p>" + "<!--" * (n // 4),
    "cells": lambda n: "<table>" + "<td>4" * (n // 5),
    "breaks": lambda n: "4 Opt<br>" * (n // 9),
    "groups": lambda n: "{\\rtf1" + "{" * n,
    "back strokes": lambda n: "{\\rtf1" + "\\" * n,
    "letters by number": lambda n: "{\\rtf1" + "\\u9?" * (n // 4),
    "brackets": lambda n: "[metadata]\n[Main]\n" + "4 [" * (n // 3),
    "bars": lambda n: "[metadata]\n[Main]\n4 Opt" + "|" * n,
    "spaces in Forge": lambda n: "[metadata]\n[Main]\n4 a" + " " * n + "b",
    "elements": lambda n: '<deck game="7"><section name="Main">' + '<card qty="4">Opt</card>' * (n // 24),
    "names of XMage": lambda n: "name:a\n" * (n // 7),
    "spaces in XMage": lambda n: "4" + " " * n + "[",
}


@pytest.mark.parametrize("what", GROWING)
def test_reading_a_file_grows_with_its_length(what: str) -> None:
    assert growth_of_work(GROWING[what], lambda text: read_list(text, GAMES["mtg"]), 250_000) <= MOST
