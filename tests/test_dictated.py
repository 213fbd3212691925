"""Lists with nothing between their items, parts of the body, relatives and heads: what is one symptom, what is several, and what is none."""

import pytest

from content import freshness
from content.lists.body import places
from content.lists.dictated import topics_in
from content.lists.relatives import without_relatives
from tests.reading import listed

pytestmark = pytest.mark.django_db

READ = {
    # dictated
    "can you make me a list i've got night sweats i'm forgetting things i'm dizzy sometimes": ["night-sweats", "brain-fog", "dizziness"],
    "she gets hot flushes she cant sleep she cries a lot": ["hot-flushes", "sleep-problems", "low-mood"],
    "my joints ache my skin itches my hair is falling out": ["joint-pain", "skin-changes", "hair-thinning"],
    "night sweats for six months brain fog for a year no libido since spring": ["night-sweats", "brain-fog", "low-libido"],
    "headaches anxiety low mood since my mum died last year": ["headaches", "anxiety", "low-mood"],
    "i keep having hot flushes no headaches i'm so tired": ["hot-flushes", "fatigue"],
    "bloated tired dizzy": ["bloating", "fatigue", "dizziness"],
    "low mood tired": ["low-mood", "fatigue"],
    "hot flushes or maybe anxiety": ["hot-flushes", "anxiety"],
    "12 Jan: hot flushes\n2024-02-15 night sweats\nSince May: joint pains": ["hot-flushes", "night-sweats", "joint-pain"],
    # one thing, however long
    "my stomach blows up like a balloon every evening": ["bloating"],
    "before my period my breasts are so swollen I sleep in a bra": ["breast-tenderness"],
    "burning mouth; electric shock feelings under the skin": ["mouth-and-eye-dryness", "tingling"],
    # parts of the body
    "joint pain in hands, feet and knees": ["joint-pain"],
    "joint pain - hands, feet, hips\nheadaches - temples, neck": ["joint-pain", "headaches"],
    "hot flushes on my chest, neck and face": ["hot-flushes"],
    "hot flushes, neck, insomnia": ["hot-flushes", "sleep-problems"],
    "hot flushes, knees, insomnia": ["hot-flushes", "joint-pain", "sleep-problems"],
    "stiff knees, tummy, insomnia": ["joint-pain", "bloating", "sleep-problems"],
    # relatives
    "low libido, vaginal dryness, husband has diabetes": ["low-libido", "vaginal-dryness"],
    "low libido, partner had osteoporosis, daughter has endometriosis": ["low-libido"],
    # what runs in her family is for her to raise
    "Family history of migraine. My problems: hot flushes": ["migraine", "hot-flushes"],
    "Dad had a stroke at 60, mum has type 2 diabetes, I get palpitations": ["type-2-diabetes", "palpitations"],
    "mum had osteoporosis, hot flushes": ["osteoporosis", "hot-flushes"],
    "Mum (54) - night sweats, joint pain": ["night-sweats", "joint-pain"],
    "My mum has hot flushes. She can't sleep": ["hot-flushes", "sleep-problems"],
    "sister had breast cancer, hot flushes": ["breast-cancer", "hot-flushes"],
    "husband has diabetes, low libido": ["low-libido"],
    "my daughter has noticed my mood swings, hot flushes": ["mood-swings", "hot-flushes"],
    "family history of osteoporosis": ["osteoporosis"],
    # heads
    "PHYSICAL\nhot flushes\nPSYCHOLOGICAL\nanxiety": ["hot-flushes", "anxiety"],
    "hot flushes, vasomotor symptoms": ["hot-flushes"],
}


@pytest.mark.parametrize("words", READ)
def test_each_symptom_is_found_once_and_no_more(words: str) -> None:
    assert sorted(listed(freshness.current(), words, False)[0]) == sorted(READ[words])


def test_where_it_is_belongs_to_what_it_is() -> None:
    assert places(["itchy arms", "legs", "tummy", "headaches", "feet"]) == [False, True, True, False, False]
    assert places([]) == []
    assert listed(freshness.current(), "sweating from head, chest, back at night", False)[1] == ()
    assert listed(freshness.current(), "hot flushes, neck", False) == (("hot-flushes",), (2,))


def test_parts_that_name_one_topic_are_one_item() -> None:
    names = freshness.current().topic_matcher.names
    assert topics_in("i am tired and i am so very tired", names, lambda part: ("fatigue",)) == ()
    assert topics_in("hot flushes", names, lambda part: ("fatigue",)) == ()


@pytest.mark.parametrize(
    "words", ["mum:", "mum has", "family history", "mum - " * 80, "my " * 160, "mum has a " * 50, "i " * 250, ",".join(["feet"] * 100), "fh"]
)
def test_any_text_at_all_is_read(words: str) -> None:
    names = freshness.current().topic_matcher.names
    assert isinstance(without_relatives(words, names), str)
    topics_in(words, names, lambda part: ())
