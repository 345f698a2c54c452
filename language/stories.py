"""Whether a text tells what has happened, and whether a question asks for that.

Who begins with the story has told it; who begins with "I want to complain" has told nothing yet.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache

from language.code_words import without_codes
from language.encoder import Vectors, embed, likenesses
from language.flat import flat
from language.idle_words import telling_words
from language.matching import stem
from language.moved import calls_off, speaks_of_change
from language.requests import clauses
from language.speech_acts.classify import clause_reading

_ASKING = (
    "What happened?", "What is wrong with it?", "Tell us what happened",
    "Please describe the problem", "Tell us what went wrong", "Describe the fault",
    "What is the matter?", "What is broken?",
    "What is your complaint about?", "How did the accident happen?",
    "What is going on with it?", "Can you describe the damage?", "What symptoms are there?",
    "O que aconteceu?", "O que há de errado?", "Conte o que houve", "Descreva o problema",
    "Qual é o problema?", "Qual é o defeito?", "Qual é a sua reclamação?", "Como foi o acidente?",
    "O que está acontecendo?", "Pode descrever o estrago?", "Quais são os sintomas?",
)  # fmt: skip
_ASKING_ELSE = (
    "Which one?", "What is the address?", "What is the occasion?", "What is the message?",
    "Qual?", "Qual é o endereço?", "Qual é a ocasião?", "O que você quer?", "How can we help?",
    "When did it happen?", "Where did it happen?", "Who was there?",
    "Which part is broken?", "Tell us about yourself", "Onde foi o acidente?",
    "Quando aconteceu?", "Onde foi?", "Quem estava lá?", "Is it for a company?",
    "É para alguma empresa?", "What is your name?", "Conte sobre você",
)  # fmt: skip
_NEAR = 0.62  # questions for a story that were not written for it lie above, others below
_SENTENCE = re.compile(r"(?<=[.!?])\s+|,?\s(?:or|ou)\s(?=what\b|o que\b|como\b|how\b)", re.I)
# "… with the boiler?"
_OF_WHAT = re.compile(r"(?<!\s)\s+(?:with|com|on|at|to|n[ao])\s.*$|(?<![?.!])[?.!]+$", re.I)
_LONGEST = 200
_MOST = 60  # words that are looked at
_TELLING = 2  # words of a clause that tells something
# Words that say that something is wrong, and not what.
IN_GENERAL = frozenset(
    stem(word)
    for word in (
        "complain complaint problem problems issue issues trouble wrong happened happen unhappy"
        " upset angry furious disappointed dissatisfied disgusted annoyed bad terrible awful"
        " horrible service experience very really quite absolutely feel yesterday today"
        " reclamar reclamacao queixa queixar problema problemas aconteceu acontecendo errado"
        " insatisfeito insatisfeita chateado chateada decepcionado decepcionada irritado irritada"
        " suppose guess think reckon then acho suponho imagino entao"
        " furioso furiosa indignado indignada pessimo pessima horrivel ruim atendimento servico"
        " experiencia tive teve ontem hoje"
    ).split()
)
_LIKELIER = 0.5
_COMPLAINS = re.compile(r"\b(?:complain\w*|reclam\w*|queix\w*)")
_EXCLAIMING = frozenset(
    stem(word)
    for word in (
        "god goodness jesus hello hey well obviously course clearly duh oh ah ai meu deus ceus ne"
        " obvio obvia claro logico mesmo ue uai ora gente"
    ).split()
)
_MOST_LEADS = 3
_LEAD = re.compile(r"^[^.,:;!?\n]{1,40}[.,:;!?\n]{1,9}\s*")
_GREETING = re.compile(r"^[^.,;!?\n]{1,40}[.,;!?\n]+\s*")


@lru_cache(512)
def asks_for_story(question: str) -> bool:
    """Tell whether a question wants to know what has happened, or what is wrong."""
    sentences = [part for part in _SENTENCE.split(question[:_LONGEST]) if part.strip()]
    parts = [*sentences, *(f"{_OF_WHAT.sub('', part)}?" for part in sentences)]
    return any(map(_asks_for_story, dict.fromkeys(parts)))


def _asks_for_story(sentence: str) -> bool:
    asking, other = _asking()
    said = embed([sentence])[0]
    best = max(likenesses(asking, said))
    return best >= _NEAR and best > max(likenesses(other, said))


@cache
def _asking() -> tuple[Vectors, Vectors]:
    return embed(list(_ASKING)), embed(list(_ASKING_ELSE))


def tells_story(text: str, named: Collection[str] = (), least: int = 1) -> bool:
    """Tell whether a text tells what has happened, in so many words of its own.

    `named` are words that tell nothing new: what everybody says who begins the same.
    """
    said = without_codes(text)  # which say nothing of what has happened
    parts = clauses(said) or [said]
    told = {word for part in parts if _tells(part) for word in _own(part, named)}
    return len(told) >= least


def tells_change(text: str, named: Collection[str] = ()) -> bool:
    """Tell whether a text says what is to be changed or called off, and of it a word of its own."""
    plain = flat(text[:_LONGEST])
    if not (speaks_of_change(plain) or calls_off(plain)):
        return False
    own = _own(text, named)
    return any(not (speaks_of_change(word) or calls_off(word)) for word in own)


def behind_courtesy(text: str) -> str:
    """Return a text without the greeting that it begins with."""
    found = _GREETING.match(text)
    kind = found is not None and clause_reading(found[0].strip(" ,.;!?")).of("kind") >= _LIKELIER
    return text[found.end() :] if found and kind and text[found.end() :].strip() else text


def behind_protest(text: str) -> str:
    """Return a story without the words before it that only say that it is a complaint."""
    rest, names = text, False
    for _ in range(_MOST_LEADS):
        found = _LEAD.match(rest)
        said = set(_own(found[0], IN_GENERAL)) if found else {""}
        if not found or not {stem(word) for word in said} <= _EXCLAIMING:
            break
        complains = _COMPLAINS.search(flat(found[0])) is not None
        if not complains and _own(found[0], _EXCLAIMING):
            break  # "terrible service" is a part of it
        rest, names = rest[found.end() :], names or complains
    return rest if names and len(_own(rest, ())) >= _TELLING else text


def asked_about(messages: Sequence[str]) -> str:
    """Return what was said before a button was pressed: the last message, and the story before it.

    Who tells it in three messages, each asked back about, has told one story.
    """
    *before, last = messages or [""]
    return joined([*(text for text in before if tells_story(text)), last])


def joined(parts: Sequence[str]) -> str:
    """Return what was told in several messages as one text."""
    told = [part.strip() for part in parts if part.strip()]
    ended = [part if part[-1] in ".!?…" else f"{part}." for part in told[:-1]]
    return " ".join([*ended, *told[-1:]])


def _tells(clause: str) -> bool:
    """Tell whether a clause tells something, in more than a word."""
    telling = len(_own(clause, ())) >= _TELLING
    return telling and clause_reading(clause).of("tells", "upset") >= _LIKELIER


def _own(clause: str, named: Collection[str]) -> list[str]:
    said = (word for word in telling_words(clause, _MOST) if word.isalpha())
    return [word for word in said if stem(word) not in named]
