"""Parts are found by walking packages, so that a new part is a new file and nothing else."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def members(package: ModuleType, kind: type[T]) -> tuple[T, ...]:
    """Every module-level value of a kind in the modules of a package and of those within, in order of module name."""
    found: list[T] = []
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda i: i.name):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        found.extend(v for v in vars(module).values() if isinstance(v, kind))
        if info.ispkg:
            found.extend(members(module, kind))
    return tuple(found)
