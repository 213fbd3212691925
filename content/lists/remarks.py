"""Remarks in a list of symptoms: what is said of the visit, of time, or of the symptom before (also how bad it is), and is no symptom itself.

In: a part of a list. Out: whether nothing is lost when it is left out. That is so when every one of its words, as they are
written and not as they might be mended, is known to say nothing of health, or when a reading of it, trained on parts of lists, clearly
takes it for a remark (“the dentist found nothing”, “which my husband has noticed”). Otherwise it is answered, or listed as not recognised.
`make weights` trains the reading (`tests/evaluation/train_remarks.py`).
"""

import re
from functools import lru_cache
from pathlib import Path

from content import weights
from content.encoder import Head, encoder
from content.lexicon import listed
from content.linear import Linear
from content.matching.features import JOINING, Names, features
from content.name_keys import compared, flat, mended
from content.number_words import classed
from content.plain_words import sentences
from content.spelling import spelling

TABLE = Path(__file__).parent / "remarks.safetensors"
TASK = "remarks"
CLEAR = 0.7  # the score from which a part that names nothing is a remark
CLEAR_ANYWAY = 1.5  # and from which one is that would be taken for a topic, though it does not name it

# Words of which alone no item is made: what is left of “now and then”, and how long or how often (“for about a year”, “twice a week”).
_EMPTY = JOINING | listed("""
    now then again over all so too just really some more other things stuff etc that it this these those always ever lots day night
    a an the of for to in at on since last past every each per about around approx approximately roughly nearly almost till until
    year years yearly month months monthly week weeks weekly days daily nights nightly hour hours hourly minute minutes morning mornings
    evening evenings once twice times time often sometimes mostly usually constantly
    ish couple few several many dozens one two three four five six seven eight nine ten eleven twelve half
    january february march april may june july august september october november december
    spring summer autumn winter christmas easter nothing none other others else no yes symptom symptoms
""")
# Words of the visit itself, and of who comes to it: “Notes for Dr Mbeki”, “Dr Okafor, Thurs 9.40”, “Patient, 52”.
_VISIT = listed("""
    doctor doctors dr drs doc docs gp gps nurse consultant specialist gynae gynaecologist gynecologist physician clinician
    clinic appointment appointments appt visit consultation telehealth ji sir madam patient user age aged old
    note notes list lists mention prep prepare ready ask asking asked discuss raise question questions thing item items
    problem problems issue issues concern concerns monday tuesday wednesday thursday friday saturday sunday mon tues weds thurs fri
    tomorrow today next soon here ok okay hi hello dear please pls plz thanks thank thx
    sorry tmi lol haha ha oh obviously anyway basically
""")
# Words with which a remark goes on about the item before it: “heart flutters, comes and goes”, “migraines, which nobody explained”.
_GOING_ON = listed("""
    because when whenever which who whom whose if though although while whether as come comes coming goes was were is are isnt wasnt am be been
    being start starts started starting begin begins began its theyre theres thats whats what why how where has had do does did
    can could would should will might me my mine we us our you your he his him she her they them their with from by before after during
    nobody noone anybody anyone someone explain explains explained says said happens happening only still already ago lately recently mainly lot ive
    worse better help
""")
_REMARK = _EMPTY | _VISIT | _GOING_ON
# Words that say how bad the item before was (“night sweats, quite bad”): only by themselves, since “bad nights” says what is bad.
_DEGREE = listed("""
    very quite pretty really rather so too a bit a little a lot much more most less least not is are was its theyre
    bad badly worse awful awfully dreadful terrible terribly horrible horribly horrendous severe severely moderate mild slight slightly
    constant constantly unbearable
""")
_NUMBER = re.compile(r"\d+(?:am|pm|th|x)?|1st|2nd|3rd")

# What says nothing as a whole, though a word of it would by itself: “up all night”, “never”, “ill” and “don't want to” are about health.
_SEEN = "doctor|dr|gp|nurse|consultant|specialist|gynae|gyna?ecologist|physician|clinic"
_FAMILY = "mum|mom|mother|aunt|sister|daughter|wife|partner|husband|friend"
_IDLE = re.compile(
    r"\bup (?:to|till|until)\b|\bon and off\b|\boff and on\b|\bi['’]ll\b|\bnever (?:met|told|said|explained)\b"
    r"|(?<!t )(?<!not )\b(?:wants?|like) to (?=(?:ask|discuss|mention|raise)\b)|\bto talk (?:about|through)\b"
    rf"|\b(?:see|seeing|saw|tell|telling|(?:talk|speak|talking|speaking) (?:to|with)|oncology) (?=(?:(?:the|my|our|a) )?(?:{_SEEN})\b)"
    rf"|\b(?:for|behalf of|help) (?:(?:my|our) )?(?:{_FAMILY})\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b(Dr|Mr|Mrs|Ms|Prof)\b\.? [A-Z][a-z'’-]+")  # nobody need know whom it names
_SAYS_MORE = re.compile(r"\btime of (?:the )?month\b", re.IGNORECASE)  # and what says something, though no word of it does


def is_left_over(part: str) -> bool:
    """Whether a part is only what was left between two items, or how long or how often (“for about a year”)."""
    return _made_of(part, _EMPTY)


def is_remark(part: str) -> bool:
    """Whether a part is only about the visit, the time or how bad it is, or goes on about the item before it without a word of what else there is."""
    return _made_of(part, _REMARK) or _made_of(part, _DEGREE)


def is_no_item(part: str, names: Names, found: bool) -> bool:
    """Whether a part of a list is a remark; `found`: whether it would be taken for a topic.

    One that holds the topic's name is none, and any other must read as a remark more clearly.
    """
    if not found:
        return is_remark(part) or (_is_known(part) and remark_score(part, names) > CLEAR)
    return not names.inside(compared(flat(mended(part)))) and remark_score(part, names) > CLEAR_ANYWAY


def _is_known(part: str) -> bool:
    """Whether at least half of a part's words are known, so that there is something to go by."""
    words = flat(mended(part))
    return 2 * sum(map(spelling().known, words)) >= len(words)


def remark_score(part: str, names: Names) -> float:
    """How clearly a part of a list reads as a remark; `names`: those of what is covered. 0 is as likely as not in the training set."""
    parts = mended(part)
    if not parts:
        return 0.0
    seen = encoder().gathered(encoder().read([classed(words) for words in parts]), [slice(None)])
    return float(_table().scores(*features(parts, names.inside(compared(flat(parts)))))[0] + _head().scores(seen)[0, 0])


@lru_cache(maxsize=1)
def _table() -> Linear:
    return Linear.load(TABLE, spelling())


@lru_cache(maxsize=1)
def _head() -> Head:
    return Head.load(weights.load(TABLE), TASK)


def _made_of(part: str, known: frozenset[str]) -> bool:
    spaced = " ".join(part.split())
    if _SAYS_MORE.search(spaced):
        return False
    words = [word for sentence in sentences(_NAME.sub(r"\1", _IDLE.sub("to ", spaced))) for word in sentence]
    return bool(words) and all(word in known or _NUMBER.fullmatch(word) for word in words)
