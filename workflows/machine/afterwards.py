"""What was done already and is put right: "can I move it to three?", behind "Booked.".

A workflow that has ended changes nothing any more. Where another one claims changes it gets what is
known; else it is said that all is done as it was, and a button begins it again with the change.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from contracts.json import JsonMapping, JsonObject
from language.added import adds_something
from language.afterthoughts import Afterthought, afterthought
from language.answers import asks
from language.corrections import corrects
from language.flat import flat
from language.matching import stems
from language.moved import calls_off, speaks_of_change
from language.price_asked import speaks_of_price
from language.question_kinds import kind_chance
from language.requests import books, clauses
from language.speech_acts.acts import only_courteous
from language.speech_acts.classify import clause_reading
from workflows.file.schema import Workflow
from workflows.file.slots import Slot
from workflows.file.states import Ending, is_open
from workflows.file.words import in_language
from workflows.machine.carrying import shared_slots
from workflows.machine.cursor import Cursor, Frame
from workflows.machine.moves import Stay, WalkPart
from workflows.machine.opening import take_change
from workflows.machine.put_right import more_people, near_what_was, told_otherwise
from workflows.machine.slots.message import Reading, cues, question_of
from workflows.machine.slots.read import read
from workflows.machine.slots.shown import shown
from workflows.machine.slots.speech import SpeechContext
from workflows.machine.slots.subject import subject_of
from workflows.machine.slots.values import accept_all
from workflows.machine.steps import Offered
from workflows.machine.texts import is_none_of_these, title_of, words
from workflows.machine.walk import Walk

AGAIN = "again"  # the offer to do once more what was done
MOST_TURNS = 4  # in which what has ended is still meant by "it"
_MOST_KNOWN = 12  # and in which it can be told that it is done
_LONGEST = 200  # characters of a correction
_MOST_TELLING = 20  # words of a title or an example
_LIKELY = 0.5
_IDENTIFIES = ("name", "phone", "email", "document")
_ASKED = re.compile(
    r"^\W*(?:(?:hm+|oh|ah|so|e|and|ok|sorry|desculpa|opa|oi|hey|por favor|please|actually|na"
    r" verdade)"
    r"\W+)*(?:(?:can|could|may|shall) (?:i|we|you|u|it)\b(?: do\b)?|would it be possible to"
    r"|is it possible to|posso|podemos|pode(?:ria|m)?|da (?:pra|para)|tem como"
    r"|consegu\w+|e possivel|sera que da)\s"
)
_MISTAKEN = re.compile(
    r"\b(?:wrong|mistake|mistaken|typo|incorrect|errad[oa]s?|errei|engan(?:o|ei)|incorret[oa]|trocad[oa])\b"
    r"|^\W*(?:coloca|bota|poe|deixa|put|set) "
)
# What was forgotten when it was told, and how it is told anew: "it's fifty guests".
_FORGOT = re.compile(r"\b(?:esqueci|lembrei|esqueceram|forgot|remembered)\b")
_IS = re.compile(
    r"^\W*(?:(?:oh|ah|opa|na verdade|actually|sorry|desculpa|e que)\W+)*"
    r"(?:sao|seremos|somos|serao|vao ser|it'?s|its|it is|we are|we'?re|there'?ll be|there are)\b"
)
_RELATIVE = re.compile(
    r"\b(?:more|extra|fewer|less|later|earlier|forward|back|mais|menos|adi\w+|antecip\w+|atras\w+)\b"
)
_COUNTED = ("integer", "number", "money", "time")
_ANEW = re.compile(
    r"\b(?<!hello )(?<!hi )(?<!oi )(?<!hey )(?:(?:another|outr[oa]|more|mais uma?|nov[oa]|new)"
    r"(?! (?:days?|times?|dates?|hours?|dia|data|hora"
    r"|horario|nome|name|people|pessoas|telefone|phone|number|numero|pe(?:rson|ssoa)|(?:of"
    r" )?us)\b)|too|as well|also|tambem"
    r"|a second|again|de novo)\b"
)


# What is to stay as it is beside what is told anew.
_SAME = re.compile(
    r"\b(?:same|mesm[oa]s?) (?:time|hours?|day|place|number|name|address|everything|people|one|hora"
    r"|horario|dia|lugar|endereco|nome|telefone|pessoas|esquema|tudo|jeito)\b"
)
_SAME_ENDS = re.compile(
    rf"(?:,? (?:at|na|no|n[ao] ?s|com o|com a|with)){{0,3}}(?: the)? {_SAME.pattern}\W*$"
)
_CONTRASTS = re.compile(r"\b(?:not|e nao|instead of|rather than|em vez d[aeo]|no lugar d[aeo])\b")


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a message puts right of a workflow that has ended; `plainly` if it says that it does."""

    workflow: str
    values: JsonObject = field(default_factory=JsonObject)
    about: tuple[str, ...] = ()  # slots that are to be different, and it does not say how
    plainly: bool = False
    beyond: Afterthought | None = None  # it is to be called off, or something noted with it

    @property
    def slots(self) -> list[str]:
        """Those that are to be different."""
        return [*self.values, *self.about]


