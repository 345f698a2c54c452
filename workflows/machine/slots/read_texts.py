"""Reads a text that was asked for: all of what somebody tells, and none of what is data.

Who is asked what happened tells a story, and "since monday" in it is no day of a booking. So a
value that is told in passing stays in the story; one that stands alone ("tomorrow at ten") or is
named goes to its slot, and out of the text.
"""

from __future__ import annotations

import re

from language.added import adds_something
from language.asides import without_asides
from language.bare_text import NAMED, bare_text, behind_yes
from language.corrections import code_told_again
from language.denied import behind_denial, gives_none, question_words, tells_nothing
from language.flat import flat
from language.idle_words import telling_words
from language.intents import opening_answer, plain_answer
from language.moved import speaks_of_change
from language.put_off import tells_later
from language.remarks import asks_for_remarks, tells_of_somebody, tells_something
from language.speech_acts.classify import clause_reading
from language.stories import asks_for_story, behind_protest
from workflows.file.slots import Slot
from workflows.file.words import in_language
from workflows.machine.slots.message import MessageBeingRead, cues, question_of
from workflows.machine.slots.no_place import is_no_place, read_contact
from workflows.machine.slots.read_streets import holds_place
from workflows.machine.slots.values import accept

_CLAUSE = re.compile(r"[,;\n]\s*|[.!?]\s+|\s(?:e|and|mas|but)\s", re.I)
_CODE_LENGTH = 60  # a text that may be no longer is a name of something, and no story
_BRIEF_CODE = 20
_BUT = re.compile(
    r"^(?:(?:but|except|mas|só que|so que|exceto|apart from|fora|tirando)\b[\s,]{0,9}"
    r"|(?:actually|wait|hang on|oh|na verdade|pera|peraí|espera|ah)\W{1,3}(?:yes|yeah|sim)\W{1,3})",
    re.I,
)
_SAID = re.compile(
    r"^\W{0,3}(?:(?:and|but|well|so|e|mas|ué|ue)[\s,]{1,3}){0,2}(?:i (?:said|told (?:you|u))|"
    r"(?:eu )?(?:disse|falei))(?: that| que)?[\s,:]{1,3}"
    r"(?!(?:to|him|her|them|it|so|pro|pra|para|ao|com)\b)",
    re.I,
)
_DICTATED_FOR = re.compile(
    r"\b(?:message|card|print|engrave|write|mensagem|cartao|recado|escrev\w+)\b"
)
_PUT = re.compile(
    r"^\W{0,3}(?:(?:can you|could you|please|pode|pf|por favor)\s)?"
    r"(?:put|write|say|p[oõ]e|coloca|bota|escreve)(?:\s(?:that|que|a[ií]))?[\s:,]{1,3}(?=\S+\s\S)",
    re.I,
)
_SAYS_SO = re.compile(  # "just this: the bell is broken"
    r"^\W{0,3}(?:(?:é|eh|it'?s|its)\s)?(?:s[oó]|apenas|somente|just|only)"
    r"(?:\s(?:isso|isto|o seguinte|uma coisa|this|that|one thing))?\s?[:–-]\s{1,3}(?=\S)",
    re.I,
)
_ITS = re.compile(
    r"^\W{0,3}(?:(?:it'?s|it is|that'?s|é|eh|fica)\s(?:(?:at|in|on|em|na|no)\s)?"
    r"|(?:please\s)?(?:send|post|deliver|ship|mail)\s(?:it|them|that)\sto\s"
    r"|(?:manda|mande|entrega|entregue)r?\s(?:pra|para|na|no|em)\s)(?=\S)",
    re.I,
)
_STORY = re.compile(
    r"\b(?:happen\w*|aconteceu|ocorreu|houve|complain\w*|reclama\w*|tell us|conte)\b"
)
_ONLY = re.compile(r"(?:(?:eh?|it'?s|its) )?(?:just|only|so|apenas|somente)\b")
_MOST_BEHIND = 7  # words of a question behind an answer
_TELLING = 4  # words of what stands behind a no, from which it is more than a reason
_LIKELIER = 0.5
_PASSING = 2  # words around a value that tell something of their own
_YES_OR_NO = re.compile(
    r"\b(?:algum[a]?|any|anything|tem|ha|do you|does|is there|are there|have you|possui|mais)\b"
)
_LABEL = (
    r"^\W*(?:(?:o|a|the|my|meu|minha|our) )?{cue}s?\b"
    r"(?: (?:é|e|eh|is|number|numero|n[ºo]))?[\s:=]+"
)
_EDGES = re.compile(r"^[\s,;.]*(?:e|and|mas|but)\s|\s(?:e|and|mas|but)[\s,;.]*$", re.I)
_INTRODUCES = re.compile(r"^(?:é|eh|it'?s|it is)(?: (?:um|uma|an|a|o|the))? ", re.I)
_MIXED = re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{5,}")


