"""The law that follows from what a source says: announcements, sets, and up to when each format is known."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from deckcheck.decklist.cards import CardSet
from deckcheck.law.announcement_files import Texts, Told, announcement_files, toml_text
from deckcheck.law.card_sources import Status
from deckcheck.law.differences import CARDS, SETS, WORDS, Answer, Difference, FormatNow, Ground, Kind, Look, begins
from deckcheck.law.format_pools import online_day
from deckcheck.law.legality import Bounds, Platform


def law_of(
    game: str,
    now: Look,
    differences: Sequence[Difference],
    ground: Ground,
    texts: Texts,
    source: str,
) -> dict[str, str]:
    """The files that make law of the sure differences, and say up to when each format is known now, by their paths.

    `texts`: the installation's own files as they are; they are amended. A question is law as it was answered; a change
    without days of a person's has the days between the two looks.
    """
    made: dict[str, str] = {}

    def current(path: str) -> str:
        return made[path] if path in made else texts(path)

    asked = {d.format for d in differences if d.asks}
    differences = list(_decided(differences))
    for one in differences:
        if one.kind in CARDS:
            told = _announced(one, ground, source)
            made |= announcement_files(game, told, ground.lists, current)
    looked_at = _looked_at(tomllib.loads(texts(f"banlists/{game}/known.toml")), now, differences, ground, asked)
    moved = {name for table in looked_at.values() for name, day in table.items() if day >= now.day}
    # Where the format is not known up to this look, its kind alone leaves a new set a question.
    new = {d for d in differences if d.kind is Kind.NEW_SET and (d.days or d.format not in moved)}
    of_sets = [d for d in differences if d.kind in SETS or d in new]
    for code in sorted({d.set_code for d in of_sets}):
        path = f"formats/{game}/sets/{code}.toml"
        mine = [d for d in of_sets if d.set_code == code]
        entry = _set_entry(tomllib.loads(texts(path)), code, mine, ground)
        made[path] = toml_text({"source": source}, {"sets": {code: entry}})
    if looked_at:
        made[f"banlists/{game}/known.toml"] = toml_text({"source": source}, looked_at)
    return made


def _decided(differences: Sequence[Difference]) -> Iterator[Difference]:
    """The differences with questions as what their answers say; those without one are left out."""
    kinds = {Answer.YES: Kind.SET_IN, Answer.NO: Kind.SET_OUT}
    for one in differences:
        if one.kind is not Kind.QUESTION:
            yield one
        elif one.answer in kinds:
            yield one._replace(kind=kinds[one.answer])


def _announced(one: Difference, ground: Ground, source: str) -> Told:
    banlist = next(f.banlist for f in ground.formats if f.format.id == one.format)
    lists = {banlist: {one.card: WORDS[one.kind]}}
    if one.days is not None:
        return Told(lists, one.days.paper, source, one.days.mtgo, one.days.arena)
    first = begins(one)
    return Told(lists, one.by, source, bounds=Bounds(first, one.by) if first < one.by else None)


def _set_entry(own: Mapping[str, Any], code: str, mine: Sequence[Difference], ground: Ground) -> dict[str, Any]:
    """A set's entry: formats that have it, that do not, and that it left."""
    entry = dict(own.get("sets", {}).get(code, {}))
    by_id = {one.format.id: one for one in ground.formats}
    for one in mine:
        pool, known = by_id[one.format].pool, one.days
        if pool.get("kind") == "arena" and one.kind is Kind.SET_IN:
            entry["arena"] = (known.arena or known.paper) if known else _on_arena(ground.sets[code])
        elif known and one.kind in (Kind.SET_IN, Kind.NEW_SET):
            entry |= {"from": known.paper, **{k: v for k, v in (("mtgo", known.mtgo), ("arena", known.arena)) if v}}
        told = one.answer or pool.get("kind") != "arena" or pool.get("rotations")  # An answer is not asked for again.
        if key := _KEYS.get(one.kind if told else Kind.KNOWN):
            entry[key] = sorted({*entry.get(key, ()), one.format})
            other = "not_in" if key == "in" else "in"
            entry |= {other: left} if (left := [f for f in entry.pop(other, ()) if f != one.format]) else {}
        if one.kind is Kind.ROTATED:
            first = begins(one)
            row = {"on": known.paper if known else one.by}
            if not known and first < one.by:
                row["not_before"] = first
            entry["leaves"] = {**entry.get("leaves", {}), one.format: row}
    return entry


_KEYS: Final = {Kind.NEW_SET: "in", Kind.SET_IN: "in", Kind.SET_OUT: "not_in"}


def _on_arena(known: CardSet) -> date:
    """The Tuesday before the release, on which sets come to Arena."""
    return date.fromisoformat(known.release if known.platform else online_day(known))


def _looked_at(
    own: Mapping[str, Any], now: Look, differences: Sequence[Difference], ground: Ground, asked: set[str]
) -> dict[str, dict[str, date]]:
    """By platform, the formats of which nothing is left to ask, and the day of the look.

    A format of which the source does not tell all bans is known no further than before. Of Arena only if the source
    tells what is there, by a format that has whatever is on Arena.
    """
    freed = {(d.format, d.card) for d in differences if d.kind is Kind.FREED}
    stated = [one for one in ground.formats if _tells_all(now.statuses.get(one.format.id), one, freed)]
    of_arena = {one.format.id for one in stated if one.pool.get("kind") == "arena"}
    found = {str(platform): dict(own.get(platform, {})) for platform in Platform}
    for one in stated:
        for platform in one.format.platforms():
            told = platform is not Platform.ARENA or (of_arena and of_arena.isdisjoint(asked))
            if one.format.id not in asked and told:
                table = found[platform]
                table[one.format.id] = max(now.day, table.get(one.format.id, now.day))
    return {platform: table for platform, table in found.items() if table}


def _tells_all(stated: Mapping[str, str] | None, law: FormatNow, freed: set[tuple[str, str]]) -> bool:
    """Whether a source tells every ban of a format, as far as can be seen by those of our law."""
    for name, status in law.book.legality.statuses.items():
        untold = stated is not None and stated.get(name) == Status.LEGAL and (law.format.id, name) not in freed
        if status.word == "banned-as-commander" or (untold and status.word in WORDS.values()):
            return False
    return bool(stated)
