"""A letter that was lost on the way is found again where one card alone has had it."""

from __future__ import annotations

from deckcheck.decklist.lost_letters import with_letters
from tests.tables import every_row
from tests.verdicts import the_desk


@every_row(
    ("written", "name"),
    [
        ("S\ufffdance", "Séance"),
        ("S?ance", "Séance"),
        ("Lim-D?l's Vault", "Lim-Dûl's Vault"),
        ("lim-d\ufffd\ufffdl\ufffds vault", "Lim-Dûl's Vault"),
        ("\ufffdther Vial", "Aether Vial"),
        ("?owyn, Fearless Knight", "Éowyn, Fearless Knight"),
        ("Troll of Khazad-d\ufffdm", "Troll of Khazad-dûm"),
        ("Urza\ufffds Saga", "Urza's Saga"),
        ("Continue?", "Continue?"),
    ],
)
def test_a_lost_letter_is_found(written: str, name: str) -> None:
    assert [card.name for card in the_desk().index("mtg").find(written).cards] == [name]


@every_row("written", ["D?in", "B?lt", "\ufffd\ufffd\ufffd", "4?5", "?", "F?r? // I?e and no card"])
def test_nothing_is_found_where_several_cards_or_none_fit(written: str) -> None:
    assert the_desk().index("mtg").find(written).cards == ()


def test_no_name_of_a_card_is_taken_for_another_without_its_letters() -> None:
    index = the_desk().index("mtg")
    names = [name for name in index.names() if not name.isascii() or "'" in name]
    assert len(names) > 2_000
    for name in names:
        written = "".join("\ufffd" if letter == "'" or not letter.isascii() else letter for letter in name)
        found = [card.name for card in index.find(written).cards]
        assert found in ([name], []) or len(found) > 1, written


def test_a_name_that_lost_many_letters_is_not_searched() -> None:
    assert with_letters("?a" * 7, ["a" * 7]) == []
    assert with_letters("?a" * 6, ["a" * 6]) == [0]
