"""Change the product in one small place at a time, and see whether its tests notice.

`scripts/mutants.py deckcheck/law --count 40 --seed 7 --tests tests/core` draws 40 places below a folder. Each change is
made in a copy of the project; the tests that name the changed module run, and then those given with `--tests`. A change
that survives was noticed by none of these. The same seed draws the same places.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache", "instance")
COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
COMPUTED: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the characters of a file from `start` to `end` become `new`."""

    path: Path
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.old} -> {self.new}"


def changed(node: ast.AST) -> str | None:
    """What a piece of the program becomes, if it is one of those that are changed."""
    match node:
        case ast.Compare(ops=[op], comparators=[right]) if type(op) in COMPARED:
            return f"({ast.unparse(node.left)} {COMPARED[type(op)]} {ast.unparse(right)})"
        case ast.BoolOp(op=op, values=values):
            return "(" + (" or " if isinstance(op, ast.And) else " and ").join(map(ast.unparse, values)) + ")"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"bool({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in COMPUTED and not (is_text(left) or is_text(right)):
            return f"({ast.unparse(left)} {COMPUTED[type(op)]} {ast.unparse(right)})"
        case ast.Constant(value=bool(value)):
            return str(not value)
        case ast.Constant(value=int(value)):
            return str(value + 1)
        case ast.IfExp(body=body, orelse=other):
            return f"({ast.unparse(other)} if {ast.unparse(node.test)} else {ast.unparse(body)})"
        case _:
            return None


def is_text(node: ast.expr) -> bool:
    """Whether a piece is plainly text: to compute with it fails at once, whatever the tests look at."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def pieces_of(node: ast.AST) -> Iterator[ast.AST]:
    """A piece of the program and all within it, without decorators: few can tell a frozen class from another."""
    yield node
    decorators = getattr(node, "decorator_list", [])
    for child in ast.iter_child_nodes(node):
        if child not in decorators:
            yield from pieces_of(child)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every change that can be made to a module; a call that stands alone is left out."""
    text = path.read_text("utf-8")
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in pieces_of(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            new: str | None = "pass"
        else:
            new = changed(node)
        if new is None or not isinstance(node, ast.expr | ast.stmt):
            continue
        start, end = starts[node.lineno - 1] + node.col_offset, starts[(node.end_lineno or 0) - 1]
        end += node.end_col_offset or 0
        yield Mutant(path, node.lineno, start, end, text.encode()[start:end].decode(), new)


def tests_of(path: Path, folders: list[str]) -> list[list[str]]:
    """The files of tests that name a module, then the folders: one after the other, until one notices.

    Files that open a browser are run where they are asked for with `--tests`.
    """
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    files = [file.relative_to(ROOT) for file in (ROOT / "tests").rglob("test_*.py") if _names(file, module)]
    named = sorted(str(file) for file in files if "browser" not in file.parts)
    return [part for part in (named, folders) if part]


def _names(file: Path, module: str) -> bool:
    package, _, last = module.rpartition(".")
    text = file.read_text("utf-8")
    return f"from {module} import" in text or (f"from {package} import" in text and last in text)


def is_noticed(mutant: Mutant, copy: Path, folders: list[str], seconds: int) -> bool:
    """Make the change in the copy, run the tests, and take it back."""
    place = copy / mutant.path.relative_to(ROOT)
    kept = place.read_bytes()
    place.write_bytes(kept[: mutant.start] + mutant.new.encode() + kept[mutant.end :])
    try:
        return any(_fails(part, copy, seconds) for part in tests_of(mutant.path, folders))
    finally:
        place.write_bytes(kept)


def _fails(tests: list[str], copy: Path, seconds: int) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    env = {**os.environ, "PYTHONPATH": str(copy)}  # For the programs that tests start.
    try:
        done = subprocess.run(command, cwd=copy, env=env, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return True  # It runs in a circle, or so slowly that somebody would ask why.
    return done.returncode != 0


def drawn(folder: Path, count: int, seed: int) -> list[Mutant]:
    """So many changes of the modules of a folder, drawn by a seed."""
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]
    found = [mutant for path in files if "migrations" not in path.parts for mutant in mutants_of(path)]
    return random.Random(seed).sample(found, min(count, len(found)))


def main() -> None:
    """Draw, change, run and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder or module of deckcheck")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=300, help="after which tests that still run have noticed")
    parser.add_argument("--tests", nargs="*", default=[], help="folders of tests besides those that name the module")
    asked = parser.parse_args()
    chosen = drawn(asked.folder.resolve(), asked.count, asked.seed)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder) / "deckcheck"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        for path in sorted({mutant.path for mutant in chosen}):
            if any(_fails(part, copy, asked.seconds) for part in tests_of(path, asked.tests)):
                sys.exit(f"The tests of {path.relative_to(ROOT)} fail without any change.")
        caught = 0
        for mutant in chosen:
            noticed = is_noticed(mutant, copy, asked.tests, asked.seconds)
            caught += noticed
            print(f"{'noticed' if noticed else 'SURVIVED'}: {mutant}", flush=True)
    print(f"{caught} of {len(chosen)} changes were noticed ({100 * caught // max(1, len(chosen))} %).")


if __name__ == "__main__":
    main()
