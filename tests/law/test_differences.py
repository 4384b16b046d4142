"""What a source says since the last look is explained or asked, and the sure kinds become law that says the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.catalogue.law_layers import LawFiles, Texts
from deckcheck.catalogue.reference import Reference
from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.games import GAMES
from deckcheck.law.card_sources import Status
from deckcheck.law.differences import (
    SURE,
    WORDS,
    Answer,
    Days,
    Difference,
    Ground,
    Kind,
    Look,
    find_differences,
)
from deckcheck.law.legality import Admission, Day, Platform
from deckcheck.law.new_law import law_of

L, N, B, R = Status.LEGAL, Status.NOT_LEGAL, Status.BANNED, Status.RESTRICTED
SETS: Final = {
    code: CardSet(code, f"The {code}", release, paper, kind)
    for code, release, paper, kind in (
        ("OLD", "2024-04-05", "2024-03-29", "expansion"),
        ("MID", "2025-04-04", "2025-03-28", "expansion"),
        ("NEW", "2026-02-06", "2026-01-30", "expansion"),
        ("HOR", "2026-03-06", "2026-02-27", "draft_innovation"),
    )
}
NEW_CARDS: Final = {code: tuple(f"{code} {n}" for n in range(1, 21)) for code in SETS}
CARDS: Final = {
    name: Card(name, "mtg", name, printings=(Printing(code, "C" if n < 7 else "R"),))
    for code, names in NEW_CARDS.items()
    for n, name in enumerate(names)
}
RULES: Final = """
banlist = "{name}"
as_of = 2025-12-31
[clauses.banned]
rule = "status"
words = {words}
sections = ["main"]
cites = ["MTR 6.2"]
[pool]
"""
POOLS: Final = {
    "standard": 'kind = "windows"\ntakes = ["expansion"]\nlasting = ["basic"]\n',
    "modern": 'kind = "windows"\ntakes = ["expansion"]\nasks = ["draft_innovation"]\n',
    "vintage": 'kind = "sets"\nkinds = ["expansion", "draft_innovation"]\n',
    "pauper": 'kind = "sets"\nrarity = "C"\nkinds = ["expansion", "draft_innovation"]\n',
    "historic": 'kind = "arena"\narena = "pools/arena"\ntakes = ["expansion"]\n',
}
ARENA: Final = """
known_on = 2025-12-31
prefix = "A-"
rebalanced = []
cards = []
[sets]
OLD = { from = 2024-04-02 }
MID = { from = 2025-04-01 }
"""
PACKAGE: Final = {"formats/documents.toml": '[MTR]\ntitle = "Magic"\n', "formats/mtg/pools/arena.toml": ARENA} | {
    path: text
    for name, pool in POOLS.items()
    for path, text in (
        (
            f"formats/mtg/{name}.toml",
            ('platform = "arena"\nonly_on = ["arena"]' if name == "historic" else "")
            + RULES.format(name=name, words='["banned", "restricted"]' if name == "vintage" else '["banned"]')
            + pool,
        ),
        (
            f"banlists/mtg/baseline/{name}.toml",
            'on = 2024-01-01\nas_of = 2025-12-31\nsource = "x"\n'
            + ("arena_only = true\n[cards]\n" if name == "historic" else "[cards]\n")
            + ('"OLD 1" = "banned"\n"OLD 2" = "banned-as-companion"\n' if name == "modern" else ""),
        ),
    )
}


class Installation:
    """A law with entries of its own, which grows by what is imported."""

    def __init__(self) -> None:
        self.own: dict[str, str] = {}
        self.last: Look | None = None
        self._read: tuple[dict[str, str], Reference] | None = None

    def law(self) -> Reference:
        if self._read is None or self._read[0] != self.own:
            layers = LawFiles(Texts(PACKAGE, ""), Texts(dict(self.own), "own"))
            read = Reference(layers, GAMES, lambda _game: SETS, lambda _game: date(2027, 1, 1), lambda *_: True)
            self._read = dict(self.own), read
        return self._read[1]

    def ground(self, look: Look) -> Ground:
        law = self.law()
        formats = [law.format_now(law.format(name), look.day) for name in look.statuses]
        return Ground(formats, law.ban_lists("mtg"), SETS, CARDS.get, NEW_CARDS, entries=law.set_entries("mtg"))

    def take(self, look: Look, days: Mapping[str, Days] | None = None, **answers: Answer) -> list[Difference]:
        """Compare with the last look, and let what is sure be law, and what a person says to a format's question."""
        ground = self.ground(look)
        found = find_differences(look, self.last, ground)
        found = [
            d._replace(days=(days or {}).get(d.card or d.set_code), answer=answers.get(d.format, Answer.NONE))
            for d in found
        ]
        made = law_of("mtg", look, found, ground, lambda path: self.own.get(path, ""), "a source")
        self.own = {path: text for path, text in (self.own | made).items() if text}
        self.last = look
        return found

    def admits(self, format_id: str, name: str, day: str, platform: str = "paper") -> Admission:
        book = self.law().rulebook(format_id, Day(date.fromisoformat(day), Platform(platform)))
        return book.legality.admits(CARDS[name])


