"""The short way for the addresses that agents call: it answers as Django's own way does, header by header."""

import json
import re
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory

from api import views
from menoinfo.handler import Handler

pytestmark = pytest.mark.django_db

MODERN = {
    "HTTP_MCP_PROTOCOL_VERSION": "2026-07-28",
    "HTTP_MCP_METHOD": "tools/call",
    "HTTP_MCP_NAME": "explain",
    "HTTP_ACCEPT": "application/json, text/event-stream",
}


def message(topic: str) -> str:
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    params = {"name": "explain", "arguments": {"topic": topic}, "_meta": meta}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})


REQUESTS: dict[str, dict[str, Any]] = {
    "a slug": {"path": "/v1/explain", "query": "topic=hot-flushes"},
    "a sentence": {"path": "/v1/explain", "query": "topic=I+wake+up+soaked+every+night"},
    "a warning sign": {"path": "/v1/explain", "query": "topic=hot+flushes+and+I+want+to+die"},
    "options": {"path": "/v1/options", "query": "symptom=joint%20pain"},
    "evidence": {"path": "/v1/evidence", "query": "option=vaginal-oestrogen"},
    "a list": {"path": "/v1/doctor-prep", "query": "symptoms=hot+flushes%2C+brain+fog"},
    "topics": {"path": "/v1/topics"},
    "topics with words": {"path": "/v1/topics", "query": "x=1"},
    "nothing covered": {"path": "/v1/explain", "query": "topic=car+insurance"},
    "nothing covered, with a sign": {"path": "/v1/explain", "query": "topic=crushing+chest+pain"},
    "no parameter": {"path": "/v1/explain"},
    "a parameter twice": {"path": "/v1/explain", "query": "topic=a&topic=b"},
    "an empty parameter": {"path": "/v1/explain", "query": "topic="},
    "bytes that are no text": {"path": "/v1/explain", "query": "topic=%ff%fe"},
    "letters sent as bytes": {"path": "/v1/explain", "query": "topic=caf\xc3\xa9"},
    "many fields": {"path": "/v1/explain", "query": "&".join(f"f{n}={n}" for n in range(40)) + "&topic=brain+fog"},
    "far too many fields": {"path": "/v1/explain", "query": "&".join(f"f{n}={n}" for n in range(1500))},
    "not acceptable": {"path": "/v1/explain", "query": "topic=brain+fog", "HTTP_ACCEPT": "text/html"},
    "another host": {"path": "/v1/explain", "query": "topic=I+want+to+die", "HTTP_HOST": "elsewhere.example"},
    "no such host": {"path": "/v1/topics", "HTTP_HOST": "a b c"},
    "https": {"path": "/v1/topics", "wsgi.url_scheme": "https"},
    "unchanged": {"path": "/v1/topics", "HTTP_IF_NONE_MATCH": "*"},
    "head": {"path": "/v1/topics", "method": "HEAD"},
    "options method": {"path": "/v1/topics", "method": "OPTIONS"},
    "post to a call": {"path": "/v1/topics", "method": "POST", "body": "x"},
    "a slash too many": {"path": "/v1/topics/"},
    "no such call": {"path": "/v1/nothing"},
    "a message": {"path": "/mcp", "method": "POST", "body": message("hot flushes"), **MODERN},
    "a message with a sign": {"path": "/mcp", "method": "POST", "body": message("I want to die"), **MODERN},
    "a broken message": {"path": "/mcp", "method": "POST", "body": "{"},
    "a message that is no JSON": {"path": "/mcp", "method": "POST", "body": "x", "CONTENT_TYPE": "text/plain"},
    "a message from a page elsewhere": {"path": "/mcp", "method": "POST", "body": message("x"), "HTTP_ORIGIN": "https://elsewhere.example", **MODERN},
    "a message from our page": {"path": "/mcp", "method": "POST", "body": message("brain fog"), "HTTP_ORIGIN": "http://127.0.0.1", **MODERN},
    "a message too large": {"path": "/mcp", "method": "POST", "body": message("x" * 70_000), **MODERN},
    "get a message": {"path": "/mcp"},
}


def sent(application: Any, how: dict[str, Any]) -> tuple[str, list[tuple[str, str]], bytes]:
    """What an application answers: status, headers in order of their names, body."""
    environ = (
        RequestFactory().generic(how.get("method", "GET"), how["path"], how.get("body", ""), how.get("CONTENT_TYPE", "application/json")).environ
    )
    environ["QUERY_STRING"] = how.get("query", "")
    environ |= {"HTTP_HOST": "127.0.0.1", **{name: value for name, value in how.items() if name.startswith(("HTTP_", "wsgi."))}}
    seen: list[Any] = []
    parts = application(environ, lambda status, headers: seen.append((status, headers)))
    body = b"".join(parts)
    ((status, headers),) = seen
    return status, sorted((name, re.sub(r"([rt])=\d+", r"\1=", value)) for name, value in headers), body


@pytest.fixture
def public(settings: Any) -> None:
    """Settings of a public service, which its middleware adds more headers for."""
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31536000, True


@pytest.mark.usefixtures("public")
@pytest.mark.parametrize("name", REQUESTS)
def test_both_ways_answer_alike(name: str) -> None:
    short, long = sent(Handler(), REQUESTS[name]), sent(WSGIHandler(), REQUESTS[name])
    assert short == long
    assert len({header for header, _ in short[1]}) == len(short[1])


def test_a_fault_of_ours_is_answered_alike_and_still_leads_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: Any) -> bytes:
        raise RuntimeError("a fault")

    monkeypatch.setattr(views, "perform", broken)
    how = {"path": "/v1/explain", "query": "topic=I+want+to+die"}
    short, long = sent(Handler(), how), sent(WSGIHandler(), how)
    assert short == long
    assert short[0].startswith("500")
    assert short[2].startswith(b'{"urgent":')


@pytest.mark.parametrize("proxies", [0, 1])
def test_a_plain_request_is_sent_on_to_https_where_the_settings_say_so(settings: Any, proxies: int) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if proxies else None
    plain: dict[str, Any] = {"path": "/v1/topics"}
    safe = {**plain, **({"HTTP_X_FORWARDED_PROTO": "https"} if proxies else {"wsgi.url_scheme": "https"})}
    for how, status in ((plain, "301"), (safe, "200")):
        short, long = sent(Handler(), how), sent(WSGIHandler(), how)
        assert short == long
        assert short[0].startswith(status)


def test_the_screen_stands_before_everything_on_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the quota is spent, the host is wrong and the call is unknown."""
    for how in ({"HTTP_HOST": "elsewhere.example"}, {"HTTP_ACCEPT": "text/html"}):
        assert sent(Handler(), {"path": "/v1/explain", "query": "topic=I+want+to+die", **how})[2].startswith(b'{"urgent":')
