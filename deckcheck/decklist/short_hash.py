"""The first signs of a hash, as receipts and sheets show them and as people type them back."""

from __future__ import annotations

import re
from typing import Final

SHOWN: Final = 12
"""So many signs of a hash are printed: enough that nobody finds a second list or chain with the same ones."""

_NOTED: Final = re.compile(rf"[0-9a-f]{{{SHOWN},64}}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def signs(digest: str) -> str:
    """The first twelve signs in groups of four: 8361 549C 39C8."""
    shown = digest[:SHOWN].upper()
    return " ".join(shown[start : start + 4] for start in range(0, SHOWN, 4))


def noted_signs(text: str) -> str:
    """What someone noted of a hash, without spaces and in small letters; empty if it is no twelve signs or more."""
    noted = "".join(text.split()).lower()
    return noted if _NOTED.fullmatch(noted) else ""


def is_hash(text: object) -> bool:
    """Whether it is a SHA-256 as 64 small hexadecimal signs: the one way in which hashes and salts are written."""
    return isinstance(text, str) and _HASH.fullmatch(text) is not None
