"""What one request may have read of it is bounded, whatever it sends; what an ordinary request holds is read whole."""

import json

import pytest
from django.test import Client

from content.screening import screen
from content.screening.screen import MOST, PARTS, ROWS
from tests.test_second_reading import Counted, counted  # noqa: F401

BY_THEMSELVES = 17  # texts of one request that are read as a whole
LIST = ", ".join(f"pain in my chest {at} hurts, arm weak {at}" for at in range(60))
ANSWERS = " ".join(f"any chest pain {at}? yes since {at}. no bleeding {at}, only odd {at} chest. no rash {at} and odd {at} arm." for at in range(60))


@pytest.mark.django_db
@pytest.mark.parametrize("text", [LIST, ANSWERS], ids=["lists", "answers"])
def test_a_request_of_many_lists_has_only_so_many_rows_read_again(text: str, client: Client, counted: Counted) -> None:  # noqa: F811
    client.post("/mcp", json.dumps([f"{text} {at}" for at in range(16)]), content_type="application/json")
    assert MOST < sum(counted.rows) <= BY_THEMSELVES * MOST + ROWS


@pytest.mark.django_db
def test_a_request_of_many_lists_has_only_so_many_parts_read(client: Client, counted: Counted) -> None:  # noqa: F811
    client.post("/mcp", json.dumps([f"{LIST} {at}" for at in range(16)]), content_type="application/json")
    assert len(counted.rows) <= BY_THEMSELVES + PARTS


def test_the_last_item_of_a_long_list_is_read() -> None:
    items = [f"odd ache {at}" for at in range(58)]
    assert {sign.slug for sign in screen(", ".join([*items, "slurred speech"]))} >= {"stroke-signs"}


@pytest.mark.django_db
def test_a_sign_in_the_last_of_many_lists_leads_the_answer(client: Client) -> None:
    texts = [", ".join(["hot flushes", "itchy skin", "low mood", "no headaches"])] * 12 + ["bloating, insomnia, crushing chest pain, tired"]
    answer = client.post("/mcp", json.dumps(texts), content_type="application/json")
    assert b"urgent" in answer.content
