"""What an update keeps of the cards that travel with the product: facts that no source tells, found by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from deckcheck.catalogue import Catalogue
from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.decklist.names import Standing
from deckcheck.law.card_facts import Contents, ForeignFacts


def carry_over(contents: Contents, package: Catalogue, kept_kinds: Collection[str] = ()) -> Contents:
    """A source's cards and sets with what the package knows beyond them.

    Kept are the days of sets that were out by the package's day (a source has wrong ones, and no bounds), the own first
    days of printings and their rarities where none are told, other names of cards, names that are no cards of decks,
    names the publisher did not give, names in other languages, nicknames, how often cards are played, and the traits of
    `kept_kinds`.
    """
    names = {card.name for card, _ in contents.cards}
    cards = [
        (_with_known(card, known, names, kept_kinds) if (known := package.read_card(card.name)) else card, standing)
        for card, standing in contents.cards
    ]
    cards.extend((card, Standing.NO_CARD) for card in _no_deck_cards(package) if card.name not in names)
    there = {card.name for card, _ in cards}
    return Contents(
        cards,
        list(_sets(contents, package)),
        contents.known_to,
        unofficial={**_of_cards(package.unofficial, there), **contents.unofficial},
        foreign=_foreign(contents.foreign, package, there),
        nicknames={**_of_cards(package.nicknames, there), **contents.nicknames},
        played=contents.played or package.played,
    )


def _of_cards(names: Mapping[str, Sequence[str]], there: Collection[str]) -> dict[str, list[str]]:
    """The names that still mean a card."""
    meant = {name: [card for card in cards if card in there] for name, cards in names.items()}
    return {name: cards for name, cards in meant.items() if cards}


def _foreign(told: ForeignFacts, package: Catalogue, there: Collection[str]) -> ForeignFacts:
    """Names in other languages of both: no source has all, and none of the names is wrong for being old."""
    found: dict[str, dict[str, set[str]]] = {}
    for names in (told, package.foreign):
        for card, by_language in names.items():
            if card in there:
                for language, of in by_language.items():
                    found.setdefault(card, {}).setdefault(language, set()).update(of)
    return {card: {language: sorted(of) for language, of in held.items()} for card, held in found.items()}


def _with_known(card: Card, known: Card, names: set[str], kept_kinds: Collection[str]) -> Card:
    others = (*card.also_known_as, *(name for name in known.also_known_as if name not in names))
    kept = {trait for trait in known.traits if trait.partition(":")[0] in kept_kinds}
    told_better = {trait.partition(":")[0] for trait in kept}
    traits = frozenset(kept | {trait for trait in card.traits if trait.partition(":")[0] not in told_better})
    made = replace(
        card,
        also_known_as=tuple(dict.fromkeys(others)),
        traits=card.traits if traits == card.traits else traits,
        printings=tuple(_printings(card.printings, known)),
    )
    # Most are as they were told, and all of them twice would take a hundred megabytes.
    told = (card.also_known_as, card.traits, card.printings)
    return card if (made.also_known_as, made.traits, made.printings) == told else made


def _printings(told: tuple[Printing, ...], known: Card) -> Iterator[Printing]:
    own_days = {printing[:3]: printing for printing in known.printings if printing.earliest}
    rarities = {printing.set_code: printing.rarity for printing in known.printings}
    for printing in told:
        if not printing.rarity:
            printing = printing._replace(rarity=rarities.get(printing.set_code, ""))
        yield printing if printing.earliest else own_days.get(printing[:3], printing)


def _no_deck_cards(package: Catalogue) -> Iterator[Card]:
    """Tokens, helper cards and names of which nothing else is known: they are in no set."""
    for name in package.index.names():
        card = package.read_card(name)
        if card is not None and not card.printings:
            yield card


def _sets(contents: Contents, package: Catalogue) -> Iterator[CardSet]:
    day = package.known_to.isoformat()
    told = {one.code: one for one in contents.sets}
    for code, known in package.sets.items():
        if code not in told or known.release <= day:
            told[code] = known
    yield from told.values()
