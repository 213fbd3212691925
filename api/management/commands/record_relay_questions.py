"""Record anew what the service answers to the questions of the relay kit."""

import json
from typing import Any

from django.core.management.base import BaseCommand
from django.test import Client

from api.calls import CALLS
from api.relay_check.questions import FILE, load

PATHS = {call.tool: call.path for call in CALLS}


def recorded(client: Client, questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same questions, each call with the body that the service answers with now."""

    def answered(message: str, call: dict[str, Any]) -> dict[str, Any]:
        sent = {**call["arguments"], "message": message}
        body = json.loads(client.get(PATHS[call["tool"]], sent, headers={"host": "127.0.0.1"}).content)
        return {**call, "response": body}

    return [{**one, "calls": [answered(one["message"], call) for call in one["calls"]]} for one in questions]


class Command(BaseCommand):
    """Writes `api/relay_check/questions.json` with the responses of this version and its content."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        questions = recorded(Client(), load())
        FILE.write_text(json.dumps(questions, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        self.stdout.write(f"{len(questions)} questions recorded")
