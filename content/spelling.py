"""Bringing unknown words back to known ones: abbreviations, run-together words, slips of the finger and of the ear.

Known words come from the project's own content and phrases (`words.txt` and `words.safetensors`, written by `make weights`). A known word is
never touched. An unknown one is written out (“pmb”), taken apart (“chestpain”), or brought to a known word that is one
slip away (a letter missing, added, changed or swapped) or sounds the same. The cost is linear in the length of the text.
"""

import hashlib
import math
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from content.slips import Slips

FILE = Path(__file__).parent / "words.txt"
SINCE = Path(__file__).parent / "words_since.txt"  # words of names that came after the tables were trained: known, though no table numbers them
SLIPS = Path(__file__).parent / "words.safetensors"
LONGEST = 18  # letters of the longest word that a run is taken apart into
DOUBLED = 32  # ways to read doubled letters that are tried
SENTENCE = 16  # letters from which a run is a whole sentence, of which a word may be unknown
COMMON_PAIR = 10.5  # what a word of two letters may cost at most to be part of a run
UNKNOWN = 12.0  # what an unknown letter costs in it; a known word costs from three to thirteen
LONGEST_READ = 1600  # letters of a run that are taken apart at all
LONGEST_RUN = 160  # letters of a run that are taken apart together

_COUNT = re.compile(r"\d+[a-z]{0,3}$")
_DIGITS = str.maketrans("0134579", "oieastg")
_REPEATED = re.compile(r"(.)\1+")
_SOFT_C = re.compile(r"c(?=[eiy])")
_VOWELS = str.maketrans("", "", "aeiouyhw")
_SOUNDS = (("ph", "f"), ("ck", "k"), ("ght", "t"), ("kn", "n"), ("wr", "r"), ("tion", "shn"), ("c", "k"), ("z", "s"), ("q", "k"))

# How clinicians and forum regulars shorten what the screen and the matcher must know.
ABBREVIATIONS: dict[str, tuple[str, ...]] = {
    short: tuple(long.split())
    for short, long in {
        "pmb": "post menopausal bleeding",
        "pvb": "vaginal bleeding",
        "pcb": "bleeding after sex",
        "btb": "breakthrough bleeding",
        "imb": "bleeding between periods",
        "lmp": "last period",
        "cp": "chest pain",
        "cva": "stroke",
        "tias": "mini stroke",
        "stemi": "heart attack",
        "nstemi": "heart attack",
        "soboe": "short of breath on exertion",
        "sobar": "short of breath at rest",
        "dsh": "deliberate self harm",
        "nssi": "self harm",
        "tlc": "tender loving care",
        "hf": "hot flushes",
        "hfs": "hot flushes",
        "ns": "night sweats",
        "vms": "hot flushes",
        "vd": "vaginal dryness",
        "utis": "urinary infections",
        "uti": "urinary infection",
        "gsm": "genitourinary syndrome of menopause",
        "poi": "premature ovarian insufficiency",
        "pof": "premature ovarian failure",
        "pop": "pelvic organ prolapse",
        "osa": "sleep apnoea",
        "t2d": "type 2 diabetes",
        "t2dm": "type 2 diabetes",
        "htn": "high blood pressure",
        "bp": "blood pressure",
        "cvd": "heart disease",
        "ihd": "heart disease",
        "endo": "endometriosis",
        "bc": "breast cancer",
        "gerd": "reflux",
        "wfh": "working from home",
        "idk": "i dont know",
        "hv": "have",
        "ive": "i have",
        "im": "i am",
        "u": "you",
        "ur": "your",
        "pls": "please",
        "plz": "please",
        "bc2": "because",
        "cos": "because",
        "coz": "because",
        "cuz": "because",
        "wanna": "want to",
        "gonna": "going to",
        "wana": "want to",
        "gotta": "got to",
        "abt": "about",
        "suiside": "suicide",
        "thru": "through",
        "nite": "night",
        "nites": "nights",
    }.items()
}


