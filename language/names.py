"""Finds how people give their name, in Portuguese and English."""

from __future__ import annotations

import re

from language.intents import WORDS
from language.matching import fold

PARTICLES = frozenset("de da do das dos e del della van von der den di du la le bin al".split())
NO_NAMES = WORDS | frozenset(
    "oi ola hello hi hey talvez maybe bom boa dia tarde noite good morning evening obrigado "
    "obrigada thanks tchau bye quero want tenho have estou sou moro from eu voce you this that "
    "what how o que quem por quando onde como nada nenhum nothing none anonimo prefiro skip pular "
    "and but mas com is am i im i'm age idade omg lol wtf idk btw ugh pff aff afe secret "
    "segredo private whatever anything anyone anybody someone somebody qualquer "
    "resto restante rest "
    "entendi entendido compreendi understood perfeito perfect".split()
)
_LEAD = re.compile(
    r"(?P<sure>\b(?:(?:o |and )?meu nome(?: completo)? (?:é|e|eh)|me chamo|chamo-me|pode(?:m)? me "
    r"chamar de|(?:yo )?me llamo|mi nombre es|je m['’]appelle|mon nom est"
    r"|my (?:full )?name(?: is|'s|s)"
    r"|(?:(?<=[,.;!?] )|^)(?:and |the )?name(?: is|'s)"
    r"|(?:you can |please )?call me|(?:nome|name)\s?:)\s+)"
    r"|(?P<maybe>\b(?:(?:eu )?sou(?: [oa])?|aqui (?:é|e)(?: [oa])?|aqui quem fala (?:é|e)(?: [oa])?"
    r"|i am|i'm|im|this is|it's|é [oa]|é s[oó])\s+)",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\.?")
MAX_WORDS = 7
_INITIAL = 4  # letters and the point of "J.", "Sra."


_REFUSES = re.compile(
    r"(?:no|none|not|nothing|nobody|não|nao|nada|ninguem|ninguém|segredo|secret|"
    r"irrelevant|irrelevante|private|sigilo)\b",
    re.I,
)
_WHEN = frozenset(
    "back again before first later after when once tomorrow today tonight now soon asap early"
    " whenever anytime then please maybe instead".split()
)
_NO_FIRST = frozenset(  # words with which no name begins
    "if unless when because on at in by about to up for with as or the a an se quando caso no na em"
    " para pra pro sobre".split()
)


def find_name(text: str, stop: int | None = None) -> tuple[str, int, int, bool] | None:
    """Find a name that a text introduces: the name, where it stands, and whether that is sure.

    After "my name is" any word is one; after "I am" only words with a capital are.
    """
    for lead in _LEAD.finditer(text):
        sure = lead["sure"] is not None
        found = _words_of_name(text, lead.end(), len(text) if stop is None else stop, sure)
        if found and not _says_when(found[0]) and not _REFUSES.match(found[0]):
            return found[0], lead.start(), found[1], sure
    return None


def as_name(text: str) -> str | None:
    """Return the name that a whole answer is, or None when it can be none."""
    introduced = find_name(text)
    if introduced:
        return introduced[0]
    plain = text.strip(" .,!;:'\"")
    plain = re.sub(r"^(?:(?:é|eh|it's|it is)\s+(?:[oa]\s+)?|sou\s+[oa]\s+)", "", plain, flags=re.I)
    found = _words_of_name(plain, 0, len(plain), sure=True)
    return found[0] if found and found[1] == len(plain) else None


def _says_when(name: str) -> bool:
    """Tell "call me before", "call me back first" and "call me if we're late" from a name."""
    said = [fold(word) for word in name.split()]
    return said[0] in _NO_FIRST or all(word in _WHEN for word in said)


def capitalised(text: str) -> bool:
    """Tell whether a text is written like a name: every word but its particles has a capital."""
    words = text.split()
    mine = [w for w in words if fold(w) not in PARTICLES]
    return bool(mine) and all(w[0].isupper() and not w[1:].isupper() for w in mine)


def _words_of_name(text: str, start: int, stop: int, sure: bool) -> tuple[str, int] | None:
    words: list[str] = []
    end = start
    for match in _WORD.finditer(text, start, stop):
        gap = text[end : match.start()]
        word, plain = match[0], fold(match[0]).rstrip(".")
        particle = plain in PARTICLES and bool(words)
        if (words and gap != " ") or (not words and gap.strip()) or len(words) >= MAX_WORDS:
            break
        if plain in NO_NAMES or (len(plain) > 40):
            break
        if (
            not particle
            and not word[0].isupper()
            and (not sure or (words and words[0][0].isupper()))
        ):
            break
        words.append(word)
        end = match.end()
        if word.endswith(".") and len(word) > _INITIAL:
            break  # "Osvaldo Pereira. Desejo"
    while words and fold(words[-1]) in PARTICLES:
        end -= len(words.pop()) + 1
    if not words:
        return None
    lowered = all(w.islower() or w.isupper() for w in words) and len(words[0]) > 1
    spelled = [w if fold(w) in PARTICLES else w.capitalize() for w in words] if lowered else words
    return " ".join(spelled).rstrip("."), end
