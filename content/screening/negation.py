"""Clear denial: “no chest pain”, “denies spotting”, “slurred speech: no”, “suicidal thoughts? none”.

A word of a sign that is clearly denied is marked with `!`, so that it counts as denied and not as present. A denial must lead
to it through small words alone (any, signs of, thoughts of): “no friends want to die” and “I told nobody of the chest
pain” deny neither. It ends with its clause, and is undone by a word that turns the sentence (but, until), by a second denial (“I can't
climb stairs without chest pain”) and by what makes it a comparison (“I have never had chest pain like this”). Only plain
denials are read: when in doubt, nothing is marked. Source: the idea of trigger words with a bounded reach, as in
Chapman and others, “A simple algorithm for identifying negated findings and diseases in discharge summaries”, 2001.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import dropwhile, pairwise

from content.lexicon import Concepts, listed
from content.screening.limits import AUXILIARIES, DENIALS, asks_after, over
from content.screening.restated import IS, PRONOUN

REACH, ROW = 8, 24  # words after a denial that it can still deny; after one that a whole row may follow
DENIES = listed("denies denied denying")
# What is told behind a row that is denied: “denies chest pain, has slurred speech”.
TELLS = listed("""
    has have had having got getting get feel feels felt is was with reports reporting reported complains admits says now but however
    she he i im ive shes pt patient user caller woke started
""")
_PART_ROW = listed(", and or nor")
# What else is denied in such a row (“denies fever, cough, chest pain”). A verb ends it: “denies fever, chest pain started last night”.
_OTHERS_DENIED = listed("""
    fever fevers chills cough nausea vomiting dizziness headache headaches palpitations syncope fainting collapse rash weight loss swelling lump lumps
    discharge diarrhoea constipation itching fatigue tiredness anxiety depression low mood insomnia sweats flushes flashes stroke self
""")

_TURNS = listed("but until till except apart however although though yet because unless")
_TIMES = listed("then now again today yesterday tonight lately recently suddenly")  # these turn a sentence too, unless it ends with them
_UP_TO = listed("before until till to")  # “never before now”
_ENDS = frozenset({",", ":", "?", "just", "only", "so", "since", "and"})
# What may stand between a denial and what it denies.
_SMALL = listed("""
    a an the any my more further new other actual real sign signs of symptom symptoms had have has having been be got getting experienced
    history episode episodes kind sort at all feel ever or nor no not sudden obvious current significant associated central bit get gets
    postmenopausal post menopausal vaginal unusual abnormal unexplained
    one sided left right face facial arm arms leg legs hand hands loss problem problems trouble troubles issue issues difficulty difficulties with
""")
# “Not one drop of blood”: what there is not even one of.
_MEASURES = listed("drop drops spot spots speck specks trace hint twinge flicker whisper")
_ONE = listed("one single of")
_WHERE = listed("in on of my her the")  # “no pain in my chest”: what may follow the first word denied
_SECOND = listed("without dont didnt not")  # undone by one of these before it
_FIRST = listed("cant cannot hardly not isnt never no day hour night morning month")
_RARELY = listed("havent hasnt hadnt dont rarely seldom barely scarcely")  # “I haven't been without chest pain”
_UNREAL = listed("wish wishing pretend pretending claim lie lying lied")  # “I wish I had no”, “I'd be lying if I said I had no”: she has
_SAID = listed("say saying")  # “I can't say there is no”
_OF_TIME_OR_DOUBT = listed("day hour night morning month doubt reason warning such joke")  # “no doubt”, “not a day”, “no warning”
_MORE_THAN_EVER = listed("like this such so badly as")  # “never like this”, “never so bad”
_OR_THE_LIKE = ["or", "anything", "like"]  # “not suicidal or anything like that”
# “No speech”, “her face is not even”: the lack is the sign, unless trouble with it is what is denied.
_FACULTIES = listed("speech words word voice vision sight eyesight symmetrical symmetric even level equal")
_TROUBLE = listed("problem problems trouble troubles issue issues difficulty difficulties change changes loss disturbance disturbances")
_NOT_A_DENIAL = frozenset(
    [
        "just",
        "only",
        "sure",
        "know",
        "idea",
        "longer",
        "one",
        "point",
        "wonder",
        "more",
        "stop",
        "stopping",
        "stopped",
        "going",
        "getting",
        "better",
        "worse",
        "sleep",
    ]
)
# “I can not talk”, “she does not make sense”: what is not done is itself the sign. “I do not feel any pain” is a denial.
_ABLE = frozenset({"can", "could", "able", "will", "would"})
_ABILITIES = frozenset(
    [
        "able",
        "answer",
        "breathe",
        "catch",
        "close",
        "control",
        "feel",
        "find",
        "finish",
        "follow",
        "form",
        "grip",
        "hold",
        "lift",
        "make",
        "making",
        "move",
        "moving",
        "open",
        "pronounce",
        "raise",
        "read",
        "respond",
        "say",
        "see",
        "smile",
        "speak",
        "speaking",
        "talk",
        "talking",
        "understand",
        "walk",
        "work",
        "working",
        "write",
    ]
)
_A_NO = frozenset({"no", "nope", "nah", "naw"})
_SPEAKERS = listed("""
    user patient pt assistant bot ai agent system nurse doctor doc dr gp midwife pharmacist paramedic clinician counsellor therapist human
    customer client caller visitor operator handler call interviewer me her him mum mom mother daughter husband wife partner friend son sister
    carer q a
