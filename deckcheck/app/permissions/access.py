"""Who asks, and the scene in which it is asked: frozen values that hold all that `may` decides by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deckcheck.app.states import Effective, effective
from deckcheck.store.states import ActorKind, After, During, EntryState, EventState, Role, StageState, TokenRole

UNPUBLISHED: Final = frozenset({EntryState.WITHDRAWN, EntryState.MERGED})
"""Entries in these states never took part, and are in no publication."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks. `grants` and `token_role` are those in the event of the scene: of another event they are empty."""

    kind: ActorKind
    uid: str = ""
    name: str = ""
    grants: frozenset[Role] = frozenset()
    may_organize: bool = False
    operates: bool = False
    token_role: TokenRole = TokenRole.NONE

    @property
    def is_staff(self) -> bool:
        """Whether the actor has a grant in the event of the scene, or a token that acts for the staff."""
        if self.kind == ActorKind.TOKEN:
            return self.token_role not in {TokenRole.NONE, TokenRole.OVERLAY}
        return bool(self.grants)

    @property
    def roles(self) -> frozenset[Role]:
        """The roles the actor acts in: those granted, or the one that a token stands for."""
        standing = _TOKEN_ROLES.get(self.token_role)
        return self.grants | {standing} if standing else self.grants


_TOKEN_ROLES: Final = {
    TokenRole.ORGANIZER: Role.ORGANIZER,
    TokenRole.JUDGE: Role.JUDGE,
    TokenRole.DESK: Role.SCOREKEEPER,
}

STRANGER: Final = Asker(ActorKind.STRANGER)
"""Somebody of whom nothing is known."""


@dataclass(frozen=True, slots=True)
class EntryStanding:
    """An entry's place in the event; or, with number 0, that of a team that came by the team's link.

    `stages` are the slugs of the stages it is, or was, a member of, knocked out or not; `lists` those in which it has a
    list in force (a team: every seat has one). `lists` is needed of the actor only: an answer about an entry never
    depends on whether that entry has a list.
    """

    number: int
    state: EntryState = EntryState.ON
    team: str = ""
    stages: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    confirmed: bool = True

    def takes_part(self, stage: str) -> bool:
        """Whether it is a player of the stage now: not dropped, disqualified, withdrawn or still to be confirmed."""
        return self.state == EntryState.ON and self.confirmed and stage in self.stages


@dataclass(frozen=True, slots=True)
class StageScene:
    """A stage as it is now; `ever_visible` says that its lists were open to players or to all before."""

    slug: str
    state: StageState
    during: During = During.CLOSED
    after: After = After.ALL
    begun: bool = False
    ever_visible: bool = False


@dataclass(frozen=True, slots=True)
class AccessContext:
    """One moment of an event as `may` sees it: `me` is the actor's own place in it, `subject` the entry it is about.

    A subject that does not exist is a `EntryStanding` without stages; for what is about all of a stage there is none.
    `meets`: the entries whom an official who plays meets at the table of the round, by number.
    `round_over`: the round it is about was played, so that nobody learns of a check ahead of them.
    `counts_pool`: the actor counts the subject's pool, which its owner has not confirmed yet; `pool_handed`: it was
    handed over.
    """

    event: str
    state: EventState
    stages: tuple[StageScene, ...] = ()
    me: EntryStanding | None = None
    subject: EntryStanding | None = None
    level: str = "competitive"
    names_shown: str = "full"
    meets: frozenset[int] = frozenset()
    round_over: bool = False
    counts_pool: bool = False
    pool_handed: bool = False

    def stage(self, slug: str) -> StageScene | None:
        """The stage with this slug."""
        return next((s for s in self.stages if s.slug == slug), None)

    def effective(self, slug: str) -> Effective:
        """Who sees the stage's lists now."""
        stage = self.stage(slug)
        return effective(self.state, stage.state, stage.during, stage.after) if stage else Effective.CLOSED

    def visible_ever(self, slug: str) -> bool:
        """Whether the stage's lists are open to players or to all, or ever were."""
        stage = self.stage(slug)
        return bool(stage and stage.ever_visible) or self.effective(slug) is not Effective.CLOSED

    @property
    def is_own(self) -> bool:
        """Whether the subject is the actor's own entry."""
        return bool(self.me and self.subject and self.me.number and self.me.number == self.subject.number)

    @property
    def is_team_mates(self) -> bool:
        """Whether the subject plays in the actor's team; one's own entry is not a team-mate's."""
        if not self.me or not self.subject or self.is_own or self.me.state in UNPUBLISHED:
            return False
        return bool(self.me.team) and self.me.team == self.subject.team

    @property
    def is_own_match(self) -> bool:
        """Whether the subject is the actor, plays in the actor's team, or sits at the actor's table now."""
        return self.is_own or self.is_team_mates or (self.subject is not None and self.subject.number in self.meets)

    @property
    def plays(self) -> bool:
        """Whether the actor plays in the event."""
        return self.me is not None and self.me.state == EntryState.ON
