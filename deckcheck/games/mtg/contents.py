"""What the catalogue of Magic: The Gathering holds, made of the facts of its cards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from deckcheck.decklist.cards import ANY_NUMBER, NO_FACTS, NO_SET_KNOWN, Card, CardSet, Printing
from deckcheck.decklist.names import Standing, fold
from deckcheck.games.mtg.traits import WHOLE_LAYOUTS, standing_of, traits_of
from deckcheck.law.card_facts import CardFacts, Contents, ForeignFacts, Ids, Record

_OF_TWO_HALVES: Final = frozenset(f"layout:{layout}" for layout in WHOLE_LAYOUTS)
"""Cards whose name is that of both halves: one half alone is no card's name (CR 709.4a)."""


def make_contents(facts: CardFacts) -> Contents:
    """All of Magic: cards, tokens, and names of which nothing else is known."""
    aliases = other_names(facts.tables.get("aliases", {}))
    rebalanced = {r["rebalanced_of"]: r["name"] for r in facts.cards if "rebalanced_of" in r}
    cards: list[tuple[Card, Standing]] = []
    ids = Ids()
    numbers = collector_numbers(facts.tables.get("numbers", {}))
    for record in facts.cards:
        name = record["name"]
        twin = {"has_rebalanced": rebalanced[name]} if name in rebalanced else {}
        traits = traits_of({**record, **twin})
        others = (*aliases.get(name, ()), *magic_spellings(record))
        printings = tuple(
            Printing(code, rarity, numbers.get((code, name), "")) for code, rarity in record["printings"].items()
        )
        card = Card(ids.of(name), "mtg", name, others, traits, copies_of(record), printings)
        cards.append((card, standing_of(traits)))
    for name, words in sorted(bare_names(facts.tables).items()):
        others = (f"{name} Token",) if "kind:token" in words and not name.endswith(("Emblem", "Ad", "Bio")) else ()
        traits = frozenset(words)
        cards.append((Card(ids.of(name), "mtg", name, others, traits), standing_of(traits)))
    names = {card.name for card, _ in cards}
    return Contents(
        cards,
        [magic_set(s) for s in facts.sets],
        facts.known_to,
        foreign=foreign_names(facts.tables.get("foreign-names", {}), names),
        nicknames=spoken_names(facts.tables.get("nicknames", {}), (card for card, _ in cards)),
        played=facts.tables.get("played", {}),
    )


def spoken_names(told: Mapping[str, Sequence[str]], cards: Iterable[Card]) -> Mapping[str, Sequence[str]]:
    """What players call cards, but for the fronts of others: lists name a card of two faces by it (CR 712.8a)."""
    fronts = {
        fold(card.name.partition(" // ")[0])
        for card in cards
        if " // " in card.name and card.traits.isdisjoint(_OF_TWO_HALVES)
    }
    return {name: meant for name, meant in told.items() if fold(name) not in fronts}


def foreign_names(told: ForeignFacts, names: Container[str]) -> ForeignFacts:
    """Names in other languages by our name of the card: sources call a meld card by both its names."""
    found: dict[str, Mapping[str, Sequence[str]]] = {}
    for name, by_language in told.items():
        ours = name if name in names else name.partition(" // ")[0]
        if ours in names:
            found.setdefault(ours, by_language)
    return found


def collector_numbers(by_set: Mapping[str, Sequence[tuple[str, str]]]) -> Mapping[tuple[str, str], str]:
    """The collector number of each card in a set; of several the lowest, which is that of its usual form."""
    found: dict[tuple[str, str], str] = {}
    for code, rows in by_set.items():
        for number, name in sorted(rows, key=lambda row: (not row[0].isdecimal(), len(row[0]), row[0])):
            found.setdefault((code, name), number)
    return found


def bare_names(tables: Mapping[str, Any]) -> Mapping[str, set[str]]:
    """Names of which nothing else is known, with the traits that say so."""
    names = tables.get("names", {})
    bare = {name: {NO_FACTS, NO_SET_KNOWN, "unknown:identity"} for name in names.get("no_facts", ())}
    bare |= {name: {NO_FACTS, "unknown:identity", "nontournament"} for name in names.get("front_cards", ())}
    tokens = (*tables.get("tokens", ()), *names.get("seen_in_lists", ()))
    return bare | {name: {"kind:token"} for name in tokens}


def magic_spellings(record: Record) -> Iterator[str]:
    """Spellings that some programs use for a card: a meld card under both its name and its result's."""
    if "meld_result" in record:
        yield f"{record['name']} // {record['meld_result']}"


def magic_set(record: Record) -> CardSet:
    """One set of data/mtg/sets.json; a digital one has no day in paper."""
    platform = record.get("platform", "")
    paper = "" if platform else record.get("paper_from", record["release"])
    return CardSet(
        *(record["code"], record["name"], record["release"], paper, record["type"], platform),
        record.get("approximate", False),
        *record.get("between", ()),
    )


def copies_of(record: Record) -> int | None:
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