def a_look(day: str, *, sets: str = "OLD MID", formats: str = "standard modern vintage pauper", **said: Status) -> Look:
    """A source that has the cards of these sets as legal in these formats; `said`: single cards in `modern`."""
    legal = {name for code in sets.split() for name in NEW_CARDS[code]}
    rows = {
        fmt: {
            name: L if name in legal and (fmt != "pauper" or CARDS[name].printings[0].rarity == "C") else N
            for name in CARDS
        }
        for fmt in formats.split()
    }
    if "modern" in rows:
        rows["modern"]["OLD 1"] = B
        rows["modern"] |= {name.replace("_", " "): status for name, status in said.items()}
    return Look(date.fromisoformat(day), rows)


def told(found: list[Difference]) -> set[tuple[str, str, str]]:
    return {(d.kind.value, d.format, d.card or d.set_code) for d in found}


@pytest.fixture
def here() -> Installation:
    """An installation that looked once before."""
    made = Installation()
    assert told(made.take(a_look("2026-01-10"))) == {("known", "modern", "OLD 2")}
    return made


def test_a_source_that_says_what_our_law_says_moves_the_day_up_to_which_it_is_known(here: Installation) -> None:
    law = here.law()
    assert law.known_to(law.format("modern"), Platform.PAPER).law == date(2026, 1, 10)
    assert law.known_to(law.format("historic"), Platform.ARENA).law == date(2025, 12, 31)  # nothing was said of it
    assert here.admits("modern", "OLD 3", "2026-01-10") == Admission(True)


def test_a_new_set_is_in_every_format_of_its_kind_without_an_entry(here: Installation) -> None:
    found = here.take(a_look("2026-02-10", sets="OLD MID NEW"))
    assert told(found) == {("new-set", fmt, "NEW") for fmt in ("standard", "modern", "vintage", "pauper")}
    assert set(here.own) == {"banlists/mtg/known.toml"}
    for day, admitted in (("2026-01-29", False), ("2026-01-30", True)):
        assert here.admits("standard", "NEW 9", day).admitted is admitted


def test_a_set_that_a_format_does_not_take_by_its_kind_gets_an_entry(here: Installation) -> None:
    look = a_look("2026-03-10", sets="OLD MID NEW HOR")
    rows = {**look.statuses, "standard": a_look("2026-03-10", sets="OLD MID NEW").statuses["standard"]}
    found = here.take(Look(look.day, rows))
    assert {d for d in told(found) if d[2] == "HOR"} == {
        ("set-in", "modern", "HOR"),
        ("new-set", "vintage", "HOR"),
        ("new-set", "pauper", "HOR"),
    }
    assert here.own["formats/mtg/sets/HOR.toml"] == 'source = "a source"\n\n[sets]\nHOR = { in = ["modern"] }\n'
    assert here.admits("modern", "HOR 9", "2026-03-10") == Admission(True)
    assert not here.admits("standard", "HOR 9", "2026-03-10").admitted