def note_ended(walk: Walk, how: Ending, ended: Frame) -> None:
    """Keep what was collected of a workflow that came to its end."""
    known = walk.world.at(ended).slots
    told = {n: v for n, v in ended.slots.items() if n in known and v is not None}
    if all(known[name].save for name in told):
        return  # it is in the profile, which can be changed at any time
    if how == "completed":
        before = walk.cursor.ended
        twice = before is not None and before.workflow == ended.workflow
        skipped = list(ended.skipped)
        walk.cursor.ended = Frame(ended.workflow, slots=told, skipped=skipped, twice=twice)


def grow_old(cursor: Cursor) -> None:
    """Forget what has ended a while ago."""
    if cursor.ended is not None:
        cursor.ended.returns += 1
        cursor.ended = cursor.ended if cursor.ended.returns <= _MOST_KNOWN else None


def amended(
    world: Mapping[str, Workflow], cursor: Cursor, message: str, speech: SpeechContext
) -> Amendment | None:
    """Tell what a message puts right of what has ended, while nothing else is under way."""
    ended = _meant(world, cursor, message)
    if ended is None or (_asks_price(message) and not _changes(message)):
        return None
    beyond = _beyond(ended, message)
    if beyond and beyond.plainly and not _changes_too(message):
        return beyond  # "cancel the one on Saturday" tells which, and no new day
    return _put_right(world, cursor, ended, message, speech) or beyond


def _meant(world: Mapping[str, Workflow], cursor: Cursor, message: str) -> Frame | None:
    """Return what has ended, where a message that is typed may still mean it by "it"."""
    ended = cursor.again or cursor.ended
    if ended is None or ended.workflow not in world or not _free(world, cursor):
        return None
    button = is_none_of_these(message) or message.startswith("@")
    old = ended.returns > MOST_TURNS
    return None if button or old or len(message) > _LONGEST else ended


def _beyond(ended: Frame, message: str) -> Amendment | None:
    """Tell what is wanted of what has ended that no value of it says."""
    wanted = afterthought(message)
    if wanted is None:
        return None
    return Amendment(ended.workflow, plainly=wanted == "call off", beyond=wanted)


def _changes_too(message: str) -> bool:
    """Tell whether besides calling something off a message wants it otherwise."""
    plain = flat(message)
    return bool(speaks_of_change(plain) or _CONTRASTS.search(plain) or "instead" in plain)


def _asks_price(message: str) -> bool:
    """Tell whether a message asks what something costs: "quanto dá as duas?" is no hour."""
    priced = kind_chance(message, "price") >= _LIKELY
    return asks(message) and priced and speaks_of_price(message)


