"""Whether a question takes any remark, and what an answer tells beside the datum that it gives.

"Anything else we should know?" takes all that somebody tells; "any allergies?" does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache

from language.answers import asks
from language.asides import asks_us, without_asides
from language.call_backs import wants_call
from language.chatter import is_chatter
from language.encoder import Vectors, embed, likenesses
from language.flat import flat
from language.idle_words import telling_words
from language.matching import stem
from language.names import capitalised
from language.speech_acts.classify import clause_reading
from language.spelled import in_digits

_ASKING = (
    "Anything else we should know?", "Any remarks?", "Any notes for us?", "Any other comments?",
    "Is there something we should know before we come?", "Anything to add?",
    "Any special requests?",
    "Notes", "Remarks", "Is there anything else you want to tell us?",
    "Mais alguma coisa que devamos saber?", "Alguma observação?", "Tem algum recado para nós?",
    "Algo que devamos saber antes?", "Quer acrescentar algo?", "Algum comentário?", "Observações",
    "Tem algum pedido especial?", "Quer deixar algum recado para a equipe?",
)  # fmt: skip
_ASKING_ELSE = (
    "Any allergies?", "What should we write on the card?", "What is the occasion?",
    "What message goes on the cake?", "Do you have a coupon?", "Which company is it for?",
    "What is the reference of the site?", "Which model is it?", "Any colour you prefer?",
    "What happened?", "What do you want done?", "How did you hear of us?", "Who sent you?",
    "Any pets at home?", "Any injuries?", "What is the gate code?",
    "Alguma alergia?", "O que escrevemos no cartão?", "Qual é a ocasião?", "Tem cupom?",
    "Qual mensagem vai no bolo?", "É para alguma empresa?", "Qual é o modelo?", "Alguma lesão?",
    "O que aconteceu?", "O que você quer fazer?", "Como soube de nós?", "Quem indicou?",
    "Prefere alguma cor?", "Tem animais em casa?", "Qual é a senha do portão?",
)  # fmt: skip
_NEAR = 0.5
_LONGEST = 300
_MOST = 60  # words that are looked at
_MOST_SENTENCES, _MOST_CLAUSES = 8, 12
_TELLS = 0.5
_LIKELY, _PLAINLY = 0.6, 0.75
_TELLING = 2  # words of its own
_DICTATED = 5  # words of digits
_WISHES, _SOMEWHAT = 0.75, 0.3
# When something is or was: a day that nobody could read is none the more a remark.
_MOMENTS = frozenset(
    stem(word)
    for word in (
        "day days date night evening morning afternoon noon week month year hour time today"
        " tomorrow tonight yesterday christmas easter early late later next last dia dias data"
        " noite manha tarde semana mes ano hora horas horario hoje amanha ontem natal pascoa"
        " cedo proximo proxima ultimo ultima passado passada vem feriado holiday weekend fim"
        " always never often usually sempre nunca"
        " depois antes"
    ).split()
)
_SENTENCE = re.compile(r"[.;!?\n]{1,9}(?=\s|$)")
_JOINT = r"(?:e|and|mas|but|s[oó] que|because|porque)\s"
_CLAUSE = re.compile(rf",\s(?P<behind>{_JOINT})?|(?:^|\s)(?P<joint>{_JOINT})", re.I)
_HAS = re.compile(r"(?:tem|ha|temos|has) \S")  # behind an "e" no question
_SEPARATED = re.compile(
    r"\s{0,3}(?:[,.;:!?()–-]|(?:e|and|mas|but|s[oó]|so|because|cause|porque|pq|pois|since)\b)", re.I
)
_EDGES = re.compile(
    r"^(?:[\s,.;:!?–-]|\b(?:e|and|mas|but|also|tamb[eé]m|s[oó] que|ah|oh|olha|look|viu)\b){1,9}"
    r"|(?:[\s,.;:!?–-]|\b(?:e|and|mas|but)\b){1,9}$",
    re.I,
)
_SOMEBODY = re.compile(
    r"(?:(?:i|he|she|they|eu|ele|ela|eles|elas)(?:'?s|'?re|'?m|'?ve)?"
    r"|(?:my|our|his|her|meus?|minhas?|noss[oa]s?) \w{1,20}) "
)
_OTHERS = re.compile(r"(?:he|she|they|ele|ela|eles|elas)(?:'?s|'?re|'?ve)? ")
_THERE_IS = re.compile(r"there(?:'?s| (?:is|are|was|were)) ")  # no question has this order
_REACHING = re.compile(  # how to call, write or ring: a wish for whoever comes or calls
    r"\b(?:call|ring|phone|text|texts|message|knock|whatsapp|lig(?:a|ar|ue|uem|em)|telefon(?:a|e|ar)"
    r"|cham(?:a|ar|e)|mand(?:a|ar|e)|avis(?:a|ar|e)|toc(?:a|ar)|toque|bat(?:a|e|er)|atendo"
    r"|mensage(?:m|ns)|zap)\b"
)


@lru_cache(512)
def asks_for_remarks(question: str) -> bool:
    """Tell whether a question takes whatever somebody wants known."""
    asking, other = _asking()
    said = embed([question[:_LONGEST]])[0]
    best = max(likenesses(asking, said))
    return best >= _NEAR and best > max(likenesses(other, said))


@cache
def _asking() -> tuple[Vectors, Vectors]:
    return embed(list(_ASKING)), embed(list(_ASKING_ELSE))


def warm_up() -> None:
    """Read what questions are compared with now, so that no message waits for it."""
    _asking()


def told_in(stretches: Sequence[str], tells: Callable[[str], bool]) -> str | None:
    """Return what stretches of an answer tell that nobody has read as a datum.

    `tells` says whether a clause does. A stretch begins where the value before it ends.
    """
    told = [
        part
        for stretch in stretches
        for sentence in _sentences(_parted(stretch[:_LONGEST]))[:_MOST_SENTENCES]
        if (part := _from_telling(sentence, tells))
    ]
    return ". ".join(told) or None


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text that are no questions."""
    found, start = list[str](), 0
    for stop in _SENTENCE.finditer(text):
        if "?" not in stop[0] or not asks(f"{text[start : stop.start()]}?"):  # "…, tá?"
            found.append(text[start : stop.start()])
        start = stop.end()
    return [*found, text[start:]]


