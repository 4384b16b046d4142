"""Secrets in addresses and headers are cut out of what is logged, tracebacks included."""

from __future__ import annotations

import logging

import pytest

from deckcheck.web.serving.server import Cutting, cut


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Fault at /r/AbC123", "Fault at /r/..."),
        ("GET /reset/AbC123?x=1 HTTP/1.1", "GET /reset/... HTTP/1.1"),
        ("Authorization: Bearer dkc_AbC123", "Authorization: Bearer ..."),
        ("token dkc_AbC123 is over", "token dkc_... is over"),
        ("Fault at /r/<secret>", "Fault at /r/<secret>"),
        ("GET /rules/copies and /e/northern-open/roster", "GET /rules/copies and /e/northern-open/roster"),
    ],
)
def test_a_secret_is_cut_and_all_else_is_told(text: str, told: str) -> None:
    assert cut(text) == told


def test_a_traceback_is_cut_too(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("deckcheck.tests.cutting")
    log.addFilter(Cutting())
    try:
        raise ValueError("no /r/AbC123")
    except ValueError:
        log.exception("At %s", "/r/AbC123")
    assert "AbC123" not in caplog.text
    assert "ValueError: no /r/..." in caplog.text
    assert "At /r/..." in caplog.text
