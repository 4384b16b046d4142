"""A lane of its own for what machines ask: health is told even while every thread waits for a database.

gunicorn hands each connection to one pool of threads. Here its head is looked at first: the addresses of health have a
thread each, all others share the pool, and one that has not said anything yet takes no thread at all.
"""

from __future__ import annotations

import contextlib
import socket
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

from gunicorn.workers import gthread  # type: ignore[import-untyped]

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
