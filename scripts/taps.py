"""Count the taps that every job takes in a real browser, and write docs/taps.md; with `show`, print the table alone.

Usage, in the folder of the project: .venv/bin/python -m scripts.taps [show]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from playwright.sync_api import expect, sync_playwright

from scripts.screenshots import FLAGS, ROOT
from tests.browser.finger import Finger
from tests.browser.halls import Hall
from tests.browser.jobs import JOBS
from tests.browser.patience import PATIENCE
from tests.browser.program import browser_program
from tests.databases import migrated

DOCUMENT: Final = ROOT / "docs" / "taps.md"
ABOUT: Final = """# Taps

How many taps each job takes, counted while it is done in a real browser: by `scripts/taps.py`, which wrote this page,
and by `tests/browser/test_taps.py`, which holds each job to its target. On a phone 360 pixels wide where nothing else
is said.

A tap into a field counts, unless the field has the focus already; what is typed into it does not. Where a target names
fields, each stands for the tap into it and for what is typed. Letters count where only a number is typed (a player, a
table). Before: what the first version took, where somebody had counted.

"""


def row(name: str, finger: Finger) -> str:
    """A job in the table, with what a finger took."""
    job = JOBS[name]
    return (
        f"| {name} | {job.start} | {job.target} | {job.before or '-'} | {job.target.took(finger)} | {finger.fields} |"
    )


def table(fingers: Mapping[str, Finger]) -> str:
    """All jobs with what they took."""
    head = "| job | from | target | before | now | fields filled |\n| --- | --- | --- | --- | --- | --- |"
    return "\n".join([head, *(row(name, finger) for name, finger in fingers.items())]) + "\n"


def play_all() -> dict[str, Finger]:
    """Play every job once, each on a database of its own."""
    fingers = {}
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_program(), headless=True, args=FLAGS)
        for name, job in JOBS.items():
            with tempfile.TemporaryDirectory() as folder:
                home = Path(folder)
                with Hall(browser, migrated(f"sqlite:///{home / 'deckcheck.db'}"), home) as hall:
                    fingers[name] = job.play(hall)
        browser.close()
    return fingers


def main() -> int:
    """Print the table, write the document; 1 if a job takes more than its target."""
    fingers = play_all()
    print(table(fingers))
    if sys.argv[1:] != ["show"]:
        DOCUMENT.write_text(ABOUT + table(fingers), encoding="utf-8")
    return 0 if all(JOBS[name].target.is_kept_by(finger) for name, finger in fingers.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
