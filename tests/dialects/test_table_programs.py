"""A deck written as the tables of programs, in any order of columns and any quoting, is read back or asked about."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from hypothesis import assume, given
from hypothesis import strategies as st

from deckcheck.decklist.decks import LineKind, ParsedList
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from tests.lists import front, non_blank, read_rows, sections_of

MTG: Final = GAMES["mtg"]
NAMES: Final = (
    *("Lightning Bolt", "Island", "Jace, the Mind Sculptor", 'Henzie "Toolbox" Torre', "Fire // Ice", "+2 Mace"),
    *("_____ Goblin", "Borrowing 100,000 Arrows", "Lim-Dûl's Vault", "Urza's Saga", "Ach! Hans, Run!", "Continue?"),
    *("Who // What // When // Where // Why", "Circle of Protection: Red", "Vault 21: House Gambit", "Nazgûl"),
    *("Michelangelo, Weirdness to 11", "SP//dr, Piloted by Peni", "Agent 13, Sharon Carter", "1996 World Champion"),
    *("Erase (Not the Urza's Legacy One)", "Sword of Dungeons & Dragons", "With Great Power . . .", "M.O.D.O.K."),
    *("Minsc & Boo, Timeless Heroes", "Lórien Revealed", "Black Lotus", "Opt", "Ow", 'Kongming, "Sleeping Dragon"'),
)


class Card(NamedTuple):
    """A row of a deck."""

    copies: int
    name: str
    side: bool
    other: int
    """A number that is no count."""


Column = Callable[[Card], object]


def fixed(value: object) -> Column:
    return lambda card: value


def number(card: Card) -> object:
    return card.other


def copies(card: Card) -> object:
    return card.copies


def name(card: Card) -> object:
    return card.name


def place(main: str, side: str) -> Column:
    return lambda card: side if card.side else main


PROGRAMS: Final[Mapping[str, Mapping[str, Column]]] = {
    "Moxfield": {"Count": copies, "Tradelist Count": number, "Name": name, "Edition": fixed("a25"), "Tags": fixed("")}
    | {
        "Condition": fixed("Near Mint"),
        "Language": fixed("English"),
        "Collector Number": number,
        "Proxy": fixed("False"),
    },
    "Archidekt": {"Quantity": copies, "Name": name, "Finish": fixed("Normal"), "Edition Code": fixed("cmr")}
    | {"Mana Value": number, "Types": fixed("Instant"), "Category": place("Ramp,Artifact", "Sideboard")},
    "Deckstats": {"amount": copies, "card_name": name, "is_foil": fixed(0), "set_id": number, "set_code": fixed("KTK")},
    "Deckbox": {"Count": copies, "Tradelist Count": number, "Decks Count Built": number, "Name": name}
    | {"Edition": fixed("Masters 25"), "Card Number": number, "My Price": fixed("$0.00"), "Cost": fixed("{3}{G}")},
    "Delver Lens": {"QuantityX": lambda card: f"{card.copies}x", "Name": name, "Edition": fixed("Double Masters 2022")}
    | {"Edition code": fixed("2X2"), "Collector's number": number, "Foil": fixed(""), "Language": fixed("German")},
    "TappedOut": {"Board": place("main", "side"), "Qty": copies, "Name": name, "Printing": fixed("THB")}
    | {"Foil": fixed("-"), "Condition": fixed("NM"), "Language": fixed("EN"), "Commander": fixed("")},
    "Magic Online": {
        "Card Name": name,
        "Quantity": copies,
        "ID #": number,
        "Rarity": fixed("Common"),
        "Set": fixed("A25"),
    }
    | {"Collector #": fixed("141/249"), "Premium": fixed("No"), "Sideboarded": place("No", "Yes")},
    "ManaBox": {"Binder Name": fixed("Burn"), "Binder Type": fixed("deck"), "Name": name, "Set code": fixed("FDN")}
    | {"Collector number": number, "Quantity": copies, "ManaBox ID": number, "Purchase price": fixed("0.30")},
    "Dragon Shield": {"Folder Name": fixed('My, "best" deck'), "Quantity": copies, "Trade Quantity": number}
    | {"Card Name": name, "Set Code": fixed("A25"), "Card Number": number, "Price Bought": fixed("1.00")},
    "Decked Builder": {"Total Qty": copies, "Reg Qty": copies, "Foil Qty": fixed(0), "Card": name, "Mvid": number}
    | {"Set": fixed("Mirrodin Besieged"), "Single Price": fixed("1.00")},
    "TCGplayer": {"Quantity": copies, "Name": lambda card: f"{card.name} (Showcase)", "Simple Name": name}
    | {"Set": fixed("Kaldheim"), "Card Number": number, "Product ID": number, "SKU": fixed(5000001)},
    "MTG Studio": {"Name": name, "Edition": fixed("MMA"), "Qty": copies, "Foil": fixed("No"), "Text": fixed("a\nb, c")},
    "MTGGoldfish": {"Card": name, "Set ID": fixed("MMA"), "Set Name": fixed("Modern Masters"), "Quantity": copies},
    "Cardmarket": {"idProduct": number, "English Name": name, "Local Name": fixed("Blitzschlag"), "Amount": copies}
    | {"Price": fixed("1,50"), "Exp.": fixed("A25")},
    "TopDecked": {"QUANTITY": copies, "NAME": name, "SETCODE": fixed("a25"), "COLLECTOR NUMBER": number},
    "Spreadsheet": {"Anzahl": copies, "Kartenname": name, "Jahr": fixed(2015), "Manawert": number},
    "Two counts": {"Card": name, "Main": lambda card: "" if card.side else card.copies}
    | {"Side": lambda card: card.copies if card.side else "", "Owned": number},
}
SECTIONED: Final = frozenset(("Archidekt", "TappedOut", "Magic Online", "Two counts"))

DECKS: Final = st.lists(
    st.builds(Card, st.integers(1, 40), st.sampled_from(NAMES), st.booleans(), st.integers(0, 400)),
    min_size=2,
    max_size=12,
)


def written(deck: Sequence[Card], columns: Mapping[str, Column], style: int, delimiter: str, *, headed: bool) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quoting=style, lineterminator="\n")  # type: ignore[arg-type]
    if headed:
        writer.writerow(columns)
    writer.writerows([column(card) for column in columns.values()] for card in deck)
    return out.getvalue()


def wanted(deck: Sequence[Card], program: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for card in deck:
        section = found.setdefault("sideboard" if card.side and program in SECTIONED else "main", {})
        section[front(card.name)] = section.get(front(card.name), 0) + card.copies
    return found


def asks_all(parsed: ParsedList) -> bool:
    return all(line.reason for line in parsed.lines if line.kind is LineKind.CARD)


@given(
    deck=DECKS,
    program=st.sampled_from(sorted(PROGRAMS)),
    style=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    delimiter=st.sampled_from(",;\t"),
    data=st.data(),
)
def test_the_table_of_a_program_is_read_back(
    deck: list[Card], program: str, style: int, delimiter: str, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(list(PROGRAMS[program].items())))
    text = written(deck, dict(order), style, delimiter, headed=True)
    parsed = read_list(text, MTG)
    assert parsed.dialect == "table"
    assert read_rows(parsed) == non_blank(text)
    assert {section: dict(cards) for section, cards in sections_of(parsed).items()} == wanted(deck, program)
    assert not any(line.reason for line in parsed.lines if line.kind is LineKind.CARD)


@given(
    deck=DECKS,
    program=st.sampled_from(sorted(PROGRAMS)),
    delimiter=st.sampled_from(",;\t"),
    data=st.data(),
)
def test_a_table_without_headings_never_gives_a_wrong_count(
    deck: list[Card], program: str, delimiter: str, data: st.DataObject
) -> None:
    assume(sum(card.other for card in deck) not in (40, 60, 72, 75, 80, 87, 95, 98, 99, 100))
    order = data.draw(st.permutations(list(PROGRAMS[program].items())))
    text = written(deck, dict(order), csv.QUOTE_MINIMAL, delimiter, headed=False)
    parsed = read_list(text, MTG)
    assert read_rows(parsed) == non_blank(text)
    stated: dict[str, set[int]] = {}
    for card in deck:
        stated.setdefault(front(card.name), set()).add(card.copies)
    for line in parsed.lines:
        if line.kind is LineKind.CARD and not line.reason and front(line.name) in stated:
            assert line.count in stated[front(line.name)], (line, text)
