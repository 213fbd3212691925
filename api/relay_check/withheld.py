"""Sentences that say something of a withheld option, for or against it."""

import re
from collections.abc import Callable, Iterable, Mapping

from api.relay_check.text import sentences

_PRODUCT = re.compile(
    r"\s+(?:supplements?|products?|tablets?|capsules?|extracts?)$|\s*\([^)]*\)", re.IGNORECASE
)
_CLAIM = re.compile(
    r"\b(?:help\w*|eas(?:e|es|ed|ing)|reliev\w+|relief|sooth\w+|calm\w*|improv\w+|reduc\w+"
    r"|lower\w*|treat\w*|cur(?:e|es|ed|ing)|prevent\w*|protect\w*|boost\w*|benefi\w+|work\w*"
    r"|effective\w*|worth|recommend\w*|useful|good|great|better|best|support\w*|balanc\w+"
    r"|safe\w*|unsafe|harm\w*|danger\w*|risk\w*|toxic|side effects?|interact\w*|avoid\w*"
    r"|evidence|stud(?:y|ies)|research|trials?|prov\w+|show\w*|popular|promis\w+|natural"
    r"|tak(?:e|es|en|ing)|tr(?:y|ies|ied|ying)|us(?:e|es|ed|ing)|buy|drink\w*|options?"
    r"|alternatives?|consider\w*|contain\w*|act(?:s|ed|ing)?|mimic\w*|phytoestrogen\w*"
    r"|fine|okay|ok|weak|strong|mixed|placebo|stop|start)\b",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\b(?:withheld|withholds?|withhold|not (?:shown|covered|reviewed|allowed)|held back"
    r"|says? nothing|nothing (?:is|can be|more is|else is) said|no claims?|no information"
    r"|cannot (?:say|tell|comment|give)|can't (?:say|tell|comment|give)"
    r"|until (?:a|it|they|their))\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:ask|asking|check with|speak to|speak with|talk to|tell|mention|bring|show)\b.{0,80}"
    r"\b(?:pharmacist|doctor|gp|nurse|team|prescriber|clinic|them)\b"
    r"|^\W*(?:are|do|did|have|were) you\b[^.]*\?",
    re.IGNORECASE | re.DOTALL,
)
_RESTATES = re.compile(
    r"\byou(?:'ve| have|'re| are|'d| would)? (?:ask|mention|sa(?:y|id)|nam|tak|us)\w*"
    r"|\byour (?:question|message)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\s*(?:;|—|–| - |:|,?\s+(?:but|however|although|though|while|whereas|yet|and|so|which|because"
    r"|since)\b)\s*",
    re.IGNORECASE,
)
_SAYS_MORE = re.compile(
    r"\b(?!(?:and|or|supplements?|products?|the|these|named)\b)[a-z]+", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"^\W*(?:(?:many|some|most|a lot of) (?:women|people)|it|they|this|these|that|those|both)\b",
    re.IGNORECASE,
)


def names_of(listed: Iterable[Mapping[str, str]]) -> frozenset[str]:
    """What some withheld options may be called, by the names and slugs that a response gives."""
    found = set()
    for one in listed:
        for name in (one.get("name", ""), one["slug"].replace("-", " ")):
            bare = _PRODUCT.sub("", name.casefold().replace("’", "'"))
            found |= {part.strip() for part in (bare, *bare.split(" and "))}
    return frozenset(name for name in found if len(name) > 2)


def claim(answer: str, names: frozenset[str], is_own: Callable[[str], bool]) -> str:
    """The first sentence that claims something of what is called by `names`, or an empty text.

    `is_own`: whether a sentence stands in a response as it is. A clause that names a withheld
    option is a claim unless it holds nothing but names, says that it is withheld, or restates what
    she asked. A clause that goes on about one is a claim when it holds a word of effect, risk,
    research or use. A sentence that sends her to ask somebody is none.
    """
    ordered = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    named = re.compile(rf"(?<![\w-])(?:{ordered})(?![\w-])" if names else r"(?!)", re.IGNORECASE)
    before = False
    for sentence in sentences(answer):
        read, about = sentence.replace("’", "'"), before and bool(_GOES_ON.match(sentence))
        before = bool(named.search(read)) or about
        if is_own(sentence) or (_ASKS.search(read) and not _breaks_off(read)):
            continue
        for clause in _CLAUSE.split(read):
            names_it, rest = bool(named.search(clause)), named.sub(" ", clause)
            about = about or names_it
            if names_it and not _RESTATES.search(rest):
                says = bool(_SAYS_MORE.search(rest))
            else:
                says = about and bool(_CLAIM.search(rest))
            if says and not _SAID.search(read if names_it else clause):
                return sentence
    return ""


def _breaks_off(sentence: str) -> bool:
    """Whether a sentence that sends the person to ask goes on to something else."""
    return bool(re.search(r"\b(?:but|however|although|though)\b|;|—", sentence, re.IGNORECASE))
