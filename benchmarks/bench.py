"""The service beside what one would pick instead, on this machine, in one run: `make bench`.

Interleaved rounds of `wrk` over loopback, everything on (screen, match, quota, usage, headers).
Printed: medians of calls a second, milliseconds of CPU a call, p50 and p99, and ratios to a bare
Django view that returns the same bytes from memory under the same server. Nothing here asserts a
time; quote ratios. `--quick` takes one short round of each.
"""

import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

from benchmarks.beside_peers import peers
from benchmarks.load import (
    CASES,
    CONNECTIONS,
    ROUNDS,
    SECONDS,
    SENTENCE,
    Figures,
    Target,
    granian,
    interleaved,
    load,
    memory,
    ours,
    running,
    target_of,
)
from tests.serving import Served, free_port

COPIES = """
from content.models import *
from content.vocabulary import OptionKind
from django.db import transaction
def letters(n):
    return "".join(chr(97 + int(digit)) for digit in str(n))  # a name may hold no figure
def copy(row, **values):
    names = [field.name for field in row._meta.concrete_fields if field.name != "id"]
    return type(row)(**{name: getattr(row, name) for name in names} | values)
def renamed(row, n):
    end = letters(n)
    return copy(row, slug=f"{row.slug}-copy-{end}", name=f"{row.name} (copy {end})", aliases="")
with transaction.atomic():
    topics = list(Topic.objects.all())
    # a supplement with another's name is kept off the service
    options = list(Option.objects.exclude(kind=OptionKind.SUPPLEMENT_OR_HERB))
    items = list(PrepItem.objects.filter(topic__in=topics))
    links = list(RelatedTopic.objects.filter(topic__in=topics))
    cautions = list(Caution.objects.filter(option__in=options))
    pairs = list(Evidence.objects.filter(option__in=options))
    for n in range(1, TIMES):
        made = {row.pk: renamed(row, n) for row in topics}
        Topic.objects.bulk_create(made.values())
        PrepItem.objects.bulk_create(copy(row, topic=made[row.topic_id]) for row in items)
        RelatedTopic.objects.bulk_create(
            copy(row, topic=made[row.topic_id], to=made[row.to_id]) for row in links
        )
        other = {row.pk: renamed(row, n) for row in options}
        Option.objects.bulk_create(other.values())
        Caution.objects.bulk_create(copy(row, option=other[row.option_id]) for row in cautions)
        Evidence.objects.bulk_create(
            copy(row, option=other[row.option_id], topic=made[row.topic_id]) for row in pairs
        )
"""


def file_of(case: str) -> str:
    """The name under which the body of a case is stored for the peers."""
    return re.sub("[^a-z0-9]", "", case)


def bodies_of(served: Served, folder: Path) -> Path:
    """What the service answers to each case, one file each."""
    bodies = folder / "bodies"
    bodies.mkdir()
    for case, path in CASES.items():
        (bodies / f"{file_of(case)}.json").write_bytes(served.get(path)[1])
    return bodies


def beside_bare(case: str, mine: Target, bare: Target, rounds: int, how: dict[str, int]) -> None:
    """One case of ours beside the bare view, as a row."""
    found = interleaved({"ours": mine, "bare": bare}, case, rounds, **how)
    (rate, cost, p50, p99), (bare_rate, bare_cost, _, bare_p99) = (
        found["ours"].row(),
        found["bare"].row(),
    )
    print(
        f"| {case} | {rate:.0f}, **{rate / bare_rate:.2f}** | {cost:.3f} ms,"
        f" **{cost / bare_cost:.2f}** | {p50:.2f} | {p99:.2f}, {p99 / bare_p99:.2f} |",
        flush=True,
    )


def calls(folder: Path, mine: Target, bare: Target, rounds: int, how: dict[str, int]) -> None:
    """Every case, and a call over its quota."""
    print(
        "| call | calls/s, ratio to bare | CPU a call, ratio to bare | p50 ms | p99 ms, ratio to"
        " bare |\n|---|---|---|---|---|"
    )
    for case in CASES:
        beside_bare(case, mine, bare, rounds, how)
    with ours(folder / "one", RATE_LIMIT="1/h") as spent:
        limited = target_of(spent)
        limited.paths["429"], bare.paths["429"] = CASES["explain"], bare.paths["404"]
        beside_bare("429", limited, bare, rounds, how)


