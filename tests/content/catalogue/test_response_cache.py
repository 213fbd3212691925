"""Kept answers take so much room and no more, and what people ask for is what is kept."""

import json
import threading
from typing import Any

import pytest

from content.catalogue import refresh
from content.catalogue.response_cache import BESIDES, ROOM, ResponseCache
from content.vocabulary import TopicKind


def room_taken(cache: ResponseCache) -> int:
    return sum(len(body) + BESIDES for half in (cache._young, cache._old) for body in half.values())


def test_room_is_never_outgrown_however_much_is_put_in() -> None:
    cache = ResponseCache(room=100_000)
    for n in range(500):
        cache.put(n, bytes(n * 10))
        assert room_taken(cache) <= 100_000
    cache.put("as large as all the room", bytes(100_000))
    assert cache.get("as large as all the room") is None


def test_what_is_asked_for_stays_and_what_nobody_asks_for_goes() -> None:
    cache = ResponseCache(room=100_000)
    cache.put("popular", b"asked for again and again")
    cache.put("once", b"asked for once")
    for n in range(500):
        cache.put(n, bytes(2000))
        assert cache.get("popular") == b"asked for again and again"
    assert cache.get("once") is None
    cache.put("new", b"asked for from now on")
    assert cache.get("new") == b"asked for from now on", "a full cache still takes what is new"


def test_threads_may_share_a_shelf() -> None:
    cache = ResponseCache(room=50_000)
    wrong: list[Any] = []

    def use(seed: int) -> None:
        for n in range(3000):
            key = (n * seed) % 97
            body = cache.get(key)
            if body is None:
                cache.put(key, str(key).encode() * 50)
            elif body != str(key).encode() * 50:
                wrong.append(key)

    threads = [threading.Thread(target=use, args=(seed,)) for seed in (1, 3, 7, 11)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert room_taken(cache) <= 50_000
    assert cache._taken == sum(len(body) + BESIDES for body in cache._young.values())


@pytest.mark.django_db
def test_every_record_s_own_answers_find_room_together(rest: Any) -> None:
    catalogue = refresh.current()
    for topic, entry in catalogue.topics.items():
        has_options = entry.topic.kind != TopicKind.GUIDE
        assert rest("explain", topic=topic)[0] == 200
        assert rest("options", symptom=topic)[0] == (200 if has_options else 404)
        assert rest("doctor-prep", symptoms=topic)[0] == 200
    for option in catalogue.options:
        assert rest("evidence", option=option)[0] == 200
    assert room_taken(refresh.current().bodies) < ROOM / 2
    assert not refresh.current().bodies._old


@pytest.mark.django_db
def test_an_answer_that_is_kept_is_the_answer_that_was_made(rest: Any) -> None:
    made = rest("doctor-prep", symptoms="hot flushes, brain fog")
    assert refresh.current().bodies._young
    assert json.dumps(rest("doctor-prep", symptoms="hot flushes, brain fog")) == json.dumps(made)
