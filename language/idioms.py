"""Turns of speech that hold a number, a moment or an order, and tell none of them.

"Thanks a million" is no amount and "one sec" no count, whatever was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.flat import flat

_READ = 500
_WAITS = (
    r"(?:seconds?|secs?|moments?|mo|momentito|min|minutes?|mins?|tick|segund(?:o|inho)s?"
    r"|moment(?:o|inho)s?|minut(?:o|inho)s?|instant(?:e|inho)s?|seg)"
)
_ASIDE = r"(?=\W*(?:$|[,.;!?…]|please|pls|por favor|pf|while|enquanto|que ))"
_WAITING = re.compile(
    rf"(?:^|(?<=[,.;!?] )|\b(?:just|so|only|give me|me da|wait|espera|hold on|hang on) )"
    rf"(?:just |give me |me da |so )?(?:an?|one|two|half a|um|uns|dois) {_WAITS}\b{_ASIDE}"
)
_ASKS_LENGTH = re.compile(r"\b(?:minut|second|segund|long|tempo|dura)")
_IDIOMS = re.compile(
    r"\b(?:on|upon) (?:a |the )?(?:second|further|third) (?:thoughts?|reflection|reading|look)\b"
    r"|\bat (?:first|second)(?: (?:sight|glance))?\b(?! (?:st|street|ave|avenue|road|floor)\b)"
    r"|\bfirst (?:of all|off|things first|and foremost|up)\b|\bsecond(?:ly| of all| to none)\b"
    r"|\bfor one thing\b|\bon (?:the )?(?:one|other) hand\b|\bone (?:way or (?:the other|another)"
    r"|more thing|(?:last|quick|other) thing|by one)\b|\bthanks? (?:you )?(?:a|very) (?:million"
    r"|thousand|bunch)\b|\b(?:an?|one|two) (?:million|thousand|hundred) (?:thanks|apologies|times"
    r"|pardons)\b|\bforty winks\b|\bseven days a week\b|\b24 ?/ ?7\b|\bsecond nature\b"
    r"|\bthird time lucky\b|\bin two minds\b|\bsix of one\b|\bat sixes and sevens\b"
    r"|\b(?:think|thought) twice\b|\bmarch on\b|\bmay i\b"
    r"|\bem (?:primeiro|segundo|terceiro) lugar\b|\b(?:de|a) primeira(?! de)(?= vista|,|$| eu)"
    r"|\bmil (?:desculpas|perdoes|obrigad[oa]s?|agradecimentos|gracas|vezes)\b|\bmil e uma?\b"
    r"|\bnum (?:primeiro|segundo) momento\b|\bpor um lado\b|\bde uma (?:vez|hora para outra)\b"
    r"|\b(?:so )?mais uma (?:coisa|coisinha|pergunta|duvida)\b|\bum dia desses\b|\bdas duas uma\b"
    r"|\b(?:pensei|pensar|pensando) duas vezes\b|\ba mil(?: por hora)?$|\bum a um\b"
    r"|\bem dois tempos\b"
)


def idioms(text: str, question: str) -> Iterator[tuple[int, int]]:
    """Find where a text speaks so; "two minutes" answers the question how long."""
    plain = flat(text[:_READ])
    patterns = (_IDIOMS,) if _ASKS_LENGTH.search(question) else (_IDIOMS, _WAITING)
    for pattern in patterns:
        yield from (found.span() for found in pattern.finditer(plain))
