"""What staff is told who writes for a player."""

from __future__ import annotations

import pytest

from deckcheck.web.pages.lists.editing import writing_for


@pytest.mark.parametrize(
    ("pronouns", "who"),
    [("", "They"), ("she/her", "She"), ("He / him", "He"), ("they/them", "They"), ("xe/xem", "They")],
)
def test_a_player_is_spoken_of_as_they_asked(pronouns: str, who: str) -> None:
    told = writing_for("Ada Okonkwo", pronouns)
    assert told == f"You are writing for Ada Okonkwo. {who} will see who changed what."
