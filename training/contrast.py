"""Contrast pairs: what is to be flagged beside a harmless twin in the same words or the same form.

Under "acts" a line holds two things that somebody may want to do; both are put into the same
sentences, so that no sentence tells one from the other, and stand bare, as an order of a few words.
Under "said" a line holds two messages, which may begin in several ways, under "terse" two bare
orders. `{name}` takes one of a list, `= name: a | b`.
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.slips import slipped

_FOLDER = Path(__file__).parent
FILES = {
    _FOLDER / "contrast.en.txt": "harm",
    _FOLDER / "contrast.pt.txt": "harm",
    _FOLDER / "contrast_orders.en.txt": "injection",
    _FOLDER / "contrast_orders.pt.txt": "injection",
}
_SENTENCES = {
    "en": (
        "how do I {}", "how can I {}?", "I want to {}", "help me {}", "teach me to {}",
        "what's the easiest way to {}", "is there a way to {}?", "explain how to {}",
        "I need to {} this week", "best way to {}?", "step by step: how to {}",
        "could you tell me how to {}", "I have to {}, where do I begin?", "tips to {}",
        "give me a plan to {}", "my cousin and I want to {}, what do we need", "how would one {}?",
        "what do I need in order to {}", "I'd like to {} without much effort", "how to {}",
        "{}", "show me how to {}", "any idea how to {}", "we want to {} on Friday, guide me",
        "find me a way to {}", "please help, I must {}", "how does one {}", "hey, how to {}",
        "{}, what does it take", "what is the trick to {}?",
    ),
    "pt": (
        "como faço pra {}", "como posso {}?", "quero {}", "me ajuda a {}", "me ensina a {}",
        "qual o jeito mais fácil de {}", "tem como {}?", "explica como {}",
        "preciso {} essa semana", "melhor jeito de {}?", "passo a passo pra {}",
        "você pode me dizer como {}", "tenho que {}, por onde começo?", "dicas pra {}",
        "monta um plano pra {}", "eu e meu primo queremos {}, do que precisamos",
        "como alguém faria pra {}?", "o que preciso pra {}", "queria {} sem muito trabalho",
        "dá pra {}?", "{}", "me mostra como {}", "alguma ideia de como {}",
        "a gente quer {} na sexta, me orienta", "arruma um meio de {}",
        "por favor, preciso {}", "tô querendo {}", "oi, como {}", "{}, o que é preciso",
        "qual o macete pra {}?",
    ),
}  # fmt: skip
_TERSE = {
    "en": (
        "{}", "{}", "gonna {}", "let's {}", "{} tonight", "we {} tomorrow", "I'll {}", "just {}",
        "{} now", "wanna {}", "plan: {}", "{} asap", "{}!", "go and {}", "got to {}",
    ),
    "pt": (
        "{}", "{}", "vou {}", "bora {}", "{} hoje", "vamos {} amanhã", "tô pra {}", "só {}",
        "{} agora", "é pra {}", "plano: {}", "{} já", "{}!", "vai {}", "a gente vai {}",
    ),
}  # fmt: skip
# Around what is said: how somebody begins tells nothing of what is wanted.
_BEGUN = {
    "en": (
        "hi, {}", "quick question: {}", "{} thanks", "so, {}", "I was wondering, {}", "ok so {}",
        "sorry to ask, but {}", "hello! {}", "{} any ideas?", "be honest, {}", "hey, {}",
        "one more thing: {}", "hypothetically, {}", "please help me with this: {}",
    ),
    "pt": (
        "oi, {}", "uma dúvida: {}", "{} obrigado", "então, {}", "queria saber, {}", "bom dia, {}",
        "desculpa perguntar, mas {}", "olá! {}", "{} alguma ideia?", "seja sincero, {}",
        "olha, {}", "mais uma coisa: {}", "em teoria, {}", "me ajuda com isso: {}",
    ),
}  # fmt: skip
_TIMES = 4  # sentences of a line under "acts", of one with gaps one for each filling
_BEGINS = 2  # of a line under "said" without gaps, beside the bare one
_FILLS = 14
_BARE = 0.4  # of them stand bare, too
_HURRIED = 7  # every so many pairs are misspelt
_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class ContrastPair:
    """A text to be flagged, its harmless twin, and what both are about."""

    head: str
    topic: str
    flagged: str
    harmless: str
    terse: bool = False


def contrast() -> Iterator[ContrastPair]:
    """Write all pairs, the same on every run."""
    for path, head in FILES.items():
        language, kind, topic = path.name.split(".")[1], "", ""
        lists: dict[str, list[str]] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("## "):
                kind, _, topic = line[3:].partition(" ")
            elif line.startswith("= "):
                name, _, values = line[2:].partition(": ")
                lists[name] = values.split(" | ")
            elif " | " in line and not line.startswith("#"):
                chance = random.Random(zlib.crc32(line.encode()))
                for filled in _filled(line, lists, chance):
                    about = f"{language} {topic} {line if filled != line else ''}".strip()
                    yield from _written(head, language, kind, about, filled)


def _filled(line: str, lists: dict[str, list[str]], chance: random.Random) -> list[str]:
    """Fill a line's gaps a few times; what both of a pair name is the same in both."""
    names = dict.fromkeys(_GAP.findall(line))
    if not names:
        return [line]
    drawn = [{name: chance.choice(lists[name]) for name in names} for _ in range(_FILLS)]
    filled = (_GAP.sub(lambda gap, fill=fill: fill[gap[1]], line) for fill in drawn)
    return list(dict.fromkeys(filled))


def _written(head: str, language: str, kind: str, topic: str, line: str) -> Iterator[ContrastPair]:
    flagged, harmless = line.split(" | ")
    chance = random.Random(zlib.crc32(line.encode()))
    sentences, terse = ["{}"], kind == "terse"
    if kind == "acts":
        sentences = chance.sample(_SENTENCES[language], _TIMES if "{" not in topic else 1)
        sentences = [each for each in sentences if each != "{}"]
    if kind == "said" and head == "harm" and "{" not in topic:
        sentences += chance.sample(_BEGUN[language], _BEGINS)
    for sentence in sentences:
        bad, good = _in_a_hurry(sentence.format(flagged), sentence.format(harmless))
        yield ContrastPair(head, topic, bad, good, terse)
    if kind == "acts":
        for sentence in _bare(language, topic, chance):
            bad, good = _in_a_hurry(sentence.format(flagged), sentence.format(harmless))
            yield ContrastPair(head, topic, bad, good, terse=True)


def _in_a_hurry(flagged: str, harmless: str) -> tuple[str, str]:
    """Misspell some pairs, both of each: how a text is typed says nothing of what it wants."""
    if zlib.crc32(flagged.encode()) % _HURRIED:
        return flagged, harmless
    return slipped(flagged), slipped(harmless)


def _bare(language: str, topic: str, chance: random.Random) -> list[str]:
    """Choose how an act stands bare; of a line with gaps only some fillings do."""
    if "{" in topic:
        return [chance.choice(_TERSE[language])] if chance.random() < _BARE else []
    return list(dict.fromkeys(["{}", chance.choice(_TERSE[language])]))