def test_a_set_that_is_not_in_a_format_of_its_kind_gets_an_entry_once_it_is_out(here: Installation) -> None:
    look = a_look("2026-02-10", sets="OLD MID NEW")
    rows = {**look.statuses, "standard": a_look("2026-02-10").statuses["standard"]}
    assert ("set-out", "standard", "NEW") in told(here.take(Look(look.day, rows)))
    assert not here.admits("standard", "NEW 9", "2026-02-10").admitted
    assert here.admits("modern", "NEW 9", "2026-02-10").admitted


def test_before_its_prerelease_a_set_is_no_difference(here: Installation) -> None:
    assert here.take(a_look("2026-01-20")) == []


def test_a_set_on_arena_gets_its_day_there(here: Installation) -> None:
    every = "standard modern vintage pauper historic"
    here.take(a_look("2026-01-20", formats=every))
    found = here.take(a_look("2026-02-10", sets="OLD MID NEW", formats=every))
    assert ("set-in", "historic", "NEW") in told(found)
    for day, admitted in (("2026-02-02", False), ("2026-02-03", True)):
        assert here.admits("historic", "NEW 9", day, "arena").admitted is admitted


def test_a_set_that_is_legal_in_part_is_asked_and_its_format_is_known_no_further(here: Installation) -> None:
    half = {name.replace(" ", "_"): N for name in NEW_CARDS["NEW"][:8]}
    found = here.take(a_look("2026-02-10", sets="OLD MID NEW", **half))
    assert [d for d in found if d.format == "modern"] == [
        Difference(
            Kind.QUESTION,
            "modern",
            date(2026, 1, 10),
            date(2026, 2, 10),
            set_code="NEW",
            why="12 of its 20 new cards are legal",
            legal=12,
            new=20,
        )
    ]
    law = here.law()
    assert law.known_to(law.format("modern"), Platform.PAPER).law == date(2026, 1, 10)
    assert here.admits("modern", "NEW 9", "2026-02-10").doubt == "law-unknown"


@pytest.mark.parametrize(("answer", "admitted"), [(Answer.YES, True), (Answer.NO, False)])
def test_what_a_person_says_of_a_set_is_law_and_it_is_not_asked_again(
    answer: Answer, admitted: bool, here: Installation
) -> None:
    half = {name.replace(" ", "_"): N for name in NEW_CARDS["HOR"][:8]}
    look = a_look("2026-03-10", sets="OLD MID NEW HOR", **half)
    here.take(look, modern=answer)
    law = here.law()
    assert law.known_to(law.format("modern"), Platform.PAPER).law == date(2026, 3, 10)
    assert here.admits("modern", "HOR 9", "2026-03-10") == Admission(admitted, "" if admitted else "no-set")
    assert not here.admits("modern", "HOR 9", "2026-02-26").admitted
    for last in (None, here.last):  # also where another source is looked at for the first time
        here.last = last
        assert ("question", "modern", "HOR") not in told(here.take(look))


def test_a_set_that_is_said_to_be_legal_has_the_days_that_were_said(here: Installation) -> None:
    half = {name.replace(" ", "_"): N for name in NEW_CARDS["HOR"][:8]}
    days = {"HOR": Days(date(2026, 3, 6), date(2026, 3, 9))}
    here.take(a_look("2026-03-10", sets="OLD MID NEW HOR", **half), days, modern=Answer.YES)
    for day, platform, is_in in (
        ("2026-03-05", "paper", False),
        ("2026-03-06", "paper", True),
        ("2026-03-08", "mtgo", False),
        ("2026-03-09", "mtgo", True),
    ):
        assert here.admits("modern", "HOR 9", day, platform).admitted is is_in


def test_what_stays_as_it_is_makes_the_format_known(here: Installation) -> None:
    here.take(a_look("2026-01-20", OLD_3=R), modern=Answer.KEEP)
    law = here.law()
    assert law.known_to(law.format("modern"), Platform.PAPER).law == date(2026, 1, 20)
    assert law.ban_lists("mtg").word("modern", "OLD 3", date(2026, 1, 20)) == "legal"


