"""The shapes of the API's requests and answers, from which its description is drawn."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    RootModel,
    StrictInt,
    StrictStr,
    create_model,
)

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.days import YEARS
from deckcheck.lists.list_checks import MOST_COPIES, SECTIONS, read_day


def _is_day(text: str) -> str:
    try:
        read_day(text)
    except UnusableInput as refused:
        raise ValueError(str(refused)) from None
    return text


def whole_number(number: Any) -> Any:
    """A number without a fraction as an integer, for a `BeforeValidator` after the limits."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def some_of(kinds: dict[str, str]) -> dict[str, Any]:
    """That one at least of some fields is there, with the type that it has then.

    As a condition: of a plain `anyOf` those who make clients would make a type for each of the fields.
    """
    return {
        "if": {"anyOf": [{"required": [key], "properties": {key: {"type": kind}}} for key, kind in kinds.items()]},
        "else": False,
    }


_DATE: Final[dict[str, Any]] = {"format": "date", "pattern": f"^{YEARS}-"}
Day = Annotated[StrictStr, AfterValidator(_is_day), Field(json_schema_extra=_DATE, examples=["2026-03-01"])]
# JSON Schema calls 4.0 an integer as well.
Count = Annotated[StrictInt, Field(ge=0, le=MOST_COPIES), BeforeValidator(whole_number)]
# Not a blank name, whichever of the three dialects of \s is asked.
Name = Annotated[StrictStr, Field(pattern=r"[^\s\x1c-\x1f\x85]", max_length=200)]


class Row(RootModel[tuple[Count, Name]]):
    """How many copies of which card."""

    model_config = ConfigDict(json_schema_extra={"examples": [[4, "Lightning Bolt"]]})


Rows = Annotated[list[Row], Field(examples=[[[4, "Lightning Bolt"]]], max_length=500)]
WholeNumber = Annotated[StrictInt, BeforeValidator(whole_number)]
LineNumber = Annotated[StrictInt, Field(ge=1), BeforeValidator(whole_number)]
LeaveOut = Annotated[
    list[LineNumber],
    Field(description="Numbers of lines that are not cards: they are left out.", max_length=500),
]
RecordId = Annotated[StrictStr | WholeNumber | None, Field(description="Given back with the verdict.")]
Platform = Literal["paper", "mtgo", "arena"]
Match = Literal["bo1", "bo3"]


class AsOf(BaseModel):
    """Under which law: a day (today if left out), a platform and a kind of match (the format's usual ones)."""

    on: Annotated[Day | None, Field(description="The day, like 2026-03-01.")] = None
    platform: Platform | None = None
    match: Match | None = None


class AsForm(BaseModel):
    """In which form a list is wanted."""

    model_config = ConfigDict(populate_by_name=True)

    form: Annotated[str, Field(alias="as", description="The id of a form.", examples=["arena"], max_length=40)]


class _Record(BaseModel):
    """One list with its terms: rows by section, or `text` as typed and the registered `pool` beside it.

    Unknown fields are ignored.
    """

    # A game may have sections of its own.
    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            **some_of({"text": "string", **dict.fromkeys(SECTIONS, "array")}),
            "examples": [{"format": "modern", "date": "2026-03-01", "text": "4 Lightning Bolt\n56 Mountain"}],
        },
    )

    id: RecordId = None
    format: Annotated[StrictStr, Field(description="Id or title of a format.", examples=["modern"], max_length=100)]
    date: Annotated[Day | None, Field(description="The day of the event; today in UTC if left out.")] = None
    platform: Platform | None = None
    match: Match | None = None
    text: Annotated[StrictStr | None, Field(description="The list as typed, in any dialect.")] = None
    leave_out: LeaveOut | None = None


_ROWS: Final[dict[str, Any]] = dict.fromkeys(SECTIONS, (Rows | None, None))
ListToCheck = create_model("ListToCheck", __base__=_Record, __doc__=_Record.__doc__, **_ROWS)


class _Answer(BaseModel):
    model_config = ConfigDict(extra="allow")


