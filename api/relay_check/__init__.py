"""Whether an agent kept the five relay rules: plain checks of responses and of the text it showed.

Needs Python alone: no Django, no network, no running service. The command is
`python -m api.relay_check`; `check()` is the same from code. What the checks cannot see:
`docs/relay-check.md`.
"""

from collections.abc import Sequence
from typing import Any

from api.relay_check.bodies import bodies_of
from api.relay_check.rules import RULES, Verdict

__all__ = ["Verdict", "bodies_of", "check"]


def check(responses: Sequence[dict[str, Any]], answer: str) -> list[Verdict]:
    """One verdict for each rule, in the order of the rules.

    `responses`: the bodies that the answer draws on, refusals included; `answer`: the whole text
    that the person was shown, as plain text or Markdown.
    """
    return [rule(responses, answer) for rule in RULES]
