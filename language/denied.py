"""Whether a clause denies what it names, or what was asked: "sem empresa", "nenhuma", "whoever".

It denies by a negation or a word of taking away, and only where it tells nothing else: "no card" of
a card, and not "no nuts", which is what a note may say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise

from language.added import adds_something
from language.flat import flat
from language.idle_words import IDLE_WORDS
from language.matching import fold, stem, words
from language.speech_acts.classify import clause_reading

_APOSTROPHES = re.compile(r"(?<=n)['’](?=t\b)")  # "don't" is a word, and "it's" two
_CLAUSE = re.compile(r"(?<![,;.!?…:])[,;.!?…:]+(?=\s|$)|\s[-–—]+\s|\n")
_NEGATIONS = frozenset(
    (
        "no not nope nah nay none nothing nobody neither nor never without sem nao naum n nem "
        "nenhum nenhuma nada ninguem dont doesnt didnt isnt arent wasnt wont havent hasnt cant "
        "aint nowt"
    ).split()
)
TAKING_AWAY = frozenset(
    (
        "remove delete drop clear erase scrap forget omit skip ditch tira tire tirar tirem remova "
        "remover apaga apague apagar exclui exclua excluir limpa limpe limpar esquece esqueca "
        "esquecer retira retire retirar dispenso dispensa dispensamos dispensar vazio vazia "
        "branco blank empty"
    ).split()
)
_AWAY = frozenset("out off away fora la lado".split())  # "take the theme out", "deixa pra lá"
_LETS_GO, _LET_GO = frozenset("deixa deixe larga".split()), 3  # "deixa o almoço", and no more words
_PUT = frozenset("take leave keep get let deixa deixe deixar fica ficar fique".split())
_DETERMINERS = frozenset("no sem without".split())  # what follows is what there is none of
_IDLE = frozenset(
    (
        "mind enquanto momento minuto say add write bring vai vao va pode have being happen "
        "acrescentar dizer anotar particular especial special fixed set specific exact definite "
        "fixo fixa definido definida left keep field campo whatsoever "
        "all else d m really thing guess think suppose acho thats covers cover everything need "
        "needed involved yet ainda still either"
    ).split()
)
_ANY = re.compile(
    r"\b(?:any(?:one|body|thing|where| one)?|whoever|whatever|whichever|"
    r"qualquer(?: um| uma| coisa)?|"
    r"tanto faz|no preference|sem preferencia|(?:don'?t|do not) (?:really )?(?:mind|care)|"
    r"(?:not|isn'?t) (?:fussy|bothered|picky)|"
    r"nao (?:faco questao|me importo|ligo|tenho preferencia)|"
    r"[oa] que (?:tiver|estiver|for|der|sobrar|houver)|quem (?:tiver|estiver|for|der))\b"
)
_THINGS = ("any", "qualquer")
_LONGEST = 120
_MOST_CLAUSES = 6
_MOST_DENIED = 2  # words of its own that a bare denial has
_LIKELIER, _MEANT, _PLAIN = 0.6, 0.8, 0.9
_ALIKE = 5  # first letters of a word in another form
_BARE_NO = re.compile(
    r"\W*(?:no|nope|nah|nao|n)(?:\s+(?:thanks|thank you|obrigad[oa]|nao))?(?=$|\s+(?:it|its|it's|i|"
    r"i'?m|we|we're|he|she|they|this|that|there|e|eh|eu|a gente|foi|ta|to|estou|so|nothing|nada|"
    r"none|nenhum\w*|just)\b)"
)


def clauses_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the clauses of an answer stand, as far as commas and stops part them."""
    start = 0
    for found in [*_CLAUSE.finditer(text)][:_MOST_CLAUSES]:
        yield start, found.start()
        start = found.end()
    yield start, len(text)


def denies(clause: str, named: Collection[str], *, portuguese: bool = False) -> bool:
    """Tell whether a clause takes away or denies what `named` calls, and tells nothing else."""
    said = _words(clause)
    if not said or not any(_is_named(word, named) for word in said):
        return False
    put = not _PUT.isdisjoint(said) and not _AWAY.isdisjoint(said)
    put = put or (said[0] in _LETS_GO and len(said) <= _LET_GO)
    taken = put or not TAKING_AWAY.isdisjoint(said)
    if not taken and not _negates(said, portuguese=portuguese):
        return False
    more = [word for word in _telling(said, named) if word not in TAKING_AWAY | _AWAY | _PUT]
    return not more or (
        len(more) == 1 and not taken and clause_reading(clause).of("no", "skips") >= _MEANT
    )


