"""Makes bulk files of 35,000 cards in the shapes of Scryfall and MTGJSON out of data/mtg, reads them back, and prints
time, peak memory and how far each fact agrees.

The texts in them are sentences made up here that mean what the fact says; no printed text is in them. 578 of the cards
are made up as well: the next set. `--keep FOLDER` keeps the files.
"""

import argparse
import gzip
import json
import lzma
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final
from uuid import NAMESPACE_URL, uuid5

from deckcheck.catalogue.building import make_contents, pack_contents, read_facts
from deckcheck.catalogue.bulk import read_source
from deckcheck.catalogue.unpack import unpacked
from deckcheck.decklist.cards import ANY_NUMBER
from deckcheck.games import GAMES
from deckcheck.law.card_facts import CardFacts, Record

ROOT: Final = Path(__file__).resolve().parent.parent
DAY: Final = date(2026, 11, 29)
COUNT: Final = 35_000
RARITIES: Final = {
    "C": "common",
    "U": "uncommon",
    "R": "rare",
    "M": "mythic",
    "S": "special",
    "B": "bonus",
    "": "common",
}
FORMATS: Final = (
    *("standard", "future", "historic", "timeless", "gladiator", "pioneer", "modern", "legacy", "pauper", "vintage"),
    *("penny", "commander", "oathbreaker", "standardbrawl", "brawl", "competitivebrawl", "alchemy", "paupercommander"),
    *("duel", "oldschool", "premodern", "predh", "tlr"),
)
NEW_SET: Final = {"code": "ZZZ", "name": "Made-Up Set", "release": "2026-12-11", "type": "expansion"}
ABOUT_SOURCES: Final = frozenset(("ci_from", "incomplete", "types_from", "facts_from", "source"))
FILLER: Final = {"prices": dict.fromkeys(("usd", "usd_foil", "eur", "eur_foil", "tix")), "related_uris": {}}
PADDING: Final = "https://cards.example/a-made-up-address-of-the-usual-length/" * 68
"""As much as addresses, prices and pictures take up in the real files."""
LANGUAGES: Final = ("German", "French", "Japanese")


def own_id(*words: str) -> str:
    """An id that is always the same."""
    return str(uuid5(NAMESPACE_URL, "/".join(words)))


def sentences(record: Record) -> Iterator[str]:
    """Sentences of our own that say what the facts say, and one that says nothing of the kind."""
    yield 'Your other cards have "{1}: Nothing happens."'
    yield from partner_sentences(record)
    yield from (words for key, words in SAYINGS.items() if record.get(key))
    yield from deck_sentences(record)
    if record.get("commander_by") == "text":
        yield "In this made-up world it can be your commander."
    if "also_types" in record:
        both = " ".join((*record["also_subtypes"], *(word.lower() for word in record["also_types"])))
        yield f"As long as {record['name']} isn't on the battlefield, it's a {both} in addition to its other types."
    if record.get("activated"):
        yield "+1: Nothing happens." if "Planeswalker" in record.get("types", ()) else "{9}: Nothing happens."


def partner_sentences(record: Record) -> Iterator[str]:
    """Which cards lead beside this one."""
    if record.get("partner_with"):
        yield f"Partner with {record['partner_with']} (Made up.)"
    elif kind := record.get("partner_variant"):
        yield f"Partner—{kind.replace('_and_', ' & ').replace('_', ' ').capitalize()} (Made up.)"
    elif record.get("partner"):
        yield "Partner (Made up.)"


def deck_sentences(record: Record) -> Iterator[str]:
    """What the card says of its copies, and of the deck that it leads."""
    if "copy_limit" in record and "Basic" not in record.get("supertypes", ()):
        limit = ANY_NUMBER if record["copy_limit"] is None else record["copy_limit"]
        many = {ANY_NUMBER: "any number of", 1: "only one"}.get(limit, f"up to {limit}")
        cards = "card" if limit == 1 else "cards"
        yield f"In this made-up world a deck can have {many} {cards} named {record['name']}."
    if relaxed := record.get("rulebreaker"):
        about = "color identity" if "identity" in relaxed else "deck size"
        yield f"Rulebreaker — Made-up words about the {about} of your deck."


