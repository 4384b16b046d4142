"""Bodies and answers of the API that follow from what the services take and give: each field is said once, there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import MISSING, Field, fields, replace
from typing import Annotated, Any, Final, TypeVar, get_type_hints

from pydantic import BaseModel, create_model
from pydantic import Field as BodyField

from deckcheck.app.fields import choices

Body = TypeVar("Body", bound=BaseModel)
Act = TypeVar("Act")
SAID: Final = frozenset({"who", "slug"})
"""What a body does not say: the request says who asks, and its address in which event."""


def takes(
    model: type, *, only: Collection[str] = (), without: Collection[str] = (), patch: bool = False
) -> Callable[[type[Body]], type[Body]]:
    """Give a body the fields of what a service takes, but for those that it has itself.

    A patch needs none of them; of `only` some, all are needed.
    """

    def extend(body: type[Body]) -> type[Body]:
        hints = get_type_hints(model, include_extras=True)
        usual = {name for name, kind in choices(model).items() if kind.usual}
        wanted = [f for f in _fields(model, only, without) if f.name not in SAID]
        if patch:
            return _with(body, {f.name: (hints[f.name] | None, None) for f in wanted})
        said = {f.name: ... if only else None if f.name in usual else _default(f) for f in wanted}
        return _with(body, {name: (hints[name], default) for name, default in said.items()})

    return extend


def tells(
    model: type, *, only: Collection[str] = (), without: Collection[str] = (), some: bool = False
) -> Callable[[type[Body]], type[Body]]:
    """Give an answer the fields of what a service gives, but for those that it has itself; all of them are there.

    With `some` each may be null: the caller may not know it.
    """

    def extend(body: type[Body]) -> type[Body]:
        plain, words = get_type_hints(model), choices(model)
        told = {
            name: Annotated[kind, replace(words[name], usual=False)] for name, kind in plain.items() if name in words
        }
        found = {f.name: (plain | told)[f.name] for f in _fields(model, only, without)}
        return _with(body, {name: (kind | None, None) if some else (kind, ...) for name, kind in found.items()})

    return extend


def told(model: type, name: str, *, without: Collection[str] = ()) -> type[BaseModel]:
    """An answer that is what a service gives, and is described as that is."""
    return tells(model, without=without)(create_model(name, __doc__=model.__doc__))


def given(model: type[Act], record: BaseModel, /, **more: Any) -> Act:
    """What a service takes, of a body and what is said beside it."""
    return model(**(record.model_dump(include={f.name for f in fields(model)}) | more))  # type: ignore[arg-type]


def _fields(model: type, only: Collection[str], without: Collection[str]) -> list[Field[Any]]:
    return [f for f in fields(model) if f.name not in without and (not only or f.name in only)]


def _with(body: type[Body], more: dict[str, Any]) -> type[Body]:
    found = {name: kind for name, kind in more.items() if name not in body.model_fields}
    return create_model(body.__name__, __base__=body, __module__=body.__module__, __doc__=body.__doc__, **found)


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return ... if field.default_factory is MISSING else BodyField(default_factory=field.default_factory)
