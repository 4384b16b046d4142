"""The list of the check page, corrected, in the form that another program takes: to be copied or saved."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.print_limits import File
from deckcheck.app.safe_text import utf8
from deckcheck.lists.list_checks import preview_list
from deckcheck.publication.converted_lists import convert
from deckcheck.publication.exports.shape import TEXT, list_forms
from deckcheck.web.current import app
from deckcheck.web.files import answer_file
from deckcheck.web.pages.check.forms import check_form

bp = Blueprint("corrected", __name__)

PLAIN: Final = TEXT.partition(";")[0]


@bp.post("/check/copy")
def copy_list() -> ResponseReturnValue:
    """A page with the list in a form; `save` asks for the file.

    A script that takes plain text alone gets it, unless there is something to say of it.
    """
    form, fields = check_form(request), request.form
    report = preview_list(form.order(form.text), app())
    found = convert(report, fields.get("save") or fields.get("as", ""), app())
    if "save" in fields:
        return answer_file(File(found.file_name, found.form.media_type, utf8(found.text), shared=False))
    if not found.told and request.headers.get("Accept") == PLAIN:
        return Response(utf8(found.text), content_type=TEXT)
    forms = list_forms(app().reference.games[report.game]).values()
    return make_response(render_template("check_copy.html", found=found, form=form, forms=forms))
