"""The description and the service agree: every real reply is valid against `/openapi.json`, every
call and rule is in it and in `/llms.txt`.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from django.test import Client
from openapi_spec_validator import validate

from api import relay_rules
from api.calls import CALLS
from api.schema import openapi_document
from content.catalogue import refresh
from content.vocabulary import TopicKind

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return openapi_document()


def schema_of(description: dict[str, Any], path: str, status: str) -> dict[str, Any]:
    (content,) = description["paths"][path]["get"]["responses"][status]["content"].values()
    return {**content["schema"], "components": description["components"]}


def check(value: Any, schema: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator(schema).validate(value)


def test_the_description_is_valid_openapi_3_1(description: dict[str, Any], client: Client) -> None:
    assert description["openapi"].startswith("3.1")
    assert description["info"]["version"] == "1.0.1"
    validate(description)  # type: ignore[arg-type]
    assert json.loads(client.get("/openapi.json").content) == description


def test_every_call_describes_its_statuses_and_headers(description: dict[str, Any]) -> None:
    for call in CALLS:
        responses = description["paths"][call.path]["get"]["responses"]
        assert {"200", "405", "406", "429", "503"} <= set(responses)
        assert {"Retry-After", "RateLimit", "RateLimit-Policy"} <= set(responses["429"]["headers"])
        assert all(
            "application/problem+json" in responses[status]["content"]
            for status in responses
            if status not in ("200", "304")
        )
        if call.parameter is not None:
            assert {"400", "404"} <= set(responses)


def test_every_parameter_is_described_and_only_the_subject_must_be_sent(
    description: dict[str, Any], client: Client
) -> None:
    for call in CALLS:
        parameters = description["paths"][call.path]["get"]["parameters"]
        assert {parameter["name"] for parameter in parameters} == set(call.fields)
        assert [one["name"] for one in parameters if one.get("required")] == (
            [call.subject] if call.subject else []
        )
        assert {"message", "detail"} <= set(call.fields)
        examples = {one["name"]: one["examples"]["example"]["value"] for one in parameters}
        for parameter in parameters:
            assert parameter["description"]
            check(examples[parameter["name"]], parameter["schema"])
        assert client.get(call.path, examples).status_code == 200


def test_no_key_is_asked_for(description: dict[str, Any]) -> None:
    """An agent's host that finds nothing said of keys asks its user for one."""
    assert description["security"] == []
    operations = [one for methods in description["paths"].values() for one in methods.values()]
    assert [one["operationId"] for one in operations if one.get("security")] == []
    assert "securitySchemes" not in description["components"]


DESCRIBED = (
    "RateLimit",
    "RateLimit-Policy",
    "Cache-Control",
    "Retry-After",
    "Allow",
    "ETag",
)  # of what is sent, what an agent acts upon


