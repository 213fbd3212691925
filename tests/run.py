"""`make test`: every test on SQLite, those that start servers of their own beside them, those that
ask the database much on PostgreSQL too, and the main ones in Chromium.

The PostgreSQL server is the one that `TEST_DATABASE_URL` names, or a local one that lets this user
in. Where there is none this is said plainly, and counts as a failure when `CI` is set.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

AT_ONCE = 3  # runs side by side: servers and browsers wait as long as they work
LOCAL = ("postgresql://postgres@127.0.0.1:5432/postgres", "postgresql:///postgres")
# What is written with care for the database: constraints, triggers, drafts, the ledger, counts.
ON_POSTGRESQL = (
    "tests/api/test_rate_limit.py",
    "tests/api/test_salt.py",
    "tests/api/test_usage.py",
    "tests/content/catalogue",
    "tests/content/editorial/test_draft_merging.py",
    "tests/content/editorial/test_drafts.py",
    "tests/content/editorial/test_two_editors.py",
    "tests/content/review",
    "tests/content/test_import.py",
    "tests/content/test_refused_files.py",
    "tests/content/test_seeding.py",
)
ALONE = "not browser and not server"


@dataclass(frozen=True)
class Run:
    """One call of pytest, against one database."""

    title: str
    arguments: tuple[str, ...]
    database: str = ""

    def __call__(self) -> tuple[int, str]:
        """Run it, print what it said, and give its exit status and its last line."""
        environment = {**os.environ, "DATABASE_URL": self.database, "CONTENT_WATCH": "0"}
        command = [sys.executable, "-m", "pytest", "-rs", *self.arguments, *sys.argv[1:]]
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        said = done.stdout.decode(errors="replace").strip()
        print(f"== {self.title}\n{said}\n", flush=True)
        return done.returncode, said.splitlines()[-1] if said else ""


def reachable(url: str) -> bool:
    """Whether a PostgreSQL server answers at `url`."""
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.Error:
        return False
    return True


def runs(server: str | None) -> list[Run]:
    """Every run, the longest first."""
    records = ("tests/content/editorial", "tests/content/review", "tests/content/pages")
    rest = (f"--ignore={folder}" for folder in records)
    found = [
        Run("SQLite: admin, review and pages", ("-m", ALONE, *records)),
        Run("SQLite: everything else", ("-m", ALONE, *rest)),
        Run("Servers of their own, on SQLite and PostgreSQL", ("-m", "server")),
        Run(
            "Chromium: the main stories, and axe on every kind of page (`make test-browser`: all)",
            ("-m", "browser", "tests/system/browser", "-k", "story or axe"),
        ),
    ]
    if server:
        found.append(Run("PostgreSQL", ("-m", ALONE, *ON_POSTGRESQL), server))
    return found


def main() -> int:
    """All runs; the exit status is 0 when every one passed."""
    wanted = os.environ.get("TEST_DATABASE_URL")
    server = next((url for url in ((wanted,) if wanted else LOCAL) if reachable(url)), None)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        ended = list(pool.map(lambda run: run(), runs(server)))
    counts: dict[str, int] = {}
    for _, last in ended:
        for number, what in re.findall(r"(\d+) (passed|failed|skipped|errors?)", last):
            counts[what] = counts.get(what, 0) + int(number)
    print("== In all: " + ", ".join(f"{number} {what}" for what, number in counts.items()))
    if not server:
        print("PostgreSQL: no server found; set TEST_DATABASE_URL to run the tests there")
    return 1 if any(status for status, _ in ended) or (not server and "CI" in os.environ) else 0


if __name__ == "__main__":
    sys.exit(main())
