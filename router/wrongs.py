"""What a workflow for complaints is for: something that went wrong, or the wish to complain.

Whatever is short, annoyed or put right is like its examples; "no complaints, thank you" is most of
all. So such a workflow begins only with what tells of a wrong.
"""

from __future__ import annotations

import re
from functools import cache

from language.code_words import without_codes
from language.denied import denies, names_one, negated
from language.encoder import Vectors, embed, likenesses
from language.matching import fold, stem, words
from language.requests import clauses, opens_request
from language.speech_acts.classify import clause_reading
from router.matters import OTHER_MATTER, matter_reading

_WRONG = 0.4  # how likely a message must bring a complaint, or chase something
_AMONG = 0.15  # by how much more a clause among others, which says less
_MORE = 0.15  # and what is said while a question is open, or beside another request
_PLAINLY = 0.5
_LEAST = 3  # words of a clause that tells something of its own
_BARE = 2  # words that may only name a thing: "repairs"
_LED = 3  # words before a denial of one's own; "they told me it was no complaint" is a story
_LONGEST = 300  # characters; a longer message is a story
_ANNOUNCED = 0.58  # likeness; what was not written for it lies below
_ANNOUNCES = (
    "I want to make a complaint", "I'd like to report a problem with my visit",
    "I want to raise a concern about your service", "I have an issue with my last order",
    "quero fazer uma reclamação", "tenho um problema com o atendimento de vocês",
    "quero relatar um problema que tive aí",
)  # fmt: skip
_ANNOUNCES_NOT = (
    "I'd like to book a visit", "I have a question about your service",
    "I want to change my booking", "I'd like to come on the 3rd", "I need a repair",
    "I have a problem with my tap", "I'd like to talk about a new order", "can we bring our kids?",
    "quero marcar uma visita", "tenho uma dúvida", "quero mudar o meu horário",
    "preciso de um conserto", "tenho um problema no carro",
)  # fmt: skip
_COMPLAINING = r"(?:complain\w*|reclam\w*|queix\w*)"
# "I'd rather complain": from the beginning, or from who wants it.
_WISHED = re.compile(rf"(?:^|(?<!\w)(?=(?:i|eu|we|nos)\b))(?=((?:\w+\W+){{0,5}}?{_COMPLAINING}\b))")
_BLAMED = re.compile(r"\b(?:you|yours?|u|ur|nobody|no one|noone|voces?|vcs?|ninguem)\b")
_CALLED = frozenset(
    map(stem, "complain complaint reclamar reclamacao queixa queixar wrong".split())
)
_NAMING = ("complain", "reclam", "queix")
_DENIED = re.compile(
    r"\b(?:no|not|never|nothing|without|(?:do|does|did|is|are|was|were|am|have|has|had)n ?'?t|nada"
    r"|nao|n|nunca|sem|nem|nenhuma?)\b(?: (?:have|has|had|any|an?|the|my|to|do|making|make|made"
    r"|filed?|want|wanted|here|asked?|for|about|need|said|say|i|it|is|was|of|a|fiz|faco|fazer|pedi"
    r"|pedir|quero|queria|tenho|tinha|e|foi|era|vim|vou|estou|to|tou|de|do|que|nenhuma?|uma?|nada)"
    rf"){{0,6}} {_COMPLAINING}(?: (?:alguma|nenhuma|nada|nao|from me|at all|about))?"
    r"|\b(?:nothing|nada)(?: (?:has|is|was|went|gone|deu|de|foi|saiu|esta)){0,2}"
    r" (?:wrong|errado|ruim)\b",
)


def tells_of_wrong(text: str, *, plainly: bool = False) -> bool:
    """Tell whether a message brings what a workflow for complaints is for."""
    if len(text) > _LONGEST:
        return True
    said = without_complaint_denied(text)
    if not any(map(str.isalpha, said)) or _puts_right(said):
        return False
    if plainly and clause_reading(said).of("wants") >= _PLAINLY:  # "mend the crack, please"
        return matter_reading(without_codes(said)).of("complains") >= OTHER_MATTER
    if said != text:  # who denies it has to say plainly what is wrong all the same
        return matter_reading(without_codes(said)).of("complains") >= _PLAINLY
    if len(said.split()) <= _BARE:
        return _wrong(said, asks=True) >= OTHER_MATTER or _names_complaint(said)
    least = _WRONG + (_MORE if plainly else 0)
    asks = plainly or _asks(said)  # beside something else only what complains
    return _wrong(said, asks=asks) >= least or any(
        _wrong(part, asks=asks) >= least + _AMONG
        for part in clauses(said)
        if len(part.split()) >= _LEAST
    )


def blames(text: str) -> bool:
    """Tell whether a text speaks of who is written to, or of nobody's coming."""
    return _BLAMED.search(fold(text[:_LONGEST])) is not None


def announces_wrong(text: str) -> bool:
    """Tell whether a clause leads up to a complaint: "I'd like to raise an issue"."""
    if len(text) > _LONGEST or without_complaint_denied(text) != text:
        return False
    announcing, other = _announcing()
    said = embed([without_codes(text)])[0]
    best = max(likenesses(announcing, said))
    return best >= _ANNOUNCED and best > max(likenesses(other, said))


def wishes_to_complain(text: str) -> bool:
    """Tell whether somebody says in so many words that they want to complain."""
    wished = (found[1] for found in _WISHED.finditer(fold(text[:_LONGEST])))
    return any(opens_request(said) and not negated(said) for said in wished)


def warm_up() -> None:
    """Read what messages are compared with now, so that none of them waits for it."""
    _announcing()


@cache
def _announcing() -> tuple[Vectors, Vectors]:
    return embed(list(_ANNOUNCES)), embed(list(_ANNOUNCES_NOT))


def plainly_wrong(text: str, least: float = OTHER_MATTER) -> bool:
    """Tell whether a message complains, and does so more than anything else."""
    said = without_complaint_denied(text)
    return said == text and matter_reading(without_codes(said)).of("complains") >= least


def without_complaint_denied(text: str) -> str:
    """Leave out of a message where it says that it is no complaint: what is left may be one."""
    parts = clauses(text)
    kept = [said for part in parts if (said := _undenied(part))]
    return text if kept == parts else ", ".join(kept)


def _undenied(part: str) -> str:
    """Return what a clause says beside such a denial: "I have no complaint I want it mended"."""
    opening = " ".join(part.split()[: _LED + 1])
    if negated(opening) and names_one(part, _CALLED) and denies(part, _CALLED, portuguese=True):
        return ""
    plain = fold(part)
    found = _DENIED.search(plain)
    if found is None or len(part) != len(plain) or len(plain[: found.start()].split()) > _LED:
        return part
    before, behind = part[: found.start()], part[found.end() :].strip(" ,.;!")
    return behind if len(behind.split()) >= _LEAST else before.strip(" ,.;!")


def _names_complaint(text: str) -> bool:
    return any(stem(word) in _CALLED or stem(word).startswith(_NAMING) for word in words(text))


def _puts_right(text: str) -> bool:
    """Tell whether a message only changes what was said: "it's four and not three"."""
    changes = clause_reading(text).of("changes") >= _PLAINLY
    return changes and matter_reading(without_codes(text)).of("complains") < _PLAINLY


def _asks(text: str) -> bool:
    return clause_reading(text).of("asks") >= _PLAINLY


def _wrong(text: str, *, asks: bool) -> float:
    """Return how likely a text tells of a wrong; who asks after something has none yet."""
    brought = matter_reading(without_codes(text))
    chased = 0.0 if asks or _asks(text) else brought.of("chases")
    return brought.of("complains") + chased
