"""Connections to PostgreSQL that end by themselves: one that hangs is given up, and one that cannot
be made says why in the log.

The server's own `statement_timeout` is worth nothing once the server is silent. Here the client
counts too.
"""

import logging
from typing import Any

from psycopg import Connection, Error, OperationalError
from psycopg.pq import TransactionStatus

log = logging.getLogger(__name__)

STATEMENT_SECONDS = 2.0  # a statement of a serving process, as the server counts
SILENT_SECONDS = 3.0  # the same as the client counts: the server has not even said that it gave up
CONNECT_SECONDS = 2  # the shortest that the driver takes


class LoggedConnection(Connection[Any]):
    """Says in one line of the log why no connection could be made."""

    @classmethod
    def connect(cls, conninfo: str = "", **given: Any) -> "LoggedConnection":
        """A connection. Raises `OperationalError`, whose cause is logged: it names hosts, roles and
        databases, never a password or a caller.
        """
        try:
            return super().connect(conninfo, **given)
        except Error as error:
            log.warning("no connection to PostgreSQL: %s", " ".join(str(error).split())[:300])
            raise


class BoundedConnection(LoggedConnection):
    """Gives up on a server that does not answer, and closes itself, so that nobody
    asks it again.
    """

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """What psycopg waits for. Raises `OperationalError` after `SILENT_SECONDS`."""
        try:
            return super().wait(gen, interval, SILENT_SECONDS if timeout is None else timeout)
        except OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise
