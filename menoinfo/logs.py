"""Log lines that cannot hold a caller's words: an allow-list formatter.

A line carries the time, the level, the logger, the message's own text and the kind of an exception
with the places it passed through. Never the exception's text, and nothing of a request, whatever a
library attaches to a record.
"""

import json
import logging
import time
import traceback
from datetime import UTC, datetime


class WordlessFormatter(logging.Formatter):
    """One JSON object a line. Only our own loggers' messages are printed; of others, only where
    they came from.
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
    """Lets a warning of ours pass when it is new, and then once a minute: what is tried each second
    fails each second while the database is away.
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
