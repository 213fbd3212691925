"""What a query rules out, and what it only tells beside what it asks, is not what it is answered with."""

import pytest

from content import freshness
from content.answers.resolve import TooManySymptoms
from content.matching.background import told_of
from content.matching.denied import ruled_out
from content.matching.features import Names
from content.matching.general import complaints
from content.name_keys import mended
from tests.reading import listed

pytestmark = pytest.mark.django_db

TOPICS = {
    "not hot flushes, I mean night sweats": "night-sweats",
    "it's not fibroids, it's endometriosis": "endometriosis",
    "hot flushes? no. night sweats? no. palpitations? yes": "palpitations",
    "fatigue without low mood": "fatigue",
    "night sweats rather than hot flushes": "night-sweats",
    "I don't have migraine or headaches, I have dizziness": "dizziness",
    "I itch all over at night though there is no rash": "skin-changes",
    "how can I be sure it isn't an underactive thyroid": "thyroid-disease",
    "I have type 2 diabetes, why am I so tired": "fatigue",
    "I've got fibroids. Why do I get headaches?": "headaches",
    "with thyroid disease, is hair loss normal": "hair-thinning",
    "hysterectomy for fibroids": "fibroids",
    "hysterectomy": "surgical-menopause",
    "no libido": "low-libido",
    "is it normal to have no energy": "fatigue",
    "Aren't night sweats normal?": "night-sweats",
    "Isn't anxiety common in menopause?": "anxiety",
    "can you have menopause without hot flushes": "hot-flushes",
    "why am I not getting palpitations any more": "palpitations",
    "I don't have dementia. I just forget words.": "brain-fog",
    "I'm not anxious, I'm sad": "low-mood",
    "I don't leak but I have to dash": "urinary-urgency",
    "not depressed but anxious": "anxiety",
    "I'm not itchy, I'm dizzy": "dizziness",
    "I itch, no rash": "skin-changes",
    "I've got an underactive thyroid, on tablets, fine. It's my knees that are killing me.": "joint-pain",
    "Type 2 diabetic here. The flushes are driving me mad.": "hot-flushes",
    "bloods ruled out thyroid. so what's with the flushes": "hot-flushes",
    "I've had fibroids for years but now I can't sleep": "sleep-problems",
    "I get migraines. They have got worse": "migraine",
    "I have osteoporosis. Which treatment is best?": "osteoporosis",
    "Can HRT make endometriosis worse? I have it, and I'm tired.": "endometriosis",
}
OPTIONS = {
    "not gabapentin, I mean clonidine": "clonidine",
    "bladder training instead of oxybutynin": "bladder-training",
    "sugar for cystitis, not cranberry, D-mannose": "d-mannose",
    "I'm on citalopram, can I take tibolone": "tibolone",
    "who should avoid HRT": "hormone-replacement-therapy",
    "should I not take tibolone if I smoke": "tibolone",
    "Doesn't HRT cause cancer?": "hormone-replacement-therapy",
    "Don't SSRIs kill libido": "ssri-snri-antidepressants",
    "is vaginal oestrogen free": "vaginal-oestrogen",
    "why not yoga?": "yoga",
    "what if I don't take HRT": "hormone-replacement-therapy",
    "Can I go through menopause without HRT?": "hormone-replacement-therapy",
    "I'm not on HRT yet, does it help?": "hormone-replacement-therapy",
    "My GP says no but I want HRT": "hormone-replacement-therapy",
    "I tried HRT but antidepressants work better": "ssri-snri-antidepressants",
    "progesterone without oestrogen": "micronised-progesterone",
    "oestrogen without progesterone": "oestrogen-only-hrt",
    "rather than HRT, does exercise work": "exercise",
    "aside from hormones, does CBT work": "cognitive-behavioural-therapy",
}
NO_TOPIC = [
    "I don't have migraine or headaches", "hot flushes? no. night sweats? no.", "palpitations: no; dizziness: no", "do you have hot flushes? no", "isn't migraine", "diabetes type 1", "ovary cancer", "blood in urine",
    "back pain", "eye infection", "postmenopausal bleeding",
]  # fmt: skip
NO_OPTION = [
    "anything but antidepressants",
    "something other than HRT",
    "not yoga",
    "estrogen blocker",
    "non-drug treatment",
    "hormone-free coil",
    "not gabapentin, pregabalin",
    "treatment without HRT",
    "is there anything other than HRT?",
    "what helps hot flushes without HRT?",
    "how to manage menopause without HRT",
    "which treatments don't contain hormones",
    "don't want HRT",
    "I should avoid HRT",
    "what can I take instead of HRT?",
]


