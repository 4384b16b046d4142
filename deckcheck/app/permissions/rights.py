"""The rights that `may` is asked about, one for each act that is told apart, and what each role makes of them.

Letters of roles: X anybody at all (so also a stranger, staff of another event, a player of another stage and one who
dropped), S a player of the stage, T a team-mate of the entry, P the entry's own player, K scorekeeper, J judge, H head
judge, O organizer, A whoever looks after the whole installation, in no event. Whoever has several has the best cell of
all.

Cells: Y yes, - no, o own, s if the lists are open to the stage or to all, a if open to all, L yes and in the audit
while not open to all, R with a reason and in the audit, t by the team's link only, w if the entry withdrew, N yes but
not of one's own match, M like N and with a reason from whoever plays, e once the round is over.

Words: `wide` is about a whole stage, whoever the subject; `names` opens with the lists but holds none; `house` is no
list's or entry's matter, so that whoever may not is told so; `people` is not for tokens; `overlay` is for such tokens.
Of pools: `counter` is also for whoever counts the pool, until its owner has confirmed it; `handed` is for T and P only
once it was handed over; `shut` is never open, whoever sees lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from deckcheck.store.states import Role, TokenRole


class Right(StrEnum):
    """What somebody wants to see or do in an event; the table has a row for each."""

    # The event as such.
    SEE_EVENT = "see-event"
    """The page, format, deadline and statements of seals."""
    JOIN = "join"
    """To enter a join code; whether it fits is another question."""
    SEE_OVERLAY = "see-overlay"
    """The feed for a stream; its lists are asked for by SEE_LIST."""

    # People and lists: with a subject about that entry, without about all of the stage.
    SEE_NAMES = "see-names"
    SEE_CONTACT = "see-contact"
    """Mail, pronouns and account numbers, which no publication opens."""
    SEE_LIST = "see-list"
    """The list in force with its report, everything derived from it, hash, salt and proof."""
    SEE_LIST_STATE = "see-list-state"
    """That a list exists, its lock, late mark, versions, verdict word and counts."""
    SEE_OLD_VERSION = "see-old-version"
    """Superseded versions and their reports."""
    SEE_DRAFT = "see-draft"
    """To read and to keep the draft's text."""
    SEE_RECEIPT = "see-receipt"

    # A stage's lists together: a subject changes nothing.
    COUNT_LISTS = "count-lists"
    SEE_SHARES = "see-shares"
    SEARCH_CARDS = "search-cards"
    """To search by card or by deck."""
    SEARCH_NAMES = "search-names"
    EXPORT_LISTS = "export-lists"
    """To print or take away several lists, in whatever shape."""
    PRINT_PAIR = "print-pair"
    """To print the two lists of one table."""
    EXPORT_ROSTER = "export-roster"

    # A player's own list.
    SEND = "send"
    TAKE_BACK = "take-back"
    PRINT_OWN = "print-own"

    # Officials and one list.
    ACCEPT = "accept"
    """To accept a legal list."""
    ACCEPT_NOT_LEGAL = "accept-not-legal"
    SEND_BACK = "send-back"
    REOPEN = "reopen"
    """To reopen an accepted list, and to undo an acceptance."""
    CORRECT = "correct"
    CORRECT_AFTER = "correct-after"
    """To correct a list of an event that has ended."""
    LIFT = "lift"
    """To lift the deadline for one player."""
    ENTER_LATE = "enter-late"

    # Entries.
    SEE_ROSTER = "see-roster"
    """The staff's roster and the texts of reminders."""
    ADD_ENTRY = "add-entry"
    CONFIRM_JOINER = "confirm-joiner"
    EDIT_ENTRY = "edit-entry"
    IMPORT = "import"
    WITHDRAW = "withdraw"
    DROP = "drop"
    ISSUE_LINK = "issue-link"
    """To issue a link, and to revoke one."""
    RETURN_ENTRY = "return-entry"
    """To put back who withdrew, dropped or was disqualified: the last two are the head judge's."""
    DISQUALIFY = "disqualify"
    MERGE = "merge"
    UNMERGE = "unmerge"
    REPLACE_PLAYER = "replace-player"
    """To put another player into a seat of a team."""
    EXPORT_PERSON = "export-person"
    """All that is kept of a person, superseded lists too."""
    DELETE_PERSON = "delete-person"

    # Stages and rounds.
    SET_STAGES = "set-stages"
    """To add stages, change them, and let them take lists (again)."""
    SET_MEMBERS = "set-members"
    BEGIN = "begin"
    END_STAGE = "end-stage"
    SET_ROUND = "set-round"
    """Pairings and standings."""
    SET_DEADLINE = "set-deadline"

    # The organizer's.
    SETTINGS = "settings"
    """To change settings, to open, call off and restore the event."""
    SET_ORDER = "set-order"
    """To choose the order of all sheets and screens."""
    SET_PUBLICATION = "set-publication"
    PREVIEW = "preview"
    """To see the public pages as somebody else."""
    COMPLETE = "complete"
    """To complete the event, and to open it again."""
    COPY_EVENT = "copy-event"
    DELETE_EVENT = "delete-event"
    ROLES = "roles"
    TOKENS = "tokens"
    WEBHOOKS = "webhooks"
    JOIN_CODE = "join-code"

    # Deck checks.
    CHECK_DECK = "check-deck"
    """To draw, tick, finish and amend."""
    BEGIN_CHECK = "begin-check"
    """To begin a check, and to join one: from then on the list lies before whoever did."""
    READ_CHECKS = "read-checks"
    SEE_SEED = "see-seed"
    """A draw with its seed; whoever is no judge and no organizer sees it once the round is over."""

    # Pools.
    SEE_POOL = "see-pool"
    """The cards of a registered pool: never in public."""
    COUNT_POOL = "count-pool"
    """To read and to keep what is being counted."""
    REGISTER_POOL = "register-pool"
    """To hand over what was counted, or to enter a pool for somebody."""
    ANSWER_POOL = "answer-pool"
    """To confirm a pool, or to say what is wrong with it."""
    CORRECT_POOL = "correct-pool"
    ASSIGN_POOLS = "assign-pools"

    # The record.
    READ_AUDIT = "read-audit"
    """To read the audit and to verify its chain."""
    READ_CHANGES = "read-changes"
    RECHECK = "recheck"

    # The installation.
    UPDATE_DATA = "update-data"
    """To see how old cards and law are, to bring them up to date and to go back, and to add announcements."""


