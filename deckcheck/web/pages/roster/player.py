"""A player's own events, and how they come to one: by its join code, and back by a link on another phone."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.accounts.recognition import follow_link
from deckcheck.accounts.sign_ins import SignedIn
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.fields import Yes
from deckcheck.app.join_codes import WrongCode, event_of
from deckcheck.app.refusals import Refused, TooManyTries
from deckcheck.app.secret_mail import address_for, sends_mail
from deckcheck.app.time_words import left, until_when
from deckcheck.events.my_events import Mine, MyEntry, my_events
from deckcheck.roster.entry_links import mail_other_links, mail_own_link, own_link
from deckcheck.roster.join import Join, LikeName, join, join_page
from deckcheck.translations import gettext, gettext_noop
from deckcheck.web import cookies
from deckcheck.web.asker import address, browser, current_who, need_somebody
from deckcheck.web.current import app, now
from deckcheck.web.forms import read_form, read_query, shows_refusals
from deckcheck.web.pages.lists.editing import fresh_key
from deckcheck.web.pages.publication.public_shown import told
from deckcheck.web.qr import qr_code

bp = Blueprint("player", __name__)
OF_THE_CODE: Final = frozenset({WrongCode.CODE, TooManyTries.CODE})
"""Refusals of a join code, which are told beside its field."""
OTHERS = gettext_noop("If other events know this address, their links are on the way to it.")


class Row(NamedTuple):
    """One list on the page of one's own: where it leads, and in which words."""

    entry: MyEntry
    address: str
    words: str
    until: str


@dataclass(frozen=True, slots=True)
class Coming:
    """Who comes with which code, as it stands in the form; `scanned`: by the QR code at the desk."""

    code: str = ""
    scanned: Yes = False
    last: str = ""
    first: str = ""
    mail: str = ""
    seat: str = ""
    external: str = ""
    division: str = ""
    born: str = ""
    key: str = ""


def _join_page(slug: str, refused: Refused | None = None) -> str:
    """The form; or the question whether they are the one of that name on the roster, of whom it holds nothing."""
    page = join_page(current_who(), slug, app())
    asked, fields = isinstance(refused, LikeName), read_query(Coming)
    wrong = str(refused) if refused is not None and refused.code in OF_THE_CODE else ""
    return render_template(
        "player/join_asked.html" if asked else "player/join.html",
        page=page,
        head=page.head,
        fields=asdict(fields if asked or fields.key else replace(fields, key=fresh_key())),
        told="" if refused is None or wrong or refused.by_field else str(refused),
        wrong_code=wrong,
        closes=told(page.closes, page.head.zone, page.head.place) if page.closes else None,
        left=left(page.closes, now()) if page.closes else "",
        known=current_who().is_one_player,
        mails=sends_mail(app().settings),
    )


@bp.get("/me")
def show_me() -> ResponseReturnValue:
    """The events of whoever came by a link, each with what is to be done there."""
    who = need_somebody()
    mine = my_events(who, app())
    return _me_page(mine, who)


@bp.post("/me/links")
def mail_others() -> ResponseReturnValue:
    """Mail a player the links to their other entries; whether there are any is not told."""
    who = need_somebody()
    mail_other_links(who, app())
    return _me_page(my_events(who, app()), who, gettext(OTHERS))


def _me_page(mine: Mine, who: Actor, told: str = "") -> str:
    rows = [row_of(entry) for entry in mine.entries]
    mails = who.is_one_player and sends_mail(app().settings)
    return render_template("player/me.html", mine=mine, who=who, rows=rows, mails=mails, told=told)


def row_of(entry: MyEntry) -> Row:
    """One list of somebody's, and where it leads."""
    query = f"?entry={entry.entry}&stage={entry.stage}" if entry.several else ""
    base = f"/e/{entry.head.slug}/my"
    until = until_when(entry.open_until, now(), entry.head.zone) if entry.open_until else ""
    if entry.open_until and not entry.verdict:
        return Row(entry, f"{base}{query}", gettext("Enter your list"), until)
    return Row(entry, f"{base}/list{query}", gettext("My list"), until)


