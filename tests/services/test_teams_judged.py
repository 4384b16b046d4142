"""The decks of a team where each player brings one: each is held against those of the team-mates."""

from __future__ import annotations

from deckcheck.app.context import App
from deckcheck.lists.editor import editor_of
from deckcheck.lists.judged import judge_for
from deckcheck.lists.rechecks import recheck_event
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.roster.players import EditEntry, Given, edit_entry
from deckcheck.store.models import StoredReport
from deckcheck.store.states import EntryState
from tests.events import Made, make_event
from tests.registrations import receipts_of, send
from tests.statements import statements_of

BOLTS = "4 Lightning Bolt\n56 Mountain"
OPTS = "4 Opt\n56 Island"
BOTH = "4 Opt\n4 Lightning Bolt\n52 Island"


def verdicts(made: Made, desk: App, number: int) -> list[tuple[str, str]]:
    """Every verdict on the list that an entry sent last, with its cause, oldest first."""
    uid = receipts_of(made, desk, number)[-1].uid
    with desk.store.read() as session:
        rows = session.query(StoredReport).filter_by(submission=uid).order_by(StoredReport.at, StoredReport.uid)
        return [(row.verdict, row.cause) for row in rows]


def hand_in(made: Made, desk: App, *texts: str) -> list[str]:
    """The verdicts in force once the players of the first team have sent these lists."""
    for place, text in enumerate(texts):
        send(made, desk, text, who=made.as_person(place), number=place + 1)
    return [verdicts(made, desk, place + 1)[-1][0] for place in range(len(texts))]


def test_no_two_decks_of_a_team_hold_the_same_card(both_desk: App) -> None:
    made = make_event(both_desk, players=4, team_size=3)
    assert hand_in(made, both_desk, BOLTS, OPTS) == ["legal", "legal"]
    assert hand_in(made, both_desk, BOLTS, BOTH) == ["illegal", "illegal"]
    assert verdicts(made, both_desk, 1)[-1] == ("illegal", "team"), "the list that came first is checked again"
    send(made, both_desk, OPTS, who=made.as_person(1), number=2)
    assert verdicts(made, both_desk, 1)[-1] == ("legal", "team")
    send(made, both_desk, BOLTS, who=made.as_person(3), number=4)
    assert verdicts(made, both_desk, 4)[-1][0] == "legal", "a player of another team"
    found = recheck_event(both_desk, made.as_account("head-judge"), made.slug)
    assert (found.looked_at, found.changed) == (3, ())


def test_it_is_seen_while_a_list_is_typed(one_desk: App) -> None:
    made = make_event(one_desk, players=2, team_size=2)
    send(made, one_desk, BOLTS)
    terms = editor_of(made.as_person(1), made.slug, one_desk).window.terms
    (problem,) = judge_for(BOTH, terms, one_desk).report.problems
    assert problem.text == "Lightning Bolt is also in the deck of seat A; only one deck of a team may hold it."
    assert (problem.lines, problem.cites) == ((2,), ("MTR 9.5", "MTR 8.4")), "a team of two plays Two-Headed Giant"


def test_who_leaves_the_team_takes_their_deck_along(one_desk: App) -> None:
    made = make_event(one_desk, players=4, team_size=3)
    judge = made.as_account("head-judge")
    assert hand_in(made, one_desk, BOLTS, BOTH) == ["illegal", "illegal"]
    edit_entry(EditEntry(judge, made.slug, 2, Given(team="Elsewhere")), one_desk)
    assert [verdicts(made, one_desk, number)[-1] for number in (1, 2)] == [("legal", "team"), ("legal", "team")]
    edit_entry(EditEntry(judge, made.slug, 2, Given(team="Team 1")), one_desk)
    assert [verdicts(made, one_desk, number)[-1] for number in (1, 2)] == [("illegal", "team"), ("illegal", "team")]
    move_entry(MoveEntry(judge, made.slug, 2, EntryState.WITHDRAWN), one_desk)
    assert verdicts(made, one_desk, 1)[-1] == ("legal", "team")


def test_formats_that_say_nothing_of_teams_judge_each_deck_alone(one_desk: App) -> None:
    made = make_event(one_desk, players=3, team_size=3, format="commander")
    deck = "Commander\n1 Krenko, Mob Boss\n\nDeck\n99 Mountain"
    assert hand_in(made, one_desk, deck, deck) == ["legal", "legal"]


def test_a_recheck_of_more_teams_asks_the_database_no_more(one_desk: App) -> None:
    asked = []
    for size in (6, 12):
        made = make_event(one_desk, slug=f"teams-of-{size}", players=size, team_size=3, join_code=None)
        for place in range(size):
            send(made, one_desk, BOLTS if place % 3 else OPTS, who=made.as_person(place), number=place + 1)
        with statements_of(one_desk.store) as found:
            told = recheck_event(one_desk, made.as_account("head-judge"), made.slug)
        assert (told.looked_at, told.changed) == (size, ())
        asked.append(len(found.selects))
    assert asked[1] == asked[0]
