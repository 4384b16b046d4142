"""Lists that you may see: many, one, as files; seals and proofs; the feed for a stream."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from flask import Response, make_response
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, Field

from deckcheck.lists.seals import proof_json
from deckcheck.printing.pool_checklists import print_pools
from deckcheck.printing.prints import print_list, print_lists
from deckcheck.printing.sheet_values import Printing, printing_of
from deckcheck.publication.export_files import Order, export, list_file
from deckcheck.publication.exports.overlay import write_overlay_csv, write_overlay_json, write_overlay_list
from deckcheck.publication.listings import ListRow, ListsPage, Query, lists_page
from deckcheck.publication.one_list import Wanted, list_address, one_list
from deckcheck.publication.overlays import OverlayOrder, overlay, overlay_list
from deckcheck.publication.proof_files import list_json, seal_json
from deckcheck.publication.proofs import Matched, SealShown, one_seal, proof_for, seals_page
from deckcheck.web.api.common import BYTES, TEXT, api_blueprint, failures, files
from deckcheck.web.api.derived import tells
from deckcheck.web.asker import current_who
from deckcheck.web.cache_headers import kept, marked
from deckcheck.web.current import app
from deckcheck.web.files import answer_file, answer_pdf, base
from deckcheck.web.values import row_of

Hash = Annotated[str, Field(description="64 hexadecimal digits.")]
Hashes = list[Hash]
"""Under a name of its own, since a field is called list."""
Slug = Annotated[str, Field(max_length=40, description="The stage; empty for the first whose lists are open.")]
Reason = Annotated[str, Field(max_length=500, description="Why, where a reason is needed; it goes in the audit log.")]
Number = Annotated[int | None, Field(ge=1, le=2**31 - 1)]


class StageWanted(BaseModel):
    """For which stage, and why if one must say."""

    stage: Slug = ""
    reason: Reason = ""


class ListsWanted(StageWanted):
    """Which lists of a stage, in which order: those behind the list of an entry."""

    sort: Annotated[str, Field(max_length=10, description="finish, where standings were imported, name, or deck.")] = ""
    q: Annotated[str, Field(max_length=100, description="Words of a player's name, a deck's name or a card's.")] = ""
    after: Annotated[Number, Field(description="The entry's number of the last list in the answer before.")] = None
    limit: Annotated[int, Field(ge=1, le=100)] = 100


class SheetWanted(StageWanted):
    """How lists are printed."""

    order: Annotated[
        str,
        Field(max_length=20, description="On paper: mana-value, name, type, colour, registered; empty as the event."),
    ] = ""
    lands: Annotated[
        str, Field(max_length=20, description="On paper: last, first or among the others; empty as the event.")
    ] = ""
    paper: Annotated[str, Field(max_length=20, description="a4 or letter.")] = "a4"


class SheetsWanted(SheetWanted):
    """What is printed of a stage."""

    of: Annotated[
        Literal["lists", "pools"],
        Field(description="lists, or pools: the checklists of registered pools, with what the lists play of them."),
    ] = "lists"


class ListWanted(SheetWanted):
    """In which form one list is wanted."""

    as_: Annotated[
        str,
        Field(alias="as", max_length=20, description="json, a form of text (arena, mtgo, moxfield, omnidex), or pdf."),
    ] = "json"


class ExportWanted(StageWanted):
    """In which shape all lists of a stage are wanted."""

    shape: Annotated[
        str, Field(max_length=20, description="zip, csv, json; cache, client (Magic), omnidex (Grand Archive).")
    ]


class ProofWanted(BaseModel):
    """Of which seal; without one of the last that the list in force is in."""

    seal: Annotated[Number, Field(description="The seal's number.")] = None
    reason: Reason = ""


class OverlayWanted(BaseModel):
    """Which tables of which round: the last one, and all whose players do not mind, unless named."""

    round: Annotated[Number, Field(description="The round.")] = None
    table: Annotated[str, Field(max_length=200, description="Names of tables, parted by commas.")] = ""
    as_: Annotated[str, Field(alias="as", pattern="^(json|csv)$", description="json or csv.")] = "json"


class OverlayListWanted(BaseModel):
    """For which stage."""

    stage: Slug = ""


@tells(ListRow, without=("veiled",))
class ListRowOut(BaseModel):
    """One list among others. `sizes`: main deck and sideboard; in Grand Archive the material deck before them."""

    url: str


@tells(Matched)
class MatchedOut(BaseModel):
    """How many of the lists are what was sealed at the deadline; `whole`: that seal's leaves give its root."""

    sentence: str


