"""docs/terms.toml: every term in six languages, each word for one term, with its source; the catalogues use them."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

from deckcheck.translations import catalogue

FILE: Final = tomllib.loads((Path(__file__).parent.parent / "docs/terms.toml").read_text("utf-8"))
LANGUAGES: Final = ("de", "fr", "es", "it", "pt-BR", "ja")
ABOUT: Final = {"en", "means", "part"}
PARTS: Final = {"noun", "adjective", "verb", "phrase"}
WORDS: Final = ("word", "plural", "feminine", "also", "note", "sure")
KEYS: Final = {*WORDS, "gender", "kept", "source"}


def entries() -> Iterator[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Each term with each of its languages."""
    for term in FILE["term"]:
        for language in LANGUAGES:
            yield term, language, term[language]


def test_every_term_has_all_languages() -> None:
    wrong = [term["en"] for term in FILE["term"] if set(term) != ABOUT | set(LANGUAGES) or term["part"] not in PARTS]
    assert not wrong, wrong
    names = [term["en"].casefold() for term in FILE["term"]]
    assert len(names) == len(set(names)) >= 45


def test_words_are_words() -> None:
    """Nothing is empty or has space around it, and nothing is said that the head of the file does not explain."""
    wrong = [
        (term["en"], language)
        for term, language, entry in entries()
        if not {"word", "source"} <= set(entry) <= KEYS
        or any(not entry[key] or entry[key] != entry[key].strip() for key in WORDS if key in entry)
    ]
    wrong += [(term["en"], key) for term in FILE["term"] for key in ABOUT if not term[key].strip()]
    assert not wrong, wrong


def test_nouns_have_their_gender() -> None:
    """Where the language has one; no other word has one."""
    wrong = [
        (term["en"], language)
        for term, language, entry in entries()
        if entry.get("gender") not in (genders(language) if term["part"] == "noun" else {None})
    ]
    assert not wrong, wrong


def genders(language: str) -> set[str | None]:
    known: dict[str, set[str | None]] = {"ja": {None}, "de": {"m", "f", "n"}}
    return known.get(language, {"m", "f"})


def test_a_kept_word_is_the_english_one() -> None:
    wrong = [
        (term["en"], language, entry["word"])
        for term, language, entry in entries()
        if entry.get("kept") and letters(entry["word"]) != letters(term["en"])
    ]
    assert not wrong, wrong


def letters(word: str) -> str:
    return "".join(filter(str.isalnum, word.casefold()))


def test_a_word_stands_for_one_term() -> None:
    """But for those that are listed with a reason, and nothing is listed that need not be."""
    terms = defaultdict(list)
    for term, language, entry in entries():
        terms[language, entry["word"].casefold()].append(term["en"])
    shared = {key for key, of in terms.items() if len(of) > 1}
    listed = {(row["language"], row["word"].casefold()): row["reason"] for row in FILE.get("shared", [])}
    assert shared == set(listed), {key: terms[key] for key in shared ^ set(listed)}
    assert all(reason.strip() for reason in listed.values())


def test_every_word_says_where_it_is_from() -> None:
    """An https address; or none, and then what it rests on."""
    wrong = [
        (term["en"], language, entry["source"])
        for term, language, entry in entries()
        if ("sure" in entry) == bool(entry["source"]) or (entry["source"] and not is_address(entry["source"]))
    ]
    assert not wrong, wrong


def is_address(source: str) -> bool:
    parts = urlsplit(source)
    return parts.scheme == "https" and "." in parts.netloc and source.isascii() and not any(map(str.isspace, source))


OTHERWISE: Final = tomllib.loads((Path(__file__).parent / "data/terms-otherwise.toml").read_text("utf-8"))["otherwise"]
_GAPS: Final = re.compile(r"%\(\w+\)[sd]|\{\w*\}|<[^>]*>")
"""Names of values and tags are no words of a sentence."""


def folded(text: str) -> str:
    """Small letters without their marks, nor the points between Japanese words."""
    apart = unicodedata.normalize("NFD", text.casefold().replace("・", ""))
    return "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")


def stem(word: str, language: str) -> str:
    """What stays of a word in its other forms: all but its last one or two letters, of short words more."""
    whole = folded(word)
    kept = len(whole) if language == "ja" or len(whole) <= 3 else len(whole) - (1 if len(whole) <= 5 else 2)
    return whole[:kept]


def ways_to_say(term: dict[str, Any], language: str) -> Iterator[list[str]]:
    """The stems of each way in which the table says a term; what it says of a way in brackets is no part of it."""
    for key in ("word", "plural", "feminine", "also"):
        for way in re.sub(r"\([^)]*\)", "", term[language].get(key, "")).split(","):
            if way.strip():
                yield [stem(word, language) for word in way.split()]


def uses(english: str, term: str) -> bool:
    """Whether a sentence holds the term as a word, or a form of it."""
    words = _GAPS.sub(" ", english)
    return re.search(rf"(?<!\w){re.escape(term)}(?:s|es|ed)?(?!\w)", words, re.IGNORECASE) is not None


@cache
def said_otherwise(term: str, language: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """How a sentence may begin that says a term in a word of its own, with the beginnings of such words."""
    rows = [row for row in OTHERWISE if row["term"] == term.casefold() and language in row["says"]]
    return tuple(
        (start, tuple(map(folded, row["says"][language]))) for row in rows for start in row.get("messages", ("",))
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogues_say_each_term_by_the_table(language: str) -> None:
    """But for what tests/data/terms-otherwise.toml lists with a reason, all of which is needed."""
    wrong, needed = [], set()
    sentences = [(m.id if isinstance(m.id, str) else m.id[0], m.string) for m in catalogue(language) if m.id]
    for term in FILE["term"]:
        ways = list(ways_to_say(term, language))
        for english, string in sentences:
            said = folded(string if isinstance(string, str) else " ".join(string or ()))
            if not uses(english, term["en"]) or any(all(part in said for part in way) for way in ways):
                continue
            others = [
                (start, words) for start, words in said_otherwise(term["en"], language) if english.startswith(start)
            ]
            found = [(start, words) for start, words in others if any(map(said.__contains__, words))]
            needed |= {(term["en"].casefold(), start) for start, _ in found}
            if not found:
                wrong.append((term["en"], english, string))
    assert not wrong, wrong
    listed = {
        (row["term"], start) for row in OTHERWISE if language in row["says"] for start in row.get("messages", ("",))
    }
    assert all(row["reason"].strip() for row in OTHERWISE)
    assert {term for term, _ in listed} == {term for term, _ in needed}
