"""How long answers are: every record by every call, in bytes and in tokens, and what survives hosts
that cut.

`python -m benchmarks.answer_sizes` measures the content of the seed files and writes
`api/answer_sizes.json`, which the page for agent builders shows. Tokens are counted by
`gpt-tokenizer` (npm, o200k) where it is installed (`--tokenizer FOLDER`), and otherwise estimated
from bytes at the rate the last count gave.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).parent.parent / "api" / "answer_sizes.json"
BYTES_A_TOKEN = 4.3  # of these answers, counted once with o200k
COUNT = (
    "const {countTokens}=require('gpt-tokenizer');"
    "const"
    " t=JSON.parse(require('fs').readFileSync(0,'utf8'));"
    "console.log(JSON.stringify(t.map(x=>countTokens(x))))"
)


def bodies() -> Iterator[tuple[str, bytes]]:
    """Each call's name with the body of each of its answers by name."""
    from api.calls import CALLS, body_of
    from content.answers.parts import BRIEF
    from content.answers.resolve import Resolved
    from content.catalogue import refresh
    from content.vocabulary import TopicKind

    catalogue = refresh.current()
    topics = list(catalogue.topics)
    rated = [slug for slug in topics if catalogue.topics[slug].topic.kind != TopicKind.GUIDE]
    subjects = {
        "explain": topics,
        "options": rated,
        "evidence": list(catalogue.options),
        "doctor-prep": topics,
    }
    for call in CALLS:
        for slug in subjects.get(call.name, ["all"]):
            yield call.name, body_of(call, catalogue, Resolved((slug,)), BRIEF, None)


def tokens_of(texts: list[str], tokenizer: str | None) -> list[int]:
    """The number of tokens of each text."""
    if tokenizer is None:
        return [round(len(text.encode()) / BYTES_A_TOKEN) for text in texts]
    ran = subprocess.run(
        ["node", "-e", COUNT],
        input=json.dumps(texts).encode(),
        cwd=tokenizer,
        capture_output=True,
        check=True,
    )
    counted: list[int] = json.loads(ran.stdout)
    return counted


def spread(values: list[int]) -> list[int]:
    """Median, ninetieth percentile and largest."""
    ordered = sorted(values)
    return [round(statistics.median(ordered)), ordered[int(0.9 * (len(ordered) - 1))], ordered[-1]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokenizer", help="a folder in which node finds gpt-tokenizer")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DATA_DIR": folder,
            "DATABASE_URL": "",
            "CONTENT_WATCH": "0",
            "DJANGO_SETTINGS_MODULE": "menoinfo.settings",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("seed_content", verbosity=0)
        held: dict[str, list[str]] = {}
        for name, body in bodies():
            held.setdefault(name, []).append(body.decode())
    table = {
        name: {
            "bytes": spread([len(text.encode()) for text in texts]),
            "tokens": spread(tokens_of(texts, chosen.tokenizer)),
        }
        for name, texts in held.items()
    }
    FILE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    for name, row in table.items():
        print(f"{name:12} bytes {row['bytes']}  tokens {row['tokens']}")


if __name__ == "__main__":
    main()
