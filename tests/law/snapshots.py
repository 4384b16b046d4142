"""Compares the law of a day with a snapshot of others, card by card (tests/data/snapshots/README.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from deckcheck.catalogue import open_index, open_sets
from deckcheck.decklist.cards import Card
from deckcheck.law.rulebooks import Rulebook
from tests.law.law import book, law
from tests.support import TESTS

FOLDER: Final = TESTS / "data" / "snapshots"
DAYS: Final = tuple(sorted(path.stem for path in FOLDER.glob("2*.json")))
EXPLANATIONS: Final = json.loads((FOLDER / "explanations.json").read_text("utf-8"))

LEFT_OUT: Final = ("kind:token", "kind:meld-result", "kind:plane", "kind:scheme", "kind:vanguard", "silver-border")
ALSO_LEFT_OUT: Final = ("acorn", "playtest", "nontournament", "kind:conspiracy", "rebalanced", "digital-only", "funny")
GROUPS: Final = (
    *("ante", "conspiracy", "offensive-2020", "attraction-cards", "attractions", "sticker-cards", "sticker-sheets"),
    *("dexterity", "subgame"),
)
"""Cards that complete lists of bans leave out, as they differ in naming them."""


class Difference(NamedTuple):
    """One card of which the law says another thing than a snapshot."""

    format: str
    day: str
    name: str
    theirs: str
    ours: str


def snapshots(day: str) -> list[dict[str, Any]]:
    """The snapshots of a day, one a format."""
    found: list[dict[str, Any]] = json.loads((FOLDER / f"{day}.json").read_text("utf-8"))
    return found


def differences(shot: Mapping[str, Any]) -> list[Difference]:
    """Where the law of the snapshot's format and day is another."""
    found = book(shot["format"], shot["day"], shot.get("platform", ""))
    told = {"cards": _of_cards, "list": _of_list, "change": _of_change, "windows": _of_windows}[shot["kind"]]
    out = {"banned", "barred"} if shot["kind"] == "list" else set()  # A list names cards that have left as well.
    rows = [(n, t, o) for n, t, o in told(shot, found) if o not in (t, "unclear") and not {t, o} <= out]
    return [Difference(shot["format"], shot["day"], *row) for row in rows]


def unexplained(found: list[Difference]) -> list[Difference]:
    """The differences for which no explanation is given."""
    return [d for d in found if not any(_explains(e, d) for e in EXPLANATIONS)]


def _explains(e: Mapping[str, Any], d: Difference) -> bool:
    return (
        e["format"] == d.format
        and (d.name in e.get("names", (d.name,)) or d.name.partition(" // ")[0] in e.get("names", ()))
        and d.day in e.get("days", (d.day,))
        and e.get("theirs", d.theirs) in (d.theirs, {"legal": "not named"}.get(d.theirs))
        and (e.get("ours", d.ours) == d.ours or e["ours"].startswith("legal on"))
    )


def standing(card: Card, found: Rulebook) -> str:
    """What the law makes of a card: `barred` by the pool, a status, `legal`, or `unclear`."""
    admission, status = found.legality.admits(card), found.legality.status(card)
    if not admission.admitted:
        return "barred"
    if status.word in ("conjure-only", "specialise-only"):
        return "barred"
    return "unclear" if admission.doubt or status.between else status.word


@cache
def deck_cards() -> frozenset[Card]:
    """The cards that snapshots speak of."""
    return frozenset(c for c in open_index("mtg").cards() if c.traits.isdisjoint((*LEFT_OUT, *ALSO_LEFT_OUT)))


def named(name: str) -> Card | None:
    """The card of that name, or with that front."""
    found = open_index("mtg").find(name).cards
    return found[0] if len(found) == 1 else None


def _of_cards(shot: Mapping[str, Any], found: Rulebook) -> Iterator[tuple[str, str, str]]:
    theirs = dict(_stated(shot))
    for name, word in theirs.items():
        card = named(name)
        if card is not None and card in deck_cards():
            yield name, word, standing(card, found)
    legal_sets, day = frozenset(shot.get("legal_sets", ())), shot["day"]
    covers, missing = frozenset(shot.get("covers", ())), frozenset(shot.get("missing_sets", ()))
    whole = "legal_sets" in shot
    fronts = {name.partition(" // ")[0] for name in (*theirs, *shot.get("missing_cards", ()))}
    for card in deck_cards():
        codes = {p.set_code for p in card.printings}
        if card.name.partition(" // ")[0] in fronts or (covers and codes.isdisjoint(covers)):
            continue
        if not codes.isdisjoint(legal_sets) or (not whole and _is_out(codes - missing, day)):
            yield card.name, "legal", standing(card, found)
        elif whole and _is_out(codes - missing, day):
            yield card.name, "barred", standing(card, found)


def _stated(shot: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, word in (("not_legal", "barred"), ("legal_also", "legal"), ("legal", "legal")):
        yield from ((name, word) for name in shot.get(key, ()))
    for word in ("banned_as_commander", "restricted", "banned"):
        yield from ((name, word.replace("_", "-")) for name in shot.get(word, ()))


def _is_out(codes: set[str], day: str) -> bool:
    sets = open_sets("mtg")
    known = (sets[c] for c in codes if c in sets)
    return any(s.release <= day and not s.platform and s.kind not in ("promo", "memorabilia", "funny") for s in known)


def _of_list(shot: Mapping[str, Any], found: Rulebook) -> Iterator[tuple[str, str, str]]:
    left_out = {n for group in GROUPS for n in law().groups("mtg").get(group, ())}
    theirs: dict[Card | str, str] = {named(n) or n: w for n, w in _stated(shot)}
    for card, word in theirs.items():
        if isinstance(card, str):
            yield card, word, "unknown"
        elif card.name not in left_out:
            yield card.name, word, standing(card, found)
    ours = {named(n): s.word for n, s in found.legality.statuses.items() if n not in left_out and not s.between}
    for known, word in ours.items():
        if known is not None and known not in theirs and known in deck_cards() and word in _kinds(shot):
            yield known.name, "not named", standing(known, found)


def _kinds(shot: Mapping[str, Any]) -> set[str]:
    return {key.replace("_", "-") for key in ("banned", "restricted", "banned_as_commander") if key in shot}


def _of_change(shot: Mapping[str, Any], found: Rulebook) -> Iterator[tuple[str, str, str]]:
    for name, word in _stated(shot):
        card = named(name)
        yield name, word, "unknown" if card is None else found.legality.status(card).word


def _of_windows(shot: Mapping[str, Any], found: Rulebook) -> Iterator[tuple[str, str, str]]:
    ours = {w.code: (w.first, w.until or None) for w in found.sets}
    for code, first, until in shot["windows"]:
        mine, end = ours.get(code, ("", None))
        # A table of the day does not know yet when its newest sets leave.
        known = end if until or (end or "9") <= shot["day"] else until
        yield code, f"{first} to {until}", f"{mine} to {known}"