def read_text(message: MessageBeingRead) -> None:
    """Take the answer as the text that was asked for, where that can be."""
    found = message.asked_of("text")
    if found is None or (message.reading.question and not _tells_first(message)):
        return
    if found[0] in message.reading.values or found[0] in message.reading.left_out:
        return
    if message.beside:
        return
    name, slot = found
    if message.reading.correcting and message.reading:
        return
    if holds_place(name, slot) and read_contact(message):
        return
    said = _told(message, slot)
    if said and not _STORY.search(question_of(slot)):
        said = _SAID.sub("", said, count=1) or said  # "i said fix the hole"
    if said and not is_code(slot):
        said = _SAYS_SO.sub("", said, count=1)
        said = behind_protest(said) if asks_for_story(_asked(message, slot)) else said
    if said and _DICTATED_FOR.search(question_of(slot)):
        said = _PUT.sub("", said, count=1) or said  # "put happy birthday sis"
    said = code_told_again(said) if said else said
    if said and holds_place(name, slot):
        said = _ITS.sub("", said) or said
    if said is None or _is_bare(said, slot) or _is_none_yet(message, name, slot, said):
        return
    asked = question_words(question_of(slot))
    if slot.skip and (said := _given(message, said, slot, asked)) is None:
        message.leave_out(name, 0, len(message.text))
    elif is_code(slot):
        _take_code(message, name, slot, bare_text(said, asked))
    elif said := behind_yes(said, asked).lstrip(" :;,–-"):
        message.take(name, said, 0, len(message.text))


def _is_none_yet(message: MessageBeingRead, name: str, slot: Slot, said: str) -> bool:
    """Tell "ainda não sei", and what is no place, from an answer."""
    if holds_place(name, slot):
        return is_no_place(message, said)
    return not slot.skip and tells_later(said) and not re.search(r"\d", said)


def _tells_first(message: MessageBeingRead) -> bool:
    """Tell "we're at the Seaview, do you know it?", which answers before it asks."""
    told = message.told.strip()
    behind = message.text[len(message.told) :].split()
    return (
        len(behind) <= _MOST_BEHIND
        and len(telling_words(told, _PASSING)) == _PASSING
        and adds_something(told)
        and opening_answer(told) is None
    )


def _asked(message: MessageBeingRead, slot: Slot) -> str:
    return in_language(slot.ask, message.speech.language) if slot.ask else ""


def _given(message: MessageBeingRead, said: str, slot: Slot, asked: frozenset[str]) -> str | None:
    """Return what is given beside a no that needs no answer: "no, just ring the bell"."""
    brief, portuguese = is_code(slot), message.speech.language == "pt"
    if tells_nothing(said, asked if brief else ()):
        return None  # "that's everything, cheers", "just us"
    behind = behind_denial(said, asked, portuguese=portuguese, brief=brief)
    if not behind:
        return said
    rest = _BUT.sub("", said[behind:].strip(" ,;.!?-–—"), count=1)
    if not rest or gives_none(rest, asked, portuguese=portuguese):
        return None
    if tells_nothing(rest, asked):
        return None
    if brief:
        named = bare_text(rest, asked)
        open_ = clause_reading(said[:behind]).of("unsure") >= _LIKELIER  # "not sure, maybe space"
        return named if NAMED.fullmatch(named) else said if open_ else None
    adds = rest != said[behind:].strip(" ,;.!?-–—") or re.search(r"\d", rest)
    adds = adds or _ONLY.match(flat(rest)) or len(telling_words(rest, _TELLING)) == _TELLING
    adds = adds or tells_of_somebody(rest)
    adds = adds or (asks_for_remarks(_asked(message, slot)) and tells_something(rest))
    return rest if adds else None


def is_code(slot: Slot) -> bool:
    """Tell whether a text is a plate, a code or a model, and no story."""
    short = isinstance(slot.max, int | float) and slot.max <= _CODE_LENGTH
    return slot.type == "text" and bool(slot.pattern or short)