def _find_page(code: str = "", refused: Refused | None = None) -> str:
    code = code or read_query(Coming).code
    return render_template("player/find.html", code=code, told=str(refused or ""))


@bp.get("/join")
def show_find() -> ResponseReturnValue:
    """The field for a join code, for whoever has nothing else."""
    return _find_page()


@bp.post("/join")
@shows_refusals(_find_page)
def find() -> ResponseReturnValue:
    """Lead to the event that takes the code."""
    return to_event(read_form(Coming).code)


@bp.get("/j/<code>")
@shows_refusals(_find_page)
def scanned(code: str) -> ResponseReturnValue:
    """What the QR code at the desk leads to: the event that takes the code, with the code filled in."""
    return to_event(code, scanned="1")


def to_event(code: str, **more: str) -> ResponseReturnValue:
    """Lead to the event that takes a code."""
    slug = event_of(app(), code, current_who(), address())
    return redirect(f"/e/{slug}/join?{urlencode({'code': code, **more})}", 303)


@bp.get("/e/<slug>/join")
def show_join(slug: str) -> ResponseReturnValue:
    """Name and code; whoever is in the event already is led to their list."""
    page = join_page(current_who(), slug, app())
    if page.number is not None:
        return redirect(f"/e/{slug}/my", 303)
    return _join_page(slug)


@bp.post("/e/<slug>/join")
@shows_refusals(_join_page)
def do_join(slug: str) -> ResponseReturnValue:
    """Take somebody into the event, and lead them to their list.

    Where the browser cannot be signed in by it, a new player's link is shown this once.
    """
    joined = join(read_form(Join, who=current_who(), slug=slug, browser=browser()), app())
    if joined.sign_in:
        cookies.keep_sign_in(joined.sign_in)
    if not joined.link:
        return redirect(f"/e/{slug}/my", 303)
    if current_who() == STRANGER and cookies.may_hold_cookie():
        found = follow_link(app(), joined.link, STRANGER, browser())
        if isinstance(found, SignedIn):
            cookies.keep_sign_in(found.secret, found.device)
            return redirect(f"/e/{slug}/my?joined={joined.number}", 303)
    return render_template("player/joined.html", joined=joined, **_link_parts(joined.link))


@bp.post("/e/<slug>/my/link")
def show_link(slug: str) -> ResponseReturnValue:
    """Another link, shown once as a code for another phone."""
    secret = own_link(current_who(), slug, app())
    return render_template("player/link.html", slug=slug, **_link_parts(secret))


def _mail_page(slug: str, refused: Refused | None = None) -> str:
    mail = read_query(Coming).mail
    return render_template("player/mail_link.html", slug=slug, mail=mail, told=str(refused or ""), done="")


@bp.get("/e/<slug>/my/mail-link")
def ask_mail_link(slug: str) -> ResponseReturnValue:
    """Where to send a link by mail."""
    need_somebody()
    join_page(current_who(), slug, app())
    return _mail_page(slug)


@bp.post("/e/<slug>/my/mail-link")
@shows_refusals(_mail_page)
def do_mail_link(slug: str) -> ResponseReturnValue:
    """Send a link by mail."""
    mail = read_form(Coming).mail
    sent_to = mail_own_link(current_who(), slug, mail, app())
    return render_template("player/mail_link.html", slug=slug, mail="", told="", done=_shortened(sent_to))


def _link_parts(secret: str) -> dict[str, object]:
    """A link as an address and as a code."""
    settings = app().settings
    path = f"/r/{secret}"
    whole = address_for(settings, path) if settings.address else request.host_url.rstrip("/") + path
    return {"path": path, "address": whole, "qr": qr_code(whole, gettext("Your link")), "mails": sends_mail(settings)}


def _shortened(mail: str) -> str:
    """An address as its owner knows it again, and nobody else learns it: a…@example.org."""
    name, _, host = mail.partition("@")
    return f"{name[:1]}…@{host}"
