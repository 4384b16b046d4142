"""Answers to the questions about a list: kept beside its text, and found again in one that was edited."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deckcheck.decklist.answers import NO_ANSWERS, kept_answers, make_answers, marks_of, numbers_of

LINES = st.lists(st.sampled_from(["4 Opt", "1 Jace", "Thanks", "  ", "", "// note"]), max_size=8)


def placed(draw: st.DrawFn) -> tuple[list[str], set[int]]:
    lines = draw(LINES)
    filled = [number for number, text in enumerate(lines, 1) if text.strip()]
    return lines, draw(st.sets(st.sampled_from(filled))) if filled else set()


ANSWERED = st.composite(placed)()


@given(st.sets(st.integers(1, 500)), st.sets(st.text()))
def test_what_is_kept_is_what_was_answered(left_out: set[int], refused: set[str]) -> None:
    answers = make_answers(left_out, refused)
    assert kept_answers(answers.as_json()) == answers
    assert bool(answers) == bool(answers.as_json()) == bool(left_out or refused)


def test_nothing_answered_keeps_nothing() -> None:
    assert kept_answers({}) == NO_ANSWERS
    assert NO_ANSWERS.as_json() == {}


@given(ANSWERED)
def test_in_the_same_text_the_same_lines_are_found(answered: tuple[list[str], set[int]]) -> None:
    lines, numbers = answered
    assert set(numbers_of(lines, marks_of(lines, numbers))) == numbers


@given(ANSWERED, st.data())
def test_an_edit_never_makes_another_line_left_out(answered: tuple[list[str], set[int]], data: st.DataObject) -> None:
    """Whatever one line becomes, comes or goes: what is left out afterwards was left out before."""
    lines, numbers = answered
    marks = marks_of(lines, numbers)
    was = [(text, number in numbers) for number, text in enumerate(lines, 1)]
    at = data.draw(st.integers(0, len(was)))
    new = (data.draw(st.sampled_from(["4 Opt", "1 Jace", "Thanks", "", "3 Negate"])), False)
    edits = ([*was[:at], new, *was[at:]], was[:at] + was[at + 1 :], [*was[:at], new, *was[at + 1 :]])
    after = data.draw(st.sampled_from(edits))
    found = set(numbers_of([text for text, _ in after], marks))
    same = [text for text, _ in was] == [text for text, _ in after]
    assert same or found <= {number for number, (_, out) in enumerate(after, 1) if out}


@given(ANSWERED, st.lists(st.sampled_from(["2 Duress", "7 Plains", ""]), max_size=3))
def test_an_answer_follows_its_line_when_others_come_above(
    answered: tuple[list[str], set[int]], above: list[str]
) -> None:
    lines, numbers = answered
    found = numbers_of([*above, *lines], marks_of(lines, numbers))
    assert set(found) == {number + len(above) for number in numbers}


def test_a_line_that_changed_is_asked_again() -> None:
    marks = marks_of(["4 Opt", "Thanks"], [2])
    assert numbers_of(["4 Opt", "Thanks!"], marks) == ()
    assert numbers_of(["4 Opt", ""], marks) == ()


def test_of_equal_lines_the_answered_one_stays_and_a_new_one_is_asked() -> None:
    marks = marks_of(["1 Jace", "4 Opt", "1 Jace"], [3])
    assert numbers_of(["2 Duress", "1 Jace", "4 Opt", "1 Jace"], marks) == (4,)
    assert numbers_of(["1 Jace", "1 Jace", "4 Opt", "1 Jace"], marks) == ()
    assert numbers_of(["4 Opt", "1 Jace"], marks) == ()
    both = marks_of(["Thanks", "Thanks"], [1, 2])
    assert numbers_of(["Thanks"], both) == (1,)
    assert numbers_of(["Thanks", "Thanks", "Thanks"], both) == ()


@given(st.lists(st.text(alphabet="0123456789.abcdef²x", max_size=30), max_size=6), LINES)
def test_marks_that_are_none_find_nothing(marks: list[str], lines: list[str]) -> None:
    assert numbers_of(lines, marks) == ()
