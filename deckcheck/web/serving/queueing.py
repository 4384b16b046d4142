"""Lists that wait to be judged wait aside, in no thread: all other requests are answered meanwhile."""

from __future__ import annotations

import contextlib
import socket
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from gunicorn.workers import gthread  # type: ignore[import-untyped]

from deckcheck.web.limits import is_judging
from deckcheck.web.serving.crowding import GATE
from deckcheck.web.serving.whole_requests import Arriving

LANES: Final = ("/livez", "/readyz", "/healthz")
"""Each has a thread of its own, so that one that asks the database does not hold up one that does not."""
_LONGEST: Final = max(len(f"HEAD {path} ") for path in LANES)


class LaneWorker(gthread.ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's threads, with lanes beside them."""

    lanes: dict[str, ThreadPoolExecutor]

    def init_process(self) -> None:
        """Make the lanes in the worker's own process."""
        self.lanes = {path: ThreadPoolExecutor(1, thread_name_prefix=f"deckcheck{path}") for path in LANES}
        super().init_process()

    def enqueue_req(self, conn: Any) -> None:
        """Hand a connection to the threads that it belongs to, or wait until it says something."""
        try:
            head = self._head(conn)
        except BlockingIOError:
            silent: Future[Any] = Future()
            silent.set_result(gthread._DEFER)
            self.method_queue.defer(self.finish_request, conn, silent)
            return
        pool: Any = self.lanes.get(head.partition(b"?")[0].decode("latin-1"), self.tpool)
        fs = pool.submit(self.handle, conn)
        fs.add_done_callback(lambda fut: self.method_queue.defer(self.finish_request, conn, fut))

    def _head(self, conn: Any) -> bytes:
        """The address that a new request asks for; empty in the middle of one, and for all that is not plain."""
        if getattr(conn, "waiting", None) or getattr(conn, "leaving", None):
            return b""
        if conn.parser is not None and conn.parser.unreader.buf.getvalue():
            return b""
        data = b""
        with contextlib.suppress(ConnectionError):
            data = conn.sock.recv(_LONGEST + 1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        method, _, rest = data.partition(b" ")
        return rest.partition(b" ")[0] if method in {b"GET", b"HEAD"} else b""

    def run(self) -> None:
        """Serve, and let the lanes go in the end."""
        try:
            super().run()
        finally:
            for lane in self.lanes.values():
                lane.shutdown(wait=False)


HELD: Final = object()
MOST_QUEUED: Final = 200
LONGEST: Final = 5.0
"""So many seconds a list waits at most until somebody begins with it."""


@dataclass(slots=True)
class Turn:
    """What a connection waits for: a place for somebody (none: it needs none), until when, and whether it has one."""

    who: str | None
    until: float
    has_place: bool = False
    is_crowded: bool = False

    @property
    def is_come(self) -> bool:
        """Whether the request may be answered now, or is to be told that too many wait."""
        return self.who is None or self.has_place or self.is_crowded


class QueueingWorker(LaneWorker):
    """gunicorn's threads, with a queue before the places of those that judge."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue: deque[Any] = deque()

    def may_begin(self, conn: Any, request: Arriving) -> bool:
        """Whether a whole request is answered now; if not, the connection has a turn to wait for."""
        if getattr(conn, "turn", None) is None:
            who = request.credential if is_judging(request.path) else None
            has_place = who is not None and not self.queue and GATE.take(who)
            conn.turn = Turn(who, time.monotonic() + LONGEST, has_place)
        return bool(conn.turn.is_come)

    @contextmanager
    def at_work(self, conn: Any) -> Iterator[bool]:
        """Hold the place of a connection while it is answered; false if nobody is there any more who waits."""
        turn, conn.turn = conn.turn, None
        GATE.serve(turn.who if turn.has_place else None, is_crowded=turn.is_crowded)
        try:
            yield turn.who is None or not _is_gone(conn.sock)
        finally:
            GATE.give_held()

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """Put what has to wait into the queue, and let the next ones in when somebody is done."""
        if not fs.cancelled() and fs.exception() is None and fs.result() is HELD:
            conn.turn.is_crowded = len(self.queue) >= MOST_QUEUED or not self.alive
            self.queue.append(conn)
        else:
            super().finish_request(conn, fs)
        self._go_on()

    def notify(self) -> None:
        """Tell that the worker lives, and those who have waited too long that they have."""
        super().notify()
        self._go_on()

    def _go_on(self) -> None:
        """Begin with all that has a place by now or waits no longer; the first come, the first served."""
        now = time.monotonic()
        for _ in range(len(self.queue)):
            conn = self.queue.popleft()
            turn = conn.turn
            turn.is_crowded = turn.is_crowded or now >= turn.until
            turn.has_place = not turn.is_crowded and GATE.take(turn.who)
            if turn.is_come:
                self.enqueue_req(conn)
            else:
                self.queue.append(conn)


def _is_gone(sock: socket.socket) -> bool:
    """Whether the other side has closed meanwhile: nobody needs the answer."""
    try:
        return sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
