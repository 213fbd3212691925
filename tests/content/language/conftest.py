"""A stand-in for the model, so that what stands around it is tested by itself."""

from collections.abc import Callable

import pytest

from content.language import model as language_model
from content.language.model import Scores

BOUNDS = {
    "signs": dict.fromkeys(
        ("self-harm", "stroke-signs", "chest-pain", "bleeding-after-menopause"), 0.5
    ),
    "topics": {
        "covered": 0.4,
        "near": 0.1,
        "also": 0.25,
        "named": 0.9,
        "named_share": 0.5,
        "none": 0.98,
        "unknown_named": 0.9,
    },
    "lists": {"remark": 0.5},
}
BOUNDS["options"] = BOUNDS["topics"]


class StandIn:
    """Scores a text by the words that stand in it: {word: {head: {label: score}}}."""

    def __init__(self, known: dict[str, dict[str, dict[str, float]]]) -> None:
        self.known = known
        self.read_texts: list[str] = []

    def read(self, texts: list[str]) -> list[Scores]:
        self.read_texts += texts
        return [self._scores(text) for text in texts]

    def _scores(self, text: str) -> Scores:
        heads: dict[str, dict[str, float]] = {
            "signs": dict.fromkeys(BOUNDS["signs"], 0.0),
            "topics": {"none": 1.0, "remark": 0.0},
            "options": {"none": 1.0},
        }
        for word, scores in self.known.items():
            if word in text:
                for head, labels in scores.items():
                    heads[head] |= labels
                    if head != "signs":
                        heads[head]["none"] = max(0.0, 1.0 - sum(labels.values()))
        return Scores(heads["signs"], heads["topics"], heads["options"])


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Callable[..., StandIn]:
    """Put a stand-in in the model's place; the words it knows are given as keywords."""

    def put(known: dict[str, dict[str, dict[str, float]]] | None = None) -> StandIn:
        model = StandIn(known or {})
        for module in ("model", "reading"):
            monkeypatch.setattr(f"content.language.{module}.model", lambda: model)
        for module in ("model", "screening", "matching"):
            monkeypatch.setattr(f"content.language.{module}.thresholds", lambda: BOUNDS)
        return model

    assert language_model.MOST_SEGMENTS == 8
    return put
