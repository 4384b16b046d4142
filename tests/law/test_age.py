"""Past the last known day no verdict claims more than is known, and every verdict says up to when that is."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from deckcheck.catalogue import cards_known, open_index, open_sets
from deckcheck.catalogue.reference import find_root, load_reference
from deckcheck.decklist.cards import Card
from deckcheck.law.banlists import Announcement
from deckcheck.law.calendar import read_calendar
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Day, KnownTo, Platform
from deckcheck.verdict.judgement import judge_list
from tests.law.law import admits, book, card, law, word

ROOT: Final = find_root()
FORMATS: Final = tuple(law().formats)
LATER: Final = "2026-11-28"


@pytest.mark.parametrize("format_id", FORMATS)
def test_every_format_states_its_own_last_known_day(format_id: str) -> None:
    assert law().format(format_id).base.settings["as_of"]


@pytest.mark.parametrize("path", sorted((ROOT / "banlists").glob("*/baseline/*.toml")), ids=lambda path: path.stem)
def test_every_list_states_its_own_last_known_day(path: Path) -> None:
    assert type(tomllib.loads(path.read_text("utf-8"))["as_of"]) is date


@pytest.mark.parametrize("format_id", FORMATS)
def test_no_format_is_known_further_than_its_lists_on_any_platform(format_id: str) -> None:
    fmt = law().format(format_id)
    for platform in fmt.platforms():
        known = law().known_to(fmt, platform)
        assert known.law <= (fmt.known_on(platform) or date.min)
        assert known.cards == cards_known(fmt.game)


@pytest.mark.parametrize("format_id", [name for name in FORMATS if not law().format(name).is_retired()])
def test_a_day_that_the_data_cover_carries_no_word_of_their_age_and_the_next_one_does(format_id: str) -> None:
    fmt = law().format(format_id)
    known = law().known_to(fmt, fmt.platforms()[0]).law
    assert not law().rulebook(format_id, Day(known)).age
    later = law().rulebook(format_id, Day(date.fromordinal(known.toordinal() + 1)))
    assert later.age == later.warnings[0]
    assert later.age.startswith(f"Our {fmt.title} data end on ")
    assert not later.legality.known_to or later.legality.outdated


def test_what_was_due_since_is_told_in_one_warning_with_the_last_known_day() -> None:
    (age,) = book("standard", LATER).warnings
    assert age.startswith("The announcement due on 12 October 2026 is not in our data; this verdict may be out")
    assert age.endswith("Our Standard data end on 22 August 2026.")
    assert "due on 28 September 2026 is not" in book("duel-commander", "2026-10-01").age
    assert "due on 28 September 2026 and later are not" in book("duel-commander", "2026-12-01").age
    assert "season list due on 11 December 2026" in book("ga-standard", "2026-12-11").age
    assert "due" not in book("ga-standard", "2026-12-10").age
    assert "due" not in book("standard", "2026-10-11").age


@pytest.mark.parametrize(
    ("format_id", "name", "day"),
    [
        ("standard", "Captain James T. Kirk", LATER),
        ("standard", "Command Decision", LATER),
        ("pioneer", "Ajani Resolute", LATER),
        ("modern", "Captain James T. Kirk", LATER),
        ("legacy", "Captain James T. Kirk", LATER),
        ("commander", "Captain James T. Kirk", LATER),
        ("standard", "Chandra, Torch of Defiance", LATER),  # a reprint: its first window has closed
    ],
)
def test_a_card_of_a_set_that_came_after_is_asked(format_id: str, name: str, day: str) -> None:
    answer = admits(format_id, name, day)
    assert (answer.admitted, answer.doubt) == (True, "law-unknown")
    assert "2026-" in answer.detail


def test_a_card_of_a_set_that_is_not_out_yet_is_refused_with_its_day() -> None:
    answer = admits("standard", "Captain James T. Kirk", "2026-11-01")
    assert (answer.admitted, answer.reason, answer.detail) == (False, "not-yet", "2026-11-06 (Star Trek)")


@pytest.mark.parametrize("platform", ["mtgo", "arena"])
@pytest.mark.parametrize(
    ("name", "told", "eve", "since"),
    [
        ("Ajani Resolute", "Reality Fracture (2026-09-29)", "2026-09-28", "2026-09-29"),
        ("Captain James T. Kirk", "Star Trek (2026-11-10)", "2026-11-09", "2026-11-10"),
    ],
)
def test_a_newer_set_counts_online_from_its_day_there(
    name: str, told: str, eve: str, since: str, platform: str
) -> None:
    assert admits("standard", name, eve, platform).reason == "not-yet"
    assert (admits("standard", name, since, platform).doubt, admits("standard", name, since, platform).detail) == (
        "law-unknown",
        told,
    )


def test_a_newer_set_of_which_the_day_lies_between_two_is_asked_from_the_first_of_them() -> None:
    name = "Feroz, Ulgrotha's Warden"
    assert admits("legacy", name, "2026-10-18").reason == "not-yet"
    answer = admits("legacy", name, "2026-10-19")
    assert (answer.doubt, answer.detail) == ("law-unknown", "Mystery Booster Commander Edition (2026-10-19)")
    assert admits("legacy", name, "2026-11-05", "mtgo").reason == "not-yet"


@pytest.mark.parametrize("platform", ["mtgo", "arena"])
def test_grand_archive_is_played_in_paper_by_its_days_whatever_platform_is_named(platform: str) -> None:
    assert book("ga-standard", "2026-08-22", platform).day.platform is Platform.PAPER
    assert word("ga-standard", "Fabled Azurite Fatestone", "2026-08-21", platform) == "banned"


@pytest.mark.parametrize(
    ("format_id", "day", "want"),
    [
        ("vintage", "2026-10-18", "illegal"),
        ("vintage", "2026-10-19", "unclear"),
        ("vintage", LATER, "unclear"),
        ("modern", LATER, "illegal"),
    ],
)
def test_a_digital_card_that_a_newer_set_has_in_paper_is_asked(format_id: str, day: str, want: str) -> None:
    verdict = judge_list("4 Emerald Collector\n56 Island", book(format_id, day), open_index("mtg"))
    assert verdict.verdict == want


def test_a_card_that_no_newer_set_has_is_refused_as_before() -> None:
    assert admits("standard", "Force of Will", LATER) == admits("standard", "Force of Will", "2026-08-22")


def test_a_card_that_is_leaving_is_asked_in_the_week_on_which_sources_differ() -> None:
    name = "Up the Beanstalk"  # in Wilds of Eldraine alone
    assert admits("standard", name, "2027-01-28").doubt == ""
    assert admits("standard", name, "2027-01-29").doubt == "leaving"
    assert admits("standard", name, "2027-02-04").doubt == "leaving"
    answer = admits("standard", name, "2027-02-05")
    assert (answer.admitted, answer.reason, answer.detail) == (False, "left", "Wilds of Eldraine on 2027-02-05")
    assert admits("standard", "Island", "2027-02-05").doubt == ""


@pytest.mark.parametrize("format_id", FORMATS)
def test_before_the_first_day_of_a_format_no_card_of_it_is_refused_that_was_out(format_id: str) -> None:
    fmt = law().format(format_id)
    starts = fmt.setting_on("starts")
    if fmt.game != "mtg" or starts is None:
        return
    eve = date.fromordinal(starts.toordinal() - 1)
    answer = admits(format_id, "Forest", eve.isoformat(), fmt.platforms(eve)[0])
    assert answer.doubt in {"", "not-begun"}
    # Premodern's first list is one state with one day.
    assert answer.admitted or answer.detail.startswith(starts.isoformat())


def test_before_the_first_day_of_a_format_a_card_that_was_not_out_is_refused() -> None:
    assert admits("alchemy", "Forest", "2021-12-08").doubt == "not-begun"
    assert admits("alchemy", "Captain James T. Kirk", "2021-12-08").admitted is False
    assert admits("modern", "Snapcaster Mage", "2011-05-20").reason == "not-yet"


def test_past_a_rotation_that_no_source_tells_only_basic_lands_are_sure() -> None:
    assert admits("standard", "Llanowar Elves", "2028-01-21").doubt == "rotation"
    for format_id in ("standard", "alchemy", "standard-brawl"):
        assert admits(format_id, "Island", "2028-01-21").doubt == ""
    assert admits("pioneer", "Llanowar Elves", "2028-01-21").doubt == ""


def test_a_card_of_which_only_the_name_is_known_is_asked_on_every_day() -> None:
    for day in ("2026-08-01", LATER):
        answer = admits("vintage", "Atlantis", day)
        assert (answer.admitted, answer.doubt) == (True, "card-age")


def test_a_ban_of_unknown_day_is_asked_but_on_days_on_which_lists_show_that_it_was_not_in_force() -> None:
    for day, asked in (("2026-05-16", False), ("2026-05-20", True), ("2026-06-27", False), ("2026-06-28", False)):
        status = book("ga-standard", day).legality.status(card("Ranger Strides", "ga"))
        assert (status.word == "banned" and status.between is not None) is asked
    assert word("ga-standard", "Ranger Strides", "2026-06-29") == "banned"


def test_an_announcement_of_a_later_day_moves_its_list(tmp_path: Path) -> None:
    for name, text in TINY.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    reference = load_reference(tmp_path, open_sets, cards_known)
    known = reference.known_to(reference.format("modern"), Platform.PAPER)
    assert known == KnownTo(date(2026, 10, 12), cards_known("mtg"))
    assert reference.known_to(reference.format("modern"), Platform.MTGO).law == date(2026, 9, 1)
    assert "due" not in reference.rulebook("modern", Day(date(2026, 10, 20))).age


TINY: Final = {
    "formats/documents.toml": '[MTR]\ntitle = "Magic Tournament Rules"\n',
    "formats/mtg/modern.toml": """
