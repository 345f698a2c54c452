"""Tells Portuguese from English in short messages, by their small words and spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

Language = Literal["en", "pt"]

_PT = frozenset(
    "o a os as um uma de do da dos das em no na nos nas e que qual quais quanto quanta quantos "
    "quantas quem como onde quando porque por para pra pro com sem não nao sim eu tu você voce "
    "vocês nós eles ela ele isso isto esse essa este esta meu minha seu sua é está estão são "
    "ser foi tem tenho ter há mais menos muito pouco bom boa dia tarde noite oi olá ola "
    "obrigado obrigada valeu tchau ajuda hoje amanhã ontem agora hora horas favor quero preciso "
    "pode consegue faz fazer me te se lhe já ainda também então mas ou até depois antes "
    "qualquer tudo todos todas cada beleza bem calcula calcule anota anote mostra mostre apaga "
    "apague guarda lista conta raiz vezes dividido somado metade dobro segundos minutos lembra "
    "nota notas aqui ali lá sobre entre diz diga fala fale conte escreva escreve traduza gera "
    "falou fui piada receita clima poema gostaria existe vlw blz obg vc tb pq".split()
)
_EN = frozenset(
    "the an of in on at and that which what how many much who where when why for with without "
    "not no yes i you he she it we they this these those my your his her is are was were be "
    "been have has had do does did can could would will should more less very good morning "
    "afternoon evening night hi hello hey thanks thank bye goodbye help today tomorrow "
    "yesterday now time please want need tell show me to from by about as if or but then than "
    "there here all any some let make list write note notes save delete forget remember "
    "calculate compute times divided plus minus percent square root seconds minutes start set "
    "timer i'm it's what's don't can't you're up sup cheers again later ok see joke recipe "
    "weather poem translate thx pls name".split()
)
_BETWEEN = re.compile(r"[\s,;!?()\"“”«»]+")
# What nobody wrote as words: with a digit or a sign inside, an address, a link, a hash of letters.
_CODE = re.compile(r".*[\d@_\\].*|.*://.*|.*\w\.\w.*|[a-f]{6,}\W*")
_WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)(?:'[a-z]+)?|(?<!\w)i'[a-z]+")
_PT_MARKS = re.compile(r"[ãõçáéíóúâêôà]")
_PT_LAUGH = re.compile(r"k{3,}|(?:rs){2,}|(?:hua|hue)[aehu]*")
_PT_ENDS = re.compile(r"(?:ção|ções|mente|ando|endo|indo|inho|inha|ável|ível|agem|dade)$")
_EN_ENDS = re.compile(r"(?:ing|tion|ness|ght|ly|ould|'[a-z]+)$|^wh|th|sh|ck|w|k|y$")


def detect(text: str, default: Language = "en") -> Language:
    """Return the language of a message; the default where nothing speaks for either.

    Codes and single letters do not: "go x1285a165" is in no language.
    """
    score = sum(tendency(word) for word in words_of(text[:2_000].lower()))
    return "pt" if score > 0 else "en" if score < 0 else default


def tendency(word: str) -> float:
    """Tell how a word in lower case speaks for Portuguese; below zero: for English."""
    pt, en = word in _PT, word in _EN
    score = 0.0
    if pt != en:
        score = 1.0 if pt else -1.0
    elif not pt and len(word) > 2:
        score = 0.5 * bool(_PT_ENDS.search(word)) - 0.3 * bool(_EN_ENDS.search(word))
    if _PT_LAUGH.fullmatch(word):
        score += 1.0
    return score + 0.6 * bool(_PT_MARKS.search(word))


def told_language(text: str) -> Language | None:
    """Return the language of a text if anything in it speaks for one."""
    found = detect(text, "en")
    return found if found == detect(text, "pt") else None


def words_of(text: str) -> Iterator[str]:
    """Yield a text's words; codes, numbers and addresses are none."""
    for piece in _BETWEEN.split(text):
        if not _CODE.fullmatch(piece):
            yield from _WORD.findall(piece)
