"""The jobs that people do most, how they are done, and the most that each may take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tests.browser import player_jobs as player
from tests.browser import staff_jobs as staff
from tests.browser.finger import Finger
from tests.browser.halls import Hall


class Target(NamedTuple):
    """The most taps. Where `fields` are named, a field stands for the tap into it and what is typed."""

    taps: int
    fields: int | None = None

    def __str__(self) -> str:
        return f"{self.taps}" if self.fields is None else f"{self.fields} fields and {self.taps}"

    def took(self, finger: Finger) -> Target:
        """What a finger took, counted as the target is."""
        return Target(finger.taps) if self.fields is None else Target(finger.besides, finger.fields)

    def is_kept_by(self, finger: Finger) -> bool:
        """Whether a finger took no more."""
        taps, fields = self.took(finger)
        return taps <= self.taps and (fields or 0) <= (self.fields or 0)


class Job(NamedTuple):
    """A job: where it begins, its target, how it is done, and how many taps it took in the first version."""

    start: str
    target: Target
    play: Callable[[Hall], Finger]
    before: str = ""


JOBS: Final[dict[str, Job]] = {
    "Join with the code and submit a list": Job("start page", Target(6), player.join_from_start, "12"),
    "The same, with “Is this you?”": Job("start page", Target(7), player.join_as_on_the_roster),
    "Join by QR code and submit a list": Job("camera", Target(4), player.join_by_qr_code),
    "Submit a legal list": Job("personal link", Target(4), player.submit),
    "Settle an ambiguous name": Job("the player’s list", Target(2), player.fix_a_name),
    "See my list between rounds": Job("personal link", Target(1), player.see_my_list),
    "Leave out a line that is no card": Job("Check", Target(1), player.leave_a_line_out),
    "Check as the right format": Job("Check", Target(1), player.check_as_the_right_format),
    "Make an event": Job("New event", Target(1, 5), staff.create_event),
    "Make a weekly event like last week’s": Job("My events", Target(3), staff.weekly_event),
    "Publish the lists": Job("Visibility", Target(3), staff.publish),
    "Any page of the staff’s, on a phone": Job(
        "any other", Target(2), staff.through_the_staff_pages, "1 and scrolling"
    ),
    "Any page of the staff’s, on a screen": Job("any other", Target(1), staff.through_the_staff_pages_on_a_screen),
    "Check in 12 walk-ins": Job("Overview", Target(2), staff.check_in_walk_ins),
    "Merge a likely duplicate": Job("Roster", Target(1), staff.merge_a_duplicate),
    "Find a player’s list": Job("Roster", Target(5), staff.find_a_list),
    "Accept 100 legal lists": Job("Roster", Target(2), staff.accept_lists),
    "Add a walk-in with a pasted list": Job("Roster", Target(14), staff.add_a_walk_in),
    "Enter a late list with its reason": Job("the player’s page", Target(5), staff.enter_a_late_list),
    "Begin the check of table 14": Job("Deck checks", Target(4), staff.begin_a_check),
    "Check 75 cards, card by card": Job("the check", Target(89), staff.check_card_by_card),
    "Check 75 cards, row by row": Job("the check", Target(41), staff.check_row_by_row),
    "Check 75 cards, all counted": Job("the check", Target(6), staff.check_all_there),
    "Update cards and bans": Job("Cards & bans", Target(2), staff.update_cards),
    "Add a ban": Job("Cards & bans", Target(5, 3), staff.add_a_ban),
}
