"""Floors under the figures of the reported sets: what was reached is kept. The figures themselves: `make evaluate`, `docs/safety.md`."""

import pytest

from tests.evaluation.evaluate import SHORT, Tally, measure, read, unseen

pytestmark = pytest.mark.django_db

# A point or so under what was measured; the goals are 99% of signs found, 98% of look-alikes not flagged and 97% of the rest.
FLOORS = {
    "self-harm: found": 0.99,
    "stroke-signs: found": 0.99,
    "chest-pain: found": 0.99,
    "bleeding-after-menopause: found": 0.99,
    "benign: not flagged": 0.965,
    "topic or option: not flagged": 0.965,
    "topic: right one first": 0.97,
    "topic: right one first, new words": 0.96,
    "option: right one first": 0.97,
    "option: right one first, new words": 0.95,
    "not covered: refused as a topic": 0.965,
    "not covered: refused as an option": 0.975,
    "not covered: refused as a topic, new words": 0.955,
    "not covered: refused as an option, new words": 0.97,
    "doctor-prep: item recognised": 0.97,
    "doctor-prep: whole list right": 0.93,
}
LEAST = {"topics": 1500, "options": 300, "out_of_scope": 300, "prep": 150}


_measured: dict[str, Tally] = {}


@pytest.fixture
def tallies(db: None) -> dict[str, Tally]:
    """Every tally of the reported part, measured once."""
    if not _measured:
        _measured.update(measure("report"))
    return _measured


@pytest.mark.parametrize("row", FLOORS)
def test_a_figure_stays_above_its_floor(row: str, tallies: dict[str, Tally]) -> None:
    share = next(tally.share(row) for tally in tallies.values() if row in tally.rows)
    assert share >= FLOORS[row]


def test_the_reported_sets_are_large_enough_and_apart_from_the_tuning_sets() -> None:
    screening = unseen("report", "screening")
    for sign in ("self-harm", "stroke-signs", "chest-pain", "bleeding-after-menopause"):
        assert sum(sign in item["signs"] for item in screening) >= 300, sign
    assert sum(not item["signs"] for item in screening) >= 300
    for name, least in LEAST.items():
        reported = unseen("report", "matching", name)
        assert len(reported) >= least, name
        shared = {item["text"] for item in reported} & {item["text"] for item in read(f"matching/{name}_tune*.jsonl")}
        assert max((len(text.split()) for text in shared), default=0) <= SHORT


def test_no_name_or_slug_of_ours_is_flagged() -> None:
    from content import freshness
    from content.screening import screen

    catalogue = freshness.current()
    names = [text for entry in catalogue.topics.values() for text in (entry.topic.name, entry.topic.slug, entry.topic.slug.replace("-", " "))]
    names += [text for slug, option in catalogue.options.items() for text in (option.name, slug, slug.replace("-", " "))]
    assert [(name, [sign.slug for sign in screen(name)]) for name in names if screen(name)] == []
