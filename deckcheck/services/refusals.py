"""Expected refusals: what cannot be done, in one sentence that says what to do instead."""


class Refused(Exception):
    """A request that cannot be met as it stands; its text is meant for the person who made it."""


class UnusableInput(Refused):
    """The input or its options cannot be used: no list, an unknown format, a date that is none."""
