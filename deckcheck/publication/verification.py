"""Verifying what was published: every proof, every seal, and a person's own copy of a list beside the sealed one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.timestamps import read_moment
from deckcheck.decklist.hash_chain import noted_signs, signs
from deckcheck.law.games import Game
from deckcheck.law.sentences import section_words
from deckcheck.lists.list_checks import PreviewList, Terms, preview_list
from deckcheck.lists.proof_check import SealsCheck, Verification, is_noted, verify_leaves, verify_proof
from deckcheck.lists.seals import NO_EVIDENCE, Evidence, Seal, together
from deckcheck.verdict.canonical import (
    HEAD,
    CanonicalError,
    CanonicalList,
    Difference,
    canonical_list,
    differences,
    make_canonical,
    read_canonical,
)

MOST_TOLD: Final = 5
"""A sentence names at most so many differences or seals; the rest are counted."""
NO_SUCH_SEAL: Final = "no-such-seal"
DIFFERS: Final = "differs"


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be verified, and what it is held against.

    `known` are seals that came from another hand, `noted` the first signs of one; `copy` is a list as someone has it.
    """

    evidence: Evidence
    known: Evidence = NO_EVIDENCE
    noted: str = ""
    copy: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it: `text` says it in a sentence, `notes` what else is true.

    `code` is empty where everything holds, `NO_SUCH_SEAL` where a proof or a seal does not, and `DIFFERS` where two
    lists of which one is sealed are not the same: then `unlike` says in what.
    """

    code: str
    text: str
    proofs: tuple[Verification, ...] = ()
    seals: SealsCheck | None = None
    notes: tuple[str, ...] = ()
    unlike: tuple[Difference, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether everything holds."""
        return not self.code


def verify(question: Question, app: App) -> Answer:
    """Whether all proofs and seals hold, and whether the lists beside them are the sealed ones."""
    proofs = tuple(verify_proof(claim.proof) for claim in question.evidence.claims)
    published = together((question.evidence, question.known))
    seals = verify_leaves(published.statements, published.leaves) if published.statements else None
    copies = _copies(proofs, question.copy, app) if question.copy.strip() else ()
    beside = [
        *((proof, _ROWS, (c.shown,)) for c, proof in zip(question.evidence.claims, proofs, strict=True) if c.shown),
        *((proof, _COPY, copies) for proof in proofs if copies),
    ]
    answer = Answer("", _summary(proofs, seals), proofs, seals)
    for proof, _, lists in beside:
        if unlike := _altered(proof, lists):
            return _differs(answer, "This list is not what was sealed", proof, unlike, app)
    if fault := _fault(question.noted, proofs, seals):
        return replace(answer, code=NO_SUCH_SEAL, text=fault)
    for proof, what, lists in beside:
        if unlike := _unlike(proof, lists, app):
            return _differs(answer, f"{what} not what was sealed", proof, unlike, app)
    same = ("Your copy is the same list.",) if copies else ()
    return replace(answer, notes=(*same, *_notes(question.noted, proofs, seals)))


_ROWS: Final = "The rows beside the proof are"
_COPY: Final = "Your copy is"


def _summary(proofs: Sequence[Verification], seals: SealsCheck | None) -> str:
    if len(proofs) == 1:
        return proofs[0].text
    if proofs:
        return f"{len(proofs)} of {len(proofs)} proofs hold: these lists are what was sealed."
    return seals.text if seals else ""


def _altered(proof: Verification, lists: Iterable[CanonicalList]) -> tuple[Difference, ...]:
    """What was changed in a list that is not the sealed one, where the list beside it turns out to be that."""
    if proof.reason == "root" and proof.list:
        for given in lists:
            if verify_proof(replace(proof.proof, list=given.text())).holds:
                return differences(given, proof.list)
    return ()


def _unlike(proof: Verification, lists: Iterable[CanonicalList], app: App) -> tuple[Difference, ...]:
    """Where the list beside a proof differs from the sealed one, by the reading that comes nearest to it."""
    if proof.list is None:
        return ()
    sealed = _named_now(proof.list, app)
    return min((differences(sealed, _named_now(given, app)) for given in lists), key=len)


def _fault(noted: str, proofs: Sequence[Verification], seals: SealsCheck | None) -> str:
    broken = [proof for proof in proofs if not proof.holds]
    if broken:
        return broken[0].text if len(proofs) == 1 else f"{len(broken)} of {len(proofs)} proofs: {broken[0].text}"
    if seals and not seals.holds:
        return seals.text
    if seals and not {proof.proof.statement for proof in proofs} <= {seal.text() for seal in seals.seals}:
        return "No seal of this event matches: the proof brings a statement that is not among its seals."
    return _unnoted(noted, _seals_of(proofs, seals)) if noted else ""


def _seals_of(proofs: Sequence[Verification], seals: SealsCheck | None) -> tuple[Seal, ...]:
    return (*(proof.seal for proof in proofs if proof.seal), *(seals.seals if seals else ()))


