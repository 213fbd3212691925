"""Lists as programs write them: records with fields beside each symptom, tables, pages, and how many a list may hold."""

import pytest

from content import freshness
from content.answers.resolve import NotCovered, TooManySymptoms
from content.lists.fields import answered_no, is_lacked, says_how
from content.lists.markup import plain
from content.lists.records import without_fields
from tests.reading import listed

pytestmark = pytest.mark.django_db

READ = {
    '{"symptoms": {"hot flushes": {"severity": "severe"}, "joint pain": {"severity": "mild"}}}': (["hot-flushes", "joint-pain"], ()),
    '{"symptoms": {"hot_flashes": {"present": true, "severity": 3}, "headaches": {"present": false}}}': (["hot-flushes"], ()),
    '[{"name": "hot flashes", "severity": "severe", "duration": "6 months"}]': (["hot-flushes"], ()),
    '{"age": 52, "sex": "female", "symptoms": ["hot flushes"]}': (["hot-flushes"], ()),
    '{"sex": "painful"}': (["painful-sex"], ()),
    '[{"label": "anxiety", "checked": true}, {"label": "fatigue", "checked": false}]': (["anxiety"], ()),
    '[{"name": "anxiety", "value": 0}, {"name": "fatigue", "value": 7}, {"name": "verruca", "value": 1}]': (["fatigue"], (3,)),
    '{"name": "Jane", "familyHistory": ["breast cancer"], "symptoms": [{"name": "insomnia"}]}': (["sleep-problems"], ()),
    '{"vasomotor": {"hotFlushes": "severe", "nightSweats": "none"}, "mood": {"anxiety": true}}': (["hot-flushes", "anxiety"], ()),
    '{"patient": {"name": "A", "age": 51}, "symptoms": {"hot_flushes": {"severity": 8}}}': (["hot-flushes"], ()),
    '{"present": "hot flushes, fatigue", "absent": "headaches, dizziness"}': (["hot-flushes", "fatigue"], ()),
    '{"hot flushes": "severe", "anxiety": "fine"}': (["hot-flushes"], ()),
    '{"age": 50, "notes": "I get hot flushes and insomnia"}': (["hot-flushes", "sleep-problems"], ()),
    '{"libido": 0, "energy": false, "headaches": 0}': (["low-libido", "fatigue"], ()),
    '{"symptom": "hot flashes"}\n{"symptom": "brain fog"}': (["hot-flushes", "brain-fog"], ()),
    "Symptom: hot flashes. Severity: severe. Duration: 6 months.": (["hot-flushes"], ()),
    "symptom;score\nHot flushes;3\nPalpitations;1\nHeadaches;0": (["hot-flushes", "palpitations"], ()),
    "Symptom,Severity,Frequency,Since\nverruca,5,daily,2023\nHot flashes,7,daily,2023": (["hot-flushes"], (1,)),
    "Symptom\tHow bad\tHow long\nLow mood\tbad\t6 months\nNight sweats\tvery bad\t1 year": (["low-mood", "night-sweats"], ()),
    "| Symptom | Severity |\n|---|---|\n| hot flushes | 7 |\n| headaches | 0 |": (["hot-flushes"], ()),
    "- name: hot flashes\n  severity: severe\n- name: headaches\n  present: false\n- name: verruca\n  severity: 1": (["hot-flushes"], (3,)),
    "joint pain\n  severity: mild\nlow mood\n  severity: severe": (["joint-pain", "low-mood"], ()),
    "Fatigue, high, 2022\nAnxiety, low, 2023": (["fatigue", "anxiety"], ()),
    "libido, 0, 2022\nsleep, 3, 2023": (["low-libido", "sleep-problems"], ()),
    "Symptoms: hot flushes, insomnia\nMedication: amlodipine, metformin\nFamily history: dementia": (["hot-flushes", "sleep-problems"], ()),
    "Present: hot flushes, anxiety": (["hot-flushes", "anxiety"], ()),
    "insomnia, high impact; headaches, gradual onset, rare": (["sleep-problems", "headaches"], ()),
    "<ul><li>hot flushes</li><li>insomnia</li></ul>": (["hot-flushes", "sleep-problems"], ()),
    "<table><tr><td>hot flushes</td><td>severe</td></tr><tr><td>insomnia</td><td>mild</td></tr></table>": (["hot-flushes", "sleep-problems"], ()),
    "```\nhot flushes\nfatigue\n```": (["hot-flushes", "fatigue"], ()),
    "hot flushes&amp;insomnia": (["hot-flushes", "sleep-problems"], ()),
}


@pytest.mark.parametrize("words", READ)
def test_a_record_is_its_symptom(words: str) -> None:
    slugs, missed = listed(freshness.current(), words, False)
    assert (sorted(slugs), missed) == (sorted(READ[words][0]), READ[words][1])


@pytest.mark.parametrize(
    "words", ['[{"label": "headaches", "checked": false, "notes": "none"}]', '{"headaches": {"present": false}}', "{}", '{"age": 52}']
)
def test_records_of_nothing_she_has_name_nothing(words: str) -> None:
    with pytest.raises(NotCovered):
        listed(freshness.current(), words, False)


@pytest.mark.parametrize("words", ["frequency, hot flushes", "low, hot flushes", "bad nights, hot flushes"])
def test_what_may_be_a_symptom_by_itself_is_no_field(words: str) -> None:
    assert len(listed(freshness.current(), words, False)[0]) == 2


def test_notes_by_themselves_are_the_list() -> None:
    assert listed(freshness.current(), "Notes: hot flushes, insomnia", False)[0] == ("hot-flushes", "sleep-problems")


def test_what_is_left_is_counted_and_not_what_was_sent() -> None:
    catalogue = freshness.current()
    assert listed(catalogue, ", ".join(["hot flushes"] * 20), False) == (("hot-flushes",), ())
    rows = "\n".join(f"{name}, severe, daily, since 2023, mild" for name in ("Hot flushes", "Insomnia", "Brain fog"))
    assert listed(catalogue, rows, False) == (("hot-flushes", "sleep-problems", "brain-fog"), ())
    with pytest.raises(TooManySymptoms):
        listed(catalogue, "a,b,c,d,e,f,g,h,i,j,k,l,m", False)


def test_the_lack_of_something_is_asked_in_one_place() -> None:
    assert (answered_no("My libido"), answered_no("Headaches")) == ("no My libido", "–")
    assert is_lacked("sex drive")
    assert not is_lacked("")


def test_how_much_is_no_symptom() -> None:
    assert says_how("mild to moderate")
    assert says_how("low severity")
    assert not any(map(says_how, ("low", "very low", "frequency at night")))
    assert not says_how("7")


@pytest.mark.parametrize(
    "words", ["<", "<<<>>>", "a < b > c", "&#999999;", "```", "~~~~", "{}", "[[]]", ": :", "severity:", "a;b\n;;;", "|\n|-|\n|", "\t\n\t", ",,\n,,"]
)
def test_any_text_at_all_is_read(words: str) -> None:
    assert isinstance(without_fields(plain(words)), str)
