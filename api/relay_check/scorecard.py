"""A score card: how an agent did over the recorded questions, rule by rule."""

from collections.abc import Mapping, Sequence
from typing import Any

from api.relay_check.bodies import bodies_of
from api.relay_check.questions import responses_of
from api.relay_check.rules import RULES, Verdict
from api.relay_rules import RELAY_RULES

Card = dict[str, list[Verdict]]


def scored(questions: Sequence[dict[str, Any]], answers: Mapping[str, Any]) -> Card:
    """Verdicts by question.

    `answers`: by the id of a question, the text that the agent showed; or, where it made calls of
    its own, `{"answer": text, "responses": [...]}`. A question without an answer is left out.
    """
    card: Card = {}
    for question in questions:
        given = answers.get(question["id"])
        if isinstance(given, Mapping):
            bodies, text = bodies_of(given["responses"]), given["answer"]
        else:
            bodies, text = responses_of(question), given
        if text is not None:
            card[question["id"]] = [rule(bodies, text) for rule in RULES]
    return card


def totals(card: Card) -> list[tuple[int, int]]:
    """For each rule, how often it was kept, and of how many occasions."""
    columns = [[row[place].kept for row in card.values()] for place in range(len(RULES))]
    return [(column.count(True), len(column) - column.count(None)) for column in columns]


def written(card: Card) -> str:
    """The card as text: the share kept of each rule, then each fault with its sentence."""
    lines = [
        f"{place}. {kept:>2} of {of:<2} {RELAY_RULES[place - 1]}"
        for place, (kept, of) in enumerate(totals(card), start=1)
    ]
    faults = [
        f"{name}, rule {one.rule}. {one.fault}"
        for name, verdicts in card.items()
        for one in verdicts
        if one.fault
    ]
    return "\n".join([f"{len(card)} questions answered", *lines, *faults])
