"""docs/architecture.md names what is there: its tree is the package's, its paths exist, its order is the contract's."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = (ROOT / "docs" / "architecture.md").read_text("utf-8")
TREE: Final = re.findall(r"^  ([a-z_]+(?:/|\.py)) +\S", PAGE, re.MULTILINE)


def layers() -> list[set[str]]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    found = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
    return [{name.strip() for name in layer.split("|")} for layer in found]


def test_the_tree_is_the_packages_own() -> None:
    package = ROOT / "deckcheck"
    folders = {f"{path.parent.name}/" for path in package.glob("*/__init__.py")}
    files = {path.name for path in package.glob("*.py") if not path.name.startswith("__")}
    assert sorted(TREE) == sorted(folders | files)


def test_the_tree_stands_in_the_order_of_the_layers() -> None:
    told = [name.removesuffix(".py").rstrip("/") for name in TREE if name not in {"settings.py", "version.py"}]
    held = layers()
    assert [next(at for at, names in enumerate(held) if name in names) for name in told] == sorted(
        at for at, names in enumerate(held) for _ in names
    )


def test_every_path_is_there() -> None:
    paths = re.findall(r"`([a-z_]+/[\w./-]*)`", PAGE)
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_page_is_one_page() -> None:
    assert len(PAGE.splitlines()) <= 100
