"""The card facts of Magic: The Gathering."""

from collections.abc import Iterator, Mapping

from deckcheck.decklist.cards import ANY_NUMBER, NO_FACTS, NO_SET_KNOWN, Card, CardSet, Printing
from deckcheck.decklist.names import Standing, fold
from deckcheck.games.mtg import traits as mtg
from scripts.catalogues.facts import Facts, Ids, Source, known_to, read_cards, read_json


def read() -> Source:
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
    return Source(cards, [magic_set(s) for s in read_json("mtg/sets.json")], known_to("mtg"))


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
