"""What the catalogue of the Pokémon Trading Card Game holds, made of the facts of its cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.decklist.names import Standing
from deckcheck.games.pkm.traits import copies_of, traits_of
from deckcheck.law.card_facts import CardFacts, Contents, Ids, Record

_POKEMON: Final = "Pokemon"
_NOUGHT: Final = lazy.regex(r"(?<=[0-9])O")


def make_contents(facts: CardFacts) -> Contents:
    """All cards: a line of the facts is one card, whatever its printings.

    Of several Pokémon of one name each is called by its first printing in a set, and the name alone means any of them.
    Trainers and Energy are listed without a set: their name alone means the card that is still printed, and the one
    that another card has replaced (`apart`) is called by its printing. The printed name of a basic Energy means that
    one, though special Energy has borne it.
    """
    by_name: dict[str, list[Record]] = {}
    for record in facts.cards:
        by_name.setdefault(record["name"], []).append(record)
    other_names = {name for record in facts.cards for name in record.get("also", ())}
    promos = frozenset(s["code"] for s in facts.sets if s["type"] == "promo")
    ids, cards = Ids(), list[Card]()
    for name, records in by_name.items():
        alone = [r for r in records if r["kind"] == _POKEMON or not r.get("apart")] or records
        plain = alone[0] if len(alone) == 1 and name not in other_names else None
        made = [_card(record, ids, promos, apart=record is not plain) for record in records]
        cards += made
        if len(alone) > 1:
            cards.append(_any_of(name, made, ids))
    sets = [
        CardSet(s["code"], s["name"], s["release"], s["legal_from"], s["type"], "", False, *s.get("between", ()))
        for s in facts.sets
    ]
    return Contents([(card, Standing.PAPER) for card in cards], sets, facts.known_to, set_codes=_set_codes(facts.sets))


def _set_codes(sets: Sequence[Record]) -> dict[str, list[str]]:
    """What lists write for a set, in capitals, with the codes that it may mean; some write the id that sites know."""
    found: dict[str, list[str]] = {}
    for known in sets:
        # An O behind a figure is read as a nought.
        others = {*known.get("aliases", ()), known["id"], _NOUGHT.sub("0", known["code"])} - {known["code"]}
        for alias in sorted(others):
            found.setdefault(alias.upper(), []).append(known["code"])
    return found


def _card(record: Record, ids: Ids, promos: Collection[str], *, apart: bool) -> Card:
    name = record["name"]
    printings = tuple(_printing(*told) for told in record["printings"])
    # A promotional card may come years after its series began, and would give a known card another name.
    first = next((p for p in printings if p.set_code not in promos), printings[0])
    title = f"{name} ({first.set_code} {first.number})" if apart else name
    counted = record.get("counts_as", name)
    return Card(
        ids.of(title),
        "pkm",
        title,
        tuple(record.get("also", ())),
        traits_of(record),
        copies_of(record),
        printings,
        name if apart else "",
        counted if counted != title else "",
    )


def _printing(set_code: str, number: str, mark: str = "", out_by: str = "") -> Printing:
    return Printing(set_code, number=number, latest=out_by, mark=mark)


def _any_of(name: str, cards: Sequence[Card], ids: Ids) -> Card:
    """The name alone: it has what all its cards have."""
    traits = frozenset.intersection(*(card.traits for card in cards))
    copies = {card.copies_allowed for card in cards}
    counted = {card.counts_as for card in cards}
    own = cards[0]
    return Card(
        ids.of(name),
        own.game,
        name,
        (),
        traits,
        copies.pop() if len(copies) == 1 else None,
        (),
        "",
        counted.pop() if counted != {name} and len(counted) == 1 else "",
        tuple(cards),
    )
