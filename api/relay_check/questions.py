"""Thirty questions with the calls to make and what the service answered, to run an agent over."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "questions.json"


def load() -> list[dict[str, Any]]:
    """Each question: its `id`, the person's `message`, and `calls` of a tool with its response."""
    questions: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return questions


def responses_of(question: dict[str, Any]) -> list[dict[str, Any]]:
    """The recorded bodies of a question, in the order of its calls."""
    return [call["response"] for call in question["calls"]]
