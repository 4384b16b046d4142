"""A deck's drawings show its cards, say so in a sentence, stay small, and bring no style of their own."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import pytest
from defusedxml.ElementTree import fromstring
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from deckcheck.catalogue import open_index
from deckcheck.catalogue.reference import find_root
from deckcheck.games import GAMES
from deckcheck.verdict.pictures import Column, Columns, Curve, draw_columns, draw_curves
from deckcheck.verdict.published_lists import PublishedCard, cards_of
from deckcheck.web.words import FILTERS
from tests.exports.published import Sections
from tests.verdicts import records

MTG: Final = GAMES["mtg"].presentation
GA: Final = GAMES["ga"].presentation
MOST_BYTES: Final = 3000
CLASSES: Final = {"pic-area", "pic-bars"}


def cards(sections: Sections, game: str = "mtg") -> tuple[PublishedCard, ...]:
    return cards_of(sections, open_index(game), GAMES[game].presentation)


def drawn(record: dict[str, Any]) -> tuple[tuple[Curve, ...], Columns]:
    """The drawings of a record, under the catalogue's names."""
    game = "ga" if "material" in record else "mtg"
    index = open_index(game)
    rows = {s: record[s] for s in ("main", "material") if s in record}
    known = cards({s: [(n, index.find(name).cards[0].name) for n, name in row] for s, row in rows.items()}, game)
    return draw_curves(known, GAMES[game].presentation), draw_columns(known, GAMES[game].presentation)


@cache
def macros() -> Any:
    places = FileSystemLoader([find_root() / "templates"])
    made = Environment(loader=places, autoescape=True, undefined=StrictUndefined, extensions=["jinja2.ext.i18n"])
    made.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # The extension adds it.
    made.filters.update(FILTERS)
    return made.get_template("_pictures.html").module


def svg(html: str) -> str:
    found = re.search(r"<svg.*?</svg>", html, re.DOTALL)
    assert found
    return found[0]


BURN: Final[Sections] = {
    "main": (
        (4, "Monastery Swiftspear"),
        (4, "Goblin Guide"),
        (4, "Lightning Bolt"),
        (1, "Fireblast"),
        (2, "Emrakul, the Aeons Torn"),
        (20, "Mountain"),
        (1, "Dryad Arbor"),
    ),
    "sideboard": ((2, "Smash to Smithereens"),),
}


def test_a_curve_counts_the_main_deck_without_its_lands() -> None:
    (curve,) = draw_curves(cards(BURN), MTG)
    assert curve.bars == ((1, 12), (2, 0), (3, 0), (4, 0), (5, 0), (6, 1), (7, 2))
    assert curve.words == "Mana values 1 to 7 or more: 12, 0, 0, 0, 0, 1, 2; average 3.2."
    assert (curve.highest, curve.label(7), curve.label(6)) == (12, "7 or more", "6")


def test_a_curve_that_ends_at_its_last_column_says_so() -> None:
    (curve,) = draw_curves(cards({"main": ((4, "Lightning Bolt"),)}), MTG)
    assert curve.words == "Mana value 1: 4; average 1.0."
    (seven,) = draw_curves(cards({"main": ((1, "Craw Wurm"), (2, "Elesh Norn, Grand Cenobite"))}), MTG)
    assert seven.words == "Mana values 6 to 7: 1, 2; average 6.7."


def test_a_deck_of_lands_has_no_curve() -> None:
    (curve,) = draw_curves(cards({"main": ((60, "Mountain"),)}), MTG)
    assert (curve.bars, curve.average, curve.highest) == ((), None, 0)
    assert curve.words == "No card with a mana value."


def test_columns_hold_each_card_once_by_type_and_lands_last() -> None:
    columns = draw_columns(cards(BURN), MTG)
    assert columns.words == "10 creatures, 5 instants and sorceries, 21 lands."
    assert columns.groups[-1] == Column("land", "lands", (("Dryad Arbor", 1), ("Mountain", 20)))
    assert columns.highest == 20