TABLE_TEXT: Final = """
                     X S  T P  K J H O  A
see-event            Y Y  Y Y  Y Y Y Y  -  house
join                 Y Y  Y Y  Y Y Y Y  -  house
see-overlay          - -  - -  - - - Y  -  house overlay

see-names            a s  Y Y  Y Y Y Y  -  names
see-contact          - -  - o  Y Y Y Y  -
see-list             a s  Y Y  a L L L  -
see-list-state       a s  Y Y  Y Y Y Y  -
count-lists          a s  s s  Y Y Y Y  -  wide
see-shares           a s  s s  a L L L  -  wide
see-old-version      - -  - o  - R R R  -
see-draft            - -  - o  - - - -  -  people

send                 - -  t o  Y Y Y Y  -
take-back            - -  t o  - - - -  -
print-own            - -  t o  - - - -  -
see-receipt          - -  t o  - - - -  -

export-lists         a s  s s  a R R R  -  wide
print-pair           a s  s s  a L R R  -  wide
export-roster        a s  s s  Y Y Y Y  -  wide names
search-cards         a s  s s  a L L L  -  wide
search-names         a s  s s  Y Y Y Y  -  wide names

accept               - -  - -  Y Y Y -  -
accept-not-legal     - -  - -  - Y Y -  -
send-back            - -  - -  - Y Y -  -
reopen               - -  - -  - Y Y -  -
correct              - -  - -  - Y Y -  -
correct-after        - -  - -  - - Y Y  -
lift                 - -  - -  - - Y -  -  people

see-roster           - -  - -  Y Y Y Y  -
add-entry            - -  - -  Y Y Y Y  -  house
confirm-joiner       - -  - -  Y Y Y Y  -
edit-entry           - -  - -  Y Y Y Y  -
import               - -  - -  Y Y Y Y  -  house
withdraw             - -  - o  Y Y Y Y  -
drop                 - -  - o  Y Y Y Y  -
issue-link           - -  - o  Y Y Y Y  -
enter-late           - -  - -  Y Y Y Y  -
return-entry         - -  - -  w w Y w  -
disqualify           - -  - -  - - Y -  -  people
merge                - -  - -  Y - Y Y  -
unmerge              - -  - -  - - Y -  -  people
replace-player       - -  - -  Y - - Y  -

set-members          - -  - -  Y - - Y  -  house
begin                - -  - -  Y - - Y  -  house
end-stage            - -  - -  Y - - Y  -  house
set-round            - -  - -  Y - - Y  -  house
set-stages           - -  - -  - - - Y  -  house

set-deadline         - -  - -  - - - Y  -  house
set-order            - -  - -  - - Y Y  -  house
set-publication      - -  - -  - - - Y  -  house
preview              - -  - -  - - - Y  -  house
complete             - -  - -  - - - Y  -  house
settings             - -  - -  - - - Y  -  house
copy-event           - -  - -  - - - Y  -  house
delete-event         - -  - -  - - - Y  -  house people
roles                - -  - -  - - - Y  -  house people
tokens               - -  - -  - - - Y  -  house people
webhooks             - -  - -  - - - Y  -  house people
join-code            - -  - -  - - - Y  -  house
export-person        - -  - o  - - - R  -  people
delete-person        - -  - -  - - - Y  -  people

check-deck           - -  - -  - N N -  -
begin-check          - -  - -  - M M -  -
read-checks          - -  - -  - Y Y Y  -
see-seed             e e  e e  e Y Y Y  -  wide

see-pool             - -  Y Y  - L L L  -  counter handed shut
count-pool           - -  - -  - - - -  -  counter people
register-pool        - -  - -  N N N N  -  counter
answer-pool          - -  Y Y  - Y Y -  -  handed
correct-pool         - -  - -  - N N -  -
assign-pools         - -  - -  Y Y Y Y  -  wide

read-audit           - -  - -  - - Y Y  -  house
read-changes         - -  - -  Y Y Y Y  -  house
recheck              - -  - -  - Y Y Y  -  house

update-data          - -  - -  - - - -  Y
"""

