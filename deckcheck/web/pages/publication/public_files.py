"""The files of an event: all lists in the shapes that programs take, one list in each form, proofs and seals."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.safe_text import json_bytes
from deckcheck.printing.prints import print_list
from deckcheck.printing.sheet_values import printing_of
from deckcheck.publication.export_files import Order, export, export_page, list_file
from deckcheck.publication.proof_files import all_proofs, list_json, proof_file, seal_json
from deckcheck.publication.proofs import one_seal, seals_page
from deckcheck.web.asker import current_who
from deckcheck.web.cache_headers import kept
from deckcheck.web.current import app
from deckcheck.web.files import answer_file, answer_pdf, base
from deckcheck.web.forms import OfEntry, read_query
from deckcheck.web.pages.publication.public import list_asked, reason, with_reason
from deckcheck.web.pages.publication.public_shown import law_of

bp = Blueprint("public_files", __name__)

JSON: Final = "application/json"


@bp.route("/e/<slug>/export", methods=["GET", "POST"])
@with_reason
def export_lists(slug: str) -> ResponseReturnValue:
    """All lists of a stage in a shape; without a shape the page that offers them."""
    stage = request.values.get("stage", "")
    if "shape" not in request.values:
        page = export_page(app(), current_who(), slug, stage)
        return render_template("public/export.html", page=page, frame=page.frame, head=page.head, law=law_of(page.head))
    order = Order(request.values["shape"], stage, reason(), base())
    return answer_file(export(app(), current_who(), slug, order))


@bp.route("/e/<slug>/lists/<int:number>.<kind>", methods=["GET", "POST"])
@with_reason
def one_list_as(slug: str, number: int, kind: str) -> ResponseReturnValue:
    """One list as JSON, as text in a dialect, as another program's file, or on paper."""
    if kind == "pdf":
        how = printing_of(request.values, reason(), base())
        return answer_pdf(print_list(app(), current_who(), slug, number, how))
    found = list_asked(slug, number)
    if kind == "json":
        return answer_json(list_json(found), shared=found.shared)
    return answer_file(list_file(found, kind, app().reference.games[found.head.game]))


@bp.route("/e/<slug>/lists/<int:number>/proof.json", methods=["GET", "POST"])
@with_reason
def one_proof(slug: str, number: int) -> ResponseReturnValue:
    """A list with its salt and its proofs: what `deckcheck verify` takes."""
    found = list_asked(slug, number)
    return answer_json(proof_file(found), shared=found.shared)


@bp.route("/e/<slug>/proofs.json", methods=["GET", "POST"])
@with_reason
def every_proof(slug: str) -> ResponseReturnValue:
    """Every open list of a stage with its proofs, and the seals."""
    found = all_proofs(app(), current_who(), slug, read_query(OfEntry).stage, reason())
    return answer_json(found.value, shared=found.shared)


@bp.get("/e/<slug>/seals.json")
def every_seal(slug: str) -> ResponseReturnValue:
    """Every seal, with its leaves where all its lists are open."""
    page = seals_page(app(), current_who(), slug)
    value = {"event": page.head.slug, "seals": [seal_json(seal) for seal in page.seals]}
    return answer_json(value, shared=page.shared)


@bp.get("/e/<slug>/seals/<int:number>.json")
def seal_as_json(slug: str, number: int) -> ResponseReturnValue:
    """One seal, with its leaves where all its lists are open."""
    seal = one_seal(app(), current_who(), slug, number)
    return answer_json(seal_json(seal), shared=seal.leaves is not None)


def answer_json(value: Any, *, shared: bool) -> Response:
    """JSON that looks the same whoever wrote it."""
    return kept(Response(json_bytes(value), mimetype=JSON), shared=shared)
