"""The types of the scripts name elements that the templates have, and their tools are pinned without an address."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
WEB: Final = ROOT / "deckcheck" / "web"
PAGE: Final = re.compile(
    r"@typedef \{(\{(?:(?!@typedef)[\s\S])*?\})\} \w+Page|^interface \w+Page (\{[\s\S]*?^\})", re.MULTILINE
)
ID: Final = re.compile(r"""(?<=[{,;*\s])"?([a-z][\w-]*)"?: """)


def typed_ids() -> set[str]:
    texts = [path.read_text("utf-8") for path in (*(WEB / "static").glob("*.js"), WEB / "scripts.d.ts")]
    pages = ["".join(found) for text in texts for found in PAGE.findall(text)]
    assert len(pages) == 6
    return {name for page in pages for name in ID.findall(re.sub(r"\[.*?\]:", "", page))}


def test_every_element_that_a_script_expects_is_in_a_template() -> None:
    drawn = [*(ROOT / "templates").rglob("*.html"), WEB / "forms.py"]  # The refusal of every form is drawn there.
    templates = "\n".join(path.read_text("utf-8") for path in drawn)
    ids = typed_ids()
    assert {"check", "slot-words", "to-count", "roster"} <= ids
    assert {name for name in ids if not re.search(rf"""["'(]{name}["']""", templates)} == set()


def test_the_lock_of_the_script_tools_pins_each_version_and_names_no_registry() -> None:
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert all(re.fullmatch(r"[0-9.]+", version) for version in wanted.values())
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert [
        name for name, package in packages.items() if name and ("resolved" in package or "integrity" not in package)
    ] == []
