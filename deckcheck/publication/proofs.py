"""Seals as they are published, proofs of single lists, and how many lists are still what was sealed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.fields import told_of
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import NOBODY, EventSession, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame_if_staff
from deckcheck.app.states import in_force
from deckcheck.decklist.hash_chain import signs
from deckcheck.lists.seal_making import proof_of
from deckcheck.lists.seals import Proof, leaf_hash, merkle_root
from deckcheck.lists.shown_lists import Held
from deckcheck.publication.public_events import PublicHead, head_of
from deckcheck.store.models import Entry, Stage, StoredSeal
from deckcheck.store.queries import lists, proof
from deckcheck.store.queries.published import Brief
from deckcheck.store.states import SealKind
from deckcheck.translations import gettext, ngettext

WHOLE_EVENT: Final = "-"


@dataclass(frozen=True, slots=True)
class SealShown:
    """A seal as everybody sees it. `leaves` are there when every list that it covers is open to whoever asks."""

    number: int
    kind: str
    stage: str
    title: str
    at: datetime
    entries: int
    hash: str
    root: str
    statement: str
    leaves: tuple[str, ...] | None

    @property
    def signs(self) -> str:
        """The first twelve signs of its hash, as receipts and sheets have them."""
        return signs(self.hash)


@dataclass(frozen=True, slots=True)
class SealsPage:
    """The seals of an event, the first one first; `open_stages` are slugs of stages whose lists come with proofs."""

    frame: StaffFrame | None
    head: PublicHead
    seals: tuple[SealShown, ...]
    open_stages: tuple[tuple[str, str], ...]
    shared: bool


def seals_page(app: App, who: Actor, slug: str) -> SealsPage:
    """The seals of an event: their statements are for everybody who may know of it."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        opened = tuple((s.slug, s.title) for s in work.rows.stages if _is_open(work, s))
        seals = seals_in(work)
        everybody = work.me is None and not work.actor.is_staff
        return SealsPage(
            frame=staff_frame_if_staff(work, f"/e/{slug}/seals"),
            head=head_of(work),
            seals=seals,
            open_stages=opened,
            shared=everybody and bool(opened) and _all_open(seals),
        )


def seals_in(work: EventSession) -> tuple[SealShown, ...]:
    """The seals of an event as whoever asks sees them, the first one first."""
    return tuple(_shown(work, row) for row in proof.seals_of(work.session, work.event.uid))


def _all_open(seals: Iterable[SealShown]) -> bool:
    return all(seal.leaves is not None for seal in seals)


