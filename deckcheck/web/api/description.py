"""What the description of the API lacks as it is drawn from the code: one name for each schema, words for each field.

One function goes over the whole document, once: it is half as much code as a plugin for each of these would be, and
it holds for every operation that is added.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

from deckcheck.decklist import lazy
from deckcheck.web.api.common import FAILURES
from deckcheck.web.api.schemas import Failure
from deckcheck.web.cookies import HOST_NAME

WORDS: Final = Path(__file__).with_name("fields.toml")
REF: Final = lazy.regex(r"#/components/schemas/(?:\w+\.)*(\w+)")
TAGS: Final = {
    "Law": "Lists judged and compared; formats as of a day. For everybody.",
    "Proof": "What was published, held against its seals. For everybody.",
    "Events": "Events, from made to completed.",
    "Stages": "Stages: when lists close, who is in them, and how they stand.",
    "Staff": "The staff of an event and their roles.",
    "Entries": "Players: added, imported, changed, merged.",
    "Registration": "Drafts, lists that players send, and their receipts.",
    "Official acts": "Lists accepted, sent back and reopened.",
    "Rounds": "Tables and standings.",
    "Pools": "Pools that are counted, in Limited.",
    "Deck checks": "Decks held against their lists at the table.",
    "Publication": "Who sees the lists.",
    "Published lists": "Lists that you may see, as files, too; seals and proofs; the feed for a stream.",
    "Record": "The audit log, rechecks of lists, and what is kept of a person.",
    "Programs": "Tokens and webhooks.",
}
OPEN: Final = frozenset(
    {
        *("events_index", "events_show", "stages_index", "stages_show", "publication_show", "registration_me"),
        *("registration_join_event", "rosters_show_entries", "lists_show_lists", "lists_show_list", "lists_show_proof"),
        *("lists_export_lists", "lists_print_sheets", "lists_show_seals", "lists_show_seal", "checks_show_draws"),
    }
)
"""What a stranger may ask as well; whoever comes with a token or a link may see more."""
SIGNED_IN: Final = lazy.regex(r"(staff|programs)_\w+|events_make|entries_part|record_forget")
"""What no token is let in to: only somebody who is signed in at a browser."""
ONCE: Final = frozenset({"registration_submit", "registration_correct_list", "pools_put"})
"""What is done once for each Idempotency-Key."""
_EITHER: Final[list[dict[str, list[str]]]] = [{"token": []}, {"signIn": []}]
_HEADERS: Final[dict[str, Any]] = {
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "required": True,
        "description": "The version that you have seen, as it was given: a whole number, plain or in quotes.",
        "schema": {"type": "string", "pattern": r'^(W/)?"?[0-9]{1,9}"?$', "examples": ["3"]},
    },
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": "A name of your own for this sending. Sent again under it, nothing is done twice.",
        "schema": {"type": "string", "maxLength": 100, "examples": ["0190f3c2-0000-7000-8000-000000000005"]},
    },
}
_RETRY: Final[dict[str, Any]] = {
    "Retry-After": {"description": "How many seconds to wait.", "schema": {"type": "integer", "minimum": 0}}
}
_SCHEMES: Final = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API token of the event, or the secret of a player's private link.",
    },
    "signIn": {
        "type": "apiKey",
        "in": "cookie",
        "name": HOST_NAME,
        "description": "The cookie of somebody who is signed in at a browser.",
    },
}


def complete(spec: dict[str, Any], said: Mapping[str, str]) -> dict[str, Any]:
    """The description with all that its users need; `spec` itself is changed. `said`: what each view says of itself."""
    parts = spec["components"]
    parts["schemas"]["Failure"] = Failure.model_json_schema()
    _name_once(spec)
    used = {operation["tags"][0] for _, _, operation in operations(spec)}
    spec["tags"] = [{"name": tag, "description": TAGS[tag]} for tag in TAGS if tag in used]
    parts |= {"securitySchemes": _SCHEMES, "parameters": _HEADERS, "responses": _refusals()}
    for method, _, operation in operations(spec):
        operation["description"] = cleandoc(said[operation["operationId"].removeprefix(f"{method}_")])
        _complete(method, operation)
    for name, schema in parts["schemas"].items():
        _say(schema, name)
    return spec


def operations(spec: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every operation with its method and path."""
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def _name_once(spec: dict[str, Any]) -> None:
    """One schema for each name: APIFlask writes those within another one anew for each, as `Outer.Inner`."""
    _refer(spec)
    found: dict[str, dict[str, Any]] = {}
    for name, schema in spec["components"]["schemas"].items():
        short = name.rpartition(".")[2]
        _untitle(schema)
        if short in found:
            schema = _both(found[short], schema, short)
        found[short] = schema
    spec["components"]["schemas"] = dict(sorted(found.items()))


