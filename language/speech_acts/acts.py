"""What can be asked of a clause: is it a question, does it change what was told, does it agree."""

from __future__ import annotations

from collections.abc import Sequence

from language.matching import words
from language.speech_acts.classify import ClauseReading, clause_reading

_MOST = 5  # clauses that are looked at
_LIKELIEST = 0.5
_CERTAIN = 0.9
_LIKELY_PERSON = 0.7
_BEGINNING = 40  # characters
_MEANT = 0.85
_PLAIN = 0.8  # how likely what a clause does must be where something follows from it alone


def is_question(text: str) -> bool:
    """Tell whether a clause plainly asks to be told something."""
    must = words(text[:_BEGINNING])[:2] == ["tem", "que"]  # and no "tem …?"
    return not must and clause_reading(text).of("asks") >= _PLAIN


def may_question(text: str) -> bool:
    """Tell whether a clause asks to be told something rather than anything else."""
    return clause_reading(text).of("asks") >= _LIKELIEST


def only_changes(text: str) -> bool:
    """Tell whether a clause plainly alters what was told before."""
    return clause_reading(text).of("changes") >= _PLAIN


def wants_person(text: str) -> bool:
    """Tell whether a clause plainly wants to be put through to people."""
    return clause_reading(text).of("person") >= _CERTAIN


def may_want_person(text: str) -> bool:
    """Tell whether a clause wants people rather than anything else; it has to name some as well."""
    return clause_reading(text).of("person") >= _LIKELY_PERSON


def asks_or_wants_person(text: str) -> bool:
    """Tell whether a clause asks something, or wants people, rather than anything else."""
    return clause_reading(text).of("asks", "person") >= _LIKELIEST


def only_courteous(text: str) -> bool:
    """Tell whether a message greets, thanks or fills a pause, and says no more."""
    return clause_reading(text).of("kind") >= _PLAIN


def hesitates(text: str) -> bool:
    """Tell whether a clause leaves open what its writer wants or knows."""
    return clause_reading(text).of("unsure") >= _PLAIN


def agrees_wholly(clauses: Sequence[str]) -> bool:
    """Tell whether clauses say yes, and nothing besides but courtesies."""
    said = [clause_reading(clause) for clause in clauses[:_MOST]]
    agreeing = [each.of("yes", "kind") >= _LIKELIEST for each in said]
    return len(clauses) <= _MOST and all(agreeing) and any(map(_says_yes, said))


def _says_yes(clause: ClauseReading) -> bool:
    return clause.of("yes") >= _PLAIN


def yes_or_no(clauses: Sequence[str]) -> bool | None:
    """Return the yes or the no that clauses come to, where nothing else is said but courtesies."""
    if not clauses or len(clauses) > _MOST:
        return None
    said = [clause_reading(clause) for clause in clauses]
    if any(each.of("yes") >= _MEANT for each in said):
        return True if all(each.of("yes", "kind") >= _PLAIN for each in said) else None
    denying = [each.of("no", "leaves") for each in said]
    if max(denying) >= _MEANT and all(
        d + each.of("kind") >= _PLAIN for d, each in zip(denying, said, strict=True)
    ):
        return False
    return None


def does_more(clauses: Sequence[str]) -> bool:
    """Tell whether one of some clauses plainly does something else than agree or tell."""
    return any(
        told.sure >= _LIKELIEST and told.act not in ("yes", "kind", "tells", "skips", "upset")
        for told in map(clause_reading, clauses[:_MOST])
    )
