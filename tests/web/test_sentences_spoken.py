"""Pages in their reader's language: who is asked for it, what stays English, and that no sentence is left out."""

from __future__ import annotations

import re
from typing import Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from deckcheck import translations
from deckcheck.app.context import App
from deckcheck.web import create_app, languages
from tests.bracketed import with_brackets
from tests.desks import Clock
from tests.events import make_event
from tests.published_events import a_locked_event
from tests.registrations import ILLEGAL, LEGAL, UNDECIDED, send
from tests.web.pages import Page
from tests.web.test_languages import Outside
from tests.web.visitors import player, sign_in_as, visitor

NAMES: Final = re.compile(
    r"Deckcheck|API|JSON|XML|CSV|PDF|MIT|UTC|[A-Z]{4,}-\d{4}|Scryfall|Moxfield|Arena|MTGO|Magic Online|English|Deutsch|"
    r"Magic: The Gathering|Magic|Grand Archive|Pokémon|Omnidex|Europe/\w+|\d+ ?kB|www\.\S+|"
    r"(?:Legendary |Basic )?(?:Artifact|Creature|Enchantment|Instant|Land|Sorcery)(?: - [A-Z][\w ]+)?|"
    r"GA-[A-Z]+(?: [A-Z]\w+)*(?: \d+)?|(?:M[AD]?MTR|MDTR|MTR|CR|IPG) [\d.]+|MAMTR \*\.\d\w|"
    r"(?:Mo|Di|Mi|Do|Fr|Sa|So)\.,|\d+\. (?:[A-Z][a-zä]+|[A-Z][a-z]+\.) \d{4}"
)
"""What is called the same in every language, wherever it stands."""
PROPER: Final = (
    *(
        "Northern Open",
        "Leeds",
        "Swiss",
        "Playoff",
        "Ada Okonkwo",
        "Okonkwo, Ada",
        "Abara, Chidi",
        "Chidi Abara",
        "Dahl, Per",
        "Per Dahl",
        "bolt",
    ),
    *("Champion", "Action", "Norm", "Fire", "as a public card database records it"),
)
"""What the tests' events, stages and players are called, kinds and elements of Grand Archive's cards, and a source."""
DATA: Final = re.compile(
    r'<dd class="hash[^>]*>[^<]*|<span class="typed".*?</span>|<span aria-hidden="true">.*?</span>|'
    r'<ul class="sheet rows code".*?</ul>|<a class="quiet".*?</a>|'
    r'<button[^>]* lang="[\w-]+">.*?</button>|<a href="/rules/[\w-]+">[\w-]+</a>|'
    r'<figure class="sample"><ol>.*?</ol>|<select[^>]* name="set".*?</select>|'
    r'<ul class="menu plate"><li><a href="/cards/.*?</ul>',
    re.DOTALL,
)
"""Where pages show what was typed, cards and sets."""


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    """German is spoken in brackets."""
    with_brackets(monkeypatch)


def german(client: FlaskClient) -> FlaskClient:
    client.set_cookie(languages.COOKIE, "de")
    return client


def unsaid(page: TestResponse, desk: App, typed: str = "") -> set[str]:
    """The words of a page that stand in no brackets and are no name: what a reader of German would get in English."""
    known = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names_in(desk, typed)))})(?!\w)")
    texts = Outside(DATA.sub(" ", page.get_data(as_text=True))).found
    return {
        text
        for text in texts
        if re.search(r"[^\W\d_]{2,}", NAMES.sub(" ", known.sub(" ", text))) and not is_of_cards(text, desk)
    }


def back_of(page: Page) -> str:
    return next(e.attrs["value"] for e in page.all if e.attrs.get("name") == "back")


