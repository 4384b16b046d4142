"""Webhooks are the organizer's; addresses are checked, secrets told once, and every act that is told can be chosen."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.mail import WEBHOOK, send_next
from deckcheck.app.notify import TOLD
from deckcheck.app.refusals import Hidden, NotAllowed, Refused, UnusableInput
from deckcheck.app.session import changing, reading
from deckcheck.app.webhooks import (
    MOST,
    AddressRefused,
    add_webhook,
    end_webhook,
    list_deliveries,
    list_webhooks,
    new_webhook,
    renew_secret,
)
from deckcheck.store.models import AuditEntry, Webhook
from tests.events import Made, make_event

PRODUCT = Path(__file__).parents[2] / "deckcheck"
URL = "https://bot.example.org/hook"


@pytest.fixture
def event(both_desk: App) -> Made:
    return make_event(both_desk)


def organizer(event: Made) -> Actor:
    return event.as_account("organizer")


def added(desk: App, event: Made, url: str = URL) -> str:
    with changing(desk, organizer(event), event.slug) as work:
        return add_webhook(work, url, ["submitted"]).uid


def test_a_webhook_is_listed_without_its_secret(both_desk: App, event: Made) -> None:
    with changing(both_desk, organizer(event), event.slug) as work:
        made = add_webhook(work, URL, ["accepted", "opened", "accepted"])
    with reading(both_desk, organizer(event), event.slug) as work:
        (row,) = list_webhooks(work)
    assert (row.url, row.acts, row.both_until) == (URL, ("opened", "accepted"), None)
    assert made.secret.startswith("whsec_")
    assert made.secret not in repr(row)


def test_the_database_does_not_hold_the_secret(both_desk: App, event: Made) -> None:
    with changing(both_desk, organizer(event), event.slug) as work:
        made = add_webhook(work, URL, ["opened"])
        again = renew_secret(work, made.uid)
    with both_desk.store.read() as session:
        kept = json.dumps(
            [{**vars(row), "_sa_instance_state": ""} for row in session.scalars(select(Webhook))], default=str
        )
    for secret in (made.secret, again.secret):
        assert secret.removeprefix("whsec_") not in kept
    assert made.secret != again.secret


def test_what_is_done_with_webhooks_is_in_the_audit_without_address_or_secret(both_desk: App, event: Made) -> None:
    uid = added(both_desk, event)
    with changing(both_desk, organizer(event), event.slug) as work:
        renew_secret(work, uid)
        end_webhook(work, uid)
    with both_desk.store.read() as session:
        rows = session.scalars(select(AuditEntry).where(AuditEntry.on == f"webhook:{uid}").order_by(AuditEntry.seq))
        found = [(row.act, row.by, row.to) for row in rows]
    assert [act for act, _, _ in found] == ["webhook.made", "webhook.renewed", "webhook.ended"]
    assert {by for _, by, _ in found} == {str(organizer(event))}
    assert all("example.org" not in to for _, _, to in found)


@pytest.mark.parametrize("role", ["head-judge", "judge", "scorekeeper"])
def test_other_staff_is_told_that_webhooks_are_the_organizers(both_desk: App, event: Made, role: str) -> None:
    uid, who = added(both_desk, event), event.as_account(role)
    with changing(both_desk, who, event.slug) as work:
        for act in (renew_secret, end_webhook):
            with pytest.raises(NotAllowed):
                act(work, uid)
        with pytest.raises(NotAllowed):
            add_webhook(work, URL, ["opened"])
        with pytest.raises(NotAllowed):
            list_webhooks(work)
    with pytest.raises(NotAllowed):
        new_webhook(both_desk, who, event.slug, URL, ["opened"])
    with pytest.raises(NotAllowed):
        list_deliveries(both_desk, who, event.slug)


def test_a_token_sets_up_no_webhook(both_desk: App, event: Made) -> None:
    with changing(both_desk, event.as_token("organizer"), event.slug) as work, pytest.raises(NotAllowed):
        add_webhook(work, URL, ["opened"])


def test_a_webhook_of_another_event_is_nowhere(both_desk: App, event: Made) -> None:
    other = make_event(both_desk, slug="other", join_code=None, accounts=event.accounts)
    uid = added(both_desk, event)
    with changing(both_desk, organizer(event), other.slug) as work:
        for act in (renew_secret, end_webhook):
            with pytest.raises(Hidden):
                act(work, uid)
            with pytest.raises(Hidden):
                act(work, "no-such-key")


def test_a_webhook_that_ended_cannot_be_renewed(both_desk: App, event: Made) -> None:
    uid = added(both_desk, event)
    with changing(both_desk, organizer(event), event.slug) as work:
        end_webhook(work, uid)
        with pytest.raises(Hidden):
            renew_secret(work, uid)
        assert list_webhooks(work) == ()


@pytest.mark.parametrize("acts", [[], ["everything"], ["opened", "list.read"]])
def test_only_known_acts_can_be_chosen(both_desk: App, event: Made, acts: list[str]) -> None:
    with pytest.raises(UnusableInput):
        new_webhook(both_desk, organizer(event), event.slug, URL, acts)


@pytest.mark.parametrize("url", ["http://bot.example.org/", "https://127.0.0.1/", "https://localhost/", "bot", ""])
def test_an_address_that_nothing_is_sent_to_is_refused_when_it_is_given(both_desk: App, event: Made, url: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        new_webhook(both_desk, organizer(event), event.slug, url, ["opened"])
    assert (refused.value.code, refused.value.status) == ("address-refused", 422)


def test_an_address_on_this_machine_is_taken_where_that_is_set(both_desk: App, event: Made) -> None:
    local = replace(both_desk, settings=replace(both_desk.settings, local_webhooks=True))
    assert new_webhook(local, organizer(event), event.slug, "http://127.0.0.1:9/hook", ["opened"]).secret


def test_there_is_an_end_to_webhooks(both_desk: App, event: Made) -> None:
    for number in range(MOST):
        added(both_desk, event, f"{URL}/{number}")
    with pytest.raises(Refused, match="the limit is 10"):
        added(both_desk, event)


def test_deliveries_come_in_pages_the_newest_first(both_desk: App, event: Made) -> None:
    desk = replace(both_desk, settings=replace(both_desk.settings, local_webhooks=True))
    with changing(desk, organizer(event), event.slug) as work:
        add_webhook(work, "http://127.0.0.1:9/hook", ["submitted"])
        for _ in range(5):
            work.tell("submitted", work.entry(1))
    send_next(desk, WEBHOOK)
    first = list_deliveries(desk, organizer(event), event.slug, limit=3)
    second = list_deliveries(desk, organizer(event), event.slug, first.older, limit=3)
    found = [row.uid for row in (*first.rows, *second.rows)]
    assert (len(found), second.older) == (5, None)
    assert found == sorted(found, reverse=True)
    assert {row.state for row in first.rows} == {"waiting"}
    assert [row.answer for row in second.rows] == ["", "No connection, or it broke off."]


def test_every_act_that_is_told_can_be_chosen() -> None:
    """The words in `tell(…)` calls; a new one belongs into the list that people choose from."""
    told = set(_words_told())
    assert told <= set(TOLD)
    assert {"opened", "published", "sealed"} <= told


def _words_told() -> Iterator[str]:
    for path in PRODUCT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                yield from (str(arg.value) for arg in node.args[:1] if isinstance(arg, ast.Constant))


def test_the_tables_of_acts_tell_nothing_else() -> None:
    from deckcheck.lists import official_acts, submission
    from deckcheck.roster import entry_states

    ways = [way.told for way in official_acts._WAYS.values()]
    moves = [told for _, _, told in entry_states._WAYS.values()]
    roads = [road.told for road in (submission.SENT, submission.LATE, submission.CORRECTED)]
    assert {*ways, *moves, *roads} <= set(TOLD)
