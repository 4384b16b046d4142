"""The Pokémon Trading Card Game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckcheck.decklist import heading_words
from deckcheck.decklist.lazy import Parts
from deckcheck.decklist.list_reader import Dialect, Section
from deckcheck.games.pkm.presentation import PRESENTATION
from deckcheck.games.pkm.traits import KINDS
from deckcheck.games.pkm.written_printings import written_card
from deckcheck.law.games import Game
from deckcheck.law.rule import Rule

if TYPE_CHECKING:
    from deckcheck.law.card_facts import CardFacts, Contents

SECTIONS: Final = (
    Section(
        "main",
        "Deck",
        (
            *("main", "deck", "decklist", "deck list", "main deck", *heading_words.MAIN_DECK),
            *heading_words.without_accents(
                *("pokémon", "pokémons", "pokémon cards", "cartes pokémon", "cartas de pokémon"),
                *("trainer", "trainers", "trainer cards", "trainerkarten", "dresseur", "dresseurs", "cartes dresseur"),
                *("treinador", "treinadores", "entrenador", "entrenadores", "allenatore", "allenatori"),
                *("energy", "energies", "energy cards", "énergie", "énergies", "energie", "energien", "energía"),
                *("energías", "energia", "energias", "ポケモン", "トレーナーズ", "エネルギー"),
            ),
        ),
    ),
)
"""The deck is one section; the headings that lists have above its groups only say what stands below."""

GROUPS: Final = (
    *("supporter", "supporters", "item", "items", "stadium", "stadiums", "tool", "tools", "pokemon tools"),
    *("pokémon tool", "pokémon tools", "basic energy", "special energy"),
)


def make_contents(facts: CardFacts) -> Contents:
    """What the catalogue holds of the facts of cards."""
    from deckcheck.games.pkm.contents import make_contents as make

    return make(facts)


GAME: Final = Game(
    id="pkm",
    title="Pokémon",
    sections=SECTIONS,
    dialects=Parts(Dialect, "deckcheck.decklist.dialects", f"{__name__}.dialects"),
    rules=Parts(Rule, "deckcheck.law.rules", f"{__name__}.rules"),
    trait_kinds=KINDS,
    presentation=PRESENTATION,
    contents=make_contents,
    groups=GROUPS,
    parted=written_card,
)
