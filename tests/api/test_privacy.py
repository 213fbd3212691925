"""A caller's words and address, sent in every way, also while something of ours breaks: kept
nowhere, logged nowhere, sent back nowhere.
"""

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import get_resolver

from api.operations import metrics, usage
from menoinfo.logs import WordlessFormatter
from tests.test_architecture import routes

WORD, ADDRESS = "zebrafinchmarker", "198.51.100.77"
SIGN = f"I want to die {WORD}"
HEADERS: dict[str, Any] = {
    "REMOTE_ADDR": ADDRESS,
    "HTTP_USER_AGENT": f"agent/1 {WORD}",
    "HTTP_REFERER": f"https://x.example/{WORD}",
    "HTTP_COOKIE": f"a={WORD}",
    "HTTP_X_REQUEST_ID": WORD,
}


def told(client: Client, **arguments: str) -> Any:
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "explain", "arguments": arguments},
    }
    return client.post(
        "/mcp",
        json.dumps(message),
        content_type="application/json",
        HTTP_ACCEPT="application/json, text/event-stream",
        **HEADERS,
    )


TRANSPORTS: dict[str, Callable[[Client, str], Any]] = {
    "explain": lambda client, words: client.get("/v1/explain", {"topic": words}, **HEADERS),
    "options": lambda client, words: client.get("/v1/options", {"symptom": words}, **HEADERS),
    "evidence": lambda client, words: client.get("/v1/evidence", {"option": words}, **HEADERS),
    "doctor-prep": lambda client, words: client.get(
        "/v1/doctor-prep", {"symptoms": words}, **HEADERS
    ),
    "topics": lambda client, words: client.get("/v1/topics", {"x": words}, **HEADERS),
    "mcp": lambda client, words: told(client, topic=words),
    "message": lambda client, words: client.get(
        "/v1/options", {"symptom": "hot flushes", "message": words}, **HEADERS
    ),
    "message over mcp": lambda client, words: told(client, topic="hot flushes", message=words),
    "what a host adds over mcp": lambda client, words: told(
        client, topic="hot flushes", chatInput=words
    ),
    "search": lambda client, words: client.post(
        "/search",
        urlencode({"topic": words}),
        content_type="application/x-www-form-urlencoded",
        **HEADERS,
    ),
    "nowhere": lambda client, words: client.get(f"/{words}", **HEADERS),
}


