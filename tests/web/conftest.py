"""The application with the law and the cards of the product, on a fixed day."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.settings import Settings
from deckcheck.web import create_app
from deckcheck.web.limits import ledger
from deckcheck.wiring import build_desk, open_store

DAY = datetime(2026, 6, 13, 9, 41, tzinfo=UTC)


@pytest.fixture(scope="session")
def desk(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> App:
    home = tmp_path_factory.mktemp("web")
    shutil.copyfile(migrated_file, home / "deckcheck.db")
    settings = replace(Settings.from_env({}), home=home, database_url=f"sqlite:///{home / 'deckcheck.db'}")
    store = open_store(settings)
    return replace(build_desk(settings), clock=lambda: DAY, open_store=lambda: store)


@pytest.fixture(scope="session")
def app(desk: App) -> APIFlask:
    return create_app(Settings.from_env({}), desk)


@pytest.fixture
def client(app: APIFlask) -> FlaskClient:
    with app.app_context():
        ledger().forget()
    return app.test_client()
