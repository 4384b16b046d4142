"""Bundles, tables, decklists of Grand Archive, the overlay feed and our own JSON hold what they promise."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any, Final

from defusedxml.ElementTree import fromstring

from deckcheck.catalogue import open_index
from deckcheck.games import GAMES
from deckcheck.publication.exports.bundle import write_bundle
from deckcheck.publication.exports.clients import write_clients, write_cod
from deckcheck.publication.exports.omnidex import write_omnidex
from deckcheck.publication.exports.overlay import (
    OverlayPlayer,
    OverlayTable,
    overlay_row,
    write_overlay_csv,
    write_overlay_json,
    write_overlay_list,
)
from deckcheck.publication.exports.shape import shapes
from deckcheck.publication.exports.table import write_csv
from deckcheck.publication.exports.whole import write_json
from deckcheck.verdict.canonical import CanonicalRow, make_canonical
from deckcheck.verdict.published_lists import PublishedEvent, WaitingLine, cards_of, cards_of_canonical
from tests.exports.published import FIRE, a_full_event, a_list, an_event, list_text

NOON: Final = datetime(2026, 3, 14, 14, 20, 11, tzinfo=timezone(timedelta(hours=1)))


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def table(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def names(sections: dict[str, Any], game: str = "mtg") -> list[str]:
    return [card.name for card in cards_of(sections, open_index(game), GAMES[game].presentation)]


def test_the_text_bundle_holds_each_list_in_final_order_and_two_tables() -> None:
    files = unpacked(write_bundle(a_full_event()))
    assert list(files) == [
        "index.csv",
        "cards.csv",
        "lists/001-vriesland-fenna-de.txt",
        "lists/002-quill-bartholomew.txt",
    ]
    assert (
        files["lists/001-vriesland-fenna-de.txt"]
        .decode()
        .startswith("Companion\n1 Lurrus of the Dream-Den\n\nDeck\n3 ")
    )


def test_the_index_gives_sizes_and_what_each_list_was_sealed_with() -> None:
    first, second = table(unpacked(write_bundle(a_full_event()))["index.csv"])
    assert first == {
        "rank": "1",
        "player": "Fenna de Vriesland",
        "deck": "Blue-red tempo",
        "main": "29",
        "sideboard": "4",
        "file": "lists/001-vriesland-fenna-de.txt",
        "sha256": "ab" * 32,
        "leaf": "cd" * 32,
        "salt": "ef" * 32,
    }
    assert second["main"] == "31"


def test_the_table_of_cards_loses_nothing() -> None:
    rows = table(unpacked(write_bundle(a_full_event()))["cards.csv"])
    assert list(rows[0]) == ["player", "section", "count", "card", "file"]
    fenna = [row for row in rows if row["player"] == "Fenna de Vriesland"]
    assert sum(int(row["count"]) for row in fenna) == 34
    assert {row["section"] for row in fenna} == {"companion", "main", "sideboard"}
    assert {"section": "main?", "card": "Jace", "count": "2"}.items() <= rows[-4].items()


def test_a_bundle_of_grand_archive_has_material_decks_and_omnidex_text() -> None:
    files = unpacked(write_bundle(a_full_event("ga")))
    assert table(files["index.csv"])[0]["material"] == "1"
    assert files["lists/001-vriesland-fenna-de.txt"].decode() == (
        "# Material Deck\n1 Spirit of Fire\n\n# Main Deck\n4 Fireball\n\n# Sideboard\n3 Fireball\n"
    )


def test_the_client_bundle_holds_each_list_twice() -> None:
    assert list(unpacked(write_clients(a_full_event()))) == [
        "cockatrice/001-vriesland-fenna-de.cod",
        "magic-online/001-vriesland-fenna-de.dek",
        "cockatrice/002-quill-bartholomew.cod",
        "magic-online/002-quill-bartholomew.dek",
    ]


def test_a_cockatrice_file_says_whose_deck_it_is_and_from_where() -> None:
    listed = a_list()
    root = fromstring(write_cod(listed, an_event(listed)))
    assert [root.findtext(tag) for tag in ("deckname", "comments")] == [
        "Blue-red tempo",
        "Blue Lantern Modern Open 2026-03-14\nFenna de Vriesland",
    ]
    unnamed = write_cod(replace(listed, title=" "), an_event(listed))
    assert fromstring(unnamed).findtext("deckname") == "Fenna de Vriesland"


def test_the_sample_of_a_text_comes_out_as_it_stands() -> None:
    sections = {
        "main": ((20, "Mountain"), (4, "Lightning Bolt")),
        "sideboard": ((2, "Smash to Smithereens"),),
    }
    listed = a_list(sections)
    assert list_text(listed, "arena") == ("Deck\n4 Lightning Bolt\n20 Mountain\n\nSideboard\n2 Smash to Smithereens\n")
    assert list_text(listed, "mtgo") == "4 Lightning Bolt\n20 Mountain\n\n2 Smash to Smithereens\n"
    assert list_text(listed, "moxfield") == ("4 Lightning Bolt\n20 Mountain\n\nSIDEBOARD:\n2 Smash to Smithereens\n")


def test_omnidex_decklists_name_a_player_only_where_the_number_is_not_known() -> None:
    known, unknown = json.loads(write_omnidex(a_full_event("ga")))
    assert known == {
        "player": 7001,
        "visible": True,
        "decklist": {
            "material": [{"card": "Spirit of Fire", "quantity": 1}],
            "main": [{"card": "Fireball", "quantity": 4}],
            "sideboard": [{"card": "Fireball", "quantity": 3}],
        },
    }
    assert {key: unknown[key] for key in ("player", "name")} == {"player": None, "name": "Bartholomew Quill"}


def test_every_decklist_has_its_three_decks_and_boons_where_there_are_any() -> None:
    index = open_index("ga")
    boon = next(card.name for card in index.cards() if card.has("zone:boon"))
    (entry,) = json.loads(write_omnidex(an_event(a_list({"boons": ((1, boon),)}, "ga"), game="ga")))
    assert entry["decklist"] == {
        "material": [],
        "main": [],
        "sideboard": [],
        "boons": [{"card": boon, "quantity": 1}],
    }


def test_a_feature_table_is_flat_and_every_key_is_always_there() -> None:
    empty = overlay_row(OverlayTable("", "", "", "", OverlayPlayer(""), None, NOON))
    sides = [
        f"p{n}_{k}" for n in (1, 2) for k in ("name", "pronouns", "record", "rank", "deck", "list_url", "stream_ok")
    ]
    assert list(empty) == ["event", "format", "round", "table", *sides, "updated"]
    assert empty["updated"] == "2026-03-14T13:20:11Z"
    assert {value for key, value in empty.items() if key != "updated"} == {""}


def test_the_feed_is_the_same_in_json_and_csv() -> None:
    fenna = OverlayPlayer("Fenna de Vriesland", "4-0-0", 2, "she/her", "Blue-red tempo", "https://x.example/l/7", True)
    closed = OverlayPlayer("Bartholomew Quill", "4-0-0", stream_ok=False)
    tables = [OverlayTable("Blue Lantern Modern Open", "Modern", "Round 5", "1", fenna, closed, NOON)]
    rows = json.loads(write_overlay_json(tables))
    assert table(write_overlay_csv(tables)) == rows
    assert (rows[0]["p1_deck"], rows[0]["p1_stream_ok"], rows[0]["p1_rank"]) == ("Blue-red tempo", "yes", "2")
    assert (rows[0]["p2_deck"], rows[0]["p2_list_url"], rows[0]["p2_stream_ok"]) == ("", "", "no")


def test_an_empty_feed_still_has_its_headings() -> None:
    assert json.loads(write_overlay_json(())) == []
    assert write_overlay_csv(()).decode("utf-8-sig").startswith("event,format,round,table,p1_name,")


def test_a_scene_of_one_list_needs_no_card_data() -> None:
    scene = json.loads(write_overlay_list(a_list()))
    assert [(s["section"], s["count"]) for s in scene["sections"]] == [
        ("companion", 1),
        ("main", 29),
        ("sideboard", 4),
    ]
    assert scene["sections"][1]["cards"][1] == {
        "count": 4,
        "name": "Lightning Bolt",
        "type": "Instant",
        "mana_value": 1,
    }


def test_our_own_json_holds_everything() -> None:
    found = json.loads(write_json(a_full_event()))
    first, second = found["lists"]
    assert list(found) == ["event", "lists", "rounds", "standings", "cards"]
    assert (first["number"], first["rank"], first["sha256"], first["salt"]) == (7, 1, "ab" * 32, "ef" * 32)
    assert first["text"] == "4 Lightning Bolt\n"
    assert first["sections"]["companion"] == [{"count": 1, "name": "Lurrus of the Dream-Den"}]
    assert second["unresolved"] == [{"section": "main", "count": 2, "text": "Jace"}]
    assert found["cards"]["Fire // Ice"] == {
        "types": ["Instant"],
        "mana_value": 4,
        "cost": "{1}{R}{1}{U}",
        "colours": ["U", "R"],
    }
    assert found["rounds"][0]["matches"][0]["player2"] is None


def test_a_list_whose_text_is_not_to_be_shown_has_none() -> None:
    assert json.loads(write_json(an_event(a_list())))["lists"][0]["text"] is None


def test_the_one_table_gives_each_card_of_each_list() -> None:
    rows = table(write_csv(a_full_event()))
    assert [row["list"] for row in rows][::5] == ["7", "7", "3", "3"]
    assert rows[2] == {
        "list": "7",
        "rank": "1",
        "player": "Fenna de Vriesland",
        "deck": "Blue-red tempo",
        "section": "main",
        "count": "4",
        "card": "Lightning Bolt",
        "types": "Instant",
        "mana_value": "1",
    }


def test_each_shape_saves_its_file_under_another_name() -> None:
    for game in ("mtg", "ga"):
        event = replace(a_full_event(game), name="Blue Lantern")
        files = [shape.file_name(event) for shape in shapes(GAMES[game]).values()]
        assert len(set(files)) == len(files)
        assert {"blue-lantern-2026-03-14.zip", "blue-lantern-2026-03-14.json"} <= set(files)


def test_every_shape_takes_an_event_without_lists() -> None:
    for game in ("mtg", "ga"):
        for shape in shapes(GAMES[game]).values():
            assert shape.write(an_event(game=game))


def test_the_same_event_gives_the_same_bytes_whatever_the_order_of_its_lists() -> None:
    for game in ("mtg", "ga"):
        event = a_full_event(game)
        turned: PublishedEvent = replace(event, lists=event.lists[::-1])
        assert [s.write(event) for s in shapes(GAMES[game]).values()] == [
            s.write(turned) for s in shapes(GAMES[game]).values()
        ]


def test_main_deck_by_mana_value_then_name_lands_last_and_basic_lands_behind_them() -> None:
    written = (
        "Mountain",
        "Emrakul, the Aeons Torn",
        "Ancestral Vision",
        "Ornithopter",
        "Æther Vial",
        "Opt",
        "Inkmoth Nexus",
    )
    known = [open_index("mtg").find(name).cards[0].name for name in (*written, "Dryad Arbor", "Fireball")]
    assert names({"main": [(1, name) for name in known]}) == [
        "Ornithopter",
        "Ancestral Vision",
        "Aether Vial",
        "Fireball",
        "Opt",
        "Emrakul, the Aeons Torn",
        "Dryad Arbor",
        "Inkmoth Nexus",
        "Mountain",
    ]


def test_a_sideboard_stands_by_name() -> None:
    side = [(1, name) for name in ("Mountain", "Wear // Tear", "Ancestral Vision", "Lim-Dûl's Vault", "Duress")]
    assert names({"sideboard": side}) == ["Ancestral Vision", "Duress", "Lim-Dûl's Vault", "Mountain", "Wear // Tear"]


def test_grand_archive_has_champions_by_level_then_regalia_and_its_main_deck_by_cost() -> None:
    material = ["The Looking Glass", "Tristan, Underhanded", "Blinding Orb", "Vyra, Spirit of Fire"]
    main = ["Ignis Deus", "Fireball", "Backstep"]
    found = names({"main": [(1, n) for n in main], "material": [(1, n) for n in material]}, "ga")
    assert found == [
        "Vyra, Spirit of Fire",
        "Tristan, Underhanded",
        "Blinding Orb",
        "The Looking Glass",
        "Backstep",
        "Ignis Deus",
        "Fireball",
    ]


def test_a_name_that_the_card_data_no_longer_know_stays_and_equal_names_are_added_up() -> None:
    cards = cards_of(
        {"main": [(1, "Mountain"), (2, "No Such Card"), (3, "Mountain")]}, open_index("mtg"), GAMES["mtg"].presentation
    )
    assert [(card.count, card.name, card.front, card.mana_value) for card in cards] == [
        (4, "Mountain", "Mountain", 0),
        (2, "No Such Card", "No Such Card", None),
    ]


def test_a_list_in_its_sealed_form_gives_cards_and_waiting_lines() -> None:
    rows = [CanonicalRow("main", 60, "Island"), CanonicalRow("main", 2, "Jace", True)]
    cards, waiting = cards_of_canonical(make_canonical("mtg", rows), open_index("mtg"), GAMES["mtg"].presentation)
    assert [(card.section, card.count, card.name) for card in cards] == [("main", 60, "Island")]
    assert waiting == (WaitingLine("main", 2, "Jace"),)


def test_a_card_says_what_it_is() -> None:
    (bolt,) = cards_of({"main": [(4, "Lightning Bolt")]}, open_index("mtg"), GAMES["mtg"].presentation)
    assert (bolt.type_words, bolt.mana_value, bolt.cost, bolt.colours) == (("Instant",), 1, "{R}", ("R",))
    spirit, ball, _ = cards_of(FIRE, open_index("ga"), GAMES["ga"].presentation)
    assert (spirit.type_words, spirit.mana_value, spirit.colours) == (("Champion",), 0, ("Fire",))
    assert (ball.type_words, ball.mana_value, ball.colours) == (("Action",), 4, ("Fire",))