# Those that mean other things as well (“SI units”, “estradiol OD”, “I just sob”, a part of a program's mark), and the words of which one must stand
# before them, or after.
_BESIDE: dict[str, tuple[tuple[str, ...], frozenset[str], frozenset[str]]] = {
    short: (tuple(long.split()), frozenset(before.split()), frozenset(after.split()))
    for short, long, before, after in (
        (
            "si",
            "suicidal ideation",
            "passive active fleeting chronic denies denied endorses endorsed reports reported discloses disclosed has having with no nil any of for",
            "plan plans intent intention today without dsh hi w : nil none present",
        ),
        (
            "mi",
            "heart attack",
            "query possible suspected acute silent prior previous old evolving inferior anterior had having of hx post no stroke cva tia pe",
            "today stroke cva tia pe pending",
        ),
        (
            "acs",
            "heart attack",
            "query possible suspected acute of no",
            "trop troponin pending today",
        ),
        (
            "pe",
            "clot on the lung",
            "query possible suspected acute massive had having of hx no dvt mi",
            "dvt on after pleuritic mi",
        ),
        (
            "od",
            "overdose",
            "an the my a to i and will would could might nearly almost gonna wanna accidental accidentally intentional intentionally attempted",
            "on tonight again attempt",
        ),
        (
            "sob",
            "short of breath",
            "pain chest with severe sudden new worsening some mild has having very so feel feeling get getting got bit more dizzy sweating",
            "on at when walking exertion climbing chest cough dizzy sweating stairs lying today",
        ),
    )
}


def sound(word: str) -> str:
    """A rough key of how a word sounds: the first letter and the consonants after it, repeats dropped."""
    word = _SOFT_C.sub("s", word)
    for written, heard in _SOUNDS:
        word = word.replace(written, heard)
    return _REPEATED.sub(r"\1", word[:1] + word[1:].translate(_VOWELS))


# Words that people hide a letter of, since filters or manners do not like them.
HIDDEN = frozenset(
    {"sex", "sexual", "kill", "killed", "killing", "die", "dead", "suicide", "suicidal", "harm", "cut", "rape", "abuse", "drugs", "shit", "hell"}
)


