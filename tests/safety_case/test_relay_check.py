"""The relay kit: each rule on recorded answers, good and bad, and the command that runs it."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from api.relay_check import bodies_of, check, questions, scorecard
from api.relay_check.__main__ import main
from api.relay_rules import RELAY_RULES

ROOT = Path(__file__).resolve().parents[2]
RECORDED = json.loads((Path(__file__).parent / "relay_examples.json").read_text("utf-8"))
EXAMPLES: list[dict[str, Any]] = RECORDED["examples"]
QUESTIONS = questions.load()


def response_of(example: dict[str, Any]) -> dict[str, Any]:
    return RECORDED["responses"][example["response"]]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"rule {one['rule']}, {one['id']}")
def test_a_recorded_answer_gets_its_verdict(example: dict[str, Any]) -> None:
    verdict = check([response_of(example)], example["answer"])[example["rule"] - 1]
    assert verdict.rule == example["rule"]
    assert verdict.kept is example["kept"], verdict.fault
    assert example.get("fault", "") in verdict.fault


def test_every_rule_has_answers_that_keep_and_that_break_it() -> None:
    counted = Counter((example["rule"], example["kept"]) for example in EXAMPLES)
    assert len(EXAMPLES) == 60
    rules = range(1, len(RELAY_RULES) + 1)
    assert counted == {(rule, kept): 6 for rule in rules for kept in (True, False)}


def test_a_fault_names_the_sentence_at_fault() -> None:
    for example in EXAMPLES:
        if example["kept"] or example["rule"] == 5:
            continue
        fault = check([response_of(example)], example["answer"])[example["rule"] - 1].fault
        texts = (example["answer"], json.dumps(response_of(example), ensure_ascii=False))
        quoted = fault.partition("“")[2].rpartition("”")[0]
        assert not quoted or any(quoted.split("\n")[0][:30] in text for text in texts), fault


def test_a_rule_without_occasion_is_not_called_for() -> None:
    refusal = RECORDED["responses"]["black-cohosh"] | {"withheld": None, "source_page": None}
    verdicts = check([refusal], "I could not find that.")
    assert [one.kept for one in verdicts] == [None, None, True, None, None]


def test_an_answer_of_several_responses_keeps_the_rules_of_all() -> None:
    both = [RECORDED["responses"][name] for name in ("chest-pain", "palpitations")]
    whole = "\n\n".join(
        (
            both[0]["urgent"],
            *(one["when_to_see_a_doctor"] for one in both),
            *(one["source_page"] for one in both),
        )
    )
    assert all(one.kept is not False for one in check(both, whole))
    assert check(both, whole.replace(both[1]["when_to_see_a_doctor"], ""))[1].kept is False
    assert check(both, whole.replace(both[1]["source_page"], ""))[4].kept is False


@pytest.mark.parametrize(
    "wrap",
    [
        lambda body: body,
        lambda body: [body],
        lambda body: {"content": [], "structuredContent": body, "isError": False},
        lambda body: {"content": [{"type": "text", "text": json.dumps(body)}], "isError": True},
        lambda body: {"jsonrpc": "2.0", "id": 1, "result": {"structuredContent": body}},
        lambda body: {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "data": body}},
    ],
    ids=["body", "list", "tool result", "failed tool", "message", "protocol error"],
)
def test_a_response_is_read_however_it_was_recorded(wrap: Any) -> None:
    body = RECORDED["responses"]["flushes"]
    assert bodies_of(wrap(body)) == [body]


def test_the_kit_needs_neither_django_nor_the_service() -> None:
    seen = "import sys, api.relay_check.__main__; print({'django', 'content'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-S", "-c", seen], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "broken"])
def test_the_command_checks_an_answer(
    kept: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = next(one for one in EXAMPLES if one["rule"] == 5 and one["kept"] is kept)
    response, answer = tmp_path / "response.json", tmp_path / "answer.txt"
    response.write_text(json.dumps({**response_of(example), "when_to_see_a_doctor": None}), "utf-8")
    answer.write_text(example["answer"], "utf-8")
    assert main([str(response), str(answer)]) == (0 if kept else 1)
    said = capsys.readouterr().out
    assert all(rule in said for rule in RELAY_RULES)
    assert ("BROKEN" in said) is not kept


@pytest.mark.parametrize("given", [[], ["nothing.json", "none.txt"], ["score", "nothing.json"]])
def test_the_command_says_what_it_cannot_read(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(given) == 2
    assert capsys.readouterr().err


def test_a_score_card_counts_each_rule_over_its_occasions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({one["id"]: "Ask somebody else." for one in QUESTIONS}), "utf-8")
    assert main(["score", str(answers)]) == 1
    card = scorecard.scored(QUESTIONS, json.loads(answers.read_text("utf-8")))
    (urgent, flag, added, withheld, page) = scorecard.totals(card)
    assert urgent == (0, 5)
    assert flag[0] == page[0] == 0
    assert added == (30, 30)
    assert withheld[0] == withheld[1] > 4, "who says nothing claims nothing"
    assert f"{urgent[0]:>2} of {urgent[1]}" in capsys.readouterr().out


def test_thirty_questions_give_each_rule_an_occasion() -> None:
    assert len({one["id"] for one in QUESTIONS}) == len(QUESTIONS) == 30
    bodies = [body for one in QUESTIONS for body in questions.responses_of(one)]
    assert sum("urgent" in body for body in bodies) >= 5
    assert sum("when_to_see_a_doctor" in body for body in bodies) >= 15
    assert sum(bool((body.get("withheld") or {}).get("options")) for body in bodies) >= 8
    assert {call["tool"] for one in QUESTIONS for call in one["calls"]} == {
        "explain",
        "options",
        "evidence",
        "doctor_prep",
        "topics",
    }


@pytest.mark.django_db
def test_recorded_responses_are_what_the_service_answers(client: Any) -> None:
    """After a change of content or calls: `python manage.py record_relay_questions`."""
    from api.management.commands.record_relay_questions import PATHS, recorded
    from api.schema import openapi_document

    description = openapi_document()
    dated = {"content_updated": None}
    for old, new in zip(QUESTIONS, recorded(client, QUESTIONS), strict=True):
        for was, now in zip(old["calls"], new["calls"], strict=True):
            assert was["response"] | dated == now["response"] | dated, old["id"]
            status = str(was["response"].get("status", 200))
            responses = description["paths"][PATHS[was["tool"]]]["get"]["responses"]
            (content,) = responses[status]["content"].values()
            schema = {**content["schema"], "components": description["components"]}
            jsonschema.Draft202012Validator(schema).validate(was["response"])
