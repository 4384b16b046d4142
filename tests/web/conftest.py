"""The application with the law and the cards of the product, on a fixed day."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.services.desk import Desk
from deckcheck.settings import Settings
from deckcheck.web import create_app
from deckcheck.web.safety import limiter
from deckcheck.wiring import build_desk

DAY = datetime(2026, 6, 13, 9, 41, tzinfo=UTC)


@pytest.fixture(scope="session")
def desk() -> Desk:
    real = build_desk(Settings.from_env({}))
    return replace(real, clock=lambda: DAY)


@pytest.fixture(scope="session")
def app(desk: Desk) -> APIFlask:
    return create_app(Settings.from_env({}), desk)


@pytest.fixture
def client(app: APIFlask) -> FlaskClient:
    with app.app_context():
        limiter.reset()
    return app.test_client()
