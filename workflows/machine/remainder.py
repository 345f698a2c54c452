"""What stands behind a yes or a no, where the next question is open: "no, and he is allergic"."""

from __future__ import annotations

import re

from language.added import adds_something
from language.agreement import agreement
from language.answers import asks, unsure
from language.flat import flat
from language.intents import intent_of
from language.matching import words
from language.repairs import declines, takes_none
from workflows.machine.slots.message import Reading, cues, kind_of, question_of
from workflows.machine.slots.values import accept
from workflows.machine.walk import Walk, missing, open_slot, slots_now

_SPLIT = re.compile(
    r"[\s,;.!-]{1,4}(?:e|and|mas|but)\s(?:também |also )?(?P<rest>\S.{4,300})$", re.I
)
_OF_THE_SAME = re.compile(  # it tells more of what was answered, and nothing new
    r"(?:it|its|it's|that|thats|that's|they|one|isso|esse|essa|este|esta|e|eh|era|nem|nor|nunca"
    r"|never|so|quero|want|dont|don't|nao|i (?:dont|don't|never|do)|eu (?:nao|nunca))\b"
)
_LEAST = 3  # words that tell something of their own


def take_remainder(walk: Walk, reading: Reading, said: str) -> None:
    """Let what goes on behind a yes or a no answer the open question that comes next."""
    asking, slot = walk.frame.asking, open_slot(walk)
    if slot is None or slot.type != "boolean" or list(reading.values) != [asking]:
        return
    following = [name for name in missing(walk) if name != asking][:1]
    if asking not in walk.workflow.slots or not following or reading.refused:
        return
    name, known = following[0], slots_now(walk)[following[0]]
    rest = _rest(said, question_of(slot)) if kind_of(name, known) == "text" else None
    if rest is None or any(cue in words(rest) for cue in cues(asking, slot)):
        return
    asked = question_of(known)
    if known.skip and (declines(rest, asked) or takes_none(rest, asked)):
        walk.frame.skipped.append(name)
    elif len(words(rest)) >= _LEAST and not _OF_THE_SAME.match(flat(rest)):
        value, problem = accept(known, rest, walk.given.speech)
        if problem is None:
            reading.values[name] = value


def _rest(said: str, question: str) -> str | None:
    """Return what follows the clause that answers, where it tells something."""
    found = _SPLIT.search(said)
    if found is None or agreement(said[: found.start()], question) is None:
        return None
    rest = found["rest"].strip(" .")
    silent = asks(rest) or unsure(rest) or intent_of(rest) not in (None, "decline")
    return None if silent or not adds_something(rest) else rest
