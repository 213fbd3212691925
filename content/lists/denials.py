"""Items of a list that say she has something not: “no headaches”, “used to get migraines”, “hot flushes stopped”, “no chest pain”.

In: an item, and the names of what is covered. Out: whether it is a denial. What is complained of because it is lacking (“no energy”, “libido gone”,
“not coping”) is none, nor is an item that is a name itself; a denial need not be of what is covered, as long as it is of an illness.
"""

import re

from content.lexicon import listed
from content.lists.fields import is_lacked
from content.matching.denied import LACKED
from content.matching.features import Names
from content.matching.general import not_covered
from content.name_keys import compared, flat, key_in, mended, plural_free

_SAYS = r"(?:(?:i|she|he|we|they|pt|patient|the user|user)(?:['’](?:s|ve|m)| is| am| are| has| have)?\s+)?(?:also\s+)?"
_DENIED = re.compile(
    _SAYS + r"(?:no longer (?:have|has|had|having|get|gets|getting|suffer(?:ing)? from)|used to (?:have|get|suffer (?:from|with))"
    r"|(?:previously|formerly)(?: had)?"
    r"|(?:stopped|stop) (?:having|getting)|no(?: more)?|never(?: had| get)?|without|denies|denied|nil|zero|not(?: got| having| had| any)?"
    r"|(?:don['’]?t|doesn['’]?t|do not|does not|haven['’]?t|hasn['’]?t|have not|has not|never) (?:have|get|got|had))\s+"
    r"(?:(?:any|real|really|bad|significant|much|other|signs? of|history of|problems? with|trouble with|issues? with)\s+)*",
    re.IGNORECASE,
)
_TO_THE_END = re.compile(
    r"\s+(?:at all|yet|so far|currently|reported|noted|at present|any ?more|now|since|thank (?:god|goodness)|these days)\s*$", re.IGNORECASE
)
OVER = (
    r"absent|resolved|denied|ruled out|excluded|nil|negative|not present|not reported|not had|gone|all gone|stopped|settled|cleared(?: up)?|over now"
    r"|in the past|none now|not now|not any ?more|no longer|no more|gone away"
)
_ABSENT = re.compile(
    rf"\s*[:(–—-]?\s*(?:(?:ha(?:s|ve)|is|are|were|was)\s+)?(?:(?:all|now|since)\s+)?(?:{OVER})"
    r"(?:\s+(?:now|completely|altogether|entirely|(?:with|on|since|after)\s+[\w'’]{2,20}(?:\s+[\w'’]{2,20})?))?\s*\)?\s*$",
    re.IGNORECASE,
)
_WELL = re.compile(r"\s*[:(–—-]?\s*(?:(?:is|are|all)\s+)*(?:normal|fine|ok|okay|good|no problem)\s*\)?\s*$", re.IGNORECASE)
# Of what is no name, only that is taken for a denial which is made of words for illness and small ones, with no word of anything else.
_ILL = listed("""
    flush flushes flash flashes sweat sweats palps pain pains ache aches bleed bleeding bleeds spotting blood clot clots lump lumps
    lumpiness fever fevers temperature rash rashes cough discharge suicidal suicide harm history problem problems trouble troubles issue
    issues difficulty difficulties concern concerns cancer cancers disease illness infection infections swelling swellings numbness weakness
    vomiting nausea sickness diarrhoea diarrhea constipation fainting faints blackouts collapse falls fracture fractures breathlessness
    allergy allergies stroke strokes seizure seizures fits tumour tumours diabetes asthma epilepsy arthritis thoughts symptoms complaints
    abnormality abnormalities injury injuries burning stinging soreness itch itching jaundice dvt tired surgery operations cysts polyps
    ulcers
""")
_BESIDE = listed("""
    libido energy concentration appetite a an the my any other further new recent known significant obvious real of or nor and with in on at
    to from after during since for between chest breast breasts bladder bowel bowels heart period periods vaginal family personal medical
    self back head neck leg legs arm arms pelvic stomach tummy abdominal joint joints muscle nipple skin blood weight loss gain change
    changes sleep sleeping sex intercourse urine urinary passing urinating postmenopausal post menopausal menopause intermenstrual abnormal
    unusual unexplained sudden severe short breath shortness signs sign symptoms eyes vision hearing speech memory balance mood mental
    health liver kidney lung ovarian womb cervical bone high low pressure night day thing things so far yet now currently all
""")


def is_denied(item: str, names: Names) -> bool:
    """Whether an item says of a covered name, or of an illness that is none, that she has it not."""
    if key_in(item) in names.whole:
        return False
    if absent := _ABSENT.search(item):
        left = item[: absent.start()]
        of_illness = key_in(left) in names.whole or _is_of_illness(left, names)
        return not left.strip() or (of_illness and not is_lacked(left))  # “not any more” is of the item before
    if well := _WELL.search(item):
        left = item[: well.start()]
        return key_in(left) in names.whole or is_lacked(left)
    found = _DENIED.match(item)
    if not found:
        return False
    rest = _TO_THE_END.sub("", item[found.end() :]).strip()
    if key_in(rest) in names.whole:
        return not is_lacked(rest)
    return _is_of_illness(rest, names)


def _is_of_illness(rest: str, names: Names) -> bool:
    """Whether what is denied is an illness, or a part of the body with a word for illness, and nothing else is said."""
    words = flat(mended(rest))
    row = compared(words)
    if not row or ":" in rest or not _DENYING.isdisjoint(words):
        return False
    if " ".join(row) in not_covered("topics"):
        return True
    left = names.beside(row)
    if not _WORDS_BESIDE.issuperset(left):
        return False
    named = len(left) < len(row) and LACKED.isdisjoint(left) and not any(is_lacked(phrase) for _, phrase, _ in names.placed(row))
    return named or not _WORDS_FOR_ILLNESS.isdisjoint(left)


_DENYING = listed("no not never without nor")
_WORDS_FOR_ILLNESS = frozenset(map(plural_free, _ILL))
_WORDS_BESIDE = _WORDS_FOR_ILLNESS | frozenset(map(plural_free, _BESIDE))
