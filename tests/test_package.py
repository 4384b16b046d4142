"""The package without the checkout: wheel and sdist are built, installed with nothing but what they ask for, and used.

What they ask for is taken from this environment, by what the wheel itself says, so the tests need no network.
"""

from __future__ import annotations

import ast
import importlib.metadata
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from itertools import chain
from pathlib import Path
from typing import Final

import pytest
from markdown_it import MarkdownIt
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_readme import ROOT, answer, free_port

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
STATED: Final = tuple(chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()))
LIST: Final = "5 Lightning Bolt\n55 Mountain\n"
MOST_PACKAGES: Final = 9
MOST_BYTES: Final = 35_000_000
"""What a bare installation takes, without the code that Python compiles for itself."""
BY_NAME: Final = frozenset({"deckcheck", "psycopg", "tzdata"})
"""Dependencies that are asked for by a name at run time: an extra of our own, a driver, and time zones."""


def run(*command: str | Path, cwd: Path = ROOT, text: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """A program without the environment of this one."""
    env = {"PATH": os.environ["PATH"], "HOME": str(cwd), "DECKCHECK_HOME": str(cwd / "home"), **env}
    done = [str(part) for part in command]
    return subprocess.run(done, input=text, capture_output=True, text=True, cwd=cwd, env=env, check=False, timeout=300)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built of the sdist, so that both are whole."""
    folder = tmp_path_factory.mktemp("built")
    assert run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder).returncode == 0
    (sdist,) = folder.glob("deckcheck-*.tar.gz")
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-index", "--no-build-isolation")
    done = run(*pip, "-w", folder, sdist, cwd=folder)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("deckcheck-*.whl")
    return built


def metadata(wheel: Path) -> Message:
    """What a wheel says of itself."""
    with zipfile.ZipFile(wheel) as held:
        (name,) = (name for name in held.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(held.read(name))


def asked_for(requires: list[str], extras: set[str]) -> Iterator[importlib.metadata.Distribution]:
    """The installed packages that these requirements come to, each once."""
    waiting, seen = [(r, extras) for r in requires], set[tuple[str, frozenset[str]]]()
    names: set[str] = set()
    while waiting:
        text, of = waiting.pop()
        wanted = Requirement(text)
        key = (canonicalize_name(wanted.name), frozenset(wanted.extras))
        if not any(wanted.marker is None or wanted.marker.evaluate({"extra": extra}) for extra in of or {""}):
            continue
        if key[0] == "deckcheck":
            waiting += [(r, set(wanted.extras)) for r in requires]
            continue
        if key in seen:
            continue
        seen.add(key)
        found = importlib.metadata.distribution(wanted.name)
        assert wanted.specifier.contains(found.version), (text, found.version)
        waiting += [(r, set(wanted.extras) | {""}) for r in found.requires or ()]
        if key[0] not in names:
            names.add(key[0])
            yield found


def installed(wheel: Path, folder: Path, *extras: str) -> Path:
    """The folder of the programs of a new environment with the wheel and what it asks for, and nothing else."""
    venv.create(folder, symlinks=True, with_pip=False)
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python")
    done = run(*pip, "install", "-q", "--no-deps", "--no-index", wheel, cwd=folder)
    assert done.returncode == 0, done.stderr
    (site,) = folder.glob("lib/python*/site-packages")
    for package in asked_for(metadata(wheel).get_all("Requires-Dist", []), {"", *extras}):
        tops = {file.parts[0] for file in package.files or () if file.parts[0] not in {"..", "__pycache__"}}
        for top in sorted(tops):
            if not (site / top).exists():
                (site / top).symlink_to(str(package.locate_file(top)))
    return folder / "bin"


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library alone, installed."""
    return installed(wheel, tmp_path_factory.mktemp("bare"))


def test_the_library_alone_checks_lists(bare: Path, tmp_path: Path) -> None:
    checked = run(bare / "deckcheck", "check", "-", "--format", "modern", "--json", cwd=tmp_path, text=LIST)
    assert (checked.returncode, json.loads(checked.stdout)["verdict"]) == (1, "illegal")
    code = f"import deckcheck; print(deckcheck.check({LIST!r}, format='modern').verdict, deckcheck.__file__)"
    told = run(bare / "python", "-c", code, cwd=tmp_path)
    assert told.stdout.startswith(f"illegal {bare.parent}"), told.stderr


def test_the_library_alone_is_small(bare: Path) -> None:
    (site,) = bare.parent.glob("lib/python*/site-packages")
    packages = list(importlib.metadata.distributions(path=[str(site)]))
    assert len(packages) <= MOST_PACKAGES
    assert sum(file.size or 0 for package in packages for file in package.files or ()) <= MOST_BYTES


def test_a_command_of_another_part_says_how_to_install_it(bare: Path, tmp_path: Path) -> None:
    for command, extra in (("serve", "web"), ("sheets", "sheets"), ("db", "sheets")):
        done = run(bare / "deckcheck", command, "--port", "1", cwd=tmp_path)
        assert (done.returncode, f'pip install "deckcheck[{extra}]"' in done.stderr) == (2, True), done.stderr
    told = run(bare / "deckcheck", "--help", cwd=tmp_path)
    assert told.stdout.count("pip install") > 5


def test_the_application_serves_checks_and_prints_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, tmp_path / "web", "web")
    port = free_port()
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "DECKCHECK_HOME": str(tmp_path / "home")}
    command = [str(programs / "deckcheck"), "serve", "--port", str(port)]
    address = f"http://127.0.0.1:{port}"
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=tmp_path, env=env, stderr=log, start_new_session=True)
    try:
        assert answer(f"{address}/healthz", server) == 200, (tmp_path / "log").read_text("utf-8")
        body = json.dumps({"format": "modern", "text": LIST}).encode()
        asked = urllib.request.Request(f"{address}/api/v1/check", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=60) as response:
            assert json.load(response)["verdict"] == "illegal"
        with urllib.request.urlopen(f"{address}/help", timeout=60) as response:
            assert b"<h1" in response.read()
        with urllib.request.urlopen(f"{address}/sheet.pdf", timeout=60) as response:
            assert response.read(5) == b"%PDF-"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=20)


