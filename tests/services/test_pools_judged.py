"""Lists of an event held to the pools that are registered there: judged, judged again, checked and compared."""

from __future__ import annotations

from typing import Any, Final

import pytest

from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.audit.audit_views import verify_as_operator
from deckcheck.checks.check_views import look
from deckcheck.checks.end import VoidCheck, void_check
from deckcheck.checks.guidance import compare_presented
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.events.stages import StagePatch, change_stage
from deckcheck.lists.editor import editor_of
from deckcheck.lists.judged import judge_for
from deckcheck.lists.rechecks import recheck_event
from deckcheck.lists.submit import TakeBack, send_list, take_back
from deckcheck.pools.registration import RegisterPool, register_pool
from deckcheck.publication.one_list import Wanted, one_list
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.roster.players import EditEntry, Given, edit_entry
from deckcheck.store.models import StoredReport
from deckcheck.store.states import EntryState
from tests.deck_checks import all_there, begin, event_in_play, taps
from tests.desks import Clock
from tests.events import Made, make_event
from tests.published_events import CLOSED, complete
from tests.published_events import begin as begin_stage
from tests.registrations import an_order, receipts_of, rows_of, send

POOL: Final = "22 Remand\n2 Counterspell\n3 Lava Spike\n1 Wastes\n"
DECK: Final = "22 Remand\n1 Counterspell\n17 Island\n"
BEYOND: Final = "22 Remand\n3 Counterspell\n15 Island\n"


def sealed(desk: App, *, players: int = 2, format: str = "limited-sealed", **more: Any) -> Made:
    made = make_event(desk, players=players, format=format, **more)
    opens_pools(made, desk)
    return made


def opens_pools(made: Made, desk: App) -> None:
    change_stage(desk, made.as_account("organizer"), made.slug, "swiss", StagePatch(pools="own"))


def has_pool(made: Made, desk: App, text: str = POOL, number: int = 1, reason: str = "") -> None:
    """A judge enters the pool, or corrects the one that is there."""
    judge = made.as_account("judge")
    register_pool(RegisterPool(judge, made.slug, number, "swiss", text, key="", reason=reason), desk)


def verdicts(made: Made, desk: App, number: int = 1) -> list[tuple[str, str]]:
    """Every verdict on the list that was sent last, with its cause, oldest first."""
    uid = receipts_of(made, desk, number)[-1].uid
    with desk.store.read() as session:
        rows = session.query(StoredReport).filter_by(submission=uid).order_by(StoredReport.at, StoredReport.uid)
        return [(row.verdict, row.cause) for row in rows]


def problems(made: Made, desk: App, who: Any, number: int = 1) -> list[str]:
    return [p.text for p in one_list(desk, who, made.slug, Wanted(number)).problems]


def test_a_list_is_judged_by_the_registered_pool_as_it_is_typed_and_as_it_is_sent(one_desk: App) -> None:
    made = sealed(one_desk)
    has_pool(made, one_desk)
    terms = editor_of(made.as_person(0), made.slug, one_desk).window.terms
    (problem,) = judge_for(BEYOND, terms, one_desk).report.problems
    assert problem.text == "3 Counterspell in the main deck; the pool has 2."
    assert judge_for(DECK, terms, one_desk).verdict == "legal"
    assert send(made, one_desk, DECK).verdict == "legal"
    assert send(made, one_desk, BEYOND).verdict == "illegal"
    assert send(made, one_desk, BEYOND, who=made.as_person(1), number=2).verdict == "legal", "another one's pool"


def test_a_pool_that_comes_or_is_corrected_judges_the_list_again_and_leaves_it_as_it_was_sent(both_desk: App) -> None:
    made = sealed(both_desk)
    send(made, both_desk, BEYOND)
    before = rows_of(both_desk)
    has_pool(made, both_desk)
    assert verdicts(made, both_desk) == [("legal", "player"), ("illegal", "pool")]
    has_pool(made, both_desk, POOL + "1 Counterspell\n", reason="one was stuck to another")
    assert verdicts(made, both_desk) == [("legal", "player"), ("illegal", "pool"), ("legal", "pool")]
    assert rows_of(both_desk) == before
    assert verify_as_operator(both_desk, made.slug).holds


def test_a_recheck_asks_the_pool_in_force(one_desk: App) -> None:
    made = sealed(one_desk)
    has_pool(made, one_desk)
    send(made, one_desk, BEYOND)
    found = recheck_event(one_desk, made.as_account("head-judge"), made.slug)
    assert (found.looked_at, found.changed) == (1, ())


def test_other_settings_judge_each_list_by_its_own_pool(one_desk: App) -> None:
    made = sealed(one_desk)
    has_pool(made, one_desk)
    for place in (0, 1):
        send(made, one_desk, BEYOND, who=made.as_person(place), number=place + 1)
    organizer = made.as_account("organizer")
    change_settings(one_desk, organizer, made.slug, SettingsPatch(match="bo1"), reason="a short evening")
    assert verdicts(made, one_desk)[-1] == ("illegal", "settings")
    assert verdicts(made, one_desk, 2)[-1] == ("legal", "settings")


