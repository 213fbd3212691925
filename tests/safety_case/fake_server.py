"""A server that plays the service and a model from records, so that an agent can be run offline."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from api.relay_check import questions

TOOLS = [
    {"name": name, "description": name, "inputSchema": {"type": "object", "properties": {}}}
    for name in ("explain", "options", "evidence", "doctor_prep", "topics")
]
BY_MESSAGE = {one["message"]: one for one in questions.load()}
COVERED = next(one for one in BY_MESSAGE.values() if one["id"] == "covered")
# What the model says in the end, whatever it was asked: two paragraphs of four break a rule.
WORDS = """Thank you for asking. Here is what the service says, in short.

You are almost certainly in perimenopause, and one tablet a day will sort it out.

Ratings say how good the research is, and nothing about you.

{name} works well for many women."""


def service_answers(sent: Any) -> Any:
    """A reply of `/mcp`: the recorded body of the call; `topics` screens any question."""
    if sent["method"] == "tools/list":
        return {"jsonrpc": "2.0", "id": sent["id"], "result": {"tools": TOOLS}}
    name, arguments = sent["params"]["name"], sent["params"]["arguments"]
    question = BY_MESSAGE[arguments["message"]]
    found = [one for one in question["calls"] if one["tool"] == name]
    body = found[0]["response"] if found else COVERED["calls"][0]["response"]
    urgent = [one["response"]["urgent"] for one in question["calls"] if "urgent" in one["response"]]
    if urgent and not found:
        body = {"urgent": urgent[0], **body}
    result = {"content": [{"type": "text", "text": json.dumps(body)}], "isError": "code" in body}
    return {"jsonrpc": "2.0", "id": sent["id"], "result": result}


def words_for(question: dict[str, Any]) -> str:
    """The last words of the model, with a claim on what the answers withhold, if they do."""
    withheld = [
        one["name"]
        for body in questions.responses_of(question)
        for one in (body.get("withheld") or {}).get("options", ())
        if "name" in one
    ]
    return WORDS.format(name=withheld[0] if withheld else "A warm bath")


def openai_answers(sent: Any) -> Any:
    """A turn of a model behind `/chat/completions`: first the recorded calls, then words."""
    question = BY_MESSAGE[next(m["content"] for m in sent["messages"] if m["role"] == "user")]
    called = [f"call_{place}" for place, _ in enumerate(question["calls"])]
    results = [m["tool_call_id"] for m in sent["messages"] if m["role"] == "tool"]
    if results:
        assert results == called
        message: dict[str, Any] = {"role": "assistant", "content": words_for(question)}
    else:
        assert all(one["function"]["parameters"]["type"] == "object" for one in sent["tools"])
        calls = [
            {
                "id": id_,
                "type": "function",
                "function": {"name": one["tool"], "arguments": json.dumps(one["arguments"])},
            }
            for id_, one in zip(called, question["calls"], strict=True)
        ]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
    return {"choices": [{"index": 0, "message": message}]}


def anthropic_answers(sent: Any) -> Any:
    """The same turns of a model behind `/messages`."""
    assert sent["max_tokens"] > 0
    question = BY_MESSAGE[sent["messages"][0]["content"]]
    if len(sent["messages"]) > 1:
        results = [part["tool_use_id"] for part in sent["messages"][-1]["content"]]
        assert results == [f"toolu_{place}" for place, _ in enumerate(question["calls"])]
        return {"content": [{"type": "text", "text": words_for(question)}]}
    calls = [
        {"type": "tool_use", "id": f"toolu_{place}", "name": one["tool"], "input": one["arguments"]}
        for place, one in enumerate(question["calls"])
    ]
    return {"content": [{"type": "text", "text": "I'll look that up."}, *calls]}


PLAYED = {
    "/mcp": service_answers,
    "/v1/chat/completions": openai_answers,
    "/v1/messages": anthropic_answers,
}


class Handler(BaseHTTPRequestHandler):
    """Answers each address from its records; what it cannot play is a 500."""

    def do_POST(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            status, reply = 200, PLAYED[self.path](sent)
        except (AssertionError, KeyError) as error:
            status, reply = 500, {"error": repr(error)}
        body = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Nothing is logged."""


@contextmanager
def played() -> Iterator[str]:
    """The address of a running server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
