"""A fix of a line in a file changes the one card; where it could change more, none is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from deckcheck.decklist.decks import Entry, Line, LineKind, ParsedList
from deckcheck.decklist.line_edits import counted_once, with_count, with_name, without_card
from deckcheck.decklist.list_reader import headings_of, read_list
from deckcheck.games import GAMES
from deckcheck.verdict.fixes import apply_edits, leave_out
from deckcheck.verdict.reports import Edit
from tests.dialects.written_files import FORMS, Written
from tests.tables import every_row

Cards = Counter[tuple[str, str]]
MAIN = ((4, "Urza's Saga"), (3, "Fire // Ice"), (2, "Minsc & Boo, Timeless Heroes"))
SIDE = ((2, "Duress"), (1, "Lim-Dûl's Vault"))
OTHER = 'Kongming, "Sleeping Dragon"'

HANDMADE = (
    ("4 Opt<br>3 Shock<br>2 Duress<br>", "mtg"),
    ("<ul><li>4 Opt</li><li>3 Shock</li></ul>", "mtg"),
    ('{"mainBoard": [{"count": 4, "name": "Opt"}, {"count": 3, "name": "Shock"}]}', "mtg"),
    ('{"mainBoard": [\n{"count": 4, "name": "Opt"},\n{"count": 3, "name": "Shock"}\n]}', "mtg"),
    ('{"boards": {"mainboard": {"cards": {"a": {"boardType": "", "quantity": 4,\n"card": {"name": "Opt"}}}}}}', "mtg"),
    ('<Deck><Cards Quantity="4" Name="Opt"/><Cards Quantity="3" Name="Shock"/></Deck>', "mtg"),
    ('<Deck>\n<Cards Quantity="4" Name="Opt"/>\n<Cards Quantity="3"\nName="Shock"/>\n</Deck>', "mtg"),
    ("{\\rtf1 4 Opt\\par 3 Shock\\par}", "mtg"),
    ("{\\rtf1\n4 Opt\\\n3 Shock}", "mtg"),
)
TEXTS = (*((form.write(MAIN, SIDE), form.game) for form in FORMS), *HANDMADE)


def cards_of(parsed: ParsedList) -> Cards:
    cards: Cards = Counter()
    for line in parsed.lines:
        if line.kind is LineKind.CARD:
            cards[line.section, line.name] += line.count
    return cards


def edited(text: str, game: str, line: Line, changed: str) -> ParsedList:
    return read_list(apply_edits(text, [Edit(line.number, changed)]), GAMES[game])


def lines_of(text: str, game: str) -> Iterator[tuple[Line, Cards]]:
    """Each card of a text, and the others."""
    parsed = read_list(text, GAMES[game])
    whole = cards_of(parsed)
    assert whole
    for line in parsed.lines:
        if line.kind is LineKind.CARD:
            yield line, whole - Counter({(line.section, line.name): line.count})


@every_row(("text", "game"), TEXTS)
def test_a_changed_count_is_that_of_the_one_card(text: str, game: str) -> None:
    words = headings_of(GAMES[game])
    for line, others in lines_of(text, game):
        for count in (1, 7, 44):
            changed = with_count(line, count, words)
            if changed is not None:
                found = edited(text, game, line, changed)
                assert cards_of(found) == others + Counter({(line.section, line.name): count}), changed
                assert not [one for one in found.lines if one.kind is LineKind.UNREAD]


@every_row(("text", "game"), TEXTS)
def test_a_changed_name_is_that_of_the_one_card(text: str, game: str) -> None:
    words = headings_of(GAMES[game])
    for line, others in lines_of(text, game):
        changed = with_name(line, OTHER, words)
        if changed is not None:
            assert cards_of(edited(text, game, line, changed)) == others + Counter({(line.section, OTHER): line.count})


@every_row(("text", "game"), TEXTS)
def test_a_card_that_is_taken_out_leaves_the_others(text: str, game: str) -> None:
    for line, others in lines_of(text, game):
        changed = without_card(line)
        if changed is not None:
            found = edited(text, game, line, changed)
            assert cards_of(found) == others
            assert not [one for one in found.lines if one.kind is LineKind.UNREAD]


@every_row(("text", "game"), TEXTS)
def test_a_count_in_doubt_is_written_where_the_line_is_the_card_alone(text: str, game: str) -> None:
    words = headings_of(GAMES[game])
    for line, others in lines_of(text, game):
        changed = counted_once(line, 9, line.name, words)
        if changed is not None:
            assert cards_of(edited(text, game, line, changed)) == others + Counter({(line.section, line.name): 9})


OFFERED = ("cockatrice", "octgn", "forge", "xmage", "magic-workstation", "apprentice")


@pytest.mark.parametrize("form", [form for form in FORMS if form.dialect in OFFERED], ids=lambda form: form.dialect)
def test_files_with_a_card_a_line_are_fixed_with_a_button(form: Written) -> None:
    words = headings_of(GAMES[form.game])
    for line, _ in lines_of(form.write(MAIN, SIDE), form.game):
        assert with_count(line, 1, words)
        assert with_name(line, OTHER, words)
        remedy = leave_out([Entry(line, line.section, line.count, None)])
        assert remedy is not None
        assert remedy.edits


def test_a_file_on_one_line_is_told_in_words_alone() -> None:
    text = '{"mainBoard": [{"count": 4, "name": "Opt"}, {"count": 3, "name": "Shock"}]}'
    line = next(line for line in read_list(text, GAMES["mtg"]).lines if line.name == "Opt")
    remedy = leave_out([Entry(line, "main", 4, None)])
    assert remedy is not None
    assert (remedy.text, remedy.edits) == ("Remove line 1", ())