def one_seal(app: App, who: Actor, slug: str, number: int) -> SealShown:
    """One seal, with its leaves where every list that it covers is open to whoever asks."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        return _shown(work, _seal(work, number))


def _seal(work: EventSession, number: int) -> StoredSeal:
    found = proof.seal(work.session, work.event.uid, number) if 0 < number < 2**31 else None
    if found is None:
        raise Hidden(NOTHING_HERE)
    return found


def _shown(work: EventSession, row: StoredSeal) -> SealShown:
    stage = stage_of(work, row)
    covered = [stage] if stage else work.rows.stages
    return told_of(
        SealShown,
        row,
        stage=stage.slug if stage else WHOLE_EVENT,
        title=stage.title if stage else "",
        entries=len(row.leaves),
        leaves=tuple(row.leaves) if all(_is_open(work, s) for s in covered) else None,
    )


def stage_of(work: EventSession, row: StoredSeal) -> Stage | None:
    """The stage that a seal speaks of."""
    return next((s for s in work.rows.stages if s.uid == row.stage), None)


def _is_open(work: EventSession, stage: Stage) -> bool:
    """Whether whoever asks may take away every list of the stage as they are, without a word in the audit."""
    permission = work.may(Right.EXPORT_LISTS, stage)
    return permission.allowed and not permission.log


@dataclass(frozen=True, slots=True)
class Matched:
    """How many of the lists that are shown are what was sealed at the deadline: computed from salts and lists.

    `whole`: the leaves of that seal give its root, and its statement its hash.
    """

    seal: int
    at: datetime
    matching: int
    of: int
    whole: bool

    @property
    def sentence(self) -> str:
        """212 of 212 lists match what was sealed at the deadline."""
        told = ngettext(
            "{matching} of {count} list matches what was sealed at the deadline.",
            "{matching} of {count} lists match what was sealed at the deadline.",
            self.of,
        ).format(matching=self.matching, count=self.of)
        others = self.of - self.matching
        if not self.whole:
            broken = gettext("The seal of the deadline is broken: its leaves do not give its root.")
            return f"{broken} {told}"
        if not others:
            return told
        later = ngettext(
            "{count} came in or was corrected later: its proof names a later seal.",
            "{count} came in or were corrected later: their proofs name later seals.",
            others,
        )
        return f"{told} {later.format(count=others)}"


def matched_in(work: EventSession, stage: Stage, held: Sequence[Held], briefs: Mapping[str, Brief]) -> Matched | None:
    """The lists held against the seal of their deadline, each from its salt; none where no deadline has passed."""
    source = work.rows.source(stage)
    rows = proof.seals_of(work.session, work.event.uid)
    row = next((r for r in reversed(rows) if r.stage == source.uid and r.kind == SealKind.DEADLINE), None)
    if row is None:
        return None
    matching = sum(_is_in(work, row, one, briefs[one.sent]) for one in held)
    root = merkle_root([bytes.fromhex(leaf) for leaf in row.leaves]).hex()
    whole = root == row.root and f"root {root}\n" in row.statement
    return Matched(row.number, row.at, matching, len(held), whole)


def _is_in(work: EventSession, row: StoredSeal, one: Held, brief: Brief) -> bool:
    number = one.entry.number
    if number > len(row.leaves):
        return False
    leaf = leaf_hash(work.event.uid, row.number, number, bytes.fromhex(brief.salt), brief.canonical)
    return leaf.hex() == str(row.leaves[number - 1])


@dataclass(frozen=True, slots=True)
class ProofShown:
    """One seal that a list is in, with the proof of it."""

    seal: SealShown
    proof: Proof


def proofs_of_list(work: EventSession, stage: Stage, entry: Entry, sent: str) -> tuple[ProofShown, ...]:
    """The proofs that a list, which is open to whoever asks in a stage, is in seals: the first seal first."""
    found = []
    for row in proof.seals_of(work.session, work.event.uid):
        if _source(row, entry) != sent or not speaks_of(work, row, stage, Right.SEE_LIST, entry):
            continue
        made = proof_of(work.rows, row, entry)
        if made is not None:
            found.append(ProofShown(_shown(work, row), made))
    return tuple(found)


def speaks_of(work: EventSession, row: StoredSeal, stage: Stage, right: Right, entry: Entry | None = None) -> bool:
    """Whether a seal is one of the lists that are played in a stage, as far as whoever asks may know.

    The seal of Swiss proves a list of the playoff as well; that of the playoff tells who is in it, too.
    """
    found, source = stage_of(work, row), work.rows.source(stage)
    if found is None or work.rows.source(found).uid != source.uid:
        return False
    return found.uid in {stage.uid, source.uid} or work.may(right, found, entry).allowed


def proof_for(app: App, who: Actor, slug: str, number: int, seal: int | None = None, reason: str = "") -> Proof:
    """The proof of what a seal holds for an entry; without a seal named, of the last one its list in force is in.

    A list that was replaced since is an old version, and a seal that holds none tells only that: each has its right.
    """

    def ask(work: EventSession) -> Look | None:
        row, entry = _found(work, number, seal)
        right = _right(work, row, entry)
        stage = _asked_in(work, right, row, entry)
        permission = work.ask(right, stage, entry or NOBODY, reason)
        if row is None or entry is None or entry.number > len(row.leaves):
            raise Hidden(NOTHING_HERE)
        on = work.on_list(entry, stage) if stage else f"entry:{number}"
        return look_if(permission, Look("list.read", on, "proof", f"seal:{row.number}", reason))

    with looking(app, who, slug, ask) as work:
        row, entry = _found(work, number, seal)
        made = proof_of(work.rows, row, entry) if row and entry else None
        if made is None:
            raise Hidden(NOTHING_HERE)
        return made


def _asked_in(work: EventSession, right: Right, row: StoredSeal | None, entry: Entry | None) -> Stage | None:
    """The stage a seal speaks of, or a later one that plays its lists where they are open to whoever asks.

    The seal of Swiss proves a list of the playoff as well: what is open there may be held against the deadline.
    """
    stage = stage_of(work, row) if row else None
    if stage is None:
        return None
    playing = work.rows.playing(stage) if stage.lists_from is None else [stage]
    asked = ((s, work.may(right, s, entry or NOBODY)) for s in playing)
    return next((s for s, permission in asked if permission.allowed and not permission.log), stage)


def _found(work: EventSession, number: int, seal: int | None) -> tuple[StoredSeal | None, Entry | None]:
    work.ask(Right.SEE_EVENT)
    entry = work.entry(number)
    if seal is not None:
        return proof.seal(work.session, work.event.uid, seal) if 0 < seal < 2**31 else None, entry
    rows = proof.seals_of(work.session, work.event.uid)
    fitting = [r for r in rows if entry and _source(r, entry) and _source(r, entry) == _sent(work, r, entry)]
    return next(reversed(fitting), None), entry


def _right(work: EventSession, row: StoredSeal | None, entry: Entry | None) -> Right:
    """What it takes to see what a seal holds for an entry. Of what does not exist, that of a list."""
    if row is None or entry is None or entry.number > len(row.sources):
        return Right.SEE_LIST
    sealed = _source(row, entry)
    if not sealed:
        return Right.SEE_LIST_STATE
    return Right.SEE_LIST if sealed == _sent(work, row, entry) else Right.SEE_OLD_VERSION


def _source(row: StoredSeal, entry: Entry) -> str | None:
    found = row.sources[entry.number - 1]["submission"] if entry.number <= len(row.sources) else None
    return str(found) if found else None


def _sent(work: EventSession, row: StoredSeal, entry: Entry) -> str | None:
    """The submission in force now, in the stage that a seal speaks of."""
    stage = stage_of(work, row)
    if stage is None:
        return None
    source = work.rows.source(stage)
    found = lists.list_of(work.session, source.uid, entry.uid)
    return in_force(source.state, found.accepted, found.current) if found else None
