"""HTTP: methods, headers, content negotiation and the quota as callers see it."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from menoinfo.admin_only import Static

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("part", ["bytes=99999999-", "bytes=0-9"])
def test_a_part_of_a_file_is_asked_for_in_vain(settings: Any, part: str) -> None:
    """A part beyond its end would be refused with no body at all, whatever words stand in the
    address.
    """
    settings.WHITENOISE_USE_FINDERS = True
    response = Static(lambda request: HttpResponse())(
        RequestFactory().get("/static/content/pages.css", HTTP_RANGE=part)
    )
    assert (response.status_code, len(response.getvalue()) > 1000) == (200, True)
    response.close()


def test_methods_that_are_allowed_are_named(client: Client) -> None:
    assert set(client.put("/v1/explain")["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_a_limited_call_says_when_to_try_again(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "0/m"
    response = client.get("/v1/topics")
    assert response.status_code == 429
    assert 1 <= int(response["Retry-After"]) <= 60
    assert response["RateLimit-Policy"] == '"calls";q=0;w=60'
    assert response["RateLimit"].startswith('"calls";r=0;t=')


def test_a_call_says_what_is_left_of_the_quota(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "5/d"
    left = [
        client.get("/v1/topics", REMOTE_ADDR="192.0.2.77")["RateLimit"].split(";")[1]
        for _ in range(5)
    ]
    assert left == ["r=4", "r=3", "r=2", "r=1", "r=0"]
    assert client.get("/v1/topics", REMOTE_ADDR="192.0.2.77").status_code == 429


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/mcp"), ("DELETE", "/mcp"), ("POST", "/v1/topics"), ("PUT", "/search")]
    + [
        ("POST", path)
        for path in (
            "/",
            "/openapi.json",
            "/llms.txt",
            "/mcp/server-card",
            "/docs",
            "/topics",
            "/symptoms/hot-flushes.md",
            "/robots.txt",
        )
    ],
)
def test_a_refused_method_has_the_headers_of_any_other_refusal(
    method: str, path: str, client: Client
) -> None:
    safety = {
        "Content-Security-Policy",
        "X-Content-Type-Options",
        "X-Frame-Options",
        "Referrer-Policy",
        "Cross-Origin-Opener-Policy",
        "Cache-Control",
    }
    refused, missing = (
        client.generic(method, path, HTTP_ACCEPT="application/json"),
        client.get("/v1/nothing"),
    )
    assert (refused.status_code, missing.status_code) == (405, 404)
    assert {name: refused[name] for name in safety} == {name: missing[name] for name in safety}
    assert refused["Content-Length"] == str(len(refused.content))
    assert json.loads(refused.content)["code"] == "method_not_allowed"


def test_a_browsers_question_before_a_call_costs_no_call(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "1/d"
    for _ in range(3):
        asked = client.options("/v1/topics", REMOTE_ADDR="192.0.2.78")
        assert asked.status_code == 204
        # What `*` stands for in a browser does not hold `Authorization`, which agents' hosts send
        # of their own.
        assert asked["Access-Control-Allow-Headers"].split(", ") == ["*", "Authorization"]
        assert (asked["Access-Control-Allow-Origin"], asked["Access-Control-Max-Age"]) == (
            "*",
            "600",
        )
    assert client.get("/v1/topics", REMOTE_ADDR="192.0.2.78").status_code == 200


@pytest.mark.parametrize("path", ["/v1/explain?topic=hot+flushes", "/v1/explain", "/nothing"])
def test_answers_to_words_are_not_stored_and_set_no_cookie(client: Client, path: str) -> None:
    response = client.get(path)
    assert response["Cache-Control"] == "no-store"
    assert response["Referrer-Policy"] == "no-referrer"
    assert not response.cookies


def test_head_and_options_are_answered(client: Client) -> None:
    assert client.head("/v1/topics").status_code == 200
    assert client.head("/v1/topics").content == b""
    asked = client.options("/v1/topics")
    assert (asked.status_code, asked.headers.get("Content-Type")) == (204, None)


@pytest.mark.parametrize(
    "accept",
    [
        "",
        "*/*",
        "application/json",
        "text/html, application/json;q=0.5",
        "application/*",
        "application/problem+json",
        "text/html;q=0, */*;q=0.1",
        "*/*;q=0, application/json",
        "application/json;q=0.001, */*;q=0",
    ],
)
def test_whoever_takes_json_is_answered(accept: str, client: Client) -> None:
    assert client.get("/v1/topics", HTTP_ACCEPT=accept).status_code == 200


@pytest.mark.parametrize(
    "accept",
    [
        "text/html",
        "application/xml",
        "application/json;q=0",
        "image/*",
        "application/json;q=0, */*",
        "application/xml, application/*;q=0, */*;q=0.5",
        "application/json; Q=0.000, application/*",
    ],
)
def test_whoever_does_not_is_told(accept: str, client: Client) -> None:
    assert client.get("/v1/topics", HTTP_ACCEPT=accept).status_code == 406
