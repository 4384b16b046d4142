"""Verifying what was published: a proof, a list with its proofs, or seals; nothing of it is looked up or kept."""

from __future__ import annotations

from typing import Annotated, Any

from flask import make_response
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from deckcheck.app.refusals import UnusableInput
from deckcheck.lists.seals import NO_EVIDENCE, ProofError, find_evidence
from deckcheck.publication.verification import NO_SUCH_SEAL, Answer, Question, answer_json, verify
from deckcheck.web.api.common import api_blueprint, failures
from deckcheck.web.api.derived import tells
from deckcheck.web.api.schemas import some_of
from deckcheck.web.current import app
from deckcheck.web.problems import problem

bp = api_blueprint("verify", "Proof")

Hash = Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$", description="64 lowercase hexadecimal digits.")]
Hashes = list[Hash]


class PublishedSeal(BaseModel):
    """A seal as it was published."""

    statement: Annotated[StrictStr, Field(description="The ten lines, each with its line end.")]
    leaves: Annotated[Hashes | None, Field(description="All leaves by entry number, once they are open.")] = None


class ProofInSeal(BaseModel):
    """One proof of a list that says number, salt and list once for all."""

    model_config = ConfigDict(extra="allow")

    seal: Annotated[StrictStr, Field(description="The statement of the seal.")]
    path: Annotated[Hashes, Field(description="What is hashed with the leaf to come to the root, from below.")]


Proofs = list[ProofInSeal]
Seals = list[PublishedSeal]


class VerifyRecord(BaseModel):
    """A proof as it was published, a list with its `proofs`, or `seals`; and what it is held against."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra=some_of(dict.fromkeys(("path", "proofs", "seals"), "array")),
    )

    seal: Annotated[StrictStr | None, Field(description="The statement of the seal.")] = None
    number: Annotated[StrictInt | None, Field(ge=1, description="The entry's number.")] = None
    salt: Hash | None = None
    list: Annotated[StrictStr | None, Field(description="The list in its sealed form.")] = None
    path: Annotated[Hashes | None, Field(description="The path from the leaf to the root.")] = None
    proofs: Annotated[Proofs | None, Field(description="The proofs of one list in several seals.")] = None
    seals: Annotated[Seals | None, Field(description="Published seals; a proof must be in one.")] = None
    noted: Annotated[StrictStr | None, Field(description="The code of a seal as noted, at least 12 characters.")] = None
    copy_: Annotated[StrictStr | None, Field(alias="copy", description="A copy of the list, typed or sealed.")] = None


class SealFacts(BaseModel):
    """A seal that was found."""

    event: str
    number: int
    kind: str
    stage: str
    at: str
    entries: int
    hash: str
    signs: str


class ProofFacts(BaseModel):
    """A proof, and the list in it."""

    holds: bool
    text: str
    number: int
    seal: int | None
    receipt: str | None
    game: str | None
    none: bool | None
    sections: dict[str, list[dict[str, Any]]]


class Unlike(BaseModel):
    """Copies of a name in a section, as sealed and in the list beside it."""

    section: str
    name: str
    sealed: int
    given: int


@tells(Answer, without=("unlike",))
class Verified(BaseModel):
    """What came of it: `holds`, or the `differences` of two lists of which one is sealed."""

    holds: bool
    proofs: list[ProofFacts]
    seals: list[SealFacts]
    differences: list[Unlike]


@bp.post("/verify")
@bp.input(VerifyRecord, location="json", arg_name="record")
@bp.output(Verified, description="Which seal the list is in, or where two lists differ.")
@bp.doc(summary="Verify a list against its seal", responses=failures(400, 403, 413, 415, 422, 429))
def verify_proof(record: Any) -> ResponseReturnValue:
    """Verify a proof, a list with its proofs, or seals. What no seal matches is refused as `no-such-seal`."""
    sent = record.model_dump(exclude_none=True, by_alias=True)
    copy, noted = sent.pop("copy", ""), sent.pop("noted", "")
    try:
        question = Question(find_evidence(sent), NO_EVIDENCE, noted, copy)
    except ProofError as refused:
        raise UnusableInput(str(refused)) from None
    answer = verify(question, app())
    if answer.code == NO_SUCH_SEAL:
        return problem(422, answer.text, NO_SUCH_SEAL)
    return make_response(answer_json(answer))
