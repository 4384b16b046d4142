"""What is kept of deck checks and for how long, and what stays of them once their player is forgotten."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

from deckcheck.app.context import App
from deckcheck.audit.erasure import ForgetPerson, forget_person
from deckcheck.audit.person_files import export_person
from deckcheck.audit.retention_periods import tidy
from deckcheck.checks.end import AmendCheck, FinishCheck, amend_check, finish_check
from deckcheck.events.event_states import become
from deckcheck.store.models import CheckTick
from tests.deck_checks import an_op, begin, event_in_play, record_of, taps
from tests.desks import Clock
from tests.events import Made
from tests.services.test_deck_checks import audit_holds
from tests.services.test_expired_data import keeps, rows

EXTRA = "main:Lava Dart"


def checked(desk: App, clock: Clock, **more: Any) -> tuple[Made, str]:
    """An event that has ended, with one check that found a card too many and has a note."""
    made = event_in_play(desk, clock, **more)
    uid = begin(made, desk, why="many foils").head.uid
    taps(made, desk, uid, an_op(1, clock(), EXTRA, delta=1))
    judge = made.as_account("judge")
    decided = {"section": "IPG 3.5", "penalty": "Warning", "remedy": "Ada put it back"}
    finish_check(FinishCheck(judge, made.slug, uid, decided=decided, note="Ada says it was her brother's."), desk)
    amend_check(AmendCheck(judge, made.slug, uid, "asked again", text="Per saw it."), desk)
    become(desk, made.as_account("organizer"), made.slug, "completed")
    return made, uid


def test_taps_go_after_ninety_days_and_statements_after_a_year(both_desk: App, clock: Clock) -> None:
    made, uid = checked(both_desk, clock)
    desk = keeps(both_desk, tick=90, statement=365)
    clock.pass_(days=90)
    assert (tidy(desk).taps, len(rows(desk, CheckTick))) == (0, 1)
    clock.pass_(seconds=1)
    assert (tidy(desk).taps, len(rows(desk, CheckTick))) == (1, 0)
    record = record_of(desk, made.as_account("organizer"), made.slug, uid)
    assert record.found.extra == ((1, "Lava Dart", "main"),)
    assert (record.why, record.note, record.amendments[0].text) == (
        "many foils",
        "Ada says it was her brother's.",
        "Per saw it.",
    )
    clock.pass_(days=275)
    assert tidy(desk).statements == 1
    record = record_of(desk, made.as_account("organizer"), made.slug, uid)
    assert (record.why, record.note, record.amendments[0].text) == ("", "", "")
    assert record.decided["penalty"] == "Warning"
    assert tidy(desk).statements == 0
    audit_holds(desk, made)


def test_of_a_forgotten_player_figures_stay_and_no_card_of_a_closed_list(both_desk: App, clock: Clock) -> None:
    made, uid = checked(both_desk, clock, after="closed")
    forget_person(ForgetPerson(made.as_account("organizer"), made.slug, 1, "asked for it"), both_desk)
    record = record_of(both_desk, made.as_account("organizer"), made.slug, uid)
    assert (record.found.extra, record.note, record.why) == ((), "", "")
    assert record.counts["main"] == (1, 60)
    assert record.decided == {"section": "IPG 3.5", "penalty": "Warning"}
    assert rows(both_desk, CheckTick) == []
    audit_holds(both_desk, made)


def test_of_a_forgotten_player_whose_list_is_open_to_all_the_cards_stay(one_desk: App, clock: Clock) -> None:
    made, uid = checked(one_desk, clock, after="all")
    clock.pass_(seconds=timedelta(minutes=1).total_seconds())
    forget_person(ForgetPerson(made.as_account("organizer"), made.slug, 1, "asked for it"), one_desk)
    record = record_of(one_desk, made.as_account("organizer"), made.slug, uid)
    assert record.found.extra == ((1, "Lava Dart", "main"),)


def test_a_player_takes_away_what_was_noted_of_their_deck_once_the_event_has_ended(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock)
    uid = begin(made, one_desk).head.uid
    order = FinishCheck(made.as_account("judge"), made.slug, uid, result="partly", note="sleeves were new")
    finish_check(order, one_desk)

    def told() -> list[dict[str, Any]]:
        with zipfile.ZipFile(io.BytesIO(export_person(one_desk, made.as_person(0), made.slug).data)) as archive:
            found = json.loads(archive.read(f"{made.slug}/event.json"))
        checks: list[dict[str, Any]] = found["entries"][0]["checks"]
        return checks

    assert told() == []
    become(one_desk, made.as_account("organizer"), made.slug, "completed")
    assert [(one["result"], one["note"], one["judges"]) for one in told()] == [
        ("partly", "sleeves were new", ["Rosa Kim"])
    ]
