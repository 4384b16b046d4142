"""Tidewrights, a game that nobody plays: made up for tests, to show that a third game is code of its own alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from deckcheck.decklist.cards import Card
from deckcheck.decklist.lazy import Parts
from deckcheck.decklist.list_reader import Dialect, Section
from deckcheck.law.games import Fact, Game, Group, PileAt, Pip, PlayedCard, Points, Presentation
from deckcheck.law.rule import Rule

TIDES: Final = ("Flood", "Ebb", "Slack")

SECTIONS: Final = (
    Section("main", "Crew", ("main", "crew", "deck")),
    Section("ship", "Ship", ("ship", "ships", "vessel")),
    Section("sideboard", "Hold", ("sideboard", "hold", "cargo hold")),
    Section("pool", "Pool", ("pool", "card pool")),
)


def tides_of(card: Card) -> tuple[str, ...]:
    """The card's tides."""
    return card.values("tide")


def deck_tides(cards: Sequence[PlayedCard]) -> tuple[str, ...]:
    """The tides of a crew, the most frequent first."""
    counts = Counter(tide for card in cards if card.section == "main" for tide in card.colours * card.count)
    return tuple(tide for tide, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def tide_pips(tides: Sequence[str]) -> tuple[Pip, ...]:
    """Tides as squares."""
    return tuple(Pip(tide[:2], tide) for tide in tides)


def tide_pile(card: Card) -> PileAt:
    """The pile of a card by its tide."""
    tide = card.value("tide")
    return PileAt(TIDES.index(tide), tide) if tide in TIDES else PileAt(9, "No tide")


PRESENTATION: Final = Presentation(
    place=2,
    sheet=("ship", "main", "sideboard", "pool"),
    titles={"mana-value": "Wages", "colour": "Tide"},
    value="wages",
    value_word="Wages",
    groups=(
        Group("vessel", "vessels", frozenset(("Vessel",))),
        Group("sailor", "sailors", frozenset(("Sailor",))),
        Group("storm", "storms", frozenset(("Storm",))),
    ),
    curves=(("main", "Wage"),),
    columns=("ship", "main"),
    shares="Tides",
    colours=tides_of,
    deck_colours=deck_tides,
    no_colours="Becalmed",
    colour_pile=tide_pile,
    alike_by="tide",
    pips=lambda card: tide_pips(tides_of(card)),
    deck_pips=tide_pips,
    facts=lambda card: (Fact("Tide", card.value("tide")), Fact("Wages", card.value("wages"))),
    places={"type:Vessel": "Ship"},
    pool_format="tide-sealed",
    example="1 Gull's Errand\n\nCrew\n3 Able Hand\n",
    totals=(("Ship", ("ship",)), ("Crew", ("main",)), ("Hold", ("sideboard",))),
    decks=(("ship",), ("main",), ("sideboard",)),
    points=Points("Hold weight", "sideboard", "weight"),
    blank=(("ship", 1), ("main", 14), ("sideboard", 6)),
)

GAME: Final = Game(
    id="tide",
    title="Tidewrights",
    sections=SECTIONS,
    dialects=Parts(Dialect, "deckcheck.decklist.dialects"),
    rules=Parts(Rule, "deckcheck.law.rules", f"{__name__}.rules"),
    trait_kinds=frozenset(("type", "tide", "wages", "weight", "cost", "calm")),
    presentation=PRESENTATION,
    groups=("sailor", "sailors", "storm", "storms"),
    homes={"type:Vessel": "ship"},
)
