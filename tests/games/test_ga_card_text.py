"""What texts of Grand Archive mean for decks; the texts are invented, in the forms that the card service has."""

from __future__ import annotations

import pytest

from deckcheck.games.ga.card_text import is_divine_relic, lineage_of, material_bonus, other_deck_sentences

RELIC = "(You can only have one card with this keyword in your material deck.)"


@pytest.mark.parametrize(
    "text",
    [
        "Divine Relic",
        f"Divine Relic {RELIC}\n\nOn Enter: Draw.",
        f"**Divine Relic** *{RELIC}*\n\n**On Enter:** Draw.",
        f'<span class="effect__label">Divine Relic</span> {RELIC}\n',
        "Vigor, Divine Relic\n\nDraw.",
        f"Draw a card.\r\n\r\nDivine Relic {RELIC}",
    ],
)
def test_a_keyword_that_stands_alone_is_one(text: str) -> None:
    assert is_divine_relic(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "As an additional cost to activate this card, sacrifice a regalia with divine relic.\n\nDraw two cards.",
        "Divine Relic cards you control have vigor.",
        "On Enter: Divine Relic",
        'Put a counter on each card named "Divine Relic"',
        "(Divine Relic)",
    ],
)
def test_a_keyword_that_is_only_mentioned_is_none(text: str) -> None:
    assert not is_divine_relic(text)


@pytest.mark.parametrize(
    ("text", "champion"),
    [
        ("Lorraine Lineage\n\nOn Enter: Draw.", "Lorraine"),
        ('**Diao Chan Lineage** *(Must be leveled from a previous level "Diao Chan" champion.)*', "Diao Chan"),
        ("**Flawless Spirit of Mordred Lineage**\n\n**On Enter:** Draw.", "Flawless Spirit of Mordred"),
        ("Divine Relic\n\nJin Lineage", "Jin"),
        ("Silvie has the lineage of each other champion.", ""),
        ("Whenever Tristan Lineage changes, draw a card.", ""),
        ("", ""),
    ],
)
def test_a_lineage_names_a_champion(text: str, champion: str) -> None:
    assert lineage_of(text) == champion


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("You may have up to 3 additional cards in your material deck.", 3),
        ("Your material deck may have up to **three more** cards.", 3),
        ("Draw two more cards.\n\nBanish a card from your material deck.", 0),
        ("Put the top card of your material deck into play.", 0),
        ("", 0),
    ],
)
def test_a_material_deck_may_be_larger(text: str, more: int) -> None:
    assert material_bonus(text) == more


@pytest.mark.parametrize(
    "text",
    [
        "Your deck can have any number of cards named Tin Soldier.",
        "Your main deck must have 70 cards.",
        "A deck may have up to nine copies of this card.",
    ],
)
def test_a_sentence_about_decks_that_nothing_reads_is_told(text: str) -> None:
    assert list(other_deck_sentences(text)) == [text.rstrip(".")]


@pytest.mark.parametrize(
    "text",
    [
        f"Divine Relic {RELIC}\n\nOn Enter: Draw seven cards, then glimpse 4.",
        "You may have up to 3 additional cards in your material deck.",
        "Look at the top card of your deck. If it is an attack card, you may banish it.",
        "Materialize a card from your material deck.",
        "",
    ],
)
def test_what_a_card_does_in_play_is_no_sentence_about_decks(text: str) -> None:
    assert list(other_deck_sentences(text)) == []
