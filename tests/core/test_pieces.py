"""A line by itself: counts, names, sets and marks, and why a line is no card."""

from __future__ import annotations

import pytest

from deckcheck.catalogue import open_index
from deckcheck.decklist.decks import Line, LineKind
from deckcheck.decklist.line_parser import CARD, TOTALLED, read_piece
from deckcheck.decklist.list_reader import headings_of, read_list
from deckcheck.games import GAMES

MTG = GAMES["mtg"]


def only(text: str) -> Line:
    (line,) = read_list(text, MTG).lines
    return line


@pytest.mark.parametrize(
    ("text", "count", "name"),
    [
        ("4 Lightning Bolt", 4, "Lightning Bolt"),
        ("4x Lightning Bolt", 4, "Lightning Bolt"),
        ("4X Lightning Bolt", 4, "Lightning Bolt"),
        ("4 x Lightning Bolt", 4, "Lightning Bolt"),
        ("4xLightning Bolt", 4, "Lightning Bolt"),
        ("4Lightning Bolt", 4, "Lightning Bolt"),
        ("x4 Lightning Bolt", 4, "Lightning Bolt"),
        ("4× Lightning Bolt", 4, "Lightning Bolt"),
        ("- 4 Lightning Bolt", 4, "Lightning Bolt"),
        ("• Lightning Bolt", 1, "Lightning Bolt"),
        ("Lightning Bolt x4", 4, "Lightning Bolt"),
        ("Lightning Bolt (x4)", 4, "Lightning Bolt"),
        ("\t 4   Lightning  Bolt  ", 4, "Lightning Bolt"),
        ("\u200e4 Lightning\u00a0Bolt\u200f", 4, "Lightning Bolt"),
        ("4 Light\u200bning Bolt", 4, "Lightning Bolt"),
        ("4 Light\0ning Bolt", 4, "Lightning Bolt"),
        ("٤ Lightning Bolt", 4, "Lightning Bolt"),
        ("４ｘ Lightning Bolt", 4, "Lightning Bolt"),
        ("[4] Lightning Bolt", 4, "Lightning Bolt"),
        ("(4x) Lightning Bolt", 4, "Lightning Bolt"),
        ("Lightning Bolt (4)", 4, "Lightning Bolt"),
        ("🔥 4 Lightning Bolt ⚡️", 4, "Lightning Bolt"),
        ("4 Lightning Bolt $1.20", 4, "Lightning Bolt"),
        ("4 Ajani, Nacatl Pariah ($6.19)", 4, "Ajani, Nacatl Pariah"),
        ("4 Lightning Bolt - $0.25 each", 4, "Lightning Bolt"),
        ("4 Lightning Bolt (0.02 tix)", 4, "Lightning Bolt"),
        ("<div>4 Lightning Bolt</div>", 4, "Lightning Bolt"),
        ("[b]4[/b] [c]Lightning Bolt[/c]", 4, "Lightning Bolt"),
        ("4 Lightning Bolt 1,20 €", 4, "Lightning Bolt"),
        ("1 Urza&#39;s Saga", 1, "Urza's Saga"),
        ("1 R&D's Secret Lair", 1, "R&D's Secret Lair"),
        ("100 Forest", 100, "Forest"),
        ("1000 Forest", 1000, "Forest"),
        ("1 +2 Mace", 1, "+2 Mace"),
        ("+2 Mace", 1, "+2 Mace"),
        ("1 X", 1, "X"),
        ("4 Xathrid Demon", 4, "Xathrid Demon"),
        ("1 1996 World Champion", 1, "1996 World Champion"),
        ("1 Borrowing 100,000 Arrows", 1, "Borrowing 100,000 Arrows"),
        ("1 ______", 1, "______"),
        ("1 4 Lightning Bolt", 1, "4 Lightning Bolt"),
        ("Circle of Protection: Red", 1, "Circle of Protection: Red"),
        ("Foil", 1, "Foil"),
        ("Conspiracy", 1, "Conspiracy"),
        ("2 Cut", 2, "Cut"),
        ("1 Signature Spells", 1, "Signature Spells"),
        ("Commander Eesha", 1, "Commander Eesha"),
        ("Name Dropping", 1, "Name Dropping"),
        ("Total War", 1, "Total War"),
    ],
)
def test_a_count_and_a_name_are_told_apart(text: str, count: int, name: str) -> None:
    assert only(text)[2:6] == (LineKind.CARD, "main", count, name)


