"""One order for all sheets and screens of an event: who chooses it, what follows it, and what the audit has of it."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.audit.audit_views import check_all
from deckcheck.events.event_views import see_event
from deckcheck.events.templates import copy_event, save_template, use_template
from deckcheck.printing.prints import print_list
from deckcheck.printing.sheet_values import Printing, printing_of, set_list_order
from deckcheck.printing.sheets.sheet_contents import Order
from deckcheck.store.models import EventTemplate
from deckcheck.store.row_hashes import values_of
from tests.deck_checks import begin, event_in_play, seen
from tests.desks import Clock
from tests.events import make_event
from tests.histories import SLUG, register
from tests.histories import begin as begin_history
from tests.organizing import acts, refused, the_event
from tests.sheets_read import pages_of

BY_NAME = Order("name", "among")
NEXT = date(2026, 11, 7)


def test_the_head_judge_chooses_and_the_audit_has_what_was_and_what_is(both_desk: App, clock: Clock) -> None:
    history = begin_history(both_desk, clock)
    register(history)
    before = the_event(both_desk)
    head_judge = history.staff["head-judge"]
    assert set_list_order(both_desk, head_judge, SLUG, BY_NAME, seen=before.settings_version) == (
        before.settings_version + 1
    )
    assert acts(both_desk)[-1] == (
        "event.ordered",
        "event",
        "list_order=mana-value lands_order=last",
        "list_order=name lands_order=among",
    )
    facts = see_event(both_desk, STRANGER, SLUG)
    assert (facts.list_order, facts.lands_order) == ("name", "among")
    told = len(acts(both_desk))
    set_list_order(both_desk, history.staff["organizer"], SLUG, BY_NAME)
    assert len(acts(both_desk)) == told
    assert {slug: check.faults for slug, check in check_all(both_desk).items() if check.faults} == {}


def test_nobody_else_chooses_and_nobody_over_what_they_have_not_seen(one_desk: App) -> None:
    made = make_event(one_desk)
    for who in (made.as_account("judge"), made.as_account("scorekeeper"), made.as_person(0), STRANGER):
        with refused("not-allowed"):
            set_list_order(one_desk, who, made.slug, BY_NAME)
    head_judge = made.as_account("head-judge")
    set_list_order(one_desk, head_judge, made.slug, BY_NAME, seen=1)
    with refused("changed"):
        set_list_order(one_desk, head_judge, made.slug, Order(), seen=1)
    with refused("bad-settings", '"shape" is not among mana-value, name, type, colour, registered.'):
        set_list_order(one_desk, head_judge, made.slug, Order("shape"))


def test_screens_and_sheets_follow_the_event_unless_another_order_is_asked_for(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock)
    uid = begin(made, one_desk).head.uid
    usual = seen(made, one_desk, uid)
    assert (usual.order, usual.lands, len(usual.sections[0].piles) > 1) == ("mana-value", "last", True)
    set_list_order(one_desk, made.as_account("head-judge"), made.slug, BY_NAME)
    view = seen(made, one_desk, uid)
    assert (view.order, view.lands, len(view.sections[0].piles)) == ("name", "among", 1)
    assert (view.event_order, view.event_lands) == ("name", "among")
    judge = made.as_account("judge")
    (paper,) = pages_of(print_list(one_desk, judge, made.slug, 1, Printing()).content)
    assert "By name, lands among the others." in paper
    (paper,) = pages_of(print_list(one_desk, judge, made.slug, 1, printing_of({"order": "type"})).content)
    assert "By type, lands among the others." in paper


def test_copies_and_templates_keep_it_and_a_template_from_before_has_the_usual_one(one_desk: App) -> None:
    made = make_event(one_desk)
    who = made.as_account("organizer")
    set_list_order(one_desk, who, made.slug, BY_NAME)
    copied = the_event(one_desk, copy_event(one_desk, who, made.slug, name="Again", day=NEXT).slug)
    assert (copied.list_order, copied.lands_order) == ("name", "among")
    kept = save_template(one_desk, who, made.slug)
    plan = use_template(one_desk, who, kept.uid, NEXT)
    assert (plan.list_order, plan.lands_order) == ("name", "among")
    with one_desk.store.write() as session:
        row = session.get(EventTemplate, kept.uid)
        assert row is not None
        row.settings = {name: value for name, value in row.settings.items() if not name.endswith("_order")}
    plan = use_template(one_desk, who, kept.uid, NEXT)
    assert (plan.list_order, plan.lands_order) == ("mana-value", "last")


@pytest.mark.parametrize("order", [Order(), BY_NAME], ids=["usual", "by name"])
def test_the_usual_order_is_no_part_of_what_binds_an_event(one_desk: App, clock: Clock, order: Order) -> None:
    history = begin_history(one_desk, clock)
    assert not {"list_order", "lands_order"} & set(values_of(the_event(one_desk), ""))
    set_list_order(one_desk, history.staff["head-judge"], SLUG, order)
    assert {slug: check.faults for slug, check in check_all(one_desk).items() if check.faults} == {}
    assert ("list_order" in values_of(the_event(one_desk), "")) == (order == BY_NAME)