def _unnoted(noted: str, seals: Sequence[Seal]) -> str:
    wanted = noted_signs(noted)
    if not wanted:
        return "What you noted of the seal is no twelve hexadecimal digits or more, like C9C3 4BF5 E671."
    if any(is_noted(seal, noted) for seal in seals):
        return ""
    here = ", ".join(list(dict.fromkeys(signs(seal.hash()) for seal in seals))[:MOST_TOLD])
    return f"No seal of this event matches what you noted: you have {signs(wanted)}, here it is {here}."


def _notes(noted: str, proofs: Sequence[Verification], seals: SealsCheck | None) -> tuple[str, ...]:
    found = [seal.number for seal in _seals_of(proofs, seals) if noted and is_noted(seal, noted)]
    return (
        *([f"Seal {found[0]} is the one you noted."] if found else []),
        *([seals.text] if seals and proofs else []),
    )


def _differs(answer: Answer, what: str, proof: Verification, unlike: tuple[Difference, ...], app: App) -> Answer:
    game = app.reference.games.get(proof.list.game) if proof.list else None
    words = [difference_words(one, game) for one in unlike[:MOST_TOLD]]
    rest = f"; {len(unlike) - MOST_TOLD} more" if len(unlike) > MOST_TOLD else ""
    return replace(answer, code=DIFFERS, unlike=unlike, text=f"{what}: {'; '.join(words)}{rest}.")


def difference_words(unlike: Difference, game: Game | None) -> str:
    """One difference: 4 Lightning Bolt sealed in the main deck, 3 here."""
    section = section_words(game, unlike.section) if game else unlike.section
    return f"{unlike.sealed} {unlike.name} sealed in the {section}, {unlike.given} here"


def _copies(proofs: Sequence[Verification], copy: str, app: App) -> tuple[CanonicalList, ...]:
    """The lists that a person's copy may be: one in the sealed form, or a typed one as each format lays it out."""
    found = {proof.proof.list: proof for proof in proofs}
    if len(found) != 1:
        raise UnusableInput(f"A copy is compared with one list; {len(found)} are here. Take the proof of one list.")
    proof = next(iter(found.values()))
    if copy.lstrip().startswith(HEAD):
        try:
            return (read_canonical(copy.replace("\r\n", "\n").strip() + "\n"),)
        except CanonicalError as broken:
            raise UnusableInput(str(broken)) from None
    if not proof.list or not proof.seal:
        return ()
    day = read_moment(proof.seal.at).date()
    formats = [fmt.id for fmt in app.reference.formats.values() if fmt.game == proof.list.game]
    # A proof does not name the format, and formats lay the same text out in different sections.
    reports = (preview_list(PreviewList(copy, Terms(fmt, day)), app) for fmt in formats)
    return tuple(read_canonical(text) for text in dict.fromkeys(map(canonical_list, reports)))


def _named_now(canonical: CanonicalList, app: App) -> CanonicalList:
    """The list with each card under its name of today: cards are renamed, sealed lists are not."""
    if canonical.game not in app.reference.games:
        return canonical
    index = app.index(canonical.game)
    known = {row.name: index.find(row.name).cards for row in canonical.rows if not row.waiting}
    names = {name: cards[0].name for name, cards in known.items() if len(cards) == 1}
    return make_canonical(
        canonical.game,
        (row if row.waiting else row._replace(name=names.get(row.name, row.name)) for row in canonical.rows),
    )


def seals_of(answer: Answer) -> tuple[Seal, ...]:
    """Every seal in the answer once: those of the proofs, and those that were brought beside them."""
    return tuple(dict.fromkeys(_seals_of(answer.proofs, answer.seals)))


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer as programs get it."""
    return {
        "holds": answer.holds,
        "code": answer.code,
        "text": answer.text,
        "notes": list(answer.notes),
        "proofs": [_proof_json(proof) for proof in answer.proofs],
        "seals": [_seal_json(seal) for seal in seals_of(answer)],
        "differences": [one._asdict() for one in answer.unlike],
    }


def _proof_json(proof: Verification) -> dict[str, Any]:
    listed = proof.list
    return {
        "holds": proof.holds,
        "text": proof.text,
        "number": proof.proof.number,
        "seal": proof.seal.number if proof.seal else None,
        "receipt": proof.receipt or None,
        "game": listed.game if listed else None,
        "none": listed.none if listed else None,
        "sections": {
            section: [{"count": row.count, "name": row.name, "waiting": row.waiting} for row in rows]
            for section, rows in (listed.sections() if listed else {}).items()
        },
    }


def _seal_json(seal: Seal) -> dict[str, Any]:
    return {
        "event": seal.event,
        "number": seal.number,
        "kind": str(seal.kind),
        "stage": seal.stage,
        "at": seal.at,
        "entries": seal.leaves,
        "hash": seal.hash(),
        "signs": signs(seal.hash()),
    }
