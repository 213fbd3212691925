"""What the server hands over is answered as the contract says, whatever its headers say."""

import json
import re
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory

from api import views
from menoinfo.application import Application, without_parameters

pytestmark = pytest.mark.django_db

MODERN = {
    "HTTP_MCP_PROTOCOL_VERSION": "2026-07-28",
    "HTTP_MCP_METHOD": "tools/call",
    "HTTP_MCP_NAME": "explain",
    "HTTP_ACCEPT": "application/json, text/event-stream",
}


def message(topic: str) -> str:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "explain", "arguments": {"topic": topic}, "_meta": meta}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})


REQUESTS: dict[str, dict[str, Any]] = {
    "a slug": {"path": "/v1/explain", "query": "topic=hot-flushes"},
    "a sentence": {"path": "/v1/explain", "query": "topic=I+wake+up+soaked+every+night"},
    "a warning sign": {"path": "/v1/explain", "query": "topic=hot+flushes+and+I+want+to+die"},
    "options": {"path": "/v1/options", "query": "symptom=joint%20pain"},
    "evidence": {"path": "/v1/evidence", "query": "option=vaginal-oestrogen"},
    "a list": {"path": "/v1/doctor-prep", "query": "symptoms=hot+flushes%2C+brain+fog"},
    "a message beside the words": {
        "path": "/v1/explain",
        "query": "topic=hot+flushes&message=I+want+to+die",
    },
    "a list narrowed": {
        "path": "/v1/options",
        "query": "symptom=hot+flushes&kind=lifestyle&limit=2&detail=full",
    },
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
    "many fields": {
        "path": "/v1/explain",
        "query": "&".join(f"f{n}={n}" for n in range(40)) + "&topic=brain+fog",
    },
    "far too many fields": {
        "path": "/v1/explain",
        "query": "&".join(f"f{n}={n}" for n in range(1500)),
    },
    "not acceptable": {
        "path": "/v1/explain",
        "query": "topic=brain+fog",
        "HTTP_ACCEPT": "text/html",
    },
    "another host": {
        "path": "/v1/explain",
        "query": "topic=I+want+to+die",
        "HTTP_HOST": "elsewhere.example",
    },
    "no such host": {"path": "/v1/topics", "HTTP_HOST": "a b c"},
    "https": {"path": "/v1/topics", "wsgi.url_scheme": "https"},
    "unchanged": {"path": "/v1/topics", "HTTP_IF_NONE_MATCH": "*"},
    "head": {"path": "/v1/topics", "method": "HEAD"},
    "options method": {"path": "/v1/topics", "method": "OPTIONS"},
    "post to a call": {"path": "/v1/topics", "method": "POST", "body": "x"},
    "a slash too many": {"path": "/v1/topics/"},
    "no such call": {"path": "/v1/nothing"},
    "a message": {"path": "/mcp", "method": "POST", "body": message("hot flushes"), **MODERN},
    "a message with a sign": {
        "path": "/mcp",
        "method": "POST",
        "body": message("I want to die"),
        **MODERN,
    },
    "a message with a stroke behind the address": {
        "path": "/mcp/",
        "method": "POST",
        "body": message("I want to die"),
        **MODERN,
    },
    "a message behind a mark of byte order": {
        "path": "/mcp",
        "method": "POST",
        "body": "\ufeff" + message("I want to die"),
        **MODERN,
    },
    "a broken message": {"path": "/mcp", "method": "POST", "body": "{"},
    "a message that is no JSON": {
        "path": "/mcp",
        "method": "POST",
        "body": "x",
        "CONTENT_TYPE": "text/plain",
    },
    "a message from a page elsewhere": {
        "path": "/mcp",
        "method": "POST",
        "body": message("x"),
        "HTTP_ORIGIN": "https://elsewhere.example",
        **MODERN,
    },
    "a message from our page": {
        "path": "/mcp",
        "method": "POST",
        "body": message("brain fog"),
        "HTTP_ORIGIN": "http://127.0.0.1",
        **MODERN,
    },
    "a message too large": {
        "path": "/mcp",
        "method": "POST",
        "body": message("x" * 70_000),
        **MODERN,
    },
    "get a message": {"path": "/mcp"},
    "a message of no known length": {
        "path": "/mcp",
        "method": "POST",
        "body": message("I want to die"),
        **MODERN,
        "CONTENT_LENGTH": "2_0",
    },
    "a message of a length written out with zeros": {
        "path": "/mcp",
        "method": "POST",
        "body": message("I want to die"),
        **MODERN,
        "CONTENT_LENGTH": str(len(message("I want to die"))).zfill(22),
    },
    "a message of a length beyond counting": {
        "path": "/mcp",
        "method": "POST",
        "body": "{}",
        **MODERN,
        "CONTENT_LENGTH": "9" * 5000,
    },
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
    environ = (
        RequestFactory()
        .generic(how.get("method", "GET"), how["path"], how.get("body", ""), "application/json")
        .environ
    )
    environ |= {name: how[name] for name in ("CONTENT_TYPE", "CONTENT_LENGTH") if name in how}
    environ["QUERY_STRING"] = how.get("query", "")
    environ |= {
        "HTTP_HOST": "127.0.0.1",
        **{name: value for name, value in how.items() if name.startswith(("HTTP_", "wsgi."))},
    }
    seen: list[Any] = []
    for signal in (
        request_started,
        request_finished,
    ):  # as Django's own test client has it: the test's transaction stays open
        signal.disconnect(close_old_connections)
    try:
        parts = application(environ, lambda status, headers: seen.append((status, headers)))
        body = b"".join(parts)
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
    ((status, headers),) = seen
    return (
        status,
        sorted((name, re.sub(r"([rt])=\d+", r"\1=", value)) for name, value in headers),
        body,
    )


@pytest.mark.parametrize("name", REQUESTS)
def test_every_request_is_answered_once_and_whole(name: str) -> None:
    status, headers, _ = sent(Application(), REQUESTS[name])
    names = [header for header, _ in headers]
    assert status[:3] in (
        "200",
        "204",
        "301",
        "304",
        "400",
        "403",
        "404",
        "405",
        "406",
        "413",
        "415",
    )
    assert len(set(names)) == len(names)
    assert "Content-Security-Policy" in names


def test_what_has_not_changed_has_no_body_and_head_has_the_headers_of_get() -> None:
    """As the server sends them: Django's test client empties such bodies itself."""
    etag = dict(sent(Application(), {"path": "/v1/topics"})[1])["ETag"]
    assert sent(Application(), {"path": "/v1/topics", "HTTP_IF_NONE_MATCH": etag})[2] == b""
    for how in (
        {"path": "/v1/topics"},
        {"path": "/v1/explain", "query": "topic=hot-flushes"},
        {"path": "/openapi.json"},
    ):
        assert sent(Application(), how)[:2] == sent(Application(), {**how, "method": "HEAD"})[:2]


def test_a_fault_of_ours_still_leads_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: Any) -> bytes:
        raise RuntimeError("a fault")

    monkeypatch.setattr(views, "perform", broken)
    status, _, body = sent(Application(), {"path": "/v1/explain", "query": "topic=I+want+to+die"})
    assert status.startswith("500")
    assert body.startswith(b'{"urgent":')


