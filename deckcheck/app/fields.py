"""Fields of what is set or sent, each said once: what may stand in it, for forms, JSON and the API's description."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
from datetime import date, datetime, time
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar, get_type_hints

from pydantic import BeforeValidator, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema, core_schema

from deckcheck.decklist.days import YEARS

DAY_FORM: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
MOMENT_FORM: Final = (
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:[0-9]{2})?$"
)
CLOCK_FORM: Final = r"^[0-9]{2}:[0-9]{2}(:[0-9]{2})?$"


def written(form: str, like: str) -> BeforeValidator:
    """Only what is written so: a number would be taken for seconds since 1970."""

    def check(value: Any) -> Any:
        if value is not None and not (isinstance(value, str) and re.match(form, value)):
            raise ValueError(f"write it like {like}")
        return value

    return BeforeValidator(check, json_schema_input_type=str)


AS_DAY: Final = (
    written(DAY_FORM, "2026-06-13"),
    WithJsonSchema(
        {"type": "string", "format": "date", "pattern": f"^{YEARS}-[0-9]{{2}}-[0-9]{{2}}$"}, mode="validation"
    ),
)
AS_MOMENT: Final = (
    written(MOMENT_FORM, "2026-06-13T10:00"),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": MOMENT_FORM,
            "description": "RFC 3339. Without an offset it is a time on the wall of the event.",
            "examples": ["2026-06-13T10:00"],
        },
        mode="validation",
    ),
)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A word among some; `usual`: it may be null, which is as is usual."""

    words: tuple[str, ...]
    usual: bool = False
    says: str = ""

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check by the words themselves."""
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The words, for the API's description."""
        known: dict[str, Any] = {"type": "string", "enum": [*self.words]}
        shown = {"anyOf": [known, {"type": "null"}]} if self.usual else known
        return shown | ({"description": self.says} if self.says else {})

    def check(self, value: Any) -> str:
        """The word; refused if it is none of them."""
        if self.usual and value is None:
            return ""
        if not isinstance(value, str) or value not in self.words:
            raise ValueError(f"use one of {', '.join(self.words)}")
        return str(value)


def one_of(words: Iterable[str], says: str = "", *, usual: bool = False) -> OneOf:
    """A word among these; `says` is what it is about."""
    return OneOf(tuple(str(word) for word in words), usual, says)


def line(most: int, **more: Any) -> Any:
    """A text of one line, with room for what is cut from it."""
    return Field(strict=True, max_length=most * 2, **more)


Day = Annotated[date, *AS_DAY]
Clock = Annotated[
    time, written(CLOCK_FORM, "10:00"), WithJsonSchema({"type": "string", "pattern": CLOCK_FORM}, mode="validation")
]
Moment = Annotated[datetime, *AS_MOMENT]
Reading = Annotated[
    Literal[0, 1] | None,
    Field(description="Which moment is meant by a time that comes twice or not at all: 0 the earlier, 1 the later."),
]
Confirmed = Annotated[bool, Field(strict=True, description="Yes to the question that a refusal with `confirm` asks.")]
Word = Annotated[str, Field(strict=True, max_length=40)]
Name = Annotated[str, Field(strict=True, max_length=200)]
Text = Annotated[str, Field(strict=True, max_length=2000)]
Uid = Annotated[str, Field(strict=True, max_length=36)]
Number = Annotated[int, Field(strict=True, ge=1, le=2**31 - 1)]
Round = Annotated[int, Field(strict=True, ge=1, le=99)]
Yes = Annotated[bool, Field(strict=True)]
Reason = Annotated[str, Field(strict=True, max_length=2000, description="Why; it goes in the audit log.")]
SeenVersion = Annotated[int | None, Field(strict=True, ge=0)]
StageSlug = Annotated[
    str, Field(strict=True, max_length=40, description="The stage; empty for the one that matters now.")
]
"""What may stand in a field, wherever it does."""

FREE: Final = "free"
"""Marks text that people write freely: the audit names it and does not repeat it."""


Value = TypeVar("Value")


def told_of(kind: type[Value], row: object, /, **more: Any) -> Value:
    """What is told of a row: `more`, and its own of every other field that must be said."""
    wanted = (f.name for f in fields(kind) if f.name not in more and f.default is f.default_factory is MISSING)  # type: ignore[arg-type]
    return kind(**{name: getattr(row, name) for name in wanted}, **more)


@cache
def kinds(model: type) -> dict[str, tuple[Any, ...]]:
    """What is said of each field of a model, by name: the marks in its annotation."""
    hints = get_type_hints(model, include_extras=True)
    return {field.name: getattr(hints[field.name], "__metadata__", ()) for field in fields(model)}


@cache
def choices(model: type) -> dict[str, OneOf]:
    """The fields that hold a word among some."""
    return {name: mark for name, marks in kinds(model).items() for mark in marks if isinstance(mark, OneOf)}


class Patch(dict[str, Any]):
    """What is to be different of a model, by the names of its fields; what is not named, or None, stays as it is."""

    OF: ClassVar[type]

    def __init__(self, **given: Any) -> None:
        if unknown := set(given) - set(kinds(self.OF)):
            raise TypeError(f"no fields of {self.OF.__name__}: {sorted(unknown)}")
        super().__init__({name: value for name, value in given.items() if value is not None})
