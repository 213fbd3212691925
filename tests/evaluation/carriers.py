"""Names in the sentences that carry them: what teaches the matcher that a sentence about a name is about that name, and about no other.

Women's own queries hold few brand names and fewer names that are not covered; from them alone a table learns that “does … help
and is it safe” speaks for whichever record stood there most. Here every name and alias, and many names of things not covered,
stand in the same sentences, so that only the name decides.
"""

import random
from collections.abc import Iterable, Iterator

OPTIONS = """
does {} help|is {} safe for me|does {} help and is it safe for me|has anyone tried {}|how long does {} take to work|side effects of {}|what are the risks of {}
my doctor wants me to try {}|my GP has prescribed {}|I have been on {} for two years, can I stop|how do I come off {}|can I take {} with my blood pressure tablets
is {} any good for hot flushes|would {} help me sleep|{} for menopause|{} and perimenopause|what is {}|tell me about {}|what does the evidence say about {}|is there proof that {} works
how much does {} cost|can I get {} over the counter|can I buy {} without a prescription|where do I get {}|is {} on the NHS|does insurance cover {}|who should not take {}
who should avoid {}|should I try {}|should I ask about {}|my friend swears by {}|my sister takes {} and says it changed her life|read about {} on a forum, thoughts?|thinking of starting {}
I started {} last week and feel a bit sick|is {} better than doing nothing|alternatives to {}|does {} make you put on weight|can I use {} after breast cancer|{} when you have migraines
can you use {} every day|{}, worth it?|{} reviews|is {} just a placebo|cautions for {}|interactions with {}|what about {}|{} please|evidence for {}|info on {}|nurse mentioned {} to me yesterday
does {} do anything for mood|does {} help with joint pain|any experience of {} for night sweats|I'm 52 and wondering about {}|is it ok to have {} at 60|they switched me to {}, why
what should I know before {}|does {} really work or is it a waste of money|I forgot my {} this morning, does it matter|doctor says no to {}, why would that be|{} for hair, sleep and mood
"""
TOPICS = """
I have {}|what helps {}|what helps with {}|is {} a symptom of menopause|is {} normal in perimenopause|why do I get {}|why does {} happen|{} at 49|{} is driving me mad|can menopause cause {}
my doctor says I have {}|been diagnosed with {}|how long does {} last|does {} go away|how do I stop {}|treatment for {}|{} and HRT|will HRT help {}|{} since my periods changed
my mum had {}|I suffer from {}|terrible {} lately|{} every day|tell me about {}|what is {}|explain {}|{} worse at night|worried about {}|anything for {}|{} help please|could it be {}
should I see a doctor about {}|questions to ask about {}|do I need tests for {}|does anyone else get {}|what can I do about {}|{}, is that the change|getting {} more and more
I'm 47 and have {}|how common is {}|information on {}|natural ways to ease {}|{} after menopause|living with {}|is there a cure for {}
"""
# A record's name beside one of the other family: it is still the name in its own family that decides.
OPTIONS_FOR = """
does {name} help {other}|does {name} help with {other}|is {name} good for {other}|is {name} any use for {other}|can {name} cause {other}|will {name} stop my {other}|{name} for {other}
what does the research say about {name} for {other}|would {name} do anything for my {other}|I get {other}, is {name} worth a try|{other}: does {name} work|has {name} helped anyone with {other}
my {other} is worse since I started {name}|took {name} for {other} and nothing changed|evidence that {name} eases {other}|nurse says {name} might settle the {other}|how does {name} work on {other}
can {name} make {other} worse|is it {name} or something else for {other}|I want to try {name} because of {other} and bad sleep|is there any proof {name} helps {other} or is it hype
"""
TOPICS_FOR = """
does {other} help {name}|does {other} help with {name}|is {other} good for {name}|can {other} cause {name}|will {other} stop my {name}|{other} for {name}|I get {name}, is {other} worth a try
my {name} is worse since I started {other}|took {other} for {name} and nothing changed|has {other} helped anyone with {name}|can {other} make {name} worse|I have {name} and do not want {other}
"""
SOME_TOPICS = """
hot flushes|hot flashes|night sweats|brain fog|joint pain|low mood|anxiety|insomnia|poor sleep|weight gain|headaches|dry skin|thinning hair|painful sex|a dry vagina|low libido|bladder leaks|UTIs
palpitations|dizziness|tiredness|bloating|heavy periods|irregular periods|sore breasts|mood swings|rage|tingling|a dry mouth|muscle aches|migraine|osteoporosis|fibroids|prolapse|depression|high blood pressure
"""
SOME_OPTIONS = """
HRT|oestrogen gel|a patch|progesterone|testosterone|CBT|exercise|yoga|acupuncture|the Mirena coil|the mini pill|antidepressants|vaginal oestrogen|a moisturiser|magnesium|black cohosh|cutting out wine|weights
paracetamol|a statin|an iron tablet|omega 3|giving up smoking|physio|a new pillow|the gym|less coffee
"""
NO_OPTION = """
paracetamol|amoxicillin|metformin|statins|atorvastatin|amlodipine|ramipril|lisinopril|losartan|levothyroxine|insulin|omeprazole|lansoprazole|cetirizine|loratadine|salbutamol|prednisolone
warfarin|apixaban|letrozole|anastrozole|methotrexate|codeine|tramadol|morphine|oxycodone|quetiapine|lithium|olanzapine|methylphenidate|Ritalin|Concerta|Viagra|sildenafil|Cialis|finasteride
furosemide|bisoprolol|atenolol|digoxin|clopidogrel|hydroxychloroquine|Roaccutane|doxycycline|aciclovir|fluconazole|Canesten|metronidazole|nystatin|ivermectin|lip fillers|Botox for wrinkles
chemotherapy|radiotherapy|dialysis|a knee replacement|hearing aids|contact lenses|laser eye surgery|braces|teeth whitening|tattoo removal|reiki|cupping|healing crystals|colloidal silver
zinc tablets|selenium|iodine drops|chromium|apple cider vinegar|coenzyme Q10|spirulina|chlorella|echinacea|elderberry syrup|milk thistle|saw palmetto|garlic capsules|aloe vera juice|tea tree oil
peppermint oil|lavender spray|green tea extract|lion's mane|reishi|nettle tea|psyllium husk|senna|Gaviscon|Rennie|Imodium|cough syrup|Lemsip|Strepsils|a nasal spray|my inhaler|an EpiPen
the flu jab|a covid booster|the shingles vaccine|travel sickness pills|Calpol|gripe water|worming tablets|flea treatment|Humira|Ozurdex|Tamiflu|Otrivine|Bonjela|Corsodyl|Savlon|Germolene
Bitcoin|a mortgage|my car|Netflix|Python|a puppy|a loft conversion|the Eiffel Tower|a pension|a boiler service|an air fryer|Excel|a gym bag|a cruise|broadband|a passport|new tyres|a sofa|Lego
LASIK|a colonoscopy|a hip operation|a heart bypass|a pacemaker|hay fever tablets|antifungal cream|eczema cream with steroid|wart remover|nit shampoo|nicotine gum for my son|baby formula
"""
NO_TOPIC = """
asthma|eczema|psoriasis|gout|shingles|tonsillitis|measles|chickenpox|hay fever|sinusitis|bunions|an ingrown toenail|warts|athlete's foot|head lice|tinnitus|glue ear|appendicitis|gallstones
kidney stones|a hernia|Crohn's|ulcerative colitis|coeliac disease|hepatitis|HIV|malaria|Lyme disease|the flu|covid|pneumonia|bronchitis|COPD|tuberculosis|epilepsy|Parkinson's|motor neurone disease
autism|dyslexia|schizophrenia|anorexia|alcoholism|sunburn|a broken leg|a sprained ankle|whiplash|concussion|nosebleeds|toothache|gum disease|cold sores|a stye|cataracts|glaucoma|hearing loss
prostate cancer|lung cancer|skin cancer|leukaemia|erectile dysfunction|male baldness|morning sickness|pre-eclampsia|colic|nappy rash|teething|croup|bed-wetting in my son|a dog with arthritis
cat fleas|food poisoning|a wasp sting|travel sickness|jet lag|dandruff|ringworm|scabies|impetigo|cellulitis|a verruca|chilblains|plantar fasciitis|a slipped disc|scoliosis|sciatica in my husband
anaemia in my toddler|diverticulitis|a stomach ulcer|haemorrhoids|hiccups|a cough|laryngitis|earache|conjunctivitis|a detached retina|vitiligo|rosacea in my teenage son|lupus|sickle cell
cystic fibrosis|cerebral palsy|Down's syndrome|muscular dystrophy|a flat tyre|a leaking boiler|blackfly on roses|damp walls|a slow laptop|a parking fine|council tax|a noisy neighbour|moss on the lawn
"""
_BEGIN = [
    "bel",
    "cor",
    "dal",
    "fen",
    "gal",
    "hex",
    "jor",
    "kel",
    "lum",
    "mor",
    "nex",
    "orv",
    "pra",
    "quil",
    "ras",
    "sol",
    "tev",
    "ulv",
    "vex",
    "wen",
    "xal",
    "yor",
    "zan",
    "bri",
    "clo",
    "dru",
    "fle",
    "gri",
    "plo",
    "tri",
]
_MIDDLE = ["a", "e", "i", "o", "u", "ami", "eri", "ila", "ona", "uvi", "axi", "ento", "oril", "umi"]
_END = [
    "dex",
    "fax",
    "gen",
    "lor",
    "max",
    "nol",
    "pril",
    "quin",
    "ron",
    "sartan",
    "tine",
    "vir",
    "xa",
    "zole",
    "mab",
    "tril",
    "cept",
    "phen",
    "zine",
    "lan",
]


