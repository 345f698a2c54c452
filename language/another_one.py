"""Whether what stands behind a yes wants the same kind of thing once more: "and one for my wife".

It is told by a word that adds to what there is, and by what stands behind that word: "another" and
a day or a person is a second one, "another" and what the form asks for puts right the first.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from language.corrections import corrects
from language.flat import flat
from language.matching import stems
from language.moved import speaks_of_change
from language.requests import opens_wish

_LONGEST = 200  # characters
_AT = (
    r"(?:for|on|at|in|with|of|from|as|dia(?= \d)|para|pras?|pros?|no|na|nos|nas|em|com|contra|de|do"
    r"|da|ao?|as|sem|por)"
)
_PLEASE = (
    r"(?:please|pls|too|also|as well|then|now|afterwards|tambem|tb|tbm|depois|agora|por favor)"
)
_PLEASED = re.compile(rf"{_PLEASE}\b")
# What takes one more of its kind, and none "of the other".
_OTHER = re.compile(
    r"(?<!\bthe )(?<!\b[oa] )(?<!\b[nd][oa] )"
    r"\b(?P<more>an(?:other| extra| additional)|one more|(?:a|one) (?:second|third|further|new)"
    r"|outr[oa]|mais uma?|uma? (?:segund[oa]|terceir[oa]|nov[oa]))\b(?P<head>(?: \w+){0,3})"
)
_STANDS = re.compile(rf"\b(?:ones?|(?:\w{{1,20}} ){{1,2}}one|{_AT})\b")
# One that is not known yet, which adds where something else says that it does.
_ONE_AT = re.compile(rf"\b(?:one|uma?) (?={_AT}\b|{_PLEASE}\b)")
_ONE = re.compile(rf"\ban?(?: [\w-]+){{0,2}} one\b|{_ONE_AT.pattern}")
_A_THING = re.compile(r"\b(?:an?|uma?)(?P<head>(?: \w+){1,3})")
_AND = re.compile(r"^\W*(?:and|e|plus|mais)\b")
_ADDS = re.compile(
    r"\b(?:also|too|as well|next|then|now|afterwards|after that|tambem|tb|tbm|depois|agora"
    r"|em seguida|alem disso)\b"
)
# The one that is meant next: "and now the long one for me".
_NEXT = re.compile(
    r"^\W*(?:(?:and|e)\W+)?(?:now|next|then|agora|depois|em seguida)\W+(?:the|[oa])\s+\w"
)
_WHOSE = re.compile(
    r"\b(?:for|pra|para) (?:my|our|me|us|(?:[oa]s? )?(?:meus?|minhas?|noss[oa]s?)|mim|a gente)\b"
    r"|\bpro (?:meu|nosso)\b"
)
_INSTEAD = re.compile(
    r"\b(?:instead|rather|em vez|no lugar|not|nao|change|swap|make it|add|bota|poe|deix\w+"
    r"|coloc\w+|acrescent\w+|adicion\w+)\b"
)
_BARE = ("one more", "mais um", "mais uma")  # which may as well be one more of the people


def wants_another(said: str, things: Collection[str], *, value: bool, named: bool) -> bool:
    """Tell whether a text behind a yes wants one more of what is agreed to.

    `things` are the stems of what that is called; `value` tells that a datum of the form is told,
    and `named` that one is spoken of by its name.
    """
    plain = flat(said)
    if len(said) > _LONGEST or _INSTEAD.search(plain) or speaks_of_change(plain) or corrects(said):
        return False
    adds = _ADDS.search(plain) is not None
    if any(_is_one_more(found, things, adds=adds) for found in _OTHER.finditer(plain)):
        return True
    whose = _WHOSE.search(plain) is not None
    if _AND.match(plain) and _ONE_AT.search(plain):
        return True
    if named or not (adds or (_AND.match(plain) and whose)):
        return False
    things_told = (found["head"] for found in _A_THING.finditer(plain))
    if _ONE.search(plain) or any(_calls(head, things) for head in things_told):
        return True
    if whose and value and _NEXT.match(plain):
        return True
    return whose and opens_wish(said) and _calls(plain, things)


def _is_one_more(found: re.Match[str], things: Collection[str], *, adds: bool) -> bool:
    """Tell whether a word for one more is said of the thing, or stands by itself."""
    head = found["head"].strip()
    if not head or _PLEASED.match(head):
        return adds or found["more"] not in _BARE
    return _STANDS.match(head) is not None or _calls(head, things)


def _calls(said: str, things: Collection[str]) -> bool:
    """Tell whether words call the thing by what it is called."""
    return not set(things).isdisjoint(stems(said))
