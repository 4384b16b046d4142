"""Files that somebody saves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class File:
    """A file to be saved: its name, its kind, its bytes. `shared`: everybody gets these very bytes."""

    name: str
    media_type: str
    content: bytes
    shared: bool
