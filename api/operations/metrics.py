"""What an operator may watch: counts and ages, with no label that could tell a caller, a word or a
topic.

Worker processes share what they count through small files (`prometheus_client`'s multiprocess
mode), so that `/metrics` is the same whichever worker is asked. Where those files cannot be kept (a
full disk at start), each process tells its own.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

REGISTRY = CollectorRegistry()

CALLS = Counter("menoinfo_calls", "Answered calls", ["call"], registry=REGISTRY)
REFUSALS = Counter("menoinfo_refusals", "Refused requests", ["code"], registry=REGISTRY)
URGENT = Counter("menoinfo_urgent", "Requests that led with a warning text", registry=REGISTRY)
LIMITED = Counter("menoinfo_limited", "Calls over the quota", registry=REGISTRY)
UNCOUNTED = Counter(
    "menoinfo_uncounted_calls", "Calls that could not be counted", registry=REGISTRY
)
UNSHARED_LIMITS = Counter(
    "menoinfo_unshared_limits", "Quota writes that could not reach the database", registry=REGISTRY
)
CONTENT_AGE = Gauge(
    "menoinfo_content_unconfirmed_seconds",
    "Seconds since the database confirmed the content served",
    registry=REGISTRY,
    multiprocess_mode="livemax",
)
CONTENT_VERSION = Gauge(
    "menoinfo_content_version",
    "Version of the content served",
    registry=REGISTRY,
    multiprocess_mode="livemin",
)
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.08, 0.15, 0.3, 0.6, 1.2, 2.5, 5.0)
ANSWER_SECONDS = Histogram(
    "menoinfo_answer_seconds",
    "Time from a request to its answer",
    ["call"],
    registry=REGISTRY,
    buckets=_SECONDS,
)
SCREEN_SECONDS = Histogram(
    "menoinfo_screen_seconds",
    "Time to read a request for warning signs",
    registry=REGISTRY,
    buckets=_SECONDS,
)


def exposed() -> tuple[bytes, str]:
    """All that was counted, of every worker, as Prometheus text, and its media type."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        _forget_the_dead(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST


def _forget_the_dead(folder: Path) -> None:
    """Take away the gauges of workers that are gone: an age that nobody adds to would stand as an
    alarm for ever. What they counted stays.
    """
    for pid in {
        int(found[1])
        for path in folder.glob("gauge_live*.db")
        if (found := re.search(r"_(\d+)\.db$", path.name))
    }:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            with suppress(FileNotFoundError):  # another worker may be asked at the same moment
                mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]
        except PermissionError:
            pass  # it lives, as another user's
