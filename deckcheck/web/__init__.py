"""The served application: pages for people, an API for programs. `create_app` makes it."""

from __future__ import annotations

from apiflask import APIFlask
from jinja2 import StrictUndefined

from deckcheck import __version__
from deckcheck.services.desk import Desk
from deckcheck.settings import Settings
from deckcheck.web import api, check, errors, facts, health, safety, statics, words
from deckcheck.web.current import EXTENSION
from deckcheck.wiring import build_desk


def create_app(settings: Settings | None = None, desk: Desk | None = None) -> APIFlask:
    """The application on a desk: the one given, or that of the installation."""
    settings = settings or Settings.from_env()
    app = APIFlask(
        "deckcheck.web",
        title="Deckcheck",
        version=__version__,
        spec_path=api.SPEC_PATH,
        docs_path=None,
        json_errors=False,
        static_folder=None,  # type: ignore[arg-type]  # statics.py serves them
        template_folder=str(settings.data_root / "templates"),
    )
    app.extensions[EXTENSION] = desk or build_desk(settings)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(words.FILTERS)
    for part in (statics, safety, errors):
        part.prepare(app)
    for blueprint in (check.bp, facts.bp, api.bp, health.bp):
        app.register_blueprint(blueprint)
    api.describe(app)
    return app
