"""Words that name no record: the service's own subject, whole classes of treatments, results of tests, and names of what is not covered.

“What is menopause” or “menopause treatment” is about none of the topics more than another, and “a supplement” is none of
the supplements. A table that must choose would guess; so words that say nothing else are refused, with the closest records as
suggestions. A name or alias of a record is looked up before this is asked.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from content.lexicon import listed
from content.name_keys import key_in, plural_free
from content.yaml_files import read_yaml

NONE = "none"  # the table's label for a query that names nothing covered


def _once(words: str) -> frozenset[str]:
    """A set of words without their plural endings, as they are compared."""
    return frozenset(plural_free(word) for word in listed(words))


_SUBJECT = _once("""
    menopause menopausal menopaused perimenopause perimenopausal peri meno premenopause premenopausal postmenopause postmenopausal post pre
    climacteric change changes midlife transition
""")
_MENOPAUSE = _SUBJECT - {"change", "transition", "pre", "post"}  # which may be said of anything
_CLASSES = _once("""
    supplement supplements herb herbs herbal remedy remedies natural alternative complementary medicine medicines medication medications drug drugs
    tablet tablets capsule capsules prescription prescribed procedure procedures operation device devices lifestyle treatment treatments therapy
    therapies product products option options vitamin vitamins pills over counter
""")
# What a medicine or a product comes as, which names none.
_FORMS = _once("""
    injection injections infusion cream gel ointment lotion drops spray tea tablet tablets capsule capsules pill pills powder gummies sachets
    patch ring pessary machine jab shot
""")
# What is asked of them, which names nothing either.
_ASKED = _once("""
    a an the my me i im ive id am is are was be been being it its this that these what whats when why how who which where do does did can could
    would should will may might have has had having get gets getting got go going gone through in of on for to with and or at by from about if
    whether long last lasts much many any some all every more most help helps helping explain tell know understand mean means meaning define
    definition information info advice support guide facts overview general symptom symptoms sign signs stage stages phase list
    often start starts
    started starting begin begins beginning end ends ending over finish finished now yet still not no yes please hi hello there woman women womens
    female lady ladies person people age aged normal common best good work works working you your need want take try use you're reached hit
    entering life test tests tested testing treat treats treating treated relief relieve relieves ease eases cure cures side effect effects risk risks
    safe safer safety first something anything take taking using used home evidence research study studies proof proven cost price try trying
    explained explanation reason reasons manage managing management prevention guideline guidelines guidance recommendation
    recommendations recommended literature review reviews randomised randomized controlled trial trials latest recent tip tips strategy strategies
    efficacy effective effectiveness benefit benefits contraindication contraindications interaction interactions interact interacts caution cautions
    warning warnings mechanism duration dose dosage versus vs compare compared comparison difference differences between than pros cons nhs leaflet
    factsheet
""")
_ANY = _SUBJECT | _CLASSES | _ASKED
_AGED = listed("year years yr yrs yo old status history with currently late early mid")
_TAKES = _once("""
    take takes taking taken took currently started starts daily mg mcg since interested wants wanting wish wishes avoid avoids avoiding prefer prefers
    only previously ago year years month months dose low high discuss question questions
""")
_SUPPLEMENTS = _once("supplement supplements herb herbs herbal remedy remedies natural vitamin vitamins")
# Words that alone, or two or three together, say nothing: but “need to go” says something.
_NOTHING = (_ASKED - _once("go going gone")) | _once("dont doesnt didnt cant wont")
FEW, FEWEST = 5, 3  # words
# What a laboratory or a scan measures, and how a result is written.
_MEASURED = _once("fsh lh tsh amh hba1c hbaic hb a1c score tscore dexa ferritin oestradiol estradiol cholesterol crp bmi")
_EXAMINED = listed("scan screening check checkup")
_ANIMALS, _HAS = listed("dog cat puppy kitten horse rabbit hamster"), listed("has have is s keeps got gets with whose cant wont")
_PERSON = listed("i im ive me my we our us you she her")
# What says that a menopause is early; an age from ten to forty-four does too (“33F”, “30s”), or one under forty-five.
_AGE, _USUAL_AGE = re.compile(r"(?:[123]\d|4[0-4])(?!\d)"), re.compile(r"(?:4[5-9]|5\d)(?!\d)")
_UNDER = listed("under before below by")
_EARLY = listed("""
    early earlier young younger soon decade daughter fifteen sixteen seventeen eighteen nineteen teens teenage twenties thirties twenty thirty forty
    baby babies pregnant ivf eggs fertility
