"""Harm done to what lies below a running service: a full disk, a migration that fails, a load that
is killed, clients that never finish.
"""

import contextlib
import http.client
import json
import os
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.callers import CALL, calling, tally
from tests.serving import ROOT, Served, free_port
from tests.system.proxies import nginx_folder

FIVE = (
    CALL,
    "/v1/options?symptom=brain+fog",
    "/v1/evidence?option=exercise",
    "/v1/doctor-prep?symptoms=anxiety",
    "/v1/topics",
)


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    """A disk of its own at `folder`, in memory. Raises `CalledProcessError` where this user may not
    make one.
    """
    folder.mkdir(parents=True)
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)],
        check=True,
        capture_output=True,
    )
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False, capture_output=True)


def fill(file: Path) -> None:
    """Write until the disk takes no byte more."""
    with contextlib.suppress(OSError), file.open("wb", buffering=0) as out:
        for size in (1 << 20, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while out.write(bytes(size)) == size:
                    pass


def full_disk(folder: Path) -> str:
    """The service with its whole data folder on a disk that runs full under load, one worker killed
    meanwhile, and then has room again.
    """
    try:
        disk = small_disk(folder, "48m")
        disk.__enter__()
    except subprocess.CalledProcessError:
        return "not tried: this user may not mount a disk"
    served = Served(folder / "data", workers=2, RATE_LIMIT="1000000/h")
    try:
        served.prepare()
        served.start()
        with calling(served.port, 2, pause=0.002) as callers:
            time.sleep(1)
            fill(folder / "filler")
            time.sleep(2)
            during = {served.get(path)[0] for path in FIVE}
            before = set(served.worker_pids())
            os.kill(min(before), signal.SIGKILL)
            for _ in range(100):
                time.sleep(0.1)
                if len(set(served.worker_pids()) - before) == 1:
                    break
            time.sleep(1)
            after = {served.get(path)[0] for path in FIVE}
            uncounted = sum(
                float(line.split()[1])
                for line in served.get("/metrics")[1].decode().splitlines()
                if line.startswith("menoinfo_uncounted")
            )
            (folder / "filler").unlink()
            time.sleep(2)
        statuses = sum((caller.statuses for caller in callers), Counter[int]())
        broken = sum(caller.failed for caller in callers)
        served.stop()
        return (
            f"answers on a full disk {sorted(during)}, by a worker begun on it {sorted(after)};"
            f" {statuses[200]} answered, others {dict(statuses - Counter({200: statuses[200]}))},"
            f" {broken} connections broken by the kill; counted {tally(served)}, said to be"
            f" uncounted {uncounted:.0f}"
        )
    finally:
        served.stop()
        disk.__exit__(None, None, None)


BROKEN = """
from django.db import migrations, models

def fail(apps, schema_editor):
    apps.get_model("content", "Topic").objects.update(summary="half migrated")
    raise RuntimeError("half way")

class Migration(migrations.Migration):
    dependencies = [("content", "LAST")]
    operations = [
        migrations.AddField("topic", "half", models.CharField(max_length=9, default="")),
        migrations.RunPython(fail, migrations.RunPython.noop),
    ]
"""


def failed_migration(served: Served, copy: Path) -> str:
    """A newer version's migration that fails half way, run beside the version that is serving."""
    shutil.copytree(
        ROOT,
        copy,
        ignore=shutil.ignore_patterns(".*", "var", "docs", "tests", "benchmarks", "__pycache__"),
    )
    last = sorted(path.stem for path in (copy / "content" / "migrations").glob("0*.py"))[-1]
    (copy / "content" / "migrations" / "9999_half.py").write_text(
        BROKEN.replace("LAST", last), encoding="utf-8"
    )
    shape = (
        "from django.db import connection as c; print(sorted((t, sorted(x.name for x in"
        " c.introspection.get_table_description(c.cursor(), t))) for t in"
        " c.introspection.table_names()))"
    )
    served.start()
    try:
        before, said = served.manage("shell", "-c", shape), served.get(CALL)[1]
        with calling(served.port, 2, pause=0.002) as callers:
            environment = {**served.environment, "CONTENT_WATCH": "0"}
            failed = subprocess.run(
                [sys.executable, "manage.py", "migrate"],
                cwd=copy,
                env=environment,
                capture_output=True,
                check=False,
            ).returncode
            time.sleep(2)
        same = served.manage("shell", "-c", shape) == before and served.get(CALL)[1] == said
    finally:
        served.stop()
    statuses = sum((caller.statuses for caller in callers), Counter[int]())
    return (
        f"migrate ended with status {failed}; tables and answers"
        f" {'as before' if same else 'CHANGED'}; {statuses[200]} answered meanwhile,"
        f" {sum(statuses.values()) - statuses[200] + sum(caller.failed for caller in callers)}"
        " failed"
    )


def half_written_seed(folder: Path, address: Callable[[str], str], times: int = 8) -> str:
    """`seed_content` killed at random moments: what each left behind, and whether the next one
    finishes the work.
    """
    count = (
        "from content.models import Topic, Option; print(Topic.objects.count(),"
        " Option.objects.count())"
    )
    left: Counter[str] = Counter()
    whole = Served(folder / "whole", address("seedwhole"))
    began = time.monotonic()
    whole.prepare()
    wanted, took = whole.manage("shell", "-c", count).split()[-2:], time.monotonic() - began
    finished = 0
    for turn in range(times):
        served = Served(folder / str(turn), address(f"seed{turn}"))
        served.folder.mkdir(parents=True)
        served.manage("migrate", "--verbosity", "0")
        load = subprocess.Popen(
            [sys.executable, "manage.py", "seed_content"],
            cwd=ROOT,
            env={**served.environment, "CONTENT_WATCH": "0"},
            stdout=subprocess.DEVNULL,
        )
        time.sleep(random.uniform(0.2, 1.0) * took)
        load.send_signal(signal.SIGKILL)
        load.wait()
        found = served.manage("shell", "-c", count).split()[-2:]
        left[
            (
                "nothing"
                if found == ["0", "0"]
                else "everything"
                if found == wanted
                else f"PART OF IT: {found}"
            )
        ] += 1
        served.manage("seed_content")
        finished += served.manage("shell", "-c", count).split()[-2:] == wanted
    return (
        f"killed {times} times, left behind {dict(left)}; the next load was whole {finished} times"
    )


def front_of(served: Served, folder: Path, port: int) -> subprocess.Popen[bytes]:
    """The shipped nginx file before the service, listening on `port` of this machine."""
    command = nginx_folder(
        folder,
        "listen 443 ssl",
        f"listen 127.0.0.1:{port} ssl",
        "listen 80",
        f"listen 127.0.0.1:{free_port()}",
        "server 127.0.0.1:8000",
        f"server 127.0.0.1:{served.port}",
    )
    return subprocess.Popen([*command, "-g", "daemon off;"], stderr=subprocess.DEVNULL)


def unfinished(port: int, trust: ssl.SSLContext, number: int) -> socket.socket:
    """A client that begins a body and does not go on: one of four addresses, since nginx bounds
    what one may ask at once.
    """
    client = trust.wrap_socket(
        socket.create_connection(
            ("127.0.0.1", port), source_address=(f"127.0.1.{number % 4 + 1}", 0)
        )
    )
    client.sendall(
        b"POST /mcp HTTP/1.1\r\nHost: menopause.example\r\nContent-Type:"
        b" application/json\r\nContent-Length: 60000\r\n\r\n{"
    )
    return client


def called(port: int, trust: ssl.SSLContext, times: int) -> tuple[Counter[int], float]:
    """Calls of others, one after the other: their statuses, and the seconds that the slowest
    took.
    """
    answered: Counter[int] = Counter()
    slowest = 0.0
    for number in range(times):
        connection = http.client.HTTPSConnection(
            "127.0.0.1",
            port,
            timeout=10,
            context=trust,
            source_address=(f"127.0.2.{number % 4 + 1}", 0),
        )
        began = time.monotonic()
        connection.request("GET", CALL, headers={"Host": "menopause.example"})
        response = connection.getresponse()
        json.loads(response.read())
        answered[response.status] += 1
        slowest = max(slowest, time.monotonic() - began)
        connection.close()
    return answered, slowest


def sent_away(held: list[socket.socket]) -> int:
    """How many of the clients were closed."""
    closed = 0
    for client in held:
        client.settimeout(0.05)
        with contextlib.suppress(TimeoutError, OSError):
            closed += b"408" in client.recv(64) or True
    return closed


def slow_clients(folder: Path, clients: int = 200) -> str:
    """Clients that never finish a body, before the shipped nginx file; and the calls that others
    make meanwhile.
    """
    port = free_port()
    public = {
        "PUBLIC_URL": "https://menopause.example",
        "SECRET_KEY": "a key for a measurement",
        "TRUSTED_PROXIES": "1",
        "RATE_LIMIT": "1000000/h",
    }
    served = Served(folder / "data", workers=2, **public)
    served.prepare()
    served.environment["ALLOWED_HOSTS"] = "menopause.example,127.0.0.1"
    served.start()
    nginx = front_of(served, folder, port)
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    held: list[socket.socket] = []
    try:
        time.sleep(1)
        held.extend(unfinished(port, trust, number) for number in range(clients))
        answered, slowest = called(port, trust, 200)
        time.sleep(12)
        closed = sent_away(held)
        return (
            f"{clients} clients with unfinished bodies: {dict(answered)} of 200 calls answered"
            f" meanwhile, the slowest in {slowest:.2f} s; {closed} of them sent away within 12 s"
        )
    finally:
        for client in held:
            client.close()
        nginx.terminate()
        nginx.wait(10)
        served.stop()
