"""The last question, asked again of something else: "no, I meant the sweep, not the wood".

Who puts a question right that was just answered begins nothing and changes nothing: the question
stands, about the thing that they name now.
"""

from __future__ import annotations

import re

from language.courtesies import unaddressed
from language.detect import detect
from language.matching import fold, words
from language.price_asked import asks_price
from language.requests import clauses
from language.speech_acts.acts import may_question
from workflows.file.schema import Workflow
from workflows.machine.frequent import answer_index
from workflows.machine.price_answers import tells_amount

_LONGEST = 80  # characters of such a message, and of what it puts right
_MOST_WORDS = 5  # that name a thing
_PRICED = re.compile(
    r"\b(?:how much (?!time\b|notice\b)|cost|price|charge|quanto (?:custa|e|fica|sai|ta|esta|vai)\b"
    r"|preco|por quanto)"
)
_NOT = re.compile(
    r"(?:^|[\s,;.!-])(?:and |e |but |mas )?(?:not|nao|instead of|rather than|em vez d[aeo]s?"
    r"|nada de)\s{1,3}"
    r"(?:(?:for|of|about|the|a|an|de|d[aeo]s?|n[ao]s?|o|os|as|um|uma|pr[ao]s?)\s{1,3}){0,4}"
    r"(?P<what>[\w'-]{1,40}(?:\s[\w'-]{1,40}){0,2}?)(?=\s{0,3}(?:$|[,;.!]))"
)
_LEADS = re.compile(
    r"\W*(?:(?:no|nope|nah|nao|sorry|desculpa|oh|ah|well|ok|actually|na verdade|but|mas)\b\W*)*"
    r"(?P<means>(?:i|eu|that|it|isso)?\W*(?:mean|meant|ment|was asking|asked|am asking|was talking"
    r"|said|quis dizer|quero dizer|queria dizer|digo|perguntei|pergunto|falo|falei|estou falando"
    r"|to falando|era|e|is|was)\b\W*)?"
    r"(?:(?:about|for|of|on|do|da|dos|das|de|d|sobre|pelo|pela|pro|pra|o|a|os|as|the|um|uma|an|no|na)"
    r"\b\W*)*"
)


def asked_otherwise(root: Workflow | None, message: str, before: str, told: str) -> str | None:
    """Return the last question about what a message names instead, where that has an answer.

    `before` is the message that was answered, and `told` what it was answered with.
    """
    if root is None or not root.answers or max(len(message), len(before)) > _LONGEST:
        return None
    known = [n for n, a in root.answers.items() if any(s.strip() in told for s in a.sayings)]
    thing = _thing_of(message) if known else None
    if thing is None:
        return None
    name = _answer_about(root, before, thing, known)
    return root.answers[name].called(detect(message) or "en") if name else None


def _answer_about(root: Workflow, before: str, thing: str, known: list[str]) -> str | None:
    """Return the answer to the last question that speaks of another thing."""
    index = answer_index(root)
    speaking = [n for n in root.answers if n not in known and index.names_it(n, thing)]
    if any(asks_price(said) or _PRICED.search(fold(said)) for said in clauses(before)):
        priced = [name for name in speaking if tells_amount(root, name)]
        return priced[0] if len(priced) == 1 else None
    if not (may_question(before) or before.rstrip().endswith("?")):
        return None
    found = index.find(f"{before.rstrip(' ?.!')} {thing}?")
    return next((name for name in found.names if name in speaking), None) if found else None


def _thing_of(message: str) -> str | None:
    """Return what a message names in place of something, and nothing else."""
    said = fold(unaddressed(message)).strip(" .!")
    if "?" in said or any(map(str.isdigit, said)):
        return None
    lead = _LEADS.match(said)
    means = bool(lead and lead["means"])
    denied = said.startswith(("no ", "no,", "nao ", "nao,")) or _NOT.search(said) is not None
    if not (means or denied):
        return None
    rest = _NOT.sub(" ", said)
    lead = _LEADS.match(rest)
    thing = " ".join(words(rest[lead.end() :] if lead else rest))
    return thing if 0 < len(thing.split()) <= _MOST_WORDS else None
