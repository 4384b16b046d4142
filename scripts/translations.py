"""The sentences of the pages and what they are in other languages: collects them, and brings the catalogues up to date.

`python -m scripts.translations` adds to each catalogue what is new (to be translated) and takes out what is gone.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as BabelMessage
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import write_po

from deckcheck import games
from deckcheck.decklist.lazy import members
from deckcheck.law import banlists
from deckcheck.law.games import Game, Presentation
from deckcheck.law.sentences import SAID
from deckcheck.publication.exports.shape import list_forms
from deckcheck.translations import ENGLISH, FOLDER, LANGUAGES, catalogue
from deckcheck.verdict.layout import ORDERS
from deckcheck.verdict.pictures import BESIDE

ROOT: Final = Path(__file__).parent.parent
FOR_STAFF: Final = (
    *("templates/staff", "templates/organizer", "templates/checks", "templates/operator", "templates/account"),
    *("deckcheck/audit", "deckcheck/checks", "deckcheck/cli", "deckcheck/jobs", "deckcheck/updates"),
    *(f"deckcheck/web/pages/{part}" for part in ("accounts", "audit", "checks", "events", "printing", "updates")),
    *("deckcheck/web/api", "deckcheck/catalogue"),
)
"""What only staff, operators and programs read: it is English."""
FOR_PLAYERS_TOO: Final = frozenset(
    ("deckcheck/updates/deck_links.py", "templates/account/sign_out.html", "templates/account/switch.html")
)
"""What players read all the same."""
TEAM: Final = "Deckcheck contributors"
KEYWORDS: Final = {**DEFAULT_KEYWORDS, "gettext_noop": None}
IN_TEMPLATES: Final = {"extensions": "jinja2.ext.i18n", "trimmed": "true", "newstyle_gettext": "true"}


class Message(NamedTuple):
    """A sentence, or its forms for one and for many, and where one word means two things, which it is."""

    id: str | tuple[str, str]
    context: str | None = None


def collected() -> dict[Message, list[str]]:
    """Every sentence that is marked for translation, with the files it stands in."""
    found: dict[Message, list[str]] = {}
    for path in _read_by_players("templates/**/*.html"):
        _add(found, path, _extracted("jinja2", path, IN_TEMPLATES))
        _add(found, path, _counted_in_template(path))
    for path in _read_by_players("deckcheck/**/*.py"):
        _add(found, path, _extracted("python", path))
        _add(found, path, _of_calls(path))
    for path in sorted(ROOT.glob("deckcheck/web/static/*.js")):
        _add(found, path, _extracted("javascript", path))
    for path, message in chain(_of_games(), _of_law()):
        _add(found, path, iter((message,)))
    return found


def _read_by_players(pattern: str) -> Iterator[Path]:
    for path in sorted(ROOT.glob(pattern)):
        name = path.relative_to(ROOT).as_posix()
        if name in FOR_PLAYERS_TOO or not name.startswith(FOR_STAFF):
            yield path


def _add(found: dict[Message, list[str]], path: Path, messages: Iterator[Message]) -> None:
    for message in messages:
        files = found.setdefault(message, [])
        if (name := path.relative_to(ROOT).as_posix()) not in files:
            files.append(name)


def _extracted(method: str, path: Path, options: Mapping[str, str] | None = None) -> Iterator[Message]:
    """What Babel finds in a file."""
    with path.open("rb") as file:
        for _, said, _, context in extract(method, file, KEYWORDS, (), options):
            yield Message(said if isinstance(said, str) else (str(said[0]), str(said[1])), context)


def _of_calls(path: Path) -> Iterator[Message]:
    """What `counted` counts in a module."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)) if "counted(" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "counted":
            yield from _nouns([arg.value for arg in node.args[1:] if isinstance(arg, ast.Constant)])


def _of_games() -> Iterator[tuple[Path, Message]]:
    """What the rules of every game say, and all else that has a title in a game."""
    for game in members(games, Game):
        path = Path(sys.modules[game.__class__.__module__].__file__ or "")
        titles = [section.title for section in game.sections]
        titles += [title.lower() for title in titles]
        titles += _of_paper(game.presentation)
        titles += [*(d.title for d in game.dialects), *(form.title for form in list_forms(game).values())]
        yield from ((path, message) for message in (*map(Message, titles), *_of_pictures(game.presentation)))
        for rule in game.rules:
            path = Path(sys.modules[rule.check.__module__].__file__ or "")
            texts = filter(None, (rule.sentence, *rule.messages.values(), *rule.examples))
            yield from ((path, Message(text)) for text in texts)


def _of_paper(look: Presentation) -> list[str]:
    """The orders of lists within a sentence, and the tables of a sheet of the game's own."""
    orders = [look.order_title(order, usual).lower() for order, usual in ORDERS.items() if order != "registered"]
    return [*orders, *(table.title for table in look.tables)]


def _of_pictures(look: Presentation) -> Iterator[Message]:
    """What cards are called by their types, and what they are counted by."""
    for group in (*look.groups, *BESIDE):
        yield from _nouns((group.one, group.many))
        yield Message(group.many.capitalize())
    for _, values in look.curves:
        yield from map(Message, (values, f"{values}s", values.lower()))


def _of_law() -> Iterator[tuple[Path, Message]]:
    """The statuses of cards, and the words that formats give their rules."""
    statuses = Path(banlists.__file__)
    yield from ((statuses, Message(word.replace("-", " "))) for word in banlists.WORDS)
    for path in sorted(ROOT.glob("formats/**/*.toml")):
        yield from ((path, Message(text)) for text in _words_in(tomllib.loads(path.read_text("utf-8"))))


def _words_in(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, str) and key in SAID:
            yield value
        elif isinstance(value, Mapping):
            yield from _words_in(value)
        elif isinstance(value, list):
            for row in value:
                if isinstance(row, Mapping):
                    yield from _words_in(row)
                elif key == "warnings":
                    yield str(row)


def _nouns(words: Sequence[Any]) -> Iterator[Message]:
    if words:
        yield Message((f"{{count}} {words[0]}", f"{{count}} {words[1] if len(words) > 1 else words[0] + 's'}"))


def _counted_in_template(path: Path) -> Iterator[Message]:
    """What the filter `counted` counts."""
    from jinja2 import Environment
    from jinja2.nodes import Const, Filter

    parsed = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(path.read_text("utf-8"))
    for node in parsed.find_all(Filter):
        if node.name == "counted":
            yield from _nouns([arg.value for arg in node.args if isinstance(arg, Const)])


def renewed(tag: str) -> bytes:
    """The catalogue of a language with every sentence there is now and no other; a new one has no words yet."""
    path = FOLDER / f"{tag}.po"
    before = catalogue(tag) if path.exists() else Catalog(locale=tag.replace("-", "_"))
    after = Catalog(
        locale=tag.replace("-", "_"),
        header_comment=f"# What the pages for players say in {LANGUAGES[tag]}; see CONTRIBUTING.md.",
        project="Deckcheck",
        version="main",
        msgid_bugs_address=TEAM,
        last_translator=TEAM,
        language_team=TEAM,
        fuzzy=False,
    )
    for message, files in sorted(collected().items(), key=lambda item: (item[1][0], str(item[0]))):
        was = before.get(message.id if isinstance(message.id, str) else message.id[0], message.context)
        said = was.string if was and was.pluralizable == isinstance(message.id, tuple) else ""
        after.add(message.id, said or None, [(name, 0) for name in files], context=message.context)
    after.creation_date = after.revision_date = before.creation_date
    written: IO[bytes] = BytesIO()
    write_po(written, after, width=0, omit_header=False, include_lineno=False)
    written.seek(0)
    return written.read()


def is_waiting(message: BabelMessage) -> bool:
    """Whether a sentence has no words in the language yet, or not all its forms."""
    said = message.string
    forms = [said] if isinstance(said, str) else list(said or [""])
    return bool(message.id) and not all(forms)


def main() -> None:
    """Bring every catalogue up to date, and print how many sentences wait in each."""
    for tag in LANGUAGES:
        if tag != ENGLISH:
            (FOLDER / f"{tag}.po").write_bytes(renewed(tag))
            print(f"{tag}: {sum(map(is_waiting, catalogue(tag)))} to translate")


if __name__ == "__main__":
    main()