""")
_I = (["i"], ["im"], ["ive"])  # “Any thoughts of suicide? No I love my life”
_SAID_BEFORE = listed("well oh ah um er erm hmm so and but")
_SPEAKS = listed("i im ive id ill my she shes he hes her his we weve they theyre it its")
_NEVER_BEFORE = ([], *([word] for word in (",", "?", "and", "but", "so", "in", "what", "why", "should", "is", "it", "this", "until")))
_SAYS_ON = listed("the a an been had got having")
_ANSWERS = frozenset({"no", "none", "never", "nope", "nah", "not", "nil", "n", "0", "false", "absent", "negative", "denied"})
_NONE_OF_IT = (["none"], ["nil"], ["absent"], ["denied"])  # behind a comma, where “no” may answer something else
_ITEM = 5  # words of an item at most that a no behind it answers with no sign between
_STATES = listed("i im ive it its is am are was were have has had got get getting my the this that there she he we you not no never")
NOES = frozenset({"no", "none", "nil", "never", "n", "false", "0"})  # what a field or an item of a form says when it says no
_YES = listed("yes y daily often sometimes weekly")
_NO_BEHIND = NOES | {"absent", "negative", "denied"}
_DONT = listed("dont havent hasnt doesnt didnt")
# An answer in the words of the question that denies (“I don't”, “she has not”, “there hasn't been”), and one that owns to it (“I have, actually”).
_DENIES_IT = re.compile(
    rf"{PRONOUN} (?:dont|doesnt|didnt|havent|hasnt|hadnt|isnt|arent|(?:have|has|had|do|does|did|am|is|are) not)(?: been)?(?: any)?"
)
_OWNS_TO_IT = re.compile(rf"{PRONOUN} {IS}(?: (?:been|had|have|them|it|those|that|some|actually|sometimes))*(?: ,.*)?")

# “A bleed in 2021, a polyp removed, nothing since”: over, and said to be over.
_NOTHING_SINCE = frozenset(
    {(one, "since") for one in ("nothing", "none", "never", "fine", "well", "ok", "okay", "clear", "not", "twinge", "trouble")}
    | {("never", "bled"), ("never", "came")}
)
_NOT_FINE = AUXILIARIES | listed("not never isnt wasnt arent werent cant cannot hardly no")  # “I've not been fine since”
_PAST_AND_OVER = listed("normal clear cleared healed discharged investigated removed checked resolved recovered polyp scanned treated")

_BODY = frozenset(
    {
        "blood",
        "chest",
        "pain",
        "breathless",
        "heart_attack",
        "clot_signs",
        "droop",
        "weak",
        "speech",
        "vision",
        "confused",
        "stroke_named",
        "worst_headache",
    }
)
_SELF = frozenset({"die", "injure"})
_TOLD_AGAIN = frozenset({"blood", "weak", "droop", "speech", "die", "injure"})
_WISHES = frozenset(
    [
        "want",
        "wanted",
        "wish",
        "wishing",
        "thoughts",
        "thought",
        "plan",
        "plans",
        "planning",
        "intention",
        "intend",
        "intending",
        "thinking",
        "think",
        "going",
        "suicidal",
        "harm",
        "ideation",
        "urge",
        "urges",
    ]
)
_LEADING = listed("to about in on i that am is")  # what may lead from a denied wish to what was wished: “no thoughts of”, “I don't think I want to”
_WHOM = listed("myself me herself my life it")
_IN_A_ROW = (_SMALL | _LEADING | _WISHES | _WHERE | _WHOM | _OTHERS_DENIED) - TELLS  # beside the signs, behind “denies”
# “I would never kill myself”, “wouldn't dream of hurting myself”: what she says she does not do.
_WOULD_NOT = listed("never wouldnt wont didnt not")
_EVER = listed("ever actually really do anything to dream of think thinking consider try going have want wanted")
_HARMS = listed("kill killing end ending harm harming hurt hurting take taking cut cutting")
_HERSELF = listed("myself herself life")
_STAYING = listed("here wake live alive exist around anymore")  # “I don't want to be here”: the denial is the wish


# “My back is killing me”: what only aches, or annoys, kills nobody. The chest and the head are left to the readings.
_ACHES = listed("""
    back feet foot knee knees hip hips leg legs neck shoulder shoulders hand hands wrist wrists elbow elbows ankle ankles thumb thumbs finger fingers
    toe toes tooth teeth bum bunion bunions joint joints shoes boots heels bra heat flushes flashes sweats job work commute weather humidity
