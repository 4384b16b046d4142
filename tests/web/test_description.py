"""The description of the API says everything, says it once, and says what is so."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from apiflask import APIFlask
from jsonschema_rs import Draft202012Validator

from deckcheck.web.api.description import operations, words
from tests.access.rows import Row, columns, rows

COMMON: Final = frozenset({"get", "put", "post", "delete", "patch"})
ALLOWED: Final = frozenset("yvlr")
BEARERS: Final = ("tok-O", "tok-J", "tok-K", "overlay", "own", "team")
OF_PLAYERS: Final = frozenset({"count-pool"})
"""What the table of rights denies to all of its columns, and the one player whom the desk asks may do."""


@pytest.fixture(scope="module")
def spec(app: APIFlask) -> dict[str, Any]:
    found = app.test_client().get("/api/v1/openapi.json").get_json()
    assert isinstance(found, dict)
    return found


def told(spec: dict[str, Any], row: Row) -> dict[str, Any] | None:
    """What the description says of a route."""
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", row.rule)
    found = spec["paths"].get(path, {}).get(row.method.lower())
    assert found is None or isinstance(found, dict)
    return found


def parameters(spec: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for _, _, operation in operations(spec):
        for one in operation["parameters"]:
            name = one.get("$ref", "").rpartition("/")[2]
            yield operation["operationId"], spec["components"]["parameters"][name] if name else one


def fields(spec: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, schema in spec["components"]["schemas"].items():
        for field, of in schema.get("properties", {}).items():
            yield f"{name}.{field}", of


def test_it_is_valid(app: APIFlask, tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    file.write_bytes(app.test_client().get("/api/v1/openapi.json").data)
    program = Path(sys.executable).with_name("openapi-spec-validator")
    done = subprocess.run([program, file], capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, f"{file}: OK"), done.stderr


def test_tags_and_operations_have_names_of_their_own(spec: dict[str, Any]) -> None:
    tags = [tag["name"] for tag in spec["tags"]]
    used = [operation["tags"] for _, _, operation in operations(spec)]
    assert len(tags) == len(set(tags))
    assert {tag for (tag,) in used} == set(tags)
    assert all(tag["description"] for tag in spec["tags"])
    names = [operation["operationId"] for _, _, operation in operations(spec)]
    assert len(names) == len(set(names))
    assert [name for name in names if not re.fullmatch(r"[a-z]+_[a-z_]+", name)] == []
    assert [name for name in spec["components"]["schemas"] if not re.fullmatch(r"[A-Z][A-Za-z]+", name)] == []


def test_no_field_and_no_parameter_is_without_words(spec: dict[str, Any]) -> None:
    said = [*fields(spec), *parameters(spec)]
    assert len(said) > 1000
    assert [name for name, one in said if not one.get("description", "").endswith((".", "?", "_:-"))] == []
    assert [op["summary"] for _, _, op in operations(spec) if not op.get("description")] == []


def test_every_word_is_about_something(spec: dict[str, Any]) -> None:
    known = {name: set(schema.get("properties", ())) for name, schema in spec["components"]["schemas"].items()}
    known |= {op["operationId"]: {p.get("name") for p in op["parameters"]} for _, _, op in operations(spec)}
    known["fields"] = {name.partition(".")[2] for name, _ in fields(spec)}
    known["parameters"] = {one["name"] for _, one in parameters(spec)}
    assert [f"{place}.{name}" for place, of in words().items() for name in of if name not in known.get(place, ())] == []


def test_examples_are_what_may_be_sent(spec: dict[str, Any]) -> None:
    schemas = {"components": {"schemas": spec["components"]["schemas"]}}
    shown = [*fields(spec), *((name, one["schema"]) for name, one in parameters(spec))]
    shown += [(name, schema) for name, schema in spec["components"]["schemas"].items()]
    wrong = []
    for name, of in shown:
        if "examples" in of:
            validator = Draft202012Validator({**schemas, **of}, validate_formats=True)
            wrong += [f"{name}: {like}" for like in of["examples"] if not validator.is_valid(like)]
    assert wrong == []


def test_texts_and_numbers_that_are_sent_have_a_limit_and_an_example(spec: dict[str, Any]) -> None:
    """Of a word among some, a yes, a moment or another schema the type shows what to send."""
    assert [name for name, one in parameters(spec) if not _is_shown(one["schema"])] == []
    sent = [name for name in _bodies(spec) if name]
    assert len(sent) > 40
    assert [name for name, of in fields(spec) if name.partition(".")[0] in sent and not _is_shown(of)] == []


def _bodies(spec: dict[str, Any]) -> set[str]:
    """The schemas of bodies, and those within them."""
    open_ones = [op["requestBody"] for _, _, op in operations(spec) if "requestBody" in op]
    found: set[str] = set()
    while open_ones:
        names = set(re.findall(r"#/components/schemas/(\w+)", str(open_ones.pop()))) - found
        found |= names
        open_ones += [spec["components"]["schemas"][name] for name in names]
    return found


def _is_shown(schema: dict[str, Any]) -> bool:
    kinds = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    return "examples" in schema or all(
        {"enum", "const", "format", "$ref", "examples", "oneOf"} & one.keys()
        or one.get("type") in {"boolean", "array", "object"}
        or "minimum" in one
        for one in kinds
    )


def test_it_says_who_is_let_in_and_what_is_refused(spec: dict[str, Any]) -> None:
    """As the table of rights has it, which the product is held to elsewhere."""
    table = columns()
    wrong = []
    for row in rows():
        operation = told(spec, row)
        if operation is None or row.right not in table:
            continue
        cells = table[row.right]
        security = operation["security"]
        answers = operation["responses"].keys()
        if ({} in security) is not bool(ALLOWED & set(cells["stranger"])):
            wrong.append(f"{row.name}: strangers")
        if ({"token": []} in security) is not (
            row.right in OF_PLAYERS or any(ALLOWED & set(cells[who]) for who in BEARERS)
        ):
            wrong.append(f"{row.name}: tokens")
        for letter, code in (("n", "403"), ("h", "404")):
            if code not in answers and any(letter in cell for cell in cells.values()):
                wrong.append(f"{row.name}: {code}")
    assert wrong == []


def test_headers_that_are_asked_for_are_described(spec: dict[str, Any]) -> None:
    asked = {
        name: {one.get("$ref", "").rpartition("/")[2] for one in operation["parameters"]}
        for _, _, operation in operations(spec)
        for name in [operation["operationId"]]
    }
    once = {name for name, headers in asked.items() if "IdempotencyKey" in headers}
    versioned = {name for name, headers in asked.items() if "IfMatch" in headers}
    assert once == {"registration_submit", "registration_correct_list", "pools_put"}
    assert versioned == {op["operationId"] for _, _, op in operations(spec) if "428" in op["responses"]}
    assert len(versioned) >= 15


def test_what_changes_something_says_that_other_sites_may_not(spec: dict[str, Any]) -> None:
    writing = [op for method, _, op in operations(spec) if method != "get"]
    assert [op["operationId"] for op in writing if "403" not in op["responses"]] == []
    sent = [op for op in writing if "requestBody" in op]
    assert [op["operationId"] for op in sent if not {"400", "413", "415", "422"} <= op["responses"].keys()] == []
