"""Tally of verdicts: how many of each, which rules they broke, and (--each) every list that is not legal.

Example: deckcheck batch lists.jsonl.gz --platform mtgo | python scripts/tally.py --each
"""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any


def main(args: list[str]) -> None:
    """Read verdicts from standard input, one JSON object a line, and print the tally."""
    records = [json.loads(line) for line in sys.stdin]
    verdicts = Counter(record.get("verdict", "no verdict") for record in records)
    print(f"{len(records)} records: " + ", ".join(f"{n} {word}" for word, n in verdicts.most_common()))
    judged = [record for record in records if "verdict" in record]
    print_table("by format", Counter((r["format"], r["verdict"]) for r in judged))
    print_table("lists by rule", Counter((rule, severity) for r in judged for rule, severity in faults(r)))
    print_table("no verdict", Counter((r["error"],) for r in records if "error" in r))
    if "--each" in args:
        for record in judged:
            for problem in record["problems"] if record["verdict"] != "legal" else ():
                if problem["severity"] != "warning":
                    print(f"{record['id']} {record['format']} {record['on']} {problem['rule']}: {problem['message']}")


def faults(record: dict[str, Any]) -> set[tuple[str, str]]:
    """The rules a list broke or warned of, each once."""
    return {(problem["rule"], problem["severity"]) for problem in record["problems"]}


def print_table(title: str, rows: Counter[Any]) -> None:
    """A title and a line a row, the most frequent first."""
    if rows:
        print(title)
    for words, number in rows.most_common():
        print(f"  {number:>6}  {join(words)}")


def join(words: Iterable[str]) -> str:
    """Words of a row, with a space between them."""
    return " ".join(words)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Who reads only the first lines may close the pipe.
    main(sys.argv[1:])
