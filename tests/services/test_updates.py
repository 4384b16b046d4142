"""Updates of cards and law: in force as a whole or not at all, in every process, and taken back as a whole."""

from __future__ import annotations

import gc
import os
import random
import shutil
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from deckcheck.app import live
from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.catalogue import HERE as CATALOGUE
from deckcheck.decklist.days import read_iso_day
from deckcheck.lists.list_checks import PreviewList, Terms, preview_list
from deckcheck.store.models import AuditEntry, DataUpdate
from deckcheck.store.queries import proof, updates
from deckcheck.store.states import UpdateState
from deckcheck.updates.announcements import changes_in, own_files
from deckcheck.updates.apply import apply, confirm, discard, keep_waiting, may_apply_unasked, note_refused, roll_back
from deckcheck.updates.entries import add_entries, adding, withdraw_entries
from deckcheck.updates.in_force import preview
from deckcheck.updates.layers import beside_package, in_words, settle_with_package
from deckcheck.wiring import review_law
from tests.desks import Clock
from tests.own_data import BAN, BAN_PATH, BANNED, DAY, FORMAT, GAME, NEW, incoming, live_desk, small_law
from tests.statements import statements_of

LATER: Final = read_iso_day("2026-12-01")
POINTS: Final = 20


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return small_law(tmp_path / "law")


@pytest.fixture
def desk(database_url: str, clock: Clock, root: Path) -> Iterator[App]:
    found = live_desk(database_url, clock, root)
    yield found
    found.store.close()


