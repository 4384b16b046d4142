"""Whatever is typed, left out and put back in any order: no line is left out that nobody said is no card."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from deckcheck.decklist.answers import marks_of
from deckcheck.web.pages.check.check import take_turn
from deckcheck.web.pages.check.edits import split_lines
from deckcheck.web.pages.check.forms import CheckForm
from tests.samples import examples
from tests.verdicts import the_desk

TEXTS = st.sampled_from(["4 Opt", "1 Jace", "Thanks!", "2x", "", "// note", "Sideboard", "20 Island"])


class Typing(RuleBasedStateMachine):
    """A page on which a list is typed; each line is one object, so that equal ones are told apart."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[str]] = [["4 Opt"], ["Thanks!"]]
        self.answered: list[list[str]] = []
        self.form = CheckForm(text=self.text)

    @property
    def text(self) -> str:
        return "\n".join(text for [text] in self.lines)

    def mark(self, number: int) -> str:
        """The mark of one line, empty for one that is blank."""
        return next(iter(marks_of(split_lines(self.text), (number,))), "")

    def left_out(self) -> list[list[str]]:
        return [self.lines[number - 1] for number in self.form.answers().left_out]

    def press(self, act: str, what: str = "") -> None:
        form = CheckForm(text=self.text, out=self.form.out, act=act, what=what)
        self.form = take_turn(form, the_desk()).form

    @rule(at=st.integers(0, 20), text=TEXTS)
    def type_a_line(self, at: int, text: str) -> None:
        self.lines.insert(at % (len(self.lines) + 1), [text])
        self.press("check")

    @rule(at=st.integers(0, 20))
    def delete_a_line(self, at: int) -> None:
        if len(self.lines) > 1:
            del self.lines[at % len(self.lines)]
        self.press("check")

    @rule(at=st.integers(0, 20), text=TEXTS)
    def write_a_line_again(self, at: int, text: str) -> None:
        place = at % len(self.lines)
        if self.lines[place] != [text]:
            self.lines[place] = [text]
        self.press("check")

    @rule(at=st.integers(0, 20))
    def leave_a_line_out(self, at: int) -> None:
        line = self.lines[at % len(self.lines)]
        mark = self.mark(at % len(self.lines) + 1)
        self.press("out", mark)
        self.answered = [one for one in self.answered if one is not line] + [line]
        # What may be no card is left out at once; a heading or a blank line is not.
        if line[0] in {"4 Opt", "1 Jace", "Thanks!", "2x"}:
            assert any(one is line for one in self.left_out())
        if line[0] in {"", "Sideboard"}:
            assert not any(one is line for one in self.left_out())

    @rule(at=st.integers(0, 20))
    def put_a_line_back(self, at: int) -> None:
        line = self.lines[at % len(self.lines)]
        self.press("back", self.mark(at % len(self.lines) + 1))
        self.answered = [one for one in self.answered if one is not line]
        assert not any(one is line for one in self.left_out())

    @rule()
    def load_the_page_again(self) -> None:
        self.press("check")

    @invariant()
    def nothing_else_is_left_out(self) -> None:
        for line in self.left_out():
            assert any(one is line for one in self.answered), line
        assert self.form.text == self.text


TestTyping = Typing.TestCase
TestTyping.settings = settings(max_examples=examples(25, nightly=60), stateful_step_count=20, deadline=None)
