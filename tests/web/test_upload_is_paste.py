"""A list that is uploaded gets the answer of the same list pasted, over HTTP as browsers send both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from apiflask import APIFlask
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, TestResponse

from deckcheck.web.limits import ledger
from tests.tables import every_row
from tests.web.pages import Page
from tests.web.serving import served

FOLDER: Final = Path(__file__).parents[1] / "dialects"
SAMPLES: Final = sorted(path for path in FOLDER.glob("[!_]*/*.*") if not path.name.endswith(".expected.json"))
TEXTS: Final = {
    "accents": "4 Lórien Revealed\n2 Lim-Dûl's Vault\n1 Jötun Grunt\n",
    "French": "4 Éclair de foudre\n2 Île\n1 Chemin vers l’exil\n3 Forêt\n",
    "read twice": "4 LÃ³rien Revealed\n2 Lim-DÃƒÂ»l's Vault\n",
    "lost letters": "4 L\ufffdrien Revealed\n2 S?ance\n",
    "spaces and marks": "\u200f4\u00a0Lightning\u2003Bolt\u200b\n２\u3000Ｏｐｔ\n",
    "line ends": "Deck\u20284 Opt\x0b20 Island\u2028\u2028Sideboard\u20282 Duress",
}
LEGACY: Final = {"accents": "cp1252", "French": "mac_roman"}


@pytest.fixture(scope="module")
def address(app: APIFlask) -> Iterator[str]:
    with served(app) as address:
        yield address


def ask(app: APIFlask, address: str, body: bytes, kind: str) -> Page:
    with app.app_context():
        ledger().forget()
    with urlopen(Request(f"{address}/check", body, {"Content-Type": kind}), timeout=30) as answer:
        request = EnvironBuilder(path="/check").get_request()
        return Page(TestResponse([answer.read()], "200 OK", Headers(answer.headers.items()), request))


def pasted(app: APIFlask, address: str, text: str) -> Page:
    fields = {"text": text.replace("\r\n", "\n").replace("\n", "\r\n"), "format": "legacy"}
    return ask(app, address, urlencode(fields).encode(), "application/x-www-form-urlencoded")


def uploaded(app: APIFlask, address: str, data: bytes) -> Page:
    parts = b'--part\r\nContent-Disposition: form-data; name="format"\r\n\r\nlegacy\r\n'
    parts += b'--part\r\nContent-Disposition: form-data; name="file"; filename="deck.txt"\r\n\r\n'
    return ask(app, address, parts + data + b"\r\n--part--\r\n", "multipart/form-data; boundary=part")


def what_it_says(page: Page) -> tuple[str, str]:
    return page.list_text, page.by_id("result").text


@every_row("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_sample_of_a_dialect_gets_the_same_answer(app: APIFlask, address: str, path: Path) -> None:
    data = path.read_bytes()
    text = data.decode("utf-8-sig")
    wanted = what_it_says(pasted(app, address, text))
    assert what_it_says(uploaded(app, address, data)) == wanted
    assert what_it_says(uploaded(app, address, text.encode("utf-16"))) == wanted


@every_row("what", list(TEXTS))
def test_letters_marks_and_ends_get_the_same_answer(app: APIFlask, address: str, what: str) -> None:
    text = TEXTS[what]
    wanted = what_it_says(pasted(app, address, text))
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", LEGACY.get(what, "utf-8")):
        assert what_it_says(uploaded(app, address, text.encode(encoding))) == wanted, encoding
