"""Lists that come by an address: the parameters of decklist.org, and links to the sites that keep decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.deck_sites import DeckLink, deck_link
from deckcheck.decklist.list_text import LIMITS
from deckcheck.law.formats import FormatError
from deckcheck.lists.list_checks import read_day
from deckcheck.updates.deck_links import fetch_deck
from deckcheck.updates.update import contact_of

bp = Blueprint("links", __name__)

MAIN, SIDE = "deckmain", "deckside"
DECKLIST_ORG: Final = (MAIN, SIDE, "eventformat", "eventdate")
"""What the export buttons of deck sites give decklist.org, as its own page describes it. The names, numbers and places
that they may give too are for its sheet, and are not looked at."""


def by_decklist_org(fields: Mapping[str, str], app: App) -> dict[str, str]:
    """The check page's own fields for those of decklist.org; none where there is no deck among them."""
    if not (fields.get(MAIN) or fields.get(SIDE)):
        return {}
    main, side = (fields.get(name, "")[: LIMITS.bytes].strip() for name in (MAIN, SIDE))
    text = f"{main}\n\nSideboard\n{side}" if side else main
    return {"text": text, "format": _format(fields, app), "on": _day(fields)}


def _format(fields: Mapping[str, str], app: App) -> str:
    try:
        return app.format(fields.get("eventformat", "")[:100]).id
    except FormatError:
        return ""


def _day(fields: Mapping[str, str]) -> str:
    try:
        return read_day(fields.get("eventdate", "")[:40]).isoformat()
    except UnusableInput:
        return ""


@bp.before_app_request
def hand_on() -> ResponseReturnValue | None:
    """Lead a deck that an export button sent to the start to the check page, without whatever names a person."""
    known = {name: request.args[name] for name in DECKLIST_ORG if request.args.get(name)} if request.path == "/" else {}
    return redirect(f"/check?{urlencode(known)}") if MAIN in known or SIDE in known else None


def fetchable(text: str, app: App) -> DeckLink | None:
    """The link that a text is, if its site hands the deck to programs and this installation may ask for it."""
    link = deck_link(text) if app.settings.fetch_decks else None
    return link if link and link.interface else None


def fetched(link: DeckLink, app: App) -> str:
    """The list that a link leads to; refused with how to export it there."""
    return fetch_deck(link, app.reference.games.values(), contact_of(app.settings))
