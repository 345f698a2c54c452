"""What an answer to a choice denies: one option, a list of them, all of them; and "both".

A negation before a list denies all of it: "I don't want to move or cancel anything" takes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.denied import clauses_of, gives_none, question_words, tells_nothing
from language.flat import flat
from language.found import Found
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, question_of
from workflows.machine.slots.values import ValueProblem, option_names

_BREAK = re.compile(
    r"[,;.!?]|\b(?:but|mas|(?<!not )(?<!nao )so|entao|instead|just|porem|because|porque|pois)\b"
)
_NEGATES = re.compile(
    r"\b(?:nao|not|nem|never|nunca|neither|nor|sem|nenhum[a]?|cannot|(?:do|does|did|is|are|wo|ca|"
    r"have|would|could|should)n'?t)\b"
)
_SAYING = frozenset(
    "want wanted say said saying ask asked asking talk talking mention mentioned wish quero queria"
    " queremos falei disse pedi pedindo falando momento anything nada".split()
)
_OBJECT = re.compile(r"\b(?:it|them|that|this|isso|mais|more|longer)\W*$")  # a clause ends there
_BOTH = re.compile(
    r"\b(?:both|ambos|ambas|(?:os|as) (?:dois|duas)|all of (?:them|those)|todos|todas)\b"
)
_LISTED = 2
_NONE = re.compile(r"(?:no|none|nothing|without|nenhuma?|nada|sem|nao)\b")


def not_denied(text: str, found: Sequence[Found[str]]) -> list[Found[str]]:
    """Leave out the options that stand in the reach of a negation."""
    plain = flat(text)
    return [each for each in found if not _is_denied(plain, each, found)]


def _is_denied(plain: str, one: Found[str], found: Sequence[Found[str]]) -> bool:
    start = max((b.end() for b in _BREAK.finditer(plain, 0, one.start)), default=0)
    negations = list(_NEGATES.finditer(plain, start, one.start))
    if not negations:
        return False
    between = list(plain[negations[0].end() : one.start])
    for other in found:
        if negations[0].end() <= other.start and other.end <= one.start:
            at = other.start - negations[0].end()
            between[at : at + other.end - other.start] = " " * (other.end - other.start)
    said = "".join(between)
    infinitive = plain[one.start : one.end].endswith(("ar", "er", "ir"))
    if _OBJECT.search(said) and not infinitive:
        return False  # "I can't make it cancel it"
    telling = [w for w in re.findall(r"\w+", said) if w not in _SAYING and not tells_nothing(w)]
    return not telling or (len(telling) == 1 and said.split()[:1] == telling)


def answer_with_none(message: MessageBeingRead, name: str, slot: Slot) -> None:
    """Note that an answer takes none of the options, or all of them where one can be had."""
    asked = question_words(question_of(slot))
    text, portuguese = message.text, message.speech.language == "pt"
    start, end = next(iter(clauses_of(text)))
    if says_all(text) and len(slot.options) >= _LISTED:
        message.refuse(name, ValueProblem("only_one"))
    elif not gives_none(text[start:end], asked, portuguese=portuguese):
        return
    elif none := _called_none(slot):
        message.take(name, none, start, end)
    elif slot.skip:
        message.leave_out(name, start, end)
    else:
        message.refuse(name, ValueProblem("none_of"))


def _called_none(slot: Slot) -> str | None:
    """Return the one option that is a no: "no extras", "nenhum", "sem cobertura"."""
    named = {option for option, called in option_names(slot) if _NONE.match(flat(called))}
    return named.pop() if len(named) == 1 else None


def says_both(text: str) -> bool:
    """Tell whether a message wants two of what one is asked for, whatever it says besides."""
    return _BOTH.search(flat(text)) is not None


def wants_both(text: str) -> bool:
    """Tell whether a clause of a message says "both" and no more: two of what is to be one."""
    plain = flat(text)
    clauses = [plain[start:end] for start, end in clauses_of(plain)]
    return any(_BOTH.search(clause) and _is_only_both(clause) for clause in clauses)


def _is_only_both(clause: str) -> bool:
    return tells_nothing(_BOTH.sub(" ", clause), frozenset({"coisa", "thing", "opcao"}))


def says_all(text: str) -> bool:
    """Tell "both" and "os dois, por favor", that choose none of what was offered."""
    return _BOTH.search(flat(text)) is not None and tells_nothing(
        _BOTH.sub(" ", flat(text)), frozenset({"coisa", "thing", "opcao"})
    )
