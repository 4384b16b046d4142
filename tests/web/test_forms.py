"""Forms are read by the fields of what they set, each by its kind; all faults are told at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time

import pytest
from flask import Flask, render_template_string
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from deckcheck.app.refusals import Refused, TooManyTries, UnusableInput
from deckcheck.web.forms import (
    FormFaults,
    prepare,
    read_day,
    read_fields,
    read_form,
    read_number,
    read_query,
    read_time,
    shows_refusals,
)


@dataclass(frozen=True, slots=True)
class Act:
    """What a form may ask for."""

    who: str
    number: int
    reason: str
    day: date | None = None
    at: time | None = None
    loud: bool = False
    sets: tuple[str, ...] = ()


def asked(fields: MultiDict[str, str], **more: object) -> Act:
    with Flask(__name__).test_request_context("/", method="POST", data=fields):
        return read_form(Act, **more)


def test_each_field_is_read_by_its_kind() -> None:
    sent = MultiDict(
        [("number", " 7 "), ("day", "2026-06-13"), ("at", "9.30"), ("loud", "yes"), ("sets", "FDN"), ("sets", "MH3")]
    )
    assert asked(sent, who="Ada") == Act("Ada", 7, "", date(2026, 6, 13), time(9, 30), True, ("FDN", "MH3"))


def test_a_form_cannot_say_what_the_page_says_for_itself() -> None:
    assert asked(MultiDict({"who": "Mallory", "number": "7"}), who="Ada").who == "Ada"


def test_what_was_left_empty_says_nothing() -> None:
    assert asked(MultiDict({"number": "", "day": " ", "at": ""}), who="Ada") == Act("Ada", 0, "")


def test_all_faults_are_told_at_once_each_by_its_field() -> None:
    with pytest.raises(FormFaults) as refused:
        read_fields(Act, {"number": "many", "day": "soon", "at": "noon", "reason": "it rains"})
    assert refused.value.by_field == {
        "number": ('"many" is no whole number.',),
        "day": ('"soon" is not a date. Write it like 2026-06-13.',),
        "at": ('"noon" is no time. Write it like 10:00.',),
    }


@given(st.text())
def test_whatever_is_typed_is_read_or_refused_in_a_sentence(text: str) -> None:
    said = []
    for read in (read_day, read_time, read_number):
        try:
            read(text)
        except UnusableInput as refused:
            said.append(str(refused))
    assert all(sentence.endswith(".") for sentence in said)


@given(st.dates(date(1993, 1, 1), date(2099, 12, 31)), st.times(), st.integers(min_value=0, max_value=999_999_999))
def test_what_a_form_shows_is_read_as_it_was(day: date, at: time, number: int) -> None:
    assert read_day(day.isoformat()) == day
    assert read_time(f"{at:%H:%M}") == at.replace(second=0, microsecond=0)
    assert read_number(str(number)) == number


def page(slug: str, refused: Refused | None = None, part: str = "") -> str:
    return f"{slug} {part} {refused}"


@pytest.mark.parametrize("status", [403, 404, 409, 410, 413, 422, 429])
def test_a_refusal_is_told_on_the_page_of_its_form(status: int) -> None:
    @shows_refusals(page, part="name")
    def view(slug: str, number: int) -> str:
        raise Refused(f"Not {number}.", status=status)

    with Flask(__name__).test_request_context("/"):
        answer = view(slug="open", number=7)
    assert (answer.status_code, answer.get_data(as_text=True)) == (status, "open name Not 7.")  # type: ignore[union-attr]


@pytest.mark.parametrize("status", [401, 503])
def test_what_no_form_would_help_is_left_to_the_page_of_errors(status: int) -> None:
    @shows_refusals(page)
    def view(slug: str) -> str:
        raise Refused("Not now.", status=status)

    with Flask(__name__).test_request_context("/"), pytest.raises(Refused):
        view(slug="open")


def test_whoever_tried_too_often_is_told_how_long_to_wait() -> None:
    @shows_refusals(page)
    def view(slug: str) -> str:
        raise TooManyTries("Wait.", 60)

    with Flask(__name__).test_request_context("/"):
        answer = view(slug="open")
    assert answer.headers["Retry-After"] == "60"  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["9999-12-31", "0001-01-01", "2100-01-01"])
def test_a_day_that_nobody_means_is_refused_in_every_form(text: str) -> None:
    with pytest.raises(UnusableInput, match=f"{text} is no day from 1993 to 2099"):
        read_day(text)


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address may ask for."""

    entry: int | None = None
    page: int = 1
    stage: str = ""
    all: bool = False
    choose: tuple[str, ...] = ()


def test_an_address_is_read_by_its_fields_and_what_cannot_be_read_is_as_if_not_said() -> None:
    with Flask(__name__).test_request_context("/?entry=7&stage=swiss&all=1&choose=a&choose=b"):
        assert read_query(Asked) == Asked(7, 1, "swiss", True, ("a", "b"))
    with Flask(__name__).test_request_context(f"/?entry=x&page=-1&stage={'s' * 2001}&all=no"):
        assert read_query(Asked) == Asked()


def test_a_page_that_is_shown_again_asks_for_what_its_form_sent() -> None:
    with Flask(__name__).test_request_context("/?page=3", method="POST", data={"entry": "7"}):
        assert read_query(Asked) == Asked(7, 3)


def test_a_text_that_is_too_long_is_refused_and_not_cut() -> None:
    with pytest.raises(FormFaults, match="This has 2001 characters; at most 2000 fit"):
        asked(MultiDict({"reason": "x" * 2001}), who="Ada")


def test_each_fault_stands_beside_its_field_and_what_was_typed_stands_in_it() -> None:
    app = Flask(__name__)
    prepare(app)
    shown = '<input name="size" value="{{ sent.get("size", "2") }}"{{ described("size") }}>{{ fault("size") }}'

    def form(refused: Refused | None = None) -> str:
        return render_template_string(shown)

    @shows_refusals(form)
    def view() -> str:
        return str(read_form(Size))

    with app.test_request_context("/", method="POST", data={"size": "many"}):
        answer = view()
    assert answer.status_code == 422  # type: ignore[union-attr]
    assert answer.get_data(as_text=True) == (  # type: ignore[union-attr]
        '<input name="size" value="many" aria-invalid="true" aria-describedby="size-fault" autofocus>'
        '<ul class="illegal-text" id="size-fault"><li>“many” is no whole number.</li></ul>'
    )
    with app.test_request_context("/"):
        assert form() == '<input name="size" value="2">'


@dataclass(frozen=True, slots=True)
class Size:
    """A form of one field."""

    size: int = 2
