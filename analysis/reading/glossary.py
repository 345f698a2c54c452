"""Words for the same thing in English and Portuguese, of what tables are often about.

It only helps a sentence reach a column or a value that is there; nothing follows from a word alone.
"""

from __future__ import annotations

from functools import cache, lru_cache

from analysis.reading.concept_words import CONCEPT_WORDS
from language.matching import stem


@cache
def _words() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in CONCEPT_WORDS.strip().splitlines():
        concept, words = line.split(":")
        for word in words.split():
            found.setdefault(stem(word), set()).add(concept)
    return {word: frozenset(concepts) for word, concepts in found.items()}


def concepts(stemmed: str) -> frozenset[str]:
    """Return what a stemmed word may be about; nothing for most words."""
    known = _words().get(stemmed)
    return _of_verb(stemmed) if known is None else known


@lru_cache(4096)
def _of_verb(stemmed: str) -> frozenset[str]:
    """Return what a verb's other forms are about: "gastamos" is like "gastar"."""
    for end in _VERB_ENDS:
        root = stemmed.removesuffix(end)
        if root != stemmed and len(root) >= 4:
            for other in ("ar", "er", "ir", "o", "a", "e", "ed", "ou", "ado", ""):
                found = _words().get(root + other)
                if found:
                    return found
    return frozenset()


# Of figures of these, a total says nothing: they are averaged where nobody says otherwise.
INTENSIVE = frozenset(
    "price grade satisfied safe temperature vibration pressure humidity speed age weight height"
    " discount noise recommend margin power commute tenure width distance moisture score rent"
    " satisfaction income thickness hardness population".split()
)
EXTENSIVE = frozenset(
    "revenue unit cost energy water profit stock rainfall output surface harvest fine donation"
    " passenger goal vote visit click view shipment scrap".split()
)
EVENTS = frozenset(
    "defect order revenue admission loan harvest flight ticket visit match shipment donation"
    " booking transaction complaint fault incident ticket order".split()
)
PEOPLE = frozenset(
    "seller customer operator employee person manager doctor nurse patient student teacher driver"
    " guest author name member producer player coach agent host donor volunteer candidate inspector"
    " courier waiter director actor artist tenant".split()
)
PLACES = frozenset(
    "city state country region place district store school hospital ward branch plant"
    " station airport street".split()
)
BAD = frozenset(
    "defect fault complaint incident delay cost crater returned cancelled failure scrap downtime"
    " fine debt absence pest died".split()
)
GOOD = frozenset(
    "revenue profit grade satisfied recommend unit yield_y order output harvest score satisfaction"
    " goal donation".split()
)
# What is said of a size in one word: the way it points, and what it is the size of.
_SIZES: dict[tuple[str, str], str] = {
    ("most", "temperature"): "hottest warmest hotter warmer quente quentes",
    ("least", "temperature"): "coldest coolest colder cooler frio fria frios frias",
    ("most", "price"): "priciest costliest caro cara caros caras expensive",
    ("least", "price"): "cheapest cheaper barato barata baratos baratas",
    ("most", "weight"): "heaviest heavier pesado pesada pesados",
    ("least", "weight"): "lightest lighter leve leves",
    ("most", "height"): "tallest taller",
    ("least", ""): "shortest shorter curto curta curtos",
    ("most", "duration"): "longest longo longa longos longas demorado demorada",
    ("least", "age"): "youngest younger novo nova novos jovem jovens",
    ("most", "age"): "oldest older velho velha velhos idoso idosa",
    ("most", "speed"): "fastest faster rapido rapida",
    ("least", "speed"): "slowest slower lento lenta",
    ("most", "satisfied"): "happiest happier satisfeito satisfeitos contente feliz felizes",
    ("least", "satisfied"): "unhappiest insatisfeito insatisfeitos infeliz",
    ("most", "noise"): "loudest noisiest barulhento",
}
ADJECTIVES = {word: told for told, words in _SIZES.items() for word in words.split()}

_VERB_ENDS = tuple(
    "amo emo imo amos aram emos eram imos iram avam iam ando endo indo ado ada ados adas ido ida"
    " idos idas"
    " ou eu iu am em ar er ir ing ed".split()
)