class ListsOut(BaseModel):
    """The lists of a stage that are open to the one who asks; `sentence` says to whom they are open. `more` follow."""

    event: str
    stage: str
    sentence: str
    sort: str
    found: int
    more: bool
    matched: MatchedOut | None
    lists: list[ListRowOut]


class ProofIn(BaseModel):
    """The proof that a list is in a seal: its statement, and the path from the list's leaf to the root."""

    seal: str
    path: Hashes


Proofs = list[ProofIn]


class ProblemOut(BaseModel):
    """One thing that the verdict says."""

    severity: str
    message: str
    rule: str
    source: str


class ListOut(BaseModel):
    """The list in force with its report, salt and proofs: `deckcheck verify` takes it as it is."""

    event: str
    stage: str
    player: str
    external_id: str | None
    deck: str
    colours: list[str]
    rank: int | None
    url: str
    sections: dict[str, list[dict[str, Any]]]
    unresolved: list[dict[str, Any]]
    text: str | None
    verdict: str | None
    problems: list[ProblemOut]
    origin: str
    sent_at: datetime
    accepted_at: datetime | None
    minutes_late: int | None
    after_opening: bool
    receipt: str
    number: int
    sha256: Hash
    leaf: Hash
    salt: Hash
    list: str
    proofs: Proofs


@tells(SealShown, without=("title",))
class SealOut(BaseModel):
    """A seal. `leaves` are null while a list that it covers is closed to the one who asks."""

    stage: str | None
    hash: Hash
    signs: str
    root: Hash
    leaves: list[Hash] | None


class SealsOut(BaseModel):
    """Every seal of an event, the first one first."""

    event: str
    seals: list[SealOut]


class ProofOut(BaseModel):
    """What shows what a seal holds for an entry."""

    seal: str
    number: int
    salt: Hash
    list: str
    path: Hashes


bp = api_blueprint("lists", "Published lists")

_JSON: Final[dict[str, Any]] = {"schema": {}}
CSV: Final = "text/csv; charset=utf-8"


def _files(description: str, **kinds: dict[str, Any]) -> dict[int, Any]:
    """The description of an answer that is a file of one of several kinds."""
    return {200: {"description": description, "content": files(**kinds)}}


@bp.get("/e/<slug>/lists")
@bp.input(ListsWanted, location="query", arg_name="wanted")
@bp.output(ListsOut)
@bp.doc(summary="Lists that you may see", responses=failures(401, 404, 422))
def show_lists(slug: str, wanted: ListsWanted) -> ResponseReturnValue:
    """The lists of a stage; closed ones are read by staff alone, and that goes in the audit log before."""
    query = Query(wanted.stage, wanted.sort, wanted.q, reason=wanted.reason, after=wanted.after, limit=wanted.limit)
    page = lists_page(app(), current_who(), slug, query)
    return kept(make_response(_lists(page)), shared=page.shared)


def _lists(page: ListsPage) -> dict[str, Any]:
    matched = {**row_of(page.matched), "sentence": page.matched.sentence} if page.matched else None
    return {
        "event": page.head.slug,
        "stage": page.stage.slug,
        "sentence": page.stage.sentence,
        "sort": page.sort,
        "found": page.found,
        "more": page.more,
        "matched": matched,
        "lists": [_row(page, row) for row in page.rows],
    }


def _row(page: ListsPage, row: ListRow) -> dict[str, Any]:
    told = row_of(row)
    address = list_address(base(), page.head.slug, row.number, page.stage.slug)
    return {key: value for key, value in told.items() if key != "veiled"} | {"url": address}


@bp.get("/e/<slug>/entries/<int:number>/list")
@bp.input(ListWanted, location="query", arg_name="wanted")
@bp.output(ListOut, description="The list; with `as` another form of it, as text or a file.")
@bp.doc(
    summary="One list in force",
    responses={200: {"content": files(text_plain=TEXT, application_pdf=BYTES)}} | failures(401, 403, 404, 422),
)
def show_list(slug: str, number: int, wanted: ListWanted) -> ResponseReturnValue:
    """The list in force of an entry with its salt and proofs; a closed one answers like one that does not exist."""
    if wanted.as_ == "pdf":
        return answer_pdf(print_list(app(), current_who(), slug, number, _printing(wanted)))
    found = one_list(app(), current_who(), slug, Wanted(number, wanted.stage, wanted.reason), base())
    if wanted.as_ == "json":
        return kept(make_response(list_json(found)), shared=found.shared)
    return answer_file(
        list_file(found, "txt" if wanted.as_ == "text" else wanted.as_, app().reference.games[found.head.game])
    )


