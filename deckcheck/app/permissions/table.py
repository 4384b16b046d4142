"""The table: each right, and what each hat makes of it.

Hats: X anybody at all (so also a stranger, staff of another event, a player of another stage and one who dropped),
S a player of the stage, T a team-mate of the entry, P the entry's own player, K scorekeeper, J judge, H head judge,
O organizer. Whoever wears several has the best cell of all.

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
from typing import Final

from deckcheck.app.permissions.rights import Right
from deckcheck.store.states import Role, TokenRole

TABLE_TEXT: Final = """
                     X S  T P  K J H O
see-event            Y Y  Y Y  Y Y Y Y  house
join                 Y Y  Y Y  Y Y Y Y  house
see-overlay          - -  - -  - - - Y  house overlay

see-names            a s  Y Y  Y Y Y Y  names
see-contact          - -  - o  Y Y Y Y
see-list             a s  Y Y  a L L L
see-list-state       a s  Y Y  Y Y Y Y
count-lists          a s  s s  Y Y Y Y  wide
see-shares           a s  s s  a L L L  wide
see-old-version      - -  - o  - R R R
see-draft            - -  - o  - - - -  people

send                 - -  t o  Y Y Y Y
take-back            - -  t o  - - - -
print-own            - -  t o  - - - -
see-receipt          - -  t o  - - - -

export-lists         a s  s s  a R R R  wide
print-pair           a s  s s  a L R R  wide
export-roster        a s  s s  Y Y Y Y  wide names
search-cards         a s  s s  a L L L  wide
search-names         a s  s s  Y Y Y Y  wide names

accept               - -  - -  Y Y Y -
accept-not-legal     - -  - -  - Y Y -
send-back            - -  - -  - Y Y -
reopen               - -  - -  - Y Y -
correct              - -  - -  - Y Y -
correct-after        - -  - -  - - Y Y
lift                 - -  - -  - - Y -  people

see-roster           - -  - -  Y Y Y Y
add-entry            - -  - -  Y Y Y Y  house
confirm-joiner       - -  - -  Y Y Y Y
edit-entry           - -  - -  Y Y Y Y
import               - -  - -  Y Y Y Y  house
withdraw             - -  - o  Y Y Y Y
drop                 - -  - o  Y Y Y Y
issue-link           - -  - o  Y Y Y Y
enter-late           - -  - -  Y Y Y Y
return-entry         - -  - -  w w Y w
disqualify           - -  - -  - - Y -  people
merge                - -  - -  Y - Y Y
unmerge              - -  - -  - - Y -  people
replace-player       - -  - -  Y - - Y

set-members          - -  - -  Y - - Y  house
begin                - -  - -  Y - - Y  house
end-stage            - -  - -  Y - - Y  house
set-round            - -  - -  Y - - Y  house
set-stages           - -  - -  - - - Y  house

set-deadline         - -  - -  - - - Y  house
set-order            - -  - -  - - Y Y  house
set-publication      - -  - -  - - - Y  house
preview              - -  - -  - - - Y  house
complete             - -  - -  - - - Y  house
settings             - -  - -  - - - Y  house
copy-event           - -  - -  - - - Y  house
delete-event         - -  - -  - - - Y  house people
roles                - -  - -  - - - Y  house people
tokens               - -  - -  - - - Y  house people
webhooks             - -  - -  - - - Y  house people
join-code            - -  - -  - - - Y  house
export-person        - -  - o  - - - R  people
delete-person        - -  - -  - - - Y  people

check-deck           - -  - -  - N N -
begin-check          - -  - -  - M M -
read-checks          - -  - -  - Y Y Y
see-seed             e e  e e  e Y Y Y  wide

see-pool             - -  Y Y  - L L L  counter handed shut
count-pool           - -  - -  - - - -  counter people
register-pool        - -  - -  N N N N  counter
answer-pool          - -  Y Y  - Y Y -  handed
correct-pool         - -  - -  - N N -
assign-pools         - -  - -  Y Y Y Y  wide

read-audit           - -  - -  - - Y Y  house
read-changes         - -  - -  Y Y Y Y  house
recheck              - -  - -  - Y Y Y  house
"""

ROLE_HATS: Final[Mapping[Role, str]] = {
    Role.SCOREKEEPER: "K",
    Role.JUDGE: "J",
    Role.HEAD_JUDGE: "H",
    Role.ORGANIZER: "O",
}
TOKEN_HATS: Final[Mapping[TokenRole, str]] = {TokenRole.DESK: "K", TokenRole.JUDGE: "J", TokenRole.ORGANIZER: "O"}

OWN_SENTENCES: Final[Mapping[Right, str]] = {
    Right.ACCEPT_NOT_LEGAL: "Accepting a list that is not legal is for a judge.",
    Right.CORRECT: "Correcting a list is for a judge.",
    Right.CORRECT_AFTER: "{event} is over. Only its head judge or organizer can correct a list now.",
    Right.LIFT: "Only the head judge of {event} can lift the deadline.",
    Right.SEE_DRAFT: "A draft is for its player alone.",
    Right.TAKE_BACK: "Taking a list back is for its player alone.",
    Right.PRINT_OWN: "This is for the player alone. The list can be printed from the roster.",
    Right.SEE_RECEIPT: "A receipt is for its player alone.",
    Right.COUNT_POOL: "What is being counted is for whoever counts it alone.",
    Right.CORRECT_POOL: "Correcting a pool is for a judge.",
}
"""What staff is told who may not, where the usual sentence would not say it."""

OWN_MATCH: Final = "You play in this match, so somebody else checks its decks."
OWN_MATCH_POOL: Final = "You play in this match, so somebody else of staff enters its pools."
OF_POOLS: Final = frozenset({Right.REGISTER_POOL, Right.CORRECT_POOL})


@dataclass(frozen=True, slots=True)
class Row:
    """One right's cells by hat, and the words about it."""

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
        """The staff's hats that have the right as staff, not only where everybody has it."""
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
