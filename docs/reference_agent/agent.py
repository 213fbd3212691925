"""A small agent over the five tools that keeps the five relay rules by construction.

    MODEL_URL=https://models.example/v1 MODEL_NAME=… MODEL_API_KEY=… \\
        python -m docs.reference_agent.agent "I wake up soaked every night"

The model chooses tools and writes the middle of the answer. The program says `urgent` first and by
itself, adds each doctor flag whole, leaves out what the model says of a dose, a diagnosis or a
withheld option, and links the pages. Standard library only, besides the relay kit.
"""

import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from api.relay_check import bodies_of, check

MOST_TURNS = 6
TIMEOUT = 60  # seconds for the model or the service
SYSTEM = (
    "You answer questions about menopause from the tools alone. Call the tools that fit, then "
    "write a short, kind answer in the person's language. Quote ratings as they are. Do not "
    "diagnose, give a dose, or say anything of what is withheld. The program around you says what "
    "is urgent, when to see a doctor and where to read more: leave these out."
)
NO_ANSWER = "The page below has what is known about this."

Body = dict[str, Any]


@dataclass
class Turn:
    """What the model said in one turn: words, calls (`id`, `name`, `arguments`), or both."""

    text: str
    calls: list[dict[str, Any]] = field(default_factory=list)


def post(url: str, body: Any, headers: dict[str, str]) -> Any:
    """Send JSON and read JSON. Raises `OSError` for whatever goes wrong on the way."""
    sent = json.dumps(body).encode()
    asked = urllib.request.Request(
        url, sent, {"Content-Type": "application/json", "Accept": "application/json", **headers}
    )
    with urllib.request.urlopen(asked, timeout=TIMEOUT) as reply:
        return json.load(reply)


class Service:
    """The five tools, over MCP. Each call carries the person's whole message, to be screened."""

    def __init__(self, url: str, message: str) -> None:
        self.url, self.message = f"{url}/mcp", message

    def tools(self) -> list[Body]:
        """The tools as the service describes them."""
        listed: list[Body] = self._asked("tools/list", {})["tools"]
        return listed

    def call(self, name: str, arguments: Body) -> Body:
        """The body that a tool answers with, be it an answer or a refusal."""
        given = {"name": name, "arguments": {**arguments, "message": self.message[:2000]}}
        return bodies_of(self._asked("tools/call", given))[0]

    def _asked(self, method: str, params: Body) -> Body:
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        reply = post(self.url, message, {"MCP-Protocol-Version": "2025-06-18"})
        if "result" not in reply:
            raise OSError(reply["error"]["message"])
        result: Body = reply["result"]
        return result


class OpenAI:
    """A model behind `/chat/completions`."""

    def __init__(self, url: str, name: str, key: str, tools: list[Body]) -> None:
        self.url, self.headers = f"{url}/chat/completions", {"Authorization": f"Bearer {key}"}
        described = [
            {
                "type": "function",
                "function": {
                    "name": one["name"],
                    "description": one["description"],
                    "parameters": one["inputSchema"],
                },
            }
            for one in tools
        ]
        self.body: Body = {"model": name, "tools": described, "messages": []}
        self.messages: list[Body] = self.body["messages"]
        self.messages.append({"role": "system", "content": SYSTEM})

    def turn(self) -> Turn:
        """Ask for the next turn."""
        said = post(self.url, self.body, self.headers)["choices"][0]["message"]
        self.messages.append(said)
        calls = [
            {
                "id": one["id"],
                "name": one["function"]["name"],
                "arguments": json.loads(one["function"]["arguments"] or "{}"),
            }
            for one in said.get("tool_calls") or ()
        ]
        return Turn(said.get("content") or "", calls)

    def hear(self, message: str) -> None:
        """Add what the person said."""
        self.messages.append({"role": "user", "content": message})

    def results(self, given: list[tuple[str, Body]]) -> None:
        """Add what the tools answered, by the id of each call."""
        self.messages += [
            {"role": "tool", "tool_call_id": id_, "content": json.dumps(body, ensure_ascii=False)}
            for id_, body in given
        ]


