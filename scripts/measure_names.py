"""Prints how well misspelt names are understood: the figures that tests/test_names.py holds to."""

import sys
from pathlib import Path
from statistics import mean, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_index import MemoryCardIndex
from tests import names_generator as names


def main() -> None:
    """Measure both games with the seed of the tests, or with one of your own."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else names.SEED
    for game in ("mtg", "ga"):
        print(f"\n{game}: 10,000 misspellings, seed {seed}")
        table(open_index(game), seed)
        missing(game, seed)


def table(index: MemoryCardIndex, seed: int) -> None:
    """One line a kind."""
    cards = names.names_as_written(index, names.LIKELY[index.game])
    index.near("warm up")
    tallies = names.measure(index, cards, names.misspellings(list(cards), seed))
    print("kind          count  unasked   first  in five   lost  wrong  another's name   ms mean   p99   most")
    for kind, t in tallies.items():
        ms = [s * 1000 for s in t.seconds]
        print(
            f"{kind:12} {t.all:6,}  {t.settled / max(1, t.all):7.2%} {t.right:7.2%}  {t.found:7.2%} {t.lost:6}"
            f" {len(t.wrong):6} {len(t.another):15}   {mean(ms):7.2f} {quantiles(ms, n=100)[-1]:5.2f} {max(ms):6.2f}"
        )
    for kind, t in tallies.items():
        for fault, name in t.wrong:
            print(f"  wrong ({kind}): {fault.written!r} for {fault.name!r}, read as {name!r}")


def missing(game: str, seed: int) -> None:
    """Cards taken out, and names that no card has."""
    removed = names.taken_out(game, 500, seed)
    print(f"{len(removed)} of 500 real cards, taken out of the catalogue, accepted as another: {removed}")
    accepted = names.accepted_inventions(game, 500, seed)
    print(f"{len(accepted)} of 500 invented names accepted as a card: {accepted}")


if __name__ == "__main__":
    main()
