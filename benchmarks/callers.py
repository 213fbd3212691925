"""Callers that never tire, for measuring what a service loses: what each sent, what came back, and
what the service counted.
"""

import contextlib
import http.client
import threading
import time
from collections import Counter
from collections.abc import Iterator

from tests.serving import Served

CALL = "/v1/explain?topic=hot+flushes"


class Caller(threading.Thread):
    """Calls until told to stop, and counts the answers that came back whole."""

    def __init__(self, port: int, path: str = CALL, pause: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.port, self.path, self.pause = port, path, pause
        self.statuses: Counter[int] = Counter()
        self.failed = 0
        self.going = True

    def run(self) -> None:
        connection: http.client.HTTPConnection | None = None
        while self.going:
            try:
                connection = connection or http.client.HTTPConnection(
                    "127.0.0.1", self.port, timeout=10
                )
                connection.request("GET", self.path, headers={"User-Agent": "curl/1"})
                response = connection.getresponse()
                response.read()
                self.statuses[response.status] += 1
                if response.headers.get("Connection", "").lower() == "close":
                    connection = None
            except (OSError, http.client.HTTPException):
                self.failed += 1
                connection = None
                time.sleep(0.01)
            if self.pause:
                time.sleep(self.pause)


@contextlib.contextmanager
def calling(
    port: int, callers: int = 4, path: str = CALL, pause: float = 0.0
) -> Iterator[list[Caller]]:
    """So many callers at once, stopped and joined at the end."""
    started = [Caller(port, path, pause) for _ in range(callers)]
    for caller in started:
        caller.start()
    try:
        yield started
    finally:
        for caller in started:
            caller.going = False
        for caller in started:
            caller.join(15)


def tally(served: Served) -> int:
    """How many calls of our callers the database has counted, once everything left is flushed."""
    served.manage("shell", "-c", "from api.operations import usage; usage.flush()")
    code = (
        "from api.models import UsageTally; print(sum(tally.calls for tally in"
        " UsageTally.objects.filter(software='curl')))"
    )
    return int(served.manage("shell", "-c", code).strip().splitlines()[-1])
