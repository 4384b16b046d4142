"""QR codes as drawings within a page: for links that a phone takes over, and for apps that show codes."""

from __future__ import annotations

import segno
from markupsafe import Markup


def qr_code(text: str, words: str) -> Markup:
    """The code as SVG, dark on light in every mode, as readers need it; `words` say what it holds."""
    drawn = segno.make(text, micro=False, error="m")
    svg = drawn.svg_inline(scale=4, border=4, dark="#000", light="#fff", title=words, svgclass="qr")
    return Markup(svg)  # noqa: S704  # segno escapes the title, and all else in it are numbers
