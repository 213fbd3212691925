"""Make the five calls with a client generated from `/openapi.json`: `make client`, against a
running service.
"""

import importlib
import pkgutil
import sys

import menopause_information_service_client as generated
from menopause_information_service_client.api import calls

CALLS = {
    "explain": {"topic": "hot flushes"},
    "options": {"symptom": "I can't sleep"},
    "evidence": {"option": "vaginal oestrogen"},
    "doctor_prep": {"symptoms": "hot flushes, brain fog"},
    "topics": {},
}


def main(url: str) -> int:
    """Every call must give its own typed reply; words that name nothing must give the typed
    problem.
    """
    client = generated.Client(base_url=url)
    made = {module.name for module in pkgutil.iter_modules(calls.__path__)}
    assert set(CALLS) <= made, made
    for name, arguments in CALLS.items():
        call = importlib.import_module(f"{calls.__name__}.{name}")
        reply = call.sync_detailed(client=client, **arguments)
        assert reply.status_code == 200, (name, reply.status_code)
        assert reply.parsed.disclaimer, name
        print(f"{name}: {type(reply.parsed).__name__}, {len(reply.content)} bytes")
    problem = importlib.import_module(f"{calls.__name__}.explain").sync_detailed(
        client=client, topic="xylophone zeppelin"
    )
    assert problem.parsed.code == "unknown_topic"
    print(f"unknown words: {type(problem.parsed).__name__}, {problem.parsed.code}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
