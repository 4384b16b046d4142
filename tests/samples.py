"""How many examples a test tries: some in each run, all in the nightly one (`--hypothesis-profile nightly`)."""

from __future__ import annotations

from hypothesis import settings


def examples(usual: int, *, nightly: int) -> int:
    """The usual ones are the same each time and visit every act; nightly ones are others, and so many more."""
    return nightly if settings.get_current_profile_name() == "nightly" else usual
