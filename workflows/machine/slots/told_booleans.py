"""Reads a yes or a no that nobody has asked for yet: "não tenho convênio", "yes to the picnic".

Only where it stands right beside the word that names the slot, or in a clause that tells nothing
else, and where nothing is asked. A bare name goes on with what was said: "no tent and no waiters".
"""

from __future__ import annotations

import re

from language.denied import TAKING_AWAY, denies, names_one, negated, tells_nothing
from language.divided import is_divided
from language.flat import flat
from language.matching import words
from language.speech_acts.classify import clause_reading
from workflows.machine.slots.message import MessageBeingRead, cues, question_of
from workflows.machine.slots.own_words import clauses_told, is_of_anything, own_words
from workflows.machine.slots.read_texts import is_code

_YES = frozenset("yes yeah yep sim s yup claro".split())
_NO = frozenset("no nao n nope nah".split())
_HAVING = frozenset(
    "with com have has got want need like love take include add plus quero queremos queria preciso"
    " precisa precisamos precisar tenho temos tem ter inclui coloca poe manda levo vamos"
    " needing wanting having require dispenso dispensa".split()
)
_CALLING_OFF = frozenset("cancel cancels cancela cancele cancelar desmarca desmarque".split())
_ASKS = 0.5
_CLAUSE_END = re.compile(r"[,;.!?]|\s(?:e|and|mas|but)\s")
_READ = 500
_SHORTEST = 4  # letters of a word that names a slot
_WITHOUT, _WITH = re.compile(r"\b(?:sem|without)\b"), re.compile(r"^\W*(?:com|with)\b")
_ARTICLE = r"(?:(?:o|a|um|uma|nenhum|nenhuma|any|an?|the|my|meu|minha) )?"
_HAS = (
    r"(?:(?:tenho|temos|tem|quero|queremos|(?:vou )?precis(?:o|ar|amos))(?: sim)?(?: d[eoa])?|com|"
    r"have|we have|i have|got|with|want|(?:do )?need)"
)
_HAS_NOT = (
    r"(?:(?:nao|n) (?:tenho|temos|tem|quero|precis[oa](?: d[eoa])?)|sem|no|without|"
    r"(?:have|got|with) no|"
    r"(?:don'?t|do not|dont|haven'?t|doesn'?t) (?:have|got|want|need))"
)
_NOT_BEHIND = r",? (?:nao(?: tenho| temos| tem| quero)?|none|no)(?=\W*$|\s*[,.;!])"


def read_told_booleans(message: MessageBeingRead) -> None:
    """Take such a word for a boolean that is not known yet, or was asked for and not answered."""
    if message.reading.question or message.open_ended or _is_story(message):
        return
    plain = flat(message.text[:_READ])
    told = _ClauseAnswers(message)
    for name, slot in message.of("boolean"):
        if name in message.reading.values:
            continue
        if not _may_take(message, name):
            _take_off(message, name, told)
            continue
        own = [cue for cue in cues(name, slot) if len(cue) >= _SHORTEST and not is_of_anything(cue)]
        named = "|".join(map(re.escape, own))
        alone = name == message.asked or _asks_story(message)  # "no lunch for the baby" is a note
        found = _beside(plain, named) if named and not alone else None
        if found and message.free(*found[1]):
            message.take(name, found[0], *found[1])
        elif answer := told.of(name, explicit=name == message.asked):
            message.take(name, *answer)


def _take_off(message: MessageBeingRead, name: str, told: _ClauseAnswers) -> None:
    """Take "forget lunch" for a no to what was told before, whatever is asked now."""
    held = message.known.get(name) is True and name != message.asked
    if held and (place := told.taken_off(name)) is not None and message.free(*place):
        message.take(name, False, *place)


def with_or_without(message: MessageBeingRead, name: str) -> bool | None:
    """Read "com almoço" and "pode ser sem o almoço", where the question has no such word."""
    named, question = own_words(message.slots, name, _SHORTEST), question_of(message.slots[name])
    clauses = [message.text[start:end] for start, end in clauses_told(message.text[:_READ])]
    own = [c for c in clauses if names_one(c, named) and tells_nothing(c, named | _HAVING)]
    for said, pattern in ((False, _WITHOUT), (True, _WITH)):
        if not pattern.search(question) and any(pattern.search(flat(c)) for c in own):
            return said
    return None


