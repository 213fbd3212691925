"""Record anew what the service answers to the questions of the relay kit."""

import json
from typing import Any

from django.core.management.base import BaseCommand
from django.test import Client

from api.calls import CALLS
from api.relay_check.questions import FILE, load

PATHS = {call.tool: call.path for call in CALLS}


Question = dict[str, Any]


def recorded(client: Client, questions: list[Question]) -> list[Question]:
    """The same questions, each call with the body that the service answers with now."""
    return [_recorded(client, one) for one in questions]


def _recorded(client: Client, question: Question) -> Question:
    calls = [_answered(client, question["message"], call) for call in question["calls"]]
    return {**question, "calls": calls}


def _answered(client: Client, message: str, call: Question) -> Question:
    sent = {**call["arguments"], "message": message}
    response = client.get(PATHS[call["tool"]], sent, headers={"host": "127.0.0.1"})
    return {**call, "response": json.loads(response.content)}


class Command(BaseCommand):
    """Writes `api/relay_check/questions.json` anew, with this version's content."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        questions = recorded(Client(), load())
        text = json.dumps(questions, ensure_ascii=False, indent=1)
        FILE.write_text(f"{text}\n", encoding="utf-8")
        self.stdout.write(f"{len(questions)} questions recorded")