def gives_none(clause: str, asked: Collection[str], *, portuguese: bool = False) -> bool:
    """Tell whether a clause has nothing to give to a question with these words."""
    said = _words(clause)
    if not said or len(clause) > _LONGEST:
        return False
    more, negated = _telling(said, asked), _negates(said, portuguese=portuguese)
    if (negated and not more) or denies(clause, asked, portuguese=portuguese):
        return True
    names = any(_is_named(word, asked) for word in said)
    if names and not more and clause_reading(clause).of("upset", "no", "skips") >= _LIKELIER:
        return True  # "que empresa o quê"
    if _takes_any(clause, asked):
        return True
    read = clause_reading(clause)
    if read.of("skips") >= _PLAIN or (len(more) <= 2 and read.of("unsure") >= _MEANT):
        return True
    if not negated or any(one in _DETERMINERS and two in more for one, two in _pairs(said)):
        return False
    return len(more) <= 1 and read.of("no", "skips") >= _MEANT


def behind_denial(text: str, asked: Collection[str], *, portuguese: bool, brief: bool) -> int:
    """Return where an answer goes on behind a clause that gives nothing; 0 where it begins not so.

    `brief` answers name something: "no it's a wedding" denies it without a comma too.
    """
    for start, end in clauses_of(text[:_LONGEST]):
        clause = text[start:end]
        bare = _BARE_NO.match(flat(clause)) if brief else None
        if bare:
            return start + bare.end()
        if gives_none(clause, asked, portuguese=portuguese) or (
            brief and _names_nothing(clause, asked, portuguese=portuguese)
        ):
            return end
        if any(adds_something(word) for word in _words(clause)):
            return 0
    return 0


def negates(word: str) -> bool:
    """Tell whether a word denies."""
    return fold(word) in _NEGATIONS


def names_one(clause: str, named: Collection[str]) -> bool:
    """Tell whether a clause has one of some words, in whatever form."""
    return any(_is_named(word, named) for word in _words(clause))


def negated(clause: str, *, portuguese: bool = False) -> bool:
    """Tell whether a clause holds a negation."""
    return _negates(_words(clause), portuguese=portuguese)


def tells_nothing(text: str, asked: Collection[str] = ()) -> bool:
    """Tell whether a text is nothing but courtesy, and words that any answer has."""
    return len(text) <= _LONGEST and not _telling(_words(text), asked)


def _names_nothing(clause: str, asked: Collection[str], *, portuguese: bool) -> bool:
    """Tell whether a clause denies in a word or two, and holds nothing that is written like a name.

    "Never seen one" names no nurse.
    """
    said = _words(clause)
    more = _telling(said, asked)
    if not _negates(said, portuguese=portuguese) or len(more) > _MOST_DENIED:
        return False
    follows = any(one in _DETERMINERS and two in more for one, two in pairwise(said))
    return not follows and not re.search(r"[A-ZÀ-Ý\d]", clause.strip()[1:])


def question_words(question: str) -> frozenset[str]:
    """Return the words that name what a question asks for."""
    return frozenset(stem(word) for word in words(question) if len(word) > 2)


def _takes_any(clause: str, asked: Collection[str]) -> bool:
    """Tell "whoever is free" from "anything green"."""
    anyone = _ANY.search(flat(clause))
    if anyone is None:
        return False
    around = f"{clause[: anyone.start()]} {clause[anyone.end() :]}"
    return len(_telling(_words(around), asked)) <= (not anyone[0].startswith(_THINGS))


def _telling(said: list[str], named: Collection[str]) -> list[str]:
    return [word for word in said if not _is_named(word, named) and not _is_idle(word)]


def _is_named(word: str, named: Collection[str]) -> bool:
    """Tell whether a word is one of some, in whatever gender or number."""
    if stem(word) in named:
        return True
    return len(word) >= _ALIKE and any(word[:_ALIKE] == one[:_ALIKE] for one in named)


def _is_idle(word: str) -> bool:
    idle = word in IDLE_WORDS or stem(word) in IDLE_WORDS or word in _IDLE or word in _NEGATIONS
    return idle or not adds_something(word)


def _negates(said: list[str], *, portuguese: bool) -> bool:
    """Tell whether a negation is among some words; a Portuguese "no" is "in the"."""
    return any(
        word in _NEGATIONS and not (word == "no" and portuguese and at + 1 < len(said))
        for at, word in enumerate(said)
    )


def _pairs(said: list[str]) -> Iterator[tuple[str, str]]:
    return pairwise(said)


def _words(text: str) -> list[str]:
    return words(_APOSTROPHES.sub("", fold(text)))
