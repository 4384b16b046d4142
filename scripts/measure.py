"""Prints the measures of the product beside what they were in the first version and where they are to end.

A measure is a question to the design, and fails nothing; only a function or a module far too long does.
"""

import ast
import itertools
import math
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = "deckcheck"
MEASURED = (PRODUCT, "scripts")

FUNCTION_BUDGET, FUNCTION_BOUND = 45, 60
RULE_BUDGET, MODULE_BUDGET, MODULE_BOUND = 90, 300, 450


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the table."""

    name: str
    first: str
    end: str
    now: str


FEW_LINES = 40
FIELDS, SHARED = 5, 0.8
"""Classes with so many fields that share so much of them state one fact twice."""
JOURNEYS = (
    Measure("submitting: modules, transactions, SELECTs", "113, 6, 59", "70, 2, 25", "*"),
    Measure("typing: transactions, SELECTs", "6, 36", "2, 15", "*"),
    Measure("a tap without script: hops", "4,699", "1,000", "*"),
)
"""What is counted while a server runs: by a test, which holds a bound and prints the figures."""
SETTING = "lands_order"
"""A setting of an event as good as any other: how many files know it is how many a new one touches."""


@dataclass(frozen=True, slots=True)
class Size:
    """A function, rule file or module, with the lines it takes and those it may take."""

    kind: str
    where: str
    lines: int
    budget: int
    bound: int


class Module:
    """A file of Python: its text, its tree and where it is."""

    def __init__(self, path: Path, root: Path) -> None:
        self.where = path.relative_to(root).as_posix()
        self.stem = path.stem
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.splitlines()
        self.tree = ast.parse(self.text)

    @property
    def is_rule(self) -> bool:
        """Whether the file holds one rule."""
        return "/rules/" in self.where and self.stem != "__init__"

    def functions(self) -> Iterator[tuple[str, int]]:
        """Where each function is, and its lines."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                yield f"{self.where}:{node.lineno} {node.name}", node.end_lineno - node.lineno + 1

    def classes(self) -> Iterator[frozenset[str]]:
        """The fields of each class that states some."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef):
                names = (field.target for field in node.body if isinstance(field, ast.AnnAssign))
                yield frozenset(target.id for target in names if isinstance(target, ast.Name))


def read_modules(root: Path) -> list[Module]:
    """Every module that is measured; a migration is not, being written once by a program."""
    found = (path for folder in MEASURED for path in sorted((root / folder).rglob("*.py")))
    return [Module(path, root) for path in found if "migrations" not in path.parts]


class Imports:
    """Who imports whom in the product, by the tool that holds the contracts."""

    def __init__(self) -> None:
        self._graph = grimp.build_graph(PRODUCT)
        contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
        layers = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
        self._height = {name.strip(): at for at, layer in enumerate(reversed(layers)) for name in layer.split("|")}

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """Each module with one that it imports."""
        modules = self._graph.modules
        return [(one, other) for one in modules for other in self._graph.find_modules_directly_imported_by(one)]

    def with_one_importer(self) -> int:
        """How many modules are imported by a single other one."""
        counts = Counter(other for _, other in self.pairs if not self._graph.find_children(other))
        return sum(count == 1 for count in counts.values())

    def upward(self) -> int:
        """How many imports go from a package to one above it; what has no layer may be imported by any, or by none."""
        levels = [tuple(self._height.get(end.split(".")[1]) for end in pair) for pair in self._between()]
        return sum(one < other for one, other in levels if one is not None and other is not None)

    def _between(self) -> list[tuple[str, str]]:
        return [pair for pair in self.pairs if PRODUCT not in pair]

    def in_circles(self) -> int:
        """How many modules are in a circle of imports, or between two."""
        left = set(self.pairs)
        while True:
            ends = {one for one, _ in left} & {other for _, other in left}
            kept = {pair for pair in left if ends.issuperset(pair)}
            if kept == left:
                return len(ends)
            left = kept


def percentile(values: Iterable[int], share: float) -> int:
    """The smallest value that at least this share of all values do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0


