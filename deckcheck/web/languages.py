"""The language a page is said in: the one chosen in this browser, else the first of the browser's own that we speak.

Pages for players are said in it, and their paper. Pages for staff and the API are English.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Final

from flask import Flask, Response, request

from deckcheck import translations
from deckcheck.app.mail import keep_language
from deckcheck.app.refusals import Refused
from deckcheck.store.store import Busy
from deckcheck.translations import ENGLISH, LANGUAGES
from deckcheck.web import current
from deckcheck.web.asker import current_who

COOKIE: Final = "deckcheck-language"
ENGLISH_ONLY: Final = frozenset(
    "account announcement audit boarding check_ending checks deck_check desk_import desk_people desk_writing draws "
    "event_order event_publication event_settings event_stages event_staff invited offline organize overview "
    "persons pool_entering pool_staff printing programs public_files recheck reviewing roster sign_in update_file "
    "updates verify".split()
)
"""The parts that only staff meet, or those who verify proofs."""
ENGLISH_PAGES: Final = frozenset(
    {"facts.list_rules", "facts.show_rule", "help.index", "help.show", "public.show_seals"}
)
"""Pages of help, and what is written for those who check sources or compute proofs."""
PLAYERS_TOO: Final = frozenset(
    (
        *("sign_in.follow", "sign_in.show_sign_out", "sign_in.do_sign_out"),
        *("printing.own_sheet", "printing.own_pool", "printing.blank_of_format", "printing.checked_sheet"),
    )
)
"""What players use of the parts of staff: their link, the way out, and their own paper."""

OF_PLAYERS: Final = frozenset({"player", "player_editor", "player_list", "pool_player", "pool_deck"})
"""The parts that a player uses in an event: letters to them are in the language that they last saw there."""


def prepare(app: Flask) -> None:
    """Say each page in its reader's language, and nothing else."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # The extension adds it.
        translations.gettext, translations.ngettext, newstyle=True, pgettext=translations.pgettext
    )
    app.jinja_env.globals.update(language=translations.language, languages=spoken, script_words=script_words)
    app.before_request(_speak)
    app.after_request(_told)


def chosen() -> str:
    """The language of the browser's choice, or of its settings."""
    kept = request.cookies.get(COOKIE, "")
    return kept if kept in spoken() else request.accept_languages.best_match(spoken(), ENGLISH)


@cache
def spoken() -> tuple[str, ...]:
    """The languages there is a catalogue of; looked for once, as every request asks."""
    return tuple(tag for tag in LANGUAGES if tag == ENGLISH or (translations.FOLDER / f"{tag}.po").exists())


def script_words() -> dict[str, str]:
    """What the pages' scripts say, by its English, in the language of the page."""
    return translations.of_scripts(translations.language())


def _speak() -> None:
    blueprint = request.blueprint or ""
    is_api = request.path.startswith("/api/")
    of_staff = blueprint in ENGLISH_ONLY and request.endpoint not in PLAYERS_TOO
    is_english = is_api or of_staff or request.endpoint in ENGLISH_PAGES
    translations.speak(ENGLISH if is_english else chosen())


def _told(response: Response) -> Response:
    slug = (request.view_args or {}).get("slug")
    if slug and request.blueprint in OF_PLAYERS and request.method == "GET" and response.status_code == HTTPStatus.OK:
        with suppress(Refused, Busy):  # The page stands without it.
            keep_language(current.app(), current_who(), slug)
    if response.mimetype == "text/html":
        response.headers.setdefault("Content-Language", translations.language())
        response.vary.update(("Accept-Language", "Cookie"))
    translations.speak(ENGLISH)
    return response
