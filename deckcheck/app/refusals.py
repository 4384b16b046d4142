"""Expected refusals: what cannot be done, in one sentence that says what to do instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar


class Refused(Exception):
    """A request that cannot be met as it stands; its text is meant for the person who made it.

    `code` is the word a program reads, `status` the number HTTP has for it, `more` what else a program is told.
    `by_field` has sentences by the field of a form that each is about.
    """

    CODE: ClassVar[str] = "refused"
    STATUS: ClassVar[int] = 409

    def __init__(self, sentence: str, *, code: str = "", status: int = 0, field: str = "") -> None:
        super().__init__(sentence)
        self.by_field: Mapping[str, Sequence[str]] = {field: (sentence,)} if field else {}
        self.code = code or self.CODE
        self.status = status or self.STATUS
        self.more: Mapping[str, Any] = {}


class UnusableInput(Refused):
    """The input or its options cannot be used: no list, an unknown format, a date that is none."""

    CODE = "bad-input"
    STATUS = 422


class NotAList(UnusableInput):
    """The text can be no deck list: a link, a picture, far too long."""


class NoSuchFormat(UnusableInput):
    """No format has the id or title that was given."""


class BrokenLaw(UnusableInput):
    """A file of formats, ban lists or cards can't be used; the sentence names it."""


class BadSettings(UnusableInput):
    """Settings that no event can have."""

    CODE = "bad-settings"


class NotAllowed(Refused):
    """Somebody who may know that there is such a thing may not do this with it."""

    CODE = "not-allowed"
    STATUS = 403


class Hidden(Refused):
    """There is nothing, or nothing that is open to whoever asks: both look alike."""

    CODE = "nothing-here"
    STATUS = 404


class ReasonNeeded(Refused):
    """It may be done with a reason, and none was given."""

    CODE = "reason-needed"
    STATUS = 422


class NotSignedIn(Refused):
    """It takes a sign-in, and there is none that holds: the token or link is unknown, ended or replaced."""

    CODE = "not-signed-in"
    STATUS = 401


class Replaced(Refused):
    """It was there and has given way to a newer one."""

    CODE = "replaced"
    STATUS = 410


class _Waiting(Refused):
    """A request that may be met later; `wait` is in how many seconds at the earliest."""

    def __init__(self, sentence: str, wait: int) -> None:
        super().__init__(sentence)
        self.wait = max(1, wait)


class TooManyTries(_Waiting):
    """Something went wrong too often; `wait` is for how many seconds nothing more is tried."""

    CODE = "too-many"
    STATUS = 429


class NotNow(_Waiting):
    """Too much is going on, or it took too long; nothing is wrong with what was asked."""

    CODE = "busy"
    STATUS = 503
