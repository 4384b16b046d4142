"""QR codes as drawings within a page: for links that a phone takes over, and for apps that show codes."""

from __future__ import annotations

import segno
from markupsafe import Markup


def qr_code(text: str, words: str) -> Markup:
    """The code as SVG, dark on light in every mode, as readers need it; `words` say what it holds."""
    drawn = segno.make(text, micro=False, error="m")
    side, _ = drawn.symbol_size(scale=4, border=4)
    svg = drawn.svg_inline(scale=4, border=4, dark="#000", light="#fff", title=words, svgclass="qr", omitsize=True)
    return Markup(svg.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1))  # noqa: S704  # segno escapes the title, and all else in it are numbers


def join_address(base: str, slug: str, code: str) -> str:
    """Where a phone that scans the join code comes to."""
    return f"{base}/j/{code}" if code else f"{base}/e/{slug}/join"


def join_qr(base: str, slug: str, code: str, event: str) -> Markup:
    """The join code of an event as a drawing."""
    return qr_code(join_address(base, slug, code), f"The page to join {event}")
