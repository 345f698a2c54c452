"""What a message that begins a form points at: the option that was spoken of just before.

"How much is the slide?", "I'd like to book that": the slide. It is said to be noted, so that it
can be put right.
"""

from __future__ import annotations

import re

from language.flat import flat
from workflows.file.slots import Slot
from workflows.machine.listening import titled
from workflows.machine.moves import Steps
from workflows.machine.slots.read import read
from workflows.machine.walk import Walk
from workflows.machine.wording import say

_POINTS = re.compile(
    r"\b(?:it|that|this|that one|this one|those|these|them"
    r"|[dn]?el[ea]s?|[dn]?ess[ea]s?|[dn]?est[ea]s?|isso|isto|disso|[ao] mesm[ao])\b"
)
_LONGEST = 300  # characters of what was said before


def take_spoken_of(walk: Walk) -> Steps:
    """Fill the choices of a form that begins with what the person had just asked about."""
    before = walk.given.spoken_of
    if not before or len(before) > _LONGEST or not _POINTS.search(flat(walk.message)):
        return
    heard: list[str] = []
    for name, slot in walk.workflow.slots.items():
        if walk.slots.get(name) is None and (meant := _meant(walk, name, slot, before)):
            walk.slots[name] = meant
            heard.append(titled(walk, name, slot, meant))
    if heard:
        yield say(walk, "noted", names=", ".join(heard))


def _meant(walk: Walk, name: str, slot: Slot, before: str) -> str | None:
    """Return the one option that was named before, unless the message names any itself."""
    if slot.type != "choice" or not slot.options:
        return None
    here, earlier = (
        read({name: slot}, text, speech=walk.given.speech) for text in (walk.message, before)
    )
    told = name in here.values or name in here.refused
    return None if told else earlier.values.get(name)
