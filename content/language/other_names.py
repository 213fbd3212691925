"""Topics and options called by their names in other languages: looked up, never guessed.

In: words as typed. Out: the slugs that they name. A name counts if it is all of the words, or part
of a short sentence. A name made of English words counts only where the text is certainly in another
language. A name of two records counts only in the language in which it means one of them. English
names are looked up earlier, in `content.language.names`.
"""

import re
from functools import lru_cache

from content.language.languages import languages
from content.language.other_languages import Detected, folded
from content.language.spelling import spelling

LONGEST = 160  # characters of the longest text in which a name is looked for
LEAST, LEAST_UNSPACED = 3, 2  # fewest letters of a name that is looked for in a text
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_ENDINGS = re.compile("[\u0900-\u0dff\uac00-\ud7a3]")  # scripts in which words take endings
_ARTICLE = re.compile(r"(?<= )[وب]?ال(?=\w{3})")  # “the”, “and the”, “with the” in Arabic script
Record = tuple[str, str]  # the family, `topics` or `options`, and the slug


def named(text: str, said: Detected) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The topics and the options that words name in another language, the first named first.

    `said`: the result of `other_languages.detect()` for these words, above all their language.
    """
    words = _key(text)
    found = dict.fromkeys(_meant(words, said), 0)
    if not found and len(words) <= LONGEST:
        for part, key in _inside(words):
            at = words.find(part)
            records = _meant(key, said) if at >= 0 else []
            if records:
                found |= dict.fromkeys(records, at)
                words = words.replace(part, f" {'-' * (len(part) - 2)} ")
    topics, options = (
        tuple(slug for own, slug in sorted(found, key=found.__getitem__) if own == family)
        for family in ("topics", "options")
    )
    return topics, options


def _meant(key: str, said: Detected) -> list[Record]:
    """The records that this key names: at most one topic and one option."""
    names = _names().get(key, {})
    if all(word in spelling().cost for word in key.split()) and not said.certain:
        return []
    if len(names) > 1 or said.certain:
        names = {record: codes for record, codes in names.items() if said.language in codes}
    families = [family for family, _ in names]
    return [record for record in names if families.count(record[0]) == 1]


def _key(words: str) -> str:
    """The form that names are compared in, with a space at each end."""
    return _ARTICLE.sub("", f" {folded(words)} ")


@lru_cache(maxsize=1)
def _names() -> dict[str, dict[Record, set[str]]]:
    """For each key the records that it names, and the languages in which it names them."""
    names: dict[str, dict[Record, set[str]]] = {}
    for code, language in languages().items():
        for family, own in (("topics", language.names), ("options", language.options)):
            for slug, name in ((slug, name) for slug, given in own.items() for name in given):
                names.setdefault(_key(name), {}).setdefault((family, slug), set()).add(code)
    return names


def _inside(words: str) -> list[tuple[str, str]]:
    """The names that stand in a text, each with its key, the longest first: a word counts for one
    name only.
    """
    found = {
        pair
        for at in range(len(words))
        for pair in _parts().get(words[at : at + LEAST_UNSPACED], ())
        if words.startswith(pair[0], at)
    }
    return sorted(found, key=lambda pair: (-len(pair[0]), pair))


@lru_cache(maxsize=1)
def _parts() -> dict[str, list[tuple[str, str]]]:
    """The names that are looked for in a text, by their first letters, each with its key.

    A name ends where a word ends, except in scripts without spaces or with endings.
    """
    parts: dict[str, list[tuple[str, str]]] = {}
    for key in _names():
        unspaced, endings = _UNSPACED.search(key), _ENDINGS.search(key)
        if len(key.strip()) >= (LEAST_UNSPACED if unspaced or endings else LEAST):
            part = key.strip() if unspaced else key.rstrip() if endings else key
            parts.setdefault(part[:LEAST_UNSPACED], []).append((part, key))
    return parts
