"""The catalogue holds what the source facts say, opens quickly and stays small."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck.catalogue import HERE, open_index, open_sets
from deckcheck.catalogue.building import read_facts
from deckcheck.catalogue.law_layers import KINDS, PACKED_LAW, Folder, Packed
from deckcheck.catalogue.packed import Parts, pack
from deckcheck.catalogue.reference import find_root
from deckcheck.decklist.cards import ANY_NUMBER, Card
from deckcheck.games.ga import traits as ga
from deckcheck.games.mtg import traits as mtg
from scripts import build_catalogue

GAMES = ("mtg", "ga")


def card(name: str, game: str = "mtg") -> Card:
    found = open_index(game).card(name)
    assert found is not None, name
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_catalogue_is_what_its_script_builds(game: str, tmp_path: Path) -> None:
    path = tmp_path / "built"
    path.write_bytes(build_catalogue.build(game))
    built, kept = Parts(path), Parts(HERE / f"{game}.catalogue")
    # Compared unpacked: another machine's zlib may pack the same parts into other bytes.
    assert {name: built.raw(name) for name in built.names} == {name: kept.raw(name) for name in kept.names}
    assert built.digest == kept.digest == open_index(game).digest


def test_the_packed_law_is_what_its_files_say() -> None:
    root = find_root()
    packed, lying = Packed(root, PACKED_LAW), Folder(root)
    paths = [path.relative_to(root).as_posix() for kind in KINDS for path in (root / kind).rglob("*.toml")]
    assert len(paths) > 300
    for path in paths:
        assert packed.table(path) == lying.table(path), path
    for folder in {path.rpartition("/")[0] for path in paths}:
        assert sorted(packed.names(folder)) == sorted(lying.names(folder))


def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_bytes(b"something else\n")
    with pytest.raises(ValueError, match="no card catalogue"):
        Parts(path)


def test_a_game_without_a_catalogue_is_refused() -> None:
    with pytest.raises(LookupError, match="no card catalogue"):
        open_index("chess")


def test_a_part_of_any_name_and_content_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "made"
    path.write_bytes(pack({"a": b"", "b": b"\n\0\xff", "names": "Nazgûl\nOpt".encode()}))
    parts = Parts(path)
    assert [parts.raw("a"), parts.raw("b"), parts.lines("a"), parts.lines("names")] == [
        b"",
        b"\n\0\xff",
        [],
        ["Nazgûl", "Opt"],
    ]


@pytest.mark.parametrize(("game", "least"), [("mtg", 34_388), ("ga", 2_477)])
def test_every_card_is_there_with_an_id_of_its_own(game: str, least: int) -> None:
    cards = list(open_index(game).cards())
    assert len(cards) >= least
    assert len({c.id for c in cards}) == len({c.name for c in cards}) == len(cards)


@pytest.mark.parametrize(("game", "kinds"), [("mtg", mtg.KINDS), ("ga", ga.KINDS)])
def test_only_known_kinds_of_traits_are_used(game: str, kinds: frozenset[str]) -> None:
    used = {trait.partition(":")[0] for c in open_index(game).cards() for trait in c.traits}
    assert used <= kinds
    assert kinds - used == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_printing_is_in_a_known_set(game: str) -> None:
    sets = open_sets(game)
    assert {p.set_code for c in open_index(game).cards() for p in c.printings} <= set(sets)


def test_a_card_is_made_once() -> None:
    index = open_index("mtg")
    assert index.find("lightning bolt").cards[0] is index.card("Lightning Bolt") is card("Lightning Bolt")
    assert open_index("mtg") is index


@pytest.mark.parametrize(
    ("name", "copies"),
    [
        ("Lightning Bolt", None),
        ("Forest", ANY_NUMBER),
        ("Snow-Covered Wastes", ANY_NUMBER),
        ("Relentless Rats", ANY_NUMBER),
        ("Nazgûl", 9),
        ("Seven Dwarves", 7),
    ],
)
def test_a_card_tells_its_own_limit(name: str, copies: int | None) -> None:
    assert card(name).copies_allowed == copies


HAVE = [
    ("Forest", "basic super:Basic type:Land subtype:Forest identity:G"),
    ("Fire // Ice", "type:Instant cost:{1}{R}{1}{U} mana-value:4 identity:R identity:U layout:split"),
    ("Dusk // Dawn", "layout:aftermath mana-value:9 cost:{2}{W}{W}{3}{W}{W}"),
    ("Unholy Annex // Ritual Chamber", "type:Enchantment subtype:Room mana-value:8"),
    ("Brazen Borrower // Petty Theft", "type:Creature layout:adventure cost:{1}{U}{U} mana-value:3"),
    ("Delver of Secrets // Insectile Aberration", "type:Creature subtype:Wizard layout:transform"),
    ("Rowan, Scholar of Sparks // Will, Scholar of Frost", "identity:R identity:U"),
    ("Changeling Outcast", "every-creature-type"),
    ("Shorikai, Genesis Engine", "leader:text"),
    ("Grist, the Hunger Tide", "leader:creature type:Creature subtype:Insect type:Planeswalker"),
    ("Chandra, Gremlin Wrangler", "nontournament"),
    ("Parhelion II", "leader:vehicle"),
    ("Atraxa, Praetors' Voice", "leader:creature"),
    ("Tymna the Weaver", "partner"),
    ("Pir, Imaginative Rascal", "partner-with:Toothy, Imaginary Friend"),
    ("Wilson, Refined Grizzly", "chooses-background"),
    ("Raised by Giants", "background"),
    ("The Tenth Doctor", "time-lord-doctor"),
    ("Rose Tyler", "doctors-companion"),
    ("Lurrus of the Dream-Den", "companion"),
    ("The Prismatic Piper", "chooses-colour"),
    ("Balloon Stand", "kind:attraction"),
    ("Ancestral Hot Dog Minotaur", "kind:sticker"),
    ("Chittering Host", "kind:meld-result"),
    ("Contract from Below", "ante"),
    ("Teferi, Time Raveler", "has-rebalanced:A-Teferi, Time Raveler"),
    ("A-Teferi, Time Raveler", "rebalanced rebalanced-of:Teferi, Time Raveler digital-only"),
    ("Treasure", "kind:token"),
    ("Captain Kirk, Boldly Going", "unknown:types unknown:identity"),
]


@pytest.mark.parametrize(("name", "traits"), HAVE)
def test_a_card_has_its_traits(name: str, traits: str) -> None:
    kinds = "|".join(sorted(mtg.KINDS, key=len, reverse=True))
    wanted = {t.strip() for t in _split(traits, kinds)}
    assert wanted - card(name).traits == set()


def _split(traits: str, kinds: str) -> list[str]:
    import re

    return re.split(rf" (?=(?:{kinds})(?::| |$))", traits)


@pytest.mark.parametrize(
    ("name", "trait"),
    [
        ("Brazen Borrower // Petty Theft", "type:Instant"),
        ("Delver of Secrets // Insectile Aberration", "subtype:Insect"),
        ("Lightning Bolt", "unknown:types"),
        ("Pir, Imaginative Rascal", "partner"),
        ("Arcades, the Strategist", "silver-border"),
    ],
)
def test_a_card_lacks_what_is_not_its_own(name: str, trait: str) -> None:
    assert not card(name).has(trait)


def _worth(symbol: str) -> float:
    if symbol.isdigit():
        return int(symbol)
    return {"X": 0, "Y": 0, "Z": 0, "HW": 0.5}.get(symbol, 2 if symbol.startswith("2/") else 1)


def test_mana_values_and_colours_follow_from_costs() -> None:
    """Of a card of two halves the cost is that of both; casual cards may say what they like."""
    casual = ("silver-border", "playtest", "nontournament")
    for found in open_index("mtg").cards():
        cost = re.findall(r"{([^}]*)}", found.value("cost"))
        if not cost or any(found.has(trait) for trait in casual):
            continue
        assert sum(map(_worth, cost)) == float(found.value("mana-value")), found.name
        assert {letter for symbol in cost for letter in symbol if letter in "WUBRG"} <= {*found.values("identity")}


def test_a_card_of_several_rarities_in_a_set_has_them_all() -> None:
    printings = {p.set_code: p.rarity for p in card("Lightning Bolt").printings}
    assert (printings["LEA"], printings["PRM"]) == ("C", "CUR")


def test_interchangeable_names_are_one_card() -> None:
    index = open_index("mtg")
    aliases = read_facts(Path(__file__).parent.parent / "data" / "mtg").tables["aliases"]
    apart = [alias for alias, name in aliases.items() if index.find(alias).cards != (index.card(name),)]
    assert apart == []


def test_cards_of_one_name_are_one_card() -> None:
    nameless = card("Nameless Champion", "ga")
    assert {"type:Champion", "limited-only", "level:1", "class:Mage", "class:Tamer"} <= nameless.traits


GA_HAVE = [
    ("Spirit of Fire", {"type:Champion", "level:0", "zone:material", "points:3", "element:Fire", "cost:0"}),
    ("Aithne, Spirit of Fire", {"spirit-alias-of:Spirit of Fire"}),
    ("Abnegation", {"type:Action", "zone:main", "points:1", "cost-kind:reserve", "cost:2", "class:Cleric"}),
    ("Powercell", {"zone:none", "kind:token"}),
    ("Servile Possessions", {"zone:none", "kind:mastery"}),
    ("Greater Boon of Proxia", {"zone:boon", "pantheon-only"}),
]


@pytest.mark.parametrize(("name", "traits"), GA_HAVE)
def test_a_card_of_grand_archive_has_its_traits(name: str, traits: set[str]) -> None:
    assert traits - card(name, "ga").traits == set()


def test_the_back_of_a_grand_archive_card_is_that_card() -> None:
    assert open_index("ga").find("Daunting Panda").cards == (card("Beseeched Fatestone", "ga"),)


@pytest.mark.parametrize(
    ("code", "release", "paper", "platform"),
    [
        ("LEA", "1993-08-05", "1993-08-05", ""),
        ("ONE", "2023-02-10", "2023-02-03", ""),
        ("OM1", "2025-09-23", "", "arena"),
    ],
)
def test_a_set_tells_the_first_day_it_counts_in_paper(code: str, release: str, paper: str, platform: str) -> None:
    found = open_sets("mtg")[code]
    assert (found.release, found.paper_from, found.platform) == (release, paper, platform)


@pytest.mark.parametrize("game", GAMES)
def test_no_set_is_older_than_its_game(game: str) -> None:
    first = {"mtg": "1993-08-05", "ga": "2022-05-28"}[game]
    assert all(s.release >= first or not s.release for s in open_sets(game).values())


SERVING = """
import resource, sys
from deckcheck.catalogue import open_index
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for game in ("mtg", "ga"):
    index = open_index(game)
    index.find("Lightning Bolt"), index.find("no such thing"), index.near("no such thing")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_both_catalogues_with_their_search_tables_take_less_than_60_megabytes() -> None:
    run = subprocess.run([sys.executable, "-c", SERVING], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 60 * 1024