def carried(family: str, names: Iterable[tuple[str, str]], each: int = 2) -> Iterator[tuple[str, set[str]]]:
    """Sentences with the records right for them (none for what is not covered). `names`: slug and name; `each`: sentences of each sort for each name."""
    carriers = _listed(OPTIONS if family == "options" else TOPICS)
    rng = random.Random(7)  # the same sentences every time
    known = list(names)
    for slug, name in known:
        for carrier in rng.sample(carriers, each):
            yield carrier.format(name), {slug}
    unknown = [name for text in ((NO_OPTION,) if family == "options" else (NO_TOPIC, NO_OPTION)) for name in _listed(text)]
    invented = ["".join(rng.choice(part) for part in (_BEGIN, _MIDDLE, _END)) for _ in range(400)]
    for name in (*unknown, *unknown, *unknown, *invented):
        yield rng.choice(carriers).format(name), set()
    paired, others = (_listed(OPTIONS_FOR), _listed(SOME_TOPICS)) if family == "options" else (_listed(TOPICS_FOR), _listed(SOME_OPTIONS))
    for slug, name in known:
        for carrier in rng.sample(paired, each):
            yield carrier.format(name=name, other=rng.choice(others)), {slug}
    for name in (*unknown, *unknown, *invented):
        yield rng.choice(paired).format(name=name, other=rng.choice(others)), set()


def _listed(text: str) -> list[str]:
    return [part.strip() for line in text.strip().splitlines() for part in line.split("|") if part.strip()]
