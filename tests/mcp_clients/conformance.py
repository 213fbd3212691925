"""Both conformance suites against `/mcp`: `conformance.py URL SUITE_2025 SUITE_2026 NODE`.

Fails on any failure that is not a missing fixture.

Each suite first runs as it asks to be run, with the exact list of expected failures beside this
file (it fails on an entry that passes, too). Then every scenario on the list runs by itself, and
each check that fails in it must name what is missing: a fixture tool or a feature this service does
not offer. A list of scenarios alone would hide a real failure beside an expected one.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
# What the service, or the suite, says of a fixture tool, a prompt, a resource, logging or
# completion that is not there.
NOT_THERE = re.compile(
    r"There is no tool of that name"
    r"|There is no such method here"
    r"|Not testable: server (?:does not list the diagnostic tool|exposes no tool)"
    r"|Expected InputRequiredResult|Prerequisite failed: could not get initial InputRequiredResult"
)
MUST_PASS = ("http-header-validation", "dns-rebinding-protection", "tools-list")


def run(command: list[str], *arguments: str) -> tuple[int, str]:
    """Run a suite: its exit status, and what it printed, without colours."""
    done = subprocess.run(
        [*command, "server", *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, COLOURS.sub("", done.stdout + done.stderr)


def listed(expected: Path) -> list[str]:
    """The scenarios on a list of expected failures."""
    return [
        line.removeprefix("- ")
        for line in map(str.strip, expected.read_text(encoding="utf-8").splitlines())
        if line.startswith("- ")
    ]


def check(
    command: list[str], url: str, expected: Path, whole: list[str], single: list[str]
) -> list[str]:
    """What is wrong with one suite's run; empty when nothing is."""
    status, printed = run(command, "--url", url, *whole, "--expected-failures", str(expected))
    wrong = [] if status == 0 else [f"{expected.name}: {printed[-1500:]}"]
    missing = 0
    for scenario in listed(expected):
        _, printed = run(command, "--url", url, "--scenario", scenario, *single)
        failed = printed.count(" FAILURE ")
        errors = re.findall(r"^ +Error: (.*)$", printed, re.MULTILINE)
        real = [error for error in errors if not NOT_THERE.search(error)]
        if real or failed != len(errors) or (not failed and " WARNING " not in printed):
            wrong.append(f"{expected.name}: {scenario}: {real or printed[-800:]}")
        missing += failed
    print(
        f"{expected.name}: as listed; {missing} failed checks in {len(listed(expected))} "
        f"scenarios, each for something not offered"
    )
    return wrong


def main(url: str, suite_2025: str, suite_2026: str, node: str) -> int:
    """Run both; the exit status is the number of things wrong."""
    wrong = check([node, suite_2025], url, HERE / "conformance-2025.yml", [], [])
    stateless = ["--spec-version", "2026-07-28"]
    wrong += check(
        [node, suite_2026],
        url,
        HERE / "conformance-2026.yml",
        ["--requirements", "2026-07-28"],
        stateless,
    )
    for scenario in MUST_PASS:
        status, printed = run([node, suite_2026], "--url", url, "--scenario", scenario, *stateless)
        result = re.search(r"Passed: .*", printed)
        print(f"{scenario}: {result.group() if result else 'no result'}")
        if status or not result or ", 0 failed, 0 warnings" not in result.group():
            wrong.append(f"{scenario}: {printed[-1500:]}")
    for one in wrong:
        print(one)
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
