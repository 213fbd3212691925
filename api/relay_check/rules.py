"""The five rules, in the order of `api.relay_rules.RELAY_RULES`, each a function."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from api.relay_check import advice, withheld
from api.relay_check.text import joined, sentences

Bodies = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one rule.

    `rule`: its number; `kept`: None where the responses gave no occasion for it; `fault`: what
    was found, with the sentence at fault.
    """

    rule: int
    kept: bool | None
    fault: str = ""


def _verdict(rule: int, called_for: bool, fault: str) -> Verdict:
    return Verdict(rule, not fault if called_for else None, fault)


def _distinct(bodies: Bodies, field: str) -> list[str]:
    return list(dict.fromkeys(body[field] for body in bodies if body.get(field)))


def urgent_first(bodies: Bodies, answer: str) -> Verdict:
    """`urgent` opens the answer, whole, with nothing before it or within it."""
    waiting, rest = _distinct(bodies, "urgent"), joined(answer)
    called_for = bool(waiting)
    while first := next((text for text in waiting if rest.startswith(joined(text))), None):
        waiting.remove(first)
        rest = rest[len(joined(first)) - 1 :]
    return _verdict(1, called_for, _why_not_first(waiting[0], answer) if waiting else "")


def _why_not_first(urgent: str, answer: str) -> str:
    whole = joined(answer)
    for sentence in sentences(urgent):
        if joined(sentence) not in whole:
            return f"Left out or reworded: “{sentence}”"
    if not whole.startswith(joined(sentences(urgent)[0])):
        return f"Something stands before `urgent`: “{sentences(answer)[0]}”"
    return "Something stands between the sentences of `urgent`."


def doctor_flag_in_full(bodies: Bodies, answer: str) -> Verdict:
    """Every sentence of each doctor flag, word for word and in its order."""
    flags = _distinct(bodies, "when_to_see_a_doctor")
    faults = (_missing(flag, joined(answer)) for flag in flags)
    return _verdict(2, bool(flags), next(filter(None, faults), ""))


def _missing(flag: str, answer: str) -> str:
    place = 0
    for sentence in sentences(flag):
        found = answer.find(joined(sentence), place)
        if found < 0:
            moved = joined(sentence) in answer
            return f"{'Out of its order' if moved else 'Left out or reworded'}: “{sentence}”"
        place = found + len(joined(sentence)) - 1
    return ""


def nothing_added(bodies: Bodies, answer: str) -> Verdict:
    """No sentence diagnoses, rules an illness out or gives a dose, unless a response does."""
    own = _all_text(bodies)
    names = frozenset(name for body in bodies for name in _named(body))
    for sentence in sentences(answer):
        if joined(sentence) not in own and (what := advice.added(sentence, names)):
            return _verdict(3, True, f"{what}: “{sentence}”")
    return _verdict(3, True, "")


def _named(body: dict[str, Any]) -> list[str]:
    """The conditions that a body is about. To have a symptom is what she says, no diagnosis."""
    topics = [body.get("topic"), *body.get("topics", ()), *body.get("also_matched", ())]
    return [one["name"] for one in topics if one and one.get("kind") == "condition"]


def no_claim_on_what_is_withheld(bodies: Bodies, answer: str) -> Verdict:
    """No sentence says anything of a withheld option but that it is withheld and whom to ask."""
    listed = [one for body in bodies for one in (body.get("withheld") or {}).get("options", ())]
    names = withheld.names_of(listed)
    own = _all_text(bodies)
    fault = withheld.claim(answer, names, lambda sentence: joined(sentence) in own)
    return _verdict(4, bool(names), f"A claim: “{fault}”" if fault else "")


def page_linked(bodies: Bodies, answer: str) -> Verdict:
    """The address of every page named in `source_page` stands in the answer."""
    pages = _distinct(bodies, "source_page")
    missing = [page for page in pages if not _linked(page, answer)]
    return _verdict(5, bool(pages), f"Not linked: {missing[0]}" if missing else "")


def _linked(page: str, answer: str) -> bool:
    return bool(re.search(re.escape(page.rstrip("/")) + r"/?(?![\w/-]|\.\w)", answer))


def _all_text(value: Any) -> str:
    """Every text of some bodies, so that what they say themselves is nobody's addition."""
    if isinstance(value, str):
        return joined(value)
    parts = value.values() if isinstance(value, dict) else value if _is_list(value) else ()
    return " | ".join(filter(str.strip, map(_all_text, parts)))


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


RULES: tuple[Callable[[Bodies, str], Verdict], ...] = (
    urgent_first,
    doctor_flag_in_full,
    nothing_added,
    no_claim_on_what_is_withheld,
    page_linked,
)
