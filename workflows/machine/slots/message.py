"""A message on its way through the readers, and what has been read of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from contracts.json import JsonMapping, JsonObject
from language.detect import Language
from language.flat import flat
from language.matching import fold, stems
from language.speech_acts.replies import ReplyReading, says_else
from workflows.file.slots import Slot
from workflows.file.words import in_language
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.values import ValueProblem, accept

WINDOW = 80  # characters on each side that may say what a value is for
_GREETING = re.compile(
    r"\b(?:bom dia|boa (?:tarde|noite)|good (?:day|morning|afternoon|evening))\b"
)
_BREAK = re.compile(r"[,;\n]|\.(?=\s|$)|\s(?:e|and|mas|but)\s", re.I)
_NAMED = re.compile(r"\{[^{}]{0,200}\}")
_AGED = r"\banos\b|\byears?\b|\bidade\b|\bage\b|\btenho\b|\baged\b|\bi'?m\b|\bi am\b|\bfiz\b"
_WORN = r"\bsizes?\b|\btamanho\b|\bmanequim\b|\b(?:vist[oe]|vest[eiu]|us[oa]|cal[cç][oa]|wears?)\b"
_CUES: dict[str, str] = {"age": _AGED, "idade": _AGED, "size": _WORN, "tamanho": _WORN}
# A title's "number of bags" names no bag by its first word: "at number 12".
_COUNTING = frozenset("number numero numeros quantidade quantity amount total".split())
# Words of a title that name nothing: "thank you" does not speak of "your name".
_WHOSE = frozenset(
    "your yours mine their this that these with from what which when where should would"
    " seu sua seus suas meu minha nosso nossa para pela pelo quem qual quais quando onde"
    " como voce voces".split()
)
_ALIASES: dict[str, tuple[str, ...]] = {
    "name": ("name", "nome"),
    "age": ("age", "idade"),
    "city": ("city", "cidade", "town"),
    "schooling": ("schooling", "escolaridade", "education"),
    "income": ("income", "renda", "salary", "salario"),
    "email": ("email", "e-mail"),
    "phone": ("phone", "telefone"),
    "birthday": ("birthday", "nascimento", "birth"),
}


@dataclass(slots=True)
class Reading:
    """What a message says of the slots."""

    values: JsonObject = field(default_factory=JsonObject)
    refused: dict[str, ValueProblem] = field(default_factory=dict[str, ValueProblem])
    correcting: bool = False
    question: bool = False
    heard: JsonObject = field(default_factory=JsonObject)  # by slot: half of what it needs
    left_out: list[str] = field(default_factory=list[str])  # denied, and needed by nobody
    void: list[str] = field(default_factory=list[str])  # denied as it is, and no other told
    told: str = ""  # the message without data that stands alone in it
    told_again: list[str] = field(default_factory=list[str])  # slots that hold what was said
    chosen: list[str] = field(default_factory=list[str])  # slots of which any value was right
    left: str = ""  # the message without what was read of it
    rest: tuple[str, ...] = ()  # the stretches of it that nobody has read
    forbidden: tuple[str, ...] = ()  # kinds of personal data that were left out by a rule
    reply: ReplyReading | None = None  # what it does under the question that was asked

    def __bool__(self) -> bool:
        return bool(self.values or self.refused or self.left_out or self.void)


@dataclass(slots=True)
class MessageBeingRead:
    """A message on its way through the readers, and what they still want from it."""

    text: str
    slots: Mapping[str, Slot]
    asked: str | None
    filled: Collection[str]  # slots that hold a value already
    speech: SpeechContext
    reading: Reading
    told: str = ""  # what it says before it asks something
    known: JsonMapping = field(default_factory=JsonObject)  # what the slots hold
    heard: JsonMapping = field(
        default_factory=JsonObject
    )  # what was told of slots before, and not enough
    confirming: bool = False  # it answers whether all is right: what differs is a correction
    wish: bool = False  # it begins the form: "can we come on the 28th?" wishes for it
    open_ended: bool = False  # it only asks, or says that its writer does not know
    places: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    taken: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    denied: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # "not 9"
    days_of: dict[tuple[int, int, bool], str | None] = field(
        default_factory=dict[tuple[int, int, bool], str | None]
    )  # the slot that the words around a day speak of, once it is known

    @property
    def beside(self) -> bool:
        """Tell whether it does something else than to answer what was asked."""
        return self.reading.reply is not None and says_else(self.reading.reply)

    def free(self, start: int, end: int) -> bool:
        """Tell whether nobody has taken this stretch."""
        return all(end <= a or start >= b for a, b in self.taken)

    def wants(self, name: str, *, sure: bool) -> bool:
        """Tell whether a value may go in: what is filled changes only when that is meant."""
        if name in self.reading.values:
            return False
        return sure or name == self.asked or self.revising or name not in self.filled

    @property
    def revising(self) -> bool:
        """Tell whether what is known already may be changed by what is named."""
        return self.reading.correcting or self.confirming

    def take(self, name: str, value: object, start: int, end: int, sure: bool = True) -> bool:
        """Put a value into its slot, or note why it does not fit, if it was surely meant."""
        kept, problem = accept(self.slots[name], value, self.speech)
        if problem and not sure:
            return False
        if problem:
            self.refuse(name, problem)
        else:
            self.reading.values[name] = kept
            self.reading.refused.pop(name, None)
        self.places[name] = start, end
        self.taken.append((start, end))
        return problem is None

    def leave_out(self, name: str, start: int, end: int) -> None:
        """Note that somebody denies a slot: what it holds is void."""
        self.reading.left_out.append(name)
        self.taken.append((start, end))

    def refuse(self, name: str, problem: ValueProblem) -> None:
        """Note why what was said for a slot is not taken."""
        self.reading.refused.setdefault(name, problem)

    def segment(self, start: int, end: int) -> tuple[int, int]:
        """Return the stretch between commas (and ands) around a place."""
        first, last = max(0, start - WINDOW), min(len(self.text), end + WINDOW)
        for stop in _BREAK.finditer(self.text, first, last):
            if stop.end() <= start:
                first = stop.end()
            elif stop.start() >= end:
                last = stop.start()
                break
        return first, last

    def of(self, *kinds: str) -> Iterator[tuple[str, Slot]]:
        """List the slots of some types, the one that was asked for first."""
        mine = [(n, s) for n, s in self.slots.items() if kind_of(n, s) in kinds]
        yield from sorted(mine, key=lambda pair: pair[0] != self.asked)

    def asked_of(self, *kinds: str) -> tuple[str, Slot] | None:
        """Return the slot that was asked for, if it is of one of these types."""
        slot = self.slots.get(self.asked or "")
        return (str(self.asked), slot) if slot and kind_of(str(self.asked), slot) in kinds else None

    def cued(self, name: str, slot: Slot, start: int, end: int) -> bool:
        """Tell whether the message itself says which slot a stretch belongs to."""
        first, last = self.segment(start, end)
        around = fold(self.text[first:start]) + " · " + fold(self.text[end:last])
        around = _GREETING.sub(" ", around)  # "bom dia" speaks of no day
        if name in _CUES and re.search(_CUES[name], around):
            return True
        spoken = f" {' '.join(stems(around))} "
        return any(f" {' '.join(stems(cue))} " in spoken for cue in cues(name, slot))

    def meant(self, names: list[str]) -> list[str]:
        """Return the slots that a value may go to which nothing names: a correction is of one."""
        if not self.revising or self.asked in names:
            return names
        known = [name for name in names if name in self.filled] or names
        return known if len(known) == 1 else []

    def untaken(self) -> tuple[str, ...]:
        """Return the stretches of the text that nobody has taken, without what leads to a value.

        The first one begins like a sentence: nothing stands before it.
        """
        found, at, text = list[str](), 0, self.text
        for start, end in sorted(self.taken):
            stops = [stop.start() for stop in _BREAK.finditer(text, at, max(at, start))]
            found.append(text[at : stops[-1]] if stops else "")
            at = max(at, end)
        found = [*found, text[at:]]
        return tuple(part for part in [f". {found[0]}", *found[1:]] if part.strip(" ,.;!?"))

    def blanked(self) -> str:
        """Return the text with a comma in the place of all that was taken."""
        signs = list(self.text)
        for start, end in self.taken:
            signs[start:end] = [","] + [" "] * (end - start - 1) if end > start else []
        return "".join(signs)


def kind_of(name: str, slot: Slot) -> str:
    """Return a slot's type; a text that is called a name or a city is read as one."""
    if slot.type == "text":
        if re.fullmatch(r"(?:full_|first_|last_|user_)?name|nome(?:_completo)?", name):
            return "name"
        if re.fullmatch(r"(?:home_)?(?:city|town)|cidade", name):
            return "city"
    return slot.type


def cues(name: str, slot: Slot) -> set[str]:
    """Return the words that name a slot: its own name, its titles, and common translations."""
    found = {fold(name.replace("_", " ")), *_ALIASES.get(name, ())}
    titles = [slot.title] if isinstance(slot.title, str) else list((slot.title or {}).values())
    words = {word for title in titles for word in fold(title).split() if len(word) > 3}
    words -= _WHOSE | _COUNTING
    words |= {first for title in titles for first in fold(title).split()[:1] if len(first) == 3}
    return found | {fold(title) for title in titles} | words


def asked_in(slot: Slot, language: Language) -> str:
    """Return the words that ask for a slot in a language, without the data that they name."""
    asked = slot.ask or slot.title
    return _NAMED.sub("", in_language(asked, language)) if asked else ""


def question_of(slot: Slot) -> str:
    """Return all that asks for a slot, in every language, as a flat text."""
    texts = [
        text
        for words in (slot.ask, slot.title)
        for text in ([words] if isinstance(words, str) else list((words or {}).values()))
    ]
    return flat(" ".join(texts))