def test_a_difference_is_kept_as_it_is() -> None:
    whole = Difference(
        *(Kind.QUESTION, "modern", date(2026, 1, 10), date(2026, 2, 10)),
        set_code="NEW",
        legal=12,
        new=20,
        days=Days(date(2026, 2, 6), None, date(2026, 2, 3)),
        answer=Answer.YES,
    )
    for one in (whole, whole._replace(days=None, answer=Answer.NONE)):
        assert Difference.read(json.loads(json.dumps(one.facts()))) == one


def test_a_ban_lies_between_two_looks_and_in_between_it_is_a_question(here: Installation) -> None:
    assert told(here.take(a_look("2026-01-20", OLD_3=B))) == {("banned", "modern", "OLD 3")}
    law = here.law()

    def status(day: str) -> tuple[str, bool]:
        found = law.rulebook("modern", Day(date.fromisoformat(day))).legality.status(CARDS["OLD 3"])
        return found.word, found.between is not None

    assert status("2026-01-10") == ("legal", False)
    assert status("2026-01-11") == status("2026-01-19") == ("banned", True)
    assert status("2026-01-20") == ("banned", False)


def test_a_persons_days_are_exact_and_are_not_overwritten(here: Installation) -> None:
    days = {"OLD 3": Days(date(2026, 1, 13), date(2026, 1, 14))}
    here.take(a_look("2026-01-20", OLD_3=B), days)
    assert set(here.own) == {"banlists/mtg/known.toml", "banlists/mtg/2026-01-13.toml"}
    book = here.law().rulebook("modern", Day(date(2026, 1, 13)))
    assert book.legality.status(CARDS["OLD 3"]).word == "banned"
    assert told(here.take(a_look("2026-01-25", OLD_3=B))) == set()
    hand = 'effective = 2026-02-09\nsource = "by hand"\n[lists.modern]\n"OLD 4" = "banned"\n'
    here.own["banlists/mtg/2026-02-09.toml"] = hand
    assert told(here.take(a_look("2026-02-01", sets="OLD MID NEW", OLD_3=B, OLD_4=B))) >= {("new-set", "modern", "NEW")}
    assert here.own["banlists/mtg/2026-02-09.toml"] == hand
    assert "banlists/mtg/2026-02-01.toml" not in here.own


def test_a_card_is_freed_and_a_status_that_the_format_does_not_have_is_asked(here: Installation) -> None:
    assert told(here.take(a_look("2026-01-20", OLD_1=L, OLD_3=R))) == {
        ("freed", "modern", "OLD 1"),
        ("question", "modern", "OLD 3"),
    }


def test_at_the_first_look_a_ban_that_the_source_does_not_tell_is_listed_and_stays() -> None:
    here = Installation()
    found = here.take(a_look("2026-01-10", OLD_1=L))
    assert {d for d in told(found) if d[0] != "known"} == {("unexplained", "modern", "OLD 1")}
    law = here.law()
    assert law.ban_lists("mtg").word("modern", "OLD 1", date(2026, 1, 10)) == "banned"
    assert law.known_to(law.format("modern"), Platform.PAPER).law == date(2025, 12, 31)  # it may lack others, too
    assert law.known_to(law.format("vintage"), Platform.PAPER).law == date(2026, 1, 10)


def test_a_new_set_gets_an_entry_where_the_format_is_known_no_further() -> None:
    here = Installation()
    here.take(a_look("2026-02-10", sets="OLD MID NEW", OLD_1=L))
    law = here.law()
    assert law.known_to(law.format("modern"), Platform.PAPER).law == date(2025, 12, 31)
    assert here.own["formats/mtg/sets/NEW.toml"] == 'source = "a source"\n\n[sets]\nNEW = { in = ["modern"] }\n'
    for format_id in ("modern", "vintage"):
        assert here.admits(format_id, "NEW 9", "2026-02-10") == Admission(True)
        assert not here.admits(format_id, "NEW 9", "2026-01-20").admitted


