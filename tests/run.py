"""`make test`: every test on SQLite, the main ones in Chromium, then all but the browser's again on PostgreSQL, where a server is at hand.

The PostgreSQL server is the one that `TEST_DATABASE_URL` names, or a local one that lets this user in. Where there is
none this is said plainly, and counts as a failure when `CI` is set.
"""

import os
import subprocess
import sys

WORDS_ALONE = ("test_wording", "test_screening", "test_evaluation")  # the same on any database
LOCAL = ("postgresql://postgres@127.0.0.1:5432/postgres", "postgresql:///postgres")


def reachable(url: str) -> bool:
    """Whether a PostgreSQL server answers at `url`."""
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.Error:
        return False
    return True


def pytest(*arguments: str, database: str) -> int:
    """Run pytest in a process of its own against one database."""
    environment = {**os.environ, "DATABASE_URL": database, "CONTENT_WATCH": "0"}
    return subprocess.run([sys.executable, "-m", "pytest", *arguments, *sys.argv[1:]], env=environment, check=False).returncode


def main() -> int:
    """Both runs; the exit status is the first that failed."""
    print("== SQLite", flush=True)
    failed = pytest("-m", "not browser", "--cov", "--cov-report=term", "--cov-report=html", database="")
    print("== Chromium: the desk's whole story, and axe on every kind of page (`make test-browser` runs the rest)", flush=True)
    failed = failed or pytest("-m", "browser", "tests/browser", "-k", "story or axe", database="")
    wanted = os.environ.get("TEST_DATABASE_URL")
    server = next((url for url in ((wanted,) if wanted else LOCAL) if reachable(url)), None)
    if server is None:
        print("== PostgreSQL: no server found; set TEST_DATABASE_URL to run the tests there", flush=True)
        return failed or (1 if os.environ.get("CI") else 0)
    print("== PostgreSQL", flush=True)
    return failed or pytest("-m", "not browser", *(f"--ignore=tests/{name}.py" for name in WORDS_ALONE), database=server)


if __name__ == "__main__":
    sys.exit(main())
