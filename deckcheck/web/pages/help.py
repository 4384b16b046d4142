"""Help in short pages, one job each, from `docs/help`, and what this installation is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from deckcheck.version import __version__
from deckcheck.web.current import app
from deckcheck.web.pages.check.forms import CheckForm
from deckcheck.web.pages.check.samples import sample

bp = Blueprint("help", __name__)

INDEX: Final = "README"
_SERVED: Final = {"../privacy.md": "/privacy", "../proof.md": "/verify", "../checks.md": "/compare"}
"""Where the pages lead to a page of the application instead of a document."""


class Part(NamedTuple):
    """What stands under a heading. `level`: 1 the page, 2 a section, 3 a question; `deck`: a format and a list."""

    level: int
    title: str
    html: Markup
    deck: tuple[str, str] | None
    links: tuple[tuple[str, str], ...]


@bp.get("/help")
def index() -> ResponseReturnValue:
    """All pages, by who needs them."""
    return render_template("help.html", page="", who="", groups=_groups(_folder()), parts=(), sample=None)


@bp.get("/help/<page>")
def show(page: str) -> ResponseReturnValue:
    """One page: numbered steps, what one will see, and questions."""
    groups = _groups(_folder())
    who = next((who for who, pages in groups if any(slug == page for slug, _ in pages)), None) or abort(404)
    parts = _parts(_folder() / f"{page}.md")
    deck = next((part.deck for part in parts if part.deck), None)
    shown = sample(CheckForm(text=deck[1], format=deck[0]), app()) if deck else None
    return render_template("help.html", page=page, who=who, groups=groups, parts=parts, sample=shown)


@bp.get("/about")
def about() -> ResponseReturnValue:
    """What Deckcheck is, which release runs here, and where its source is."""
    games = app().reference.games.values()
    return render_template("about.html", version=__version__, games=games, settings=app().settings)


def _folder() -> Path:
    return app().settings.data_root / "docs" / "help"


@cache
def _groups(folder: Path) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The pages under the headings of the index: addresses and titles."""
    parts = _parts(folder / f"{INDEX}.md")
    return tuple((part.title, tuple((way.split("/")[-1], title) for way, title in part.links)) for part in parts[1:])


@cache
def _parts(path: Path) -> tuple[Part, ...]:
    """A document by its headings."""
    reader = MarkdownIt("commonmark", {"html": False})
    tokens = reader.parse(path.read_text("utf-8"))
    begins = [place for place, token in enumerate(tokens) if token.type == "heading_open"]
    ends = [*begins[1:], len(tokens)]
    return tuple(_part(reader, tokens[begin:end]) for begin, end in zip(begins, ends, strict=True))


def _part(reader: MarkdownIt, tokens: Sequence[Token]) -> Part:
    """Of the tokens from a heading on: the three of the heading itself, then what stands under it."""
    body, links = tokens[3:], tuple(_links(tokens))
    deck = next((token for token in body if token.type == "fence" and token.info.startswith("deck ")), None)
    shown = [_styled(token) for token in body if token is not deck]
    return Part(
        int(tokens[0].tag[1:]),
        tokens[1].content,
        Markup(reader.renderer.render(shown, reader.options, {})),  # noqa: S704  # the project's own documents
        (deck.info.removeprefix("deck ").strip(), deck.content.rstrip("\n")) if deck else None,
        links,
    )


def _styled(token: Token) -> Token:
    if token.type == "ordered_list_open":
        token.attrSet("class", "steps")
    return token


def _links(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Lead from one document to another as the application serves them: address and words of each link."""
    for token in tokens:
        children = token.children or []
        for place, child in enumerate(children):
            if child.type == "link_open":
                told = str(child.attrGet("href") or "")
                way = _SERVED.get(told) or re.sub(r"^([\w-]+)\.md$", r"/help/\1", told)
                child.attrSet("href", way)
                yield way, children[place + 1].content