@pytest.fixture
def other(database_url: str, clock: Clock, root: Path) -> Iterator[App]:
    """The same installation as another process has it."""
    found = live_desk(database_url, clock, root)
    yield found
    found.store.close()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request looks whether data have changed."""
    monkeypatch.setattr(live, "PAUSE", 0.0)


def knows(app: App, name: str = NEW) -> bool:
    """Whether a request that begins now knows a card."""
    with app.live.bound():
        return app.index(GAME).card(name) is not None


def verdict(app: App) -> tuple[str, str, str]:
    """How the banned card is judged, with what the report says of the law and the cards it was judged by."""
    report = preview_list(PreviewList(f"4 {BANNED}\n1 {NEW}\n", Terms(FORMAT, LATER)), app)
    banned = any(problem.clause == "banned" for problem in report.problems)
    unknown = any(entry.line.name == NEW for entry in report.deck.waiting())
    return (
        f"{'banned' if banned else 'legal'}, {'unknown' if unknown else 'known'}",
        report.rulebook_digest,
        report.cards_digest,
    )


def acts(app: App) -> list[AuditEntry]:
    with app.store.read() as session:
        return [row for row in proof.chain_of(session, "instance") if row.act.startswith(("update.", "law."))]


def rows(app: App) -> list[tuple[str, UpdateState, bool]]:
    with app.store.read() as session:
        found = [updates.update(session, row.uid) for row in updates.updates(session, GAME)]
        return [(row.day.isoformat(), row.state, row.catalogue is not None) for row in found if row]


@pytest.mark.usefixtures("at_once")
def test_an_update_is_seen_by_another_process_and_so_is_its_end(desk: App, other: App) -> None:
    assert not knows(desk)
    assert not knows(other)
    uid = apply(desk, incoming(NEW, law={BAN_PATH: BAN}), SYSTEM)
    assert knows(other)
    with other.live.bound():
        assert verdict(other)[0] == "banned, known"
    assert roll_back(other, GAME, SYSTEM) == uid
    for one in (desk, other):
        assert not knows(one)
        assert verdict(one)[0] == "legal, unknown"
    assert [row.act for row in acts(desk)] == ["update.applied", "update.rolled_back"]
    assert [row.to.split(" ")[0] for row in acts(desk)] == [GAME, "package"]
    assert rows(desk) == [("2026-11-30", UpdateState.ROLLED_BACK, False)]


@pytest.mark.usefixtures("at_once")
def test_what_began_before_ends_by_the_old_data(desk: App, other: App) -> None:
    with other.live.bound():
        before = verdict(other)
        apply(desk, incoming(NEW, law={BAN_PATH: BAN}), SYSTEM)
        with other.live.bound():
            assert verdict(other) == before
    with other.live.bound():
        after = verdict(other)
    assert after[0] == "banned, known"
    assert after[1] != before[1]
    assert after[2] != before[2]


@pytest.mark.usefixtures("at_once")
def test_nothing_is_judged_by_a_mixture(desk: App, other: App) -> None:
    """Threads judge all the while; each report is the old law's with the old cards, or the new ones'."""
    seen: set[tuple[str, str, str]] = set()
    over = threading.Event()

    def judge() -> None:
        while not over.is_set():
            with other.live.bound():
                first, second = verdict(other), verdict(other)
            assert first == second
            seen.add(first)

    with ThreadPoolExecutor(3) as threads:
        judging = [threads.submit(judge) for _ in range(3)]
        for many in (1, 2):
            while len(seen) < many and not any(one.done() for one in judging):
                over.wait(0.01)
            if many == 1:
                apply(desk, incoming(NEW, law={BAN_PATH: BAN}), SYSTEM)
        over.set()
        for one in judging:
            one.result()
    assert {told for told, *_ in seen} == {"legal, unknown", "banned, known"}
    assert len(seen) == 2


@pytest.mark.usefixtures("at_once")
def test_old_data_go_with_their_last_reader(desk: App, other: App) -> None:
    assert not knows(other)
    old: list[weakref.ref[object]] = [weakref.ref(other.data.reference), weakref.ref(other.data.catalogues[GAME])]
    apply(desk, incoming(NEW), SYSTEM)
    assert knows(other)
    assert knows(desk)  # It had the same cards.
    gc.collect()
    assert [one() for one in old] == [None, None]


def test_a_look_costs_one_small_query_and_only_every_two_seconds(desk: App, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not knows(desk)
    moments = [time.monotonic()]
    monkeypatch.setattr(time, "monotonic", lambda: moments[0])
    for passed, asked in ((0.0, 0), (live.PAUSE + 0.1, 1), (0.0, 0), (live.PAUSE, 1)):
        moments[0] += passed
        with statements_of(desk.store) as found:
            for _ in range(50):
                with desk.live.bound():
                    assert desk.data.revision == 0
        assert len(found.selects) == asked


def test_a_database_that_cannot_be_read_changes_nothing(
    desk: App, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply(desk, incoming(NEW), SYSTEM)
    assert knows(desk)
    monkeypatch.setattr(desk.store, "read", lambda: 1 / 0)
    assert knows(desk)


@pytest.mark.usefixtures("at_once")
def test_data_by_which_no_list_could_be_judged_are_refused_and_nothing_changes(desk: App) -> None:
    broken = BAN.replace(BANNED, "No Such Card")
    with pytest.raises(UnusableInput, match=r"2026-11-30.toml, line 5 \(an entry of this installation\).*No Such Card"):
        apply(desk, incoming(NEW, law={BAN_PATH: broken}), SYSTEM)
    with pytest.raises(UnusableInput, match="No Such Card"):
        add_entries(desk, GAME, {BAN_PATH: broken}, SYSTEM)
    assert (rows(desk), acts(desk), knows(desk)) == ([], [], False)


def test_cards_that_do_not_go_with_the_boosters_are_refused(desk: App, root: Path, clock: Clock) -> None:
    """An update without a card that a set's boosters are known to hold."""
    own = root / "own" / "catalogue"
    (own / "numbers" / GAME).mkdir(parents=True)
    shutil.copy(CATALOGUE / f"{GAME}.catalogue", own)
    table = f'[ALC]\nsource = "https://example.org"\ncards = ["{NEW}"]\n'
    (own / "numbers" / GAME / "boosters.toml").write_text(table, "utf-8")
    with_own = live_desk(desk.settings.database_url, clock, root, folder=root / "own")
    with pytest.raises(
        UnusableInput, match=f"no pool could be counted: boosters.toml, .ALC.: no card is called '{NEW}'"
    ):
        apply(with_own, incoming("Another Card"), SYSTEM)
    assert rows(desk) == []
    apply(with_own, incoming(NEW), SYSTEM)
    assert [state for _, state, _ in rows(desk)] == [UpdateState.APPLIED]
    with_own.store.close()


