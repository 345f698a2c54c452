"""Whether an end that is told of is an animal's, or a death that has come in peace.

Vets, stables and undertakers hear every day that somebody wants to live no more and that all have
said goodbye. Nobody is in danger then, and whoever mourns an animal is sad and can be answered.
"""

from __future__ import annotations

import re

from language.name_claims import KINDS

_BEAST = (
    rf"\b(?:{KINDS['animal'].pattern}|mares?|bulls?|cows?|hens?|goats?|sheep|pigs?|fish|touros?|bois?"
    r"|vacas?|cabras?|ovelhas?|porcos?|galinhas?|peixes?)\b"
)
# What is done to animals alone: a child is put to sleep by whoever writes, a dog by you.
_PUT = (
    r"\b(?:you|vets?|had|have|having|was|were|be|being|got)(?: \w+){0,3} put (?:\w+ ){0,2}?"
    r"(?:to sleep|down)\b"
)
_ENDED = rf"{_PUT}|\bvets?\b|\bveterinari[oa]s?\b|\bsacrific(?:ar|amos|ou|aram|ad[oa]s?)\b"
_OF_ANIMAL = re.compile(rf"{_BEAST}|{_ENDED}")
# A person may want to die since the dog is dead.
_CAUSE = re.compile(
    r"\b(?:since|after|because|when|without|lost|losing|desde|depois|porque|sem|quando|perdeu)"
    rf"(?: \w+){{0,5}}? ?(?:{_BEAST})"
)
_PERSON = re.compile(rf"\b(?:{KINDS['child'].pattern}|{KINDS['adult'].pattern})\b")
_PRONOUN = re.compile(r"(?:s?hes?|they|theyre|el[ea]s?)\b")
_DEAD = re.compile(
    rf"{_ENDED}|\b(?:died|dead|passed|lost|buried|gone|ashes|morreu|morta|morto|perdi|perdemos"
    r"|enterr(?:ei|amos|ad[oa])|cinzas|cremacao|descansou|partiu)\b"
)
# What a mourner says as well: not that life is without sense, nor what somebody may do.
_SAD = re.compile(
    r"\b(?:cry(?:ing)?|chor(?:ar|o|ando|ado)|empty|vazi[oa]|numb|heartbroken|down|miserable|alone"
    r"|lonely|hopeless|triste|mal|pessim[oa]|chao|acabad[oa]|destruid[oa]|forcas?|sozinh[oa])\b"
)
_PASSED = re.compile(
    r"(?: \w+){0,3}? (?:and|e)(?: (?:then|depois|so|ai))? (?:passed|died|went|slipped|faleceu"
    r"|morreu|partiu|descansou|dormiu)\b"
)


def is_of_animal(said: str, found: re.Match[str]) -> bool:
    """Tell whether what "she" wants no more is told of an animal: no person is named."""
    if not _PRONOUN.match(said, found.start()):
        return False
    rest = _CAUSE.sub(" ", said)
    return _OF_ANIMAL.search(rest) is not None and _PERSON.search(rest) is None


def is_over(said: str, found: re.Match[str]) -> bool:
    """Tell whether a farewell was one before a death that has come: "and passed at six"."""
    return _PASSED.match(said, found.end()) is not None


def mourns_animal(said: str) -> bool:
    """Tell whether a spoken text is of an animal that died."""
    return _DEAD.search(said) is not None and _OF_ANIMAL.search(said) is not None


def is_sadness(said: str, found: re.Match[str]) -> bool:
    """Tell whether words of despair are such as whoever mourns says, too."""
    return _SAD.search(found[0]) is not None
