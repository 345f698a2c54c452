"""Whether an answer says yes of some people and no of others: "meu marido sim, eu não"."""

from __future__ import annotations

import re

from language.flat import flat

_READ = 150
_CLAUSE = re.compile(r"[,;.!]+\s*|\s(?:e|mas|and|but|while|enquanto)\s")
_WHO = (
    r"(?:eu|i|we|nos|a gente|el[ea]s?|s?he|they|metade|half(?: of us)?|algu(?:ns|mas)|"
    r"some(?: of us)?|(?:os |as |the )?(?:outr[oa]s|others)|"
    r"(?:the|my|our|[oa]s?|meus?|minhas?|noss[oa]s?) [a-z-]{2,15}(?:'s)?(?: [a-z-]{2,15})?)"
)
_LEAD = r"(?:(?:so|only|just|well|bem|bom|then|entao|acho que|i think) )?"
_DENIES = re.compile(
    rf"{_LEAD}{_WHO},? (?:ja )?(?:nao|n|no|not|nem|don'?t|doesn'?t|do not|does not|won'?t|wouldn'?t"
    r"|didn'?t)\b(?: [a-z']{1,12}){0,3}"
)
_AGREES = re.compile(
    rf"{_LEAD}{_WHO},? (?:sim|yes|do|does|would|will|quer|quero|querem|queremos|wants?|vai|vou|vao|"
    r"topa|topo|precisa|preciso|precisam|needs?|tambem|too)\b(?: (?!nao|not)[a-z']{1,12}){0,2}"
)
_OF_ANYBODY = re.compile(r"\b(?:any(?:body|one)?|alguem|algu(?:m|ma|ns|mas)|some(?:body|one)?)\b")


def is_divided(text: str, question: str) -> bool:
    """Tell whether a text agrees for one and denies for another, where one answer is asked for."""
    if len(text) > _READ or _OF_ANYBODY.search(question):
        return False
    clauses = [part.strip() for part in _CLAUSE.split(flat(text)) if part.strip()]
    return any(map(_AGREES.fullmatch, clauses)) and any(map(_DENIES.fullmatch, clauses))
