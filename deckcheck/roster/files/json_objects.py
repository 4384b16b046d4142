"""What answers of programming interfaces have in common: objects that name a person, a record, a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from deckcheck.roster.files.player_names import (
    Name,
    Remark,
    is_nobody,
    join_name,
    read_name,
    read_number,
    read_record,
    read_remark,
    tidy,
)
from deckcheck.roster.files.roster_reader import Mention

Object = Mapping[str, Any]
_MOST: Final = 1e9


def as_object(value: Any) -> Object:
    """The value itself if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def objects(value: Any) -> list[Object]:
    """The objects of a list; none if it is no list."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def all_objects(value: Any, keys: Sequence[str]) -> list[Object]:
    """The objects of a bare list, or of the list that an object holds under the first of these keys that has one."""
    if isinstance(value, list):
        return objects(value)
    holder = as_object(value)
    return next((found for key in keys if (found := objects(holder.get(key)))), [])


def word(value: Any) -> str:
    """A text or a number as tidy text; everything else is empty."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value)
    return tidy(text[:1_000].removesuffix(".0") if isinstance(value, float) else text[:1_000])


def number(value: Any) -> float | None:
    """A number, or nothing; a text that is a number counts."""
    if isinstance(value, str):
        return read_number(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _MOST:
        return None
    return int(value) if float(value).is_integer() else value


def whole(value: Any) -> int | None:
    """A whole number, or nothing."""
    found = number(value)
    return int(found) if found is not None and float(found).is_integer() else None


def first_word(source: Object, keys: Sequence[str]) -> str:
    """The first of these keys that holds a text or a number."""
    return next((found for key in keys if (found := word(source.get(key)))), "")


_NAMES = ("name", "Name", "displayName", "display_name", "DisplayName", "best_identifier", "playerName", "player_name")
_HANDLES = ("username", "Username", "userName", "UserName", "user_name", "handle", "gamertag", "discord")
_IDS = ("id", "ID", "Id", "uid", "playerId", "player_id", "PlayerId", "userId", "user_id")
_FIRST = ("first", "firstName", "first_name", "FirstName", "given_name", "givenName")
_LAST = ("last", "lastName", "last_name", "LastName", "family_name", "familyName")
_STATES = ("status", "Status", "registration_status", "state", "State")


def read_person(source: Object, ids: Sequence[str] = _IDS) -> Mention:
    """The person that an object names; the account name stands in where no name is given."""
    split = join_name(first_word(source, _FIRST), first_word(source, _LAST))
    name = read_name(first_word(source, _NAMES))
    if not name.display or is_nobody(name.display):
        name = split if split.display else Name(first_word(source, _HANDLES))
    elif split.first and not name.first:
        name = Name(name.display, split.first, split.last)
    mail = first_word(source, ("email", "Email", "mail"))
    return Mention(name, first_word(source, ids) or None, is_out(source), mail if "@" in mail else None)


def is_out(source: Object) -> bool:
    """Whether an object says of its player that they are out."""
    if any(read_remark(word(source.get(key))) is Remark.OUT for key in _STATES if word(source.get(key))):
        return True
    if source.get("active") is False or source.get("isActive") is False:
        return True
    for key in ("dropped", "Dropped", "isDropped", "IsDropped", "is_dropped", "has_dropped", "drop"):
        value = source.get(key)
        if value is True or (isinstance(value, int) and value > 0):
            return True
    rounds = (source.get(key) for key in ("statsDroppedRound", "dropRound", "drop_round", "droppedRound"))
    return any((whole(value) or 0) > 0 for value in rounds)


def waits(source: Object) -> bool:
    """Whether an object says of its player that they only wait for a place."""
    return any(read_remark(word(source.get(key))) is Remark.WAITING for key in _STATES if word(source.get(key)))


def read_score(source: Object, wins: str, losses: str, draws: str) -> str | None:
    """The record of three counts; nothing where wins or losses are missing."""
    won, lost = whole(source.get(wins)), whole(source.get(losses))
    if won is None or lost is None or won < 0 or lost < 0:
        return None
    return read_record(f"{won}-{lost}-{max(whole(source.get(draws)) or 0, 0)}")


def walk(value: Any, depth: int = 4) -> Iterator[Any]:
    """A value and what it holds, a few levels deep."""
    yield value
    if depth and isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value[:50]:
            yield from walk(item, depth - 1)