def twins(classes: Iterable[frozenset[str]]) -> int:
    """How many pairs of classes share most of their fields."""
    large = [fields for fields in classes if len(fields) >= FIELDS]
    shared = ((len(one & other), min(len(one), len(other))) for one, other in itertools.combinations(large, 2))
    return sum(both >= FIELDS and both >= SHARED * smaller for both, smaller in shared)


def count(modules: Iterable[Module], pattern: str) -> int:
    """How often the pattern is in the modules."""
    return sum(len(re.findall(pattern, module.text)) for module in modules)


def table(product: list[Module]) -> Iterator[Measure]:
    """The measures of the text of the product."""
    functions = [lines for module in product for _, lines in module.functions()]
    named = [module for module in product if module.stem != "__init__"]
    stems = Counter(module.stem for module in named)
    classes = [fields for module in product for fields in module.classes()]
    outside = [module for module in product if "/games/" not in module.where]
    games = sum(bool(re.search(r"""["'](?:ga|mtg)["']""", line)) for module in outside for line in module.lines)
    yield Measure("lines", "64,487", "48,000", f"{sum(len(m.lines) for m in product):,}")
    yield Measure("modules", "577", "240", str(len(product)))
    yield Measure(f"modules under {FEW_LINES} lines", "66", "15", str(sum(len(m.lines) < FEW_LINES for m in named)))
    yield Measure("pairs of classes with the same fields", "161", "30", str(twins(classes)))
    yield Measure("files that know one setting", "18", "6", str(sum(SETTING in m.text for m in product)))
    yield Measure("lines naming a game outside games/", "48", "0", str(games))
    bare = sum(bool(re.fullmatch("[a-z]+ing", module.stem)) for module in named)
    yield Measure("modules that are a bare -ing word", "97", "15", str(bare))
    yield Measure("modules that share their name", "171", "60", str(sum(stems[m.stem] > 1 for m in named)))
    yield Measure("90 of 100 functions, lines", "16", "20", str(percentile(functions, 0.9)))
    yield Measure("the longest function, lines", "41", "45", str(max(functions, default=0)))
    yield Measure("reads of request.form and .args", "207", "", str(count(product, r"\brequest\.(?:form|args)\b")))
    yield Measure("except Refused", "56", "", str(count(product, r"\bexcept Refused\b")))
    yield Measure("relationship()", "0", "", str(count(product, r"\b(?:relationship|belonging)\(")))
    imports = Imports()
    yield Measure("modules with one importer", "86", "30", str(imports.with_one_importer()))
    yield Measure("imports from a package to one above it", "17", "0", str(imports.upward()))
    yield Measure("modules in circles of imports", "5", "0", str(imports.in_circles()))


def sizes_of(module: Module) -> Iterator[Size]:
    """Every size in one file: the module's own, then its functions'."""
    kind, budget = ("rule file", RULE_BUDGET) if module.is_rule else ("module", MODULE_BUDGET)
    yield Size(kind, module.where, len(module.lines), budget, MODULE_BOUND)
    for where, lines in module.functions():
        yield Size("function", where, lines, FUNCTION_BUDGET, FUNCTION_BOUND)


def main() -> int:
    """Print the table and what is over budget; 1 if something is out of bounds."""
    modules = read_modules(ROOT)
    product = [module for module in modules if module.where.startswith(f"{PRODUCT}/")]
    print(f"{'measure':<43}{'first version':>14}{'end':>12}{'now':>9}")
    for measure in (*table(product), *JOURNEYS):
        print(f"{measure.name:<43}{measure.first:>14}{measure.end and '≤ ' + measure.end:>12}{measure.now:>9}")
    print("* pytest -s tests/web/test_statements.py -k bounds")
    sizes = sorted((size for module in modules for size in sizes_of(module)), key=lambda size: -size.lines)
    for size in sizes:
        if size.lines > size.bound:
            print(f"OUT OF BOUNDS: {size.kind} {size.where}: {size.lines} lines, the limit is {size.bound}")
        elif size.lines > size.budget:
            print(f"over budget: {size.kind} {size.where}: {size.lines} lines, budget {size.budget}")
    return int(any(size.lines > size.bound for size in sizes))


if __name__ == "__main__":
    sys.exit(main())