def _put_right(
    world: Mapping[str, Workflow],
    cursor: Cursor,
    ended: Frame,
    message: str,
    speech: SpeechContext,
) -> Amendment | None:
    plain = flat(message)
    slots = {n: s for n, s in world[ended.workflow].slots.items() if s.source is None}
    done = cursor.ended or ended  # of what was offered with a change, that change is still one
    known = {n: v for n, v in done.slots.items() if n in slots}
    if plainly := told_otherwise(slots, known, message, speech, changes=_changes(message)):
        return Amendment(ended.workflow, plainly, plainly=True)
    if _ANEW.search(plain) and not _CONTRASTS.search(plain):
        return None
    asked = _asked_behind(message)
    reading = _reading(slots, ended, asked, speech) if asked else None
    if reading is None or not reading.values:
        reading = _reading(slots, ended, message, speech)
    told = near_what_was(slots, known, reading.values, asked or message, speech)
    values = {n: v for n, v in told.items() if known.get(n) != v}
    wrong = tuple(n for n in reading.refused if n in known and n not in values)
    if _RELATIVE.search(plain):  # "one more", "an hour later": by how much, and not how many
        counted = [n for n in values if slots[n].type in _COUNTED]
        wrong += tuple(n for n in counted if _names(slots[n], n, message))
        values = {n: v for n, v in values.items() if n not in counted}
    wrong += tuple(n for n in more_people(slots, message) if n not in (*wrong, *values))
    anything = bool(values or wrong)
    changes = _changes(message) or (anything and _puts_right(slots, [*values, *wrong], message))
    if anything and not changes and _tells_else(message, reading.left, slots):
        return None
    if anything:
        return Amendment(ended.workflow, values, wrong, changes)
    subject = subject_of({n: slots[n] for n in known}, _SAME.sub(" ", plain))
    anew = subject and (changes or _tells_its_digits(slots[subject], message))
    if not (speaks_of_change(plain) or _SAME.search(plain) or anew):
        return None
    return Amendment(ended.workflow, about=(subject,) if subject else (), plainly=True)


def take_up_changed(
    world: Mapping[str, Workflow], cursor: Cursor, message: str, speech: SpeechContext
) -> None:
    """Put what is told with the taking of an offer into what is done once more: "do it at 11".

    What is to be called off besides tells nothing of it.
    """
    again = cursor.again
    if again is None or again.workflow not in world or len(message) > _LONGEST:
        return
    slots = {n: s for n, s in world[again.workflow].slots.items() if s.source is None}
    said = ", ".join(part for part in clauses(message) if not calls_off(flat(part)))
    again.slots |= _reading(slots, again, said, speech).values


def _reading(
    slots: Mapping[str, Slot], ended: Frame, message: str, speech: SpeechContext
) -> Reading:
    said = _wished(message)
    return read(
        slots, said, speech=speech, filled=list(ended.slots), known=ended.slots, correcting=True,
        confirming=True,
    )  # fmt: skip


def _changes(message: str) -> bool:
    """Tell whether a message plainly takes something back, or wants it otherwise."""
    plain = flat(message)
    said = speaks_of_change(plain) or corrects(message) or _MISTAKEN.search(plain)
    same = _SAME.search(plain) and not books(message)  # "book a van, same name" is another one
    said = said or _CONTRASTS.search(plain) or same
    return bool(said) or clause_reading(message).of("changes") >= _LIKELY


def _puts_right(slots: Mapping[str, Slot], names: Collection[str], message: str) -> bool:
    """Tell whether a message says anew what it names, or asks for more or less of it."""
    plain = flat(message)
    named = any(_names(slots[name], name, message) for name in names)
    if _ASKED.match(plain) and _RELATIVE.search(plain):
        return named or bool(more_people(slots, message))
    return bool(_FORGOT.search(plain)) or (named and bool(_IS.match(plain)) and not asks(message))


