"""What holds of permissions in every scene, however roles, places, stages and publication come together."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from deckcheck.app.permissions import AccessContext, Answer, Asker, EntryStanding, Permission, Right, StageScene, may
from deckcheck.store.states import ActorKind, After, During, EntryState, EventState, Role, StageState, TokenRole
from tests.samples import examples

SLUGS: Final = ("swiss", "day-2", "playoff")
HOUSE: Final = frozenset(
    {
        Right.SEE_EVENT,
        Right.JOIN,
        Right.SEE_OVERLAY,
        Right.ADD_ENTRY,
        Right.IMPORT,
        Right.SET_MEMBERS,
        Right.BEGIN,
        Right.END_STAGE,
        Right.SET_ROUND,
        Right.SET_STAGES,
        Right.SET_DEADLINE,
        Right.SET_ORDER,
        Right.SET_PUBLICATION,
        Right.PREVIEW,
        Right.COMPLETE,
        Right.SETTINGS,
        Right.COPY_EVENT,
        Right.DELETE_EVENT,
        Right.ROLES,
        Right.TOKENS,
        Right.WEBHOOKS,
        Right.JOIN_CODE,
        Right.READ_AUDIT,
        Right.READ_CHANGES,
        Right.RECHECK,
    }
)
"""Rights that are about no list and no entry."""
NOT_OF_OWN_MATCH: Final = frozenset({Right.CHECK_DECK, Right.BEGIN_CHECK, Right.REGISTER_POOL, Right.CORRECT_POOL})
"""What an official who plays does for nobody of their own match."""
OPEN: Final = {During.CLOSED: 0, During.STAGE: 1, During.ALL: 2, After.CLOSED: 0, After.ALL: 2}

slugs = st.sampled_from(SLUGS)
some_slugs = st.frozensets(slugs)
places = st.builds(
    EntryStanding,
    number=st.integers(1, 4),
    state=st.sampled_from(EntryState),
    team=st.sampled_from(["", "red", "blue"]),
    stages=some_slugs,
    lists=some_slugs,
    confirmed=st.booleans(),
)
stages = st.tuples(
    *(
        st.builds(
            StageScene,
            slug=st.just(slug),
            state=st.sampled_from(StageState),
            during=st.sampled_from(During),
            after=st.sampled_from(After),
            begun=st.booleans(),
            ever_visible=st.booleans(),
        )
        for slug in SLUGS
    )
)
accesses = st.builds(
    AccessContext,
    event=st.just("Northern Open"),
    state=st.sampled_from(EventState),
    stages=stages,
    me=st.none() | places,
    subject=st.none() | places,
    counts_pool=st.booleans(),
    pool_handed=st.booleans(),
    round_over=st.booleans(),
    meets=st.frozensets(st.integers(1, 4), max_size=2),
)
people = st.builds(
    Asker,
    kind=st.sampled_from([ActorKind.STRANGER, ActorKind.ACCOUNT, ActorKind.PERSON, ActorKind.TEAM]),
    name=st.just("Rosa Kim"),
)
tokens = st.builds(Asker, kind=st.just(ActorKind.TOKEN), token_role=st.sampled_from(TokenRole))
staff = st.builds(Asker, kind=st.just(ActorKind.ACCOUNT), grants=st.frozensets(st.sampled_from(Role), min_size=1))
rights = st.sampled_from(Right)
asked = st.none() | slugs
often = settings(max_examples=examples(200, nightly=600), deadline=None)


def freedom(permission: Permission) -> int:
    """How much a permission lets do: nothing, something with a reason, in the audit, freely."""
    if not permission.allowed:
        return 0
    return 1 if permission.reason_needed else 2 if permission.log else 3


@often
@given(people | staff, rights, accesses, asked, st.sampled_from(Role))
def test_a_further_role_takes_no_right_away(
    actor: Asker, right: Right, access: AccessContext, stage: str | None, role: Role
) -> None:
    more = replace(actor, grants=actor.grants | {role})
    assert freedom(may(more, right, access, stage)) >= freedom(may(actor, right, access, stage))


@often
@given(staff, rights, accesses, slugs)
def test_several_roles_may_what_the_freest_of_them_may(
    actor: Asker, right: Right, access: AccessContext, stage: str
) -> None:
    alone = [may(replace(actor, grants=frozenset({role})), right, access, stage) for role in actor.grants]
    assert freedom(may(actor, right, access, stage)) == max(map(freedom, alone))


@often
@given(staff, rights, accesses, places, asked)
def test_an_official_who_begins_to_play_may_no_less_than_with_a_reason(
    actor: Asker, right: Right, access: AccessContext, place: EntryStanding, stage: str | None
) -> None:
    before = may(actor, right, replace(access, me=None), stage)
    access = replace(access, me=place)
    after = may(actor, right, access, stage)
    if right in NOT_OF_OWN_MATCH and access.is_own_match and not (right is Right.REGISTER_POOL and access.counts_pool):
        assert freedom(after) == 0
    elif freedom(before) > freedom(after) and freedom(after) == 0:
        # Only what everybody sees in public can be lost: a player without a list waits for it.
        assert place.takes_part(stage) if stage else place.stages
        assert may(Asker(ActorKind.STRANGER), right, replace(access, me=None), stage).allowed


@often
@given(people | tokens | staff, rights, accesses, asked, slugs, st.sampled_from(During), st.sampled_from(After))
def test_closing_opens_nothing(
    actor: Asker, right: Right, access: AccessContext, stage: str | None, slug: str, during: During, after: After
) -> None:
    def closed(s: StageScene) -> StageScene:
        if s.slug != slug:
            return s
        return replace(
            s, during=min(s.during, during, key=OPEN.__getitem__), after=min(s.after, after, key=OPEN.__getitem__)
        )

    shut = replace(access, stages=tuple(closed(s) for s in access.stages))
    assert freedom(may(actor, right, shut, stage)) <= freedom(may(actor, right, access, stage))


@often
@given(people | tokens, rights, accesses, asked)
def test_who_has_no_role_is_never_told_no_about_a_list(
    actor: Asker, right: Right, access: AccessContext, stage: str | None
) -> None:
    assume(not actor.is_staff)
    found = may(actor, right, access, stage)
    if right not in HOUSE:
        assert found.answer is not Answer.NO
    if access.state == EventState.PLANNED:
        assert found.answer is Answer.HIDDEN


@often
@given(people, rights, accesses, asked, places)
def test_whether_the_entry_asked_about_has_a_list_changes_no_answer(
    actor: Asker, right: Right, access: AccessContext, stage: str | None, subject: EntryStanding
) -> None:
    has, has_not = (replace(access, subject=replace(subject, lists=lists)) for lists in (frozenset(SLUGS), frozenset()))
    assert may(actor, right, has, stage) == may(actor, right, has_not, stage)


@often
@given(people, accesses, slugs, places)
def test_who_sees_a_strangers_list_during_the_event_plays_in_the_stage(
    actor: Asker, access: AccessContext, stage: str, other: EntryStanding
) -> None:
    access = replace(access, state=EventState.ON, subject=replace(other, number=9, team=""))
    by_stage = access.stage(stage)
    assert by_stage is not None
    if may(actor, Right.SEE_LIST, access, stage).allowed:
        assert by_stage.state in {StageState.LOCKED, StageState.OVER}
        assert by_stage.during == During.ALL or (access.me and access.me.takes_part(stage) and stage in access.me.lists)


@often
@given(tokens, accesses, asked)
def test_a_token_reads_a_closed_list_only_in_the_audit(actor: Asker, access: AccessContext, stage: str | None) -> None:
    public = may(Asker(ActorKind.STRANGER), Right.SEE_LIST, replace(access, me=None), stage)
    found = may(actor, Right.SEE_LIST, replace(access, me=None), stage)
    assert not found.allowed or found.log or public.allowed or access.state == EventState.PLANNED
    assert not may(actor, Right.SEE_DRAFT, access, stage).allowed
