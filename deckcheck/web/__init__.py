"""The served application: pages for people, an API for programs. `create_app` makes it."""

from __future__ import annotations

from functools import cache

from apiflask import APIFlask
from flask import Blueprint
from jinja2 import FileSystemLoader, StrictUndefined

from deckcheck.app.context import App
from deckcheck.decklist.lazy import members
from deckcheck.settings import Settings
from deckcheck.version import __version__
from deckcheck.web import (
    api,
    cache_headers,
    cookies,
    current,
    errors,
    forms,
    health,
    json_sent,
    languages,
    limits,
    offline,
    own_copy,
    pages,
    safety,
    statics,
    words,
)
from deckcheck.web.api.common import SPEC_PATH
from deckcheck.web.asker import shown_who
from deckcheck.web.pages.publication.public_shown import timed
from deckcheck.web.serving import proxies
from deckcheck.wiring import build_running_desk


def create_app(settings: Settings | None = None, app: App | None = None) -> APIFlask:
    """The application with its context: the one given, or that of the installation."""
    settings = settings or Settings.from_env()
    flask_app = APIFlask(
        "deckcheck.web",
        title="Deckcheck",
        version=__version__,
        spec_path=SPEC_PATH,
        docs_path=None,
        json_errors=False,
        static_folder=None,  # type: ignore[arg-type]  # statics.py serves them
        template_folder=str(settings.data_root / "templates"),
    )
    flask_app.extensions[current.EXTENSION] = app = app or build_running_desk(settings)
    if settings.data_folder is not None:
        flask_app.jinja_loader = FileSystemLoader(
            [settings.data_folder / "templates", settings.data_root / "templates"]
        )
    current.prepare(flask_app)
    for guard in (cookies, proxies):
        guard.prepare(flask_app, app.settings)
    flask_app.jinja_env.undefined = StrictUndefined
    flask_app.jinja_env.trim_blocks = flask_app.jinja_env.lstrip_blocks = True
    flask_app.jinja_env.filters.update(words.FILTERS)
    flask_app.jinja_env.globals.update(shown_who=shown_who, timed=timed, frame=None, last_updates=words.last_updates)
    flask_app.jinja_env.globals.update(source_address=lambda: app.settings.source or "/about#source")
    for part in (languages, forms, json_sent, statics, safety, limits, cache_headers, own_copy, errors):
        part.prepare(flask_app)
    for blueprint in parts():
        flask_app.register_blueprint(blueprint)
    api.describe(flask_app)
    return flask_app


@cache
def parts() -> tuple[Blueprint, ...]:
    """Every blueprint of the pages and of the API: a new file with one is all that it takes."""
    found = [health.bp, offline.bp, statics.bp, *members(pages, Blueprint), *members(api, Blueprint)]
    return tuple(dict.fromkeys(found))
