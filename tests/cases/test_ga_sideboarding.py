"""Grand Archive's tournament rules on sideboarding, paragraph by paragraph: a list, and decks on the table."""

from __future__ import annotations

from typing import Final

from deckcheck.catalogue import open_index
from deckcheck.decklist.list_reader import read_list
from deckcheck.law.rulebooks import Rulebook
from deckcheck.verdict.comparison import Comparison, compare
from tests.law.law import book
from tests.tables import every_row

STANDARD: Final = book("ga-standard", "2026-08-01", "", None)
FOURS: Final = (
    *("Backstep", "Clumsy Apprentice", "Creative Shock", "Cremation Ritual", "Crystallized Destiny", "Dire Requiem"),
    *("Expel the Departed", "Fireball", "Hasty Messenger", "Increasing Danger", "Liminal Guide", "Reduce to Ash"),
    *("Spurn to Ash", "Torching Reach", "Volcanic Crescendo"),
)
"""60 cards."""
DECKS: Final = {
    "Main": dict.fromkeys(FOURS, 4),
    "Material": dict.fromkeys(("Spirit of Fire", "Tristan, Underhanded", "Backup Charger", "Blinding Orb"), 1),
    "Sideboard": {
        "Safeguard Amulet": 1,
        "Nullifying Mirror": 1,
        "Ignis Deus": 4,
        "Incapacitate": 4,
        "Chilling Touch": 1,
    },
}
"""The sideboard has fifteen points."""
Moves = tuple[tuple[int, str, str, str], ...]
SWAP: Final = ((1, "Fireball", "Main", "Sideboard"), (1, "Ignis Deus", "Sideboard", "Main"))
CHAMPION: Final = ((1, "Spirit of Fire", "Material", "Sideboard"), (1, "Safeguard Amulet", "Sideboard", "Material"))
REGALIA: Final = ((1, "Safeguard Amulet", "Sideboard", "Main"),)


def deck(moves: Moves = ()) -> str:
    """The list after so many cards went from one deck to another."""
    rows = {head: dict(row) for head, row in DECKS.items()}
    for count, name, out, into in moves:
        rows[out][name] -= count
        rows[into][name] = rows[into].get(name, 0) + count
    return "".join(
        f"# {head}\n" + "".join(f"{n} {name}\n" for name, n in row.items() if n) for head, row in rows.items()
    )


def compared(registered: str, presented: str, game: int, under: Rulebook) -> Comparison:
    listed, laid = read_list(registered, under.game), read_list(presented, under.game)
    return compare(listed, laid, under, open_index("ga"), game)


ROWS: Final = [
    ("the first game, as registered", 1, (), "matches", []),
    ("when: not before a game was played", 1, SWAP, "differs", ["game-one-configuration"]),
    ("when: after a game that was played", 2, SWAP, "matches", []),
    ("the next match: as registered again", 1, CHAMPION, "differs", ["game-one-configuration", "material-champion"]),
    ("any number: two in, none out", 2, ((2, "Ignis Deus", "Sideboard", "Main"),), "matches", []),
    ("the rules again: 59 cards and 16 points", 2, SWAP[:1], "illegal", ["main-min", "sideboard-points"]),
    ("the rules again: 18 points", 2, ((1, "Blinding Orb", "Material", "Sideboard"),), "illegal", ["sideboard-points"]),
    ("the rules again: no level 0 champion", 2, CHAMPION, "illegal", ["material-champion"]),
    ("the rules again: a regalia in the main deck", 2, REGALIA, "illegal", ["wrong-deck"]),
]  # fmt: skip


@every_row(["name", "game", "moves", "verdict", "rules"], ROWS)
def test_each_paragraph_on_sideboarding(name: str, game: int, moves: Moves, verdict: str, rules: list[str]) -> None:
    found = compared(deck(), deck(moves), game, STANDARD)
    told = sorted({p.clause for p in found.problems if p.severity == "error"})
    assert (found.verdict, told) == (verdict, rules), name


def test_a_card_that_is_not_of_the_list_differs_after_sideboarding_too() -> None:
    found = compared(deck(), deck().replace("4 Fireball", "3 Fireball\n1 Rile the Abyss"), 2, STANDARD)
    assert (found.verdict, found.missing) == ("differs", ((1, "Fireball", "main"),))


def test_nothing_is_swapped_in_a_single_game() -> None:
    single = book("ga-standard", "2026-08-01", "", "bo1")
    assert compared(deck(), deck(SWAP), 2, single).verdict == "differs"


def test_a_deck_of_limited_is_built_anew_between_rounds() -> None:
    """Any deck from the pool begins a match; a card of no pool does not."""
    limited = book("ga-limited-sealed", "2026-08-01", "", None)
    built, rest = "".join(f"4 {name}\n" for name in FOURS[:8]), "".join(f"4 {name}\n" for name in FOURS[8:])
    material = "# Material\n1 Spirit of Fire\n1 Backup Charger\n"
    pool = f"# Pool\n{built}{rest}1 Spirit of Fire\n1 Backup Charger\n"
    registered = f"# Main\n{built}{material}{pool}"
    anew = "# Main\n" + "".join(f"4 {name}\n" for name in FOURS[4:12]) + material
    assert compared(registered, anew, 1, limited).verdict == "matches"
    assert compared(registered, f"{anew}1 Blinding Orb\n", 1, limited).verdict == "differs"
