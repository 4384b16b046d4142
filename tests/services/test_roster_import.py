"""Player lists that are brought: the difference is shown first, and what was shown is what is applied."""

from __future__ import annotations

import io
import threading
import zipfile
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.accounts.recognition import who_is
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.secret_mail import read_letter
from deckcheck.audit.integrity import check_event
from deckcheck.events.stage_members import set_members
from deckcheck.roster.entry_facts import entry_facts
from deckcheck.roster.entry_links import mail_links, waiting_for_link
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.roster.files.model import Kind, Roster, RosterPlayer
from deckcheck.roster.filters import View
from deckcheck.roster.import_difference import Change, compare, split_name
from deckcheck.roster.imports import DifferenceChanged, Imported, ImportRoster, import_preview, import_roster
from deckcheck.roster.name_match import KnownPerson
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, edit_entry
from deckcheck.roster.round_changes import RoundChanged, SetRound, round_kept, set_round
from deckcheck.roster.rounds import Stand, Table
from deckcheck.roster.staff_roster import roster_page
from deckcheck.settings import Mail
from deckcheck.store.models import Entry, Event, Outgoing, Stage
from deckcheck.store.queries import proof
from deckcheck.store.states import EntryState, StageState
from tests.events import Made, audit_since, make_event
from tests.full_rosters import counting

LIST = "Name,Id\nAda Okonkwo,7\nPer Dahl,8\nZofia Dąbrowska,9\n"


def order(made: Made, data: bytes | str = LIST, role: str = "scorekeeper", **more: Any) -> ImportRoster:
    return replace(ImportRoster(made.as_account(role), made.slug, data), **more)


def shown(made: Made, desk: App, data: bytes | str = LIST, **more: Any) -> list[tuple[str, int | None, str, str]]:
    """The lines of a difference in short."""
    lines = import_preview(order(made, data, **more), desk).difference.lines
    return [(str(line.change), line.number, line.before, line.after) for line in lines]


def bring(made: Made, desk: App, data: bytes | str = LIST, **more: Any) -> Imported:
    """Look at a list and apply what was shown."""
    wish = order(made, data, **more)
    return import_roster(replace(wish, digest=import_preview(wish, desk).difference.digest), desk)


def names(desk: App, made: Made) -> list[str]:
    rows = roster_page(made.as_account("judge"), made.slug, View(), desk).rows
    return [row.listed for row in sorted(rows, key=lambda row: row.number)]


def begin(desk: App, made: Made) -> None:
    with desk.store.write() as session:
        stage = session.get(Stage, made.stages["swiss"])
        assert stage is not None
        stage.state, stage.begun_at = StageState.LOCKED, desk.now()


# What is shown.


def test_everything_that_differs_is_shown_and_nothing_changes(both_desk: App) -> None:
    made = make_event(both_desk, players=4)
    edit_entry(EditEntry(made.as_account("judge"), made.slug, 2, Given(external="8")), both_desk)
    move_entry(MoveEntry(made.as_account("judge"), made.slug, 4, EntryState.WITHDRAWN), both_desk)
    text = (
        "First name,Last name,Id,Status,Table\n"
        "Ada,Okonkwo,7,dropped,12\n"
        "Pär,Dahlström,8,,\n"
        "Zofia,Dabrovska,,,\n"
        "Chidi,Abara,,,\n"
        "Nils,Ekström,,,\n"
    )
    with both_desk.store.read() as session:
        before = len(proof.audit_of(session, made.uid))
    assert shown(made, both_desk, text) == [
        ("new", None, "", "Nils Ekström"),
        ("asked", 2, "Per Dahl", "Pär Dahlström"),
        ("asked", 3, "Zofia Dąbrowska", "Zofia Dabrovska"),
        ("dropped", 1, "Ada Okonkwo", ""),
        ("seat", 1, "", "12"),
        ("number", 1, "Ada Okonkwo", "7"),
        ("out", 4, "Chidi Abara", ""),
    ]
    with both_desk.store.read() as session:
        assert len(proof.audit_of(session, made.uid)) == before
    found = import_preview(order(made, text, "judge"), both_desk)
    assert (found.difference.tables, found.round) == (0, None)  # A seat of the meeting is no round.


def test_who_is_not_in_a_player_list_is_gone_but_not_who_is_missing_from_pairings(both_desk: App) -> None:
    made = make_event(both_desk)
    assert ("gone", 3, "Zofia Dąbrowska", "") in shown(made, both_desk, "Ada Okonkwo\nPer Dahl\n")
    pairings = "Table,Player 1,Player 2\n1,Ada Okonkwo,Per Dahl\n"
    assert shown(made, both_desk, pairings, round=1) == []


