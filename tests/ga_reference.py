"""A small check of Grand Archive lists that shares no code with the rules: the numbers as the documents give them.

Comprehensive rules of 2026-08-21 (Format Conventions, Champion 3, Divine Relic) and tournament rules of 2026-07
(Standard, Sideboarding): 60 cards or more; at most 12 material cards, one of them a champion of level 0; at most 15
sideboard cards and 15 points, a champion or regalia worth 3; 4 of a card over main deck and sideboard, 1 of a champion
or regalia over material deck and sideboard; one Divine Relic in the material deck; each card in its own deck.
"""

from __future__ import annotations

from tests.sheets import Sheet

BANNED_SINCE = {
    "Sword of Avarice": "2023-10-16",
    "Reckless Conversion": "2023-10-16",
    "Crystal of Empowerment": "2024-02-16",
    "Corhazi Outlook": "2024-09-02",
    "Erupting Rhapsody": "2024-10-28",
    "Icebound Slam": "2025-02-17",
    "Dissonant Fractal": "2025-06-02",
    "Lost in Thought": "2025-07-25",
    "Rile the Abyss": "2025-09-15",
    "Unmake Duality": "2026-04-03",
    "Carpsong Coda": "2026-04-20",
    "Grim Pastiche": "2026-04-20",
    "Baby Green Slime": "2026-04-20",
    "Ranger Strides": "2026-06-29",
}
"""Permanent bans of Standard (tests/data/ga-ban-days.json), each by the last day on which it may have begun."""


UNSURE = {"Ranger Strides": ("2026-05-04", "2026-06-29"), "Erupting Rhapsody": ("2024-10-11", "2024-10-28")}
"""Bans that began between two days: in between nobody can tell."""


def is_in_doubt(sheet: Sheet) -> bool:
    """Whether the list holds a card of which it is not known whether it was banned on the day."""
    on, names = str(sheet.terms.on), {sheet.card(n).name for n in sheet.names()}
    return any(first <= on < last for name, (first, last) in UNSURE.items() if name in names)


def faults(sheet: Sheet) -> set[str]:
    """The rule ids that the list breaks."""
    main, material, side = (_by_card(sheet, s) for s in ("main", "material", "sideboard"))
    everywhere = {**main, **material, **side}
    heavy = {n for n in everywhere if {"Champion", "Regalia"} & set(sheet.card(n).values("type"))}
    champions = [n for n in material if sheet.card(n).has("type:Champion") and sheet.card(n).value("level") == "0"]
    relics = sum(count for n, count in material.items() if sheet.card(n).has("divine-relic"))
    started = {n for n in everywhere if not sheet.card(n).values("kind")}
    on = str(sheet.terms.on)
    found = {
        "main-min": sum(main.values()) < 60,
        "material-size": sum(material.values()) > 12,
        "material-champion": not champions,
        "sideboard-max": sum(side.values()) > 15,
        "sideboard-points": sum(count * (3 if n in heavy else 1) for n, count in side.items()) > 15,
        "copies": any(main.get(n, 0) + side.get(n, 0) > 4 for n in started - heavy),
        "material-copies": any(material.get(n, 0) + side.get(n, 0) > 1 for n in heavy),
        "divine-relic": relics > 1,
        "wrong-deck": bool((set(main) & heavy) | (set(material) & started) - heavy),
        "not-a-tournament-card": started != set(everywhere),
        "banned": any(BANNED_SINCE.get(n, "9999") <= on for n in everywhere),
    }
    return {rule for rule, broken in found.items() if broken}


def _by_card(sheet: Sheet, section: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name, count in sheet.rows.get(section, {}).items():
        card = sheet.card(name).name
        counts[card] = counts.get(card, 0) + count
    return counts
