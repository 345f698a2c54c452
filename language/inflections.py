"""The root that forms of a verb share with its noun: "ironed" and "ironing", "vedar", "vedação".

No list of words: endings are taken off, and what is left is compared. So it is for a few words side
by side, such as those of options, and no stemmer for a language.
"""

from __future__ import annotations

import re

_ENGLISH = ("ings", "ing", "ied", "ed")
_PORTUGUESE = (
    "amentos", "imentos", "amento", "imento", "acoes", "icoes", "acao", "icao", "ucao", "agens",
    "agem", "ando", "endo", "indo", "ados", "adas", "idos", "idas", "ado", "ada", "ido", "ida",
    "eza", "ura", "ar", "er", "ir",
)  # fmt: skip
_SUBJUNCTIVE = (("guem", "g"), ("quem", "c"), ("gue", "g"), ("que", "c"), ("em", ""), ("am", ""))
_VERBS = frozenset("ing ied ed ando endo indo ados adas idos idas ado ada ido ida ar er ir".split())
_PLAIN = ("es", "as", "os", "e", "a", "o", "s", "y")
_DOUBLED = re.compile(r"([bdgmnprtlz])\1$")
_VOWEL = re.compile(r"[aeiouy]")
_SHORTEST = 3  # letters of a root
_PLAINLY = 4  # and of one before an ending that other words have as well: "retirem", "cream"
_LONGEST = 30  # of a word


def root(word: str) -> str:
    """Return what a folded word begins with in all of its forms."""
    ending = _ending(word)
    if not ending and (wished := _wished(word)):
        return wished
    bare = word[: -len(ending)] if ending else _bare(word)
    return _DOUBLED.sub(r"\1", bare.removesuffix("i") if ending == "ied" else bare)


def is_verb_form(word: str) -> bool:
    """Tell whether a folded word ends as forms of verbs do."""
    return _ending(word) in _VERBS or bool(_wished(word))


def _wished(word: str) -> str:
    """Return the root of what somebody is to do: "quero que entreguem", "prefiro que busquem"."""
    for ending, kept in _SUBJUNCTIVE:
        left = word[: -len(ending)] + kept
        if word.endswith(ending) and len(left) >= _PLAINLY and len(word) <= _LONGEST:
            return left
    return ""


def _ending(word: str) -> str:
    """Return the ending of a verb or of its noun, "" where there is none."""
    for ending in (*_ENGLISH, *_PORTUGUESE):
        left = word[: -len(ending)]
        if word.endswith(ending) and len(left) >= _SHORTEST and _VOWEL.search(left):
            return ending if len(word) <= _LONGEST else ""
    return ""


def _bare(word: str) -> str:
    """Take off what a noun or a verb ends in that no other form has."""
    for ending in _PLAIN:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word
