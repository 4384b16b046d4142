"""After cards or law changed, lists of coming events are judged again; organizers whose lists turn are told."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from deckcheck.app import live
from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.states.transitions import StateRefused
from deckcheck.decklist.days import day_in_words
from deckcheck.games import GAMES
from deckcheck.settings import Mail
from deckcheck.store.models import Outgoing, StoredReport
from deckcheck.store.queries import rosters
from deckcheck.updates.acts import apply_waiting
from deckcheck.updates.affected import affected_by, settle_affected
from deckcheck.updates.apply import apply, keep_waiting, roll_back
from deckcheck.updates.entries import add_entries, adding, withdraw_entries
from deckcheck.updates.in_force import preview
from tests.desks import Clock
from tests.events import Made, make_event
from tests.own_data import BAN, BAN_PATH, BANNED, DAY, FORMAT, GAME, NEW, incoming, live_desk, small_law
from tests.registrations import send

NOW = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
LATER = DAY + timedelta(days=5)
LEGAL = GAMES[GAME].presentation.example.rstrip().removesuffix("1 Tariff Ring")
CARD = "Manabolt Convergence"
HIT = BAN.replace(BANNED, CARD)
MAIL = Mail(host="mail.example.org", sender="desk@example.org")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PAUSE", 0.0)


@pytest.fixture
def desk(database_url: str, tmp_path: Path, at_once: None) -> Iterator[App]:
    found = live_desk(database_url, Clock(NOW), small_law(tmp_path / "law"))
    found = replace(found, settings=replace(found.settings, mail=MAIL, address="https://lists.example.org"))
    yield found
    found.store.close()


def event(desk: App, slug: str = "northern-open", day: date = LATER, state: str = "on", *texts: str) -> Made:
    """An event of the game with a list of each of its first players."""
    made = make_event(
        *(desk,), slug=slug, name=slug.replace("-", " ").title(), day=day, game=GAME, format=FORMAT, join_code=None,
        deadline=NOW + timedelta(days=4),
    )  # fmt: skip
    for place, text in enumerate(texts or (LEGAL,)):
        send(made, desk, text, who=made.as_person(place), number=place + 1)
    return made


def causes(desk: App, made: Made) -> list[tuple[str, bool]]:
    """The reports of an event's first stage by their causes, and whether each says that the card is banned."""
    with desk.store.read() as session:
        rows = session.query(StoredReport).order_by(StoredReport.uid).all()
        mine = {line.sent for line in rosters.roster_lines(session, made.uid, made.stages["swiss"])}
        return [
            (row.cause, any(one["rule"] == "banned" for one in row.body["problems"]))
            for row in rows
            if row.submission in mine
        ]


def letters(desk: App) -> list[str]:
    with desk.store.read() as session:
        return [str(row.body["text"]) for row in session.query(Outgoing).filter(Outgoing.kind == "mail")]


def test_a_ban_is_told_before_and_kept_after(desk: App) -> None:
    made = event(desk)
    past = event(desk, "last-week", DAY - timedelta(days=7))
    (told,) = affected_by(preview(desk, SYSTEM, adding(desk, GAME, {BAN_PATH: HIT}, SYSTEM)), desk)
    assert (told.slug, told.looked_at, [row.number for row in told.changed]) == ("northern-open", 1, [1])
    assert causes(desk, made) == [("player", False)]
    assert settle_affected(desk) == ()
    (uid,) = add_entries(desk, GAME, {BAN_PATH: HIT}, SYSTEM)
    (done,) = settle_affected(desk)
    assert done.changed == told.changed
    assert causes(desk, made) == [("player", False), ("recheck", True)]
    assert causes(desk, past) == [("player", False)]
    (letter,) = letters(desk)
    assert "https://lists.example.org/e/northern-open/roster" in letter
    assert settle_affected(desk) == ()
    withdraw_entries(desk, [uid], SYSTEM)
    settle_affected(desk)
    assert causes(desk, made)[-1] == ("recheck", False)


def test_a_new_card_makes_a_list_known(desk: App) -> None:
    made = event(desk, "northern-open", LATER, "on", LEGAL.replace(CARD, NEW))
    apply(desk, incoming(NEW), SYSTEM)
    assert [row.change.verdict_before for one in settle_affected(desk) for row in one.changed] == ["unclear"]
    roll_back(desk, GAME, SYSTEM)
    settle_affected(desk)
    assert [cause for cause, _ in causes(desk, made)] == ["player", "recheck", "recheck"]


def test_what_changes_nothing_is_not_told(desk: App) -> None:
    made = event(desk, "northern-open", LATER, "on", LEGAL.replace(CARD, "Prismatic Shard"))
    add_entries(desk, GAME, {BAN_PATH: HIT}, SYSTEM)
    assert settle_affected(desk) == ()
    assert [cause for cause, _ in causes(desk, made)] == ["player"]
    assert letters(desk) == []


def test_what_an_update_does_to_coming_events_is_told_before_it_is_applied(desk: App) -> None:
    event(desk, "northern-open", LATER, "on", LEGAL.replace(CARD, NEW))
    uid = keep_waiting(desk, incoming(NEW), SYSTEM)
    with pytest.raises(StateRefused) as asked:
        apply_waiting(desk, SYSTEM, uid, confirmed=False)
    assert str(asked.value) == (
        f"Lists of 1 coming event change. Northern Open, {day_in_words(LATER)}: 1 is now legal. "
        "Their organizers get a message. Apply it?"
    )
    assert settle_affected(desk) == ()
    apply_waiting(desk, SYSTEM, uid, confirmed=True)
    assert [one.slug for one in settle_affected(desk)] == ["northern-open"]


def test_several_processes_tell_it_once(desk: App) -> None:
    made = event(desk)
    add_entries(desk, GAME, {BAN_PATH: HIT}, SYSTEM)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: settle_affected(desk), range(4)))
    assert causes(desk, made) == [("player", False), ("recheck", True)]
    assert len(letters(desk)) == 1