@pytest.mark.parametrize("words", TOPICS)
def test_the_topic_that_is_meant_comes_first(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs[:1] == (TOPICS[words],)


@pytest.mark.parametrize("words", OPTIONS)
def test_the_option_that_is_meant_comes_first(words: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs[:1] == (OPTIONS[words],)


@pytest.mark.parametrize("words", NO_TOPIC)
def test_what_is_ruled_out_is_no_topic(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == ()


@pytest.mark.parametrize("words", NO_OPTION)
def test_what_is_ruled_out_is_no_option(words: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs == ()


def test_what_is_ruled_out_is_not_named_as_matched_too() -> None:
    assert freshness.current().topic_matcher.find("It isn't a migraine, just a dull headache every afternoon").slugs == ("headaches",)


@pytest.mark.parametrize("words", ["I am not depressed, just anxious", "not depressed but anxious", "not weepy, just angry"])
def test_what_she_says_she_is_not_is_not_named_as_matched_too(words: str) -> None:
    assert {"depression", "low-mood"}.isdisjoint(freshness.current().topic_matcher.find(words).slugs)


def test_each_word_that_is_known_only_to_be_ruled_out_leads_to_its_topic_by_itself() -> None:
    find = freshness.current().topic_matcher.find
    assert {word: find(word).slugs[:1] for word in complaints()} == {word: (slug,) for word, slug in complaints().items()}


NAMES = Names({"hot flush": "flush", "night sweat": "sweat", "migraine": "migraine", "energy": "energy"})


@pytest.mark.parametrize(
    ("words", "out"),
    [
        ("not hot flushes", {"flush"}),
        ("not only hot flushes", set()),
        ("no hot flushes or night sweats, only migraine", {"flush", "sweat"}),
        ("hot flushes without a migraine", {"migraine"}),
        ("no energy", set()),
        ("no migraine yesterday but a migraine today", set()),
        ("is it a migraine? no", {"migraine"}),
        ("I never had a hot flush until now", set()),
        ("not much helps my hot flushes", set()),
        ("no hot flushes at night, only during the day", set()),
        ("my mother says no but I have hot flushes", set()),
    ],
)
def test_a_name_is_ruled_out_by_what_stands_close_before_it(words: str, out: set[str]) -> None:
    assert ruled_out(mended(words), NAMES, False) == out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("I have migraine, why do I get hot flushes", {"migraine"}),
        ("I have hot flushes, is it migraine", set()),
        ("I have hot flushes and night sweats", set()),
    ],
)
def test_what_is_told_is_no_question(words: str, told: set[str]) -> None:
    assert told_of(mended(words), NAMES, False) == told


LISTS = {
    "no hot flushes or headaches, just itching": (["skin-changes"], ()),
    "hot flushes without night sweats, itching": (["hot-flushes", "skin-changes"], ()),
    "denies hot flushes, night sweats and palpitations. Reports insomnia": (["sleep-problems"], ()),
    "hot flushes, haven't had any headaches, itching": (["hot-flushes", "skin-changes"], ()),
    "hot flushes, headaches absent, no real bloating at all": (["hot-flushes"], ()),
    "joint pain (mum had osteoporosis), hot flushes": (["joint-pain", "hot-flushes"], ()),
    "weight gain (despite diet & exercise), hot flushes": (["weight-gain", "hot-flushes"], ()),
    "hot flushes that turn into night sweats, headaches": (["hot-flushes", "night-sweats", "headaches"], ()),
    "headaches 0, fatigue 5, dizziness 3": (["fatigue", "dizziness"], ()),
    "Headaches,0\nFatigue,4\nDizziness,2": (["fatigue", "dizziness"], ()),
    "hot flushes comma night sweats comma itching": (["hot-flushes", "night-sweats", "skin-changes"], ()),
    "1️⃣ hot flushes 2️⃣ dizziness": (["hot-flushes", "dizziness"], ()),
    '{"present": ["hot flushes"], "absent": ["headaches"]}': (["hot-flushes"], ()),
    '[{"symptom": "hot flushes", "severity": 3}, {"symptom": "headaches", "severity": 0}]': (["hot-flushes"], ()),
}


@pytest.mark.parametrize("words", LISTS)
def test_what_a_list_says_she_has_not_is_not_hers(words: str) -> None:
    slugs, missed = listed(freshness.current(), words, False)
    assert (sorted(slugs), missed) == (sorted(LISTS[words][0]), LISTS[words][1])


def test_what_she_has_not_does_not_count_towards_the_most_that_a_list_may_hold() -> None:
    names = [
        "headaches",
        "bloating",
        "fatigue",
        "anxiety",
        "dizziness",
        "palpitations",
        "low mood",
        "brain fog",
        "hot flushes",
        "night sweats",
        "joint pain",
        "itchy skin",
    ]
    found, _ = listed(freshness.current(), ", ".join(f"no {name}" for name in names) + ", hair thinning", False)
    assert found == ("hair-thinning",)
    with pytest.raises(TooManySymptoms):
        listed(freshness.current(), ", ".join([*names, "hair thinning"]), False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "slug"),
    [("Hot flushes. No headaches.", "hot-flushes"), ("headaches? no, joint pain", "joint-pain"), ("Palpitations? No. Dizziness.", "dizziness")],
)
def test_a_no_before_a_name_denies_that_name(words: str, slug: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs[:1] == (slug,)
