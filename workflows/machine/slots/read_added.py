"""Reads what is dictated into a text: "add that it is a Hugo Boss", "anota que é depois das 18h".

It goes behind what the text holds already: whoever adds takes nothing back. Where no text is named
it is the story that was told, else the one text that is there for remarks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from language.corrections import behind_correction
from language.flat import flat
from language.inscriptions import inscription
from language.matching import words
from language.passed_on import is_passed_on
from language.postcodes import has_postcode
from language.stories import asks_for_story, joined
from language.streets import find_streets
from workflows.file.slots import Slot
from workflows.machine.slots.message import MessageBeingRead, cues, question_of
from workflows.machine.slots.read_dictated import dictated_place
from workflows.machine.slots.read_streets import holds_place
from workflows.machine.slots.read_texts import is_code

_WHERE = r"(?: (?:to|in|into|on|under|ao|aos|no|na|nos|nas|a) (?P<where>\w+(?: \w+){0,3}?))?"
_LEADS = (
    r"(?:^|(?<=[.;!?,:] )|(?<=\be )|(?<=\band )|(?<=\bmas )|(?<=\bbut )|(?<=\bplease )"
    r"|(?<=\bfavor ))"
)
_ADDS = re.compile(
    _LEADS + r"(?:(?:tambem|also|please|entao|so|then|can you|could you|pode|voce pode) ){0,2}"
    r"(?:"
    r"(?:add|write down|note down|put down|jot down|mention|include|make a note|note|put|write)"
    r"(?: (?:also|too|in there|there|please))?"
    r"|(?:acrescent|adicion|anot|registr|bot|coloc|inclu|escrev)(?:a|e|ar|er|ir|i)|coloque|inclua"
    r"|poe|ponha|por"
    r")(?: (?:ai|tambem|so|por favor))?(?: (?:that|this|it|isso|isto))?"
    + _WHERE
    + r"(?: (?:ai|tambem))?(?:,? (?:that|que) |: ?| (?=(?:it'?s|its|it is|there|he|she|they) ))"
)
_ADD_THAT = re.compile(
    r"[,.;!] ?(?:e |and |please |pode |voce pode |can you |could you )?"
    r"(?:(?:add|note|put|write)(?: down)? (?:that|this|it)(?: down| in)?"
    r"|(?:acrescent|adicion|anot|coloc|inclu|escrev|registr)(?:a|e|ar|er|ir|i)"
    r" (?:ai|isso|isto|la)"
    r"|(?:poe|bota|ponha) (?:ai|isso|isto|la))"
    r"(?: (?:to|in|into|on|ao|no|na) (?P<where>\w+(?: \w+){0,2}?))?"
    r"(?: (?:please|too|as well|por favor|tambem))?\W*$"
)
_INTO = re.compile(  # "put the gate code 12 in the notes please", which names the text
    _LEADS + r"(?:(?:tambem|also|please|entao|so|then|can you|could you|pode|voce pode) ){0,2}"
    r"(?:add|put|write|note|keep|leave|include|mention|poe|ponha"
    r"|(?:acrescent|adicion|anot|registr|bot|coloc|inclu|escrev|deix|mant)(?:a|e|ar|er|ir|i|em))"
    r"(?: (?:also|too|tambem|ai))? (?!(?:nothing|nada)\b)(?P<said>[^?!;]{2,200}?)"
    r" (?:to|in|into|on|under|as|ao|aos|no|na|nos|nas)(?: (?:the|my|a|o))? (?P<where>\w{3,30})"
    r"(?:,? (?:as well|too|also|please|pls|tambem|por favor|pf|obrigad[oa]|thanks)){0,4}"
    r"(?= ?(?:$|[.,;!?]))"
)
_MADE = re.compile(  # "could we make the notes say silver Volvo?"
    r"\b(?:make|have|get|change)(?: (?:the|my))? (?P<where>\w{3,30}) (?:to )?(?:say|read)"
    r"(?: that)?:? (?P<said>[^?!;]{2,200})"
)
_ANY_STOP = re.compile(r"[.;!?] ")
_LONGEST = 1_000
_LEAST = 2  # words of what is worth adding


def read_added(message: MessageBeingRead) -> None:
    """Put what is dictated behind what a text holds."""
    plain = flat(message.text)
    put = (_taken_behind, _put_into, _passed_on, _inscribed)
    if any(each(message, plain) for each in put):
        return
    found = _ADDS.search(plain)
    if found is None or not message.free(*found.span()):
        return
    texts = {n: s for n, s in message.of("text") if not (is_code(s) or holds_place(n, s))}
    where = found["where"] if found["where"] and _is_called(message, found["where"]) else None
    name = _named(texts, where) if where else _for_remarks(message, texts)
    said = message.text[found.end() : found.end() + _LONGEST].strip(" ,;")
    if name is None or len(words(said)) < _LEAST or _tells_another(message, name, said):
        return
    held = message.reading.values.get(name) or message.known.get(name) or ""
    message.take(name, joined([str(held), said]), found.start(), len(message.text))
    message.denied.append((found.start(), len(message.text)))


def _is_called(message: MessageBeingRead, where: str) -> bool:
    """Tell whether some words call anything of the form, and not the whole of it."""
    said = set(words(where))
    return any(set(words(cue)) & said for n, s in message.slots.items() for cue in cues(n, s))


def _taken_behind(message: MessageBeingRead, plain: str) -> bool:
    """Add what was just told, where it is said behind it: "it began only yesterday, add that"."""
    found = _ADD_THAT.search(plain)
    if found is None or not message.confirming or len(plain) != len(message.text):
        return False
    texts = {n: s for n, s in message.of("text") if not (is_code(s) or holds_place(n, s))}
    where = found["where"] if found["where"] and _is_called(message, found["where"]) else None
    name = _named(texts, where) if where else _for_remarks(message, texts)
    start = max((stop.end() for stop in _ANY_STOP.finditer(plain[: found.start()])), default=0)
    said = message.text[start : found.start()].strip(" ,.;!")
    said = said[behind_correction(said) :].strip(" ,")
    if name is None or len(words(said)) < _LEAST:
        return False
    message.take(name, joined([str(message.known.get(name) or ""), said]), start, len(plain))
    message.denied.append((start, len(plain)))
    return True


def _put_into(message: MessageBeingRead, plain: str) -> bool:
    """Put what stands before the name of a text into it, or in the place of what it holds."""
    anew = _MADE.search(plain) if message.filled else None
    found = anew or _INTO.search(plain)
    if found is None or len(plain) != len(message.text) or not message.free(*found.span()):
        return False
    texts = {n: s for n, s in message.of("text") if not (is_code(s) or holds_place(n, s))}
    name = _named(texts, found["where"])
    said = message.text[slice(*found.span("said"))].strip(" ,.")
    if name is None or not said:
        return False
    held = "" if anew else str(message.reading.values.get(name) or message.known.get(name) or "")
    message.take(name, held if said in held else joined([held, said]), *found.span())
    message.denied.append(found.span())
    return True


def _inscribed(message: MessageBeingRead, plain: str) -> bool:
    """Add what is to be written on the thing: "make it 15, and write Happy Birthday Theo"."""
    texts = {n: s for n, s in message.of("text") if not (is_code(s) or holds_place(n, s))}
    name = _for_remarks(message, texts)
    if name is None or name == message.asked or asks_for_story(question_of(texts[name])):
        return False
    if message.revising and dictated_place(message.text, cues(name, texts[name])):
        return False  # all of it is told anew
    found = inscription(message.text, frozenset(words(question_of(texts[name]))))
    if found is None or not message.free(*found) or "?" in plain[found[0] :]:
        return False
    said = message.text[slice(*found)].strip(" ,.")
    if len(words(said)) < _LEAST:
        return False
    held = str(message.reading.values.get(name) or message.known.get(name) or "")
    message.take(name, held if said in held else joined([held, said]), *found)
    message.denied.append(found)
    return True


def _passed_on(message: MessageBeingRead, plain: str) -> bool:
    """Add what is to be passed on, where a place was asked for: "tell the guy the code is 4471"."""
    asked = message.asked_of("text")
    if asked is None or not holds_place(*asked) or message.reading.question:
        return False
    if not is_passed_on(plain) or has_postcode(plain) or find_streets(plain):
        return False
    texts = {n: s for n, s in message.of("text") if not (is_code(s) or holds_place(n, s))}
    name = _for_remarks(message, texts)
    if name is None:
        return False
    said = message.text.strip(" .,;")
    message.take(name, joined([str(message.known.get(name) or ""), said]), 0, len(plain))
    return True


def _named(texts: Mapping[str, Slot], where: str) -> str | None:
    """Return the one text that is called so."""
    said = set(words(where))
    named = [n for n, s in texts.items() if any(set(words(cue)) & said for cue in cues(n, s))]
    return named[0] if len(named) == 1 else None


def _for_remarks(message: MessageBeingRead, texts: Mapping[str, Slot]) -> str | None:
    """Return the story that is told already, else the one text that may be left out."""
    stories = [n for n in texts if message.known.get(n) and asks_for_story(question_of(texts[n]))]
    remarks = [n for n, s in texts.items() if s.skip or s.optional]
    return stories[0] if len(stories) == 1 else remarks[0] if len(remarks) == 1 else None


def _tells_another(message: MessageBeingRead, name: str, said: str) -> bool:
    """Tell "add that the day is Friday", which is for the day."""
    spoken = f" {' '.join(words(said))} "
    others = (cue for n, s in message.slots.items() if n != name for cue in cues(n, s))
    return any(f" {cue} is " in spoken or f" {cue} e " in spoken for cue in others)
