"""Events of retired formats: the day of the event selects the law by which their lists are judged."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from deckcheck.app.context import App
from tests.events import make_event
from tests.registrations import accept, receipts_of, send
from tests.tables import every_row
from tests.verdicts import records

LISTS: Final = {record["id"]: record for record in records("lists/retired.jsonl")}


def as_text(record: dict[str, Any]) -> str:
    main, side = ([f"{count} {name}" for count, name in record[part]] for part in ("main", "side"))
    return "\n".join([*main, "", "Sideboard", *side])


@every_row(
    ("which", "day", "verdict"),
    [
        ("retro-01", "2000-04-16", "legal"),
        ("retro-01", "2000-07-01", "illegal"),
        ("retro-02", "2006-02-01", "legal"),
        ("retro-02", "2008-10-03", "illegal"),
        ("retro-07", "2026-11-29", "legal"),
    ],
)
def test_an_event_of_long_ago_judges_by_its_day(one_desk: App, which: str, day: str, verdict: str) -> None:
    record = LISTS[which]
    event = make_event(
        one_desk, format=record["format"], day=date.fromisoformat(day), slug=f"{which}-{day}", join_code=None
    )
    assert send(event, one_desk, as_text(record)).verdict == verdict
    accept(event, one_desk)
    assert receipts_of(event, one_desk)[-1].verdict == verdict