@pytest.fixture
def said() -> Iterator[io.StringIO]:
    """Everything logged meanwhile, as the service formats it, at the most talkative level."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(WordlessFormatter())
    root = logging.getLogger()
    level = root.level
    loggers = [
        root,
        *(
            logging.getLogger(name)
            for name in (
                "django",
                "django.request",
                "django.db.backends",
                "content",
                "api",
                "mcp_bridge",
            )
        ),
    ]
    for logger in loggers:
        logger.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield out
    root.setLevel(level)
    for logger in loggers:
        logger.removeHandler(handler)


def kept() -> str:
    """Every row of every table, as text, once what waits on usage journals is flushed."""
    usage.flush()
    rows = [
        str(list(model._default_manager.values_list()))
        for model in apps.get_models(include_auto_created=True)
    ]
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows.append(str(cursor.fetchall()))
    return "\n".join(rows)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "words", [WORD, f"hot flushes {WORD}", SIGN], ids=["unknown", "a topic", "a warning sign"]
)
@pytest.mark.parametrize("send", TRANSPORTS.values(), ids=TRANSPORTS.keys())
def test_words_and_address_are_kept_nowhere(
    client: Client, send: Callable[[Client, str], Any], words: str, said: io.StringIO
) -> None:
    response = send(client, words)
    assert response.status_code < 500
    assert WORD not in response.content.decode()
    assert WORD not in str(dict(response.headers))
    assert "Set-Cookie" not in response.headers
    for place in (kept(), said.getvalue(), metrics.exposed()[0].decode()):
        assert WORD not in place
        assert ADDRESS not in place


@pytest.mark.django_db
@pytest.mark.parametrize("words", [f"hot flushes {WORD}", SIGN], ids=["a topic", "a warning sign"])
@pytest.mark.parametrize("name", [name for name in TRANSPORTS if name not in ("nowhere", "topics")])
def test_a_fault_of_ours_tells_nobody_the_words(
    client: Client, name: str, words: str, said: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(f"{words} {ADDRESS}")

    monkeypatch.setattr("content.language.matching.Matcher.find", broken)
    response = TRANSPORTS[name](client, words)
    body = response.content.decode()
    assert WORD not in body
    assert ADDRESS not in body
    if words == SIGN and name != "search":
        assert body.replace("\\", "").partition('"urgent"')[0] in (
            "{",
            '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{',
        )
    for place in (kept(), said.getvalue(), metrics.exposed()[0].decode()):
        assert WORD not in place
        assert ADDRESS not in place
    assert "RuntimeError" in said.getvalue(), "the operator is still told what broke, and where"


@pytest.mark.django_db
def test_the_sign_in_page_keeps_the_account_name_alone(client: Client, said: io.StringIO) -> None:
    """Anybody may post to it.

    One row for each name, whatever browser is claimed, or the count would not lock.
    """
    from axes.models import AccessAttempt

    for browser in (WORD, "", None, f"{WORD} 2"):
        headers = {**HEADERS, "HTTP_ACCEPT": WORD} | (
            {} if browser is None else {"HTTP_USER_AGENT": browser}
        )
        if browser is None:
            del headers["HTTP_USER_AGENT"]
        form = {"username": "nobody", "password": WORD, WORD: WORD}
        assert client.post(f"/admin/login/?q={WORD}", form, **headers).status_code == 200
    attempt = AccessAttempt.objects.get()
    assert (attempt.username, attempt.failures_since_start) == ("nobody", 4)
    attempt.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():  # as two failures at once would
        attempt.save(force_insert=True)
    for place in (kept(), said.getvalue()):
        assert WORD not in place
        assert ADDRESS not in place


@pytest.mark.django_db
def test_answers_to_words_are_kept_by_no_cache_and_passed_on_to_nobody(client: Client) -> None:
    for send in TRANSPORTS.values():
        response = send(client, f"hot flushes {WORD}")
        assert response["Cache-Control"] == "no-store"
        assert response["Referrer-Policy"] == "no-referrer"
        assert "ETag" not in response


def public_addresses() -> list[str]:
    """An address of every route that is no call, the admin's apart."""
    shown = {"<path:page>": "index", "<slug:slug>": ""}
    records = {
        "symptoms/": "hot-flushes",
        "conditions/": "osteoporosis",
        "guides/": "menopause",
        "options/": "vaginal-oestrogen",
    }
    found = []
    for route, _ in routes(get_resolver()):
        if route.startswith(("v1/", settings.ADMIN_PREFIX.removeprefix("/"))) or route in (
            "mcp",
            "mcp/",
        ):
            continue
        for part, value in shown.items():
            route = route.replace(
                part,
                value
                or next((slug for folder, slug in records.items() if route.startswith(folder)), ""),
            )
        found.append(f"/{route}")
    return [*found, "/symptoms/hot-flushes.md", "/get-help-now.md"]


def test_every_route_is_among_the_addresses_tried() -> None:
    assert {
        "/",
        "/index.md",
        "/sitemap.xml",
        "/robots.txt",
        "/llms.txt",
        "/mcp/server-card",
        "/.well-known/security.txt",
    } <= set(public_addresses())


@pytest.mark.django_db
@pytest.mark.parametrize("path", public_addresses())
def test_what_is_asked_for_with_words_is_kept_by_no_cache(client: Client, path: str) -> None:
    plain = client.get(path)
    assert plain.status_code == 200
    for words in (WORD, f"q={WORD}", "q=I+want+to+die"):
        for known in ({}, {"HTTP_IF_NONE_MATCH": plain.get("ETag", "*")}):
            response = client.get(f"{path}?{words}", **known)  # type: ignore[arg-type]
            assert (response.status_code, response["Cache-Control"]) == (200, "no-store")
            assert "ETag" not in response
            assert WORD not in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/v1/topics", *public_addresses()])
def test_what_may_be_kept_says_so_and_is_sent_once(client: Client, path: str) -> None:
    first = client.get(path)
    if first["Cache-Control"] == "no-store":
        assert "ETag" not in first
        return
    tag = first["ETag"]
    for known in (
        tag,
        "*",
        f'"other", {tag}',
        tag.removeprefix("W/"),
        f"W/{tag.removeprefix('W/')}",
    ):
        again = client.get(path, HTTP_IF_NONE_MATCH=known)
        assert (again.status_code, again.content, again["ETag"], again["Cache-Control"]) == (
            304,
            b"",
            tag,
            first["Cache-Control"],
        ), known
        assert again.get("Access-Control-Allow-Origin") == first.get("Access-Control-Allow-Origin")
    for other in ('"other"', tag[1:-1], f'"{tag}"x'):
        assert client.get(path, HTTP_IF_NONE_MATCH=other).status_code == 200, other
