"""Whether somebody who begins to talk asks whom they have reached: "is this the pharmacy?"."""

from __future__ import annotations

import re
from collections.abc import Collection

from language.idle_words import telling_words
from language.matching import fold

_LONGEST = 100  # characters
_MOST = 7  # words of what is called
_GREETED = (
    r"\W*(?P<greeted>(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|ola|oi|alo|opa"
    r"|e ai|bom dia|boa (?:tarde|noite)|there|sorry|excuse me|desculpa|com licenca|por favor"
    r"|tudo bem|gente)\W+){0,4})"
)
_THROUGH = (
    r"is (?:this|that)|am i (?:speaking|talking|through|writing) (?:to|with)"
    r"|have i (?:got|reached)(?: hold of)?|did i (?:get|reach)(?: through to)?"
    r"|i m (?:through|talking|speaking) to"
)
_REACHED = re.compile(
    rf"{_GREETED}(?:(?:{_THROUGH}) (?:the|a|an|your)\b"
    r"|(?:(?:ai|aqui|isso|ess[ea]|est[ea]) )?(?:eh?|seria|fala) (?:aqui |ai )?(?:d[ao]s?)\b"
    r"|(?:ai|aqui|ess[ea]|est[ea]) (?:eh?|seria) (?:[ao]|um[a]?)\b"
    r"|(?:eu )?(?:(?:e?s?tou|to) falando|falo) (?:com|d)(?:[ao]s?| [ao]s?)?)"
    r"(?P<thing>(?: [\w'-]+){1,7})\W*"
)
_ASKS = re.compile(
    r"\b(?:quanto|quando|que|qual|onde|como|how|what|when|which|where|who|if|se|still|open)\b"
)


def asks_which_house(text: str, about: Collection[str]) -> bool:
    """Tell whether a first message asks whose house this is, and nothing else.

    Who does not greet has to name something that the house is about: by telling words.
    """
    if len(text) > _LONGEST or not text.rstrip().endswith("?"):
        return False
    found = _REACHED.fullmatch(fold(text))
    if found is None or _ASKS.search(found["thing"]):
        return False
    return bool(found["greeted"]) or not set(telling_words(found["thing"], _MOST)).isdisjoint(about)
