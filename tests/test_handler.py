"""The short way for the addresses that agents call: it answers as Django's own way does, header by header."""

import json
import re
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
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
    "a message beside the words": {"path": "/v1/explain", "query": "topic=hot+flushes&message=I+want+to+die"},
    "a list narrowed": {"path": "/v1/options", "query": "symptom=hot+flushes&kind=lifestyle&limit=2&detail=full"},
    "a value that is not taken": {"path": "/v1/options", "query": "symptom=hot+flushes&limit=0"},
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
    "a message with a stroke behind the address": {"path": "/mcp/", "method": "POST", "body": message("I want to die"), **MODERN},
    "a message behind a mark of byte order": {"path": "/mcp", "method": "POST", "body": "\ufeff" + message("I want to die"), **MODERN},
    "a broken message": {"path": "/mcp", "method": "POST", "body": "{"},
    "a message that is no JSON": {"path": "/mcp", "method": "POST", "body": "x", "CONTENT_TYPE": "text/plain"},
    "a message from a page elsewhere": {"path": "/mcp", "method": "POST", "body": message("x"), "HTTP_ORIGIN": "https://elsewhere.example", **MODERN},
    "a message from our page": {"path": "/mcp", "method": "POST", "body": message("brain fog"), "HTTP_ORIGIN": "http://127.0.0.1", **MODERN},
    "a message too large": {"path": "/mcp", "method": "POST", "body": message("x" * 70_000), **MODERN},
    "get a message": {"path": "/mcp"},
    "a message of no known length": {"path": "/mcp", "method": "POST", "body": message("I want to die"), **MODERN, "CONTENT_LENGTH": "2_0"},
    "a message of a length written out with zeros": {
        "path": "/mcp",
        "method": "POST",
        "body": message("I want to die"),
        **MODERN,
        "CONTENT_LENGTH": str(len(message("I want to die"))).zfill(22),
    },
    "a message of a length beyond counting": {"path": "/mcp", "method": "POST", "body": "{}", **MODERN, "CONTENT_LENGTH": "9" * 5000},
    "a call of a length written out with zeros": {"path": "/v1/topics", "CONTENT_LENGTH": "0" * 19},
    "a call with a length that is no number": {"path": "/v1/topics", "CONTENT_LENGTH": "abc"},
    "a tool's name in letters of no base64": {
        "path": "/mcp",
        "method": "POST",
        "body": message("x"),
        **MODERN,
        "HTTP_MCP_NAME": "=?base64?\xe9\xe9\xe9\xe9?=",
    },
}


def sent(application: Any, how: dict[str, Any]) -> tuple[str, list[tuple[str, str]], bytes]:
    """What an application answers: status, headers in order of their names, body."""
    environ = RequestFactory().generic(how.get("method", "GET"), how["path"], how.get("body", ""), "application/json").environ
    environ |= {name: how[name] for name in ("CONTENT_TYPE", "CONTENT_LENGTH") if name in how}
    environ["QUERY_STRING"] = how.get("query", "")
    environ |= {"HTTP_HOST": "127.0.0.1", **{name: value for name, value in how.items() if name.startswith(("HTTP_", "wsgi."))}}
    seen: list[Any] = []
    for signal in (request_started, request_finished):  # as Django's own test client has it: the test's transaction stays open
        signal.disconnect(close_old_connections)
    try:
        parts = application(environ, lambda status, headers: seen.append((status, headers)))
        body = b"".join(parts)
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
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


def test_what_has_not_changed_has_no_body_and_head_has_the_headers_of_get() -> None:
    """As the server sends them: Django's test client empties such bodies itself."""
    etag = dict(sent(Handler(), {"path": "/v1/topics"})[1])["ETag"]
    assert sent(Handler(), {"path": "/v1/topics", "HTTP_IF_NONE_MATCH": etag})[2] == b""
    for how in ({"path": "/v1/topics"}, {"path": "/v1/explain", "query": "topic=hot-flushes"}, {"path": "/openapi.json"}):
        assert sent(Handler(), how)[:2] == sent(Handler(), {**how, "method": "HEAD"})[:2]


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
    sent_on = dict(sent(Handler(), {"path": "/v1/explain", "query": "topic=I+want+to+die"})[1])
    assert sent_on["Cache-Control"] == "no-store"  # its address holds the words


@pytest.mark.parametrize(
    ("how", "status"),
    [
        ({"HTTP_HOST": "elsewhere.example"}, "400"),
        ({"HTTP_ACCEPT": "text/html"}, "406"),
        ({"path": "/v1/nothing"}, "404"),
        ({"path": "/v1/explain/"}, "404"),
        ({}, "429"),
    ],
    ids=["the host is wrong", "no format of ours is accepted", "the call is unknown", "a slash too many", "the quota is spent"],
)
def test_the_screen_stands_before_everything_on_the_short_way(settings: Any, how: dict[str, str], status: str) -> None:
    handler = Handler()
    if status == "429":
        settings.RATE_LIMIT = "1/d"
        assert sent(handler, {"path": "/v1/topics"})[0].startswith("200")
    answered, _, body = sent(handler, {"path": "/v1/explain", "query": "topic=I+want+to+die", **how})
    assert answered.startswith(status)
    assert body.startswith(b'{"urgent":')