OPERATOR: Final = "A"

ROLE_LETTERS: Final[Mapping[Role, str]] = {
    Role.SCOREKEEPER: "K",
    Role.JUDGE: "J",
    Role.HEAD_JUDGE: "H",
    Role.ORGANIZER: "O",
}
TOKEN_LETTERS: Final[Mapping[TokenRole, str]] = {TokenRole.DESK: "K", TokenRole.JUDGE: "J", TokenRole.ORGANIZER: "O"}

OWN_SENTENCES: Final[Mapping[Right, str]] = {
    Right.ACCEPT_NOT_LEGAL: "Accepting a list that is not legal is for a judge.",
    Right.CORRECT: "Correcting a list is for a judge.",
    Right.CORRECT_AFTER: "{event} is over. Only its head judge or organizer can correct a list now.",
    Right.LIFT: "Only the head judge of {event} can lift the deadline.",
    Right.SEE_DRAFT: "A draft is for its player alone.",
    Right.TAKE_BACK: "Taking a list back is for its player alone.",
    Right.PRINT_OWN: "This is for the player alone. The list can be printed from the roster.",
    Right.SEE_RECEIPT: "A receipt is for its player alone.",
    Right.COUNT_POOL: "Only the person counting a pool can see the count.",
    Right.CORRECT_POOL: "Correcting a pool is for a judge.",
}
"""What staff is told who may not, where the usual sentence would not say it."""

OWN_MATCH: Final = "You play in this match, so somebody else checks its decks."
OWN_MATCH_POOL: Final = "You play in this match, so another staff member enters its pools."
OF_POOLS: Final = frozenset({Right.REGISTER_POOL, Right.CORRECT_POOL})


@dataclass(frozen=True, slots=True)
class Row:
    """One right's cells by the letter of a role, and the words about it."""

    cells: Mapping[str, str]
    wide: bool = False
    names: bool = False
    house: bool = False
    people: bool = False
    overlay: bool = False
    counter: bool = False
    handed: bool = False
    shut: bool = False

    @property
    def staff(self) -> str:
        """The letters of the staff's roles that have the right as staff, not only where everybody has it."""
        return "".join(role for role in "KJHO" if self.cells[role] not in {"-", "a"})


def read_table(text: str) -> dict[Right, Row]:
    """The rows of a table written as above."""
    head, *lines = (line.split() for line in text.splitlines() if line.strip())
    rows = {}
    for name, *rest in lines:
        cells, words = rest[: len(head)], rest[len(head) :]
        rows[Right(name)] = Row(dict(zip(head, cells, strict=True)), **dict.fromkeys(words, True))
    return rows


TABLE: Final[Mapping[Right, Row]] = read_table(TABLE_TEXT)
