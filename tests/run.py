"""`make test`: every test on SQLite, those that start servers of their own beside the others, and those that ask the test database on
PostgreSQL too; then the main ones in Chromium.

The PostgreSQL server is the one that `TEST_DATABASE_URL` names, or a local one that lets this user in. Where there is
none this is said plainly, and counts as a failure when `CI` is set.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from typing import IO, Any

# The same on any database, as those are that bring their own (`server`): what they try is done with words alone.
WORDS_ALONE = ("language", "test_wording", "test_claims", "test_training", "test_architecture")
# The same too: of the database they ask only for its content, which is read once and then answered from.
FROM_THE_CATALOGUE = (
    "test_answers",
    "test_pages",
    "test_site",
    "test_twins",
    "test_openapi",
    "test_shelf",
)
LOCAL = ("postgresql://postgres@127.0.0.1:5432/postgres", "postgresql:///postgres")


def reachable(url: str) -> bool:
    """Whether a PostgreSQL server answers at `url`."""
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.Error:
        return False
    return True


def pytest(*arguments: str, database: str, out: IO[Any] | None = None) -> subprocess.Popen[bytes]:
    """Start pytest in a process of its own against one database."""
    environment = {**os.environ, "DATABASE_URL": database, "CONTENT_WATCH": "0"}
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments, *sys.argv[1:]],
        env=environment,
        stdout=out,
        stderr=out,
    )


def main() -> int:
    """All runs; the exit status is 0 when every one passed."""
    wanted = os.environ.get("TEST_DATABASE_URL")
    server = next((url for url in ((wanted,) if wanted else LOCAL) if reachable(url)), None)
    apart = (
        f"--ignore=tests/{name}" if name == "language" else f"--ignore=tests/{name}.py"
        for name in (*WORDS_ALONE, *FROM_THE_CATALOGUE)
    )
    with contextlib.ExitStack() as stack:
        served, asked, seen = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        print("== SQLite", flush=True)
        on_sqlite = pytest("-m", "not browser and not server", database="")
        running = pytest("-m", "server", database="", out=served)
        if server:
            failed = [
                pytest(
                    "-m", "not browser and not server", *apart, database=server, out=asked
                ).wait()
            ]
        else:
            asked.write(b"no server found; set TEST_DATABASE_URL to run the tests there")
            failed = [1 if os.environ.get("CI") else 0]
        failed.append(running.wait())
        failed.append(
            pytest(
                "-m", "browser", "tests/system/browser", "-k", "story or axe", database="", out=seen
            ).wait()
        )
        failed.append(on_sqlite.wait())
        for title, said in (
            ("Servers of their own, on SQLite and PostgreSQL", served),
            (
                "Chromium: the admin's whole story, and axe on every kind of page (`make test-browser` runs the rest)",
                seen,
            ),
            ("PostgreSQL", asked),
        ):
            said.seek(0)
            print(f"== {title}\n{said.read().decode(errors='replace')}", flush=True)
    return max(map(abs, failed))


if __name__ == "__main__":
    sys.exit(main())
