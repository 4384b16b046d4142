"""`deckcheck verify`: whether a published list is the one that was sealed."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import click

from deckcheck.app.refusals import UnusableInput
from deckcheck.app.timestamps import moment_in_words
from deckcheck.cli import UNUSABLE, show_json
from deckcheck.cli.options import json_option, read_bytes, read_text
from deckcheck.decklist.hash_chain import noted_signs, signs
from deckcheck.law.games import Game
from deckcheck.law.sentences import section_words
from deckcheck.lists.proof_check import Verification
from deckcheck.lists.seals import NO_EVIDENCE, NOTHING, Evidence, NoEvidence, ProofError, Seal, read_evidence, together
from deckcheck.publication.verification import Answer, Question, answer_json, seals_of, verify
from deckcheck.translations import join_words
from deckcheck.wiring import build_desk

MOST_BYTES: Final = 64 * 1024 * 1024
"""More than all proofs of the largest event; what is packed is counted as it unpacks."""
MOST_FILES: Final = 20_000
FEW: Final = 12
"""Of more proofs than this only the seals are told."""


@click.command("verify")
@click.argument("file")
@click.option("--list", "copy", metavar="FILE", help="Your own copy of the list, typed or in its sealed form.")
@click.option(
    "--seal", metavar="CODE|FILE", help="The seal as you noted it (12 characters or more), or published seals."
)
@json_option
def command(file: str, copy: str | None, seal: str | None, as_json: bool) -> int:
    """Verify the proof in FILE ("-" for standard input): whether the list is the one that was sealed, and when.

    FILE is a proof, a published list with its proofs, or seals with their leaves: JSON, or a zip of such files.
    Status: 0 if everything holds, 2 if something does not.

    Example: deckcheck verify proof.json --seal "C9C3 4BF5 E671"
    """
    noted, known = _seal(seal) if seal else ("", NO_EVIDENCE)
    question = Question(_evidence(file), known, noted, read_text(copy) if copy else "")
    app = build_desk()
    answer = verify(question, app)
    if as_json:
        show_json(answer_json(answer) | ({} if answer.holds else {"error": answer.text}))
    if not answer.holds:
        click.echo(f"deckcheck: {answer.text}", err=True)
        return UNUSABLE
    if not as_json:
        _tell(answer, noted, app.reference.games)
    return 0


def _seal(option: str) -> tuple[str, Evidence]:
    """What `--seal` brings: signs from a receipt, or a file with statements (or with nothing but signs)."""
    if noted_signs(option) and not Path(option).exists():
        return option, NO_EVIDENCE
    text = read_bytes(option).decode("utf-8", "replace")
    return (text, NO_EVIDENCE) if noted_signs(text) else ("", _evidence(option))


def _evidence(file: str) -> Evidence:
    data = read_bytes(file)
    try:
        if data.startswith(b"PK"):
            return _packed(data)
        if len(data) > MOST_BYTES:
            raise UnusableInput(f'"{file}" is larger than all proofs of an event; the limit is 64 MB.')
        return read_evidence(data.decode("utf-8", "replace"))
    except ProofError as refused:
        raise UnusableInput(str(refused)) from None


def _packed(data: bytes) -> Evidence:
    """The evidence in the JSON and text files of a zip; those that hold none are passed over."""
    try:
        with ZipFile(BytesIO(data)) as packed:
            wanted = [member for member in packed.infolist() if member.filename.endswith((".json", ".txt"))]
            if len(wanted) > MOST_FILES or sum(member.file_size for member in wanted) > MOST_BYTES:
                raise UnusableInput("This zip unpacks to more than all proofs of an event; the limit is 64 MB.")
            parts = [_unpacked(packed, member) for member in wanted]
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
        raise UnusableInput("This zip could not be opened. Take it once more from where it was published.") from None
    found = together(parts)
    if not found.claims and not found.statements:
        raise NoEvidence(NOTHING)
    return found


def _unpacked(packed: ZipFile, member: ZipInfo) -> Evidence:
    if member.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        raise NotImplementedError(member.compress_type)
    try:
        return read_evidence(packed.read(member).decode("utf-8", "replace"))
    except NoEvidence:
        return NO_EVIDENCE


def _tell(answer: Answer, noted: str, games: Mapping[str, Game]) -> None:
    click.echo(f"{click.style('Holds', fg='green', bold=True)}  {answer.text}")
    few = answer.proofs if len(answer.proofs) <= FEW else ()
    for proof in few:
        if len(answer.proofs) > 1:
            click.echo(f"  {proof.text}")
        _tell_list(proof, games)
    for seal in seals_of(answer):
        _tell_seal(seal)
    for note in answer.notes:
        click.echo(note)
    if not noted:
        click.echo(
            "A seal shows its time to those who noted its code before play: compare them with a receipt or sheet."
        )


def _tell_list(proof: Verification, games: Mapping[str, Game]) -> None:
    if proof.receipt and proof.list:
        game = games.get(proof.list.game)
        sizes = {section: sum(row.count for row in rows) for section, rows in proof.list.sections().items()}
        told = (f"{section_words(game, s) if game else s} {n}" for s, n in sizes.items())
        click.echo(f"  list     {join_words(told) or 'no cards'}")
        click.echo(f"  receipt  {proof.receipt}")


def _tell_seal(seal: Seal) -> None:
    stage = "" if seal.stage == "-" else f", stage {seal.stage}"
    entries = "1 entry" if seal.leaves == 1 else f"{seal.leaves} entries"
    click.echo(f"  seal     {seal.number} ({seal.kind}{stage}), {moment_in_words(seal.at)}, {entries}")
    click.echo(f"  code     {signs(seal.hash())}  {seal.hash()}")
    click.echo(f"  event    {seal.event}")
