"""What styles may hang on: classes and elements; an id belongs to one page, and its style would follow it to others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import deckcheck.web

ROOT: Final = Path(__file__).parents[2]
STATIC: Final = Path(deckcheck.web.__file__).parent / "static"
TEMPLATES: Final = sorted((ROOT / "templates").rglob("*.html"))
ID: Final = re.compile(r"#[A-Za-z_]|\[id\b")


def selectors(css: str) -> list[str]:
    """What stands before each brace: selectors, and the conditions of at-rules."""
    bare = re.sub(r'"[^"]*"|/\*.*?\*/', "", css, flags=re.DOTALL)
    return [found.strip() for found in re.findall(r"([^{};]+)\{", bare)]


def styled_ids(css: str) -> list[str]:
    return [selector for selector in selectors(css) if ID.search(selector)]


def test_no_id_is_styled() -> None:
    css = {file.name: file.read_text(encoding="utf-8") for file in STATIC.glob("*.css")}
    assert "app.css" in css
    assert {name: styled_ids(text) for name, text in css.items()} == {name: [] for name in css}


def test_a_styled_id_is_found() -> None:
    css = "a { color: #fff; } /* #no { } */ @media print { #rows .x, p:not(#a) { color: red; } [id=b] { top: 0; } }"
    assert styled_ids(css) == ["#rows .x, p:not(#a)", "[id=b]"]


def test_no_template_has_styles_of_its_own() -> None:
    own = [
        file.name
        for file in TEMPLATES
        if re.search(r"<style\b|<[a-z][^<>{]*\sstyle=", file.read_text(encoding="utf-8"))
    ]
    assert TEMPLATES
    assert own == []