@pytest.mark.usefixtures("at_once")
def test_what_waits_changes_nothing_until_it_is_confirmed(desk: App) -> None:
    uid = keep_waiting(desk, incoming(NEW, law={BAN_PATH: BAN}), SYSTEM)
    assert not knows(desk)
    other_day = BAN.replace("2026-11-30", "2026-12-05")
    confirm(desk, uid, SYSTEM, {BAN_PATH: other_day})
    with desk.live.bound():
        assert verdict(desk)[0] == "legal, known"
    with pytest.raises(UnusableInput, match="does not wait"):
        confirm(desk, uid, SYSTEM)
    assert [row.act for row in acts(desk)] == ["update.waits", "update.applied"]


@pytest.mark.usefixtures("at_once")
def test_what_waits_is_discarded_or_too_old_to_confirm(desk: App) -> None:
    first = keep_waiting(desk, incoming(), SYSTEM)
    second = keep_waiting(desk, replace(incoming(), source="elsewhere"), SYSTEM)
    discard(desk, first, SYSTEM, "not now")
    apply(desk, incoming(NEW, day=LATER), SYSTEM)
    with pytest.raises(UnusableInput, match="2026-12-01, and this is of 2026-11-30"):
        confirm(desk, second, SYSTEM)
    note_refused(desk, incoming(), SYSTEM, "truncated")
    assert [state for _, state, _ in rows(desk)] == ["refused", "applied", "waiting", "refused"]
    with desk.store.read() as session:
        assert updates.updates(session)[0].report["refused"] == "truncated"


def test_a_later_file_of_the_same_source_takes_the_place_of_what_waited(desk: App) -> None:
    keep_waiting(desk, incoming(), SYSTEM)
    keep_waiting(desk, incoming(NEW), SYSTEM)
    assert [state for _, state, _ in rows(desk)] == ["waiting", "refused"]
    apply(desk, incoming(NEW, day=LATER), SYSTEM)
    assert [state for _, state, _ in rows(desk)] == ["applied", "refused", "refused"]


@pytest.mark.usefixtures("at_once")
def test_what_was_rolled_back_is_applied_again_only_when_a_person_asks(desk: App) -> None:
    again = incoming(NEW)
    apply(desk, again, SYSTEM)
    assert may_apply_unasked(desk, again)
    roll_back(desk, GAME, SYSTEM)
    assert not may_apply_unasked(desk, again)
    assert not may_apply_unasked(desk, incoming(NEW, day=LATER))  # The same facts, read a day later.
    assert may_apply_unasked(desk, incoming(NEW, "Another Card"))
    assert may_apply_unasked(desk, incoming(NEW, word="banned"))
    apply(desk, again, SYSTEM)
    assert knows(desk)
    assert may_apply_unasked(desk, again)


@pytest.mark.usefixtures("at_once")
def test_what_came_before_is_gone_back_to_as_far_as_it_is_kept(desk: App) -> None:
    for number in range(5):
        apply(desk, incoming(f"Card {number}"), SYSTEM)
    assert [kept for _, _, kept in rows(desk)] == [True, True, True, False, False]
    for number in (4, 3):
        assert knows(desk, f"Card {number}")
        roll_back(desk, GAME, SYSTEM)
        assert not knows(desk, f"Card {number}")
    assert knows(desk, "Card 2")
    with pytest.raises(UnusableInput, match="no longer kept"):
        roll_back(desk, GAME, SYSTEM)
    assert knows(desk, "Card 2")


