"""Every job takes the taps that it is to take at most, and the document says of all of them what is so."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scripts import taps
from tests.browser.halls import Hall
from tests.browser.jobs import JOBS


@pytest.mark.parametrize("name", JOBS)
def test_a_job_takes_no_more_than_its_target(browser: Browser, sqlite_url: str, tmp_path: Path, name: str) -> None:
    job = JOBS[name]
    with Hall(browser, sqlite_url, tmp_path) as hall:
        finger = job.play(hall)
    assert job.target.is_kept_by(finger), job.target.took(finger)
    assert taps.row(name, finger) in taps.DOCUMENT.read_text("utf-8").splitlines()


def test_the_document_has_every_job_and_no_other() -> None:
    lines = taps.DOCUMENT.read_text("utf-8").splitlines()
    rows = [line.split(" | ")[0].removeprefix("| ") for line in lines if line.startswith("| ")][2:]
    assert rows == list(JOBS)
