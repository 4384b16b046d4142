"""Formats of an account: kept, used by its events, changed with a date, retired, and nobody else's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from deckcheck.app.access_rows import actor_outside
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import may_change_format
from deckcheck.app.refusals import BadSettings, Hidden, NotAllowed, Refused
from deckcheck.events.account_formats import FormatRefused, draft, seen_format, try_list, with_newest, words_of_file
from deckcheck.events.event_states import become
from deckcheck.events.events import make_event
from deckcheck.events.format_changes import FormatKept, change_format, delete_format, keep_format, retire_format
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.events.templates import copy_plan
from deckcheck.lists.list_checks import PreviewList, Terms, preview_list
from deckcheck.store.models import AuditEntry, StoredReport
from tests.browser.lists import LEGAL
from tests.desks import Clock
from tests.events import make_event as an_event
from tests.organizing import a_plan, acts, an_organizer, reasons, the_event
from tests.registrations import send

WORDS = {"title": "Tuesday Modern", "inherits": "modern"}


def kept(desk: App, who: Actor, **words: Any) -> FormatKept:
    return keep_format(desk, who, draft(desk, who, WORDS | words))


def changed(
    desk: App, who: Actor, handle: str, *, reason: str = "", seen: int | None = None, **words: Any
) -> FormatKept:
    return change_format(desk, who, handle, draft(desk, who, WORDS | words), reason=reason, seen=seen)


def verdicts(desk: App) -> list[tuple[str, str]]:
    with desk.store.read() as session:
        return [(row.cause, str(row.verdict)) for row in session.query(StoredReport).order_by(StoredReport.uid)]


def test_an_event_is_judged_by_a_format_of_its_organizer(both_desk: App) -> None:
    who = an_organizer(both_desk)
    made = kept(both_desk, who, banned=["Wild Ride"])
    event = make_event(both_desk, who, a_plan(format=made.id))
    assert the_event(both_desk, event.slug).format == made.id
    report = preview_list(PreviewList(LEGAL, Terms(made.id)), both_desk)
    assert (report.format, report.verdict) == (made.id, "illegal")
    assert [p.text for p in report.problems if p.clause == "banned"] == ["Wild Ride is banned in Tuesday Modern."]


def test_a_change_judges_every_list_again_and_is_in_the_audit_of_the_event(both_desk: App) -> None:
    made = an_event(both_desk)
    who = replace(made.as_account("organizer"), may_organize=True)
    first = kept(both_desk, who)
    change_settings(both_desk, who, made.slug, SettingsPatch(format=first.id))
    send(made, both_desk)
    with pytest.raises(BadSettings, match="has lists already"):
        changed(both_desk, who, first.handle, banned=["Wild Ride"])
    second = changed(both_desk, who, first.handle, banned=["Wild Ride"], reason="Too fast")
    assert [(one.lists, one.changed, one.why_not) for one in second.taken] == [(1, 1, "")]
    assert the_event(both_desk).format == second.id
    assert verdicts(both_desk)[-1] == ("settings", "illegal")
    assert acts(both_desk)[-1][2:] == (f"format={first.id}", f"format={second.id}")
    assert reasons(both_desk)[-1] == "Too fast"


def test_an_event_that_is_over_keeps_the_rules_it_had(both_desk: App, clock: Clock) -> None:
    who = an_organizer(both_desk)
    first = kept(both_desk, who)
    event = make_event(both_desk, who, a_plan(format=first.id))
    become(both_desk, who, event.slug, "cancelled", reason="Snow")
    clock.pass_(days=1)
    second = changed(both_desk, who, first.handle, banned=["Wild Ride"])
    assert second.taken == ()
    assert the_event(both_desk, event.slug).format == first.id
    assert preview_list(PreviewList(LEGAL, Terms(first.id)), both_desk).verdict == "legal"
    versions = seen_format(both_desk, who, first.handle).versions
    assert [one.number for one in versions] == [2, 1]
    assert versions[0].at > versions[1].at


def test_an_event_made_again_is_played_by_the_newest_rules(both_desk: App) -> None:
    who = an_organizer(both_desk)
    first = kept(both_desk, who)
    event = make_event(both_desk, who, a_plan(format=first.id))
    become(both_desk, who, event.slug, "cancelled", reason="Snow")
    second = changed(both_desk, who, first.handle, banned=["Wild Ride"])
    plan = copy_plan(both_desk, who, event.slug)
    assert with_newest(both_desk, who, plan).format == second.id
    again = make_event(both_desk, who, replace(plan, name="Again"))
    assert the_event(both_desk, again.slug).format == second.id


def test_only_its_account_sees_uses_and_changes_a_format(both_desk: App) -> None:
    who, other = an_organizer(both_desk), an_organizer(both_desk, "Ben Ott")
    made = kept(both_desk, who)
    with pytest.raises(Hidden):
        seen_format(both_desk, other, made.handle)
    with pytest.raises(Hidden):
        changed(both_desk, other, made.handle)
    with pytest.raises(Hidden):
        delete_format(both_desk, other, made.handle)
    with pytest.raises(Hidden):
        retire_format(both_desk, other, made.handle, retired=True)
    with pytest.raises(BadSettings, match="another account"):
        make_event(both_desk, other, a_plan(format=made.id))
    theirs = make_event(both_desk, other, a_plan())
    with pytest.raises(BadSettings, match="another account"):
        change_settings(both_desk, other, theirs.slug, SettingsPatch(format=made.id))
    with pytest.raises(NotAllowed):
        kept(both_desk, an_organizer(both_desk, "Rosa Kim", may=False))
    assert not may_change_format(actor_outside(STRANGER), who.uid).allowed


def test_a_format_in_use_is_retired_and_not_deleted(both_desk: App) -> None:
    who = an_organizer(both_desk)
    made = kept(both_desk, who)
    event = make_event(both_desk, who, a_plan(format=made.id))
    with pytest.raises(Refused, match="Retire it instead"):
        delete_format(both_desk, who, made.handle)
    retire_format(both_desk, who, made.handle, retired=True)
    with pytest.raises(BadSettings, match="is retired"):
        make_event(both_desk, who, a_plan(name="Second", format=made.id))
    change_settings(both_desk, who, event.slug, SettingsPatch(place="York"))
    retire_format(both_desk, who, made.handle, retired=False)
    make_event(both_desk, who, a_plan(name="Second", format=made.id))
    spare = kept(both_desk, who, title="Spare")
    delete_format(both_desk, who, spare.handle)
    with pytest.raises(Hidden):
        seen_format(both_desk, who, spare.handle)


def test_each_act_is_in_the_audit_of_the_installation_with_the_hash_of_the_text(both_desk: App) -> None:
    who = an_organizer(both_desk)
    made = kept(both_desk, who)
    changed(both_desk, who, made.handle, banned=["Wild Ride"])
    retire_format(both_desk, who, made.handle, retired=True)
    delete_format(both_desk, who, made.handle)
    with both_desk.store.read() as session:
        rows = session.query(AuditEntry).filter(AuditEntry.act.startswith("format.")).order_by(AuditEntry.seq).all()
        told = [(row.act, row.by) for row in rows]
        digests = [row.to.split()[-1] for row in rows[:2]]
    assert told == [(f"format.{act}", str(who)) for act in ("made", "changed", "retired", "deleted")]
    assert [len(digest) for digest in digests] == [64, 64]
    assert digests[0] != digests[1]


def test_the_same_words_again_are_no_change(both_desk: App) -> None:
    who = an_organizer(both_desk)
    made = kept(both_desk, who)
    assert changed(both_desk, who, made.handle) == FormatKept(made.handle, made.id)


def test_two_who_change_a_format_at_once_are_told(both_desk: App) -> None:
    who = an_organizer(both_desk)
    made = kept(both_desk, who)
    changed(both_desk, who, made.handle, banned=["Wild Ride"], seen=1)
    with pytest.raises(Refused, match="changed a moment ago"):
        changed(both_desk, who, made.handle, singleton=True, seen=1)


def test_a_title_is_one_that_no_format_has(both_desk: App) -> None:
    who = an_organizer(both_desk)
    kept(both_desk, who)
    with pytest.raises(BadSettings, match="already"):
        kept(both_desk, who)
    with pytest.raises(FormatRefused, match="There is a format"):
        kept(both_desk, who, title="legacy")


def test_a_bad_file_is_told_with_its_name_the_line_and_what_to_do(both_desk: App) -> None:
    who = an_organizer(both_desk)
    text = 'title = "A"\ninherits = "modern"\nbanned = ["Wild Rid"]\n'
    with pytest.raises(FormatRefused) as error:
        draft(both_desk, who, words_of_file(text), text, "cube.toml")
    assert str(error.value) == 'cube.toml, line 3: No card is called "Wild Rid". Perhaps: Wild Ride.'


def test_a_list_is_tried_before_a_format_is_kept(both_desk: App) -> None:
    who = an_organizer(both_desk)
    own = draft(both_desk, who, WORDS | {"sizes": {"main-min": 70}})
    assert [p.clause for p in try_list(both_desk, own, LEGAL).problems if p.severity == "error"] == ["main-min"]


def test_an_event_is_judged_by_the_points_of_its_format(both_desk: App) -> None:
    who = an_organizer(both_desk)
    made = kept(both_desk, who, points={"Wild Ride": 3}, points_at_most=11)
    event = make_event(both_desk, who, a_plan(format=made.id))
    report = preview_list(PreviewList(LEGAL, Terms(the_event(both_desk, event.slug).format)), both_desk)
    told = "12 points in the main deck; the limit is 11: Wild Ride 12."
    assert [p.text for p in report.problems if p.severity == "error"] == [told]
    more = draft(both_desk, who, WORDS | {"points": {"Wild Ride": 3}, "points_at_most": 12})
    assert try_list(both_desk, more, LEGAL).verdict == "legal"
    text = 'title = "A"\ninherits = "modern"\npoints_at_most = 9\n[points]\n"Wild Ride" = 3\n"Wild Rid" = 1\n'
    with pytest.raises(FormatRefused, match=r"^Line 6: No card is called"):
        draft(both_desk, who, words_of_file(text), text)


def test_house_rules_stand_on_top_of_an_own_format(both_desk: App) -> None:
    who = an_organizer(both_desk)
    made = kept(both_desk, who, sizes={"main-min": 40})
    event = make_event(both_desk, who, a_plan(format=made.id, house={"bans": ["Wild Ride"]}))
    assert the_event(both_desk, event.slug).house == {"bans": ["Wild Ride"]}
    with pytest.raises(FormatRefused, match="builds on"):
        draft(both_desk, who, WORDS | {"inherits": made.id})
