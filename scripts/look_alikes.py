"""Prints which cards of real lists would be asked about as look-alikes, by what the other lists play.

.venv/bin/python -m scripts.look_alikes FOLDER

FOLDER is as for scripts/play_rates.py. The lists are dealt into five parts by their ids; each part is held to what the
other four play, so that no list speaks for its own cards. All of these lists were played: each line is a false alarm.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from deckcheck.catalogue.reference import Reference
from deckcheck.decklist.played import NOT_PLAYED, Played, played_in
from deckcheck.law.formats import FormatError
from deckcheck.wiring import build_desk
from scripts.play_rates import Counted, count, names_of, records

PARTS: Final = 5


def alarms(
    record: dict[str, Any], reference: Reference, played: dict[str, Played], counted: dict[str, Counted]
) -> set[str]:
    """What would be asked about a list, as sentences; none in a format that is none of ours."""
    try:
        fmt = reference.format(record["format"])
    except FormatError:
        return set()
    year = record["date"][:4]
    key = f"{fmt.id} {year}"
    if key not in played:
        years = counted.get(fmt.game, {}).get(fmt.id, {})
        played[key] = played_in({y: (of["lists"], of["cards"]) for y, of in years.items()}, int(year), fmt.id)
    names = names_of(record, fmt.game)
    rates = played.get(key, NOT_PLAYED)
    found = {name: rates.look_alike(name) for name in names if rates.shares}
    return {f"{fmt.id}: {name} for {other}?" for name, other in found.items() if other and other not in names}


def main() -> None:
    """Print each alarm, the most frequent first, and their share."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    found = list(records(parser.parse_args().folder))
    reference = build_desk().reference
    told: Counter[str] = Counter()
    lists = 0
    for part in range(PARTS):
        others = [record for record in found if crc32(record["id"].encode()) % PARTS != part]
        counted, played = count(others, reference), dict[str, Played]()
        for record in found:
            if crc32(record["id"].encode()) % PARTS == part:
                asked = alarms(record, reference, played, counted)
                told.update(asked)
                lists += bool(asked)
    for sentence, times in told.most_common():
        print(f"{times:>3}  {sentence}")
    print(f"{lists} of {len(found):,} lists, 1 in {len(found) // max(1, lists):,}")


if __name__ == "__main__":
    main()
