"""Counting a deck without scripts: each button of a check's form counts what it says, and sent twice counts once."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.checks.check_values import CheckRow, CheckView
from deckcheck.web import create_app
from tests.deck_checks import begin, event_in_play, seen
from tests.desks import Clock
from tests.events import Made
from tests.web.visitors import sign_in_as


@dataclass
class Table:
    """A check that has begun, and the browser of its judge."""

    app: APIFlask
    desk: App
    made: Made
    uid: str
    judge: FlaskClient

    @property
    def view(self) -> CheckView:
        return seen(self.made, self.desk, self.uid)

    @property
    def rows(self) -> dict[str, CheckRow]:
        return {row.row: row for section in self.view.sections for pile in section.piles for row in pile.rows}

    def press(self, button: str, typed: tuple[str, str] = ("", ""), *, key: str = "", client: Any = None) -> int:
        sent = {"do": button, "key": key or str(uuid.uuid4()), typed[0]: typed[1]}
        return (client or self.judge).post(f"/e/{self.made.slug}/checks/{self.uid}/count", data=sent).status_code


@pytest.fixture
def table(one_desk: App, clock: Clock) -> Table:
    made = event_in_play(one_desk, clock)
    app = create_app(one_desk.settings, one_desk)
    uid = begin(made, one_desk).head.uid
    return Table(app, one_desk, made, uid, sign_in_as(app, one_desk, made.accounts["judge"]))


def test_each_button_counts_what_it_says(table: Table) -> None:
    row = next(row for row in table.rows.values() if row.listed > 2)
    for button, total in ((f"one:{row.row}", 1), (f"one:{row.row}", 2), (f"less:{row.row}", 1)):
        assert table.press(button) == 303
        assert table.rows[row.row].count.total == total
    assert table.press(f"all:{row.row}") == 303
    assert table.rows[row.row].count.total == row.listed
    assert table.press(f"all:{row.row}") == 303
    assert table.rows[row.row].count.total == row.listed


def test_the_rest_of_a_section_is_there(table: Table) -> None:
    first = next(iter(table.rows.values()))
    table.press(f"one:{first.row}")
    assert table.press(f"rest:{first.section}") == 303
    section = next(s for s in table.view.sections if s.section == first.section)
    assert (section.seen, section.done) == (section.listed, True)
    assert table.press(f"open:{first.section}") == 303
    assert not next(s for s in table.view.sections if s.section == first.section).done


def test_numbers_and_cards_by_name_are_counted(table: Table) -> None:
    first = next(iter(table.rows.values()))
    assert table.press("compare", (f"n:{first.row}", "2")) == 303
    assert table.rows[first.row].count.total == 2
    assert table.press(f"add:{first.section}", (f"add-{first.section}", "1 Abrade")) == 303
    assert next(row for row in table.rows.values() if row.name == "Abrade").count.total == 1
    assert table.press(f"add:{first.section}", (f"add-{first.section}", "1 No Such Card At All")) == 422


def test_two_judges_say_whether_they_saw_the_same_cards(table: Table) -> None:
    row = next(row for row in table.rows.values() if row.listed > 2)
    head = sign_in_as(table.app, table.desk, table.made.accounts["head-judge"])
    assert table.press(f"one:{row.row}", client=head) == 409
    assert table.rows[row.row].count.total == 0
    head.post(f"/e/{table.made.slug}/checks/{table.uid}/join", data={})
    table.press(f"one:{row.row}")
    assert table.press(f"one:{row.row}", client=head) == 303
    assert table.rows[row.row].count.conflict
    assert table.press(f"sum:{row.row}") == 303
    assert (table.rows[row.row].count.total, table.rows[row.row].count.conflict) == (2, False)
    assert table.press(f"all:{row.row}") == 303
    assert table.rows[row.row].count.total == row.listed


def test_a_form_that_is_sent_twice_counts_once(table: Table) -> None:
    row, key = next(iter(table.rows)), str(uuid.uuid4())
    assert [table.press(f"one:{row}", key=key) for _ in range(2)] == [303, 303]
    assert table.rows[row].count.total == 1
