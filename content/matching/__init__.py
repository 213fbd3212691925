"""From plain words to the record they mean: `Matcher.find(words)`, in memory, deterministic, no log, no network."""

from content.matching.matcher import Found, Matcher, Named

__all__ = ["Found", "Matcher", "Named"]
