"""The document of how jobs are spoken is what the pages say now; nothing in it is without a name."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scripts import spoken
from tests.browser.halls import Hall


@pytest.mark.parametrize("title", spoken.JOBS)
def test_a_job_is_spoken_as_the_document_says(browser: Browser, sqlite_url: str, tmp_path: Path, title: str) -> None:
    with Hall(browser, sqlite_url, tmp_path, frozen=True) as hall:
        told = spoken.spoken(title, hall)
    assert told in spoken.DOCUMENT.read_text("utf-8")


def test_the_document_has_every_job_and_everything_has_a_name() -> None:
    document = spoken.DOCUMENT.read_text("utf-8")
    assert [line[3:] for line in document.splitlines() if line.startswith("## ")] == list(spoken.JOBS)
    assert "WITHOUT A NAME" not in document
