"""Prints the size of functions and modules beside their budgets; fails only far beyond them."""

import ast
import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MEASURED = ("deckcheck", "scripts")

# A budget is a question to the design, a bound is the end of the talk (ARCHITECTURE section 14).
FUNCTION_USUAL, FUNCTION_BUDGET, FUNCTION_BOUND = 25, 45, 60
RULE_BUDGET, MODULE_BUDGET, MODULE_BOUND = 90, 300, 400


@dataclass(frozen=True, slots=True)
class Size:
    """A function, rule file or module, with the lines it takes and those it may take."""

    kind: str
    where: str
    lines: int
    budget: int
    bound: int


def sizes_of(path: Path) -> Iterator[Size]:
    """Every size in one file: the module's own, then its functions'."""
    text = path.read_text(encoding="utf-8")
    where = path.relative_to(ROOT).as_posix()
    if path.parent.name == "rules" and path.name != "__init__.py":
        yield Size("rule file", where, len(text.splitlines()), RULE_BUDGET, MODULE_BOUND)
    else:
        yield Size("module", where, len(text.splitlines()), MODULE_BUDGET, MODULE_BOUND)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
            lines = node.end_lineno - node.lineno + 1
            yield Size("function", f"{where}:{node.lineno} {node.name}", lines, FUNCTION_BUDGET, FUNCTION_BOUND)


def percentile(values: Iterable[int], share: float) -> int:
    """The smallest value that at least this share of all values do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0


def summary(sizes: list[Size]) -> Iterator[str]:
    """One line a kind: how many there are, and their figures beside the budgets."""
    functions = [size.lines for size in sizes if size.kind == "function"]
    usual = percentile(functions, 0.9)
    yield (
        f"{len(functions)} functions: 90 of 100 have {usual} lines or fewer (budget {FUNCTION_USUAL}), "
        f"the longest {max(functions, default=0)} (budget {FUNCTION_BUDGET})"
    )
    for kind, budget in (("rule file", RULE_BUDGET), ("module", MODULE_BUDGET)):
        lines = [size.lines for size in sizes if size.kind == kind]
        yield f"{len(lines)} {kind}s: the longest {max(lines, default=0)} lines (budget {budget}), {sum(lines)} in all"


def main() -> int:
    """Print the figures and what is over budget; 1 if something is out of bounds."""
    found = (path for folder in MEASURED for path in (ROOT / folder).rglob("*.py"))
    # A migration is written by a program, and never changed once it was released.
    paths = sorted(path for path in found if "migrations" not in path.parts)
    sizes = [size for path in paths for size in sizes_of(path)]
    print(*summary(sizes), sep="\n")
    for size in sorted(sizes, key=lambda size: -size.lines):
        if size.lines > size.bound:
            print(f"OUT OF BOUNDS: {size.kind} {size.where}: {size.lines} lines, {size.bound} is the most")
        elif size.lines > size.budget:
            print(f"over budget: {size.kind} {size.where}: {size.lines} lines, budget {size.budget}")
    return int(any(size.lines > size.bound for size in sizes))


if __name__ == "__main__":
    sys.exit(main())
