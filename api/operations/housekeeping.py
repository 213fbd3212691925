"""What each process does in the background, once a second: flush usage, rotate the salt,
confirm that nothing old is left. Once an hour the admin's sessions that are over go.

The thread starts with each worker, and again with the first request of a process forked from it,
because threads do not survive a fork. It does nothing that an answer waits for, and nothing it
fails at is more than a warning and a metric.
"""

import logging
import os
import threading
import time
from contextlib import suppress

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, close_old_connections, connection

from api.operations import metrics, usage
from api.rate_limit import salt
from content.catalogue import refresh

log = logging.getLogger(__name__)

EVERY = 1.0  # seconds

_started_in = 0
_lock = threading.Lock()


def start() -> None:
    """Start the thread, once in each process."""
    global _started_in
    if _started_in == os.getpid() or not settings.CONTENT_WATCH:
        return
    with _lock:
        if _started_in != os.getpid():
            _started_in = os.getpid()
            threading.Thread(target=_run, name="housekeeping", daemon=True).start()


def _run() -> None:
    hour = 0
    while True:
        try:
            close_old_connections()
            hour = rotated(hour)  # first: nothing that fails below may keep an old salt
            usage.flush_quietly()
            metrics.CONTENT_AGE.set(refresh.age())
            with suppress(refresh.NothingLoaded):
                metrics.CONTENT_VERSION.set(refresh.current().version)
        except DatabaseError as error:
            log.warning("housekeeping waits for the database: %s", type(error).__name__)
            connection.close()
        except Exception as error:  # a thread that dies would leave salts undestroyed
            log.error("housekeeping failed: %s", type(error).__name__)
        time.sleep(
            min(EVERY, salt.HOUR - time.time() % salt.HOUR)
        )  # the salt is rotated as an hour ends


def rotated(done: int) -> int:
    """Rotate the salt, unless `done` is this hour; the admin's sessions that are over go with it.

    Returns the hour that is done with; 0 while its salt is not the shared one.
    """
    now = int(time.time()) // salt.HOUR
    if done == now and not salt.left_over():
        return done
    shared = salt.rotate()
    salt.purge()
    SessionStore.clear_expired()
    return now if shared else 0