def test_what_is_no_list_is_refused_with_a_sentence(both_desk: App) -> None:
    made = make_event(both_desk)
    for data in ("", "  \n", b"\x89PNG\r\n\x1a\n\x00\x00"):
        with pytest.raises(UnusableInput) as caught:
            shown(made, both_desk, data)
        assert caught.value.code == "unread"


@pytest.mark.parametrize(
    ("display", "parts"),
    [
        ("Ada Okonkwo", ("Ada", "Okonkwo")),
        ("Jan van der Berg", ("Jan", "van der Berg")),
        ("Maria de los Santos", ("Maria", "de los Santos")),
        ("Madonna", ("", "Madonna")),
        ("Ana María Ruiz", ("Ana María", "Ruiz")),
        ("van Gogh", ("van", "Gogh")),
    ],
)
def test_a_name_without_parts_is_sorted_by_a_guess(display: str, parts: tuple[str, str]) -> None:
    assert split_name(RosterPlayer(display)) == parts


def person(number: int, display: str, **more: Any) -> KnownPerson:
    first, last = split_name(RosterPlayer(display))
    return KnownPerson(number, first, last, display, **more)


def test_who_could_be_meant_of_several_is_asked(both_desk: App) -> None:
    known = [person(1, "Min Lee"), person(2, "Min Lee"), person(3, "Adam Ek", dropped=True)]
    found = compare(Roster(Kind.ROSTER, (RosterPlayer("Min Lee"), RosterPlayer("Adam Ek"))), known)
    assert [(line.change, [c.number for c in line.candidates]) for line in found.lines] == [
        (Change.ASKED, [1, 2]),
        (Change.OUT, []),
    ]
    made = make_event(both_desk)
    add = AddEntry(made.as_account("judge"), made.slug, Given(last="Okonkwo", first="Ada"), confirmed=True)
    add_entry(add, both_desk)
    text = "Ada Okonkwo\nPer Dahl\nZofia Dąbrowska\n"
    assert bring(made, both_desk, text, answers={"asked:0": "same:4"}).unanswered == ()
    assert bring(made, both_desk, text, answers={"asked:0": "same:2"}).unanswered == ("asked:0",)


LETTERS = st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"])
NAMES = st.lists(st.text(LETTERS, min_size=1, max_size=12), max_size=12)


@settings(max_examples=150, deadline=None)
@given(NAMES)
def test_a_list_that_was_applied_differs_no_more(found: list[str]) -> None:
    players = tuple(RosterPlayer(name, id=str(place)) for place, name in enumerate(found) if name.strip())
    roster = Roster(Kind.ROSTER, players)
    known = [person(n, " ".join(p.display.split()), id=p.id) for n, p in enumerate(players, 1)]
    assert not compare(roster, known).of(Change.NEW)
    assert not compare(roster, known).of(Change.GONE)
    assert compare(roster, known).digest == compare(roster, known).digest
    empty = compare(roster, [])
    assert len(empty.lines) == len(players)
    assert {line.place for line in empty.lines} == set(range(len(players)))


# What is applied.


def test_what_goes_without_saying_is_applied_and_the_rest_waits(both_desk: App) -> None:
    made = make_event(both_desk)
    text = "Ada Okonkwo\nZofia Dabrovska\nNils Ekström\n"
    done = bring(made, both_desk, text)
    assert (done.done, done.added, done.unanswered) == ({"new": 1}, (4,), ("asked:1",))
    assert names(both_desk, made) == ["Okonkwo, Ada", "Dahl, Per", "Dąbrowska, Zofia", "Ekström, Nils"]


@pytest.mark.parametrize(
    ("answer", "third", "count"),
    [("same", "Dąbrowska, Zofia", 3), ("renamed", "Dabrovska, Zofia", 3), ("other", "Dąbrowska, Zofia", 4)],
)
def test_a_like_name_is_decided_by_a_person(both_desk: App, answer: str, third: str, count: int) -> None:
    made = make_event(both_desk)
    text = "Name,Id\nAda Okonkwo,1\nPer Dahl,2\nZofia Dabrovska,3\n"
    done = bring(made, both_desk, text, answers={"asked:2": answer})
    assert (done.unanswered, names(both_desk, made)[2], len(names(both_desk, made))) == ((), third, count)
    mine = entry_facts(made.as_account("judge"), made.slug, count, both_desk)
    assert mine.external == "3"


