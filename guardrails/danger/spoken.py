"""A message as somebody says it in a hurry: one spelling for what is shortened, typed badly, said.

Patterns are written for this form alone: no accents, no apostrophes, " . " between sentences.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from guardrails.heads.plain import plain

_TOKEN = re.compile(r"[a-z0-9]+|[.!?;:\n]+")
_REPEATED = re.compile(r"([a-z])\1{2,}")
_QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|\u00ab[^\u00bb]*\u00bb")
_WORDS = {
    "gf": "girlfriend", "bf": "boyfriend", "pls": "please", "plz": "please", "tn": "tonight",
    "meds": "pills", "tablets": "pills", "pill": "pills", "mum": "mom", "cannot": "cant",
    "estou": "to", "tou": "to", "esta": "ta", "nn": "nao", "n": "nao", "vc": "voce", "q": "que",
    "ngm": "ninguem", "mt": "muito", "mto": "muito", "pra": "para", "pro": "para", "wana": "wanna",
    "samu": "ambulancia", "anymor": "anymore", "noone": "nobody", "ive": "have",
}  # fmt: skip
_PAIRS = (
    ("i am", "im"), ("i m", "im"), ("he is", "hes"), ("he s", "hes"), ("she is", "shes"),
    ("she s", "shes"), ("they are", "theyre"), ("there is", "theres"), ("will not", "wont"),
    ("won t", "wont"), ("does not", "doesnt"), ("do not", "dont"), ("don t", "dont"),
    ("doesn t", "doesnt"), ("can t", "cant"), ("can not", "cant"), ("is not", "isnt"),
    ("want to", "wanna"), ("going to", "gonna"), ("any more", "anymore"),
    ("any longer", "anymore"), ("no longer", "dont"), ("no one", "nobody"), ("not one", "nobody"),
    ("i have", "have"), ("a gente", "nos"), ("to em", "to no"),
)  # fmt: skip
_PAIRED = re.compile(r"\b(?:" + "|".join(pair for pair, _ in _PAIRS) + r")\b")
_AS_ONE = dict(_PAIRS)
# Long words that a hurried hand misspells; the shorter ones are too near to others.
_LONG = (
    "overdosed overdose swallowed bleeding breathing unconscious collapsed choking drowning"
    " ambulance seizure boyfriend girlfriend hospital anymore depressed worthless hopeless nobody"
    " disappear desmaiou desmaiada acorda respira respirando inconsciente sangrando sangrar"
    " engoliu engasgou engasgado incendio ambulancia socorro comprimidos remedios convulsao"
    " convulsionando infarto overdose ninguem sozinho sozinha deprimido deprimida desaparecer"
    " aguento sentido esperanca"
).split()


@cache
def _misspelt() -> dict[str, str]:
    """Every long word with one letter left out, doubled, or two of them swapped."""
    found: dict[str, str] = {}
    for word in _LONG:
        for i in range(1, len(word)):
            found.setdefault(word[:i] + word[i + 1 :], word)
            found.setdefault(word[:i] + word[i] + word[i:], word)
            found.setdefault(word[: i - 1] + word[i] + word[i - 1] + word[i + 1 :], word)
    return found | {word: word for word in _LONG}


@lru_cache(maxsize=4)  # several guards ask for the same text, one after another
def spoken(text: str) -> str:
    """Return the beginning of a message in one spelling, without what it quotes."""
    read = plain(text)
    rest = _QUOTED.sub(" ", read)
    read = (rest if any(c.isalnum() for c in rest) else read).replace("'", "")
    misspelt = _misspelt()
    tokens = (
        _WORDS.get(token) or misspelt.get(token) or token if token[0].isalnum() else "."
        for token in _TOKEN.findall(_REPEATED.sub(r"\1", read))
    )
    return _PAIRED.sub(lambda found: _AS_ONE[found[0]], " ".join(tokens))
