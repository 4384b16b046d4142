"""Forms of pages: read by the fields of what they set, and shown again with all that was typed where it is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from datetime import date, time
from functools import wraps
from inspect import signature
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from flask import Flask, Response, g, make_response, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from deckcheck.app.refusals import BadSettings, Refused, UnusableInput
from deckcheck.decklist.days import NoDay, read_iso_day
from deckcheck.translations import gettext, ngettext
from deckcheck.web.questions import ask, is_question
from deckcheck.web.words import curly

Act = TypeVar("Act")
LONGEST: Final = 20_000
LONGEST_LINE: Final = 2000
NOT_ON_A_FORM: Final = frozenset({401, 500, 503})
"""Statuses that the page of an error tells: no form would help, or drawing one again would only add to the load."""


NOT_FOR_THEM: Final = frozenset({403, 404})
"""Statuses that say that somebody may not do it."""


def shows_refusals(
    page: Callable[..., ResponseReturnValue], *, back: str = "", yes: str | Callable[..., str] = "", **more: Any
) -> Callable[[Callable[..., ResponseReturnValue]], Callable[..., ResponseReturnValue]]:
    """A view whose refusals `page` tells, which is given what it names of the view's arguments, and `more`.

    With `back`, a question that a refusal asks is a page of its own, whose Cancel leads there and whose button says
    `yes`. Whoever may not see the page is told so alone.
    """
    named = set(signature(page).parameters)

    def around(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        @wraps(view)
        def act(**at: Any) -> ResponseReturnValue:
            try:
                return view(**at)
            except Refused as refused:
                if refused.status in NOT_ON_A_FORM:
                    raise
                if back and is_question(refused):
                    return ask(refused, back.format(**at), yes(**at) if callable(yes) else yes)
                show_again(refused)
                try:
                    shown = page(**{name: at[name] for name in at if name in named}, refused=refused, **more)
                except Refused as hidden:  # Whoever may not see the page is told that alone, not what they typed wrong.
                    raise refused if refused.status in NOT_FOR_THEM else hidden from None
                return _told(refused, shown)

        return act

    return around


def _told(refused: Refused, shown: ResponseReturnValue) -> Response:
    """The page under the number that HTTP has for the refusal."""
    answer = make_response(shown)
    answer.status_code = refused.status
    if wait := getattr(refused, "wait", 0):
        answer.headers["Retry-After"] = str(wait)
    return answer


def refusal(told: str) -> Markup:
    """What was refused, as every form shows it; nothing where nothing was."""
    shown = Markup('<p class="hint strong" role="alert" id="refused" tabindex="-1">{}</p>')
    return shown.format(curly(told)) if told else Markup("")


def prepare(app: Flask) -> None:
    """Let every template show what was typed where it was refused, and each fault beside its field."""
    app.jinja_env.globals.update(refusal=refusal, described=described, fault=fault, to_fix=to_fix)
    app.context_processor(lambda: {"sent": typed_again()})


def show_again(refused: Refused) -> None:
    """Let the page that is drawn show what was typed, and what is wrong with it."""
    g.refused = refused


def typed_again() -> Mapping[str, str]:
    """What was typed, where it was refused and is shown again."""
    try:
        return request.form if g.get("refused") else {}
    except RequestEntityTooLarge:  # It was refused for another reason before it was read.
        return {}


def described(name: str, *others: str) -> Markup:
    """The attributes of a field: what describes it, its fault first. The first field that is wrong has the focus."""
    wrong = bool(_faults(name))
    ids = " ".join(filter(None, (f"{name}-fault" if wrong else "", *others)))
    told = Markup(' aria-invalid="true"') if wrong else Markup("")
    told += Markup(' aria-describedby="{}"').format(ids) if ids else ""
    if wrong and g.setdefault("first_fault", name) == name:
        told += Markup(" autofocus")
    return told


def fault(name: str) -> Markup:
    """What is wrong with a field, for beside it; nothing where nothing is."""
    told = Markup("").join(Markup("<li>{}</li>").format(curly(words)) for words in _faults(name))
    return Markup('<ul class="illegal-text" id="{}-fault">{}</ul>').format(name, told) if told else told


def to_fix(labels: Mapping[str, str]) -> str:
    """How many fields are wrong, and what the first of them is called: 1 field needs fixing: Round 1 begins."""
    refused: Refused | None = g.get("refused")
    wrong = [name for name in refused.by_field if name in labels] if refused else []
    if not wrong:
        return ""
    told = ngettext("{count} field needs fixing: {first}", "{count} fields need fixing. First: {first}", len(wrong))
    return told.format(count=len(wrong), first=labels[wrong[0]])


def _faults(name: str) -> Sequence[str]:
    refused: Refused | None = g.get("refused")
    return refused.by_field.get(name, ()) if refused else ()


class FormFaults(UnusableInput):
    """Fields of a form that cannot be read, each with what is wrong with it."""

    CODE = "bad-settings"

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(" ".join(dict.fromkeys(faults.values())))
        self.by_field = {name: (sentence,) for name, sentence in faults.items()}


def read_form(act: type[Act], /, **given: Any) -> Act:
    """What a form asks for: `given`, and all other fields of the act as the form has them."""
    return _made(act, read_fields(act, request.form, without=given) | given)


def read_query(asked: type[Act], /, **given: Any) -> Act:
    """What is asked to be shown, in an address or by the form of its page: what cannot be read is as if not said."""
    found, _ = _sorted(asked, request.values, given)
    return _made(asked, found | given)


def _made(act: type[Act], found: dict[str, Any]) -> Act:
    kinds = get_type_hints(act)
    said = {f.name: EMPTY.get(kinds[f.name]) for f in fields(act) if f.default is f.default_factory is MISSING}  # type: ignore[arg-type]
    return act(**(said | found))


def read_fields(model: Any, sent: Mapping[str, str], *, without: Collection[str] = ()) -> dict[str, Any]:
    """The fields of a model that were sent, each read by its kind; all that cannot be read is told at once."""
    found, faults = _sorted(model, sent, without)
    if faults:
        raise FormFaults(faults)
    return found


def _sorted(model: Any, sent: Mapping[str, str], without: Collection[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """What was sent of each field, by its kind, and what is wrong with those that cannot be read."""
    kinds, found, faults = get_type_hints(model), dict[str, Any](), dict[str, str]()
    for name in (field.name for field in fields(model)):
        if name in sent and name not in without:
            try:
                found[name] = _read(kinds[name], name, sent)
            except UnusableInput as wrong:
                faults[name] = str(wrong)
    return found, faults


def _read(kind: Any, name: str, sent: Mapping[str, str]) -> Any:
    kinds = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
    if get_origin(kinds[0]) is tuple:
        many = sent.getlist(name) if isinstance(sent, MultiDict) else [sent[name]]
        return tuple(one for one in many if one)
    text = sent[name].strip()
    if len(text) > LONGEST_LINE:
        told = gettext("This has {count} characters; at most {most} fit.")
        raise UnusableInput(told.format(count=len(text), most=LONGEST_LINE))
    if not text:
        return None if NoneType in kinds else EMPTY.get(kind)
    reader = next((READERS[one] for one in kinds if one in READERS), None)
    return text if reader is None else reader(text)


def as_day(text: str) -> date | None:
    """A day; none for what is no day."""
    try:
        return read_iso_day(text.strip())
    except NoDay:
        return None


def read_day(text: str) -> date | None:
    """A day; none where nothing was said, refused where something else was."""
    if not text.strip():
        return None
    try:
        return read_iso_day(text.strip())
    except NoDay as error:
        raise BadSettings(str(error)) from None


def read_time(text: str) -> time | None:
    """A time on the wall; none where nothing was said, refused where something else was."""
    if not text.strip():
        return None
    found = re.fullmatch(r"([01]?\d|2[0-3])[:.]([0-5]\d)(?::[0-5]\d)?", text.strip())
    if not found:
        raise BadSettings(gettext('"{text}" is no time. Write it like 10:00.').format(text=text.strip()[:20]))
    return time(int(found[1]), int(found[2]))


def read_number(text: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"[0-9]{1,9}", text.strip()):
        raise BadSettings(gettext('"{text}" is no whole number.').format(text=text.strip()[:20]))
    return int(text)


@dataclass(frozen=True, slots=True)
class Did:
    """What an act has come to, as the address of the next page has it."""

    done: str = ""


@dataclass(frozen=True, slots=True)
class OfEntry:
    """Of which entry (none: one's own), for which stage (empty: the one that matters now)."""

    entry: int | None = None
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Keyed:
    """The key of a form, by which what it sends is known again."""

    key: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """Why something is done."""

    reason: str = ""


def typed_text(name: str = "text") -> str:
    """A text of many lines as it was typed."""
    return request.form.get(name, "").replace("\r\n", "\n")


def whole(text: str) -> int | None:
    """A whole number as a form has it; none for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def version_sent() -> int | None:
    """The version of what a form was drawn from; none where it does not say."""
    return whole(request.form.get("version", ""))


READERS: Final[Mapping[Any, Callable[[str], Any]]] = {
    int: read_number,
    date: read_day,
    time: read_time,
    bool: lambda text: text in {"yes", "1"},
}
"""How each kind of field is read; all else is text."""
EMPTY: Final[Mapping[Any, Any]] = {str: "", int: 0, bool: False}
"""What a field says that was left empty or not sent, and must say something."""
