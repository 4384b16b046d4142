"""The colours of app.css: every pair of words and ground that the pages use can be read, in both modes."""

from __future__ import annotations

import gzip
import re

import pytest

from deckcheck.web.statics import FOLDER

CSS = (FOLDER / "app.css").read_text(encoding="utf-8")
STATES = ("legal", "illegal", "undecided", "locked", "late")
WORDS, LARGE, CONTROLS = 4.5, 7.0, 3.0
PAIRS = [
    *((text, ground, WORDS) for text in ("ink", "ink2", "link", "idle", *STATES) for ground in ("sheet", "desk")),
    *((state, f"{state}-bg", WORDS) for state in STATES),
    *(("ink", f"{state}-bg", LARGE) for state in STATES),
    *((figure, "sheet", LARGE) for figure in ("ink", "legal", "illegal")),
    *(("edge", ground, CONTROLS) for ground in ("sheet", "desk")),
    *(("focus", ground, CONTROLS) for ground in ("sheet", "desk")),
    ("ink", "now", WORDS),
    ("ink2", "now", WORDS),
    ("on-marker", "marker", LARGE),
    ("ink", "stroke", LARGE),
]
PRINTED = {("ink", "sheet"): (16.99, 14.95), ("ink2", "desk"): (7.04, 9.78), ("illegal", "illegal-bg"): (6.12, 7.28)}


def tokens(mode: str) -> dict[str, str]:
    light, dark = re.split(r"@media \(prefers-color-scheme: dark\)", CSS, maxsplit=1)
    found = dict(re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6})", light))
    return found if mode == "light" else {**found, **dict(re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6})", dark))}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground", "least"), PAIRS)
def test_words_can_be_read_on_their_ground(mode: str, text: str, ground: str, least: float) -> None:
    colours = tokens(mode)
    assert contrast(colours[text], colours[ground]) >= least


def test_the_figures_are_those_of_the_design() -> None:
    for (text, ground), (light, dark) in PRINTED.items():
        assert contrast(tokens("light")[text], tokens("light")[ground]) == pytest.approx(light, abs=0.01)
        assert contrast(tokens("dark")[text], tokens("dark")[ground]) == pytest.approx(dark, abs=0.01)


@pytest.mark.parametrize("mark", re.findall(r"^\.[WUBRG] \{ background: (#\w{6})", CSS, re.MULTILINE) or ["none"])
def test_letters_can_be_read_in_their_squares(mark: str) -> None:
    assert contrast(tokens("light")["on-marker"], mark) >= LARGE


def test_the_style_is_small() -> None:
    assert len(gzip.compress(CSS.encode())) < 10_000
