"""Makes the pages that the card service of Grand Archive would give for our own facts, with invented texts.

python -m scripts.gatcg_pages FILE     writes them to FILE, a page a line
python -m scripts.gatcg_pages          reads such a file as an update does, and says what agrees, fact by fact
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from deckcheck.catalogue.building import read_facts
from deckcheck.catalogue.bulk import read_source
from deckcheck.games.ga.sources.gatcg import SOURCE
from deckcheck.law.card_facts import CardFacts, Record

FACTS: Final = Path(__file__).resolve().parent.parent / "data" / "ga"
PAGE: Final = 50
INDEX_DAYS: Final = {"DOA 1st": "2023-01-01", "P26": "1970-01-01"}
"""Where the service has another day than we know to be right."""
UNKNOWN_TEXTS: Final = "On Enter: Draw a card for each Sword in your material deck. It can't attack.\n"
_FIELDS: Final = ("name", "slug", "types", "subtypes", "classes", "element", "elements", "level", "legality")


def pages(facts: CardFacts, size: int = PAGE) -> Iterator[dict[str, Any]]:
    """All pages of the service, each with its place among them."""
    cards = list(cards_of(facts))
    total = -(-len(cards) // size)
    for number in range(1, total + 1):
        here = cards[(number - 1) * size : number * size]
        place = {"page": number, "page_size": size, "total_pages": total, "total_cards": len(cards)}
        yield {"data": here, **place, "paginated_cards_count": len(here), "has_more": number < total}


def cards_of(facts: CardFacts) -> Iterator[dict[str, Any]]:
    """Each card of our facts as the service would tell it."""
    products = {record["code"]: _product(record) for record in facts.sets}
    for number, record in enumerate(facts.cards):
        yield _card(record, f"aa{number:08d}", products)


def _product(record: Record) -> dict[str, Any]:
    day = INDEX_DAYS.get(record["code"], record["release"])
    days = {"release_date": f"{day}T00:00:00", "created_at": f"{record['release']}T09:00:00.000+00:00"}
    language = record.get("language", "EN")
    return {
        "id": f"set-{record['code']}",
        "name": record["name"],
        "prefix": record["code"],
        "language": language,
        **days,
    }


def _card(record: Record, uuid: str, products: Mapping[str, Record]) -> dict[str, Any]:
    facts = {field: record.get(field) for field in _FIELDS}
    lists = {field: record.get(field, []) for field in ("subtypes", "classes", "elements")}
    text = _text(record)
    more: dict[str, Any] = {"effect": text, "effect_raw": text, "flavor": None, "rule": [], "references": []}
    days = {"created_at": "2023-01-01T12:00:00.000Z", "last_update": f"{record['as_of']}T12:00:00.000Z"}
    editions = [_edition(record, edition, uuid, number, products) for number, edition in enumerate(record["editions"])]
    return {
        "uuid": uuid,
        **facts,
        **lists,
        **_cost(record),
        **more,
        **days,
        "editions": editions,
        "result_editions": [],
    }


def _cost(record: Record) -> dict[str, Any]:
    if "cost_kind" not in record:
        return {"cost": None, "cost_memory": None, "cost_reserve": None}
    kind, value = record["cost_kind"], record.get("cost")
    number = None if value is None else -1 if value == "X" else int(value)
    twins = {f"cost_{name}": number if kind == name else None for name in ("memory", "reserve")}
    return {"cost": {"type": kind, "value": value}, **twins}


def _text(record: Record) -> str:
    """A text that means what we know of the card."""
    told = []
    if record.get("divine_relic"):
        told.append("Divine Relic (You can only have one card with this keyword in your material deck.)")
    if record.get("lineage"):
        told.append(f"{record['lineage']} Lineage")
    if record.get("material_bonus"):
        told.append(f"You may have up to {record['material_bonus']} additional cards in your material deck.")
    return "\n\n".join([*told, UNKNOWN_TEXTS])


def _edition(record: Record, edition: Record, uuid: str, number: int, products: Mapping[str, Record]) -> dict[str, Any]:
    product = products[edition["prefix"]]
    slug = edition["slug"] or f"{record['slug']}-{edition['prefix'].lower().replace(' ', '-')}-{number}"
    backs = [{**face, "uuid": f"{uuid}-back"} for face in record.get("back_faces", ())]
    return {
        "uuid": f"{uuid}-{number}",
        "card_id": uuid,
        "slug": slug,
        "collector_number": edition["number"],
        "rarity": edition["rarity"],
        "configuration": "flip" if backs else "default",
        "other_orientations": backs,
        "created_at": product["created_at"],
        "set": product,
    }


def agreement(ours: Sequence[Record], theirs: Sequence[Record], key: str) -> dict[str, Counter[str]]:
    """For each fact: in how many records it is the same, differs, or is on one side only."""
    found: dict[str, Counter[str]] = {}
    read = {record[key]: record for record in theirs}
    for record in ours:
        other = read.pop(record[key], {})
        for field in record.keys() | other.keys():
            found.setdefault(field, Counter())[_compared(record.get(field), other.get(field))] += 1
    for record in read.values():
        found.setdefault(key, Counter())["only theirs"] += 1 if record else 0
    return found


def _compared(ours: Any, theirs: Any) -> str:
    if ours == theirs:
        return "same"
    if theirs is None or ours is None:
        return "only theirs" if ours is None else "only ours"
    return "differs"


def editions_of(cards: Sequence[Record]) -> list[Record]:
    """The editions of all cards, each with its place, and without what we do not know of them."""
    return [
        {"place": f"{card['slug']} {number}", **{field: value for field, value in edition.items() if value is not None}}
        for card in cards
        for number, edition in enumerate(card["editions"])
    ]


def write_pages(path: Path) -> None:
    """Write the pages of our facts, one a line."""
    lines = (json.dumps(page, ensure_ascii=False) for page in pages(read_facts(FACTS)))
    path.write_text("\n".join(lines) + "\n", "utf-8")


def show_agreement(title: str, ours: Sequence[Record], theirs: Sequence[Record], key: str) -> None:
    """Print the agreement by fact."""
    print(f"{title}: {len(ours):,} ours, {len(theirs):,} read")
    for field, counts in sorted(agreement(ours, theirs, key).items()):
        print(f"  {field:<16}" + ", ".join(f"{counts[kind]:,} {kind}" for kind in sorted(counts, reverse=True)))


def measure(path: Path) -> None:
    """Read a file as an update does and print time, memory and agreement."""
    began = time.process_time()
    read = read_source(SOURCE, {"cards": path}, date(2026, 8, 22))
    took = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{path.stat().st_size / 1e6:.1f} MB read in {took:.1f} s of a processor, {peak:.0f} MB at most")
    ours = read_facts(FACTS)
    strip = [{field: value for field, value in card.items() if field != "editions"} for card in ours.cards]
    theirs = [{field: value for field, value in card.items() if field != "editions"} for card in read.facts.cards]
    show_agreement("cards", strip, theirs, "slug")
    show_agreement("editions", editions_of(ours.cards), editions_of(read.facts.cards), "place")
    show_agreement("products", ours.sets, read.facts.sets, "code")
    for (kind, word), count in sorted(read.report.counts.items()):
        print(f"  unknown {kind}: {word} ({count:,})")


def main() -> None:
    """Write the pages, or measure reading them in a process of its own."""
    if len(sys.argv) == 2:
        write_pages(Path(sys.argv[1]))
    elif len(sys.argv) == 3 and sys.argv[1] == "--measure":
        measure(Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            write_pages(path := Path(folder) / "cards.jsonl")
            subprocess.run([sys.executable, "-m", "scripts.gatcg_pages", "--measure", str(path)], check=True)


if __name__ == "__main__":
    main()
