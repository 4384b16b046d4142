"""The audit of an event, for its head judge and organizer: acts in words, and whether all holds."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, make_response, render_template
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.audit.audit_views import audit_page
from deckcheck.audit.audit_words import KINDS
from deckcheck.web.asker import need_account
from deckcheck.web.current import app, now
from deckcheck.web.forms import read_query
from deckcheck.web.pages.audit.house_words import Moments

bp = Blueprint("audit", __name__)


@dataclass(frozen=True, slots=True)
class AuditShown:
    """Which entries of the audit: of one kind, before one; held against a head, and verified."""

    act: str = ""
    before: int | None = None
    head: str = ""
    verify: bool = False


@bp.get("/e/<slug>/audit")
def show(slug: str) -> ResponseReturnValue:
    """Acts, the newest first, of one kind if it is chosen; verified where that was asked."""
    who, asked = need_account(), read_query(AuditShown)
    act = asked.act if asked.act in KINDS else ""
    before, head = asked.before, asked.head
    told: Refused | None = None
    try:
        page = audit_page(app(), who, slug, before, act, head=head, verify=asked.verify)
    except UnusableInput as refused:
        told, page = refused, audit_page(app(), who, slug, before, act)
    shown = render_template(
        "organizer/audit.html",
        page=page,
        frame=page.frame,
        kinds=KINDS,
        act=act,
        head=head,
        told=str(told) if told else "",
        moments=Moments(now(), page.zone),
    )
    return make_response(shown, told.status if told else 200)