def test_what_is_chosen_is_applied_and_nothing_else(both_desk: App) -> None:
    made = make_event(both_desk)
    text = "Ada Okonkwo\nNils Ekström\nLiv Bergström\n"
    lines = import_preview(order(made, text), both_desk).difference.lines
    keys = {line.after or line.before: line.key for line in lines}
    done = bring(made, both_desk, text, take=frozenset({keys["Liv Bergström"], keys["Per Dahl"], "new:99"}))
    assert done.done == {"new": 1, "gone": 1}
    page = roster_page(made.as_account("judge"), made.slug, View(), both_desk)
    assert [row.listed for row in page.rows] == ["Bergström, Liv", "Dąbrowska, Zofia", "Okonkwo, Ada"]
    assert entry_facts(made.as_account("judge"), made.slug, 2, both_desk).state == "withdrawn"


def test_who_is_dropped_in_play_drops_and_before_play_withdraws(both_desk: App) -> None:
    text = "Name,Status\nAda Okonkwo,dropped\nPer Dahl,\nZofia Dąbrowska,\n"
    made = make_event(both_desk)
    assert bring(made, both_desk, text).done == {"dropped": 1}
    assert entry_facts(made.as_account("judge"), made.slug, 1, both_desk).state == "withdrawn"
    later = make_event(both_desk, slug="later", name="Later", join_code=None)
    begin(both_desk, later)
    bring(later, both_desk, f"{text}Nils Ekström,dropped\n")
    states = [entry_facts(later.as_account("judge"), later.slug, n, both_desk).state for n in (1, 2, 4)]
    assert states == ["dropped", "on", "dropped"]


def test_a_team_that_drops_is_no_stumbling_block(both_desk: App) -> None:
    made = make_event(both_desk, players=3, team_size=3)
    begin(both_desk, made)
    text = "Name,Status\nAda Okonkwo,dropped\nPer Dahl,dropped\nZofia Dąbrowska,dropped\n"
    assert bring(made, both_desk, text).done == {"dropped": 3}
    assert [act for act in _acts(both_desk, made) if act == "entry.dropped"] == ["entry.dropped"] * 3


def _acts(desk: App, made: Made) -> list[str]:
    with desk.store.read() as session:
        return [row.act for row in audit_since(session, made.uid) if row.act != "rows.kept"]


def test_the_audit_holds_after_an_import(both_desk: App) -> None:
    made = make_event(both_desk, players=0)
    bring(made, both_desk, "Name,Id,Mail\nAda Okonkwo,1,a@example.org\nPer Dahl,2,\n")
    again = "Name,Id\nAda Okonkwo,1\nPär Dahlström,2\nNils Ek,3\n"
    bring(made, both_desk, again, answers={"asked:1": "renamed"})
    assert names(both_desk, made) == ["Okonkwo, Ada", "Dahlström, Pär", "Ek, Nils"]
    with both_desk.store.read() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        faults = [f for f in check_event(session, event).faults if "ntry" in f]
    assert (faults, event.entry_count) == ([], 3)


def test_a_roster_that_changed_meanwhile_is_shown_again(both_desk: App) -> None:
    made = make_event(both_desk)
    text = "Ada Okonkwo\nPer Dahl\nZofia Dąbrowska\nNils Ekström\n"
    wish = order(made, text)
    digest = import_preview(wish, both_desk).difference.digest
    add_entry(AddEntry(made.as_account("judge"), made.slug, Given(last="Ekström", first="Nils")), both_desk)
    with pytest.raises(DifferenceChanged) as caught:
        import_roster(replace(wish, digest=digest), both_desk)
    assert caught.value.preview.difference.lines == ()
    assert len(names(both_desk, made)) == 4
    with pytest.raises(DifferenceChanged):
        import_roster(replace(wish, digest="0" * 24), both_desk)


def test_of_two_who_apply_the_same_list_at_once_one_adds(both_desk: App) -> None:
    made = make_event(both_desk, players=0)
    text = "Ada Okonkwo\nPer Dahl\n"
    wishes = [order(made, text, role) for role in ("judge", "scorekeeper")]
    ready = [replace(w, digest=import_preview(w, both_desk).difference.digest) for w in wishes]
    start, found = threading.Barrier(2), []

    def run(wish: ImportRoster) -> None:
        start.wait()
        try:
            found.append(type(import_roster(wish, both_desk)).__name__)
        except Refused as refused:
            found.append(refused.code)

    threads = [threading.Thread(target=run, args=(wish,)) for wish in ready]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["Imported", "changed"]
    assert names(both_desk, made) == ["Okonkwo, Ada", "Dahl, Per"]


