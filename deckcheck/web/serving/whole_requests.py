"""Whether a request has come in whole: enough of HTTP/1.1 to know where one ends, and nothing more of it."""

from __future__ import annotations

import re
from typing import Final

MOST_HEAD: Final = 64 * 1024
"""A head that has not ended by then is refused."""
MOST_BODY: Final = 5 * 1024 * 1024
"""More is never waited for: no page reads so much, and each says so from the head alone."""
_HEAD_END: Final = b"\r\n\r\n"
_COOKIE: Final = re.compile(rb"(?:__host-)?deckcheck=([^;]*)")
_SIZE: Final = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?")


class HeadTooLarge(Exception):
    """The head of a request goes on and on."""


class Arriving:
    """What has come in of one request. It is for the server's parser to judge it; here only its end is looked for."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.is_whole = False
        self.is_oversized = False
        self.asks_to_go_on = False
        self.path = ""
        self.credential = ""
        self._body_at = 0
        self._length: int | None = None
        self._chunk_at = 0
        self._look()

    def add(self, data: bytes) -> None:
        """More has come."""
        before = len(self.data)
        self.data += data
        self._look(max(0, before - len(_HEAD_END)))

    def _look(self, since: int = 0) -> None:
        if not self._body_at and not self._read_head(since):
            return
        if self._length is None:
            self.is_whole = self.is_whole or self._chunks_end()
        elif self._length > MOST_BODY:
            self.is_whole = self.is_oversized = True
        else:
            self.is_whole = len(self.data) - self._body_at >= self._length

    def _read_head(self, since: int) -> bool:
        end = self.data.find(_HEAD_END, since)
        if end > MOST_HEAD or (end < 0 and len(self.data) > MOST_HEAD):
            raise HeadTooLarge
        if end < 0:
            return False
        self._body_at = self._chunk_at = end + len(_HEAD_END)
        first, *lines = bytes(self.data[:end]).split(b"\r\n")
        told = {name: value.strip() for name, _, value in (line.lower().partition(b":") for line in lines)}
        self._read_address(first, told)
        self.asks_to_go_on = told.get(b"expect") == b"100-continue"
        if b"transfer-encoding" not in told:
            length = told.get(b"content-length", b"0")
            # What is no length at all is whole at once: the parser refuses it.
            self._length = int(length) if length.isdigit() and len(length) < 16 else 0
        return True

    def _read_address(self, first: bytes, told: dict[bytes, bytes]) -> None:
        """The path that is asked for, and by what whoever asks says to be known; empty if by nothing."""
        target = first.partition(b" ")[2].partition(b" ")[0]
        if not target.startswith(b"/"):
            target = b"/" + target.partition(b"://")[2].partition(b"/")[2]
        self.path = target.partition(b"?")[0].decode("latin-1")
        cookie = _COOKIE.search(told.get(b"cookie", b""))
        known = told.get(b"authorization", b"") if self.path.startswith("/api/") else b""
        self.credential = (known or (cookie[1] if cookie else b"")).decode("latin-1")

    def _chunks_end(self) -> bool:
        """Whether the last chunk is in; a body that breaks the rules of chunks is left to the parser."""
        while len(self.data) - self._body_at <= MOST_BODY:
            line_end = self.data.find(b"\r\n", self._chunk_at)
            if line_end < 0:
                return len(self.data) - self._chunk_at > 1024
            size = _SIZE.fullmatch(self.data, self._chunk_at, line_end)
            if not size:
                return True
            if not int(size[1], 16):
                return self.data.find(_HEAD_END, line_end) >= 0
            after = line_end + 2 + int(size[1], 16) + 2
            if after > len(self.data):
                return after - self._body_at > MOST_BODY
            self._chunk_at = after
        return True