""")


# What may follow it: “work is killing me and I'm going to beat it to it” says more.
_NO_MORE = ([], *([word] for word in [",", *listed("today tonight this at in on after from with when since so again now lately these")]))


def denied(words: list[str], concepts: list[Concepts]) -> list[bool]:
    """Which words of a sentence are clearly denied, or are said of what they cannot be true of."""
    marks = [False] * len(words)
    for place, word in enumerate(words):
        if (
            words[place : place + 2] == ["killing", "me"]
            and words[place + 2 : place + 3] in _NO_MORE
            and _ACHES & set(words[max(place - 2, 0) : place])
        ):
            marks[place] = True
        if word in DENIALS or word in AUXILIARIES:
            _deny(place, words, concepts, marks)
        if word in DENIES and not _turned(place, words) and not _undone(place, words):
            for at in _row(place, words, concepts):
                marks[at] = True
    for asked, place in _answered_in(words):
        if asks_after(words[asked:place], signs_in(concepts[asked:place])):
            _mark(range(asked, place), concepts, _BODY | _SELF, marks)
    if _PAST_AND_OVER & set(words):
        for place, pair in enumerate(pairwise(words)):
            if pair in _NOTHING_SINCE and _NOT_FINE.isdisjoint(words[max(place - 3, 0) : place]):
                ends = next((at for at in range(place, len(words)) if words[at] == ","), len(words))
                _mark(range(place if _turned(place, words) else ends), concepts, _BODY, marks)
    return marks


def _row(place: int, words: list[str], concepts: list[Concepts]) -> Iterator[int]:
    """The places of all signs in the row behind a word that denies one (“denies chest pain, spotting and suicidal thoughts”), item by item."""
    item: list[int] = []
    for at, word in enumerate([*words[place + 1 : place + 1 + ROW], ","], start=place + 1):
        if word in _PART_ROW:
            yield from item
            item = []
        elif concepts[at] & (_BODY | _SELF):
            item.append(at)
        elif word not in _IN_A_ROW:
            return


def after_an_answer(words: list[str]) -> list[str]:
    """The words of a sentence behind a no that it begins with, where somebody speaks next (“No I want to die”).

    That no answers what was asked before, and denies nothing of this.
    """
    at = 0
    while at < len(words) and (words[at] in _SAID_BEFORE or words[at] in _A_NO or (at and words[at] == ",")):
        at += 1
    return words[at:] if words[at : at + 1] and words[at] in _SPEAKS and not _A_NO.isdisjoint(words[:at]) else words


def said_by(words: list[str]) -> int:
    """Where a sentence begins, who speaks left out (“Assistant: you haven't …?”, “User: I have”)."""
    return spoken(words)


def is_answered(asked: list[str], concepts: list[Concepts], answer: list[str]) -> bool:
    """Whether a sentence is a question that names a sign, and the next one is nothing but a no to it, or begins with one that stands apart."""
    said = answer[spoken(answer) :]
    return asked[-1] == "?" and any(signs_in(concepts)) and (_answers(said) or (said[:1] != [] and said[0] in _A_NO and said[1:2] in _I))


def answered_no(asked: list[str], concepts: list[Concepts], answer: list[str], said: list[Concepts]) -> bool:
    """Whether that no denies the sign: where the question asks after it. `concepts` and `said`: what the words of each stand for.

    “Bleeding? No, only a pink smear” is no no.
    """
    told = frozenset().union(*concepts) & frozenset().union(*said[spoken(answer) + 1 :]) & _TOLD_AGAIN
    return not told and asks_after(asked, signs_in(concepts))


def without_answer(answer: list[str]) -> list[str]:
    """A sentence without the no that it begins with."""
    return answer[spoken(answer) + 1 :]


def of_something_else(words: list[str], concepts: list[Concepts]) -> int | None:
    """The place of a no in a sentence that is said of something else than the sign named before it (“bleeding, doctor told: no”)."""
    for asked, place in _answered_in(words):
        signs = signs_in(concepts[asked:place])
        if any(signs) and not over(words[asked:place]) and not asks_after(words[asked:place], signs):
            return place + 1
    return None


def _answered_in(words: list[str]) -> Iterator[tuple[int, int]]:
    """Where each thing asked in a sentence begins and ends that a plain no follows (“chest pain: no”, “chest pain, none”)."""
    begins = 0
    for place, word in enumerate(words):
        if (word in ":?" and _answers(words[place + 1 :])) or (word == "," and place and words[place + 1 :] in _NONE_OF_IT):
            yield begins, place
        elif word in _NO_BEHIND and _ends_item(words, place) and 0 < place - begins <= _ITEM and _STATES.isdisjoint(words[begins:place]):
            yield begins, place  # “chest pain no, flushes yes”
        if word in ",:?":
            begins = place + 1


def _ends_item(words: list[str], place: int) -> bool:
    """Whether an item ends at a place: its sentence does, or a comma stands behind it in a row that ends with an answer too."""
    return place + 1 == len(words) or (words[place + 1] == "," and words[-1] in _NO_BEHIND | _YES)


def spoken(answer: list[str]) -> int:
    """Where an answer begins, who gives it left out (“Patient: no”, “A: no”); the label of a field (“HRT: no”) is nobody, and its no is its own."""
    return answer.index(":") + 1 if ":" in answer[:3] and answer[0] in _SPEAKERS else 0


def signs_in(concepts: list[Concepts]) -> list[bool]:
    """Which words stand for a part of a sign that can be denied."""
    return [bool(found & (_BODY | _SELF)) for found in concepts]


def denied_by_answer(concepts: list[Concepts]) -> list[bool]:
    """Which words of a question are denied by a plain no."""
    marks = [False] * len(concepts)
    _mark(range(len(concepts)), concepts, _BODY | _SELF, marks)
    return marks


def denies_it(words: list[str]) -> bool:
    """Whether words are a no in the words of the question (“I don't”, “it is not”)."""
    return _DENIES_IT.fullmatch(" ".join(words)) is not None


def owns_to_it(words: list[str]) -> bool:
    """Whether words are a yes in the words of the question (“She does”, “There has been”)."""
    return _OWNS_TO_IT.fullmatch(" ".join(words)) is not None


def _answers(words: list[str]) -> bool:
    """Whether words begin with a no that is the whole answer: nothing, a comma or “at all” comes after it; or are one in the question's own words."""
    return denies_it(words) or (
        bool(words)
        and words[0] in _ANSWERS
        and (words[1:2] in ([], [","]) or words[1:] in (["at", "all"], ["not", "at", "all"], ["present"]) or (len(words) == 3 and words[2] in _DONT))
    )


def _mark(places: Iterable[int], concepts: list[Concepts], kinds: frozenset[str], marks: list[bool]) -> None:
    for place in places:
        marks[place] = marks[place] or bool(concepts[place] & kinds)


def _deny(place: int, words: list[str], concepts: list[Concepts], marks: list[bool]) -> None:
    after = words[place + 1 : place + 1 + REACH]
    if words[place] == "not" and place and words[place - 1] in _ABLE:
        return
    if after and after[0] in _ABILITIES and "any" not in after[:3]:
        return
    not_even_one = after[:1] == ["one"] and bool(after[1:]) and (after[1] in _MEASURES or after[1] in ("single", "sided"))
    if (
        not after or (after[0] in _NOT_A_DENIAL and not not_even_one) or after[0] in (",", "?")
    ):  # “breast pain no, chest pain yes”: it denied what came before
        return
    if words[place] == "no" and after[0] in _SAYS_ON:  # “no my chest hurts”: it answered something else
        return
    if _turned(place, words) or _undone(place, words):
        return
    wish = bool(_WISHES & set(after[:3])) or (words[place] in _WOULD_NOT and _harms_herself(after))
    between, aim = (_SMALL | _LEADING | _WISHES, _SELF) if wish else (_SMALL | _MEASURES | _ONE, _BODY)
    found: list[int] = []
    for at, word in enumerate(after, start=place + 1):
        missing = word in _FACULTIES and at - 1 not in found and _TROUBLE.isdisjoint(words[place + 1 : at + 2])
        if concepts[at] & aim and not missing:
            found.append(at)
        elif word in _ENDS or not (word in between or (wish and word in _WHOM) or (found and word in _WHERE)):
            break
    if found and any(
        words[at] == "before" and words[at + 1 : at + 2] in _NEVER_BEFORE for at in range(found[-1] + 1, min(found[-1] + 5, len(words)))
    ):
        return  # “I've never had chest pain before”: she has it now
    behind = words[found[-1] + 1 :] if found else []
    if not found or _MORE_THAN_EVER & {*words[place + 1 : found[0]], *([] if behind[:3] == _OR_THE_LIKE else behind[:3])}:
        return
    if wish and _STAYING & set(after):
        return
    for at in range(place + 1, found[-1] + 1) if wish else found:
        marks[at] = True
    if wish and words[found[-1] + 1 : found[-1] + 2] and words[found[-1] + 1] in _WHOM:
        marks[found[-1] + 1] = True


def _harms_herself(words: list[str]) -> bool:
    """Whether words begin with doing herself harm (“ever do anything to hurt myself”)."""
    rest = list(dropwhile(_EVER.__contains__, words))
    return rest[:1] != [] and rest[0] in _HARMS and not _HERSELF.isdisjoint(rest[1:3])


def _turned(place: int, words: list[str]) -> bool:
    """Whether a word after a denial turns the sentence. One of time does not when a clause ends with it (“no chest pain now”)."""
    for at in range(place + 1, min(place + 14, len(words))):
        if words[at] in _TURNS:
            return True
        last = words[at + 1 : at + 2] in ([], [","], ["?"], ["or"])
        if words[at] in _TIMES and not (last and words[at - 1] not in _UP_TO):
            return True
    return False


def _undone(place: int, words: list[str]) -> bool:
    """Whether a denial is no denial: a second one (“not a day without”), or of time or doubt (“no doubt”)."""
    before = words[max(place - 9, 0) : place]
    twice = words[place] in _SECOND and not _FIRST.isdisjoint(before)
    twice = twice or (words[place] == "without" and not _RARELY.isdisjoint(before[-4:]))
    unsaid = not _UNREAL.isdisjoint(before) or (not _SAID.isdisjoint(before) and not _FIRST.isdisjoint(before))
    return twice or unsaid or (words[place] in ("no", "never", "not", "without") and not _OF_TIME_OR_DOUBT.isdisjoint(words[place + 1 : place + 4]))
