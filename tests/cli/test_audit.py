"""`deckcheck audit` says whether everything kept of an event is what its audit says, and where it is not."""

from __future__ import annotations

import pytest

from deckcheck.app.context import App
from deckcheck.store.models import Submission
from tests.cli.commands import Call
from tests.desks import KEY, Clock
from tests.histories import SLUG, begin


def test_the_command_says_that_all_holds_and_where_a_head_lies(
    one_desk: App, clock: Clock, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = begin(one_desk, clock)
    anchor = history.send(1).anchor
    monkeypatch.setenv("DECKCHECK_DATABASE_URL", one_desk.settings.database_url)
    monkeypatch.setenv("DECKCHECK_SECRET_KEY", KEY)
    said = call("audit", SLUG, "--head", anchor)
    assert said.status == 0
    assert "hold" in said.out
    assert call("audit", SLUG, "--json").json["holds"] is True
    assert call("audit", "no-such-event").is_refusal()
    with one_desk.store.write() as session:
        session.query(Submission).update({Submission.title: "another"})
    said = call("audit", SLUG)
    assert said.is_refusal()
    assert call("audit", SLUG, "--json").json["faults"]