@pytest.mark.parametrize("proxies", [0, 1])
def test_a_plain_request_is_sent_on_to_https_where_the_settings_say_so(
    settings: Any, proxies: int
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if proxies else None
    plain: dict[str, Any] = {"path": "/v1/topics"}
    safe = {
        **plain,
        **({"HTTP_X_FORWARDED_PROTO": "https"} if proxies else {"wsgi.url_scheme": "https"}),
    }
    for how, status in ((plain, "301"), (safe, "200")):
        assert sent(Application(), how)[0].startswith(status)
    sent_on = dict(sent(Application(), {"path": "/v1/explain", "query": "topic=I+want+to+die"})[1])
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
    ids=[
        "the host is wrong",
        "no format of ours is accepted",
        "the call is unknown",
        "a slash too many",
        "the quota is spent",
    ],
)
def test_the_screen_stands_before_everything(
    settings: Any, how: dict[str, str], status: str
) -> None:
    handler = Application()
    if status == "429":
        settings.RATE_LIMIT = "1/d"
        assert sent(handler, {"path": "/v1/topics"})[0].startswith("200")
    answered, _, body = sent(
        handler, {"path": "/v1/explain", "query": "topic=I+want+to+die", **how}
    )
    assert answered.startswith(status)
    assert body.startswith(b'{"urgent":')