""")
_EARLY_BEGINNINGS = ("prematur", "ovar", "insuffic", "twenty", "thirty", "forty", "turner", "hypogonad", "oophor")
_UNITS = _once("level levels result results blood bloods reading number value t z mmol nmol pmol mol mg ng pg ml dl l iu miu u per percent")


def names_none(words: Collection[str]) -> bool:
    """Whether the words of a query speak of the subject as a whole, or of a class of treatments, and of nothing else; or say nothing."""
    said = _singular(words)
    if len(words) <= FEWEST and _NOTHING.issuperset(said):
        return True
    return not (_SUBJECT | _CLASSES).isdisjoint(said) and adds_nothing(said)


def is_of_menopause(words: Iterable[str]) -> bool:
    """Whether words speak of menopause, or of the change."""
    return not _SUBJECT.isdisjoint(_singular(words))


def only_speaks_of_menopause(words: Sequence[str]) -> bool:
    """Whether words say where she is in life and nothing else (“52 year old, postmenopausal”), and that is not early."""
    said = [word for word in words if not word[:1].isdigit() and word not in _AGED]
    return is_of_menopause(said) and adds_nothing(said) and not says_early(words)


def only_takes(words: Collection[str]) -> bool:
    """Whether words beside the names of treatments only say that she takes or wants them: “currently taking”, “interested in”."""
    return adds_nothing(word for word in words if not word[:1].isdigit() and plural_free(word) not in _TAKES)


def says_early(words: Sequence[str]) -> bool:
    """Whether words say that something comes early in life: a young age, or that it is early."""
    under = any(word == "45" and before in _UNDER for before, word in pairwise(words))
    return under or any(word in _EARLY or _AGE.match(word) or word.startswith(_EARLY_BEGINNINGS) for word in words)


def says_usual_age(words: Collection[str]) -> bool:
    """Whether words speak of menopause at an age that is not early."""
    return is_of_menopause(words) and any(_USUAL_AGE.match(word) for word in words)


def adds_a_test(words: Iterable[str]) -> bool:
    """Whether words beside the name of what is not covered only ask, or for a test (“thyroid cancer scan”)."""
    return adds_nothing(word for word in words if plural_free(word) not in _EXAMINED)


def is_of_an_animal(words: Sequence[str], left: Collection[str]) -> bool:
    """Whether words tell what an animal has (“dog has itchy skin”), and nothing of a person.

    `left`: the words that belong to no name, as “the black dog” does.
    """
    at = next((place for place, word in enumerate(words[:3]) if plural_free(word) in _ANIMALS.intersection(left)), None)
    return at is not None and words[at + 1 : at + 2] != [] and words[at + 1] in _HAS and _PERSON.isdisjoint(words[at + 1 :])


def without_subject(parts: Sequence[Sequence[str]]) -> list[list[str]]:
    """The words of a query, sentence by sentence, without those that speak of the subject as a whole."""
    return [kept for part in parts if (kept := [word for word in part if plural_free(word) not in _MENOPAUSE])]


def without_form(parts: Sequence[Sequence[str]]) -> list[list[str]]:
    """The words of a query, sentence by sentence, without what a treatment comes as (“cream”, “injections”)."""
    return [kept for part in parts if (kept := [word for word in part if plural_free(word) not in _FORMS])]


def adds_a_form(words: Iterable[str]) -> bool:
    """Whether words beside a record's name only ask, or say what it comes as (“B12 injections”)."""
    return adds_nothing(word for word in words if plural_free(word) not in _FORMS)


def adds_nothing(words: Iterable[str]) -> bool:
    """Whether words beside a record's name only ask: “medication for …”, “does … help”. Nobody then means another record."""
    return _ANY.issuperset(_singular(words))


def asks_for_supplements(words: Collection[str]) -> bool:
    """Whether words that are no name ask, in a few words, for herbs or supplements by their use: to name one would say what it is for."""
    return len(words) <= FEW and not _SUPPLEMENTS.isdisjoint(_singular(words))


def is_a_result(words: Iterable[str]) -> bool:
    """Whether a query is the result of a test and nothing else (“FSH 40”): what it means is for a doctor to say."""
    said = _singular(words)
    numbers = {word for word in said if word[:1].isdigit()}
    return bool(numbers) and not _MEASURED.isdisjoint(said) and (_MEASURED | _UNITS | _ANY | numbers).issuperset(said)


@lru_cache(maxsize=2)
def not_covered(family: str) -> dict[str, str]:
    """Names of other illnesses, or of other treatments, in the form that queries are compared in, each standing for `NONE`."""
    listed_names = read_yaml(Path(__file__).parent / "not_covered.yaml")[family]
    return {key_in(name): NONE for name in listed_names}


@lru_cache(maxsize=1)
def complaints() -> dict[str, str]:
    """Single words that say what she has, each with the topic it leads to: known where something is ruled out."""
    listed_words: dict[str, list[str]] = read_yaml(Path(__file__).parent / "complaints.yaml")
    return {key_in(word): slug for slug, words in listed_words.items() for word in words}


def _singular(words: Iterable[str]) -> set[str]:
    return {plural_free(word) for word in words}
