"""Reads choices: by name, by what sounds like it, by its place ("the second one")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from language.answers import settled
from language.clock_times import find_times
from language.dates import find_dates
from language.flat import flat
from language.found import Found
from language.matching import fold, stem
from workflows.file.slots import Slot
from workflows.machine.slots.answering import answer_with
from workflows.machine.slots.asked_options import chosen_ones, summed_up
from workflows.machine.slots.denied_options import (
    answer_with_none,
    not_denied,
    says_both,
    wants_both,
)
from workflows.machine.slots.inflected_names import inflected_names
from workflows.machine.slots.message import MessageBeingRead
from workflows.machine.slots.nearest_option import nearest_option
from workflows.machine.slots.similar_names import similar_names
from workflows.machine.slots.values import ValueProblem, option_names

_OWNED = re.compile(r"['’]s\b")  # "builder's" is written "builders" and "builder" too
_WORD = re.compile(r"[^\W_]+")
_ONLY = re.compile(r"\b(?:just|only|plain|normal|simple|so|apenas|comum|simples)\b|\bnot\b|\bnao\b")
_STANDS = re.compile(
    r"\b(?:there(?:'?s| is| are| was)|tem tambem) (?:also )?(?:an?|one|two|uma?) $"
)
_GREETS = re.compile(r"\b(?:boa|bom|good) $")
_NOT = re.compile(r"\b(?:não|nao|not|nem|sem|never|don't|didn't)(?:\s+\w+){0,2}\s*$", re.I)
_NO = re.compile(r"\bno(?:\s+\w+){0,2}\s*$", re.I)  # in Portuguese "in the"
_SEM = re.compile(r"\b(?:sem|without|hold|skip|leave out|minus)(?: (?:o|a|os|as|the|any|my))?\s*$")
_NONE = re.compile(r"\bno\s+$")
_ORDINALS = (
    r"primeir[oa]|first|1st|1[oaªº]|premiere?|primera?",
    r"segund[oa]|second|2nd|2[oaªº]|deuxieme|seconde",
    r"terceir[oa]|third|3rd|3[oaªº]|troisieme|tercer[oa]?",
    r"quart[oa]|fourth|4th|4[oaªº]|quatrieme|cuart[oa]",
    r"quint[oa]|fifth|5th|5[oaªº]|cinquieme",
    r"sext[oa]|sixth|6th|6[oaªº]",
)
_NAMED = "|".join(f"(?P<n{at}>{words})" for at, words in enumerate(_ORDINALS))
_PLACE = re.compile(
    rf"^\W*(?:(?:quero|pode ser|prefiro|vou de|vou na|vou no|fico com|acho que|i'?ll (?:take|"
    rf"have|go (?:with|for))|i want|let'?s (?:go with|do)|give me|e|eh|it'?s|go (?:with|for)|"
    rf"hmm?)\s+)?(?:(?:o|a|the|la|le|el|number|numero|opcao|option|letra|letter|item|"
    rf"n[ºo°.])\s+)*(?:{_NAMED}|(?P<last>ultim[oa]|last|derniere?)|(?P<middle>(?:do |da )?meio|"
    rf"middle)|(?P<figure>[1-9])|(?P<letter>[a-f])(?=\W*$|\)))(?:\s+(?:um|uma|one|opcao|option|"
    rf"(?:that )?you (?:said|mentioned|listed|gave)|on the list|"
    rf"da lista|(?:que )?(?:vo?ce?|vc) (?:falou|disse|listou)|"
    rf"mesmo|por favor|please|then|entao|pls|pfv|das opcoes|choice|delas|deles))*\W*$"
)


def read_choices(message: MessageBeingRead) -> None:
    """Take the option that a message names for each choice."""
    for name, slot in message.of("choice"):
        if name == message.asked:
            _answered(message, name, slot)
            continue
        told = _named(message, slot)
        told = chosen_ones(message, not_denied(message.text, told))
        stated = settled(message.text, told)
        if _leaves_open(message, name, stated):
            _ask_which(message, name, stated)
            continue
        meant = _changed(message, name, stated)
        if len({f.value for f in meant if (f.start, f.end) == (meant[0].start, meant[0].end)}) > 1:
            continue  # "at 8" of 08:00 and 20:00
        best = max(meant, key=lambda f: f.end - f.start, default=None)
        if best is None or _denied(message, best.start):
            continue
        if name in message.filled and _STANDS.search(flat(message.text[: best.start])):
            continue  # "make it 2, there's a spinet in the den" tells of the second
        if message.wants(name, sure=message.cued(name, slot, best.start, best.end)):
            message.take(name, best.value, best.start, best.end)


def _answered(message: MessageBeingRead, name: str, slot: Slot) -> None:
    """Take the option that answers the question; tell none of them, and all of them, apart."""
    named = all_mentions(message, slot)
    found = summed_up(message, slot, chosen_ones(message, not_denied(message.text, named)))
    if not named and not message.open_ended and not message.reading:
        near = nearest_option(slot, message.told)
        found = [Found(near, 0, len(message.text))] if near else []
    if len({f.value for f in found}) == 1 and wants_both(message.text):
        message.refuse(name, ValueProblem("only_one"))
        return
    reply = message.reading.reply
    if reply and reply.act == "person" and len({f.value for f in found}) == 1:
        message.take(name, found[0].value, found[0].start, found[0].end)  # "have the manager call"
        return
    answer_with(message, name, slot, found)
    if name not in message.reading.values and name not in message.reading.refused:
        answer_with_none(message, name, slot)


def _changed(
    message: MessageBeingRead, name: str, found: Sequence[Found[str]]
) -> Sequence[Found[str]]:
    """Leave out what the slot holds where a correction names something else beside it."""
    if not (message.revising and name in message.filled):
        return found
    known = message.known.get(name)
    others = [f for f in found if f.value != known]
    if not _ONLY.search(flat(message.text)):
        others = [f for f in others if not _is_part(message, name, f)]
    return others or [f for f in found if f.value == known]


def _is_part(message: MessageBeingRead, name: str, found: Found[str]) -> bool:
    """Tell "the dress" from another option where "wedding dress" is known."""
    slot, known = message.slots[name], message.known.get(name)
    said = {stem(w) for w in _WORD.findall(fold(message.text[found.start : found.end]))}
    names = (called for option, called in option_names(slot) if option == known)
    return any(said < {stem(w) for w in _WORD.findall(fold(called))} for called in names)


def all_mentions(
    message: MessageBeingRead, slot: Slot, *, left: bool = False
) -> Sequence[Found[str]]:
    """Find the options that an answer names: exactly, else nearly, else by their place.

    What is to be left out ("no soy", "sem cebola") is found with `left` alone.
    """
    found = _named(message, slot)
    found = found or _widest(list(similar_names(message, slot))) or by_place(message, slot)
    return found if left else [f for f in found if not _without(message, f.start)]


def _named(message: MessageBeingRead, slot: Slot) -> list[Found[str]]:
    """Find the options by their words, by other forms of these, and by the moment they are."""
    found = [*_exact(message, slot), *_at_moments(message, slot)]
    forms = (f for f in inflected_names(message, slot) if f.value not in {e.value for e in found})
    return _widest([*found, *forms])


def _leaves_open(message: MessageBeingRead, name: str, found: Sequence[Found[str]]) -> bool:
    """Tell whether a message names two options where one fits, and none of them is known."""
    apart = {f.value for f in found if not any(_overlap(f, other) for other in found)}
    both = says_both(message.text)
    if name in message.filled and message.revising and wants_both(message.text):
        return bool(apart - {message.known.get(name)})
    return len(apart) > 1 and (both or (name not in message.filled and not message.revising))


def _overlap(one: Found[str], other: Found[str]) -> bool:
    return one.value != other.value and one.start < other.end and other.start < one.end


def _ask_which(message: MessageBeingRead, name: str, found: Sequence[Found[str]]) -> None:
    """Leave it to the person which of several options it is to be."""
    known = [] if message.known.get(name) is None else [message.known[name]]
    options = list(dict.fromkeys([*known, *(f.value for f in found)]))
    message.refuse(name, ValueProblem("several", options))
    message.taken += [(f.start, f.end) for f in found]


def _without(message: MessageBeingRead, start: int) -> bool:
    before = flat(message.text[max(0, start - 30) : start])
    return bool(_SEM.search(before) or (message.speech.language != "pt" and _NONE.search(before)))


def _exact(message: MessageBeingRead, slot: Slot) -> Iterator[Found[str]]:
    """Find options by their words, plurals and accents aside; without blanks too."""
    pieces = [(_key(fold(m[0])), m.start(), m.end()) for m in _WORD.finditer(message.text)]
    for option, called in option_names(slot):
        wanted = [_key(w) for w in _WORD.findall(_OWNED.sub("", fold(called)))]
        size = len(wanted)
        for at in range(len(pieces) - size + 1 if size else 0):
            run = pieces[at : at + size]
            start, end = run[0][1], run[-1][2]
            if [w for w, _, _ in run] != wanted or not message.free(start, end):
                continue
            if _GREETS.search(flat(message.text[max(0, start - 6) : start])):
                continue  # "boa tarde" chooses no afternoon
            if len(called) < 3 and (start, end) != message.segment(start, end):
                continue
            owned = _OWNED.match(message.text, end)
            yield Found(option, start, owned.end() if owned else end)


def _key(word: str) -> str:
    """Return what a word has in common with its plural, "jardins" and "curtains" alike."""
    bare = stem(word)
    return f"{bare[:-1]}m" if bare.endswith("n") else bare


def by_place(message: MessageBeingRead, slot: Slot) -> list[Found[str]]:
    """Take "the second one", "a última", "3"."""
    found = _PLACE.match(flat(message.text[:80]))
    options = list(slot.options)
    if found is None or not options:
        return []
    part = {key: value for key, value in found.groupdict().items() if value}
    if "last" in part:
        at = len(options) - 1
    elif "middle" in part:
        at = len(options) // 2 if len(options) % 2 else -1
    elif "figure" in part:
        at = int(part["figure"]) - 1
    elif "letter" in part:
        at = "abcdef".index(part["letter"]) if "(" in message.text or ")" in message.text else -1
    else:
        at = int(next(key for key in part if key[0] == "n")[1:])
    return [Found(options[at], 0, len(message.text))] if 0 <= at < len(options) else []


def _at_moments(message: MessageBeingRead, slot: Slot) -> Iterator[Found[str]]:
    """Find options that are days or times, by however somebody says those."""
    options = list(slot.options)
    if slot.of is None or not all(re.match(r"\d{4}-\d\d-\d\d|\d\d:\d\d$", o) for o in options):
        return
    speech = message.speech
    days = find_dates(message.text, speech.today, speech.language, "future")
    times = find_times(message.text, speech.now, speech.language)
    for option in options:
        day, clock = option[:10] if "-" in option else None, option[-5:] if ":" in option else None
        day_said = [d for d in days if d.value.isoformat() == day]
        clock_said = [t for t in times if clock in (t.value, t.either)]
        fits = (day is None or day_said or not days) and (clock is None or clock_said or not times)
        places = [*day_said, *clock_said]
        if places and fits and all(message.free(p.start, p.end) for p in places):
            yield Found(option, min(p.start for p in places), max(p.end for p in places))


def _widest(found: list[Found[str]]) -> list[Found[str]]:
    """Leave out what lies within a longer name: "high school" is not "school"."""
    kept: list[Found[str]] = []
    for each in sorted(found, key=lambda f: (f.start - f.end, f.start)):
        inside = [k for k in kept if k.start <= each.start and each.end <= k.end]
        if not any(k.end - k.start > each.end - each.start or k == each for k in inside):
            kept.append(each)
    return sorted(kept, key=lambda f: f.start)


def _denied(message: MessageBeingRead, start: int) -> bool:
    """Tell "not X" from "no, X": the comma makes the difference."""
    first, _ = message.segment(start, start + 1)
    before = message.text[first:start]
    return bool(_NOT.search(before) or (message.speech.language != "pt" and _NO.search(before)))
