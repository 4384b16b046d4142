"""Lists that the browser tests paste."""

from __future__ import annotations

from pathlib import Path

LEGAL = (Path(__file__).parent.parent / "web" / "legal-modern.txt").read_text(encoding="utf-8").rstrip()
FAULTY = LEGAL.replace("4 Monastery Swiftspear", "4 Monastry Swiftspear").replace("4 Wild Ride", "4 Jace")
JACE = 17
"""The line of FAULTY that is to decide."""
