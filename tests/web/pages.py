"""A page as a person without scripts has it: texts, fields and buttons; pressing one sends the form."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

EMPTY = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass
class Element:
    """One element with its attributes, its text and what it holds."""

    tag: str
    attrs: dict[str, str]
    inside: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


class Page(HTMLParser):
    """A page's elements, in order."""

    def __init__(self, response: TestResponse) -> None:
        super().__init__()
        self.response = response
        self.all: list[Element] = []
        self.open: list[Element] = []
        self.feed(response.get_data(as_text=True))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {k: v or "" for k, v in attrs})
        for parent in self.open:
            parent.inside.append(element)
        self.all.append(element)
        if tag not in EMPTY:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop().tag != tag:
            pass

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.texts.append(data)

    def by_id(self, id: str) -> Element:
        return next(e for e in self.all if e.attrs.get("id") == id)

    def having(self, cls: str) -> list[Element]:
        return [e for e in self.all if cls in e.attrs.get("class", "").split()]

    @property
    def list_text(self) -> str:
        # The parser keeps the line break after <textarea>, which HTML leaves out.
        return "".join(self.by_id("text").texts).removeprefix("\n")

    def verdict(self) -> str:
        return self.by_id("verdict").text

    @property
    def text(self) -> str:
        return self.all[0].text

    def fields(self, form: Element | None = None) -> dict[str, Any]:
        """What a browser would send with a form, the check's if none is named."""
        sent: dict[str, Any] = {}
        for e in (form or self.by_id("check")).inside:
            name = e.attrs.get("name")
            if name in ("not", "out"):
                sent.setdefault(name, []).append(e.attrs["value"])
            elif e.tag == "input" and name and e.attrs.get("type") != "file":
                sent[name] = e.attrs.get("value", "")
            elif e.tag == "textarea" and name:
                sent[name] = "".join(e.texts).removeprefix("\n")
            elif e.tag == "select" and name:
                options = [o for o in e.inside if o.tag == "option"]
                chosen = next((o for o in options if "selected" in o.attrs), options[0])
                sent[name] = chosen.attrs["value"]
        return sent

    def button(self, words: str) -> Element:
        return next(e for e in self.all if e.tag == "button" and e.text == words)


def press(client: FlaskClient, page: Page, words: str, **changed: Any) -> Page:
    """The page that comes back when the button with these words is pressed, within its form."""
    button = page.button(words)
    form = next(e for e in page.all if e.tag == "form" and button in e.inside)
    pressed = {button.attrs["name"]: button.attrs["value"]} if "name" in button.attrs else {}
    fields = {"do": "check", **page.fields(form), **changed, **pressed}
    address = button.attrs.get("formaction") or form.attrs["action"]
    return Page(client.post(address, data=fields, content_type="multipart/form-data"))


def send(client: FlaskClient, **fields: Any) -> Page:
    """The page that comes back for these fields."""
    return Page(client.post("/check", data={"do": "check", **fields}, content_type="multipart/form-data"))