def test_a_deck_check_and_a_comparison_take_the_registered_pool(one_desk: App, clock: Clock) -> None:
    """The list names another pool, which is left aside; the rest of the registered one is the sideboard."""
    listed = f"{DECK}\nPool\n22 Remand\n1 Counterspell\n1 Opt\n"
    made = event_in_play(one_desk, clock, players=2, texts=(listed,), format="limited-sealed")
    opens_pools(made, one_desk)
    has_pool(made, one_desk, reason="counted late")
    view = begin(made, one_desk)
    assert [(part.section, part.listed) for part in view.sections] == [("main", 40), ("sideboard", 5)]
    judge, uid = made.as_account("judge"), view.head.uid
    swapped = compare_presented(one_desk, judge, made.slug, uid, "22 Remand\n1 Lava Spike\n17 Island", 2)
    assert (swapped.verdict, swapped.moved_in) == ("matches", ((1, "Lava Spike"),))
    foreign = compare_presented(one_desk, judge, made.slug, uid, "22 Remand\n1 Opt\n17 Island", 2)
    assert (foreign.verdict, foreign.extra) == ("differs", ((1, "Opt", "main"),))


def test_a_deck_check_keeps_the_pool_it_was_begun_with_and_says_that_it_was_changed(
    both_desk: App, clock: Clock
) -> None:
    made = event_in_play(both_desk, clock, players=2, texts=(DECK,), format="limited-sealed")
    opens_pools(made, both_desk)
    judge = made.as_account("judge")
    without = begin(made, both_desk, 2).head.uid
    has_pool(made, both_desk, reason="counted late")
    uid = begin(made, both_desk).head.uid
    assert look(both_desk, judge, made.slug, uid).changed == ""
    clock.pass_(minutes=2)
    has_pool(made, both_desk, POOL.replace("3 Lava Spike", "1 Opt"), reason="both agree")
    has_pool(made, both_desk, POOL, 2, reason="counted late")
    seen = look(both_desk, judge, made.slug, uid)
    assert [(part.section, part.listed) for part in seen.sections] == [("main", 40), ("sideboard", 5)]
    assert "(version 2). This check is against version 1 of it." in seen.changed
    assert seen.changed.startswith("The pool was changed ")
    told = taps(made, both_desk, uid, *all_there(seen, clock()))
    assert (told.difference.outlook, told.changed) == ("in-order", seen.changed)
    spike = compare_presented(both_desk, judge, made.slug, uid, "22 Remand\n1 Lava Spike\n17 Island", 2)
    assert spike.verdict == "matches"
    other = look(both_desk, judge, made.slug, without)
    assert (other.changed[:22], [part.section for part in other.sections]) == ("A pool was registered ", ["main"])
    void_check(VoidCheck(judge, made.slug, uid, "again with the new pool"), both_desk)
    again = begin(made, both_desk)
    assert (again.changed, [part.listed for part in again.sections]) == ("", [40, 3])
    assert verify_as_operator(both_desk, made.slug).holds


# Teams: one pool, and what one list holds no other can.

ONE: Final = "20 Remand\n1 Counterspell\n19 Island\n"
OTHER: Final = "2 Remand\n1 Counterspell\n37 Forest\n"
TOO_MANY: Final = "2 Remand\n2 Counterspell\n36 Forest\n"


def team(made: Made, desk: App, *texts: str) -> list[str]:
    """The verdicts on the lists of the first team, sent in their order."""
    for place, text in enumerate(texts):
        send(made, desk, text, who=made.as_person(place), number=place + 1)
    return [verdicts(made, desk, place + 1)[-1][0] for place in range(len(texts))]


@pytest.mark.parametrize(
    ("format", "size"), [("limited-sealed", 3), ("limited-sealed", 2), ("two-headed-giant-limited", 2)]
)
def test_the_lists_of_a_team_are_held_to_its_one_pool(one_desk: App, format: str, size: int) -> None:
    made = sealed(one_desk, players=size, team_size=size, format=format)
    has_pool(made, one_desk)
    assert team(made, one_desk, ONE, OTHER) == ["legal", "legal"]
    assert team(made, one_desk, ONE, TOO_MANY) == ["illegal", "illegal"]
    assert verdicts(made, one_desk)[-1] == ("illegal", "team"), "the list that came first is judged again"


@pytest.mark.parametrize("size", [2, 3])
def test_in_a_team_draft_each_player_builds_from_their_own_pool_mtr_8_5(one_desk: App, size: int) -> None:
    """Team Rochester Draft: what a team-mate drafted is not theirs to play, and lists do not count together."""
    made = sealed(one_desk, players=size, team_size=size, format="limited-draft")
    has_pool(made, one_desk)
    assert team(made, one_desk, ONE, TOO_MANY) == ["legal", "legal"], "no pool of the second player is registered yet"
    has_pool(made, one_desk, "23 Remand\n", number=2)
    assert team(made, one_desk, ONE, TOO_MANY) == ["legal", "illegal"]
    assert verdicts(made, one_desk) == [("legal", "player")], "the other's list is no matter of this one"