SAYINGS: Final = {
    "choose_a_background": "Choose a Background (Made up.)",
    "doctors_companion": "Doctor's companion (Made up.)",
    "companion": "Companion — Your deck is made up.",
    "commander_chooses_colour": "If it is your commander, choose a color before the game begins.",
    "ante": "Take it out of a deck if you're not playing for ante.",
    "all_creature_types": "Changeling (Made up.)",
}


def type_line(facts: Record) -> str:
    """The line of types; of a card of which none are known a made-up one."""
    below = facts.get("subtypes", ())
    words = (*facts.get("supertypes", ()), *facts.get("types", ("Creature",)))
    return " ".join(words) + (f" — {' '.join(below)}" if below else "")


def parts_of(record: Record) -> list[dict[str, str]]:
    """Name, type line, cost and text of each part; all of the text is on the front."""
    text = "\n".join(sentences(record))
    facts = record.get("face_facts") or [{**record, "name": face} for face in record.get("faces", [record["name"]])]
    return [
        {
            "name": part["name"],
            "type_line": type_line(part),
            "mana_cost": part.get("mana_cost", ""),
            "oracle_text": "" if at else text,
            **({"power": "1", "toughness": "1"} if record.get("commander_by") == "spacecraft" else {}),
        }
        for at, part in enumerate(facts)
    ]


def made_up(count: int) -> Iterator[dict[str, Any]]:
    """Cards of the next set."""
    for number in range(count):
        cost = f"{{{number % 7}}}{{G}}"
        yield {
            "name": f"Made-Up Badger {number}",
            "layout": "normal",
            "types": ["Creature"],
            "subtypes": ["Badger"],
            "mana_cost": cost,
            "mana_value": number % 7 + 1,
            "color_identity": ["G"],
            "printings": {"ZZZ": "C"},
        }


def printings(record: Record, sets: Mapping[str, Record]) -> Iterator[tuple[str, str, str, list[str], bool]]:
    """Code, rarity, number, platforms and whether it is new, of each printing; a card of none gets a made-up one."""
    codes = record["printings"] or {"ZZX": ""}
    for at, (code, letters) in enumerate(codes.items()):
        platform = sets[code].get("platform", "") or ("arena" if record.get("digital_only") else "")
        games = {"": ["mtgo", "paper"], "other": ["astral"]}.get(platform, [platform])
        for letter in letters or ("",):
            yield code, RARITIES[letter], f"{len(record['name'])}{letter.lower()}", games, at == 0


def legalities(record: Record) -> dict[str, str]:
    """Legal everywhere or nowhere."""
    legal = not any(record.get(key) for key in ("funny", "digital_only", "meld_result_card"))
    return dict.fromkeys(FORMATS, "legal" if legal else "not_legal")


def scryfall_cards(record: Record, sets: Mapping[str, Record]) -> Iterator[dict[str, Any]]:
    """The card as Scryfall's file has it, once for each printing."""
    parts = parts_of(record)
    layout = {"aftermath": "split"}.get(
        record["layout"], "meld" if record.get("meld_result_card") else record["layout"]
    )
    whole = {
        **FILLER,
        "object": "card",
        "oracle_id": own_id(record["name"]),
        "name": record["name"],
        "lang": "en",
        "layout": layout,
        "cmc": float(record.get("mana_value", 0)),
        "legalities": legalities(record),
        "color_identity": sorted(record.get("color_identity", ())),
        "uri": PADDING,
        "keywords": ["Aftermath"] if record["layout"] == "aftermath" else [],
        "digital": False,
        "type_line": " // ".join(part["type_line"] for part in parts),
        "promo_types": [word for word in ("playtest", "rebalanced") if record.get(word)],
        "border_color": "silver" if record.get("silver_border") else "black",
        **({"security_stamp": "acorn"} if record.get("acorn") else {}),
        **({"card_faces": parts} if len(parts) > 1 else {key: parts[0][key] for key in parts[0].keys() - {"name"}}),
    }
    result = record["name"] if record.get("meld_result_card") else record.get("meld_result")
    if result:
        whole["all_parts"] = [{"object": "related_card", "component": "meld_result", "name": result}]
    for code, rarity, number, games, new in printings(record, sets):
        of = sets[code]
        yield {
            **whole,
            "id": own_id(record["name"], code, rarity),
            "set": code.lower(),
            "set_name": of["name"],
            "set_type": of["type"],
            "released_at": of["release"],
            "rarity": rarity,
            "collector_number": number,
            "games": games,
            "digital": "paper" not in games,
            "reprint": not new,
        }


