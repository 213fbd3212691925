"""Both readings weighed together: what is weighed of a text, and that the fitted weights lean the right way."""

from dataclasses import replace

import numpy as np
import pytest

from content.screening.screen import table
from content.screening.weighing import LEAST, NUMBERS, Views, numbers, weighing
from tests.evaluation.train_weighing import fitted

SIGNS = len(table().labels)


def views(first: list[list[float]], second: list[list[float]], alone: list[bool] | None = None, words: list[int] | None = None) -> Views:
    """Some views, all of a text of forty words."""
    of_view = np.array(words or [20] * len(first))
    return Views(tuple(range(len(first))), np.array(first), np.array(second), np.array(alone or [False] * len(first)), of_view, 40)


TWO = views([[0.0, -4.0, -4.0, -4.0], [-2.0, -4.0, -4.0, -4.0]], [[1.0, -5.0, -3.0, -6.0], [2.0, -9.0, -6.0, -6.1]], words=[10, 30])


def test_what_is_weighed_is_of_the_view_that_speaks_the_most_and_of_the_next() -> None:
    self_harm = dict(zip(NUMBERS, numbers(TWO)[0], strict=True))
    assert self_harm == {
        "first": -2.0, "second": 2.0, "other": -6.0, "alone": 0.0, "next": 2.5, "words": np.log(40), "words_of_view": np.log(30), "in_doubt": np.log(2),
    }  # fmt: skip
    one = dict(zip(NUMBERS, numbers(TWO)[1], strict=True))
    assert (one["first"], one["second"], one["other"]) == (-4.0, -5.0, 1.0)


def test_a_view_is_weighed_only_for_the_signs_it_was_read_for() -> None:
    first = [[-np.inf, 0.0, 0.0, -np.inf], [-3.0, -9.0, -9.0, -np.inf]]
    found = numbers(views(first, [[5.0] * SIGNS, [-1.0] * SIGNS]))
    assert found[0, NUMBERS.index("first")] == -3.0 == found[0, NUMBERS.index("next")] + 0.5 + 2.0
    assert np.isneginf(found[3]).all()
    assert np.isneginf(weighing(table().labels).scores(views(first, [[5.0] * SIGNS] * 2))[3])


def test_how_far_below_its_least_the_second_reading_stands_says_nothing() -> None:
    sunk, low = (views([[9.0] * SIGNS], [[second] * SIGNS]) for second in (-50.0, LEAST))
    assert (numbers(sunk) == numbers(low)).all()


def test_the_order_of_the_views_says_nothing() -> None:
    turned = Views(TWO.places, TWO.first[::-1], TWO.second[::-1], TWO.alone[::-1], TWO.words[::-1], TWO.of_text)
    assert np.allclose(weighing(table().labels).scores(TWO), weighing(table().labels).scores(turned))


@pytest.mark.parametrize("sign", range(SIGNS), ids=table().labels)
def test_what_speaks_more_for_a_sign_raises_it_and_a_longer_text_lowers_it(sign: int) -> None:
    scores = weighing(table().labels).scores
    base = scores(TWO)[sign]
    assert scores(replace(TWO, first=TWO.first + 1))[sign] > base
    assert scores(replace(TWO, second=TWO.second + 1))[sign] > base
    assert scores(replace(TWO, of_text=400))[sign] < base


def test_fitting_finds_the_weights_that_made_the_labels() -> None:
    random = np.random.default_rng(1)
    rows = random.normal(size=(60_000, 2)) * [1.0, 5.0] + [3.0, -2.0]
    likely = 1 / (1 + np.exp(-(rows @ [1.0, -0.4] - 2.0)))
    weights, bias = fitted(rows, (random.random(len(rows)) < likely).astype(float))
    assert np.allclose([*weights, bias], [1.0, -0.4, -2.0], atol=0.15)
