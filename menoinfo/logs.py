"""Log lines that cannot hold a caller's words: an allow-list formatter.

A line carries the time, the level, the logger, the message's own text and the kind of an exception with the places it
passed through. Never the exception's text, and nothing of a request, whatever a library attaches to a record.
"""

import json
import logging
import traceback
from datetime import UTC, datetime


class WordlessFormatter(logging.Formatter):
    """One JSON object a line. Only our own loggers' messages are printed; of others, only where they came from."""

    OURS = ("content", "api", "mcp_bridge", "menoinfo")

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
        }
        line["message"] = record.getMessage() if record.name.split(".")[0] in self.OURS else f"{record.module}.{record.funcName}"
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["where"] = [
                f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(record.exc_info[2])
            ][-6:]
        return json.dumps(line)
