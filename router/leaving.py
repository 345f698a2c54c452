"""Whether a message wants out of what is under way: by what it means, not by which words it has.

"It works again, so no visit needed" leaves; "cancel my order" and "I gave up smoking in May" ask
and answer something (`language/speech_acts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from language.going_on import goes_on
from language.matching import fold, stem, words
from language.speech_acts.classify import clause_reading

LEAVES = 0.4  # how likely leaving must be, and likelier than anything else
IN_PART = 0.7  # in a clause among others: "somewhere I can stop and rest"
PLAINLY = 0.85  # where there is to be hardly a doubt
_BARE, _BARELY = 2, 0.97
_LONGEST = 160  # characters; who leaves is brief


# How a thing is waved aside that is called by its name, before another one is asked for.
_WAVES = re.compile(
    r"\W*(?:forget|drop|scrap|skip|never mind|no more|not|instead of|rather than|esquec[ea]|deixa"
    r"|larga|chega d|nada de|em vez d|ao inves d)\b"
)


# Who is back, or wants it done, does not leave.
_BACK = re.compile(
    r"\b(?:i ?m back|(?:ja )?voltei|cheguei|here again|(?:pode|please|go ahead and)"
    r" (?:book|confirm\w*|marc\w*|agend\w*|reserv\w*|fech\w*) (?:it|isso|o|a|esse|essa))\b"
)
# Who wants something done, or a thing, does not leave: "I want it fixed", "quero que consertem".
_WANTS_IT = re.compile(
    r"(?:(?:well|look|just|but|so|olha|mas|entao) ){0,3}"
    r"(?:(?:i|we) (?:\w+ly |just )?(?:want|need|would like|d like|ll have)"
    r" (?:it|them|him|her|my|our|the|an?|you to|some(?:one|body)) \w"
    r"|(?:eu |a gente |nos )?(?:quero|queria|queremos|preciso|precisamos|gostaria)"
    r" (?:que (?!par|cancel|encerr|esque|apag|deix)\w|(?:meu|minha|uma?|ele|ela) \w))"
)
# Who tells somebody to see to it does not leave either: "just sort it out, please".
_SEES_TO_IT = re.compile(
    r"(?:(?:well|look|just|but|so|then|please|can you|olha|mas|entao|por favor) ){0,4}"
    r"(?:sort|fix|solve|mend|repair|handle|put (?=(?:it|this) right)|deal with|see to|get on with"
    r"|(?:resolv|consert|arrum|refac|ajeit)\w+)"
    r" (?:it|this|that|isso|isto|esse|essa|logo|de|the|my|o|a|um|uma|meu|minha)\b"
)
_ENDS = re.compile(
    r"\b(?:no(?:t|thing|ne)?|out|off|over|end(?:ed)?|stop\w*|away|nada|nao|fora|fim|embora"
    r"|cancel\w*|delet\w*|forget|forgotten|quit|leave|exit)\b"
)
_CANCELS = re.compile(r"\b(?:cancel\w*|desist\w*|encerra\w*|give up|terminate|call off)\b")
# "Exit the analysis": the name of what is under way behind a word of leaving, and nothing else.
_OUT = re.compile(
    r"\W*(?:(?:i|we|eu|quero|queria|vamos|want|would like|let me|me deixa|posso|can|please"
    r"|por favor|ok|agora|now|to)\W+){0,4}"
    r"(?:sair?|saia|fecha?r?|encerra?r?|termina?r?|para?r?|pare|cancela?r?|chega|exit|leave|quit"
    r"|close|stop|end|finish"
    r"|(?:get )?out|cancel)"
    r"(?: (?:com|with|of|de|d[aoe]s?|from|the|a|o|ess[ae]|this|that|out|modo|mode))*"
    r" (?P<what>\w+(?: \w+){0,3}?)(?: (?:please|por favor|agora|now|mode))?\W*"
)
_JOINING = frozenset("de do da of the a o".split())


def waves_aside(text: str) -> bool:
    """Tell whether a clause gives up what it names."""
    return _WAVES.match(fold(text[:_LONGEST])) is not None


def leaves(text: str, least: float = LEAVES) -> bool:
    """Tell whether a text means to leave."""
    if not text.strip() or len(text) > _LONGEST or _stays(text):
        return False
    read = clause_reading(text)
    brief = len(words(text)) <= _BARE  # "stop by": two words say little of what is meant
    return read.act == "leaves" and read.sure >= (_BARELY if brief else least)


def _stays(text: str) -> bool:
    said = _plainly(text)
    if _BACK.search(said) is not None or _SEES_TO_IT.match(said) is not None:
        return True
    return goes_on(text) or _wants_it(said)


def _wants_it(said: str) -> bool:
    wish = _WANTS_IT.match(said)
    return wish is not None and not _ENDS.search(said)


def _plainly(text: str) -> str:
    return " ".join(words(text[:_LONGEST]))


def speaks_of_leaving(texts: Iterable[str]) -> bool:
    """Tell whether a workflow is about leaving something itself, by what it is called and asked."""
    return any(_CANCELS.search(_plainly(text)) or leaves(text) for text in texts)


def leaves_by_name(text: str, called: Iterable[frozenset[str]]) -> bool:
    """Tell whether a message leaves what it calls by one of its names, and says nothing else."""
    found = _OUT.fullmatch(fold(text[:_LONGEST]))
    what = {stem(word) for word in words(found["what"])} - _JOINING if found else set[str]()
    return bool(what) and any(what <= name for name in called)