def _both(known: dict[str, Any], again: dict[str, Any], name: str) -> dict[str, Any]:
    """A schema that was drawn twice, of a class and of what is told of it: there nothing has a default."""
    if _bare(known) != _bare(again):
        raise ValueError(f"Two schemas are called {name}: {_bare(known)} and {_bare(again)}.")
    needed = {*known.get("required", ()), *again.get("required", ())}
    fields = [again if "default" in of else known for of in known.get("properties", {}).values()]
    told = {name: one["properties"][name] for name, one in zip(known.get("properties", {}), fields, strict=True)}
    return known | ({"properties": told, "required": [name for name in told if name in needed]} if told else {})


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    return {
        field: {key: value for key, value in of.items() if key != "default"}
        for field, of in schema.get("properties", {}).items()
    }


def _refer(part: Any) -> None:
    for value in part.values() if isinstance(part, dict) else part:
        if isinstance(value, (dict, list)):
            _refer(value)
    if isinstance(part, dict) and isinstance(part.get("$ref"), str):
        part["$ref"] = REF.sub(r"#/components/schemas/\1", part["$ref"])
    if isinstance(part, dict) and "mapping" in part:
        part["mapping"] = {key: REF.sub(r"#/components/schemas/\1", to) for key, to in part["mapping"].items()}


def _untitle(schema: Any) -> None:
    """Take out titles that say no more than the name does, and choices within choices: they become types of clients."""
    if isinstance(schema, list):
        for one in schema:
            _untitle(one)
    if not isinstance(schema, dict):
        return
    schema.pop("title", None)
    if "anyOf" in schema:
        _flatten(schema)
    for key, value in schema.items():
        for one in value.values() if key in {"properties", "$defs"} else (value,):
            if key not in {"examples", "default", "enum", "const", "required", "mapping"}:
                _untitle(one)


def _flatten(schema: dict[str, Any]) -> None:
    """One list of choices; what is said of the only one beside null is said of the whole."""
    kinds = [one for one in schema["anyOf"] if one.get("type") != "null"]
    if len(kinds) == 1:
        for key in {"description", "examples"} & kinds[0].keys():
            schema.setdefault(key, kinds[0].pop(key))
    inner = [one for kind in schema["anyOf"] for one in kind.get("anyOf", (kind,))]
    schema["anyOf"] = [one for place, one in enumerate(inner) if one not in inner[:place]]


def _refusals() -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    told = {f"Refused{code}": {"description": says, "content": content} for code, says in FAILURES.items()}
    for code in (429, 503):
        told[f"Refused{code}"]["headers"] = _RETRY
    return told


def _complete(method: str, operation: dict[str, Any]) -> None:
    name = operation["operationId"] = operation["operationId"].removeprefix(f"{method}_api_")
    answers = operation["responses"]
    for code in (code for code in answers if int(code) in FAILURES):
        answers[code] = {"$ref": f"#/components/responses/Refused{code}"}
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
    for parameter in operation["parameters"]:
        _say_of_parameter(parameter, name)
    wanted = {"IfMatch": "428" in answers, "IdempotencyKey": name in ONCE}
    operation["parameters"] += [
        {"$ref": f"#/components/parameters/{one}"} for one, is_taken in wanted.items() if is_taken
    ]
    if "401" not in answers:
        operation["security"] = []
    elif name in OPEN:
        operation["security"] = [{}, *_EITHER]
    else:
        operation["security"] = _EITHER[1:] if SIGNED_IN.fullmatch(name) else _EITHER


def _say_of_parameter(parameter: dict[str, Any], operation: str) -> None:
    schema = parameter["schema"]
    _untitle(schema)
    if "anyOf" in schema:  # No address says null: what is left out is.
        schema.update(*(one for one in schema.pop("anyOf") if one != {"type": "null"}))
        if schema.get("default", 0) is None:
            schema.pop("default")
    if parameter["name"] == "number":
        schema.update(minimum=1, maximum=2**31 - 1)
    _say_of(schema, parameter["name"], operation, "parameters", "fields")
    parameter["description"] = schema.pop("description", "")


def _say(schema: dict[str, Any], name: str) -> None:
    for field, of in schema.get("properties", {}).items():
        _say_of(of, field, name, "fields")


def _say_of(schema: dict[str, Any], field: str, *places: str) -> None:
    """Put words and an example to a field of a schema, or a parameter of an operation, as far as it has none."""
    says, *like = next((words()[place][field] for place in places if field in words().get(place, ())), ("",))
    if says:
        schema.setdefault("description", says)
    if like and "examples" not in schema and "enum" not in schema:
        schema["examples"] = like


@cache
def words() -> dict[str, dict[str, Any]]:
    """What is said of fields and parameters, by place and name: a sentence, and an example where one is needed."""
    return tomllib.loads(WORDS.read_text("utf-8"))
