"""Counts a list of people of which its writer is one: "me and the missus", "eu e mais quatro".

Items stand between commas and joining words, or beside each other, each with its own "my", "the".
A dog or a guitar that comes along counts nobody; of what may be either, nobody is sure.
"""

from __future__ import annotations

import re
from functools import lru_cache

from language.detect import Language
from language.flat import flat
from language.spelled import in_digits

_LONGEST = 120
_AT_HAND = 256
_MOST_ITEMS = 12
_CLEAR = 0.1  # so much nearer to one kind than to the other
_SUM = re.compile(r"\W*(?P<one>\d{1,2}) ?\+ ?(?P<other>\d{1,2})\W*")
_LEAD = re.compile(
    r"^(?:(?:it'?s|its|it will be|it'?ll be|that'?s|there'?s|there will be|vai ser|vao ser|seremos|"
    r"somos|serei|seria|sou|so|just|only|pra|para|for|acho que|i think|apenas|somente|oi|e|we are|"
    r"we'?re|vamos|vou|vai|vao|well|bem|entao|the (?:2|3|4|5|6) of us:?) ){1,5}"
)
_DETERMINERS = r"(?:os?|as?|the|my|our|meus?|minhas?|noss[oa]s?|his|her|their|seus?|suas?)"
_JOINT = re.compile(
    r" ?,(?: (?:e|and) )?| e | and | n | & | ?\+| mais | plus | with | com "
    rf"|(?<! de)(?<!\bo)(?<!\ba)(?<!\bos)(?<!\bas)(?<!\bthe)(?<!\bmais) (?={_DETERMINERS} )"
    r"(?<!\bof )(?<!\bcom )"
)
_SELF = re.compile(r"^(?:eu|me|i|myself|mim|eu mesm[oa])$")
_ITEM = re.compile(
    rf"^(?:(?:{_DETERMINERS}|mais|another|outr[oa]|uns|umas) ){{0,3}}"
    r"(?:(?P<n>\d{1,2}|um|uma|an?|one)(?: |$))?"
    r"(?:(?:other|more|outr[oa]s?|old|young|best|melhor|little|new|nov[oa]s?) ){0,3}"
    r"(?:[a-z]+'s )?(?P<who>[a-z]{2,}(?:-[a-z]+){0,2})?$"
)
_WHOSE = re.compile(
    r" (?:del[ea]s?|de mim|(?:de|d[oa]s?|of|from) (?:(?:meus?|minhas?|my|the) )?[a-z]+|in law|"
    r"tambem|too)$"
)
PEOPLE = frozenset(
    "pai mae filho filha marido esposa esposo mulher irma irmao amigo amiga namorado namorada vo "
    "avo tia tio sobrinho sobrinha neto neta primo prima sogro sogra cunhado cunhada genro nora "
    "chefe vizinho vizinha patrao colega padrasto madrasta enteado enteada bebe menino menina "
    "crianca adulto pessoa convidado noivo noiva parceiro parceira afilhado padrinho madrinha "
    "homem moca moco rapaz gemeo son daughter wife husband mom mum mother dad father friend "
    "neighbour neighbor brother sister boss missus hubby kid child baby girlfriend boyfriend "
    "partner uncle aunt auntie cousin grandma grandpa grandad granddad gran granny nan "
    "grandson granddaughter grandmother grandfather nephew niece roommate flatmate "
    "colleague mate pal lad lass carer toddler girl boy man woman fiance fiancee twin "
    "stepson stepdaughter adult guest person".split()
)
IRREGULAR = {
    "irmaos": "irmao", "children": "child", "people": "person", "men": "man", "women": "woman",
    "babies": "baby", "criancas": "crianca", "wives": "wife", "rapazes": "rapaz",
    "mulheres": "mulher",
}  # fmt: skip
_NO_PLURALS = frozenset("boss missus mrs miss".split())
_MANY = frozenset(
    "kids children parents people folks friends family familia pais gente galera turma pessoal "
    "equipe team crew lot rest resto banda band class group grupo everyone todos others".split()
)
_PAIRS = frozenset("casal casais couple couples pair par".split())
_LIKE_PEOPLE = (
    "friend", "brother", "colleague", "neighbour", "wife", "child", "guest", "client", "nurse",
    "coach", "teacher",
)  # fmt: skip
_LIKE_OTHERS = (
    "dog", "cat", "parrot", "horse", "guitar", "tent", "bicycle", "car", "bag", "luggage",
    "wheelchair", "hamster",
)  # fmt: skip
_CONCLUDED = re.compile(
    r"\b(?:so|then|entao|logo|ou seja|total|that makes|makes|dando|da|dao)\b,? (?:(?:that'?s|"
    r"probably|prob|prolly|provavelmente|let'?s say|say|maybe|talvez|just|only|e|sao|somos|vamos "
    r"ser|we are|we'?re|we'?ll be|ficam?|ficamos|call it|make it|seriam?|deve ser|uns) ){0,4}"
    r"(?P<n>\d{1,3})\b(?! ?(?:[:%]|[ap]\.?m\b|h\b|hrs?\b|horas?|hours?|dias?|days?|noites|nights|"
    r"reais|da |de |in the ))"
)


