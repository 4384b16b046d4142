"""No page, mail, print, command, API description or document uses a word that is ruled out for people."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.tables import every_row

ROOT: Final = Path(__file__).parent.parent
WORDS: Final = tomllib.loads((ROOT / "tests/data/ruled-out-words.toml").read_text("utf-8"))["word"]
NO_SENTENCES: Final = ("decklist/tables/words.py", "roster/files/")
"""Words by which files of other programs are read."""

NAMES: Final = ("title", "names")
"""The words of TOML and JSON that hold names."""


def in_python(path: Path) -> Iterator[tuple[int, str]]:
    """Texts with a space in them, formatted ones whole; what documents the code is for its readers."""
    tree = ast.parse(path.read_text("utf-8"))
    passed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values),
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            yield node.lineno, node.value


def in_toml(told: Any) -> Iterator[tuple[int, str]]:
    """Texts of TOML or JSON without names of cards, formats and fields."""
    if isinstance(told, str):
        yield 0, told
    elif isinstance(told, dict | list):
        for value in [told[key] for key in told if key not in NAMES] if isinstance(told, dict) else told:
            yield from in_toml(value)


def blank(pattern: str, text: str, kept: str = r"(?!)") -> str:
    """The text without what the pattern finds, but for its line ends and for what is `kept` of it."""
    return re.sub(
        pattern,
        lambda found: " " + " ".join(re.findall(kept, found[0])) + "\n" * found[0].count("\n"),
        text,
        flags=re.DOTALL,
    )


def in_template(text: str) -> str:
    """What a page says: without comments, and without names in the code and attributes that nobody reads."""
    text = blank(r"\{#.*?#\}", text)
    text = blank(r"\{[{%].*?[%}]\}", text, kept=r"\"[A-Z][^\"\n]*\"|\"[^\"\n]* [^\"\n]*\"")
    return blank(r"\b(?!alt|title|placeholder|aria-label|content)[a-z-]+=(?:\"[^\"]*\"|'[^']*')", text)


def in_script(text: str) -> str:
    """Texts with a space in them, of a script without its comments."""
    text = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    text = re.sub(r"(?m)(^|\s)//.*$", "", text)
    return "\n".join(" ".join(re.findall(r"\"[^\"]* [^\"]*\"|`[^`]* [^`]*`", line)) for line in text.splitlines())


def in_document(text: str) -> str:
    """A document without code and addresses."""
    return blank(r"`[^`\n]*`|\]\([^)\n]*\)|\b(?:id|src|name|href|class)=\"[^\"\n]*\"", text)


READ: Final = {".html": in_template, ".js": in_script, ".md": in_document}


def in_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Each line of a page, script or document as it is read."""
    yield from enumerate(READ[path.suffix](path.read_text("utf-8")).splitlines(), 1)


def said() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "deckcheck").rglob("*.py")):
        if not any(part in path.as_posix() for part in NO_SENTENCES):
            yield from ((f"{path.relative_to(ROOT)}:{line}", text) for line, text in in_python(path) if " " in text)
    for path in sorted([*(ROOT / "formats").rglob("*.toml"), *(ROOT / "banlists").rglob("*.toml")]):
        if "pools" not in path.parts:
            told = in_toml(tomllib.loads(path.read_text("utf-8")))
            yield from ((f"{path.relative_to(ROOT)}:{line}", text) for line, text in told if " " in text)
    documents = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    scripts = (ROOT / "deckcheck/web/static").glob("*.js")
    for path in sorted([*(ROOT / "templates").rglob("*.html"), *scripts, *documents]):
        yield from ((f"{path.relative_to(ROOT)}:{line}", text) for line, text in in_lines(path))


SAID: Final = tuple(said())


def ruled_out(word: dict[str, Any], texts: tuple[tuple[str, str], ...]) -> list[str]:
    pattern, allowed = re.compile(word["pattern"]), word.get("except", ())
    return [
        f"{place}: {text[max(0, found.start() - 60) : found.end() + 40].strip()}"
        for place, text in texts
        for found in pattern.finditer(text)
        if not any(one in text for one in allowed)
    ]


@every_row("word", WORDS, ids=lambda word: word["use"])
def test_nothing_that_people_read_uses_the_word(word: dict[str, Any]) -> None:
    assert ruled_out(word, SAID) == [], f"say: {word['use']}"


def test_the_description_of_the_api_uses_none(one_desk: App) -> None:
    described = create_app(one_desk.settings, one_desk).test_client().get("/api/v1/openapi.json").get_json()
    texts = tuple((str(place), text) for place, text in in_toml(described) if " " in text)
    assert texts
    assert [found for word in WORDS for found in ruled_out(word, texts)] == []
