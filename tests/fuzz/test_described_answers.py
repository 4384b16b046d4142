"""What programs are answered is what the description says: the status, the kind and each field, for each role."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from tests.access.rows import Row
from tests.fuzz.fuzzing import Case, Fuzz, Got, scenes_of
from tests.fuzz.world import PROGRAMS, FuzzWorld, world_on_sqlite

ROLES = (*PROGRAMS, "stranger")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> FuzzWorld:
    return world_on_sqlite(tmp_path_factory.mktemp("described"), migrated_file)


def test_every_answer_is_described(world: FuzzWorld) -> None:
    fuzz = Fuzz(world)
    wrong, done = set(), set()
    for row in fuzz.rows:
        operation = operation_of(fuzz.spec, row)
        for scene in scenes_of(row) if operation else ():
            for who in ROLES:
                got = fuzz.ask(Case(row, scene, who, "as it is"))
                if operation and (said := undescribed(fuzz.spec, operation, got)):
                    wrong.add(f"{row.name} as {who}: {said}")
                if got.status < 300:
                    done.add(row.name)
    assert sorted(wrong) == []
    assert len(done) > 50


def operation_of(spec: dict[str, Any], row: Row) -> dict[str, Any] | None:
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", row.rule)
    found = spec["paths"].get(path, {}).get(row.method.lower())
    assert found is None or isinstance(found, dict)
    return found


def undescribed(spec: dict[str, Any], operation: dict[str, Any], got: Got) -> str:
    """What of an answer the description does not say; nothing if it says all."""
    said = operation["responses"].get(str(got.status))
    if said is None:
        return f"{got.status} {got.data[:200]!r}"
    if "$ref" in said:
        said = spec["components"]["responses"][said["$ref"].rpartition("/")[2]]
    if not said.get("content"):
        return f"{got.data[:200]!r}" if got.data else ""
    if got.kind not in said["content"]:
        return f"{got.status} {got.kind}"
    if "json" not in got.kind:
        return ""
    schema = {"components": {"schemas": spec["components"]["schemas"]}, **said["content"][got.kind]["schema"]}
    faults = Draft202012Validator(schema, validate_formats=True).iter_errors(json.loads(got.data))
    return "; ".join(f"{'.'.join(map(str, one.instance_path))}: {one.message[:150]}" for one in faults)