@pytest.mark.parametrize("charset", ["rot13", "hex", "utf-7", "undefined", "utf-16", ""])
def test_no_charset_changes_what_is_read_or_breaks_it(charset: str) -> None:
    """Django would read the query by it; what is screened and what is answered are one text."""
    many = "&".join(["a=1"] * 30)
    hidden = "%2BAEkAIAB3AGEAbgB0ACAAdABvACAAawBpAGwAbAAgAG0AeQBzAGUAbABm-"  # a sign in UTF-7
    for query in ("topic=hot+flushes", f"{many}&topic={hidden}"):
        status, _, body = sent(
            Application(),
            {
                "path": "/v1/explain",
                "query": query,
                "CONTENT_TYPE": f"text/plain; charset={charset}",
            },
        )
        assert status[:3] in ("200", "404")
        assert b"low-mood" not in body
    for kind in ("application/json; x*=foo''a", f"application/json; charset={charset}"):
        how = {
            "path": "/mcp",
            "method": "POST",
            "body": message("hot flushes"),
            **MODERN,
            "CONTENT_TYPE": kind,
        }
        assert sent(Application(), how)[0][:3] == "200"


@pytest.mark.parametrize(
    "kind",
    [
        "a/b; charset*=my-chest-hurts'y'z",
        "multipart/form-data; boundary=B; charset=hex",
        "multipart/form-data; charset=undefined; boundary=B",
        "a/b; x*=a''b",
    ],
)
def test_no_content_type_breaks_the_admin(kind: str) -> None:
    """Django reads its parameters before any of our code runs: what fails there ends in the
    server's own log, words and all.
    """
    form = '--B\r\nContent-Disposition: form-data; name="username"\r\n\r\nsomebody\r\n--B--\r\n'
    cookie = {"HTTP_COOKIE": f"csrftoken={'a' * 32}"}
    for path in ("/admin/login/", "/admin/x"):
        status, _, _ = sent(
            Application(),
            {"path": path, "method": "POST", "body": form, "CONTENT_TYPE": kind, **cookie},
        )
        assert status[:3] in ("302", "400", "403", "404"), path


@pytest.mark.parametrize(
    ("kind", "read"),
    [
        (
            "multipart/form-data; boundary=----WebKitFormBoundaryAb1",
            'multipart/form-data; boundary="----WebKitFormBoundaryAb1"',
        ),
        (
            'Multipart/Form-Data; charset=hex; boundary="a b"; x=y',
            'Multipart/Form-Data; boundary="a b"',
        ),
        ("multipart/form-data; boundary=é", "multipart/form-data"),
        ("application/x-www-form-urlencoded; boundary=b", "application/x-www-form-urlencoded"),
    ],
)
def test_a_form_of_several_parts_keeps_its_boundary_in_the_admin(kind: str, read: str) -> None:
    assert without_parameters(kind, keep_boundary=True) == read


def test_a_sign_among_far_too_many_fields_is_still_led_with() -> None:
    query = "&".join(f"f{n}={n}" for n in range(1500)) + "&topic=I+want+to+die"
    status, _, body = sent(
        Application(),
        {"path": "/v1/explain", "query": query, "CONTENT_TYPE": "application/json; charset=utf-8"},
    )
    assert status.startswith("400")
    assert body.startswith(b'{"urgent":')


def test_raw_letters_in_a_query_are_screened_as_they_are_answered() -> None:
    wide = (
        "".join(chr(ord(letter) + 0xFEE0) if letter != " " else "+" for letter in "i want to die")
        .encode()
        .decode("latin-1")
    )
    assert sent(Application(), {"path": "/v1/explain", "query": f"topic={wide}"})[2].startswith(
        b'{"urgent":'
    )


@pytest.mark.parametrize(
    "path",
    [
        "/v1/I-want-to-die",
        "/explain/i-want-to-kill-myself",
        "/I+want+to+die",
        "/v1/explain/I_want_to_die",
        "/symptoms/i-want-to-die",
    ],
)
def test_words_in_an_address_are_screened(path: str) -> None:
    assert (
        b"findahelpline"
        in sent(Application(), {"path": path, "HTTP_ACCEPT": "application/json"})[2]
    )