@pytest.mark.usefixtures("at_once")
def test_own_law_is_added_previewed_and_withdrawn(desk: App, other: App) -> None:
    law = {BAN_PATH: BAN}
    with desk.live.bound():
        before = verdict(desk)
    assert (
        preview(desk, SYSTEM, adding(desk, GAME, law, SYSTEM)).reference.announcements(GAME, FORMAT)[-1].effective
        == DAY
    )
    with desk.live.bound():
        assert verdict(desk) == before
    (uid,) = add_entries(desk, GAME, law, SYSTEM)
    with other.live.bound():
        assert verdict(other)[0] == "banned, unknown"
    withdraw_entries(other, [uid], SYSTEM)
    with desk.live.bound():
        assert verdict(desk) == before
    with pytest.raises(UnusableInput, match="withdrawn before"):
        withdraw_entries(other, [uid], SYSTEM)
    assert [row.act for row in acts(desk)] == ["law.added", "law.withdrawn"]


def test_killed_at_any_moment_the_old_data_or_the_new_are_in_force(
    desk: App, database_url: str, clock: Clock, root: Path
) -> None:
    """A process is killed at random calls of what applies an update; what another finds is complete."""
    assert not knows(desk)
    begun = incoming("First Card")
    brought = incoming(NEW, law={BAN_PATH: BAN})
    apply(desk, begun, SYSTEM)
    desk.store.close()
    calls = _applied_in_a_process(desk, brought, None)
    roll_back(desk, GAME, SYSTEM)
    told: list[str] = []
    for point in sorted(random.Random(12).sample(range(1, calls), POINTS)):
        desk.store.close()
        assert _applied_in_a_process(desk, brought, point) == -signal.SIGKILL
        after = live_desk(database_url, clock, root)
        told.append(verdict(after)[0])
        assert knows(after, "First Card") is (told[-1] == "legal, unknown")
        states = [state for _, state, _ in rows(after)]
        assert states.count(UpdateState.APPLIED) == (1 if told[-1] == "legal, unknown" else 2)
        if told[-1] != "legal, unknown":
            roll_back(after, GAME, SYSTEM)
        after.store.close()
    assert set(told) <= {"legal, unknown", "banned, known"}
    apply(desk, brought, SYSTEM)


