"""`python -m api.relay_check`: check one answer, list the questions, or score an agent over them.

Ends with 0 when every rule was kept, 1 when one was broken, 2 when it could not read its input.
"""

import json
import sys
from pathlib import Path

from api.relay_check import bodies_of, check, questions, scorecard
from api.relay_rules import RELAY_RULES

USAGE = """python -m api.relay_check response.json [response.json ...] answer.txt
python -m api.relay_check questions
python -m api.relay_check score answers.json"""


def main(given: list[str]) -> int:
    """Run the command with its arguments; what it returns is the exit status."""
    try:
        if given == ["questions"]:
            print(json.dumps(questions.load(), ensure_ascii=False, indent=1))
            return 0
        if len(given) == 2 and given[0] == "score":
            return _score(Path(given[1]))
        if len(given) >= 2:
            return _check(*map(Path, given))
    except (OSError, ValueError, KeyError) as error:
        print(f"Could not read that: {error}", file=sys.stderr)
        return 2
    print(USAGE, file=sys.stderr)
    return 2


def _check(*paths: Path) -> int:
    recorded = [json.loads(path.read_text(encoding="utf-8")) for path in paths[:-1]]
    verdicts = check(bodies_of(recorded), paths[-1].read_text(encoding="utf-8"))
    words = {True: "kept", False: "BROKEN", None: "not called for"}
    for one in verdicts:
        print(f"{one.rule}. {words[one.kept]:<14} {RELAY_RULES[one.rule - 1]}")
        if one.fault:
            print(f"   {one.fault}")
    return int(any(one.fault for one in verdicts))


def _score(path: Path) -> int:
    answers = json.loads(path.read_text(encoding="utf-8"))
    card = scorecard.scored(questions.load(), answers)
    if not card:
        raise ValueError("no answer in it has the id of a question")
    print(scorecard.written(card))
    return int(any(one.fault for verdicts in card.values() for one in verdicts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