def _tells_else(message: str, left: str, slots: Mapping[str, Slot]) -> bool:
    """Tell whether a message asks or wishes something, or has more to say than a value."""
    if asks(message) or only_courteous(message):
        return True
    if clause_reading(message).of("asks", "wants", "leaves", "person") >= _LIKELY:
        return True
    return adds_something(left, " ".join(map(question_of, slots.values())))


def _free(world: Mapping[str, Workflow], cursor: Cursor) -> bool:
    frame = cursor.active
    if frame is None:
        return True
    states = world[frame.workflow].states if frame.workflow in world else {}
    return len(cursor.frames) == 1 and (frame.state not in states or is_open(states[frame.state]))


def _tells_its_digits(slot: Slot, message: str) -> bool:
    """Tell whether of a number only some digits are told: "it ends in 4430"."""
    return slot.type in _IDENTIFIES and any(map(str.isdigit, message)) and not asks(message)


def _asked_behind(message: str) -> str:
    """Return what is asked for behind what leads to it: "Friday is bad. Could it be Monday?"."""
    for part in clauses(message)[1:]:
        at = message.find(part)
        if _ASKED.match(flat(part)) and at > 0:
            return message[at:]
    return ""


def _wished(message: str) -> str:
    """Return "move it to three" of "can I move it to three?"."""
    lead = _ASKED.match(flat(message))
    said = message[lead.end() :].rstrip(" ?") if lead else message.rstrip(" ?")
    same = _SAME_ENDS.search(flat(said)) if len(flat(said)) == len(said) else None
    return said[: same.start()] if same and lead and same.start() else said


def _names(slot: Slot, name: str, message: str) -> bool:
    return not set(stems(message)).isdisjoint(
        stem for cue in cues(name, slot) for stem in stems(cue)
    )


def hand_over(walk: Walk, amendment: Amendment) -> None:
    """Give the workflow that begins what is known: where nothing says how it is to be different,
    only whose it is."""
    ended = walk.cursor.ended
    if ended is None or walk.frame.state is not None or ended.workflow not in walk.world:
        return
    shared = shared_slots(walk.world[ended.workflow], walk.workflow)
    known = {**ended.slots, **amendment.values}
    kept = {
        n: s for n, s in shared.items()
        if n not in amendment.about and (amendment.values or s.type in _IDENTIFIES)
    }  # fmt: skip
    walk.slots.update(accept_all(kept, _of(known, kept), walk.given.speech))
    if amendment.values or amendment.beyond:
        take_change(walk)


def _of(known: JsonMapping, names: Collection[str]) -> JsonObject:
    return {n: v for n, v in known.items() if n in names}


def tell_done(walk: Walk, amendment: Amendment) -> WalkPart:
    """Say that it is done as it was, and offer to do it again with the change."""
    before = walk.cursor.again or walk.cursor.ended
    workflow, language = walk.world[amendment.workflow], walk.language
    known = {**(before.slots if before else {}), **amendment.values}
    again = {n: v for n, v in known.items() if n not in amendment.about}
    skipped = list(before.skipped) if before else []
    walk.cursor.again = Frame(amendment.workflow, slots=again, skipped=skipped)
    changed = ", ".join(_told(walk, workflow, n, amendment) for n in amendment.slots)
    title = in_language(workflow.title, language)
    text = words("done_already", language, title=title)
    how = "again_with" if amendment.values else "again_open" if changed else "again_other"
    again_with = words(how, language, changed=changed)
    yield Offered(AGAIN, amendment.workflow, f"{text} {again_with}", words("do_again", language))
    return Stay()


def _told(walk: Walk, workflow: Workflow, name: str, amendment: Amendment) -> str:
    """Tell a datum as it is to be; of a personal one, and of one that is open, only which it is."""
    slot = workflow.slots[name]
    title = title_of(name, slot, walk.language)
    if slot.pii or name not in amendment.values:
        return title
    return f"{title}: {shown(slot, amendment.values[name], walk.given.speech)}"