@pytest.mark.parametrize("charset", ["rot13", "hex", "utf-7", "undefined", "utf-16", ""])
def test_no_charset_changes_what_is_read_or_breaks_it(charset: str) -> None:
    """Django would read the query by it; what is screened and what is answered are one text."""
    many = "&".join(["a=1"] * 30)
    hidden = "%2BAEkAIAB3AGEAbgB0ACAAdABvACAAawBpAGwAbAAgAG0AeQBzAGUAbABm-"  # a sign in UTF-7
    for query in ("topic=hot+flushes", f"{many}&topic={hidden}"):
        status, _, body = sent(Handler(), {"path": "/v1/explain", "query": query, "CONTENT_TYPE": f"text/plain; charset={charset}"})
        assert status[:3] in ("200", "404")
        assert b"low-mood" not in body
    for kind in ("application/json; x*=foo''a", f"application/json; charset={charset}"):
        how = {"path": "/mcp", "method": "POST", "body": message("hot flushes"), **MODERN, "CONTENT_TYPE": kind}
        assert sent(Handler(), how)[0][:3] == "200"


@pytest.mark.parametrize(
    "kind",
    [
        "a/b; charset*=my-chest-hurts'y'z",
        "multipart/form-data; boundary=B; charset=hex",
        "multipart/form-data; charset=undefined; boundary=B",
        "a/b; x*=a''b",
    ],
)
def test_no_content_type_breaks_the_desk(kind: str) -> None:
    """Django reads its parameters before any of our code runs: what fails there ends in the server's own log, words and all."""
    form = '--B\r\nContent-Disposition: form-data; name="username"\r\n\r\nsomebody\r\n--B--\r\n'
    cookie = {"HTTP_COOKIE": f"csrftoken={'a' * 32}"}
    for path in ("/admin/login/", "/admin/x"):
        status, _, _ = sent(Handler(), {"path": path, "method": "POST", "body": form, "CONTENT_TYPE": kind, **cookie})
        assert status[:3] in ("302", "400", "403", "404"), path


@pytest.mark.parametrize(
    ("kind", "read"),
    [
        ("multipart/form-data; boundary=----WebKitFormBoundaryAb1", 'multipart/form-data; boundary="----WebKitFormBoundaryAb1"'),
        ('Multipart/Form-Data; charset=hex; boundary="a b"; x=y', 'Multipart/Form-Data; boundary="a b"'),
        ("multipart/form-data; boundary=é", "multipart/form-data"),
        ("application/x-www-form-urlencoded; boundary=b", "application/x-www-form-urlencoded"),
    ],
)
def test_a_form_of_several_parts_keeps_its_boundary_at_the_desk(kind: str, read: str) -> None:
    seen: list[str] = []

    class Seeing(Handler):
        def _djangos_own(self, environ: dict[str, Any], start_response: Any) -> Any:
            seen.append(environ["CONTENT_TYPE"])
            return super()._djangos_own(environ, start_response)

    sent(Seeing(), {"path": "/admin/login/", "CONTENT_TYPE": kind})
    assert seen == [read]


def test_a_sign_among_far_too_many_fields_is_still_led_with() -> None:
    query = "&".join(f"f{n}={n}" for n in range(1500)) + "&topic=I+want+to+die"
    status, _, body = sent(Handler(), {"path": "/v1/explain", "query": query, "CONTENT_TYPE": "application/json; charset=utf-8"})
    assert status.startswith("400")
    assert body.startswith(b'{"urgent":')


def test_raw_letters_in_a_query_are_screened_as_they_are_answered() -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) if letter != " " else "+" for letter in "i want to die").encode().decode("latin-1")
    assert sent(Handler(), {"path": "/v1/explain", "query": f"topic={wide}"})[2].startswith(b'{"urgent":')


@pytest.mark.parametrize(
    "path", ["/v1/I-want-to-die", "/explain/i-want-to-kill-myself", "/I+want+to+die", "/v1/explain/I_want_to_die", "/symptoms/i-want-to-die"]
)
def test_words_in_an_address_are_screened(path: str) -> None:
    assert b"findahelpline" in sent(Handler(), {"path": path, "HTTP_ACCEPT": "application/json"})[2]


def test_what_has_not_changed_is_told_alike() -> None:
    etag = dict(sent(Handler(), {"path": "/v1/topics"})[1])["ETag"]
    short, long = (sent(application, {"path": "/v1/topics", "HTTP_IF_NONE_MATCH": etag}) for application in (Handler(), WSGIHandler()))
    assert short == long
    assert short[0].startswith("304")


def test_a_request_without_a_host_opens_no_door_for_an_empty_one() -> None:
    handler = Handler()
    sent(handler, {"path": "/v1/topics", "HTTP_HOST": ""})
    assert not handler._hosts
