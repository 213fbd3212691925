"""Clear denial: “no chest pain”, “denies spotting”, “slurred speech: no”, “suicidal thoughts? none”.

A word of a sign that is clearly denied is marked with `!`, so that it counts as denied and not as present. Denial reaches
a few words, to the end of its clause, and never past a word that turns the sentence (but, until, now, again). Only plain
denials are read: when in doubt, nothing is marked. Source: the idea of trigger words with a bounded reach, as in
Chapman and others, “A simple algorithm for identifying negated findings and diseases in discharge summaries”, 2001.
"""

from itertools import pairwise

from content.lexicon import Concepts, listed

REACH = 8  # words after a denial that it can still deny

_DENIALS = frozenset(
    {"no", "without", "denies", "denied", "denying", "nil", "neither", "nor", "never", "zero", "not", "isnt", "wasnt", "arent", "werent"}
)
_AUXILIARIES = frozenset({"dont", "doesnt", "didnt", "havent", "hasnt", "hadnt", "havnt", "wouldnt"})
_TURNS = frozenset(
    [
        "but",
        "until",
        "till",
        "then",
        "now",
        "again",
        "today",
        "yesterday",
        "tonight",
        "except",
        "apart",
        "however",
        "although",
        "though",
        "yet",
        "because",
        "unless",
        "lately",
        "recently",
        "suddenly",
    ]
)
_ENDS = frozenset({",", ":", "?", "just", "only", "so", "since", "and"})
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
_ANSWERS = frozenset({"no", "none", "never", "nope", "not", "nil", "n"})

# “A bleed in 2021, a polyp removed, nothing since”: over, and said to be over.
_NOTHING_SINCE = frozenset(
    {(one, "since") for one in ("nothing", "none", "never", "fine", "well", "ok", "okay", "clear")}
    | {("no", "bleeding"), ("never", "bled"), ("not", "since"), ("never", "came"), ("no", "more"), ("twinge", "since"), ("trouble", "since")}
)
_PAST_AND_OVER = frozenset(
    [
        "normal",
        "clear",
        "cleared",
        "healed",
        "discharged",
        "fine",
        "investigated",
        "removed",
        "checked",
        "resolved",
        "over",
        "recovered",
        "thin",
        "polyp",
        "scanned",
        "treated",
    ]
)

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
# Words after which “I” goes on with what was begun: “I don't think I want to die”.
_LEADS_ON = frozenset(
    {"think", "thought", "thoughts", "thinking", "believe", "mean", "say", "saying", "said", "feel", "that", "as", "if", "like", "when", "how"}
)


# “My back is killing me”: what only aches, or annoys, kills nobody. The chest and the head are left to the readings.
_ACHES = listed("""
    back feet foot knee knees hip hips leg legs neck shoulder shoulders hand hands wrist wrists elbow elbows ankle ankles thumb thumbs finger fingers
    toe toes tooth teeth bum bunion bunions joint joints shoes boots heels bra heat flushes flashes sweats job work commute weather humidity
""")


def denied(words: list[str], concepts: list[Concepts]) -> list[bool]:
    """Which words of a sentence are clearly denied, or are said of what they cannot be true of."""
    marks = [False] * len(words)
    for place, word in enumerate(words):
        if word == "killing" and words[place + 1 : place + 2] == ["me"] and _ACHES & set(words[max(place - 2, 0) : place]):
            marks[place] = True
        if word in _DENIALS or word in _AUXILIARIES:
            _deny(place, words, concepts, marks)
    if len(words) > 2 and words[-1] in _ANSWERS and words[-2] in ":?-":
        _all(concepts, marks)
    for place in range(1, len(words) - 1):
        if words[place] == ":" and words[place + 1] in _ANSWERS:
            for before in range(place):
                marks[before] = marks[before] or bool(concepts[before] & (_BODY | _SELF))
    if _PAST_AND_OVER & set(words) and any(pair in _NOTHING_SINCE for pair in pairwise(words)):
        _all(concepts, marks)
    return marks


def answered_no(asked: list[str], answer: list[str]) -> bool:
    """Whether a sentence is a question and the next one says no to it."""
    return asked[-1] == "?" and answer[0] in _ANSWERS


def _all(concepts: list[Concepts], marks: list[bool]) -> None:
    for place, found in enumerate(concepts):
        marks[place] = marks[place] or bool(found & (_BODY | _SELF))


def _deny(place: int, words: list[str], concepts: list[Concepts], marks: list[bool]) -> None:
    after = words[place + 1 : place + 1 + REACH]
    if words[place] == "not" and place and words[place - 1] in _ABLE:
        return
    if after and after[0] in _ABILITIES and "any" not in after[:3]:
        return
    if not after or after[0] in _NOT_A_DENIAL or any(word in _TURNS for word in words[place + 1 : place + 14]):
        return
    if after[0] in (",", "?"):  # “breast pain no, chest pain yes”: it denied what came before
        return
    if _WISHES & set(after[:3]):
        _deny_wish(place, after, concepts, marks)
        return
    for distance, word in enumerate(after):
        if word in _ENDS and distance > 0 and not (word == "and" and words[place] in ("no", "without", "denies", "denied", "neither")):
            return
        at = place + 1 + distance
        if concepts[at] & _BODY:
            marks[at] = True


def _deny_wish(place: int, after: list[str], concepts: list[Concepts], marks: list[bool]) -> None:
    """“No thoughts of harming myself”, “I don't want to die”: the whole wish is denied, if it is a wish to die or be hurt."""
    end = next((distance for distance in range(len(after)) if _ends_wish(after, distance)), len(after))
    found = [distance for distance in range(end) if concepts[place + 1 + distance] & _SELF]
    if found and not {"here", "wake", "live", "alive", "exist", "around", "anymore"} & set(after[:end]):
        for distance in range(found[-1] + 1):
            marks[place + 1 + distance] = True
        if found[-1] + 1 < len(after) and after[found[-1] + 1] in ("myself", "me", "herself", "life"):
            marks[place + 2 + found[-1]] = True


def _ends_wish(after: list[str], distance: int) -> bool:
    """Whether a denied wish ends before a word of what comes after: at a stop, or where she begins anew (“I don't want to sleep I want to die”)."""
    word = after[distance]
    if word == "i":
        return distance > 0 and after[distance - 1] not in _LEADS_ON
    return word in _ENDS and word not in ("so", "and")