def outcomes(
    client: Client, path: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """A real response of each status that a call answers with."""
    call = next(call for call in CALLS if call.path == path)
    query = (
        {}
        if call.parameter is None
        else {str(call.parameter.field_name): str(call.parameter.style["example"])}
    )
    first = client.get(path, query)
    yield first
    if call.parameter is None:
        yield client.get(path, HTTP_IF_NONE_MATCH=first["ETag"])
        yield client.get(f"{path}?{'&' * 1500}")
    else:
        yield client.get(path)
        yield client.get(path, dict.fromkeys(query, "xylophone"))
    yield client.post(path)
    yield client.get(path, query, HTTP_ACCEPT="text/csv")
    with monkeypatch.context() as broken:
        broken.setattr("api.calls.refresh.current", lambda: 1 / 0)
        yield client.get(path, query)
        broken.setattr("api.calls.refresh.current", nothing_loaded)
        yield client.get(path, query)
    settings.RATE_LIMIT = "1/d"
    client.get(path, query, REMOTE_ADDR="192.0.2.44")
    yield client.get(path, query, REMOTE_ADDR="192.0.2.44")


def nothing_loaded() -> Any:
    raise refresh.NothingLoaded


@pytest.mark.parametrize("path", [call.path for call in CALLS])
def test_the_headers_described_are_the_headers_sent(
    path: str,
    description: dict[str, Any],
    client: Client,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    described = description["paths"][path]["get"]["responses"]
    seen = set()
    for response in outcomes(client, path, settings, monkeypatch):
        status = str(response.status_code)
        told = described[status].get("headers", {})
        assert {name for name in DESCRIBED if name in response} == {
            name for name in DESCRIBED if name in told
        }, status
        assert f"`{response['Cache-Control']}`" in told["Cache-Control"]["description"], status
        assert {*response["Access-Control-Expose-Headers"].split(", "), "Cache-Control"} == set(
            DESCRIBED
        ), "what a page elsewhere may read"
        seen.add(status)
    assert seen == set(described)


def test_the_headers_and_types_described_of_mcp_are_those_sent(
    description: dict[str, Any], client: Client, settings: Any
) -> None:
    described = description["paths"]["/mcp"]["post"]["responses"]
    settings.RATE_LIMIT = "1/d"
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    call = {**ping, "method": "tools/call", "params": {"name": "topics", "arguments": {}}}
    json_sent = {"content_type": "application/json"}
    sent = [
        client.post("/mcp", call, **json_sent),
        client.post("/mcp", call, **json_sent),  # limited
        client.post(
            "/mcp",
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            **json_sent,
            REMOTE_ADDR="192.0.2.3",
        ),
        client.post("/mcp", [], **json_sent, REMOTE_ADDR="192.0.2.4"),
        client.post(
            "/mcp",
            ping,
            **json_sent,
            HTTP_ORIGIN="https://elsewhere.example",
            REMOTE_ADDR="192.0.2.5",
        ),
        client.get("/mcp"),
        client.post("/mcp", ping, **json_sent, HTTP_ACCEPT="text/csv", REMOTE_ADDR="192.0.2.6"),
        client.post("/mcp", "x" * 70_000, **json_sent, REMOTE_ADDR="192.0.2.7"),
        client.post("/mcp", "x", content_type="text/plain", REMOTE_ADDR="192.0.2.8"),
        *(client.post("/mcp", ping, **json_sent) for _ in range(3)),  # the last is one too many
    ]
    told: dict[str, set[str]] = {}
    for response in sent:
        status = str(response.status_code)
        told.setdefault(status, set()).update(name for name in DESCRIBED if name in response)
        kind = response.headers.get("Content-Type")
        assert kind is None or kind in described[status]["content"], status
    assert {status: set(described[status]["headers"]) for status in told} == told
    assert set(described) - set(told) == {
        "404"
    }  # asks for the headers of the stateless revision: tests/mcp_bridge/test_protocol.py
    assert list(described["405"]["content"]) == ["application/problem+json"]


def test_every_field_is_described_and_has_an_example_or_a_shape(
    description: dict[str, Any],
) -> None:
    for name, schema in description["components"]["schemas"].items():
        for field, part in schema.get("properties", {}).items():
            shaped = "$ref" in str(part) or "examples" in part
            assert shaped, f"{name}.{field} has no example"
            assert (
                part.get("description")
                or part.get("allOf")
                or "$ref" in part
                or "oneOf" in part
                or "anyOf" in part
            ), f"{name}.{field}"


def test_every_real_answer_is_valid_and_urgent_too(description: dict[str, Any], rest: Any) -> None:
    catalogue = refresh.current()
    rated = [
        slug for slug, entry in catalogue.topics.items() if entry.topic.kind != TopicKind.GUIDE
    ]
    asked = {
        "explain": ("topic", [*catalogue.topics, "I want to die"]),
        "options": ("symptom", [*rated, "hot flushes and I want to die"]),
        "evidence": ("option", [*catalogue.options, "I want to die"]),
        "doctor-prep": (
            "symptoms",
            ["hot flushes, brain fog", "xyz, hot flushes", "I want to die"],
        ),
    }
    for call, (name, words) in asked.items():
        schema = schema_of(description, f"/v1/{call}", "200")
        for word in words:
            for detail in ("brief", "full"):
                status, body = rest(call, **{name: word}, detail=detail)
                assert status == 200
                check(body, schema)
    for detail in ("brief", "full"):
        check(rest("topics", detail=detail)[1], schema_of(description, "/v1/topics", "200"))


def test_every_real_refusal_is_valid(description: dict[str, Any], client: Client) -> None:
    for path in (
        "/v1/explain",
        "/v1/explain?topic=xylophone",
        "/v1/explain?topic=&q=I+want+to+die",
        "/v1/options?symptom=menopause",
        "/v1/options?symptom=hot+flushes&limit=0",
        "/v1/topics?detail=all&message=I+want+to+die",
    ):
        response = client.get(path)
        assert response.status_code in (400, 404)
        check(
            json.loads(response.content),
            schema_of(description, path.partition("?")[0], str(response.status_code)),
        )


def test_a_value_is_taken_exactly_when_it_fits_the_pattern(
    description: dict[str, Any], client: Client
) -> None:
    parameters = description["paths"]["/v1/evidence"]["get"]["parameters"]
    [parameter] = [one for one in parameters if one["name"] == "option"]
    fits = re.compile(parameter["schema"]["pattern"])
    points = [
        *range(0x100),
        *range(0x100, 0xD800, 89),
        *range(0x2000, 0x2070),
        0x3000,
        0xFEFF,
        *range(0xE000, 0x10000, 89),
        *range(0x10000, 0x110000, 9973),
    ]
    for value in [
        *map(chr, points),
        "\u200b?!\n",
        " \u200bsage ",
        "a\x00",
        "\U000c0343",
        "?\u0091",
    ]:
        refused = client.get("/v1/evidence", {"option": value}).json().get("code") in {
            "blank_parameter",
            "unreadable_text",
        }
        assert refused is not bool(fits.search(value)), ascii(value)


def test_the_rules_for_agents_are_worded_once(description: dict[str, Any], client: Client) -> None:
    text = client.get("/llms.txt").content.decode()
    for rule in relay_rules.RELAY_RULES:
        assert rule in text
        assert rule in description["info"]["description"]
    assert len(relay_rules.RELAY_RULES) == 5


def test_llms_txt_names_every_call_and_keeps_the_format(client: Client) -> None:
    text = client.get("/llms.txt").content.decode()
    lines = text.splitlines()
    assert lines[0].startswith("# ")
    assert next(line for line in lines[1:] if line).startswith("> ")
    assert text.index(relay_rules.RELAY_RULES[0]) < text.index("\n## ")
    for call in CALLS:
        assert f"`GET {call.path}" in text
    for link in re.findall(r"^- \[[^\]]+\]\(([^)]+)\)", text, re.MULTILINE):
        path = link.split("8000", 1)[1]
        if path != "/mcp":
            assert client.get(path).status_code == 200, link


def test_descriptions_are_cacheable_and_answer_304(client: Client) -> None:
    for path in ("/openapi.json", "/llms.txt"):
        first = client.get(path)
        again = client.get(path, HTTP_IF_NONE_MATCH=first["ETag"])
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
