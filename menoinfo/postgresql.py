"""Connections to PostgreSQL with a time limit: one that hangs is closed, and the log says why one
cannot be made.

The server's own `statement_timeout` is useless once the server is silent, so the client has a limit
too.
"""

import logging
from typing import Any

from psycopg import Connection, Error, OperationalError
from psycopg.pq import TransactionStatus

log = logging.getLogger(__name__)

STATEMENT_SECONDS = 2.0  # the server's limit for a statement of a serving process
SILENT_SECONDS = 3.0  # the client's limit, for a server that does not even report its own timeout
CONNECT_SECONDS = 2  # the shortest time that the driver accepts


class LoggedConnection(Connection[Any]):
    """Logs in one line why a connection could not be made."""

    @classmethod
    def connect(cls, conninfo: str = "", **given: Any) -> "LoggedConnection":
        """A connection. Raises `OperationalError` and logs its text, which may name hosts, roles
        and databases, but never a password or a caller.
        """
        try:
            return super().connect(conninfo, **given)
        except Error as error:
            log.warning("no connection to PostgreSQL: %s", " ".join(str(error).split())[:300])
            raise


class BoundedConnection(LoggedConnection):
    """Gives up on a server that does not answer, and closes itself so that it is not used again."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """psycopg's wait, with a limit. Raises `OperationalError` after `SILENT_SECONDS`."""
        try:
            return super().wait(gen, interval, SILENT_SECONDS if timeout is None else timeout)
        except OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise
