"""The catalogues: every sentence in every language, with its gaps and links, in the words that players use."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog, Message

from deckcheck.translations import ENGLISH, LANGUAGES, catalogue
from scripts.translations import collected, is_waiting, renewed

HERE: Final = Path(__file__).parent
OTHERS: Final = [tag for tag in LANGUAGES if tag != ENGLISH]
SAME: Final[dict[str, list[str]]] = tomllib.loads((HERE / "data/same-in-languages.toml").read_text("utf-8"))
"""Words that are the same in a language as in English."""


@pytest.fixture(scope="module", params=OTHERS)
def spoken(request: pytest.FixtureRequest) -> Catalog:
    return catalogue(request.param)


def tag_of(spoken: Catalog) -> str:
    return str(spoken.locale).replace("_", "-")


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Each form of a sentence with the English it stands for: that for many, where it is counted."""
    said: Any = message.string
    if isinstance(message.id, str):
        yield message.id, said
    else:
        yield from ((str(message.id[-1]), form) for form in said)


def test_no_sentence_hides_in_a_formatted_text() -> None:
    """There the script that collects them does not see it."""
    files = (HERE.parent / "deckcheck").rglob("*.py")
    wrong = [
        f"{path.name}:{node.lineno}"
        for path in files
        if "gettext" in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.JoinedStr)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "").endswith("gettext")
        if isinstance(call.args[0], ast.Constant)
    ]
    assert wrong == []


def test_templates_mark_their_own_sentences_alone() -> None:
    """What `_` gives stands in the page as it is: data goes through the filter `translated`, and is escaped."""
    marked = re.compile(r"(?<![\w.])(?:_|n?gettext|pgettext)\((?!\s*[\"'])")
    templates = sorted((HERE.parent / "templates").rglob("*.html"))
    wrong = [f"{path.name}: {found}" for path in templates for found in marked.findall(path.read_text("utf-8"))]
    assert wrong == []


def test_every_sentence_is_there_and_no_other(spoken: Catalog) -> None:
    known = {(m.id if isinstance(m.id, str) else tuple(m.id), m.context) for m in spoken if m.id}
    assert known == {(m.id, m.context) for m in collected()}


def test_the_file_is_as_the_script_writes_it(spoken: Catalog) -> None:
    tag = tag_of(spoken)
    assert renewed(tag).decode() == (HERE.parent / f"deckcheck/translations/{tag}.po").read_text("utf-8")


def test_every_sentence_is_translated(spoken: Catalog) -> None:
    assert [m.id for m in spoken if is_waiting(m) or (m.fuzzy and m.id)] == []


def test_gaps_and_tags_are_those_of_the_english(spoken: Catalog) -> None:
    """A form of a plural may leave out the number itself: "one card"."""
    wrong = [
        (english, said)
        for m in spoken
        if m.id
        for english, said in forms(m)
        if gaps(said) != gaps(english) and not (m.pluralizable and gaps(said) <= gaps(english))
    ]
    assert wrong == []


def gaps(text: str) -> Counter[str]:
    return Counter(re.findall(r"%\(\w+\)[sd]|%%|\{\w*\}|</?\w+|href=\"[^\"]*\"", text))


def test_space_and_the_end_of_a_sentence_are_kept(spoken: Catalog) -> None:
    ends = str.maketrans("。？！：、", ".?!:,")
    wrong = [
        (english, said)
        for m in spoken
        if m.id
        for english, said in forms(m)
        if (english[:1].isspace(), english[-1:].isspace()) != (said[:1].isspace(), said[-1:].isspace())
        or (english.rstrip()[-1:] in ".?:") != (said.translate(ends).rstrip()[-1:] in ".?:!")
    ]
    assert wrong == []


def test_no_quotation_mark_ends_an_attribute(spoken: Catalog) -> None:
    """What templates say may stand in an attribute, and is taken as it is."""
    wrong = [
        said
        for m in spoken
        if any(path.startswith("templates/") for path, _ in m.locations)
        for english, said in forms(m)
        if '"' in gapless(said) and '"' not in gapless(english)
    ]
    assert wrong == []


def test_no_sentence_is_left_in_english(spoken: Catalog) -> None:
    alike = {str(m.id) for m in spoken if m.id and m.string == m.id and re.search(r"[a-z]{2}", gapless(str(m.id)))}
    assert alike == set(SAME[tag_of(spoken)])


def gapless(text: str) -> str:
    return re.sub(r"%\(\w+\)[sd]|\{\w*\}|<[^>]*>", "", text)
