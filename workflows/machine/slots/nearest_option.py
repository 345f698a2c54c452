"""Which option comes nearest to a few words in meaning: "kitten" for a cat, "invoice" for billing.

The last thing that is tried, and for what was asked alone: words that name an option go before.
Measured on pairs of words, what is this near and this much nearer than the next one was right.
"""

from __future__ import annotations

import re

from language.encoder import embed, likenesses
from language.flat import flat
from language.intents import behind_greeting, intent_of
from language.matching import fold
from workflows.file.slots import Slot
from workflows.machine.slots.values import option_names

_NEAR, _NEARER = 0.62, 0.2
_MOST_WORDS, _LONGEST = 3, 40
_MOST_NAMES = 12  # each is read by the encoder once: together they stay below what a loop may take
_DENIES = re.compile(r"\b(?:nao|no|not|nem|sem|without|never|nunca|n't|nenhum\w*|none)\b|\d|\?")


def nearest_option(slot: Slot, text: str) -> str | None:
    """Return the option that a short answer means, if one is near and no other nearly so."""
    plain = flat(text).strip(" .,!")
    said = [word for word in re.findall(r"[^\W\d_]+", plain) if len(word) > 2]
    names = list(dict.fromkeys((option, fold(name)) for option, name in option_names(slot)))
    if not said or len(text) > _LONGEST or len(plain.split()) > _MOST_WORDS:
        return None
    if len(names) > _MOST_NAMES or len(slot.options) < 2 or _DENIES.search(plain):
        return None
    if intent_of(text) or behind_greeting(text) is not None:
        return None
    scores: dict[str, float] = {}
    near = likenesses(embed([name for _, name in names]), embed([text.strip()])[0])
    for (option, _), score in zip(names, near, strict=True):
        scores[option] = max(score, scores.get(option, 0.0))
    (first, best), (_, next_) = sorted(scores.items(), key=lambda pair: -pair[1])[:2]
    return first if best >= _NEAR and best - next_ >= _NEARER else None
