"""Log lines that cannot hold a caller's words: an allow-list formatter.

A line has the time, the level, the logger, the message, and the type and traceback of an exception.
It never has the exception's text, nor anything from a request that a library may have attached to
the record.
"""

import json
import logging
import time
import traceback
from datetime import UTC, datetime


class WordlessFormatter(logging.Formatter):
    """One JSON object per line. Messages are printed only for this project's own loggers; for
    others, only the module and function.
    """

    OURS = ("content", "api", "mcp_bridge", "menoinfo")

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
        }
        line["message"] = (
            record.getMessage()
            if record.name.split(".")[0] in self.OURS
            else f"{record.module}.{record.funcName}"
        )
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["where"] = [
                f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ][-6:]
        return json.dumps(line)


class OnceAMinute(logging.Filter):
    """Lets each of our own warnings pass at most once a minute: while the database is out of reach,
    what is tried every second fails every second.
    """

    EVERY = 60.0  # seconds

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if (
            record.levelno != logging.WARNING
            or record.name.split(".")[0] not in WordlessFormatter.OURS
        ):
            return True
        now, message = time.monotonic(), record.getMessage()
        if now - self._said.get(message, -self.EVERY) < self.EVERY:
            return False
        self._said = {said: at for said, at in self._said.items() if now - at < self.EVERY} | {
            message: now
        }
        return True