def company_of(text: str, language: Language) -> int | None:
    """Count a list of people of which its writer is one, None where it is no such list."""
    if added := _SUM.fullmatch(text[:_LONGEST]):
        return int(added["one"]) + int(added["other"])
    plain = in_digits(text[:_LONGEST], language).text.strip(" .!?")
    items = [i.strip() for i in _JOINT.split(_LEAD.sub("", plain))[: _MOST_ITEMS + 1] if i.strip()]
    if len(text) > _LONGEST or not 2 <= len(items) <= _MOST_ITEMS:
        return None
    if not any(map(_SELF.match, items)):
        return None
    total = int(items[0]) if items[0].isdigit() and len(items) > 2 else None  # "we are 4: me, ..."
    rest = items if total is None else items[1:]
    counted = [1 if _SELF.match(item) else _along(item, text) for item in rest]
    count = None if None in counted else sum(n for n in counted if n)
    return count if total in (None, count) else None


def concluded(text: str, language: Language) -> int | None:
    """Return the number that a count comes to: "there's 5 of us but Tom is ill, so 4"."""
    plain = in_digits(text[:_LONGEST], language).text
    found = next(reversed(list(_CONCLUDED.finditer(plain))), None)
    if found is None or not re.search(r"\d|\b(?:eu|me|i)\b", plain[: found.start()]):
        return None
    return None if re.search(r"\d", plain[found.end() :]) else int(found["n"])


def _along(item: str, text: str) -> int | None:
    """Count who is told by one item of a list: nobody by a dog, and None where it is unclear."""
    item = _WHOSE.sub("", item, count=1)
    found = _ITEM.match(item)
    if found is None or not (found["n"] or found["who"]):
        return None
    number = None if found["n"] is None else _counted(found["n"])
    who = found["who"]
    if who is None:
        return number
    if who in _PAIRS:
        return 2 * (number or 1)
    if (kind := is_somebody(who, text)) is None:
        return None
    if not kind:
        return 0
    several = who in _MANY or (who.endswith("s") and who not in _NO_PLURALS)
    return number if number is not None else None if several else 1


def is_somebody(who: str, text: str) -> bool | None:
    """Tell whether a word is somebody, False where it is something, None where it may be either."""
    single = IRREGULAR.get(who, who)
    known = {single, single.removesuffix("s")} & (PEOPLE | _MANY | _NO_PLURALS)
    if known or who in _MANY:
        return True
    at = flat(text).find(who)
    said = text[at : at + len(who)] if at >= 0 else who
    is_thing = _by_meaning(said)
    if is_thing is None and said[:1].isupper():
        return True  # a name, as far as anybody can tell
    return None if is_thing is None else not is_thing


@lru_cache(_AT_HAND)
def _by_meaning(word: str) -> bool | None:
    """Tell what is a thing or an animal by what the word is near to."""
    from language.encoder import embed, likenesses

    anchors = embed([*_LIKE_PEOPLE, *_LIKE_OTHERS])
    near = [float(each) for each in likenesses(anchors, embed([word])[0])]
    apart = max(near[len(_LIKE_PEOPLE) :]) - max(near[: len(_LIKE_PEOPLE)])
    return None if abs(apart) < _CLEAR else apart > 0


def _counted(word: str) -> int:
    return int(word) if word.isdigit() else 1
