"""What is made when it is first asked for: regular expressions, and the parts that lie in the modules of a package."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from types import ModuleType
from typing import Any, AnyStr, TypeVar, cast, overload

T = TypeVar("T")


class _Regex:
    """A regular expression that is compiled at its first use, and then answers by the methods of the compiled one."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(re.compile(self.pattern, self._flags), name)
        return found


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A regular expression for a module, so that importing the module does not compile it."""
    return cast("re.Pattern[AnyStr]", _Regex(pattern, flags))


@cache
def names_in(package: ModuleType) -> tuple[str, ...]:
    """The whole names of the modules and packages right in a package, in their order."""
    return tuple(sorted(f"{package.__name__}.{info.name}" for info in pkgutil.iter_modules(package.__path__)))


class Parts(Sequence[T]):
    """The values of a kind in modules, given by their whole names in order; all of them are loaded when any is needed.

    Of a package, those in it and in the packages within. So a new part is a new file and nothing else.
    """

    def __init__(self, kind: type[T], *modules: str) -> None:
        self._kind = kind
        self._modules = modules

    @cached_property
    def _all(self) -> tuple[T, ...]:
        return tuple(part for name in self._modules for part in _parts(importlib.import_module(name), self._kind))

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        return self._all[at]

    def __len__(self) -> int:
        return len(self._all)

    def of_file(self, stem: str) -> Iterator[T]:
        """Those in the files of this name, of which no other is loaded."""
        for name in self._modules:
            if f"{name}.{stem}" in names_in(importlib.import_module(name)):
                yield from _values(importlib.import_module(f"{name}.{stem}"), self._kind)


def members(package: ModuleType, kind: type[T]) -> tuple[T, ...]:
    """Every module-level value of a kind in the modules of a package and of those within, in order of module name."""
    return tuple(_parts(package, kind))


def _parts(module: ModuleType, kind: type[T]) -> Iterator[T]:
    yield from _values(module, kind)
    if hasattr(module, "__path__"):
        for name in names_in(module):
            yield from _parts(importlib.import_module(name), kind)


def _values(module: ModuleType, kind: type[T]) -> Iterator[T]:
    return (value for value in vars(module).values() if isinstance(value, kind))
