"""Brings the project's own card facts up to date: writes data/<game>/ from a source; git diff shows what changed.

.venv/bin/python -m scripts.update_data scryfall                         fetches what the source has now
.venv/bin/python -m scripts.update_data mtgjson AllPrintings.json.xz     takes files
`--data FOLDER`: another folder than data/. Build the catalogue afterwards: scripts/build_catalogue.py.

Facts found by hand stay: fields that no source tells, days of sets that were out, own days of editions, cards and sets
that the source does not have. The other files of the folder (aliases, tokens, names) are never written.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from deckcheck.catalogue.building import read_facts
from deckcheck.catalogue.bulk import read_source
from deckcheck.games import GAMES
from deckcheck.law.card_facts import CardFacts, Record
from deckcheck.law.card_sources import CardSource, SourceFacts
from deckcheck.settings import Settings
from deckcheck.updates.fetch import Fetcher
from deckcheck.updates.gather import Gathering, take_files
from deckcheck.updates.update import contact_of

DATA: Final = Path(__file__).resolve().parent.parent / "data"
SOURCES: Final = {source.id: source for game in GAMES.values() for source in game.sources}
NOT_SURE: Final = frozenset(("ci_from", "types_from", "facts_from", "incomplete", "activated_unknown"))
"""What our facts say of their own gaps: over once a source tells of the card."""
BETTER: Final = frozenset(("nontournament", "rulebreaker"))
"""What sources tell of some cards only, or not in words that can be judged."""
OWN_DAYS: Final = ("from", "between")


def merged(ours: CardFacts, told: CardFacts) -> CardFacts:
    """What a source tells, with what we know beyond it."""
    by_hand = _keys(ours.cards) - _keys(told.cards) - NOT_SURE | BETTER
    known = {_key(record): record for record in ours.cards}
    new = {_key(record): _card(known.get(_key(record), {}), record, by_hand) for record in told.cards}
    cards = list({**known, **{key: record for key, record in new.items() if key in known}}.values())
    for key, record in new.items():
        if key not in known:
            cards.insert(bisect(cards, _order(record), key=_order), record)
    return CardFacts(cards, _sets(ours, told), max(ours.known_to, told.known_to), ours.tables)


def _key(record: Record) -> str:
    return str(record.get("slug") or record["name"])


def _order(record: Record) -> str:
    return str(record["name"]).lower()


def _keys(records: Iterable[Record]) -> set[str]:
    return {key for record in records for key in record}


def _card(ours: Record, told: Record, by_hand: set[str]) -> Record:
    """The card's facts in the order in which ours stand, so that little of the line changes."""
    facts = {**told, **{key: ours[key] for key in by_hand & ours.keys()}}
    if "editions" in facts:
        facts["editions"] = list(_editions(ours.get("editions", ()), told["editions"]))
    if isinstance(facts.get("printings"), Mapping):
        rarities = ours.get("printings", {})
        facts["printings"] = {code: letters or rarities.get(code, "") for code, letters in told["printings"].items()}
    return {key: facts[key] for key in (*ours, *told) if key in facts}


def _editions(ours: Sequence[Record], told: Sequence[Record]) -> Iterator[Record]:
    days = {_place(one): {key: one[key] for key in OWN_DAYS if key in one} for one in ours}
    for one in told:
        yield {**one, **days.get(_place(one), {})}


def _place(edition: Record) -> tuple[str, str, int]:
    return edition["prefix"], edition["number"] or "", edition["rarity"] or 0


def _sets(ours: CardFacts, told: CardFacts) -> list[Record]:
    """Ours stay if they were out, since a source has wrong days and no bounds; of the others the source knows more."""
    known = {record["code"]: record for record in ours.sets}
    day = ours.known_to.isoformat()
    newer = {one["code"]: one for one in told.sets if known.get(one["code"], one)["release"] > day}
    late = {one["code"]: one for one in told.sets if one["code"] not in known}  # Some are entered after they were out.
    return sorted({**known, **late, **newer}.values(), key=lambda record: str(record["release"]))


def write(folder: Path, facts: CardFacts, source: str) -> None:
    """Write the files as they stand in the project: a card and a set a line."""
    (folder / "cards.jsonl").write_text("".join(f"{_json(record)}\n" for record in facts.cards), "utf-8")
    rows = ",\n".join(_json(record) for record in facts.sets)
    (folder / "sets.json").write_text(f"[\n{rows}\n]\n", "utf-8")
    known = {"to": facts.known_to.isoformat(), "source": source}
    (folder / "known.json").write_text(json.dumps(known, ensure_ascii=False) + "\n", "utf-8")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read(source: CardSource, given: Sequence[Path]) -> SourceFacts:
    """What the source tells, by files that somebody has or as it is now."""
    if given:
        files = take_files(source, given)
        return read_source(source, files.paths, files.day)
    with tempfile.TemporaryDirectory() as folder:
        fetcher = Fetcher(Path(folder), source.title, contact_of(Settings.from_env()))
        gathered = Gathering(source, fetcher, datetime.now(UTC).date()).gather()
        if gathered is None:
            raise SystemExit(f"{source.title} sent nothing.")
        return read_source(source, gathered.paths, gathered.day)


def main() -> None:
    """Write the facts of one source's game, and say what is new and what the source does not have."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", choices=sorted(SOURCES))
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--data", type=Path, default=DATA)
    asked = parser.parse_args()
    source = SOURCES[asked.source]
    folder = asked.data / source.game
    ours, found = read_facts(folder), read(source, asked.files)
    facts = merged(ours, found.facts)
    write(folder, facts, f"{source.title}, file of {found.facts.known_to.isoformat()}")
    there = {_key(record) for record in found.facts.cards}
    kept = sum(_key(record) not in there for record in ours.cards)
    print(f"{len(facts.cards):,} cards, {len(facts.cards) - len(ours.cards):,} of them new; {kept:,} only we have.")
    print(f"{len(facts.sets):,} sets, {len(facts.sets) - len(ours.sets):,} of them new.")
    for (kind, word), record in found.report.unknown.items():
        print(f"Not known here: {kind} {word!r} ({record})")


if __name__ == "__main__":
    main()
