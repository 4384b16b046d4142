"""Pages in another language, and what stays English beside them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

import pytest
from flask.testing import FlaskClient

from deckcheck import translations
from deckcheck.app.context import App
from deckcheck.games.mtg import GAME as MAGIC
from deckcheck.web import languages
from tests.bracketed import TAG, with_brackets

SAID: Final = re.compile(r"⟦[^⟦⟧]*⟧")


@pytest.fixture
def foreigner(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Somebody who reads that language."""
    with_brackets(monkeypatch)
    client.set_cookie(languages.COOKIE, TAG)
    return client


def page_of(client: FlaskClient, language: str) -> str:
    client.set_cookie(languages.COOKIE, language)
    return client.get("/").get_data(as_text=True)


def test_what_is_kept_for_all_readers_is_said_to_each_in_their_language(foreigner: FlaskClient) -> None:
    page = page_of(foreigner, TAG)
    assert "⟦Is your deck legal on the day you play?⟧" in page
    sample = page[page.index('class="sample"') : page.index("</figure>")]
    assert "⟦" in sample
    foot = page[page.index("<footer") :]
    assert re.search(r"Magic (?!22 Aug)", foot)
    assert "⟦" not in page_of(foreigner, translations.ENGLISH)
    assert page_of(foreigner, TAG) == page


WRONG: Final = """4 Lightning Bolt
4 Monastry Swiftspear
1 Jace
5 Ragavan, Nimble Pilferer
4 Mox Opal
3 xyzzy foo
2x 3 Island
30 Mountain

Sideboard
17 Forest"""
RIGHT: Final = "56 Mountain\n4 Lightning Bolt\n\nSideboard\n4 Duress"
BOARDED: Final = "56 Mountain\n4 Duress\n3 Forest\n2 Lightning Blot\n\nSideboard\n4 Plains"
COMMANDER: Final = "1 Sol Ring\n99 Forest\n\nCommander\n1 Omnath, Locus of Mana"
SEEN: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "the start": ("/", {}),
    "a wrong code": ("/", {"code": "nonsense"}),
    "no list": ("/check", {}),
    "an example": ("/check", {"do": "example"}),
    "a list with faults": ("/check", {"text": WRONG}),
    "banned cards": ("/check", {"text": WRONG, "format": "legacy", "match": "bo1"}),
    "an early day": ("/check", {"text": RIGHT, "on": "1999-01-02"}),
    "a legal list": ("/check", {"text": RIGHT}),
    "another format's list": ("/check", {"text": COMMANDER}),
    "a link": ("/check", {"text": "https://moxfield.com/decks/abc"}),
    "no day": ("/check", {"text": RIGHT, "on": "2026-99-99"}),
    "no name": ("/check", {"text": RIGHT, "do": "other:1"}),
    "a name": ("/check", {"text": RIGHT, "do": "other:2", "other-2": "Shock"}),
    "a line removed": ("/check", {"text": RIGHT, "do": 'edit:[[1,"56 Mountain",""]]'}),
    "a list copied": ("/check/copy", {"text": WRONG, "as": "mtgo"}),
    "no lists to compare": ("/compare", {"registered": RIGHT, "presented": ""}),
    "lists that differ": ("/compare", {"registered": RIGHT, "presented": BOARDED, "game": "2"}),
}
"""Pages, by what they show, with what is sent."""
SAID_IN: Final = ("aria-label", "placeholder", "alt", "title", "data-say")
LETTER: Final = re.compile(r"[^\W\d_]")
DATA: Final = re.compile(
    r"(MTR|IPG|CR|MAMTR|MDTR) \d[\d.a-z]*"  # a section of a document
    r"|(Magic|Grand Archive|Pokémon) \d[^⟦]* 20\d\d,?"  # a game and a day
    r"|[WUBRGC]|((Artifact|Creature|Enchantment|Instant|Land|Sorcery) ?)+"  # the marks and types of a card
)


class Outside(HTMLParser):
    """The texts of a page, and of its attributes, with letters outside all brackets."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._tag = ""
        # A sentence may hold tags; what stands in its brackets is said, whatever it is.
        self._open = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        for name, value in attrs:
            if name in SAID_IN and value:
                rest, depth = outside(value, 0)
                assert depth == 0, value
                self._add(rest)

    def handle_data(self, data: str) -> None:
        if self._tag not in {"script", "textarea"}:
            rest, self._open = outside(data, self._open)
            self._add(rest)

    def _add(self, rest: str) -> None:
        if LETTER.search(rest):
            self.found.add(" ".join(rest.split()))


def outside(text: str, depth: int) -> tuple[str, int]:
    """What of a text stands outside brackets, of which so many are open; and how many then are."""
    rest = ""
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        rest += sign if not depth and sign != "⟧" else ""
    return rest, depth


@pytest.mark.parametrize("name", SEEN)
def test_all_that_the_pages_of_the_check_say_is_translated(foreigner: FlaskClient, desk: App, name: str) -> None:
    """All but names, what was typed, and the sections of documents."""
    path, sent = SEEN[name]
    page = foreigner.post(path, data=sent) if sent else foreigner.get(path)
    index, reference = desk.index("mtg"), desk.reference
    typed = {line.strip() for text in (*sent.values(), MAGIC.presentation.example) for line in text.split("\n")}
    known = {"- Deckcheck", "Deckcheck", "API", "KITE-4719", "modern.txt", *typed}
    known |= {re.sub(r"^\d+x? ", "", line) for line in typed}
    known |= {fmt.title for fmt in reference.formats.values()} | set(index.names())
    found = Outside(page.get_data(as_text=True)).found
    assert {text for text in found if text not in known and not DATA.fullmatch(text)} == set()


FAULTY: Final = "4 Lightning Bolt\n5 Opt\n\n52 Island\n3 Monastery Swiftspeer\n4 Blitzschlag\n4 or 5 Shock\n"


def test_a_verdict_is_said_in_the_language_of_its_page(foreigner: FlaskClient) -> None:
    fields = {"text": FAULTY, "format": "modern", "on": "2026-06-13"}
    page = foreigner.post("/check", data=fields).get_data(as_text=True)
    assert "⟦⟦5 copies⟧ of Opt in the ⟦main deck⟧; the limit is 4.⟧" in page
    assert "⟦Remove ⟦1 from line 2⟧⟧" in page
    assert "⟦From ⟦German⟧: Lightning Bolt. You wrote" in page


@pytest.mark.parametrize("path", ["/api/v1/check", "/api/v1/formats/modern", "/api/v1/nothing"])
def test_programs_are_answered_in_english_whatever_they_accept(foreigner: FlaskClient, path: str) -> None:
    def answer(**headers: str) -> str:
        if path.endswith("check"):
            return foreigner.post(path, json={"format": "modern", "text": FAULTY}, headers=headers).text
        return foreigner.get(path, headers=headers).text

    told = answer(**{"Accept-Language": TAG})
    assert "⟦" not in told
    foreigner.delete_cookie(languages.COOKIE)
    assert answer() == told