def set_up(
    label: str, workers: int, postgres: bool, folder: Path, rounds: int, how: dict[str, int]
) -> None:
    """One way to run the service, as a row; none where it needs PostgreSQL and there is none."""
    with contextlib.ExitStack() as own:
        place, database = "one", ""
        if postgres:
            from tests.cluster import binaries, cluster

            if binaries() is None:
                return
            database, place = own.enter_context(cluster()).database("bench"), f"pg{workers}"
        began = time.monotonic()
        (folder / place).mkdir(exist_ok=True)
        another = own.enter_context(ours(folder / place, workers, database))
        ready = time.monotonic() - began
        if database:  # the first start made the database; the second is the one to time
            another.stop()
            began = time.monotonic()
            another.start()
            ready = time.monotonic() - began
        figures, target = Figures(), target_of(another)
        for _ in range(rounds):
            load(target, "explain", figures, connections=CONNECTIONS * workers, **how)
        assert another.process is not None
        rate, cost, _, _ = figures.row()
        resident, share = max(memory(another.process.pid))
        print(
            f"| {label} | {rate:.0f} | {cost:.3f} ms | {resident:.0f}, {share:.0f} | {ready:.1f} |",
            flush=True,
        )


def main() -> None:
    quick = "--quick" in sys.argv
    rounds, how = (1, {"seconds": 1}) if quick else (ROUNDS, {"seconds": SECONDS})
    if not shutil.which("wrk"):
        raise SystemExit("This needs wrk (a Debian package of that name).")
    environments = Path("var/bench").resolve()
    environments.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="menoinfo-bench-") as name,
        contextlib.ExitStack() as stack,
    ):
        folder = Path(name)
        os.chmod(folder, 0o755)
        served = stack.enter_context(ours(folder / "one"))
        bodies, port = bodies_of(served, folder), free_port()
        bare_process = stack.enter_context(
            running(
                granian(port, "benchmarks.peers.bare_django:application"),
                port,
                "/explain",
                BODIES=str(bodies),
            )
        )
        bare = Target(bare_process.pid, port, {case: f"/{file_of(case)}" for case in CASES})
        mine = target_of(served)

        calls(folder, mine, bare, rounds, how)

        print(
            "\n| peer, explain by slug | its calls/s as a share of ours | its CPU a call beside"
            " ours |\n|---|---|---|"
        )
        peers(folder, bodies, environments, mine, rounds, how)

        print(
            "\n| ours, explain | calls/s | CPU a call | worker memory MB, its share of it | ready"
            " after s |\n|---|---|---|---|---|"
        )
        for postgres in (False, True):
            for workers in (1, 2):
                label = (
                    f"{workers} worker{'s' * (workers > 1)},"
                    f" {'PostgreSQL' if postgres else 'SQLite'}"
                )
                set_up(label, workers, postgres, folder, rounds, how)

        print("\n| growth | CPU a call, ratio to the first |\n|---|---|")
        growth(folder, mine, bare, rounds, how)


def growth(folder: Path, mine: Target, bare: Target, rounds: int, how: dict[str, int]) -> None:
    """What a call costs with more content, longer queries and more connections."""
    first = 0.0
    for times in (1, 10, 100):
        place = folder / f"times{times}"
        with ours(place) as served:
            if times > 1:
                served.manage("shell", "-c", COPIES.replace("TIMES", str(times)))
                served.stop()
                served.start(timeout=300)
            targets, figures = target_of(served), Figures()
            for _ in range(rounds):
                load(targets, "explain", figures, **how)
            cost = figures.row()[1]
            first = first or cost
            assert served.process is not None
            print(
                f"| content × {times} | {cost:.3f} ms, {cost / first:.2f} (worker"
                f" {max(memory(served.process.pid))[0]:.0f} MB) |",
                flush=True,
            )
    first = 0.0
    for length in (10, 50, 100, 250, 500):
        words = (SENTENCE + ", and my knees ache on the stairs as well; " + SENTENCE * 5)[:length]
        mine.paths["length"] = "/v1/explain?topic=" + urllib.parse.quote_plus(words)
        figures = Figures()
        for _ in range(rounds):
            load(mine, "length", figures, **how)
        cost = figures.row()[1]
        first = first or cost
        print(f"| query of {length} characters | {cost:.3f} ms, {cost / first:.2f} |", flush=True)
    for connections in (1, 16, 64, 256):
        found = interleaved(
            {"ours": mine, "bare": bare}, "explain", rounds, connections=connections, **how
        )
        (rate, _, _, p99), (bare_rate, _, _, bare_p99) = found["ours"].row(), found["bare"].row()
        print(
            f"| {connections} connections | calls/s {rate / bare_rate:.2f} of bare, p99"
            f" {p99 / bare_p99:.2f} of bare |",
            flush=True,
        )


if __name__ == "__main__":
    main()
