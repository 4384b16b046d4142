"""An announcement by hand becomes a file of the project's own form, and what can't be meant is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

import pytest

from deckcheck.catalogue import open_index
from deckcheck.law.announcement_files import (
    ByHand,
    Lists,
    NotAnnounced,
    Told,
    announcement_files,
    told_by_hand,
)
from deckcheck.law.banlists import Announcement, Named, check_history, read_announcement, statuses_on
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Bounds, Day, Platform
from tests.law.law import law

DAY = date(2026, 12, 7)
HAND = ByHand(
    ("modern", "historic"),
    ("shock", "Brazen Borrower"),
    "banned",
    DAY,
    "https://example.org/announcement",
    mtgo=date(2026, 12, 8),
    arena=date(2026, 12, 10),
    announced=DAY,
)


def lists(*more: Announcement) -> Lists:
    histories = {name: law().announcements("mtg", name) for name in ("modern", "historic", "legacy")}
    own = {name: (*found, *(a for a in more if a.list == name)) for name, found in histories.items()}
    return Lists(own, frozenset({"historic"}))


def told(by_hand: ByHand, known: Lists | None = None) -> Told:
    return told_by_hand(by_hand, map(law().format, by_hand.formats), open_index("mtg"), known or lists())


def files(told: Told, before: Mapping[str, str] | None = None, known: Lists | None = None) -> dict[str, str]:
    return announcement_files("mtg", told, known or lists(), lambda path: (before or {}).get(path, ""))


def announcements(texts: Mapping[str, str]) -> tuple[Announcement, ...]:
    tables = [(path, tomllib.loads(text)) for path, text in texts.items() if text]
    read = (read_announcement(path, table, Named(), "", frozenset({"historic"})) for path, table in tables)
    return tuple(a for found in read for a in found)


def test_a_ban_with_days_of_each_platform_is_a_file_a_day() -> None:
    found = files(told(HAND))
    assert found == {
        "banlists/mtg/2026-12-07.toml": (
            "announced = 2026-12-07\neffective = 2026-12-07\n"
            "effective_mtgo = 2026-12-08\neffective_arena = 2026-12-10\n"
            'source = "https://example.org/announcement"\n\n'
            '[lists.modern]\n"Shock" = "banned"\n"Brazen Borrower // Petty Theft" = "banned"\n'
        ),
        "banlists/mtg/2026-12-10.toml": (
            'announced = 2026-12-07\neffective = 2026-12-10\nsource = "https://example.org/announcement"\n\n'
            '[lists.historic]\n"Shock" = "banned"\n"Brazen Borrower // Petty Theft" = "banned"\n'
        ),
    }
    history = (*law().announcements("mtg", "modern"), *(a for a in announcements(found) if a.list == "modern"))
    check_history(history)
    for platform, eve, first in ((Platform.PAPER, 6, 7), (Platform.MTGO, 7, 9), (Platform.ARENA, 9, 10)):
        for day, held in ((eve, False), (first, True)):
            statuses = statuses_on("modern", history, Day(date(2026, 12, day), platform))
            assert ("Shock" in statuses) is held, (platform, day)


def test_what_is_in_the_days_file_stays_with_its_remarks() -> None:
    path = "banlists/mtg/2026-12-07.toml"
    before = (
        '# A remark.\neffective = 2026-12-07\nsource = "a page"\n\n'
        '[lists.modern]\n"Opt" = "banned"  # here\n\n[lists.legacy]\n"Opt" = "banned"\n'
    )
    plain = Told({"modern": {"Lightning Bolt": "banned"}, "vintage": {"Opt": "restricted"}}, DAY, "another page")
    found = files(plain, {path: before})[path]
    assert found == (
        '# A remark.\neffective = 2026-12-07\nsource = "a page"\n\n'
        '[lists.modern]\n"Opt" = "banned"  # here\n"Lightning Bolt" = "banned"\n\n[lists.legacy]\n"Opt" = "banned"\n\n'
        '[lists.vintage]\nsource = "another page"\n"Opt" = "restricted"\n'
    )
    again = files(replace(plain, lists={"modern": {"Lightning Bolt": "suspended"}}), {path: found})[path]
    assert tomllib.loads(again)["lists"]["modern"] == {"Opt": "banned", "Lightning Bolt": "suspended"}
    gone = files(replace(plain, lists={"modern": {"Lightning Bolt": "legal"}}), {path: found})[path]
    assert tomllib.loads(gone)["lists"]["modern"] == {"Opt": "banned"}


def test_a_file_whose_last_change_is_taken_back_is_empty() -> None:
    path = "banlists/mtg/2026-12-07.toml"
    one = Told({"modern": {"Lightning Bolt": "banned"}}, DAY, "a page")
    made = files(one)
    assert files(replace(one, lists={"modern": {"Lightning Bolt": "legal"}}), made) == {path: ""}


def test_other_days_for_a_list_than_its_file_has_are_refused() -> None:
    one = Told({"modern": {"Lightning Bolt": "banned"}}, DAY, "a page")
    with pytest.raises(FormatError, match="effective_mtgo"):
        files(replace(one, lists={"modern": {"Opt": "banned"}}, mtgo=date(2026, 12, 9)), files(one))


def test_a_day_that_is_not_known_is_written_with_its_bounds() -> None:
    bounds = Bounds(date(2026, 11, 30), DAY)
    found = announcements(files(Told({"modern": {"Lightning Bolt": "banned"}}, DAY, "a page", bounds=bounds)))
    assert [a.bounds for a in found] == [{"Lightning Bolt": bounds}]


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"cards": ("Lightning Bold",)}, "cards", 'No card is called "Lightning Bold". Did you mean Lightning Bolt or'),
        ({"cards": ("",)}, "cards", "Name at least one card."),
        ({"formats": ("limited-sealed",)}, "formats", "Sealed Deck has no ban list."),
        ({"source": " "}, "source", "Enter the source"),
        ({"status": "forbidden"}, "status", '"forbidden" is no status.'),
        ({"status": "legal", "formats": ("modern",)}, "cards", "Shock is legal in Modern already on 7 December 2026."),
    ],
)
def test_what_cannot_be_meant_is_refused_beside_its_field(change: dict[str, object], field: str, said: str) -> None:
    with pytest.raises(NotAnnounced) as refused:
        told(replace(HAND, **change))  # type: ignore[arg-type]
    assert refused.value.field == field
    assert said in str(refused.value)
