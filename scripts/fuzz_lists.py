"""Changes real lists in as many ways as asked, and prints each that was read with a line or a count lost, or slowly.

`scripts/fuzz 1000000` tries a million, always the same ones; `--seed` others, `--from` leaves out the first.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.mutated_lists import fault_of

_SHOWN_EACH = 10_000


def main() -> int:
    """Try, and print the faults and how many lists it took; 1 if there was any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lists", type=int)
    parser.add_argument("--seed", default="fuzz")
    parser.add_argument("--from", dest="first", type=int, default=0)
    wanted = parser.parse_args()
    faults = 0
    for number in range(wanted.first, wanted.first + wanted.lists):
        fault = fault_of(number, wanted.seed)
        if fault:
            faults += 1
            print(fault, flush=True)
        if (number + 1) % _SHOWN_EACH == 0:
            print(f"... {number + 1 - wanted.first:,} lists, {time.process_time():.0f} s of CPU time", flush=True)
    print(f"{wanted.lists:,} lists: {faults} faults, {time.process_time():.0f} s of CPU time")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
