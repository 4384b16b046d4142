"""Take the pictures of docs/pictures: every page at 360 and 1280 px, the check page in light and dark.

Usage: .venv/bin/python -m scripts.screenshots [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from wsgiref.types import WSGIApplication

from flask.typing import ResponseReturnValue
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import BaseWSGIServer, make_server

from deckcheck.settings import Settings
from deckcheck.store.store import Busy
from deckcheck.web import create_app
from deckcheck.wiring import build_desk
from scripts.small_png import save
from tests.browser.program import browser_program

ROOT = Path(__file__).resolve().parent.parent
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars"
).split()
SIZES = {360: (360, 760, 2.0), 1280: (1280, 860, 1.0)}
DAY = datetime(2026, 6, 13, 9, 41, tzinfo=UTC)
PAGES = {
    "check-empty": "/check?format=modern",
    "check": "/check?format=modern",
    "check-legal": "/check?format=modern",
    "check-ga": "/check?format=ga-standard",
    "check-looks": "/check?format=modern",
    "check-copy": "/check?format=modern",
    "check-change": "/check?format=modern",
    "compare": "/compare?format=modern",
    "formats": "/formats",
    "format": "/formats/modern",
    "rules": "/rules",
    "rule": "/rules/copies",
    "cards": "/cards?q=jace",
    "card": "/cards/lightning-bolt",
    "docs": "/api/v1/docs",
    "missing": "/nothing-here",
    "error-large": "/check?format=modern",
    "error-ours": "/check?format=modern",
    "error-busy": "/check?format=modern",
    "error-pace": "/check?format=modern",
}


def serve() -> BaseWSGIServer:
    """The application at a free port, on a fixed day."""
    settings = Settings.from_env({})
    real = build_desk(settings)
    app = create_app(settings, replace(real, clock=lambda: DAY))
    for name, error in {"error-ours": RuntimeError("for a picture"), "error-busy": Busy("for a picture")}.items():
        app.add_url_rule(f"/fails/{name}", name, _fails_with(error), methods=["POST"])
    told: WSGIApplication = app
    server = make_server("127.0.0.1", 0, told, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def _fails_with(error: Exception) -> Callable[[], ResponseReturnValue]:
    """A page that fails."""

    def fails() -> ResponseReturnValue:
        raise error

    return fails


def send(page: Page, path: str, text: str) -> None:
    """Send a text as a form does, and wait for the answer's page."""
    page.evaluate(
        """([path, text]) => {
          const form = Object.assign(document.createElement("form"), { method: "post", action: path });
          form.append(Object.assign(document.createElement("textarea"), { name: "text", value: text }));
          document.body.append(form);
          form.submit();
        }""",
        [path, text],
    )
    page.wait_for_selector("h1:text-matches('did not|moment|much', 'i')")


def fail(page: Page, name: str) -> None:
    """Bring about one of the pages that say what did not go."""
    legal = (ROOT / "tests" / "web" / "legal-modern.txt").read_text(encoding="utf-8")
    if name == "error-pace":
        page.evaluate(
            """async () => {
              const once = () => fetch("/check", { method: "POST", body: new URLSearchParams({ text: "1 Island" }) });
              while ((await once()).status !== 429);
            }"""
        )
    large = name == "error-large"
    send(page, "/check" if large or name == "error-pace" else f"/fails/{name}", "x" * 5_000_000 if large else legal)


def fill_check(page: Page, name: str) -> None:
    """Bring the check page into a state that takes several steps."""
    if name == "check-looks":
        page.fill("#text", "Commander\n1 Kess, Dissident Mage\n\nDeck\n99 Island\n")
        page.wait_for_selector("#result .looks")
    else:
        page.select_option("#as", "mtgo")
        page.click("#copy-list")
        page.wait_for_selector("#written")


def fill(page: Page, name: str) -> None:
    """Bring the page into the state the picture shows."""
    if name.startswith("error"):
        fail(page, name)
    if name in {"check", "check-copy", "check-ga", "check-legal"}:
        page.click("#example")
        page.wait_for_selector("#verdict .word:not(.none)")
    if name == "check-legal":
        text = (ROOT / "tests" / "web" / "legal-modern.txt").read_text(encoding="utf-8")
        page.fill("#text", text)
        page.wait_for_selector("#verdict .legal")
    if name in {"check-looks", "check-copy"}:
        fill_check(page, name)
    if name == "check-change":
        page.click("#settings summary")
    if name == "compare":
        text = (ROOT / "tests" / "web" / "legal-modern.txt").read_text(encoding="utf-8")
        page.check("input[name=game][value='2']")
        page.fill("#registered", text)
        page.fill("#presented", text.replace("3 Monstrous Rage", "4 Monstrous Rage").replace("1 Leyline Axe\n", ""))
        page.click("button.go")
        page.wait_for_selector("#result")
    if name.startswith("check"):
        page.wait_for_timeout(300)
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")


def shoot(browser: Browser, origin: str, folder: Path, name: str, width: int, mode: str) -> None:
    """One picture: the first screen, or with the word `full` the whole page."""
    w, h, scale = SIZES[width]
    context = browser.new_context(
        viewport={"width": w, "height": h},
        device_scale_factor=scale if name.startswith("check") else 1.0,
        color_scheme="dark" if mode == "dark" else "light",
    )
    page = context.new_page()
    page.goto(origin + PAGES[name])
    page.goto(origin + PAGES[name])  # The second time the font is there: it never delays the first.
    page.wait_for_function("document.fonts.ready.then(() => true)")
    fill(page, name)
    taken = page.screenshot(full_page="full" in sys.argv)
    page.goto("about:blank")
    save(page, taken, folder / f"{name}-{width}-{mode}.png")
    context.close()


def main() -> None:
    """Take the pictures that are asked for, or all."""
    arguments = [a for a in sys.argv[1:] if a != "full"]
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    server = serve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_program(), headless=True, args=FLAGS)
        for name in arguments[1:] or PAGES:
            for width in SIZES:
                for mode in ("light", "dark") if name == "check" else ("light",):
                    shoot(browser, f"http://127.0.0.1:{server.port}", folder, name, width, mode)
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
