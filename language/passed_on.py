"""Tells what is to be passed on or known from a place: "tell the guy the gate code is 4471"."""

from __future__ import annotations

import re

from language.flat import flat

_LONGEST = 300
_LEADS = (
    r"\W{0,3}(?:(?:ah|oh|oi|e|and|also|tambem|please|pls|por favor|can you|could you|pode|podem|so"
    r"|hey|then|olha|just|ok)[ ,]{1,3}){0,4}"
)
_TELLS_ON = (
    r"(?:tell|let|remind|warn|ask) (?:him|her|them|the|your|whoever|everyone|everybody)\b"
    r"|(?:avis(?:a|e|em|ar)|di(?:z|ga|gam|zer)|fal(?:a|e|em|ar)|pe(?:de|ca|cam|dir)"
    r"|lembr(?:a|e|em|ar)) (?:que|o|a|os|as|ao|aos|pro|pra|para|ele|ela|eles|elas)\b"
)
_CODE = (
    r"(?:(?:the|my|our|o|a) )?(?:[a-z]{1,15} ){0,2}(?:code|password|pin|codigo|senha)"
    r"(?: (?:for|to|of|d[aeo]) (?:the )?[a-z]{1,15})?(?: (?:is|e|eh) ?|: ?| )[a-z]?\d"
)
_PASSED_ON = re.compile(rf"{_LEADS}(?:{_TELLS_ON}|{_CODE})")


def is_passed_on(text: str) -> bool:
    """Tell a message for somebody, or a code of a door, from the name of a place."""
    return _PASSED_ON.match(flat(text[:_LONGEST])) is not None
