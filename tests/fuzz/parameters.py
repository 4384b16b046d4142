"""Which parameters a route takes: found in the source of its view, in the API's description, and by use."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar, Final

from flask import Flask, Request
from werkzeug.datastructures import ImmutableMultiDict

TEMPLATES: Final = Path(__file__).parents[2] / "templates"
WORD: Final = re.compile(r"[a-z][a-z0-9_-]{0,23}")
READING: Final = frozenset({"get", "getlist", "pop", "startswith", "removeprefix"})
HOLDERS: Final = frozenset({"fields", "form", "args", "values", "files", "sent", "query", "given", "key"})
"""What holds the fields of a request, by its name in our code."""
WITH_FIELDS: Final = ("deckcheck.web.", "deckcheck.printing.sheet_values")
OPEN: Final = re.compile(r"""["']([a-z]{1,12}-)["'{(]""")
"""The fixed start of names whose ends are numbers, sections or stages: `"see-"`, `f"byes-{n}"`, `r"other-(\\d+)"`."""
ENDS: Final = ("1", "main", "swiss")


class Recording(ImmutableMultiDict[str, Any]):
    """The fields of a request, which say what was asked of them."""

    asked: ClassVar[set[str]] = set()

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)

    def get(self, key: Any, *more: Any, **named: Any) -> Any:
        self.asked.add(key)
        return super().get(key, *more, **named)

    def getlist(self, key: Any, *more: Any, **named: Any) -> Any:
        self.asked.add(key)
        return super().getlist(key, *more, **named)


@contextmanager
def recording(app: Flask) -> Iterator[set[str]]:
    """The names of the fields that are asked for meanwhile."""
    usual = app.request_class
    Recording.asked = set()

    class Recorded(Request):
        parameter_storage_class = Recording

    app.request_class = type("Recorded", (Recorded, usual), {})
    try:
        yield Recording.asked
    finally:
        app.request_class = usual


def fields_in_source(app: Flask, endpoint: str) -> set[str]:
    """The names that a view and all that it calls in the pages read from fields, and those of its templates' inputs."""
    found: set[str] = set()
    for function in closure(_bare(app.view_functions[endpoint])):
        names, perhaps = read_in(function)
        found |= names | (perhaps & inputs())
        found |= {f"{start}{end}" for start in starts_in(function) for end in ENDS}
    return {name for name in found if name[-1] != "-"}


@cache
def starts_in(function: FunctionType) -> frozenset[str]:
    """The fixed starts of names that a function writes, or has from a constant."""
    named = (function.__globals__.get(name) for name in _names_in(function.__code__))
    try:
        written = inspect.getsource(function)
    except OSError:
        written = ""
    return frozenset(OPEN.findall(written + "".join(f" {one!r}" for one in named if isinstance(one, str))))


def _bare(view: Any) -> FunctionType:
    bare = inspect.unwrap(view)
    assert isinstance(bare, FunctionType)
    return bare


def closure(first: FunctionType) -> list[FunctionType]:
    """A function and every function of the pages that it can come to."""
    found, waiting = {first: None}, [first]
    while waiting:
        for other in called_by(waiting.pop()):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return list(found)


def called_by(function: FunctionType) -> Iterator[FunctionType]:
    """The functions of the pages that one names, those of classes and tables included."""
    for name in _names_in(function.__code__):
        for one in _functions_of(function.__globals__.get(name)):
            if one.__module__.startswith(WITH_FIELDS):
                yield one


def _functions_of(thing: Any) -> Iterator[FunctionType]:
    if isinstance(thing, type):
        yield from (one for one in vars(thing).values() if isinstance(one, FunctionType))
    elif isinstance(thing, dict):
        yield from (one for one in thing.values() if isinstance(one, FunctionType))
    elif callable(thing) and not isinstance(thing, ModuleType):
        bare = inspect.unwrap(thing)
        if isinstance(bare, FunctionType):
            yield bare


def _names_in(code: Any) -> set[str]:
    inner = [_names_in(const) for const in code.co_consts if hasattr(const, "co_names")]
    return set(code.co_names).union(*inner)


@cache
def read_in(function: FunctionType) -> tuple[frozenset[str], frozenset[str]]:
    """The names of fields that a function reads from a request, and other words that it hands on."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return frozenset(), frozenset()
    names: set[str] = set()
    perhaps: set[str] = set()
    for node in ast.walk(tree):
        holder, given = _read_by(node)
        found = {one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        (names if holder in HOLDERS else perhaps).update(name for name in found if WORD.fullmatch(name))
    return frozenset(names), frozenset(perhaps)


def _read_by(node: ast.AST) -> tuple[str, list[ast.expr]]:
    """From what a node reads, and by which words: `fields.get("a")`, `form["a"]`, `"a" in sent`, `whole("a")`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return _last_name(node.func.value) if node.func.attr in READING else "", node.args[:2]
    if isinstance(node, ast.Call):
        return "", [*node.args, *(one.value for one in node.keywords)]
    if isinstance(node, ast.Subscript):
        return _last_name(node.value), [node.slice]
    if isinstance(node, ast.Compare):
        return _last_name(node.comparators[0]), [node.left]
    return "", []


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@cache
def inputs() -> frozenset[str]:
    """The names of all inputs and buttons of all templates."""
    tags = r'<(?:input|select|textarea|button)\b[^>]*?\bname="([a-z][a-z0-9_-]*)"'
    return frozenset(name for path in TEMPLATES.rglob("*.html") for name in re.findall(tags, path.read_text("utf-8")))


def body_fields(spec: dict[str, Any], method: str, rule: str) -> set[tuple[str, ...]]:
    """The places in a JSON body that the description of an operation names, two levels deep."""
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)
    operation = spec["paths"].get(path, {}).get(method.lower(), {})
    content = operation.get("requestBody", {}).get("content", {})
    schema = next((one["schema"] for one in content.values()), None)
    return set(_places(spec, schema, ())) if schema else set()


def query_fields(spec: dict[str, Any], method: str, rule: str) -> set[str]:
    """The query's parameters that the description names."""
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)
    operation = spec["paths"].get(path, {}).get(method.lower(), {})
    return {one["name"] for one in operation.get("parameters", ()) if one.get("in") == "query"}


def _places(spec: dict[str, Any], schema: dict[str, Any], above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    schema = _resolved(spec, schema)
    for name, inner in schema.get("properties", {}).items():
        yield (*above, name)
        if len(above) < 2:
            yield from _places(spec, inner, (*above, name))
    for way in ("anyOf", "allOf", "oneOf"):
        for one in schema.get(way, ()):
            yield from _places(spec, one, above)
    if "items" in schema and len(above) < 3:
        yield from _places(spec, schema["items"], (*above, "0"))


def _resolved(spec: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        parts = schema["$ref"].split("/")
        if "$defs" in parts:
            return {}
        schema = spec["components"]["schemas"][parts[-1]]
    return schema