def _parted(stretch: str) -> str:
    """Return a stretch without what stands in one clause with the value before it.

    Of "KT-40 on the back" that is all, and nothing of "3, he's ill" and "555 0100 text only".
    """
    if _SEPARATED.match(stretch):
        return stretch
    stop = min((s.start() for s in (_CLAUSE.search(stretch), _SENTENCE.search(stretch)) if s),
               default=len(stretch))  # fmt: skip
    head = flat(stretch[:stop]).strip()
    own = _REACHING.search(head) or any(p.match(head) for p in (_SOMEBODY, _OTHERS, _THERE_IS))
    return stretch if own else stretch[stop:]


def _from_telling(sentence: str, tells: Callable[[str], bool]) -> str | None:
    """Return a sentence from the first clause on that tells something."""
    said = without_asides(sentence)
    stops = [*_CLAUSE.finditer(said)][:_MOST_CLAUSES]
    starts = [(0, False), *((s.end(), bool(s["joint"] or s["behind"])) for s in stops)]
    ends = [*(stop.start() for stop in stops), len(said)]
    for (start, joined), end in zip(starts, ends, strict=True):
        clause = _EDGES.sub("", said[start:end])
        if tells(clause) or (joined and _HAS.match(flat(clause)) and tells(f"there is {clause}")):
            return _EDGES.sub("", said[start:])
    return None


def _own(clause: str, named: Collection[str]) -> list[str]:
    """Return the words of a clause that say more than when, and than what was asked for."""
    said = [word for word in telling_words(clause, _MOST) if stem(word) not in named]
    return [word for word in said if stem(word) not in _MOMENTS]


def tells_something(clause: str, named: Collection[str] = (), *, story: bool = False) -> bool:
    """Tell whether a clause tells something, or how its writer is to be reached.

    Of a story anger is a part, and what its writer wants for it.
    """
    if asks_us(clause) or capitalised(clause) or _is_spelled_out(clause):
        return False  # a name alone tells nothing of anybody, nor does a number that was dictated
    own, plain, read = _own(clause, named), flat(clause), clause_reading(clause)
    if not story and is_chatter(clause):
        return False
    reaches = _REACHING.search(plain) and (read.of("tells") >= _TELLS or not wants_call(clause))
    if reaches or any(map(str.isdigit, "".join(own))):  # "the receipt is number 4471"
        said = telling_words(clause, _MOST) if reaches else own
        least = 1 if reaches and read.of("wants", "changes") >= _TELLS else _TELLING
        return len(said) >= least and read.of("asks", "yes", "kind") < _TELLS
    if tells_of_somebody(clause):
        return bool(own)
    if _THERE_IS.match(plain):
        return bool(own) and read.of("tells", "asks") >= _TELLS
    told = read.of("tells", "upset", "wants") if story else read.of("tells")
    if story and len(clause.split()) > _TELLING and told >= _PLAINLY:
        return bool(own)  # "and they laughed at me"
    return len(own) >= _TELLING and told >= _TELLS


def _is_spelled_out(clause: str) -> bool:
    """Tell whether a clause is nothing but a number told digit by digit: "oh seven nine four"."""
    if any(map(str.isdigit, clause)) or len(clause.split()) < _DICTATED:
        return False
    written = in_digits(clause, "pt").text
    left = [word for word in written.split() if word.isalpha()]
    return sum(map(str.isdigit, written)) >= _DICTATED and len(left) <= _TELLING


def wishes_something(clause: str, named: Collection[str] = ()) -> bool:
    """Tell whether a clause says what somebody wants the thing to be: "half of it white"."""
    if asks_us(clause) or is_chatter(clause) or wants_call(clause):
        return False
    read = clause_reading(clause)
    wants = read.of("wants", "tells") >= _WISHES and read.of("wants") >= _SOMEWHAT
    return wants and len(_own(clause, named)) > _TELLING


def tells_of_somebody(clause: str, *, others: bool = False) -> bool:
    """Tell whether a clause plainly says how it is with somebody: "ela usa bengala".

    With `others` it is not whoever writes: who begins tells what they want themselves.
    """
    plain, read = flat(clause), clause_reading(clause)
    if is_chatter(clause):
        return False
    if _OTHERS.match(plain):
        return bool(_own(clause, ())) and read.of("tells", "asks", "no") >= _LIKELY
    return not others and bool(_SOMEBODY.match(plain)) and read.of("tells") >= _PLAINLY