class Anthropic:
    """A model behind `/messages`."""

    def __init__(self, url: str, name: str, key: str, tools: list[Body]) -> None:
        self.url = f"{url}/messages"
        self.headers = {"x-api-key": key, "anthropic-version": "2023-06-01"}
        described = [
            {
                "name": one["name"],
                "description": one["description"],
                "input_schema": one["inputSchema"],
            }
            for one in tools
        ]
        self.body: Body = {"model": name, "max_tokens": 1500, "system": SYSTEM, "tools": described}
        self.messages: list[Body] = self.body.setdefault("messages", [])

    def turn(self) -> Turn:
        """Ask for the next turn."""
        parts = post(self.url, self.body, self.headers)["content"]
        self.messages.append({"role": "assistant", "content": parts})
        calls = [
            {"id": one["id"], "name": one["name"], "arguments": one["input"]}
            for one in parts
            if one["type"] == "tool_use"
        ]
        return Turn("".join(one["text"] for one in parts if one["type"] == "text"), calls)

    def hear(self, message: str) -> None:
        """Add what the person said."""
        self.messages.append({"role": "user", "content": message})

    def results(self, given: list[tuple[str, Body]]) -> None:
        """Add what the tools answered, by the id of each call."""
        parts = [
            {
                "type": "tool_result",
                "tool_use_id": id_,
                "content": json.dumps(body, ensure_ascii=False),
            }
            for id_, body in given
        ]
        self.messages.append({"role": "user", "content": parts})


def kept(bodies: list[Body], text: str) -> str:
    """What of the model's words may be shown: no paragraph that breaks rule 3 or 4."""

    def breaks(words: str) -> bool:
        return any(one.fault for one in check(bodies, words)[2:4])

    left = "\n\n".join(part for part in text.split("\n\n") if part.strip() and not breaks(part))
    return "" if breaks(left) else left


def said(message: str, settings: dict[str, str]) -> Iterator[str]:
    """The parts of the answer, as soon as each is known; `urgent` does not wait for the model."""
    service = Service(settings.get("SERVICE_URL", "http://127.0.0.1:8000").rstrip("/"), message)
    screened = service.call("topics", {})
    if "urgent" in screened:
        yield screened["urgent"]
    bodies: list[Body] = []
    try:
        text = _written(service, message, settings, bodies)
    except OSError as error:  # the model is away: what the service said still counts
        print(f"The model did not answer: {error}", file=sys.stderr)
        text = ""
    later = {body["urgent"] for body in bodies if "urgent" in body} - {screened.get("urgent")}
    yield from later
    yield kept([*bodies, screened], text) or NO_ANSWER
    for flag in dict.fromkeys(body.get("when_to_see_a_doctor") for body in bodies):
        if flag:
            yield f"When to see a doctor\n\n{flag}"
    pages = [body["source_page"] for body in bodies if body.get("source_page")]
    for page in dict.fromkeys(pages or [screened.get("source_page")]):
        if page:
            yield f"Read more: {page}"


def _written(service: Service, message: str, settings: dict[str, str], bodies: list[Body]) -> str:
    """What the model writes. `bodies`: where what the tools answer is added."""
    speaks = Anthropic if settings.get("MODEL_API") == "anthropic" else OpenAI
    url, key = settings["MODEL_URL"].rstrip("/"), settings.get("MODEL_API_KEY", "")
    model = speaks(url, settings["MODEL_NAME"], key, service.tools())
    model.hear(message)
    for _ in range(MOST_TURNS):
        turn = model.turn()
        if not turn.calls:
            return turn.text
        answered = [(one["id"], service.call(one["name"], one["arguments"])) for one in turn.calls]
        bodies += [body for _, body in answered]
        model.results(answered)
    return ""


if __name__ == "__main__":
    for part in said(" ".join(sys.argv[1:]), dict(os.environ)):
        print(part, end="\n\n", flush=True)