def _told(message: MessageBeingRead, slot: Slot) -> str | None:
    """Return what is told beside other slots' data, None where the message is nothing else."""
    reading, places = message.reading, message.places
    data = {name: places[name] for name in [*reading.values, *reading.refused] if name in places}
    passing = (
        [] if is_code(slot) else [n for n, place in data.items() if _in_passing(message, n, place)]
    )
    if holds_place(str(message.asked), slot):
        passing = [name for name in passing if not _is_moved_by_name(message, name)]
    for name in passing:
        reading.values.pop(name, None)
        reading.refused.pop(name, None)
    alone = [place for name, place in data.items() if name not in passing]
    if not alone:
        told = message.told if message.reading.question else message.text
        return without_asides(told.strip())
    rest = without_asides(_without(message, alone))
    return rest if telling_words(rest, 1) and adds_something(rest) else None


def without_data(message: MessageBeingRead) -> str:
    """Return what is told, without the data that stands before or behind it."""
    places = {n: p for n, p in message.places.items() if n in message.reading.values}
    alone = [place for name, place in places.items() if not _in_passing(message, name, place)]
    return without_asides(_without(message, alone)) if alone else message.text.strip()


def _in_passing(message: MessageBeingRead, name: str, place: tuple[int, int]) -> bool:
    """Tell whether a value stands among other words that tell something: "squeals since monday"."""
    first, last = message.segment(*place)
    around = message.blanked()[first:last]
    named = {word for cue in cues(name, message.slots[name]) for word in telling_words(cue, 9)}
    telling = [w for w in telling_words(around, 9) if w.isalpha() and w not in named]
    telling = [w for w in telling if adds_something(w)]
    sure = name not in message.filled and message.cued(name, message.slots[name], *place)
    return len(telling) >= _PASSING or (bool(telling) and not sure)


def _is_moved_by_name(message: MessageBeingRead, name: str) -> bool:
    """Tell "the party got moved to the 6th", which is no address, from a day told in passing."""
    place = message.places[name]
    first, last = message.segment(*place)
    cued = message.cued(name, message.slots[name], *place)
    return name in message.filled and cued and speaks_of_change(flat(message.text[first:last]))


def _without(message: MessageBeingRead, places: list[tuple[int, int]]) -> str:
    """Return the message without the clauses of data before and behind what it tells."""
    start, end, text = 0, len(message.text), message.text
    gone = sorted(message.segment(*place) for place in places)
    for first, last in gone:
        start = last if not text[start:first].strip(" ,;.") else start
    for first, last in reversed(gone):
        end = first if not text[last:end].strip(" ,;.") else end
    return _EDGES.sub("", text[start : max(start, end)]).strip(" ,;")


def _is_bare(said: str, slot: Slot) -> bool:
    """Tell a bare yes or no: "no" is no plate, and is an answer to "any allergies?"."""
    answer = plain_answer(said)
    if slot.skip and opening_answer(said) is True and tells_nothing(said):
        return True  # "is it for a company?" is asked for which one
    return not said or (answer is not None and not _YES_OR_NO.search(question_of(slot)))


def _take_code(message: MessageBeingRead, name: str, slot: Slot, said: str) -> None:
    """Take a code without its label; of several parts, the one that can be it."""
    bare = _unlabelled(said, name, slot)
    mixed = _MIXED.findall(said)
    if len(mixed) == 1 and isinstance(slot.max, int | float) and slot.max <= _BRIEF_CODE:
        bare = mixed[0]  # "RTY4B21, right?"
    if accept(slot, bare, message.speech)[1] is None:
        message.take(name, bare, 0, len(message.text))
        return
    parts = [_unlabelled(p.strip(" ."), name, slot) for p in _CLAUSE.split(said) if p.strip(" .")]
    fitting = [
        p for p in parts if re.search(r"\d", p) and accept(slot, p, message.speech)[1] is None
    ]
    fitting = fitting or [p for p in parts[:1] if accept(slot, p, message.speech)[1] is None]
    chosen = fitting[0] if len(fitting) == 1 else bare
    message.take(name, chosen, 0, len(message.text))


def _unlabelled(said: str, name: str, slot: Slot) -> str:
    said = _INTRODUCES.sub("", said, count=1)
    for cue in sorted(cues(name, slot), key=len, reverse=True):
        found = re.match(_LABEL.format(cue=re.escape(cue)), said, re.I)
        if found and re.search(r"\d", said[found.end() :]):
            return said[found.end() :].strip()
    return said
