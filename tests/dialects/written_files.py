"""Decks written as the files of programs and sites, each in the form that its reader must read back exactly."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any, Final, NamedTuple

Rows = tuple[tuple[int, str], ...]


class Written(NamedTuple):
    """One form. `whole`: a file of it that is cut off is known by its own marks; `any_name`: it can hold any name."""

    dialect: str
    game: str
    write: Callable[[Rows, Rows], str]
    whole: bool = True
    any_name: bool = True


def _cod(main: Rows, side: Rows) -> str:
    def zone(name: str, rows: Rows) -> str:
        return f' <zone name="{name}">\n' + "".join(f'  <card number="{n}" name="{escape(c)}"/>\n' for n, c in rows)

    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<cockatrice_deck version="1">\n'
        f" <comments>4 Shock\n2 Opt</comments>\n{zone('main', main)} </zone>\n{zone('side', side)} </zone>\n"
        "</cockatrice_deck>\n"
    )


def _dek(main: Rows, side: Rows) -> str:
    rows = [(row, "false") for row in main] + [(row, "true") for row in side]
    cards = (f'<Cards CatID="7" Quantity="{n}" Sideboard="{s}" Name="{escape(c)}" />' for (n, c), s in rows)
    return f'<?xml version="1.0"?><Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">{"".join(cards)}</Deck>'


def _octgn(main: Rows, side: Rows) -> str:
    def section(name: str, rows: Rows) -> str:
        cards = "".join(f'  <card qty="{n}" id="7">{escape(c)}</card>\n' for n, c in rows)
        return f'<section name="{name}">\n{cards}</section>\n'

    notes = "<notes><![CDATA[4 Shock]]></notes>"
    return f'<deck game="a6c8d2e8">\n{section("Main", main)}{section("Sideboard", side)}{notes}</deck>'


def _lackey(main: Rows, side: Rows) -> str:
    def zone(name: str, rows: Rows) -> str:
        cards = (f'<card><name id="7">{escape(c)}</name><set>M21</set></card>\n' * n for n, c in rows)
        return f'<superzone name="{name}">\n{"".join(cards)}</superzone>\n'

    return (
        f'<deck version="0.8">\n<meta><game>magic</game></meta>\n{zone("Deck", main)}{zone("Sideboard", side)}</deck>'
    )


def _forge(main: Rows, side: Rows) -> str:
    def cards(rows: Rows) -> str:
        return "".join(f"{n} {c}|M21|1\n" for n, c in rows)

    return f"[metadata]\nName=X\nComment=4 Shock\n[Main]\n{cards(main)}[Sideboard]\n{cards(side)}[Planes]\n1 Naya|HOP\n"


def _xmage(main: Rows, side: Rows) -> str:
    lines = "".join(f"{n} [M21:{n}] {c}\n" for n, c in main) + "".join(f"SB: {n} [M21:9] {c}\n" for n, c in side)
    return f"NAME:X\n{lines}LAYOUT MAIN:(1,1)(NONE,false,50)|([M21:1])\n"


def _workstation(main: Rows, side: Rows) -> str:
    lines = "".join(f"        {n} [M21] {c}\n" for n, c in main) + "".join(f"SB:  {n} [M21] {c}\n" for n, c in side)
    return f"// Deck file for Magic Workstation (http://localhost)\n// NAME : X\n{lines}"


def _apprentice(main: Rows, side: Rows) -> str:
    return (
        "// NAME : X\n" + "".join(f"        {n} {c}\n" for n, c in main) + "".join(f"SB:  {n} {c}\n" for n, c in side)
    )


def _decked(main: Rows, side: Rows) -> str:
    first = "".join(f"///mvid:7 qty:{n} name:{c} loc:Deck\n{n} {c}\n" for n, c in main)
    return first + "".join(f"///mvid:7 qty:{n} name:{c} loc:SB\nSB: {n} {c}\n" for n, c in side)


def _html(main: Rows, side: Rows) -> str:
    def items(rows: Rows) -> str:
        return "".join(f"<li>{n} {escape(escape(c))}</li>\n" for n, c in rows)

    return f"<div>\n<h3>Deck</h3><ul>\n{items(main)}</ul><h3>Sideboard</h3><ul>{items(side)}</ul></div>\n"


def _rtf(main: Rows, side: Rows) -> str:
    def coded(name: str) -> str:
        signs = {"\\": "\\\\", "{": "\\{", "}": "\\}"}
        return "".join(signs.get(c, c if c.isascii() else f"\\u{ord(c)}?") for c in name)

    lines = [f"{n} {coded(c)}\\par\n" for n, c in main]
    lines += ["\\b Sideboard\\b0\\par\n", *(f"{n} {coded(c)}\\par\n" for n, c in side)] if side else []
    return f"{{\\rtf1\\ansi{{\\info{{\\title 4 Shock}}}}\n{''.join(lines)}}}"


def _in_objects(rows: Rows, copies: str, name: str, **more: object) -> list[dict[str, Any]]:
    return [{**more, copies: n, name: c} for n, c in rows]


def _mtgjson(main: Rows, side: Rows) -> str:
    boards = {"mainBoard": _in_objects(main, "count", "name", foreignData=[{"name": "Schock"}])}
    boards["sideBoard"] = _in_objects(side, "count", "name")
    beside = {"tokens": [{"count": 9, "name": "Zombie"}], "displayCommander": [{"count": 1, "name": "Opt"}]}
    return json.dumps({"meta": {"version": "5"}, "data": {"name": "X", **boards, **beside}}, indent=1)


def _moxfield(main: Rows, side: Rows) -> str:
    def board(rows: Rows) -> dict[str, Any]:
        cards = {str(i): {"quantity": n, "boardType": "x", "card": {"name": c}} for i, (n, c) in enumerate(rows)}
        return {"count": len(rows), "cards": cards}

    return json.dumps({"name": "X", "boards": {"mainboard": board(main), "sideboard": board(side)}})


def _archidekt(main: Rows, side: Rows) -> str:
    rows = [(row, "Ramp") for row in main] + [(row, "Sideboard") for row in side]
    cards = [{"categories": [s], "quantity": n, "card": {"oracleCard": {"name": c}}} for (n, c), s in rows]
    return json.dumps({"name": "X", "cards": cards}, ensure_ascii=False)


def _scryfall(main: Rows, side: Rows) -> str:
    def entries(rows: Rows) -> list[dict[str, Any]]:
        return [{"object": "deck_entry", "count": n, "raw_text": "9 X", "card_digest": {"name": c}} for n, c in rows]

    return json.dumps({"object": "deck", "entries": {"mainboard": entries(main), "sideboard": entries(side)}}, indent=2)


def _record(main: Rows, side: Rows) -> str:
    return json.dumps({"main": main, "sideboard": side})


def _omnidex(main: Rows, side: Rows) -> str:
    sections = {"main": _in_objects(main, "quantity", "card"), "sideboard": _in_objects(side, "quantity", "card")}
    return json.dumps({"material": [], **sections, "rawInput": "4 Shock"}, indent=2)


def _shout(main: Rows, side: Rows) -> str:
    cards = {"main": _in_objects(main, "quantity", "name"), "sideboard": _in_objects(side, "quantity", "name")}
    return json.dumps({"name": "X", "cards": {"material": [], **cards}})


def _architect(main: Rows, side: Rows) -> str:
    rows = [(row, "main") for row in main] + [(row, "sideboard") for row in side]
    cards = [{"name": c, "pivot": {"quantity": n, "deck_type": s}} for (n, c), s in rows]
    return json.dumps({"name": "X", "cards": cards})


FORMS: Final = (
    Written("cockatrice", "mtg", _cod),
    Written("mtgo-dek", "mtg", _dek),
    Written("octgn", "mtg", _octgn),
    Written("lackey", "mtg", _lackey),
    Written("forge", "mtg", _forge, whole=False, any_name=False),
    Written("xmage", "mtg", _xmage, whole=False),
    Written("magic-workstation", "mtg", _workstation, whole=False, any_name=False),
    Written("apprentice", "mtg", _apprentice, whole=False, any_name=False),
    Written("decked-builder", "mtg", _decked, whole=False, any_name=False),
    Written("html", "mtg", _html, whole=False, any_name=False),
    Written("rtf", "mtg", _rtf, any_name=False),
    Written("mtgjson", "mtg", _mtgjson),
    Written("moxfield-json", "mtg", _moxfield),
    Written("archidekt-json", "mtg", _archidekt),
    Written("scryfall-json", "mtg", _scryfall),
    Written("record", "mtg", _record),
    Written("omnidex-json", "ga", _omnidex),
    Written("shout-json", "ga", _shout),
    Written("tcg-architect", "ga", _architect),
)


def multiset(main: Iterable[tuple[int, str]], side: Iterable[tuple[int, str]]) -> Mapping[str, Counter[str]]:
    """The rows by section, the same card added up."""
    sections = {"main": Counter[str](), "sideboard": Counter[str]()}
    for section, rows in (("main", main), ("sideboard", side)):
        for count, name in rows:
            sections[section][name] += count
    return {section: cards for section, cards in sections.items() if cards}
