"""`make test`: every test on SQLite, then those that touch the database again on PostgreSQL, where a server is at hand.

The PostgreSQL server is the one that `TEST_DATABASE_URL` names, or a local one that lets this user in. Where there is
none this is said plainly, and counts as a failure when `CI` is set.
"""

import os
import subprocess
import sys

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
    failed = pytest("--cov", "--cov-report=term", "--cov-report=html", database="")
    wanted = os.environ.get("TEST_DATABASE_URL")
    server = next((url for url in ((wanted,) if wanted else LOCAL) if reachable(url)), None)
    if server is None:
        print("== PostgreSQL: no server found; set TEST_DATABASE_URL to run the tests there", flush=True)
        return failed or (1 if os.environ.get("CI") else 0)
    print("== PostgreSQL", flush=True)
    return failed or pytest("-m", "not browser", database=server)


if __name__ == "__main__":
    sys.exit(main())
