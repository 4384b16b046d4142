"""The page that verifies: a proof in, what it proves out. The browser computes it; where it cannot, this does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Request, make_response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import UnusableInput
from deckcheck.app.timestamps import moment_in_words
from deckcheck.decklist.hash_chain import signs
from deckcheck.lists.proof_check import Verification
from deckcheck.lists.seals import NO_EVIDENCE, ProofError, Seal, read_evidence
from deckcheck.publication.verification import NO_SUCH_SEAL, Answer, Question, difference_words, seals_of, verify
from deckcheck.store.states import SealKind
from deckcheck.verdict.canonical import CanonicalList, CanonicalRow
from deckcheck.web.current import app

bp = Blueprint("verify", __name__)

FEW: Final = 12
"""Of so many lists the cards are shown; of more only the seals."""
KINDS: Final = {
    SealKind.DEADLINE: "At the deadline",
    SealKind.STAGE: "When a stage began",
    SealKind.CHANGE: "After a list changed",
    SealKind.FINAL: "When the event was completed",
}
NOTHING: Final = "Paste a proof or choose its file."


@dataclass(frozen=True, slots=True)
class VerifyForm:
    """What was sent, as it stands in the fields again."""

    proof: str = ""
    noted: str = ""
    copy: str = ""


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section of a list with its title and size."""

    title: str
    size: int
    rows: tuple[CanonicalRow, ...]


@dataclass(frozen=True, slots=True)
class ShownList:
    """A list that was verified."""

    number: int
    receipt: str
    sections: tuple[ShownSection, ...]


@dataclass(frozen=True, slots=True)
class ShownSeal:
    """A seal that was found, in words."""

    number: int
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What the page says: a state, a sentence, and what lies under it."""

    state: str
    word: str
    text: str
    notes: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()
    seals: tuple[ShownSeal, ...] = ()
    lists: tuple[ShownList, ...] = ()


@bp.route("/verify", methods=["GET", "POST"])
def show() -> ResponseReturnValue:
    """The page, with the answer to what was sent."""
    form = _form(request) if request.method == "POST" else VerifyForm()
    result, code = (_result(form), 200) if request.method == "POST" else (None, 200)
    if result is not None and result.state == "check":
        code = 422
    page = render_template("verify.html", form=form, result=result, words=words())
    return make_response(page, code)


def words() -> dict[str, dict[str, str]]:
    """The words that the page's script needs: titles of sections by game, and why seals are made."""
    titles = {game.id: {s.id: s.title for s in game.sections} for game in app().reference.games.values()}
    return {**titles, "kinds": {str(kind): said for kind, said in KINDS.items()}}


def _form(sent: Request) -> VerifyForm:
    """The fields; a file that was chosen takes the place of the text."""
    file = sent.files.get("file")
    chosen = file.read().decode("utf-8", "replace") if file is not None and file.filename else ""
    fields = sent.form
    return VerifyForm(chosen or fields.get("proof", ""), fields.get("noted", "").strip(), fields.get("copy", ""))


def _result(form: VerifyForm) -> Result:
    if not form.proof.strip():
        return Result("check", "To do", NOTHING)
    try:
        answer = verify(Question(read_evidence(form.proof), NO_EVIDENCE, form.noted, form.copy), app())
    except (ProofError, UnusableInput) as refused:
        return Result("check", "To do", str(refused))
    state, word = ("legal", "Holds") if answer.holds else ("illegal", "Does not hold")
    unlike = tuple(difference_words(one, app().reference.games.get(_game(answer))) for one in answer.unlike)
    sealed = answer.code != NO_SUCH_SEAL
    seals = tuple(_shown_seal(seal) for seal in seals_of(answer)) if sealed else ()
    return Result(state, word, answer.text, answer.notes, unlike, seals, _shown_lists(answer) if sealed else ())


def _game(answer: Answer) -> str:
    return next((proof.list.game for proof in answer.proofs if proof.list), "")


def _shown_lists(answer: Answer) -> tuple[ShownList, ...]:
    held = {(p.proof.number, p.proof.list): p for p in answer.proofs if p.holds and p.list and not p.list.none}
    return tuple(map(_shown_list, held.values())) if len(held) <= FEW else ()


def _shown_list(proof: Verification) -> ShownList:
    listed = proof.list or CanonicalList("")
    sections = (
        ShownSection(section_title(listed.game, section), sum(row.count for row in rows), rows)
        for section, rows in listed.sections().items()
    )
    return ShownList(proof.proof.number, proof.receipt, tuple(sections))


def section_title(game: str, section: str) -> str:
    """The title of a section, also of a game that is not known here."""
    games = app().reference.games
    return games[game].section_title(section) if game in games else section


def _shown_seal(seal: Seal) -> ShownSeal:
    made = f"{KINDS[seal.kind]}{'' if seal.stage == '-' else f', stage {seal.stage}'}"
    facts = (
        ("First characters", signs(seal.hash())),
        (made, moment_in_words(seal.at)),
        ("Covers", "1 entry" if seal.leaves == 1 else f"{seal.leaves} entries"),
        ("Hash of its statement", seal.hash()),
        ("Event", seal.event),
    )
    return ShownSeal(seal.number, facts)
