"""The library: five typed functions, one error, cheap to import, the same in every process."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from datetime import UTC, date, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import pytest

import deckcheck
from deckcheck import DeckcheckError, ErrorKind
from deckcheck.catalogue import Catalogue
from deckcheck.catalogue.reference import find_root
from deckcheck.decklist.cards import Card
from tests.cli.test_starting import HEAVY

DAY: Final = date(2026, 3, 1)
BOLTS: Final = "5 Lightning Bolt\n55 Mountain\n"
ALL: Final = f"""
import deckcheck
assert deckcheck.check({BOLTS!r}, format="modern").verdict == "illegal"
assert deckcheck.compare("60 Island", "60 Island", format="modern").verdict == "matches"
assert deckcheck.parse("4 Opt").lines[0].count == 4
assert deckcheck.find("opt").cards[0].name == "Opt"
assert deckcheck.formats()[0].id
"""


def run(code: str, **env: str) -> set[str]:
    """The modules that a program has loaded at its end."""
    told = f"{code}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_importing_it_loads_no_other_module_of_it() -> None:
    assert [name for name in run("import deckcheck") if name.startswith("deckcheck.")] == ["deckcheck.version"]


def test_it_needs_neither_web_nor_database_nor_environment() -> None:
    env = {"DECKCHECK_DATA": "/nowhere", "DECKCHECK_DATABASE_URL": "none", "DECKCHECK_GAMES": "none"}
    assert sorted(run(ALL, **env) & (HEAVY - {"rapidfuzz"})) == []


def test_all_its_names_are_there() -> None:
    assert [name for name in deckcheck.__all__ if not hasattr(deckcheck, name)] == []
    assert set(deckcheck.__all__) <= set(dir(deckcheck))
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        deckcheck.chekc  # type: ignore[attr-defined]  # noqa: B018


def test_a_day_may_come_with_a_time() -> None:
    at_noon = deckcheck.check(BOLTS, format="modern", on=datetime(2026, 3, 1, 12, tzinfo=UTC))
    assert at_noon.day == deckcheck.check(BOLTS, format="Modern", on=DAY).day == DAY


def test_a_list_is_judged_by_the_terms() -> None:
    assert deckcheck.check("60 Island\nmy notes", format="modern", on=DAY).verdict is deckcheck.Verdict.UNCLEAR
    left = deckcheck.check("60 Island\nmy notes", format="modern", on=DAY, leave_out=[2])
    assert left.verdict is deckcheck.Verdict.LEGAL
    single = deckcheck.check("60 Island", format="modern", on=DAY, platform="mtgo", match="bo1")
    assert (single.platform, single.match) == ("mtgo", "bo1")


def test_formats_of_a_day_leave_out_those_that_were_retired() -> None:
    every, today = ({fmt.id for fmt in deckcheck.formats(on)} for on in (None, DAY))
    assert "extended" in every - today
    assert {"modern", "ga-standard", "pkm-standard"} <= today


UNUSABLE: Final[dict[str, tuple[ErrorKind, Callable[[], Any]]]] = {
    "a format": (ErrorKind.UNKNOWN_FORMAT, lambda: deckcheck.check(BOLTS, format="modren")),
    "a format of two lists": (ErrorKind.UNKNOWN_FORMAT, lambda: deckcheck.compare(BOLTS, BOLTS, format="")),
    "a game of names": (ErrorKind.UNKNOWN_GAME, lambda: deckcheck.find("Opt", game="chess")),
    "a game of lists": (ErrorKind.UNKNOWN_GAME, lambda: deckcheck.parse("4 Opt", game="chess")),
    "a link": (ErrorKind.NOT_A_LIST, lambda: deckcheck.check("https://decks.example/1", format="modern")),
    "a link beside a list": (
        ErrorKind.NOT_A_LIST,
        lambda: deckcheck.compare(BOLTS, "https://decks.example/1", format="modern"),
    ),
    "a link to read": (ErrorKind.NOT_A_LIST, lambda: deckcheck.parse("https://decks.example/1")),
    "a book": (ErrorKind.NOT_A_LIST, lambda: deckcheck.check("1 Opt\n" * 1_001, format="modern")),
    "a platform": (
        ErrorKind.BAD_OPTION,
        lambda: deckcheck.check(BOLTS, format="modern", platform="tin"),  # type: ignore[arg-type]
    ),
    "a match": (
        ErrorKind.BAD_OPTION,
        lambda: deckcheck.check(BOLTS, format="modern", match="bo5"),  # type: ignore[arg-type]
    ),
    "a day": (
        ErrorKind.BAD_OPTION,
        lambda: deckcheck.check(BOLTS, format="modern", on="2026-03-01"),  # type: ignore[arg-type]
    ),
    "a game of a match": (ErrorKind.BAD_OPTION, lambda: deckcheck.compare(BOLTS, BOLTS, format="modern", game=0)),
    "a line": (ErrorKind.BAD_OPTION, lambda: deckcheck.check(BOLTS, format="modern", leave_out=[9])),
    "a folder": (ErrorKind.BAD_OPTION, lambda: deckcheck.formats(data="/nowhere")),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_what_is_unusable_is_an_error_of_its_kind(what: str) -> None:
    kind, call = UNUSABLE[what]
    with pytest.raises(DeckcheckError) as raised:
        call()
    assert raised.value.kind is kind
    assert str(raised.value).endswith((".", "?"))
    assert "DECKCHECK" not in str(raised.value)
    assert pickle.loads(pickle.dumps(raised.value)).kind is kind


def test_an_error_of_a_comparison_says_which_list_it_is_about() -> None:
    with pytest.raises(DeckcheckError, match="The presented list: This is a link"):
        deckcheck.compare(BOLTS, "https://decks.example/1", format="modern")


def test_law_of_ones_own_counts_and_a_broken_file_of_it_is_named(tmp_path: Path) -> None:
    for name in ("good", "bad", "strange"):
        (tmp_path / name / "formats" / "mtg" / "old").mkdir(parents=True)
    text = (find_root() / "formats" / "mtg" / "modern.toml").read_text("utf-8")
    (tmp_path / "good" / "formats" / "mtg" / "house.toml").write_text(text.replace("Modern", "House Modern"), "utf-8")
    (tmp_path / "bad" / "formats" / "mtg" / "modern.toml").write_text(text + "[oops\n", "utf-8")
    (tmp_path / "strange" / "formats" / "mtg" / "old" / "modern.toml").write_text(text, "utf-8")
    assert deckcheck.check(BOLTS, format="House Modern", on=DAY, data=tmp_path / "good").format == "house"
    for name in ("bad", "strange"):
        with pytest.raises(DeckcheckError, match=r"formats/mtg/(old/)?modern\.toml.*`data`") as raised:
            deckcheck.check(BOLTS, format="modern", on=DAY, data=str(tmp_path / name))
        assert raised.value.kind is ErrorKind.BROKEN_LAW


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_cards_and_reports_are_the_same_beyond_a_process(start: str) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context(start)) as pool:
        there = pool.submit(deckcheck.find, "Lightning Bolt").result().cards[0]
        told = pool.submit(partial(deckcheck.check, format="modern", on=DAY), BOLTS).result()
        compared = pool.submit(partial(deckcheck.compare, format="modern", on=DAY), BOLTS, "60 Opt").result()
    here = deckcheck.check(BOLTS, format="modern", on=DAY)
    assert here.deck.copies(("main",))[there] == 5
    assert told.deck.copies(("main",)) == here.deck.copies(("main",))
    assert told.deck.counted_with(1) == ((1,), 5)
    assert told.problems == here.problems
    assert compared.missing == deckcheck.compare(BOLTS, "60 Opt", format="modern", on=DAY).missing


def test_a_card_that_may_be_several_survives_with_them() -> None:
    card = deckcheck.find("Pikachu", game="pkm").cards[0]
    assert card.may_be
    back = pickle.loads(pickle.dumps(card))
    assert [getattr(back, f.name) for f in fields(Card) if f.name != "_values"] == [
        getattr(card, f.name) for f in fields(Card) if f.name != "_values"
    ]


def test_a_card_is_the_same_in_every_catalogue_and_no_two_are_alike() -> None:
    for game in ("mtg", "ga", "pkm"):
        file = Path(deckcheck.__file__).parent / "catalogue" / f"{game}.catalogue"
        one, other = Catalogue(game, file), Catalogue(game, file)
        names = one.index.names()
        cards = {card: name for name in names if (card := one.read_card(name)) is not None}
        assert len(cards) == len(names)
        again = {other.index.card(name): name for name in names[::50]}
        assert again.items() <= cards.items()


def test_a_card_of_another_game_is_another_card() -> None:
    assert Card("opt", "mtg", "Opt") == Card("opt", "mtg", "Opt, reprinted")
    assert Card("opt", "mtg", "Opt") != Card("opt", "ga", "Opt")
    assert Card("opt", "mtg", "Opt") != "opt"
