"""What one query costs the screen and the matcher, by length, and how it grows: `python -m benchmarks.screen_cost`.

Prints CPU microseconds for everyday text of growing length and for the worst shapes of 64 KiB, with the ratio to half the length
(2 is linear). Nothing here asserts a time.
"""

import os
import time
from collections.abc import Callable

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "menoinfo.settings")
os.environ.setdefault("CONTENT_WATCH", "0")

EVERYDAY = "I keep waking up at three in the morning drenched, my knees ache on the stairs and I forget what I came for. My mother had it too; she never spoke of it. "
WORST = ["a", "ab ", "iwanttodie", "x.y.", "no ", "\u200b", "blood ", "1 ", "é", "?!", "bleedingaftermenopause"]


def cost(work: Callable[[], object], least: float = 0.2) -> float:
    """CPU microseconds of one call: the best of five batches."""
    work()
    began, times = time.process_time(), 0
    while time.process_time() - began < least / 5:
        work()
        times += 1
    best = (time.process_time() - began) / times
    for _ in range(4):
        began = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - began) / times)
    return 1e6 * best


def main() -> None:
    import django

    django.setup()
    from content import freshness
    from content.screening import screen

    matcher = freshness.current().topic_matcher
    print("| everyday text | screen, microseconds | match, microseconds |\n|---|---|---|")
    for length in (10, 50, 100, 250, 500, 1000):
        text = (EVERYDAY * 8)[:length]
        print(f"| {length} characters | {cost(lambda text=text: screen(text)):.0f} | {cost(lambda text=text: matcher.find(text)):.0f} |")
    print("\n| worst shapes | 32 KiB, ms | 64 KiB, ms | growth (2 is linear) |\n|---|---|---|---|")
    for piece in WORST:
        half, whole = ((piece * 65536)[:size] for size in (32768, 65536))
        one, two = cost(lambda text=half: screen(text), 0.05), cost(lambda text=whole: screen(text), 0.05)
        print(f"| {piece!r} | {one / 1000:.1f} | {two / 1000:.1f} | {two / one:.2f} |", flush=True)


if __name__ == "__main__":
    main()
