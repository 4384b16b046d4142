"""Words that sources of Magic's card facts use, and ours for them."""

from __future__ import annotations

from typing import Final

from deckcheck.law.card_sources import Status

FORMATS: Final = {
    **{word: word for word in ("standard", "historic", "timeless", "pioneer", "modern", "legacy", "pauper", "vintage")},
    **{word: word for word in ("commander", "oathbreaker", "brawl", "alchemy", "premodern")},
    "standardbrawl": "standard-brawl",
    "duel": "duel-commander",
    **dict.fromkeys(("future", "gladiator", "penny", "competitivebrawl", "paupercommander", "oldschool"), ""),
    **dict.fromkeys(("predh", "tlr"), ""),
}
"""Its word for each format, and ours."""
GONE: Final = {"explorer": "explorer", "historicbrawl": "brawl"}
"""Words of former years, which no file needs to have."""

ALL_FORMATS: Final = {**FORMATS, **GONE}
STATUSES: Final = {status.value: status for status in Status}
LAYOUTS: Final = {
    **{
        word: word
        for word in ("normal", "split", "aftermath", "flip", "transform", "modal_dfc", "meld", "adventure", "prepare")
    },
    **{word: word for word in ("planar", "scheme", "vanguard", "augment", "host")},
    **dict.fromkeys(("leveler", "class", "case", "saga", "mutate", "prototype"), "normal"),
    "battle": "transform",
}
TOKENS: Final = frozenset(("token", "double_faced_token", "emblem"))
ART_CARD: Final = "art_series"
RARITIES: Final = {"common": "C", "uncommon": "U", "rare": "R", "mythic": "M", "special": "S", "bonus": "B"}
SET_TYPES: Final = frozenset(
    (
        *("core", "expansion", "masters", "alchemy", "masterpiece", "arsenal", "from_the_vault", "spellbook"),
        *("premium_deck", "duel_deck", "draft_innovation", "treasure_chest", "commander", "planechase", "archenemy"),
        *("vanguard", "funny", "starter", "box", "promo", "token", "memorabilia", "minigame", "eternal"),
    )
)
NO_CARDS: Final = frozenset(("token", "minigame"))
"""Types of sets that hold no card of any deck."""
PLATFORMS: Final = frozenset(("paper", "arena", "mtgo"))
OLD_PLATFORMS: Final = frozenset(("astral", "sega", "shandalar", "dreamcast"))