def test_a_ban_that_is_new_at_the_first_look_lies_after_the_last_day_of_our_law() -> None:
    here = Installation()
    here.take(a_look("2026-01-10", OLD_3=B))
    assert "not_before = 2026-01-01, by = 2026-01-10" in here.own["banlists/mtg/2026-01-10.toml"]


def test_a_set_that_leaves_gets_the_days_between_which_it_left(here: Installation) -> None:
    look = a_look("2026-01-20")
    found = here.take(
        Look(look.day, {**look.statuses, "standard": a_look("2026-01-20", sets="MID").statuses["standard"]})
    )
    assert told(found) == {("rotated", "standard", "OLD")}
    assert here.admits("standard", "OLD 3", "2026-01-15").doubt == "leaving"
    assert here.admits("standard", "OLD 3", "2026-01-20").reason == "left"
    assert here.admits("standard", "OLD 3", "2026-01-10") == Admission(True)
    assert here.admits("modern", "OLD 3", "2026-01-20") == Admission(True)


def test_one_card_that_is_in_or_out_without_its_set_is_listed_and_changes_nothing(here: Installation) -> None:
    found = here.take(a_look("2026-01-20", OLD_3=N))
    assert told(found) == {("unexplained", "modern", "OLD 3")}
    assert found[0].why == "not legal there, legal here"
    assert set(here.own) == {"banlists/mtg/known.toml"}
    assert here.take(a_look("2026-01-25", OLD_3=N)) == []


def test_too_many_changes_at_once_are_asked() -> None:
    here = Installation()
    here.take(a_look("2026-03-10", sets="OLD MID NEW HOR"))
    many = {name.replace(" ", "_"): B for code in ("OLD", "MID", "NEW") for name in NEW_CARDS[code]}
    found = here.take(a_look("2026-03-20", sets="OLD MID NEW HOR", **many))
    assert [(d.kind, d.format) for d in found] == [(Kind.QUESTION, "modern")]
    assert "59 cards changed at once" in found[0].why


SOME: Final = tuple(name for name in CARDS if name.startswith("OLD ") and name != "OLD 2")


@given(
    st.lists(st.tuples(st.integers(1, 9), st.dictionaries(st.sampled_from(SOME), st.sampled_from([L, B]))), max_size=6)
)
def test_after_any_sequence_of_looks_our_law_says_what_the_last_one_said(
    looks: list[tuple[int, dict[str, Status]]],
) -> None:
    here, day = Installation(), date(2026, 1, 1)
    here.take(a_look(day.isoformat(), formats="modern"))
    for later, said in looks:
        day += timedelta(days=later)
        look = a_look(
            day.isoformat(), formats="modern", **{name.replace(" ", "_"): status for name, status in said.items()}
        )
        before = {name: here.law().ban_lists("mtg").word("modern", name, day) for name in SOME}
        found = here.take(look)
        assert {d.kind for d in found} <= SURE | {Kind.KNOWN, Kind.NEW_SET}
        lists = here.law().ban_lists("mtg")
        for name in SOME:
            assert lists.word("modern", name, day) == look.statuses["modern"][name]
            eve = day - timedelta(days=1)
            assert lists.word("modern", name, eve) == before[name]  # what was said of earlier days stays
        book = here.law().rulebook("modern", Day(day))
        assert {n for n, s in book.legality.statuses.items() if s.word in WORDS.values() and not s.between} == {
            name for name, status in look.statuses["modern"].items() if status == B
        }


@given(st.lists(st.sampled_from([L, B]), min_size=1, max_size=4))
def test_looks_of_one_day_leave_what_the_last_of_them_said(said: list[Status]) -> None:
    here = Installation()
    here.take(a_look("2026-01-10"))
    for status in said:
        here.take(a_look("2026-01-20", formats="modern", OLD_3=status))
    assert here.law().ban_lists("mtg").word("modern", "OLD 3", date(2026, 1, 20)) == said[-1]