@bp.get("/e/<slug>/export")
@bp.input(ExportWanted, location="query", arg_name="wanted")
@bp.doc(
    summary="All lists of a stage in a shape",
    responses=_files("The file.", application_zip=BYTES, application_json=_JSON, text_csv=TEXT)
    | failures(401, 403, 404, 409, 422),
)
def export_lists(slug: str, wanted: ExportWanted) -> ResponseReturnValue:
    """Every list that you may see; hidden ones with a reason, which goes in the audit log."""
    order = Order(wanted.shape, wanted.stage, wanted.reason, base())
    return answer_file(export(app(), current_who(), slug, order))


@bp.get("/e/<slug>/sheets")
@bp.input(SheetsWanted, location="query", arg_name="wanted")
@bp.doc(
    summary="All lists, or all registered pools, of a stage on paper",
    responses=_files("One PDF file, by last name.", application_pdf=BYTES) | failures(401, 403, 404, 422),
)
def print_sheets(slug: str, wanted: SheetsWanted) -> ResponseReturnValue:
    """Every list that you may see; hidden ones with a reason, which goes in the audit log. Pools: staff."""
    if wanted.of == "pools":
        return answer_pdf(print_pools(app(), current_who(), slug, _printing(wanted)))
    return answer_pdf(print_lists(app(), current_who(), slug, _printing(wanted)))


def _printing(wanted: SheetWanted) -> Printing:
    fields = {"stage": wanted.stage, "order": wanted.order, "lands": wanted.lands, "paper": wanted.paper}
    return printing_of(fields, wanted.reason, base())


@bp.get("/e/<slug>/seals")
@bp.output(SealsOut)
@bp.doc(summary="Seals", responses=failures(401, 404))
def show_seals(slug: str) -> ResponseReturnValue:
    """The statements of all seals, and the leaves of those whose lists are all open."""
    page = seals_page(app(), current_who(), slug)
    told = {"event": page.head.slug, "seals": [seal_json(seal) for seal in page.seals]}
    return kept(make_response(told), shared=page.shared)


@bp.get("/e/<slug>/seals/<int:number>")
@bp.output(SealOut)
@bp.doc(summary="One seal", responses=failures(401, 404))
def show_seal(slug: str, number: int) -> ResponseReturnValue:
    """One seal, with its leaves where all its lists are open."""
    seal = one_seal(app(), current_who(), slug, number)
    return kept(make_response(seal_json(seal)), shared=seal.leaves is not None)


@bp.get("/e/<slug>/entries/<int:number>/proof")
@bp.input(ProofWanted, location="query", arg_name="wanted")
@bp.output(ProofOut)
@bp.doc(summary="What a seal holds for an entry", responses=failures(401, 403, 404, 422))
def show_proof(slug: str, number: int, wanted: ProofWanted) -> ResponseReturnValue:
    """The proof that an entry's list, or none, is in a seal; of a replaced list as of an old version."""
    found = proof_for(app(), current_who(), slug, number, wanted.seal, wanted.reason)
    return make_response(proof_json(found))


@bp.get("/e/<slug>/overlay")
@bp.input(OverlayWanted, location="query", arg_name="wanted")
@bp.doc(
    summary="Tables of a round for a stream",
    responses=_files("Flat rows, one a table.", application_json=_JSON, text_csv=TEXT) | failures(401, 403, 404, 422),
)
def show_overlay(slug: str, wanted: OverlayWanted) -> ResponseReturnValue:
    """The feed for an overlay's token and the organizer: decks only where everybody may see them."""
    tables = tuple(name.strip() for name in wanted.table.split(",") if name.strip())
    found = overlay(app(), current_who(), slug, OverlayOrder(wanted.round, tables, base()))
    if wanted.as_ == "csv":
        return marked(Response(write_overlay_csv(found), content_type=CSV))
    return marked(Response(write_overlay_json(found), mimetype="application/json"))


@bp.get("/e/<slug>/overlay/list/<int:number>")
@bp.input(OverlayListWanted, location="query", arg_name="wanted")
@bp.doc(
    summary="One list for a scene about a deck",
    responses=_files("Sections with counts, names, types and mana values.", application_json=_JSON)
    | failures(401, 403, 404, 422),
)
def show_overlay_list(slug: str, number: int, wanted: OverlayListWanted) -> ResponseReturnValue:
    """One list, laid out without card data; only where everybody may see it."""
    found = overlay_list(app(), current_who(), slug, number, wanted.stage)
    return marked(Response(write_overlay_list(found), mimetype="application/json"))