class Spelling:
    """The known words, and the ways back to them; `slips` is where what remains of them is kept, if anywhere.

    Those of names that came `since` are known too.
    """

    def __init__(self, counts: dict[str, int], slips: Path | None = None, since: Iterable[str] = ()) -> None:
        total = sum(counts.values()) or 1
        self._cost = {word: -math.log(count / total) for word, count in counts.items()}
        commonest_first = sorted(counts, key=lambda word: (-counts[word], word))
        self.places = {word: place for place, word in enumerate(commonest_first)}  # one numbering, shared by all who keep something of a word
        self.digest = hashlib.sha256(" ".join(commonest_first).encode()).hexdigest()  # changes with the numbering
        self._slips = Slips.load(slips, commonest_first, self.digest) if slips else Slips.made(commonest_first)
        self.since = frozenset(since)
        self._heard: dict[str, str] = {}
        for word in commonest_first:
            if len(word) >= 5:
                self._heard.setdefault(sound(word), word)

    def save_slips(self, path: Path = SLIPS) -> None:
        """Write what remains of the known words."""
        self._slips.save(path, self.digest)

    @property
    def words(self) -> list[str]:
        """Every known word, commonest first."""
        return list(self.places)

    def known(self, word: str) -> bool:
        """Whether a word needs no help."""
        return word in self._cost or word in self.since or word[0].isdigit()

    def corrected(self, words: list[str]) -> list[str]:
        """The words, each unknown one replaced by what it most likely is; one that resembles nothing stays as it is."""
        out: list[str] = []
        for place, word in enumerate(words):
            if word in ABBREVIATIONS:
                out += ABBREVIATIONS[word]
            elif word in _BESIDE and self._stands_for(words, place):
                out += _BESIDE[word][0]
            elif not word.isalpha() and self._digits_read(word) in self._cost:
                out.append(self._digits_read(word))
            elif self.known(word) or len(word) < 4:
                out.append(word)
            else:
                out += self._way_back(word)
        return out

    def _stands_for(self, words: list[str], place: int) -> bool:
        """Whether a short word stands for what it may: with one of its words before or after it, or alone."""
        _, before, after = _BESIDE[words[place]]
        return len(words) == 1 or (place > 0 and words[place - 1] in before) or (place + 1 < len(words) and words[place + 1] in after)

    def _digits_read(self, word: str) -> str:
        """A word with the letters that its digits look like; a number, alone or with its unit, stays one."""
        return word if len(word) < 3 or _COUNT.match(word) else word.translate(_DIGITS)

    def uncensored(self, before: str, after: str) -> str:
        """The word of which one letter is hidden: one that people hide, else the commonest known one with a vowel there, or what is left."""
        ways = [way for vowel in "aeiou" if (way := before + vowel + after) in self._cost]
        return min(ways, key=lambda way: (way not in HIDDEN, self._cost[way])) if ways else before + after

    def _way_back(self, word: str) -> list[str]:
        near = self._nearest(word) or self._undoubled(word)
        if near:
            return [near]
        if len(word) >= 7:
            runs = range(0, min(len(word), LONGEST_READ), LONGEST_RUN)
            pieces = [piece for start in runs for piece in self._taken_apart(word[start : start + LONGEST_RUN])]
            if pieces:
                return pieces
        heard = self._heard.get(sound(word)) if len(word) >= 5 else None
        return [heard] if heard and abs(len(heard) - len(word)) <= 2 else [word]

    def _nearest(self, word: str) -> str | None:
        if len(word) > LONGEST:
            return None
        found, ways = self._slips.of(word)
        if found:
            return found
        ways = {way for way in ways if abs(len(way) - len(word)) <= 1 and way[0] == word[0]} or ways
        return min(ways, key=lambda way: (self._cost[way], way)) if ways else None

    def _undoubled(self, word: str) -> str | None:
        """The commonest known word that remains when some of the doubled letters are taken for single ones."""
        if len(word) > 2 * LONGEST:
            return None
        ways = [""]
        for place, letter in enumerate(word):
            doubled = place and word[place - 1] == letter
            ways = [way + letter for way in ways] + (ways if doubled else [])
            if len(ways) > DOUBLED:
                return None
        return min((way for way in ways if way in self._cost), key=lambda way: (self._cost[way], way), default=None)

    def _stands_in_a_run(self, piece: str) -> bool:
        """Whether a piece of a run may be a word: one of two letters must be a common one, or anything could be made of such."""
        return self._cost.get(piece, math.inf) <= COMMON_PAIR if len(piece) == 2 else piece in self._cost and (len(piece) > 1 or piece in "ai")

    def _taken_apart(self, run: str) -> list[str]:
        """The likeliest known words that make up a run, with what is unknown between them in a long one; none when they do not."""
        best: list[tuple[float, int]] = [(0.0, 0)] + [(math.inf, 0)] * len(run)
        for end in range(1, len(run) + 1):
            if len(run) >= SENTENCE and best[end - 1][0] + UNKNOWN < best[end][0]:
                best[end] = (best[end - 1][0] + UNKNOWN, end - 1)
            for start in range(max(0, end - LONGEST), end):
                piece = run[start:end]
                cost = self._cost.get(piece)
                if cost is None or not self._stands_in_a_run(piece) or best[start][0] == math.inf:
                    continue
                total = best[start][0] + cost + 2.0
                if total < best[end][0]:
                    best[end] = (total, start)
        if best[-1][0] == math.inf:
            return []
        pieces: list[str] = []
        end, unknown, follows = len(run), 0, False
        while end:
            start = best[end][1]
            piece = run[start:end]
            known = self._stands_in_a_run(piece)
            if known or not follows:
                pieces.append(piece)
            else:
                pieces[-1] = piece + pieces[-1]  # what is unknown stays together
            unknown, follows = unknown + (not known), not known
            end = start
        pieces.reverse()
        return pieces if len(run) / len(pieces) >= 2.6 and unknown <= len(run) // 4 else []


@lru_cache(maxsize=1)
def spelling() -> Spelling:
    """The project's known words."""
    lines = (line.split() for line in FILE.read_text(encoding="utf-8").splitlines())
    return Spelling({word: int(count) for word, count in lines}, SLIPS, SINCE.read_text(encoding="utf-8").split())