def _may_take(message: MessageBeingRead, name: str) -> bool:
    if name == message.asked:
        question = question_of(message.slots[name])
        return name not in message.reading.refused and not is_divided(message.told, question)
    return name not in message.filled or message.revising


def _beside(plain: str, named: str) -> tuple[bool, tuple[int, int]] | None:
    """Find a word of having right beside the slot's name."""
    no = re.search(rf"\b{_HAS_NOT} {_ARTICLE}(?:{named})\b|\b(?:{named}){_NOT_BEHIND}", plain)
    yes = None if no else re.search(rf"\b{_HAS} {_ARTICLE}(?:{named})\b", plain)
    if yes and negated(_CLAUSE_END.split(plain[: yes.start()])[-1]):
        return None  # "não vamos precisar de tenda"
    found = no or yes
    return (no is None, found.span()) if found else None


class _ClauseAnswers:
    """The yes and no that the clauses of a message say of what they name, and of nothing else."""

    def __init__(self, message: MessageBeingRead) -> None:
        self._message = message
        self._clauses = list(clauses_told(message.text[:_READ]))
        self._portuguese = message.speech.language == "pt"

    def of(self, name: str, *, explicit: bool) -> tuple[bool, int, int] | None:
        """Return the answer to a slot, and where it stands; `explicit` is one in so many words."""
        named = own_words(self._message.slots, name, _SHORTEST)
        before: bool | None = None
        for start, end in self._clauses if named else ():
            answer = self._answer(self._message.text[start:end], named, explicit=explicit)
            if answer is not None or self._is_bare(start, end, named):
                answer = before if answer is None else answer
                if answer is not None and self._message.free(start, end):
                    return answer, start, end
            before = self._of_any(self._message.text[start:end])
        return None

    def taken_off(self, name: str) -> tuple[int, int] | None:
        """Return where a clause takes a slot away in so many words."""
        named = own_words(self._message.slots, name, _SHORTEST)
        for start, end in self._clauses if named else ():
            if self._is_off(self._message.text[start:end], named):
                return start, end
        return None

    def _is_off(self, clause: str, named: set[str]) -> bool:
        if not names_one(clause, named) or negated(clause, portuguese=self._portuguese):
            return False
        marks = set(words(clause))
        off = _CALLING_OFF & marks and tells_nothing(clause, named | _CALLING_OFF | _HAVING)
        return bool(off) or denies(clause, named, portuguese=self._portuguese)

    def _answer(self, clause: str, named: set[str], *, explicit: bool) -> bool | None:
        if not names_one(clause, named) or clause_reading(clause).of("asks") >= _ASKS:
            return None
        if not explicit and self._is_off(clause, named):
            return False
        marks = set(words(clause.replace("'", "").replace("’", "")))
        if not tells_nothing(clause, named | _HAVING | TAKING_AWAY):
            return None
        if negated(clause, portuguese=self._portuguese) or marks & TAKING_AWAY:
            return False if not explicit or marks & _NO else None
        return True if marks & (_YES if explicit else _YES | _HAVING) else None

    def _of_any(self, clause: str) -> bool | None:
        """Return what a clause says of any boolean, for a bare name behind it."""
        names = (n for n, _ in self._message.of("boolean"))
        owned = (own_words(self._message.slots, name, _SHORTEST) for name in names)
        said = (self._answer(clause, own, explicit=False) for own in owned if own)
        return next((answer for answer in said if answer is not None), None)

    def _is_bare(self, start: int, end: int, named: set[str]) -> bool:
        clause = self._message.text[start:end]
        return names_one(clause, named) and tells_nothing(clause, named)


def _is_story(message: MessageBeingRead) -> bool:
    """Tell whether a text is asked for, in which "no insurance" may be told in passing."""
    return _asks_story(message) and not message.reading.correcting


def _asks_story(message: MessageBeingRead) -> bool:
    found = message.asked_of("text")
    return found is not None and not is_code(found[1])
