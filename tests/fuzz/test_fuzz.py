"""No route answers what nobody means to send with a fault, whoever asks. scripts/fuzz.py asks far more than this."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.databases import beside, on_server
from tests.fuzz.fuzzing import Fuzz
from tests.fuzz.world import FuzzWorld, world_on_postgres, world_on_sqlite
from tests.samples import examples

SEED: Final = os.environ.get("DECKCHECK_FUZZ_SEED", "fuzz")
REQUESTS: Final = int(os.environ.get("DECKCHECK_FUZZ_REQUESTS", "0")) or examples(400, nightly=800)
ON_POSTGRES: Final = REQUESTS // 8
"""There only what is stored differs."""


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> FuzzWorld:
    return world_on_sqlite(tmp_path_factory.mktemp("fuzz"), migrated_file)


@pytest.fixture
def on_postgres(tmp_path_factory: pytest.TempPathFactory, postgres: str, postgres_template: str) -> Iterator[FuzzWorld]:
    name = f"fuzz_{uuid.uuid4().hex[:8]}"
    on_server(postgres, f"CREATE DATABASE {name} TEMPLATE {postgres_template}")
    found = world_on_postgres(tmp_path_factory.mktemp("fuzz_pg"), beside(postgres, name))
    yield found
    found.desk.store.close()
    for one in (name, f"{name}_kept"):
        on_server(postgres, f"DROP DATABASE {one} WITH (FORCE)")


def test_no_part_of_a_request_brings_a_fault(world: FuzzWorld) -> None:
    fuzz, rng = Fuzz(world), Random(SEED)
    fuzz.rows = rng.sample(fuzz.rows, min(len(fuzz.rows), REQUESTS // 10))
    wrong = [told for case in fuzz.sample(REQUESTS, rng) if (told := fuzz.wrong_with(case))]
    assert wrong == []


def test_nor_on_postgres(on_postgres: FuzzWorld) -> None:
    fuzz, rng = Fuzz(on_postgres), Random(SEED)
    fuzz.rows = rng.sample(fuzz.rows, min(len(fuzz.rows), ON_POSTGRES // 10))
    wrong = [told for case in fuzz.sample(ON_POSTGRES, rng) if (told := fuzz.wrong_with(case))]
    assert wrong == []
