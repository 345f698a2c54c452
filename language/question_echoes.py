"""Reads a yes or a no that is said in the question's own words: "renovo sim", "book it", "cancela".

What stands in the question is meant of it; what does not ("ele anda sim") tells something else.
"""

from __future__ import annotations

import re

from language.agreement_words import (
    AND_NO,
    BOOKED,
    HAVE,
    LINKED_SURELY,
    LINKING,
    NO_STEMS,
    OFFERED,
    OK_NO,
    ORDERED,
    SOME,
    VERBS,
)
from language.flat import flat

_THINKS = frozenset(
    "acho creio penso imagino pois claro eles elas isso esse essa certeza posso pode gente aceito "
    "topo muito bastante realmente entao brill brilliant great lovely perfect cool grand"
    " super sweet nice good fine otimo otima perfeito maravilha beleza show joia legal massa"
    " bacana".split()
)
_ALONE = re.compile(r"\W*$|\s*[,.;!]| (?:sim|yes|mesmo|it|that|so|isso)\b| to\W*$")
_LOOKED_AT = 6  # words behind a verb
_AT_END = re.compile(r"(?:^|[ ,])(?P<word>sim|yes|pode|ok)[\s.!]*$")
_STOP = re.compile(r"[,.;!]")
_CALLS_OFF = re.compile(
    r"(?:(?:ok|just|please|then|so|pode|entao|ja|ai|sim|yes|isso) )*"
    r"(?P<verb>cancel|desmarc|desist|encerr|stop|end|par[ae]|apag|exclu|remov|delet|drop)"
)
_LETS = frozenset({"pode", "podem", "ok", "sim", "yes", "please"})
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def echoed(plain: str, question: str) -> bool | None:
    """Take "autorizo" and "renovo sim" for a yes where the question has that verb."""
    asked = {word[:4] for word in re.findall(r"\w{4,}", flat(question))} - NO_STEMS
    told = re.match(
        r"^(?:(?P<am>eu sou|sou|tenho|estou|i'?m|i am|i have|im) )?(?P<word>\w{4,})\b", plain
    )
    if told and told["word"][:4] in asked:
        if re.match(r" (?:nao|no)\b", plain[told.end() :]):
            return False
        if told["am"] and not no_behind(plain[told.end() :]):
            return True
    if _orders_it(plain, question, asked):
        return True
    first = re.match(r"^(?:eu |i )?(?P<not>nao |n |don'?t |do not )?(?P<verb>\w{4,})", plain)
    if (
        first
        and first["verb"][:4] in asked
        and re.search(r"(?:o|amos|emos|imos|ei|i)$", first["verb"])
    ):
        return not (first["not"] or no_behind(plain[first.end() :]))
    if HAVE.search(flat(question)) and SOME.match(plain):
        return True
    if (
        asserted := re.match(r"(?:ele |ela |it )?(\w{4,}[ae])(?: sim| mesmo| muito)?\W*$", plain)
    ) and (_asked_of(asserted[1], question)):
        return True
    ending = _AT_END.search(plain)
    if ending and len(plain) < 60:
        return ending["word"] == "pode" or _agrees_at_end(plain[: ending.start() + 1], asked)
    return None


def is_echo(plain: str, question: str) -> bool:
    """Tell "fechado", to "fecho o aluguel?": a yes in the question's own verb needs no weighing."""
    said = re.findall(r"\w+", plain)
    if not said or len(said) > 2 or (len(said) == 2 and said[0] not in _LETS):
        return False
    asking = (part for part in _SENTENCE.split(flat(question)) if part.endswith("?"))
    verbs = {word[:4] for part in asking for word in re.findall(r"\w{4,}", part)[:2]}
    return len(said[-1]) >= 4 and said[-1][:4] in verbs - NO_STEMS


def told_of_question(verb: str, rest: str, question: str) -> bool:
    """Tell whether "I have two", "quero uma pizza" answer: the question has to have that verb."""
    asked = VERBS.get(verb)
    if asked is None or _ALONE.match(rest):
        return True
    if done := re.match(r" to (\w{3,})", rest):  # "I want to book", and not "to complain"
        return bool(re.search(rf"\b{done[1][:4]}", flat(question)))
    if verb in LINKING and not LINKED_SURELY.match(rest) and not _repeats(rest, question):
        return False
    return bool(re.search(asked, flat(question)))


def tells_else(plain: str, question: str) -> bool:
    """Tell "ele anda sim" of a question for something else, whatever its "sim" sounds like."""
    ending = _AT_END.search(plain)
    asked = {word[:4] for word in re.findall(r"\w{4,}", flat(question))} - NO_STEMS
    return bool(ending and _agrees_at_end(plain[: ending.start() + 1], asked) is None)


def calls_off(plain: str, question: str) -> bool:
    """Tell "cancela sim" where that is what was asked: a no to any other question."""
    head = _STOP.split(plain, maxsplit=1)[0].strip()
    verb = _CALLS_OFF.match(head)
    if verb is None or not _asks_to(verb["verb"], question):
        return False
    return ORDERED.match(head[verb.start("verb") :]) is not None and not no_behind(
        plain[len(head) :]
    )


def no_behind(rest: str) -> bool:
    """Tell whether a no stands behind what begins like a yes."""
    return bool(AND_NO.search(OK_NO.sub(" ", rest)))


def _asks_to(verb: str, question: str) -> bool:
    """Tell whether a question asks to do something: "cancelo?", and not "free cancellation"."""
    asked = (said for said in _SENTENCE.split(flat(question)) if said.endswith("?"))
    doing = re.compile(rf"\b{verb}(?:[aeiou]{{0,2}}r?|amos|emos|imos|l?ing)\b")
    return any(doing.search(said) for said in asked)


def _repeats(rest: str, question: str) -> bool:
    """Tell whether what follows a verb stands in the question too."""
    asked = {word[:4] for word in re.findall(r"\w{3,}", flat(question))} - LINKING - NO_STEMS
    said = [word[:4] for word in re.findall(r"\w{3,}", rest)[:_LOOKED_AT]]
    return any(word in asked | {"quer", "pode"} for word in said)


def _asked_of(verb: str, question: str) -> bool:
    """Tell whether a verb in the third person is the question's own: "precisa" of "precisar"."""
    asked = flat(question)
    return f"{verb}r" in asked or bool(re.match(rf"\W*(?:voce |vc |alguem )?{verb}\b", asked))


def _agrees_at_end(before: str, asked: set[str]) -> bool | None:
    """Tell "acho que sim" and "moro perto, sim" from "ele anda sim", which tells something else."""
    if "," in before:
        return True
    last = re.split(r"[?.;!]", before)[-1]
    told = [w for w in re.findall(r"\w{4,}", last) if w not in VERBS and not w.endswith("mente")]
    return True if all(w[:4] in asked or w in _THINKS for w in told) else None


def _orders_it(plain: str, question: str, asked: set[str]) -> bool:
    """Take "send it" for a yes to "shall I send it?", and "marca aí" to "marco a consulta?"."""
    found = ORDERED.match(plain)
    if found is None:
        return False
    verb, offered = found["verb"], {m["verb"] for m in OFFERED.finditer(flat(question))}
    if verb in BOOKED and offered & BOOKED:  # "book it" to "shall I reserve it?"
        return True
    return verb in offered or (verb[:4] in asked and verb.endswith(("a", "e")) and len(verb) > 3)