@pytest.mark.parametrize(
    ("text", "name", "set_code", "collector"),
    [
        ("1 Tyrranax Rex (ONE) 189", "Tyrranax Rex", "ONE", "189"),
        ("1 Benalish Marshal (PDOM) 6p", "Benalish Marshal", "PDOM", "6p"),
        ("1 Mountain (PLST) ARC-17", "Mountain", "PLST", "ARC-17"),
        ("1 Opt (dar) 60 *F*", "Opt", "dar", "60"),
        ("1 Opt (STA) 42★", "Opt", "STA", "42★"),
        ("4 [ZEN] Goblin Guide", "Goblin Guide", "ZEN", ""),
        ("[LRW] Thoughtseize [Discard]", "Thoughtseize", "LRW", ""),
        ("4 [2X2:117] Lightning Bolt", "Lightning Bolt", "2X2", "117"),
        ("4 [C16#36] Kraum, Ludevic's Opus", "Kraum, Ludevic's Opus", "C16", "36"),
        ("4 x [LEA] Island (3)", "Island", "LEA", ""),
        ("4 Path to Exile [2X2] 34", "Path to Exile", "2X2", "34"),
        ("18 Forest <254> [THB] (F)", "Forest", "THB", ""),
        ("2 Power Sink+ (TMP) 78", "Power Sink", "TMP", "78"),
        ("1 Power Sink|TMP|78", "Power Sink", "TMP", "78"),
        ("1 Sol Ring (c21) 263 [Ramp] ^Have,#37d67a^", "Sol Ring", "c21", "263"),
        ("1 Sol Ring (C21) 263 *F* #Ramp #!Board wipe", "Sol Ring", "C21", "263"),
        ("2 B.F.M. (Big Furry Monster)", "B.F.M. (Big Furry Monster)", "", ""),
        ("2 Hazmat Suit (Used)", "Hazmat Suit (Used)", "", ""),
        ("4 Tyrranax REX", "Tyrranax REX", "", ""),
    ],
)
def test_marks_are_no_part_of_the_name(text: str, name: str, set_code: str, collector: str) -> None:
    line = only(text)
    assert (line.name, line.set_code, line.collector) == (name, set_code, collector)


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("2x", "unread", "no-name"),
        ("4", "unread", "no-name"),
        ("4 (THB) 117", "unread", "no-name"),
        ("99999999999 Forest", "unread", "count"),
        ("4 " + "a" * 300, "unread", "too-long"),
        ("a" * 5000, "unread", "too-long"),
        ("<row>4 Lightning Bolt</row>", "unread", "markup"),
        ("0 Blood Moon", "remark", "zero"),
        ("00 Blood Moon", "remark", "zero"),
        ("Blood Moon x0 [MOM]", "remark", "zero"),
        ("SB: Blood Moon x0 [MOM]", "remark", "zero"),
        ("[Unheard of]", "unread", "markup"),
        ("60 Cards", "remark", "total"),
        ("60 cards total", "remark", "total"),
        ("Total: 62", "remark", "total"),
        ("Total 62 cards", "remark", "total"),
        ("15 sideboard cards", "remark", "total"),
        ("// 1 Ornithopter is cut", "remark", "comment"),
        ("//SB:3x Forest", "remark", "comment"),
        ("# 4 Island", "remark", "comment"),
        ("; 4 Island", "remark", "comment"),
        ("Author: nobody", "remark", "comment"),
        ("Name: Wet Machines", "remark", "name-of-deck"),
        ("Deck: Wet Machines", "remark", "name-of-deck"),
        ("https://example.org/deck", "remark", "link"),
        ("=====", "remark", "separator"),
        ("\u200b\u200e", "remark", "empty"),
    ],
)
def test_a_line_that_is_no_card_says_why(text: str, kind: str, reason: str) -> None:
    assert (only(text).kind.value, only(text).reason) == (kind, reason)


def test_a_number_that_is_too_long_for_a_count_is_asked_about() -> None:
    assert only("Blood Moon x99999999999 [MOM]").reason == "uncounted"


@pytest.mark.parametrize("game", sorted(game.id for game in GAMES.values() if not game.parted))
def test_no_card_of_the_catalogue_is_taken_for_anything_else(game: str) -> None:
    words, index = headings_of(GAMES[game]), open_index(game)
    # Tokens and the dividers of box sets ("Lands") may be called like headings; no deck holds them.
    dividers = {card.name for card in index.cards() if card.has("kind:token") or card.has("nontournament")}
    for name in (name for name in index.names() if name not in dividers):
        shouted = name if name.endswith(")") else name.upper()
        for form in (f"4 {name}", f"4x {shouted}", f"4 {name} (ABC) 12"):
            piece = read_piece(form, words)
            # A card called like a category ("Blink") is one as long as the lines below are not as many.
            shape = TOTALLED if piece.name.casefold() in words.categories and piece.reason else CARD
            assert (piece.shape, piece.count, piece.name.casefold()) == (shape, 4, name.casefold())
