"""What words stand for, as far as the warning signs go."""

from functools import lru_cache
from pathlib import Path

from content.lexicon import Concepts, Lexicon, read_lexicon
from content.spelling import spelling

__all__ = ["Concepts", "lexicon"]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The screen's own lexicon."""
    return read_lexicon(Path(__file__).parent / "lexicon.yaml", spelling().words)