def test_an_index_can_show_the_readme(wheel: Path) -> None:
    told = metadata(wheel)
    assert told["Description-Content-Type"] == "text/markdown"
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(str(told.get_payload()))
    assert "<h1>Deckcheck</h1>" in html
    assert re.findall(r'(?:src|href)="(?!https?:)[^"]*"', html) == []


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    told = metadata(wheel)
    assert told.get_all("Provides-Extra") == ["postgres", "sheets", "web"]
    assert {"Typing :: Typed", "Framework :: Flask"} <= set(told.get_all("Classifier", []))


def imported(folder: str) -> set[str]:
    """The packages outside that the modules of a folder import."""
    trees = (ast.parse(path.read_text("utf-8")) for path in (ROOT / folder).rglob("*.py"))
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    owners = importlib.metadata.packages_distributions()
    return {canonicalize_name(owner) for name in names for owner in owners.get(name.partition(".")[0], ())}


def test_no_dependency_is_unused() -> None:
    assert {canonicalize_name(Requirement(text).name) for text in STATED} - imported("deckcheck") <= BY_NAME


def test_both_locks_hold_every_dependency_and_name_no_address() -> None:
    wanted = {canonicalize_name(Requirement(text).name) for text in STATED} - {"deckcheck"}
    for name in ("requirements.lock", "requirements-runtime.lock"):
        lock = (ROOT / name).read_text("utf-8")
        assert wanted <= set(re.findall(r"^([a-z0-9.-]+)(?:\[[a-z]+\])?==", lock, re.MULTILINE))
        assert "://" not in lock
