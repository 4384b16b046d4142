"""What the documents show is what the code does."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

import deckcheck
from deckcheck import ErrorKind
from deckcheck.settings import Keeping

ROOT = Path(__file__).resolve().parent.parent


LIBRARY = (ROOT / "docs" / "library.md").read_text("utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```.*?```text\n(.*?)```", LIBRARY, re.DOTALL)


@pytest.mark.parametrize(("code", "printed"), SNIPPETS)
def test_an_example_of_the_library_prints_what_it_says(code: str, printed: str, tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(code, "utf-8")
    run = subprocess.run([sys.executable, "example.py"], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert run.stdout == printed


def test_every_example_of_the_library_is_run() -> None:
    assert len(SNIPPETS) == LIBRARY.count("```python") == LIBRARY.count("```") / 4


def test_the_reference_of_the_library_is_built_without_a_warning(tmp_path: Path) -> None:
    build = (sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", ROOT / "docs" / "reference", tmp_path)
    done = subprocess.run(build, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "index.html").read_text("utf-8")
    assert [name for name in deckcheck.__all__ if f'id="deckcheck.{name}"' not in page] == []


def test_the_kinds_of_errors_are_those_of_the_library() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \| [A-Z]", LIBRARY, re.MULTILINE) == list(ErrorKind)


def test_every_link_of_a_document_leads_somewhere() -> None:
    pages = list((ROOT / "docs").rglob("*.md"))
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))]
    assert links
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []


def test_every_setting_is_described() -> None:
    """The variables that the code reads, and those that are put together from the names of the periods."""
    code = "".join(path.read_text("utf-8") for path in (ROOT / "deckcheck").rglob("*.py"))
    read = {name for name in re.findall(r"DECKCHECK_[A-Z_]+[A-Z]", code) if name != "DECKCHECK_KEEP"}
    read |= {f"DECKCHECK_KEEP_{name.upper()}" for name in Keeping.__dataclass_fields__}
    told = set(re.findall(r"DECKCHECK_[A-Z_]+[A-Z]", (ROOT / "docs" / "running.md").read_text("utf-8")))
    assert read - told == set()
    assert told - read - {"DECKCHECK_KEEP"} == set()


def test_the_periods_are_those_of_the_settings() -> None:
    page = (ROOT / "docs" / "running.md").read_text("utf-8")
    told = {name.lower(): int(days) for name, days in re.findall(r"`DECKCHECK_KEEP_([A-Z]+)` \| (\d+) \|", page)}
    assert told == asdict(Keeping())