class ListedCard(_Answer):
    """A row of a section."""

    count: int
    name: str
    line: int


class Note(_Answer):
    """Something read differently from what was written."""

    line: int
    kind: str
    text: str
    name: str


class Suggestion(_Answer):
    """A card that a name may mean."""

    name: str
    score: float


class Unresolved(_Answer):
    """A line that waits for a person."""

    line: int
    section: str
    count: int
    text: str
    suggestions: list[Suggestion]


class LeftOut(_Answer):
    """A line that was left out, since somebody said that it is not a card."""

    line: int
    text: str


class Problem(_Answer):
    """One thing that is wrong, needs an answer, or is to be known."""

    rule: str
    severity: Literal["error", "warning", "unclear"]
    section: str
    cards: list[str]
    lines: list[int]
    message: str
    source: str


class Known(_Answer):
    """The last days that the data cover: the rules of the format on the platform, and the cards of its game."""

    law: str
    cards: str


class _Judged(_Answer):
    """What every answer about lists says of the law it was judged by."""

    id: str | int | None = None
    format: str
    on: str
    match: str
    known_to: Known


class LooksLike(_Answer):
    """Another format that a list was probably made for."""

    format: str
    title: str
    game: str
    reason: str


class Verdict(_Judged):
    """The verdict on one list; new fields may be added at any time."""

    game: str
    verdict: Literal["legal", "illegal", "unclear"]
    counts: dict[str, int]
    sections: dict[str, list[ListedCard]]
    notes: list[Note]
    unresolved: list[Unresolved]
    ignored: list[LeftOut]
    problems: list[Problem]
    looks_like: LooksLike | None = None


class MovedCard(_Answer):
    """A card that a form has no place for: it stands in the sideboard there."""

    section: str
    count: int
    name: str


class ConvertedAnswer(_Answer):
    """A list in a form: `text` is the file, `waiting` and `unread` are line numbers, `notes` says what could not go."""

    title: str
    file: str
    text: str
    moved: list[MovedCard]
    waiting: list[int]
    unread: list[int]
    notes: list[str]


class ListProblem(Problem):
    """A problem, and the list it is about."""

    list: Literal["registered", "presented"]


Moved = Annotated[list[tuple[int, str]], Field(description="Rows of count and name.")]
Odd = Annotated[list[tuple[int, str, str]], Field(description="Rows of count, name and section.")]


class ComparisonAnswer(_Judged):
    """A presented deck against its list; new fields may be added at any time."""

    verdict: Literal["matches", "differs", "illegal", "unclear"]
    game: int
    moved_in: Moved
    moved_out: Moved
    missing: Odd
    extra: Odd
    free: Annotated[Moved, Field(description="Cards that come and go freely: how many more, fewer where negative.")]
    problems: list[ListProblem]
    counts: dict[str, dict[str, int]]
    notes: list[dict[str, Any]]
    unresolved: list[dict[str, Any]]
    ignored: list[dict[str, Any]]


class FormatEntry(_Answer):
    """A format that lists can be judged by."""

    id: str
    title: str
    game: str
    platforms: list[str]
    known_to: Known
    ends: str | None


class FormatList(_Answer):
    """All formats."""

    formats: list[FormatEntry]


class Clause(_Answer):
    """One rule of a format with its numbers."""

    rule: str
    sentence: str
    source: str
    given_by: str


class CardStatus(_Answer):
    """A card that is not plainly legal; `between` are the days of a change whose own is not known (`unclear`)."""

    card: str
    status: str
    since: str | None
    between: list[str | None] | None
    source: str


class FormatFacts(_Answer):
    """A format on a day."""

    id: str
    title: str
    game: str
    on: str
    platform: str
    match: str
    rules: list[Clause]
    sets: list[dict[str, Any]]
    statuses: list[CardStatus]
    warnings: list[str]
    known_to: Known


class Failure(BaseModel):
    """Why it was refused (RFC 9457): `code` to act on, the sentence as `detail` and `error`."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    error: str