def write_scryfall(folder: Path, facts: CardFacts) -> dict[str, Path]:
    """The files that the reader of Scryfall wants."""
    sets = {record["code"]: record for record in facts.sets}
    with gzip.open(folder / "default_cards.jsonl.gz", "wt", 1, encoding="utf-8") as file:
        for record in facts.cards:
            file.writelines(f"{json.dumps(card)}\n" for card in scryfall_cards(record, sets))
        for name in facts.tables["tokens"]:
            file.write(json.dumps({"object": "card", "name": name, "layout": "token"}) + "\n")
    data = [
        {
            "object": "set",
            "code": s["code"].lower(),
            "name": s["name"],
            "released_at": s["release"],
            "set_type": s["type"],
            "card_count": 1,
            "digital": bool(s.get("platform")),
            **({"parent_set_code": s["parent"].lower()} if "parent" in s else {}),
        }
        for s in facts.sets
    ]
    (folder / "sets.json").write_text(json.dumps({"object": "list", "has_more": False, "data": data}), "utf-8")
    return {"default_cards": folder / "default_cards.jsonl.gz", "sets": folder / "sets.json"}


def mtgjson_cards(record: Record, sets: Mapping[str, Record]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The card as MTGJSON's file has it, by set: an entry for each printing and side."""
    parts = parts_of(record)
    melds = record.get("meld_result") or record.get("meld_result_card")
    whole = {
        "name": record["name"],
        "layout": "meld" if melds else record["layout"],
        "uuid": PADDING,
        "colorIdentity": record.get("color_identity", []),
        "manaValue": float(record.get("mana_value", 0)),
        "identifiers": {"scryfallOracleId": own_id(record["name"])},
        "legalities": {word: value.capitalize() for word, value in legalities(record).items() if value == "legal"},
        "foreignData": [{"language": word, "name": f"{record['name']} ({word})"} for word in LANGUAGES],
        "borderColor": "silver" if record.get("silver_border") else "black",
        **({"securityStamp": "acorn"} if record.get("acorn") else {}),
        **({"isRebalanced": True} if record.get("rebalanced") else {}),
        **({"promoTypes": ["playtest"]} if record.get("playtest") else {}),
        **({"cardParts": ["Other part", record.get("meld_result", record["name"])]} if melds else {}),
    }
    for code, rarity, number, games, new in printings(record, sets):
        for side, part in zip("abcdefgh", parts, strict=False):
            entry = {
                **whole,
                "type": part["type_line"],
                "text": part["oracle_text"],
                "number": number,
                "rarity": rarity,
            }
            entry |= {"availability": games, "setCode": code, **({} if new else {"isReprint": True})}
            entry |= {"manaCost": part["mana_cost"]} if part["mana_cost"] else {}
            entry |= {"power": "1"} if "power" in part else {}
            entry |= {"side": side, "faceName": part["name"]} if len(parts) > 1 else {}
            yield code, entry


def write_mtgjson(folder: Path, facts: CardFacts) -> dict[str, Path]:
    """The file that the reader of MTGJSON wants."""
    sets = {record["code"]: record for record in facts.sets}
    by_set: dict[str, list[str]] = {code: [] for code in sets}
    for record in facts.cards:
        for code, entry in mtgjson_cards(record, sets):
            by_set[code].append(json.dumps(entry))
    path = folder / "AllPrintings.json.xz"
    with lzma.open(path, "wt", preset=0, encoding="utf-8") as file:
        file.write(f'{{"meta": {{"date": "{DAY}", "version": "5.3.0"}}, "data": {{')
        for at, (code, entries) in enumerate(by_set.items()):
            write_set(file, sets[code], entries, facts.tables["tokens"] if at == 0 else (), ", " if at else "")
        file.write("}}")
    return {"AllPrintings": path}


def write_set(file: IO[str], of: Record, entries: list[str], tokens: Any, before: str) -> None:
    """One set with its cards."""
    head = {
        "code": of["code"],
        "name": of["name"],
        "releaseDate": of["release"],
        "type": of["type"],
        **({"parentCode": of["parent"]} if "parent" in of else {}),
        **({"isOnlineOnly": True} if of.get("platform") else {}),
        "tokens": [{"name": name, "layout": "token"} for name in tokens],
    }
    file.write(f'{before}"{of["code"]}": {json.dumps(head)[:-1]}, "cards": [{", ".join(entries)}]}}')


def facts_to_write() -> CardFacts:
    """Our facts with the cards of the next set."""
    own = read_facts(ROOT / "data" / "mtg")
    cards = [*own.cards, *made_up(COUNT - len(own.cards))]
    nowhere = {**NEW_SET, "code": "ZZX", "name": "Cards of No Known Set", "release": "2026-01-01"}
    return CardFacts(cards, [*own.sets, NEW_SET, nowhere], DAY, own.tables)


def comparable(record: Record) -> dict[str, Any]:
    """The facts in a form in which equal ones are equal."""
    kept = {key: value for key, value in record.items() if key not in ABOUT_SOURCES}
    return {key: sorted(value) if key == "color_identity" else value for key, value in kept.items()}


def agreement(ours: CardFacts, theirs: CardFacts) -> dict[str, Counter[str]]:
    """By fact: how many cards have the same, another, or one of the two only; with examples under `e:`."""
    found: dict[str, Counter[str]] = {}
    told = {record["name"]: comparable(record) for record in theirs.cards}
    for record in ours.cards:
        mine, other = comparable(record), told.get(record["name"], {})
        for key in sorted(mine.keys() | other.keys()):
            kind = "ours only" if key not in other else "source only" if key not in mine else "other"
            kind = "same" if kind == "other" and mine[key] == other[key] else kind
            row = found.setdefault(key, Counter())
            row[kind] += 1
            if kind != "same" and sum(word.startswith("e:") for word in row) < 3:
                row[f"e:{kind}: {record['name']}: {mine.get(key)!r} / {other.get(key)!r}"[:200]] = 1
    return found


def peak_memory() -> int:
    """The most memory that this process had, in MiB; what rusage tells begins with that of the process it came from."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) // 1024 if found else 0


def read_back(source_id: str, paths: dict[str, Path]) -> None:
    """Read the files in this process, make a catalogue of them, and print what it took and how far it agrees."""
    source = next(source for source in GAMES["mtg"].sources if source.id == source_id)
    size = sum(path.stat().st_size for path in paths.values())
    before = time.process_time()
    told = read_source(source, paths, DAY)
    read, memory = time.process_time() - before, peak_memory()
    packed = pack_contents(make_contents(GAMES["mtg"], told.facts))
    built, all_memory = time.process_time() - before, peak_memory()
    print(f"{source.title}: {len(told.facts.cards):,} cards, {len(told.facts.sets):,} sets, {size:,} bytes packed")
    print(f"  read in {read:.1f} s of CPU, {memory:,} MiB at most")
    print(f"  with the catalogue ({len(packed):,} bytes) {built:.1f} s, {all_memory:,} MiB at most")
    print(f"  reported: {dict(told.report.counts)}; left out: {dict(told.report.left_out)}")
    for key, row in agreement(facts_to_write(), told.facts).items():
        counts = {kind: count for kind, count in row.items() if not kind.startswith("e:")}
        print(f"  {key:26} {', '.join(f'{kind} {count:,}' for kind, count in sorted(counts.items(), reverse=True))}")
        for word in row:
            if word.startswith("e:"):
                print(f"      {word[2:]}")


WRITERS: Final = {"scryfall": write_scryfall, "mtgjson": write_mtgjson}


def unpacked_size(path: Path) -> int:
    """How many bytes a file holds unpacked."""
    with path.open("rb") as packed, unpacked(packed) as file:
        return sum(len(piece) for piece in iter(lambda: file.read(1 << 20), b""))


def main() -> None:
    """Make, read and compare the files of each source."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="*", choices=[*WRITERS, []], help="all if none is named")
    parser.add_argument("--keep", type=Path, help="a folder for the files")
    parser.add_argument("--read", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.read:
        paths = {name: Path(path) for name, path in json.loads(arguments.read).items()}
        read_back(arguments.sources[0], paths)
        return
    with TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name in arguments.sources or WRITERS:
            paths = WRITERS[name](folder, facts_to_write())
            print(f"{name}: {sum(map(unpacked_size, paths.values())):,} bytes unpacked", flush=True)
            told = json.dumps({file: str(path) for file, path in paths.items()})
            # A process of its own, so that its peak of memory is that of reading.
            subprocess.run([sys.executable, __file__, name, "--read", told], check=True, cwd=ROOT)


if __name__ == "__main__":
    main()
