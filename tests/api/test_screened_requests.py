"""Every part of a request is read for warning signs: path, query, body, whatever its form or
length.
"""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, RequestFactory

from api.screening_middleware import READ_ON, static_paths, words_of
from content.language.warning_signs import SIGNS
from tests.examples import SIGN_WORDS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    [
        "/static/crushing.chest.pain",
        "/static/admin/css/crushing.chest.pain",
        "/static/content/crushing-chest-pain.css",
    ],
)
def test_every_address_of_a_file_is_read_unless_the_file_exists(path: str, client: Client) -> None:
    assert client.get(path).json()["urgent"] == next(
        sign.urgent for sign in SIGNS if sign.slug == "chest-pain"
    )
    assert "/static/content/pages.css" in static_paths()
    assert not [*words_of(RequestFactory().get("/static/content/pages.css"))]
    assert len(static_paths()) > 100


@pytest.mark.parametrize(
    "asked", ["%3Ftopic=", "%3Ftopic%3D", "%3Fx=1%26topic%3D", "&topic=", ";option="]
)
def test_a_query_written_as_part_of_the_path_is_read_as_a_query(asked: str, client: Client) -> None:
    response = client.get(f"/v1/explain{asked}chest%20pain")
    assert (response.status_code, next(iter(response.json()))) == (404, "urgent")
    assert "urgent" not in client.get(f"/v1/explain{asked}hot%20flushes").json()


@pytest.mark.parametrize(
    "path",
    [
        "/v1/evidence/chest%20pain",
        "/v1/evidence/chest-pain/",
        "/v1/doctor-prep/suicidal",
        "/api/v1/Evidence/chest%20pain",
        "/v1/option/chest%20pain",
    ],
)
def test_words_behind_a_name_of_ours_in_a_path_are_read_without_it(
    path: str, client: Client
) -> None:
    response = client.get(path)
    assert (response.status_code, next(iter(response.json()))) == (404, "urgent")


@pytest.mark.parametrize(
    "method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE", "QUERY", "PROPFIND"]
)
def test_a_body_is_read_whatever_the_method(method: str, client: Client) -> None:
    response = client.generic(
        method,
        "/v1/explain",
        b"topic=I+have+crushing+chest+pain",
        content_type="application/x-www-form-urlencoded",
    )
    if method not in ("HEAD", "OPTIONS"):  # these have no body of their own
        assert next(iter(json.loads(response.content))) == "urgent"


LARGE = {"just too large": 65_911, "larger than is screened whole": 300_000}


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("size", LARGE.values(), ids=LARGE)
@pytest.mark.parametrize(
    ("path", "kind"),
    [("/mcp", "application/json"), ("/search", "application/x-www-form-urlencoded")],
)
def test_a_sign_at_either_end_of_a_body_too_large_is_led_with(
    path: str, kind: str, size: int, chunked: bool, client: Client
) -> None:
    said = {sign.slug: sign.urgent for sign in SIGNS}["chest-pain"].partition(".")[0].encode()

    def answered(body: bytes) -> bytes:
        how: dict[str, Any] = (
            {"wsgi.input": io.BytesIO(body), "wsgi.input_terminated": True} if chunked else {}
        )
        response = client.generic("POST", path, b"" if chunked else body, CONTENT_TYPE=kind, **how)
        assert response.status_code == 413
        return response.content

    sentence = b"The garden is green and the roses are in bloom this week. "
    filling = (sentence * (size // len(sentence) + 1))[:size]
    assert said in answered(filling + SIGN_WORDS["chest-pain"].encode())
    assert said in answered(SIGN_WORDS["chest-pain"].encode() + b". " + filling)
    assert said not in answered(filling)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_without_end_is_read_to_a_bound(chunked: bool, client: Client) -> None:
    sent = io.BytesIO(b"x" * 3_000_000)
    length = {"wsgi.input_terminated": True} if chunked else {"CONTENT_LENGTH": "3000000"}
    response = client.generic(
        "POST", "/mcp", CONTENT_TYPE="application/json", **{"wsgi.input": sent, **length}
    )
    assert response.status_code == 413
    assert sent.tell() == READ_ON


NEARLY = {
    "cut off": "{0}",
    "after two marks": "\ufeff\ufeff{0}}}",
    "after a mark": ")]}}'\n{0}}}",
    "before another": "{0}}}\n{0}}}",
    "in an event": "data: {0}}}\n\n",
}


@pytest.mark.parametrize("shape", NEARLY.values(), ids=NEARLY)
def test_what_is_nearly_json_is_read_string_by_string(shape: str, client: Client) -> None:
    def answered(words: str) -> Any:
        message = json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "explain", "arguments": {"topic": words}},
            }
        )
        response = client.post("/mcp", shape.format(message[:-1]), content_type="application/json")
        assert (response.status_code, response.json()["error"]["code"]) == (400, -32700)
        return response.json()["error"]["data"]

    assert all(
        "urgent" in answered(words)
        for words in (
            "chest acke",
            "bleeding again two years after menopause",
            'mum having stroke, "what" do i do',
        )
    )
    assert not any(
        "urgent" in answered(words)
        for words in ("I don't want to live in Leeds", "rather die than wear crocs")
    )


@pytest.mark.parametrize(
    "sent",
    [
        '{"topic":"I want to kill myself","topic":"hot flushes"}',
        '{"x":{"y":"I want to kill myself"},"x":1}',
    ],
)
def test_a_value_that_another_of_the_same_name_replaces_is_read_too(
    sent: str, client: Client
) -> None:
    response = client.post("/v1/explain", sent, content_type="application/json")
    assert next(iter(json.loads(response.content))) == "urgent"


@pytest.mark.parametrize("length", ["abc", "-5", "1_0", "+5", "9" * 5000])
@pytest.mark.parametrize("path", ["/v1/explain", "/mcp", "/search", "/nothing"])
def test_a_length_that_is_no_number_is_refused_and_the_address_screened(
    path: str, length: str, client: Client
) -> None:
    response = client.post(
        f"{path}?topic=I+want+to+kill+myself",
        "{}",
        content_type="application/json",
        CONTENT_LENGTH=length,
    )
    body = json.loads(response.content)
    assert (response.status_code, body["code"]) == (400, "bad_request")
    assert next(iter(body)) == "urgent"
    assert "Content-Security-Policy" in response


def test_a_refused_method_of_a_file_is_led_by_what_to_do(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "pages.css").write_text("p {}")
    response = client.post(
        "/static/content/pages.css", "I want to kill myself", content_type="text/plain"
    )
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert next(iter(json.loads(response.content))) == "urgent"
