"""A database that hangs or is gone: no answer waits for it, and what has started goes on."""

import contextlib
import signal
import time
from collections.abc import Iterator

import pytest

from tests.cluster import binaries, cluster
from tests.gate import Gate
from tests.serving import Served

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed"),
]

PATHS = (
    "/livez",
    "/readyz",
    "/v1/topics",
    "/v1/explain?topic=hot-flushes",
    "/symptoms/hot-flushes",
    "/get-help-now",
)
# seconds, or thrice what it takes with the database well: to wait for it took three and more
SOON = 1.5


@pytest.fixture(scope="module")
def gated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Gate]]:
    """A service that writes every call to a database behind a gate."""
    with cluster() as server:
        gate, real = Gate(server.port), server.database("gated")
        served = Served(
            tmp_path_factory.mktemp("gated"), real, RATE_LIMIT="1000000/m", RATE_LIMIT_EXACT="1"
        )
        served.prepare()
        served.environment["DATABASE_URL"] = real.replace(f":{server.port}/", f":{gate.port}/")
        try:
            yield served, gate
        finally:
            gate.become("open")
            served.stop(signal.SIGKILL)


def up(served: Served) -> None:
    """Start it and wait until it answers anything at all."""
    with contextlib.suppress(RuntimeError):
        served.start(timeout=0.1)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            if served.get("/livez")[0] == 200:
                return
        time.sleep(0.05)
    raise AssertionError(served.log.read_text())


def all_ready(served: Served) -> bool:
    """Whether whichever worker is asked has content from the database."""
    return all(b'"ready"' in served.get("/readyz")[1] for _ in range(12))


def slowest(served: Served, rounds: int = 8) -> float:
    """The seconds of the slowest answer, of every worker."""
    took = 0.0
    for _ in range(rounds):
        for path in PATHS:
            began = time.monotonic()
            assert served.get(path)[0] in (200, 503)
            took = max(took, time.monotonic() - began)
    return took


@pytest.mark.parametrize("mode", ["hanging", "refusing"])
def test_no_answer_waits_for_a_database_that_does_not_answer(
    gated: tuple[Served, Gate], mode: str
) -> None:
    served, gate = gated
    gate.become("open")
    served.start(timeout=60)
    soon = max(SOON, 3 * slowest(served))
    gate.become(mode)
    assert slowest(served) < soon
    served.stop(signal.SIGKILL)
    up(served)  # from the content kept last
    assert served.get("/v1/topics")[0] == 200
    assert slowest(served) < soon
    served.stop(signal.SIGKILL)
    (served.folder / "content.json").write_text("{")
    up(served)  # from nothing
    assert served.get("/v1/topics")[0] == 503
    assert served.get("/get-help-now")[0] == 200
    assert slowest(served) < soon
    gate.become("open")
    until = time.monotonic() + 30
    while not all_ready(served) and time.monotonic() < until:
        time.sleep(0.1)
    assert all_ready(served)
    served.stop(signal.SIGKILL)
