"""Write the list of known words: `python -m tests.evaluation.known_words`.

Every word of the seed content, of the lexicons and of the tuning sets, with how often it stands there. A word of a
tuning set counts only when it stands in several items that are not misspelt or run together, or in the content itself; and
not when it is a common slip (“suisidal”), since a known word is never brought back to another.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from content.plain_words import sentences
from content.spelling import FILE, SINCE, Spelling
from content.yaml_files import read_yaml
from tests.evaluation.evaluate import read

ROOT = Path(__file__).resolve().parents[2]
LONG, COMMONER = 6, 8  # letters a slip has at least, and how many times commoner the word meant is
SPOILT = {"misspelt", "run-together", "unicode", "slang", "random", "injection"}
# Everyday words that a small corpus may lack, so that they are not taken for slips of others.
EVERYDAY = """
a able above across after afternoon again against age ago all almost alone along already also although always am among an and another any anybody anyone
anything apart are around as ask asked at august autumn away back bad bag be because become bed been before began behind being below beside best better between big
bit black blue boat body book born both bottom bought bowl box boy bread break bring broken brother brought brown bus but buy by cake call came can cannot car care
cat chair change cheap child children church city clean clear close clothes coat cold colour come cook cool corner could country course cup cut dad dark daughter day
dear december did dinner dinosaur do doctor does dog done door down drank draw dream dress drink drive drop dry dust each ear early earth east eat egg eight either
else end enough even evening ever every everyone everything eye face fact fall family far farm fast fat father february feed feel feet fell felt few field fifteen
find fine finger finish fire first fish five flat floor flower fly food foot for forget form found four free friday friend from front fruit full fun game garden gate
gave get girl give given glad glass go goes going gone good got grass great green grew ground group grow had hair half hall hand happen happy hard has hat have he head
hear heard heart heat heavy held hello help her here hers herself high hill him himself his hit hold hole home hope horse hospital hot hour house how hurt husband i
ice if ill in inside instead into is it its january job july jump june just keep kept key kind king kitchen knew know lady land large last late laugh lead learn least
leave left leg less let letter life light like line list listen little live lived long look lost lot love low lunch made make man many march may me mean meat meet men
middle might mile milk mind mine minute miss moment monday money month moon more morning most mother mouth move much mum music must my myself name near nearly neck need
never new next nice night nine no nobody none noon nor north nose not note nothing november now number october of off often oh old on once one only open or orange
other our out outside over own page paid paint pair paper park part party pass past pay people perhaps phone picture piece place plan plant play please plus point poor
possible post pretty price problem pull push put question quick quiet quite rain ran read ready real really reason red remember rest rice rich ride right ring river road
rock room round row run sad safe said same sand sat saturday saw say school sea seat second see seem seen self sell send sent september set seven several shall she
sheep ship shoe shop short should show shut sick side since sing sister sit six size skin sky sleep slow small smile snow so soft some somebody someone something
sometimes son song soon sorry sound soup south space speak spoke spring stand star start state station stay still stood stop store story street strong study such
sugar summer sun sunday sure table take talk tall tea teach tell ten test than thank that the their them then there these they thing think third this those though
thought three through thursday time tired to today together told tomorrow tonight too took top town train tree tried true try tuesday turn twelve twenty two under
until up us use used usual very visit voice wait walk wall want warm was wash watch water way we wear weather wednesday week well went were west wet what when where
which while white who whole whose why wife will wind window winter wish with within without woman women wood word work world worse worst would write wrong yard year
years yellow yes yesterday yet you young your yours
"""


def corpus() -> Counter[str]:
    """Every word with its weight: how often it stands in content and in clean phrases."""
    counts: Counter[str] = Counter()
    for path in (ROOT / "content" / "seed").glob("*/*.yaml"):
        for text in _texts(read_yaml(path)):
            counts.update(word for part in sentences(text) for word in part)
    for path in (*(ROOT / "content" / "screening").glob("lexicon.yaml"), *(ROOT / "content" / "matching").glob("*.yaml")):
        for text in _texts(read_yaml(path)):
            if "*" not in text:
                counts.update(word for part in sentences(text) for word in part)
    phrases, spoilt = Counter[str](), Counter[str]()
    for item in read("*/*tune*.jsonl"):
        into = spoilt if item.get("kind") in SPOILT else phrases
        into.update({word for part in sentences(item["text"]) for word in part})
    often = {word: count for word, count in phrases.items() if count >= 3 or (count == 2 and len(word) > 4)}
    counts.update({word: count for word, count in often.items() if word in counts or not _is_slip(word, phrases, spoilt)})
    counts.update({word: 3 for word in EVERYDAY.split() if word not in counts})
    return Counter({word: count for word, count in counts.items() if word.isalpha() and (len(word) > 1 or word in "ai")})


def _is_slip(word: str, phrases: Counter[str], spoilt: Counter[str]) -> bool:
    """Whether a word stands mostly in misspelt texts and is one letter away from a far commoner one."""
    if len(word) < LONG or spoilt[word] <= phrases[word]:
        return False
    ways = {way for at in range(len(word) + 1) for way in _changed(word[:at], word[at:])}
    return max((phrases[way] for way in ways - {word}), default=0) >= COMMONER * phrases[word]


def _changed(before: str, after: str) -> Iterator[str]:
    """A word with one letter dropped, swapped, changed or added where it is cut."""
    yield before + after[1:]
    yield before + after[1:2] + after[:1] + after[2:]
    for letter in ascii_lowercase:
        yield before + letter + after[1:]
        yield before + letter + after


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for name, part in value.items() if name not in ("sources", "url") for text in _texts(part)]
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    return []


if __name__ == "__main__":
    known = corpus()
    FILE.write_text("".join(f"{word} {known[word]}\n" for word in sorted(known)), encoding="utf-8")
    SINCE.write_text("", encoding="utf-8")  # what came since the last time is numbered now
    Spelling(known).save_slips()
    print(f"{len(known)} known words")