# Who is asked.


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize(
    ("kept", "asked", "spoken"),
    [
        ("", "", "en"),
        ("", "de-AT,de;q=0.9,en;q=0.5", "de"),
        ("", "nl,en;q=0.5", "en"),
        ("en", "de", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        ('"><script>', "", "en"),
    ],
)
def test_the_choice_comes_before_what_the_browser_asks_for(app: APIFlask, kept: str, asked: str, spoken: str) -> None:
    guest = visitor(app)
    if kept:
        guest.set_cookie(languages.COOKIE, kept)
    answer = guest.get("/about", headers={"Accept-Language": asked} if asked else {})
    assert f'<html lang="{spoken}">' in answer.text
    assert answer.headers["Content-Language"] == spoken
    assert {"Accept-Language", "Cookie"} <= set(answer.vary)


@pytest.mark.usefixtures("bracketed")
def test_a_language_is_chosen_on_its_page_and_leads_back(app: APIFlask) -> None:
    guest = visitor(app)
    page = Page(guest.get("/language", headers={"Referer": "http://localhost/formats/modern?on=2026-06-13"}))
    assert back_of(page) == "/formats/modern?on=2026-06-13"
    elsewhere = Page(guest.get("/language", headers={"Referer": "https://evil.example/formats"}))
    assert back_of(elsewhere) == "/"
    assert [(e.text, e.attrs["value"]) for e in page.all if e.tag == "button"] == [("English", "en"), ("Deutsch", "de")]
    answer = guest.post("/language", data={"language": "de", "back": "/formats/modern?on=2026-06-13"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/formats/modern?on=2026-06-13")
    assert '<html lang="de">' in guest.get("/about").text


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/\\evil.example", "", "/a\nb"])
def test_it_leads_to_no_other_site(app: APIFlask, back: str) -> None:
    answer = visitor(app).post("/language", data={"language": "de", "back": back})
    assert answer.headers["Location"] == "/"


def test_a_language_without_words_is_refused(app: APIFlask) -> None:
    assert visitor(app).post("/language", data={"language": "tlh"}).status_code == 422


# What stays English.


@pytest.mark.usefixtures("bracketed")
def test_programs_and_staff_are_answered_in_english(app: APIFlask, one_desk: App) -> None:
    made = make_event(one_desk)
    judge = german(sign_in_as(app, one_desk, made.accounts["judge"]))
    for path in ("/e/northern-open/roster", "/e/northern-open/overview", "/help", "/verify"):
        assert "\u27e6" not in judge.get(path, follow_redirects=True).text, path
    told = visitor(app).post(
        "/api/v1/check", json={"list": "3 Forest", "format": "modern"}, headers={"Accept-Language": "de"}
    )
    assert "\u27e6" not in told.text


@pytest.mark.usefixtures("bracketed")
def test_a_page_in_german_leaves_the_next_one_alone(app: APIFlask) -> None:
    german(visitor(app)).get("/about")
    assert translations.language() == "en"
    assert "\u27e6" not in visitor(app).get("/about").text


@pytest.mark.usefixtures("bracketed")
def test_what_is_stored_of_a_list_is_the_same_whoever_sends_it(app: APIFlask, one_desk: App) -> None:
    made = make_event(one_desk, players=2)
    bodies = []
    for number, speaks in enumerate((str, german)):
        client = player(app, one_desk, made.entries[number])
        speaks(client)  # type: ignore[operator]
        page = Page(client.get("/e/northern-open/my"))
        fields = {**page.fields(), "text": ILLEGAL, "do": "send"}
        client.post("/e/northern-open/my/send", data=fields, content_type="multipart/form-data")
        own = client.get("/e/northern-open/my/list.json")
        bodies.append(own.text if own.status_code == 200 else "")
    assert "\u27e6" not in bodies[1]


# No sentence is left out.

FAULTY: Final = (
    "4 Lightning Bolt\n5 Lightening Helix\n4 Nothing Of The Kind\nx\n1 Black Lotus\n4 Forest\nSideboard\n16 Island\n"
)
LISTS: Final = {
    "legal": ("modern", LEGAL),
    "faulty": ("modern", FAULTY),
    "undecided": ("modern", UNDECIDED),
    "commander": ("commander", "Commander\n1 Kess, Dissident Mage\n\nDeck\n2 Sol Ring\n96 Island\n1 Forest\n"),
    "another": ("modern", "Commander\n1 Kess, Dissident Mage\n\nDeck\n99 Island\n"),
    "archive": ("ga-standard", "Material Deck\n1 Spirit of Fire\n\nMain Deck\n5 Fireball\n3 Idle Thoughts\n"),
    "address": ("modern", "https://www.moxfield.com/decks/abc"),
    "prose": ("modern", "I want to play red\nand win\n"),
}


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("name", LISTS)
def test_a_verdict_is_said_in_the_language(app: APIFlask, one_desk: App, name: str) -> None:
    chosen, text = LISTS[name]
    guest = german(visitor(app))
    page = guest.post("/check", data={"format": chosen, "text": text, "do": "check"})
    assert unsaid(page, one_desk, text) == set()


PAGES: Final = (
    *("/", "/check", "/compare", "/events", "/e/northern-open", "/e/northern-open/join?code=KITE-4719", "/join"),
    *("/formats", "/formats/modern", "/formats/commander", "/formats/ga-standard", "/cards", "/cards?q=bolt"),
    *("/cards/lightning-bolt", "/cards/black-lotus", "/privacy", "/about", "/language", "/nothing-here", "/pool"),
)


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("path", PAGES)
def test_a_page_for_everyone_is_said_in_the_language(app: APIFlask, one_desk: App, path: str) -> None:
    make_event(one_desk)
    page = german(visitor(app)).get(path)
    assert unsaid(page, one_desk, "") == set()


@pytest.mark.usefixtures("bracketed")
def test_a_players_pages_are_said_in_the_language(app: APIFlask, one_desk: App, clock: Clock) -> None:
    made = make_event(one_desk)
    ada = german(player(app, one_desk, made.entries[0]))
    for path in ("/me", "/e/northern-open/my"):
        assert unsaid(ada.get(path), one_desk, LEGAL) == set(), path
    send(made, one_desk, ILLEGAL)
    for path in ("/", "/me", "/e/northern-open/my", "/e/northern-open/my/list", "/e/northern-open/my/versions"):
        assert unsaid(ada.get(path, follow_redirects=True), one_desk, LEGAL) == set(), path


@pytest.mark.usefixtures("bracketed")
def test_published_lists_are_said_in_the_language(app: APIFlask, one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock, during="all")
    guest = german(visitor(app))
    base = f"/e/{made.slug}"
    for path in (base, f"{base}/lists", f"{base}/lists?sort=name", f"{base}/lists/1", f"{base}/lists/2"):
        assert unsaid(guest.get(path), one_desk, LEGAL) == set(), path


def names_in(desk: App, typed: str) -> list[str]:
    """What the pages of the tests call events, people and formats, and what was typed; the longest first."""
    formats = [fmt.title for fmt in desk.reference.formats.values()]
    lines = re.findall(r"[^\n]{4,}", typed)
    names = [*formats, *lines, *(line.partition(" ")[2] for line in lines), *PROPER]
    return sorted(filter(None, names), key=len, reverse=True)


def is_of_cards(text: str, desk: App) -> bool:
    """Whether a text is the name of a card, or several of them."""
    known = [desk.index(game) for game in desk.reference.games]
    whole = text.strip().removesuffix(" - Deckcheck")
    return any(
        all(index.find(name).cards for name in names) for index in known for names in ([whole], whole.split(", "))
    )
