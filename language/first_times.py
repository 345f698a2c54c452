"""Reads whether somebody is new: "never been" is a yes to "is it your first time?".

Who is asked about a group answers for each of them, and one who is new is enough: "not for me,
but the children have never been".
"""

from __future__ import annotations

import re

from language.agreement_words import BEFORE, FIRST_TIME, NEVER_BEFORE, SAID_PLAINLY
from language.flat import flat

_GROUP = re.compile(
    r"\b(?:any(?:body|one)|any of|somebody|someone|group|alguem|algum de|alguma de|voces|grupo)\b"
)
_NEW = re.compile(
    r"\b(?:never|nunca|jamais|ha(?:ve|s)n'?t|new|newb\w*|newcomers?|beginners?|novat[oa]s?|"
    r"iniciantes?|principiantes?|estreantes?|primeira vez|first[ -]tim(?:e|ers?)|first ever)\b"
)
_DENIED = re.compile(
    r"\b(?:not|no|none|no one|nobody|nao|ninguem|nenhum[a]?|isn'?t|aren'?t|wasn'?t|neither)\b"
    r"[^,;]{0,24}$"
)
_OLD = re.compile(
    r"\b(?:before|already|loads|(?:many|several|few|lots of|varias|muitas|algumas) (?:times|vezes)|"
    r"regulars?|old hands?|experienced|experientes?|veteran\w*|sempre|done (?:it|this)|"
    r"been (?:there|here|once|twice|to)|ja (?:fui|fomos|foi|foram|vim|viemos|veio|vieram|fiz|"
    r"fizemos|conhec\w+|and\w+))\b"
    r"|\b(?:everyone|everybody|both|all|todos|todo mundo)\b.*\b(?:been|done|came|foram|fomos|foi|"
    r"vieram|veio|conhecem?)\b"
)
_SOME = re.compile(
    r"^\W*(?:(?:(?:only|just|so|apenas|somente) )?(?:the|my|our|o|a|os|as|meus?|minhas?|eu|me)\b|"
    r"(?:all|most|some|half|one|\w+) of (?:us|them)|todos|quase todos|um deles|uma delas)"
    r"[\w ']{0,30}$"
)
_CLAUSE = re.compile(r"[,;.!]|\b(?:but|mas|and|e|so)\b(?! (?:eu|me|the|my|o|a|os|as)\b)")
_OTHERS = re.compile(
    r"^\W*(?:my|the|he|she|they|theyve|they've|his|her|our|meus?|minhas?|ele|ela|eles|elas|os|as)\b"
)


def first_time(plain: str, question: str) -> bool | None:
    """Tell whether a flat answer to such a question says yes; None where it is another one."""
    asked = flat(question)
    if SAID_PLAINLY.match(plain) or not FIRST_TIME.search(asked):
        return None
    group = bool(_GROUP.search(asked))
    clauses = [c for c in _CLAUSE.split(plain) if c.strip()]
    told = clauses if group else [c for c in clauses if not _OTHERS.match(c)]
    if any(map(_is_new, told)):
        return True
    if any(map(_OLD.search, told)):
        return False
    if group and not _DENIED.search(f"{plain} ") and _SOME.match(plain):
        return True
    return True if NEVER_BEFORE.match(plain) else False if BEFORE.search(plain) else None


def _is_new(clause: str) -> bool:
    """Tell whether a clause says that somebody is new, and not that nobody is."""
    return any(not _DENIED.search(clause[: found.start()]) for found in _NEW.finditer(clause))
