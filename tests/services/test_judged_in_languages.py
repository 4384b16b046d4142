"""Verdicts in other languages: kept in English, shown in the reader's, and paid for by those readers alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.law.sentences import note_in_words
from deckcheck.lists import own_list
from deckcheck.lists.advice import with_advice
from deckcheck.lists.judged import judge_for
from deckcheck.lists.list_checks import Preview, PreviewList, Terms, judge_record, preview_list
from deckcheck.lists.own_list import versions
from deckcheck.translations import speaking
from tests.bracketed import TAG, with_brackets
from tests.events import make_event
from tests.registrations import ILLEGAL, UNDECIDED, send
from tests.verdicts import the_desk

OLD: Final = date(2027, 6, 1)
"""A day that no data cover."""
FAULTY: Final = "4 Lightning Bolt\n5 Opt\n\n52 Island\n3 Monastery Swiftspeer\n4 Blitzschlag\n4 or 5 Shock\n"
MODERN: Final = Terms("modern", OLD)


@pytest.fixture(autouse=True)
def bracketed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with_brackets(monkeypatch)
    with speaking(TAG):
        yield


def in_english(text: str, terms: Terms) -> dict[str, Any]:
    with speaking("en"):
        return judge_for(text, terms, the_desk()).report_json


def test_a_verdict_is_given_in_the_readers_language() -> None:
    report = with_advice(preview_list(PreviewList(FAULTY, MODERN), the_desk()), the_desk())
    game = the_desk().reference.games["mtg"]
    said = [problem.text for problem in report.problems]
    said += [problem.remedy.text for problem in report.problems if problem.remedy]
    said += [note_in_words(note, report.deck, game) for note in report.deck.notes]
    said += [remark.words for remark in report.parsed.remarks]
    said += report.warnings
    assert len(said) > 8
    assert [sentence for sentence in said if not sentence.startswith("⟦")] == []
    assert report.age in report.warnings


def test_a_remedy_writes_headings_that_are_read_again() -> None:
    text = "Material Deck\n1 Spirit of Fire\n\nMain Deck\n60 Art of War\n1 Spirit of Water\n"
    report = preview_list(PreviewList(text, Terms("ga-standard", OLD)), the_desk())
    edits = [edit.text for problem in report.problems if problem.remedy for edit in problem.remedy.edits]
    assert edits
    assert not any("⟦" in edit for edit in edits)


def test_what_is_no_list_is_refused_in_the_readers_language() -> None:
    for act in (judge_for, lambda text, terms, app: preview_list(PreviewList(text, terms), app)):
        with pytest.raises(UnusableInput, match="⟦This is"):
            act("%PDF-1.7", MODERN, the_desk())


def test_a_verdict_is_kept_in_english_whatever_was_shown_before() -> None:
    order = PreviewList(FAULTY, MODERN)
    shown = Preview(order, preview_list(order, the_desk()))
    assert any("⟦" in problem.text for problem in shown.report.problems)
    assert judge_for(FAULTY, MODERN, the_desk(), known=shown).report_json == in_english(FAULTY, MODERN)


def test_a_rulebook_that_a_german_asked_for_first_says_english_to_others() -> None:
    fresh = Terms("pioneer", OLD)
    assert any(sentence.startswith("⟦") for sentence in preview_list(PreviewList(FAULTY, fresh), the_desk()).warnings)
    with speaking("en"):
        assert "⟦" not in str(judge_record({"text": FAULTY, "on": str(OLD)}, the_desk(), fresh))


def bodies(made: Any, desk: App, place: int) -> list[Any]:
    found = versions(made.as_person(place), made.slug, place + 1, desk)
    return [verdict.body for version in found for verdict in version.verdicts]


def test_a_list_sent_in_another_language_is_kept_as_any_other(one_desk: App) -> None:
    made = make_event(one_desk)
    for text in (ILLEGAL, UNDECIDED):
        send(made, one_desk, text)
        with speaking("en"):
            send(made, one_desk, text, who=made.as_person(1), number=2)
    with speaking("en"):
        assert bodies(made, one_desk, 0) == bodies(made, one_desk, 1)
        assert "⟦" not in str(bodies(made, one_desk, 0))


def test_a_player_reads_the_kept_verdict_in_their_language_while_it_holds(
    one_desk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_event(one_desk)
    send(made, one_desk, ILLEGAL)
    [shown] = bodies(made, one_desk, 0)
    assert [p["message"] for p in shown["problems"] if not p["message"].startswith("⟦")] == []
    monkeypatch.setattr("deckcheck.lists.judged.is_current", lambda *_: False)
    [kept] = bodies(made, one_desk, 0)
    assert "⟦" not in str(kept)
    assert [p["rule"] for p in kept["problems"]] == [p["rule"] for p in shown["problems"]]


def test_nobody_is_judged_again_to_read_it_in_english(one_desk: App, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_event(one_desk)
    send(made, one_desk, ILLEGAL)
    monkeypatch.delattr(own_list, "said_anew")
    with pytest.raises(NameError):
        bodies(made, one_desk, 0)
    with speaking("en"):
        assert len(bodies(made, one_desk, 0)) == 1