def test_3000_players_are_brought_with_a_few_queries(both_desk: App) -> None:
    made = make_event(both_desk, players=0)
    text = "First name,Last name,Id\n" + "".join(f"Ada{n},Okonkwo{n},{n}\n" for n in range(3000))
    wish = order(made, text)
    digest = import_preview(wish, both_desk).difference.digest
    with counting(both_desk) as found:
        done = import_roster(replace(wish, digest=digest), both_desk)
    assert len(done.added) == 3000
    assert found.queries <= 40


def test_a_workbook_is_read_as_a_file(both_desk: App) -> None:
    made = make_event(both_desk, players=0)
    done = bring(made, both_desk, _workbook([["First name", "Last name"], ["Ada", "Okonkwo"], ["Per", "Dahl"]]))
    assert done.done == {"new": 2}
    assert names(both_desk, made) == ["Okonkwo, Ada", "Dahl, Per"]


def _workbook(rows: list[list[str]]) -> bytes:
    """The smallest file that spreadsheets take for a workbook."""
    cells = "".join(
        f'<row r="{y}">'
        + "".join(f'<c r="{"ABC"[x]}{y}" t="inlineStr"><is><t>{cell}</t></is></c>' for x, cell in enumerate(row))
        + "</row>"
        for y, row in enumerate(rows, 1)
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    files = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="Players" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{text}')
    return packed.getvalue()


# Who may.


def test_any_of_staff_brings_players_but_rounds_are_for_scorekeepers_and_organizers(both_desk: App) -> None:
    made = make_event(both_desk)
    standings = "Rank,Player,Points\n1,Ada Okonkwo,9\n2,Per Dahl,6\n"
    for role in ("judge", "head-judge", "organizer", "scorekeeper"):
        shown(made, both_desk, role=role)
    for role in ("judge", "head-judge"):
        with pytest.raises(Refused) as caught:
            shown(made, both_desk, standings, role=role, round=1)
        assert caught.value.status == 403
    for who in (made.as_person(0), made.as_stranger):
        with pytest.raises(Refused) as caught:
            import_preview(ImportRoster(who, made.slug, LIST), both_desk)
        assert caught.value.status == 403


def test_nothing_is_brought_into_an_event_that_is_over(both_desk: App) -> None:
    made = make_event(both_desk, state="completed")
    with pytest.raises(Refused, match="Northern Open is not running"):
        bring(made, both_desk)


# Rounds.


PAIRINGS = "Table,Player 1,Player 2\n1,Ada Okonkwo,Per Dahl\n2,Zofia Dąbrowska,BYE\n"
STANDINGS = "Rank,Player,Points,Record\n1,Per Dahl,3,1-0-0\n2,Zofia Dąbrowska,3,1-0-0\n3,Ada Okonkwo,0,0-1-0\n"


def test_pairings_are_kept_by_round_and_take_the_place_of_those_before(both_desk: App) -> None:
    made = make_event(both_desk)
    assert import_preview(order(made, PAIRINGS), both_desk).round == 1
    done = bring(made, both_desk, PAIRINGS)
    assert [(r.number, r.tables_before, r.tables) for r in done.rounds] == [(1, 0, 2)]
    assert import_preview(order(made, PAIRINGS), both_desk).round == 2
    again = bring(made, both_desk, PAIRINGS.replace("1,Ada Okonkwo,Per Dahl\n", ""), round=1)
    assert [(r.number, r.tables_before, r.tables) for r in again.rounds] == [(1, 2, 1)]
    [table] = round_kept(made.as_account("judge"), made.slug, 1, both_desk).tables
    assert (table.place, table.entries) == ("2", (3,))
    assert _acts(both_desk, made) == ["round.set", "round.set"]


def test_players_of_pairings_who_are_new_are_added_and_sit_at_their_tables(both_desk: App) -> None:
    made = make_event(both_desk)
    text = PAIRINGS.replace("BYE", "Nils Ekström")
    assert bring(made, both_desk, text).added == (4,)
    tables = round_kept(made.as_account("judge"), made.slug, 1, both_desk).tables
    assert [table.entries for table in tables] == [(1, 2), (3, 4)]
    left = bring(made, both_desk, PAIRINGS.replace("BYE", "Liv Bergström"), take=frozenset(), round=2)
    assert left.added == ()
    assert round_kept(made.as_account("judge"), made.slug, 2, both_desk).tables[1].entries == (3,)


def test_standings_say_after_which_round_and_make_the_cut(both_desk: App) -> None:
    made = make_event(both_desk, players=4, playoff=True)
    with pytest.raises(Refused, match="Say which round"):
        bring(made, both_desk, STANDINGS)
    bring(made, both_desk, PAIRINGS)
    done = bring(made, both_desk, STANDINGS)
    assert [(r.number, r.standings) for r in done.rounds] == [(1, 3)]
    kept = round_kept(made.as_account("scorekeeper"), made.slug, 1, both_desk)
    assert kept.standings[0] == Stand(2, 1, 3, "1-0-0")
    chosen = set_members(both_desk, made.as_account("scorekeeper"), made.slug, "playoff", top=2)
    assert chosen.numbers == (2, 3)


def test_a_program_sets_a_round_by_numbers_after_it_was_told_the_difference(both_desk: App) -> None:
    made = make_event(both_desk)
    who = made.as_token("desk")
    wish = SetRound(who, made.slug, 3, (Table("1", (1, 2), (2, 1, 0)), Table("", (3,))), (Stand(1, 1, 9),))
    told = set_round(wish, both_desk)
    assert (told.applied, told.tables_before, len(told.plan.tables or ())) == (False, 0, 2)
    assert set_round(replace(wish, digest=told.digest), both_desk).applied
    kept = round_kept(who, made.slug, 3, both_desk)
    assert (kept.tables, kept.standings) == (wish.tables, wish.standings)
    with pytest.raises(RoundChanged):
        set_round(replace(wish, digest=told.digest), both_desk)
    with pytest.raises(Refused, match="Entry 77 is not on the roster"):
        set_round(replace(wish, tables=(Table("1", (77,)),)), both_desk)
    with pytest.raises(Refused):
        set_round(replace(wish, who=made.as_account("judge")), both_desk)


def test_a_round_from_a_file_names_who_is_not_on_the_roster(both_desk: App) -> None:
    made = make_event(both_desk)
    wish = SetRound(made.as_account("organizer"), made.slug, 2, data=PAIRINGS.replace("BYE", "Nils Ekström"))
    told = set_round(wish, both_desk)
    assert told.unknown == ("Nils Ekström",)
    set_round(replace(wish, digest=told.digest), both_desk)
    assert round_kept(wish.who, made.slug, 2, both_desk).tables[1].entries == (3,)
    with pytest.raises(UnusableInput, match="No tables and no standings"):
        set_round(replace(wish, data=LIST), both_desk)
    with pytest.raises(UnusableInput):
        set_round(replace(wish, number=100), both_desk)


# Links by mail.


def test_links_go_by_mail_and_stand_nowhere_in_the_database(both_desk: App) -> None:
    desk = replace(
        both_desk,
        settings=replace(
            both_desk.settings, address="https://decks.example", mail=Mail("smtp.example", sender="x@y.z")
        ),
    )
    made = make_event(desk, players=0)
    bring(made, desk, "Name,Mail\nAda Okonkwo,ada@example.org\nPer Dahl,\n")
    who = made.as_account("scorekeeper")
    assert waiting_for_link(who, made.slug, desk) == 1
    assert mail_links(who, made.slug, desk) == 1
    assert (waiting_for_link(who, made.slug, desk), mail_links(who, made.slug, desk)) == (0, 0)
    with desk.store.read() as session:
        [mail] = session.query(Outgoing).all()
    subject, text = read_letter(mail.body, desk.settings)
    [address] = [line for line in text.splitlines() if line.startswith("https://decks.example/r/")]
    secret = address.removeprefix("https://decks.example/r/")
    assert (subject, who_is(desk, bearer=secret).name) == ("Your link for Northern Open", "Ada Okonkwo")
    assert secret not in str(mail.body)


def test_without_a_mail_server_links_are_given_at_the_desk(both_desk: App) -> None:
    made = make_event(both_desk)
    who = made.as_account("judge")
    assert waiting_for_link(who, made.slug, both_desk) == 0
    with pytest.raises(Refused, match="at the desk"):
        mail_links(who, made.slug, both_desk)


def test_whoever_is_imported_is_nobody_of_another_event(both_desk: App) -> None:
    first = make_event(both_desk, players=0)
    bring(first, both_desk, "Name,Mail\nAda Okonkwo,ada@example.org\n")
    second = make_event(both_desk, slug="second", name="Second", players=0, accounts=first.accounts, join_code=None)
    bring(second, both_desk, "Name,Mail\nAda Okonkwo,ADA@example.org\nPer Dahl,per@example.org\n")
    with both_desk.store.read() as session:
        known = {row.person for row in session.query(Entry).filter_by(event=first.uid)}
        again = [row.person for row in session.query(Entry).filter_by(event=second.uid).order_by("number")]
    assert [person in known for person in again] == [False, False]
