"""Builds the card catalogues of the package out of the source facts in data/."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from deckcheck.catalogue.packed import pack_cards
from deckcheck.catalogue.packing import pack
from deckcheck.decklist.cards import ANY_NUMBER, NO_FACTS, NO_SET_KNOWN, Card, CardSet, Printing
from deckcheck.decklist.names import Standing, fold
from deckcheck.games.ga import traits as ga
from deckcheck.games.mtg import traits as mtg

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"
CATALOGUE = ROOT / "deckcheck" / "catalogue"

Facts = Mapping[str, Any]
Sources = tuple[list[tuple[Card, Standing]], list[CardSet], date]


def read_json(name: str) -> Any:
    """One file of data/, whole."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def read_cards(name: str) -> list[dict[str, Any]]:
    """One file of data/, a card a line."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def magic() -> Sources:
    """All of Magic: cards, tokens, and names of which nothing else is known."""
    records = read_cards("mtg/cards.jsonl")
    aliases = other_names(read_json("mtg/aliases.json"))
    rebalanced = {r["rebalanced_of"]: r["name"] for r in records if "rebalanced_of" in r}
    names = read_json("mtg/names.json")
    bare = {name: {NO_FACTS, NO_SET_KNOWN, "unknown:identity"} for name in names["no_facts"]}
    bare |= {name: {NO_FACTS, "unknown:identity", "nontournament"} for name in names["front_cards"]}
    bare |= {name: {"kind:token"} for name in (*read_json("mtg/tokens.json"), *names["seen_in_lists"])}
    cards: list[tuple[Card, Standing]] = []
    ids = Ids()
    for record in records:
        if record["name"] in rebalanced:
            record["has_rebalanced"] = rebalanced[record["name"]]
        traits = mtg.traits_of(record)
        others = (*aliases.get(record["name"], ()), *magic_spellings(record))
        printings = tuple(Printing(code, rarity) for code, rarity in record["printings"].items())
        card = Card(ids.of(record["name"]), "mtg", record["name"], others, traits, copies_of(record), printings)
        cards.append((card, mtg.standing_of(traits)))
    for name, words in sorted(bare.items()):
        others = (f"{name} Token",) if "kind:token" in words and not name.endswith(("Emblem", "Ad", "Bio")) else ()
        traits = frozenset(words)
        cards.append((Card(ids.of(name), "mtg", name, others, traits), mtg.standing_of(traits)))
    return cards, [magic_set(s) for s in read_json("mtg/sets.json")], known_to("mtg")


def known_to(game: str) -> date:
    """The last day that the facts of a game cover."""
    return date.fromisoformat(read_json(f"{game}/known.json")["to"])


def magic_spellings(record: Facts) -> Iterator[str]:
    """Spellings that some programs use for a card: a meld card under both its name and its result's."""
    if "meld_result" in record:
        yield f"{record['name']} // {record['meld_result']}"


def magic_set(record: Facts) -> CardSet:
    """One set of data/mtg/sets.json; a digital one has no day in paper."""
    platform = record.get("platform", "")
    paper = "" if platform else record.get("paper_from", record["release"])
    return CardSet(
        *(record["code"], record["name"], record["release"], paper, record["type"], platform),
        record.get("approximate", False),
        *record.get("between", ()),
    )


def copies_of(record: Facts) -> int | None:
    """The card's own limit of copies."""
    if "copy_limit" not in record:
        return None
    limit = record["copy_limit"]
    return ANY_NUMBER if limit is None else int(limit)


def other_names(aliases: Mapping[str, str]) -> dict[str, list[str]]:
    """The printed names of each card that are more than another spelling of its name."""
    found: dict[str, list[str]] = {}
    for alias, name in sorted(aliases.items()):
        if fold(alias) not in {fold(name), *map(fold, name.split(" // "))}:
            found.setdefault(name, []).append(alias)
    return found


def grand_archive() -> Sources:
    """All of Grand Archive; cards of one name are one card."""
    by_name: dict[str, list[dict[str, Any]]] = {}
    for record in read_cards("ga/cards.jsonl"):
        by_name.setdefault(record["name"], []).append(record)
    cards: list[tuple[Card, Standing]] = []
    for name, records in by_name.items():
        traits = frozenset().union(*map(ga.traits_of, records))
        backs = tuple(face["name"] for record in records for face in record.get("back_faces", ()))
        editions = [edition for record in records for edition in record["editions"]]
        printings = tuple(dict.fromkeys(map(edition_printing, editions)))
        cards.append((Card(records[0]["slug"], "ga", name, backs, traits, None, printings), ga.standing_of(traits)))
    sets = [
        CardSet(
            *(s["code"], s["name"], s["release"], s["release"], s["type"], "", s.get("approximate", False)),
            *s.get("between", ()),
        )
        for s in read_json("ga/sets.json")
    ]
    return cards, sets, known_to("ga")


def edition_printing(edition: Facts) -> Printing:
    """One edition of a card of Grand Archive, with its own first day where it has one."""
    days = edition.get("between") or [edition["from"]] * 2 if "from" in edition or "between" in edition else ()
    return Printing(edition["prefix"], str(edition["rarity"] or ""), edition["number"] or "", *days)


class Ids:
    """Gives each name an id of small letters and hyphens of its own."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        """The id of a name; names that fold alike are numbered."""
        stem = made = fold(name).replace(" ", "-")
        number = 1
        while made in self._taken:
            number += 1
            made = f"{stem}-{number}"
        self._taken.add(made)
        return made


def unofficial_japanese() -> dict[str, list[str]]:
    """Names in Japanese that a fan translation gives, each with the cards it may mean."""
    names: dict[str, list[str]] = read_json("ga/foreign-names.json")["ja"]
    return names


SOURCES = {"mtg": magic, "ga": grand_archive}
UNOFFICIAL: dict[str, Callable[[], dict[str, list[str]]]] = {"mtg": dict, "ga": unofficial_japanese}


def build(game: str) -> bytes:
    """The catalogue file of a game."""
    return pack(pack_cards(*SOURCES[game](), UNOFFICIAL[game]()))


def main() -> None:
    """Build the catalogue of each game, or of those named."""
    for game in sys.argv[1:] or SOURCES:
        data = build(game)
        path = CATALOGUE / f"{game}.catalogue"
        path.write_bytes(data)
        print(f"{path.relative_to(ROOT)}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