title = "Modern"
banlist = "modern"
as_of = 2026-12-31
as_of_mtgo = 2026-09-01
[clauses.line-read]
cites = ["MTR 2.7"]
[pool]
kind = "any"
""",
    "banlists/mtg/baseline/modern.toml": """
on = 2011-08-12
as_of = 2026-08-22
source = "a page"
[cards]
"Opt" = "banned"
""",
    "banlists/mtg/2026-10-12.toml": 'effective = 2026-10-12\nsource = "a page"\n[lists.modern]\n"Ponder" = "banned"\n',
    "banlists/mtg/calendar.toml": """
[[due]]
day = 2026-10-12
kind = "announcement"
lists = ["modern"]
source = "a page"
""",
}

ROW: Final = {"day": date(2026, 10, 12), "kind": "announcement", "lists": ["modern"], "source": "a page"}


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({**ROW, "when": 1}, "'when'"),
        ({**ROW, "kind": "party"}, "`kind`"),
        ({**ROW, "day": "2026-10-12"}, "`day`"),
        ({**ROW, "lists": ["extended"]}, "'extended'"),
        ({**ROW, "lists": []}, "`lists`"),
        ({**ROW, "source": ""}, "`source`"),
    ],
)
def test_a_calendar_with_a_fault_is_refused(row: dict[str, object], told: str) -> None:
    with pytest.raises(FormatError, match=told):
        read_calendar("calendar.toml", {"due": [row]}, ["modern"])


def every_card(game: str) -> Iterator[Card]:
    index = open_index(game)
    return (card for name in names(game) if (card := index.card(name)) is not None)


@cache
def names(game: str) -> tuple[str, ...]:
    """Some thousand names over the whole catalogue, those of the newest sets among them."""
    found = [card.name for card in open_index(game).cards()]
    newest = {code for code, known in open_sets(game).items() if known.release > "2026-08-22"}
    new = [card.name for card in open_index(game).cards() if any(p.set_code in newest for p in card.printings)]
    return tuple(sorted({*found[::17], *new}))


def dated(announcements: tuple[Announcement, ...], day: date) -> set[str]:
    return {name for a in announcements if a.effective <= day for name in a.statuses}


@pytest.mark.parametrize("format_id", FORMATS)
def test_no_card_is_refused_later_that_was_admitted_but_by_a_dated_entry_of_the_law(format_id: str) -> None:
    fmt = law().format(format_id)
    for platform in fmt.platforms():
        known = law().known_to(fmt, platform).law
        then = law().rulebook(format_id, Day(known, platform)).legality
        now = law().rulebook(format_id, Day(date.fromisoformat(LATER), platform)).legality
        for one in every_card(fmt.game):
            before, after = then.admits(one), now.admits(one)
            if before.admitted and not after.admitted:
                assert after.reason == "left", one.name
                assert "20" in after.detail
            if not before.admitted and after.admitted:
                assert after.doubt, f"{one.name} was out on {known} and is in on {LATER} without a question"
