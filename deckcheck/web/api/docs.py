"""The description of the API as pages: what there is, what holds words that are looked for, and one part in full."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

from apiflask import APIFlask
from flask import current_app, json, render_template, request

from deckcheck.decklist import lazy
from deckcheck.web.api.common import SPEC_PATH, api_blueprint
from deckcheck.web.api.description import operations
from deckcheck.web.files import base

bp = api_blueprint("docs", "Law")
_NAMED: Final = lazy.regex(r"/(schemas|parameters|responses)/(\w+)")


class Shown(NamedTuple):
    """One operation as a page has it: `parameters` are whole, and `example` is a command to copy."""

    name: str
    method: str
    path: str
    told: dict[str, Any]
    parameters: list[dict[str, Any]]
    example: str


@bp.get("/docs")
@bp.doc(hide=True)
def docs() -> str:
    """The description, drawn here and with nothing from elsewhere: one part with `of`, what holds words with `q`."""
    spec = _spec_of(cast("APIFlask", current_app._get_current_object()))  # type: ignore[attr-defined]  # A proxy is no key.
    wanted, words = request.args.get("of", ""), request.args.get("q", "").strip()[:100]
    parts: dict[str, list[Shown]] = {tag["name"]: [] for tag in spec["tags"]}
    for method, path, told in operations(spec):
        if not words or _has(spec, path, told, words):
            parts[told["tags"][0]].append(_shown(spec, method, path, told))
    shown = parts.get(wanted, [])
    names = _schemas(spec, [one.told for one in shown])
    schemas = {name: spec["components"]["schemas"][name] for name in names}
    return render_template(
        "docs.html", spec=spec, spec_path=SPEC_PATH, parts=parts, of=wanted, shown=shown, schemas=schemas, words=words
    )


@lru_cache(maxsize=4)
def _spec_of(flask_app: APIFlask) -> dict[str, Any]:
    """The description of an application: it takes a third of a second to make, and never changes."""
    return cast("dict[str, Any]", flask_app.spec)


def _has(spec: dict[str, Any], path: str, told: dict[str, Any], words: str) -> bool:
    """Whether an operation, or a field that it takes, is named or told of by all of the words."""
    takes = [spec["components"]["schemas"][name] for name in _schemas(spec, [told.get("requestBody", {})])]
    fields = [name for schema in takes for name in schema.get("properties", ())]
    fields += [str(one.get("name", "")) for one in told["parameters"]]
    text = " ".join(
        [path, told["operationId"], told["summary"], told["description"], *told["tags"], *fields]
    ).casefold()
    return all(word in text for word in words.casefold().split())


def _shown(spec: dict[str, Any], method: str, path: str, told: dict[str, Any]) -> Shown:
    whole = [_found(spec, one) for one in told["parameters"]]
    return Shown(told["operationId"], method.upper(), path, told, whole, _command(spec, method, path, told, whole))


def _found(spec: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """A part of the description, wherever it stands."""
    if "$ref" not in part:
        return part
    kind, name = part["$ref"].split("/")[-2:]
    return cast("dict[str, Any]", spec["components"][kind][name])


def _command(
    spec: dict[str, Any], method: str, path: str, told: dict[str, Any], takes: Iterable[dict[str, Any]]
) -> str:
    """A request as a shell takes it, with what must be said."""
    lines, query = [], []
    for one in takes:
        value = _example(spec, one["schema"])
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", str(value))
        elif one["in"] == "header":
            header = f"{one['name']}: {value}"
            lines.append(f"-H {shlex.quote(header)}")
        elif one.get("required"):
            query.append(f"{one['name']}={value}")
    if {"token": []} in told["security"]:
        lines.append('-H "Authorization: Bearer $TOKEN"')
    if "requestBody" in told:
        body = _example(spec, told["requestBody"]["content"]["application/json"]["schema"])
        lines += ['-H "Content-Type: application/json"', "-d " + shlex.quote(json.dumps(body, ensure_ascii=False))]
    address = shlex.quote(f"{base()}{path}{'?' if query else ''}{'&'.join(query)}")
    verb = "" if method == "get" else f" -X {method.upper()}"
    return " \\\n  ".join([f"curl{verb} {address}", *lines])


def _example(spec: dict[str, Any], schema: dict[str, Any]) -> Any:
    """What may stand there: the example given, else one of each field that must be said."""
    schema = _found(spec, schema)
    if shown := schema.get("examples") or schema.get("enum"):
        return shown[0]
    if kinds := schema.get("anyOf") or schema.get("oneOf"):
        return _example(spec, kinds[0])
    fields = schema.get("properties", {})
    if fields:
        return {name: _example(spec, of) for name, of in fields.items() if name in schema.get("required", ())}
    if schema.get("type") == "array":
        return [_example(spec, schema["items"])] if "items" in schema else []
    said = {"boolean": True, "integer": schema.get("minimum", 1), "object": {}}
    return schema.get("const", said.get(schema.get("type", ""), "2026-06-13T10:00:00Z"))


def _schemas(spec: dict[str, Any], parts: list[dict[str, Any]]) -> list[str]:
    """The names of the schemas that parts name, and those name, by the alphabet."""
    found: set[str] = set()
    while parts:
        named = {match for part in parts for match in _NAMED.findall(str(part))} - {("schemas", one) for one in found}
        found |= {name for kind, name in named if kind == "schemas"}
        parts = [spec["components"]["schemas"][name] for kind, name in named if kind == "schemas"]
    return sorted(found)
