"""Whether anything of a request is stored: markers in every place of it, searched for in every
file.
"""

import contextlib
import http.client
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.serving import Served

MARKER, ADDRESS = "zebrafinchmarker", "198.51.100.77"


def bytes_of(folder: Path) -> Iterator[bytes]:
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            if path.is_file():
                yield path.read_bytes()


MARKED = {
    **dict.fromkeys(
        ("Cookie", "Accept-Language", "X-Request-Id", "If-None-Match", "Mcp-Session-Id"), MARKER
    ),
    "X-Forwarded-For": ADDRESS,
    "Forwarded": f"for={ADDRESS}",
    "User-Agent": f"agent/1 {MARKER}",
    "Referer": f"https://x.example/{MARKER}",
}
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
FIELDS = {
    "explain": "topic",
    "options": "symptom",
    "evidence": "option",
    "doctor-prep": "symptoms",
    "topics": "x",
}


@dataclass(frozen=True, slots=True)
class Marked:
    """One request that holds the marker: the status that it must meet, and what an answer page must
    say, so that no request misses its outcome.
    """

    status: int
    method: str
    path: str
    body: bytes | None = None
    kind: str = ""
    says: bytes = b""

    @property
    def charged(self) -> bool:
        """Whether it meets a 429 once the quota is spent; a tool call is refused in a message of
        its own instead, with a 200.
        """
        return self.path.startswith(("/v1/", "/search", "/prepare"))


def marked_calls() -> Iterator[Marked]:
    """The five calls: words that name nothing, words in a crowd, a warning sign, an unknown name,
    too many letters, a wrong method.
    """
    for call, field in FIELDS.items():
        for status, query in (
            (404, f"{field}={MARKER}"),
            (404, f"{field}=car+insurance+{MARKER}"),
            (200, f"{field}={MARKER}+I+want+to+die"),
            (400, f"{MARKER}=1"),
            (400, f"{field}={MARKER * 130}"),
        ):
            yield Marked(200 if call == "topics" else status, "GET", f"/v1/{call}?{query}")
        yield Marked(405, "POST", f"/v1/{call}?{field}={MARKER}", MARKER.encode(), "text/plain")


def marked_messages() -> Iterator[Marked]:
    """Messages for MCP, of both kinds of revision, with the marker in every place, and what is no
    message.
    """
    modern = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": MARKER},
    }
    rpc = [
        (
            200,
            {
                "jsonrpc": "2.0",
                "id": MARKER,
                "method": "tools/call",
                "params": {"name": "explain", "arguments": {"topic": f"hot flushes {MARKER}"}},
            },
        ),
        (
            200,
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": MARKER, "arguments": {MARKER: MARKER}},
            },
        ),
        (200, {"jsonrpc": "2.0", "id": 1, "method": MARKER}),
        (
            200,
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {
                    "protocolVersion": "2025-11-25",
                    "clientInfo": {"name": MARKER, "version": MARKER},
                    "capabilities": {},
                },
            },
        ),
        (
            400,
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "explain", "arguments": {"topic": MARKER}, "_meta": modern},
            },
        ),
    ]
    for status, message in rpc:
        yield Marked(status, "POST", "/mcp", json.dumps(message).encode(), JSON)
    yield Marked(400, "POST", "/mcp", MARKER.encode(), JSON)
    yield Marked(413, "POST", "/mcp", (MARKER * 6000).encode(), JSON)
    yield Marked(415, "POST", "/mcp", MARKER.encode(), f"text/{MARKER}")


def marked_pages() -> Iterator[Marked]:
    """The forms of the pages: a search that finds, one that does not, and a sheet."""
    yield Marked(
        200,
        "POST",
        "/search",
        f"topic=I+keep+waking+up+at+three+in+the+morning+and+I+cannot+get+back+to+sleep+{MARKER}".encode(),
        FORM,
        b"Search results",
    )
    yield Marked(
        200, "POST", "/search", f"topic={MARKER}".encode(), FORM, b"Nothing found for those words"
    )
    yield Marked(400, "POST", "/prepare", f"symptoms={MARKER}".encode(), FORM)


def marked() -> list[Marked]:
    """Every request of one round."""
    return [
        *marked_calls(),
        Marked(404, "GET", f"/{MARKER}?{MARKER}"),
        Marked(404, "GET", f"/symptoms/{MARKER}"),
        Marked(405, "PUT", f"/mcp?{MARKER}", MARKER.encode(), "text/plain"),
        *marked_messages(),
        *marked_pages(),
    ]


def ask(port: int, one: Marked) -> tuple[int, bytes]:
    """Send one request with the marker in every header: its status and body; status 0 where the
    connection broke.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    given = (
        MARKED
        | ({"Content-Type": one.kind} if one.kind else {})
        | ({"Accept": "application/json, text/event-stream"} if one.path == "/mcp" else {})
    )
    try:
        connection.request(one.method, one.path, one.body, given)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def met(one: Marked, status: int, body: bytes, again: bool) -> bool:
    """Whether a request met its outcome: in the second round the quota may be spent, and a body too
    large may break the connection.
    """
    if again and one.charged and status == 429:
        return True
    return (status == one.status and one.says in body) or (status == 0 and one.status == 413)


def markers(served: Served, places: list[Path]) -> str:
    """A marker word and a marker address through every transport, field, header and outcome; then
    every file is searched.
    """
    served.environment |= {"RATE_LIMIT": "40/h", "RATE_LIMIT_EXACT": "1", "TRUSTED_PROXIES": "1"}
    served.start()
    statuses: Counter[int] = Counter()
    asked = marked()
    try:
        for again in (False, True):  # the second round meets the spent quota
            for one in asked:
                status, body = ask(served.port, one)
                assert met(one, status, body, again), (
                    f"{one.method} {one.path} {one.kind} gave {status}, not {one.status}"
                )
                statuses[status] += 1
        assert statuses[429], "the quota was never spent"
        time.sleep(2.5)
        found = sum(
            data.count(MARKER.encode()) + data.count(ADDRESS.encode())
            for place in places
            for data in bytes_of(place)
        )
    finally:
        served.stop()
    del statuses[0]
    fives = sum(count for status, count in statuses.items() if status >= 500)
    return (
        f"{2 * len(asked)} requests with markers, outcomes {dict(sorted(statuses.items()))},"
        f" {fives} 5xx; markers found: {found}"
    )