def test_a_team_mate_s_list_is_judged_again_when_the_other_is_changed_or_taken_back(one_desk: App) -> None:
    made = sealed(one_desk, players=2, team_size=2, format="two-headed-giant-limited")
    has_pool(made, one_desk)
    assert team(made, one_desk, ONE, TOO_MANY) == ["illegal", "illegal"]
    send(made, one_desk, OTHER, who=made.as_person(1), number=2)
    assert verdicts(made, one_desk)[-1] == ("legal", "team")
    send(made, one_desk, TOO_MANY, who=made.as_person(1), number=2)
    take_back(TakeBack(made.as_person(1), made.slug, 2, "swiss", one_desk.now()), one_desk)
    assert [verdict for verdict, _ in verdicts(made, one_desk)] == ["legal", "illegal", "legal", "illegal", "legal"]
    assert verify_as_operator(one_desk, made.slug).holds


def test_a_team_mate_who_leaves_takes_their_cards_along(one_desk: App) -> None:
    """Withdrawn, or moved into another team: what their list holds is no matter of the one that stays."""
    made = sealed(one_desk, players=4, team_size=2)
    has_pool(made, one_desk)
    judge = made.as_account("head-judge")
    assert team(made, one_desk, ONE, TOO_MANY) == ["illegal", "illegal"]
    edit_entry(EditEntry(judge, made.slug, 2, Given(team="Elsewhere")), one_desk)
    assert [verdicts(made, one_desk, number)[-1] for number in (1, 2)] == [("legal", "team"), ("legal", "team")]
    edit_entry(EditEntry(judge, made.slug, 2, Given(team="Team 1")), one_desk)
    assert [verdicts(made, one_desk, number)[-1] for number in (1, 2)] == [("illegal", "team"), ("illegal", "team")]
    move_entry(MoveEntry(judge, made.slug, 2, EntryState.WITHDRAWN), one_desk)
    assert verdicts(made, one_desk)[-1] == ("legal", "team")
    move_entry(MoveEntry(judge, made.slug, 2, EntryState.ON, "back again"), one_desk)
    assert verdicts(made, one_desk)[-1] == ("illegal", "team")


def test_two_heads_share_their_sideboard_and_a_sealed_team_does_not(one_desk: App) -> None:
    side = "\nSideboard\n3 Lava Spike\n"
    giant = sealed(one_desk, team_size=2, format="two-headed-giant-limited")
    has_pool(giant, one_desk)
    assert team(giant, one_desk, ONE + side, OTHER + side) == ["legal", "legal"]
    pair = sealed(one_desk, team_size=2, slug="team-sealed", join_code=None)
    has_pool(pair, one_desk)
    assert team(pair, one_desk, ONE + side, OTHER + side) == ["illegal", "illegal"]


def test_a_companion_that_is_written_twice_is_one_card_of_the_team(one_desk: App) -> None:
    """Under its heading and in the sideboard, where it lies; with two heads that sideboard is the other's, too."""
    lurrus = "1 Lurrus of the Dream-Den\n"
    twice = f"Companion\n{lurrus}\nDeck\n20 Remand\n20 Island\n\nSideboard\n{lurrus}"
    made = sealed(one_desk, players=2, team_size=2)
    has_pool(made, one_desk, "22 Remand\n2 Counterspell\n2 Lurrus of the Dream-Den\n")
    assert team(made, one_desk, twice, f"{OTHER}\nSideboard\n{lurrus}") == ["legal", "legal"]
    giant = sealed(one_desk, team_size=2, format="two-headed-giant-limited", slug="giants", join_code=None)
    has_pool(giant, one_desk, POOL + lurrus)
    assert team(giant, one_desk, twice, f"{OTHER}\nSideboard\n{lurrus}") == ["legal", "legal"]


def test_what_a_team_mate_holds_is_told_to_the_team_and_its_staff_alone(one_desk: App, clock: Clock) -> None:
    made = sealed(one_desk, players=4, team_size=2, format="two-headed-giant-limited")
    has_pool(made, one_desk)
    assert team(made, one_desk, ONE, TOO_MANY) == ["illegal", "illegal"]
    clock.set(CLOSED)
    settle(one_desk, made.slug)
    begin_stage(one_desk, made, "swiss")
    complete(one_desk, made)
    told = ["3 Counterspell on the lists of the team, 1 of them on this one; the team's pool has 2."]
    for who in (made.as_person(0), made.as_person(1), made.as_account("judge")):
        assert problems(made, one_desk, who) == told
    for who in (made.as_stranger, made.as_person(2)):
        assert problems(made, one_desk, who) == []


def test_a_list_can_be_sent_again_under_its_key_after_the_pool_changed(one_desk: App) -> None:
    made = sealed(one_desk)
    order = an_order(made, one_desk, BEYOND, key="0190f3c2-0000-7000-8000-000000000001")
    first = send_list(order, one_desk)
    has_pool(made, one_desk)
    assert send_list(order, one_desk).uid == first.uid
