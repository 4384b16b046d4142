"""A sign that PostgreSQL keeps in no text is told in a sentence, on both databases, and nothing is lost."""

from __future__ import annotations

from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.events import make_event
from tests.web.visitors import player, visitor


def test_nul_in_what_is_sent_is_no_fault(both_desk: App) -> None:
    made = make_event(both_desk, players=1)
    app = create_app(both_desk.settings, both_desk)
    stranger, one = visitor(app), player(app, both_desk, made.entries[0])
    answers = [
        stranger.get("/e/%00"),
        stranger.get("/api/v1/e/a%00b/stages"),
        stranger.get(f"/e/{made.slug}/lists?stage=%00&q=%00"),
        stranger.post("/join", data={"code": "\x00", "last": "a\x00b"}),
        one.post(f"/e/{made.slug}/my", data={"text": "60 Island\x00", "draft": "0", "stage": "\x00", "tab": "\x00"}),
        one.post(f"/e/{made.slug}/my/send", data={"text": "60 Island\x00", "key": "a\x00b"}),
    ]
    assert [answer.status_code for answer in answers if answer.status_code >= 500] == []
    assert "60 Island" in answers[-1].text
