"""Whether a message takes back something that was said: "actually", "na verdade", "no, for 20"."""

from __future__ import annotations

import re

from language.intents import behind_no

_NO_BEHIND = re.compile(
    r"^(?:hm+|ah|oh|ih|ai|aí|ei|xi|putz|nossa|oops|eita|well|bem|e|ué|uai|oops|ops)[\s,.!]+(?=(?:no|não|nao)\b)",
    re.I,
)
_TAKEN_BACK = re.compile(
    r"^\*|\*$|^(?:oh |ah )?(?:wait|hang on|hold on|espera|pera|peraí|perai|opa|ops|oops|sorry|"
    r"desculpa|errei)[\s,.!]+\S|\b(?:instead|em vez d[eoa]|no lugar d[eoa]|na (?:verdade|vdd)"
    r"|actually|"
    r"mudei de ideia|changed my mind|i meant|quis dizer|pensando bem|on second thought|"
    r"i (?:said|asked for)|eu (?:disse|falei|pedi))\b|\b(?:errei|me enganei)\W*$"
    r"|\b(?:can'?t (?:do|make)|cannot (?:do|make)|nao (?:posso|consigo))\b.{2,40}?\b(?:after all|"
    r"any ?more|mais)\b"
    r"|^(?:hm+[\s,.]+)?(?:então|entao|then|so)\s+(?:na|no|em|para|pra|on|for|at|make)\b",
    re.I,
)
_CORRECTION = re.compile(
    r"^(?:(?:não|nao|no|nope|opa|ops|oops|sorry|desculp[ae]|espera|wait|ih|eita|ah|oh|hm+)"
    r"[\s,.!;:-]+){0,3}(?:na (?:verdade|vdd)"
    r"|quer dizer|ou melhor|ali[aá]s|digo|corrig\w+|correção|errei|"
    r"me enganei|actually|i meant?|rather|correction|make that|let me correct|change|muda|mude|"
    r"troca|troque|altera|altere)\b",
    re.I,
)


def corrects(text: str) -> bool:
    """Tell whether a message takes something back."""
    bare = _NO_BEHIND.sub("", text, count=1)
    return bool(_CORRECTION.match(text) or behind_no(bare) or _TAKEN_BACK.search(text))


def behind_correction(text: str) -> int:
    """Return where a message goes on behind the words that take something back."""
    lead = _CORRECTION.match(text)
    return lead.end() if lead else 0
