"""A setting of an event is said once: its column, the API, templates, the form and the audit follow from that."""

from __future__ import annotations

from dataclasses import fields
from datetime import date

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.events.plans import SETTINGS, EventSettings, StageSettings, settings_of
from deckcheck.events.settings import SettingsPatch
from deckcheck.events.templates import save_template, use_template
from deckcheck.store.models import Event, Stage
from deckcheck.web import create_app
from deckcheck.web.api.event_answers import EventOut, StageOut
from deckcheck.web.api.event_schemas import EventIn, EventPatch, StageIn
from deckcheck.web.pages.events.organizer_pages import organize_page
from tests.events import Made, make_event
from tests.organizing import acts
from tests.web.visitors import sign_in_as

OF_STAGES = tuple(field.name for field in fields(StageSettings))
NOT_ON_THE_FORM = {"digital"}
"""Whether an event is played on screens follows from where it is played; programs may say it."""


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk, playoff=True)


@pytest.fixture
def organizer(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    return sign_in_as(app, one_desk, made.accounts["organizer"])


def test_each_setting_is_a_column_a_field_of_the_api_and_of_its_answer() -> None:
    for names, row, bodies in (
        (SETTINGS, Event, (EventIn, EventPatch, EventOut)),
        (OF_STAGES, Stage, (StageIn, StageOut)),
    ):
        for name in names:
            assert name in row.__table__.columns, name
            assert all(name in body.model_fields for body in bodies), name


def test_the_answer_holds_each_setting(organizer: FlaskClient) -> None:
    told = organizer.get("/api/v1/e/northern-open").get_json()
    assert set(EventOut.model_fields) == set(told)
    assert all(set(StageOut.model_fields) == set(stage) for stage in told["stages"])
    EventOut.model_validate(told)


def test_each_setting_is_on_both_forms_of_an_event(organizer: FlaskClient) -> None:
    for path in ("/e/northern-open/settings", "/organize/new"):
        page = organizer.get(path).text
        for name in set(SETTINGS) - NOT_ON_THE_FORM - {"house"}:
            assert f'name="{name}"' in page, (path, name)


def test_a_template_keeps_each_setting_but_the_day(one_desk: App, made: Made) -> None:
    who = made.as_account("organizer")
    save_template(one_desk, who, made.slug)
    plan = use_template(one_desk, who, organize_page(one_desk, who).templates[0].uid, date(2026, 7, 4))
    with one_desk.store.read() as session:
        set_to = settings_of(session.query(Event).one())
        assert [n for n in SETTINGS if n != "day" and getattr(plan, n) != set_to[n]] == []


def test_what_is_no_setting_cannot_be_changed() -> None:
    with pytest.raises(TypeError, match="colour"):
        SettingsPatch(colour="red")


def test_a_fault_stands_beside_its_field_and_nothing_typed_is_lost(organizer: FlaskClient) -> None:
    sent = {"name": "Evening", "day": "yester", "format": "modern", "team_size": "many", "zone": "Europe/London"}
    answer = organizer.post("/e/northern-open/settings", data=sent)
    assert answer.status_code == 422
    for name, sentence in (
        ("day", "“yester” is not a day. Enter it like 4 Dec, Friday or tomorrow."),
        ("team_size", "“many” is no whole number."),
    ):
        assert f'<ul class="illegal-text" id="{name}-fault"><li>{sentence}</li></ul>' in answer.text
    assert all(f'value="{sent[name]}"' in answer.text for name in ("name", "day"))


def test_the_audit_names_free_text_without_repeating_it(one_desk: App, organizer: FlaskClient) -> None:
    organizer.patch("/api/v1/e/northern-open", json={"place": "Hall 2", "accepts": "legal"}, headers={"If-Match": "1"})
    assert acts(one_desk)[-1][-1] == "place accepts=legal"
    assert [f.name for f in fields(EventSettings)] == list(SETTINGS)