def test_one_card_is_told_in_the_singular_and_no_card_in_words() -> None:
    assert draw_columns(cards({"main": ((1, "Lightning Bolt"), (1, "Mountain"))}), MTG).words == (
        "1 instant or sorcery, 1 land."
    )
    assert draw_columns((), MTG).words == "No cards."


def test_a_card_that_is_not_known_is_drawn_with_the_others() -> None:
    columns = draw_columns(cards({"main": ((2, "No Such Card"),)}), MTG)
    assert columns.words == "2 other cards."


def test_grand_archive_has_reserve_and_memory_costs_and_elements() -> None:
    sections = {
        "main": ((4, "Fireball"), (3, "Backstep")),
        "material": ((1, "Spirit of Fire"), (1, "The Looking Glass")),
    }
    known = cards(sections, "ga")
    reserve, memory = draw_curves(known, GA)
    assert reserve.words == "Reserve costs 2 to 4: 3, 0, 4; average 3.1."
    assert memory.words == "Memory cost 0: 2; average 0.0."
    columns = draw_columns(known, GA)
    assert (columns.words, columns.shares) == ("1 champion, 1 regalia, 7 actions.", "Elements: 5 Fire, 4 Norm.")
    assert '<figcaption class="small">Elements: 5 Fire, 4 Norm.</figcaption>' in macros().columns(columns)


@pytest.mark.parametrize("name", ["mtgo", "paper", "ga"])
def test_every_list_is_drawn_small_and_without_style(name: str) -> None:
    for record in records(f"lists/{name}.jsonl"):
        curves, columns = drawn(record)
        made = [macros().columns(columns), *(macros().curve(c) for c in curves)]
        for html in filter(None, map(str, made)):
            if "<svg" not in html:
                continue
            picture = svg(html)
            assert len(picture.encode()) <= MOST_BYTES, record["id"]
            root = fromstring(picture)
            assert root.attrib["role"] == "img"
            assert root.attrib["aria-label"] in {columns.words, *(c.words for c in curves)}
            assert not [e for e in root.iter() if "style" in e.attrib or "fill" in e.attrib or "stroke" in e.attrib]
            assert {e.attrib["class"] for e in root.iter() if "class" in e.attrib} <= CLASSES


def test_a_curve_draws_a_column_for_each_value_and_gives_the_numbers_as_a_table() -> None:
    (curve,) = draw_curves(cards(BURN), MTG)
    html = str(macros().curve(curve))
    heights = [float(rect.attrib["height"]) for rect in fromstring(svg(html)).iter("rect")]
    assert heights == [72, 0, 0, 0, 0, 6, 12]
    table = fromstring(re.search(r"<table.*?</table>", html, re.DOTALL)[0])  # type: ignore[index]
    rows = [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
    assert rows[0] == ["Mana value", "Cards"]
    assert rows[-1] == ["7 or more", "2"]
    assert len(rows) == 8
    assert f"<p>{curve.words}</p>" in html


def test_columns_draw_a_bar_for_each_card_as_tall_as_its_copies() -> None:
    columns = draw_columns(cards(BURN), MTG)
    picture = svg(str(macros().columns(columns)))
    bars = re.findall(r"M([\d.]+) 98v-([\d.]+)", picture)
    assert [float(tall) for _, tall in bars] == [19.2, 19.2, 9.6, 19.2, 4.8, 4.8, 96.0]
    places = [float(x) for x, _ in bars]
    assert places == sorted(set(places))


def test_names_cannot_break_out_of_a_drawing() -> None:
    hostile = PublishedCard("main", 1, '"><script>', '"><script>', '"><script>', ("<b>",), 1)
    columns = Columns((Column('"><i>', '"><i>s', (('"><script>', 1),)),))
    for html in (macros().columns(columns), *(macros().curve(c) for c in draw_curves((hostile,), MTG))):
        assert "<script" not in html
        assert "<i>" not in html
        fromstring(svg(str(html)))
