"""The rights that `may` is asked about: one for each act that the table tells apart."""

from __future__ import annotations

from enum import StrEnum


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
