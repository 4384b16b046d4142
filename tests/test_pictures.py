"""Every page is pictured, on a phone and on a desk, and shown in the documents."""

from __future__ import annotations

from typing import Final

from flask import Flask

from deckcheck.app.context import App
from deckcheck.web import create_app
from scripts import pictures
from scripts.screenshots import SIZES

NO_PAGE: Final = {
    "/check/picks": "a part of the check page",
    "/e/<slug>/my/data": "a file",
    "/e/<slug>/overview/figures": "a part of the overview",
    "/e/<slug>/roster/rows": "a part of the roster",
    "/favicon.ico": "an icon",
    "/healthz": "for machines",
    "/j/<code>": "leads on to joining",
    "/livez": "for machines",
    "/manifest.webmanifest": "for browsers",
    "/offline": "a page that a phone shows without a network",
    "/readyz": "for machines",
    "/static/<path:name>": "files",
    "/sw.js": "a script",
}
"""Addresses that are read but have no page of their own, and what they have instead."""
FILES: Final = (".<kind>", ".csv", ".json", ".pdf")
"""What an address of a file ends with."""
LARGEST: Final = 150_000
ALL_OF_THEM: Final = 7_000_000


def readable(app: Flask) -> set[str]:
    """The addresses for people: what programs read is pictured by its document alone."""
    rules = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    return {rule for rule in rules if not rule.startswith("/api/") and not rule.endswith(FILES)}


def pictured(app: Flask) -> set[str]:
    """The rules that the pictured addresses follow."""
    adapter, found = app.url_map.bind("localhost"), set()
    for pages in pictures.SETS.values():
        for address in pages.values():
            path = address.partition("?")[0]
            if path != "/nothing-here":
                found.add(adapter.match(path, return_rule=True)[0].rule)
    return found


def test_every_page_is_pictured_or_known_to_have_none(one_desk: App) -> None:
    app = create_app(one_desk.settings, one_desk)
    rules, shown = readable(app), pictured(app)
    assert rules - shown - NO_PAGE.keys() == set(), "Give each a picture in scripts/screenshots_*.py, or a line above."
    assert NO_PAGE.keys() - rules == set()
    assert NO_PAGE.keys() & shown == set()


def test_every_picture_is_there_and_small_and_no_other() -> None:
    names = [name for pages in pictures.SETS.values() for name in pages]
    wanted = {f"{name}-{width}-light.png" for name in names for width in SIZES} | {
        f"check-{width}-dark.png" for width in SIZES
    }
    sizes = {file.name: file.stat().st_size for file in pictures.FOLDER.iterdir()}
    assert len(names) == len(set(names))
    assert sizes.keys() == wanted
    assert [name for name, size in sizes.items() if size > LARGEST] == []
    assert sum(sizes.values()) < ALL_OF_THEM


def test_the_document_shows_all_of_them() -> None:
    assert pictures.DOCUMENT.read_text("utf-8") == pictures.document()
    assert pictures.CAPTIONS.keys() == {name for pages in pictures.SETS.values() for name in pages}