def _applied_in_a_process(desk: App, brought: Any, point: int | None) -> int:
    """Apply in a process that is killed at a call of the store's or the acts' code; how many there are if it is not."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover
        _apply_and_die(desk, brought, point, write)
    os.close(write)
    _, status = os.waitpid(child, 0)
    with os.fdopen(read) as told:
        return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else int(told.read())


def _apply_and_die(desk: App, brought: Any, point: int | None, write: int) -> None:
    calls = 0

    def count(frame: FrameType, _what: str, _argument: Any) -> None:
        nonlocal calls
        calls += any(place in frame.f_code.co_filename for place in ("sqlalchemy/engine", "/store/", "/updates/"))
        if calls == point:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)
    apply(desk, brought, SYSTEM)
    sys.setprofile(None)
    os.write(write, str(calls).encode())
    os._exit(0)


def test_every_update_is_listed_the_newest_first(desk: App) -> None:
    apply(desk, incoming(NEW), SYSTEM)
    keep_waiting(desk, incoming("Another"), SYSTEM)
    with desk.store.read() as session:
        found: list[DataUpdate] = updates.updates(session)
        assert [(row.state, row.by, row.origin) for row in found] == [
            (UpdateState.WAITING, "sys", "https://example.org/cards"),
            (UpdateState.APPLIED, "sys", "https://example.org/cards"),
        ]


def test_a_second_update_of_a_day_adds_to_the_same_list(desk: App) -> None:
    window = '{ status = "banned", not_before = 2026-11-28, by = 2026-11-30 }'
    apply(desk, incoming(NEW, law={BAN_PATH: BAN}), SYSTEM)
    apply(desk, incoming(NEW, "Another", law={BAN_PATH: BAN.replace(BANNED, "Absolving Flames")}), SYSTEM)
    told = BAN.replace(f'"{BANNED}" = "banned"', f'"Aegis of Dawn" = {window}')
    apply(desk, incoming(NEW, "A third", law={BAN_PATH: told}), SYSTEM)
    (file,) = own_files(desk)
    assert [card for _, card, _ in changes_in(file.text)] == [BANNED, "Absolving Flames", "Aegis of Dawn"]


@pytest.mark.usefixtures("at_once")
def test_a_newer_package_drops_what_it_has_and_tells_what_contradicts_it(desk: App, root: Path, tmp_path: Path) -> None:
    apply(desk, incoming(NEW, law={BAN_PATH: BAN}), SYSTEM)
    later = BAN.replace(BANNED, "Absolving Flames").replace("2026-11-30", "2026-12-07")
    add_entries(desk, GAME, {"banlists/ga/2026-12-07.toml": later}, SYSTEM)
    assert settle_with_package(desk) == ()
    newer = small_law(tmp_path / "newer")
    (newer / BAN_PATH).write_text(BAN, "utf-8")
    (newer / "banlists/ga/2026-12-01.toml").write_text(later.replace("2026-12-07", "2026-12-01"), "utf-8")
    after = live_desk(desk.settings.database_url, Clock(), newer)
    contradiction = (
        f"Your own entry banlists/ga/2026-12-07.toml contradicts this release on Absolving Flames in {FORMAT}: it says "
        "banned from 2026-12-07, and this release banned from 2026-12-01. Yours counts."
    )
    dropped = f"This release has what your own entry {BAN_PATH} said; the entry was dropped."
    assert in_words(beside_package(after)) == (
        f"This release says what your own entry {BAN_PATH} says, too.",
        contradiction,
    )
    assert settle_with_package(after) == (dropped, contradiction)
    assert [(row.act, row.to) for row in acts(after)][-1] == ("law.withdrawn", "package")
    assert [one.path for one in beside_package(after)] == ["banlists/ga/2026-12-07.toml"]
    assert verdict(after)[0] == "banned, known"
    after.store.close()


def test_a_newer_package_has_the_newer_cards(desk: App) -> None:
    apply(desk, incoming(NEW, day=read_iso_day("2026-01-01")), SYSTEM)
    assert not knows(desk)
    assert settle_with_package(desk) == (
        "This release has newer cards of Grand Archive than your last update, so they are used.",
    )


def test_the_folder_of_the_installation_is_a_layer_file_by_file(
    database_url: str, clock: Clock, root: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    (folder / "banlists/ga").mkdir(parents=True)
    (folder / BAN_PATH).write_text(BAN, "utf-8")
    found = live_desk(database_url, clock, root, folder=folder)
    assert verdict(found)[0] == "banned, unknown"
    (folder / BAN_PATH).write_text(BAN.replace(BANNED, "No Such Card"), "utf-8")
    broken = live_desk(database_url, clock, root, folder=folder)
    with pytest.raises(
        UnusableInput, match=r"2026-11-30.toml, line 5 \(in DECKCHECK_DATA\), list ga-standard: there is no card"
    ):
        review_law(broken)
    found.store.close()
    broken.store.close()


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("format/ga/x.toml", "holds none of formats, banlists, catalogue, templates"),
        ("formats/gaa/x.toml", "formats/gaa/x.toml"),
        ("banlists/ga/november.toml", "banlists/ga/november.toml"),
        ("banlists/ga/more/2026-11-30.toml", "banlists/ga/more/2026-11-30.toml"),
    ],
)
def test_a_folder_with_what_nothing_reads_is_refused(
    sqlite_url: str, clock: Clock, root: Path, tmp_path: Path, file: str, told: str
) -> None:
    path = tmp_path / "own" / file
    path.parent.mkdir(parents=True)
    path.write_text(BAN, "utf-8")
    with pytest.raises(UnusableInput, match=told):
        live_desk(sqlite_url, clock, root, folder=tmp_path / "own")
