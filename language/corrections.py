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
_CODE_AGAIN = re.compile(  # "SL6 no sorry RG12 8TN": both are of a word or two, with a figure
    r"(?=\D{0,12}\d)[\w-]{2,12}(?: [\w-]{2,8})?[,.…]{0,3} (?:(?:no|n[ãa]o),? )?"
    r"(?:sorry|wait|oops|ops|opa|desculp[ae]|digo|quer dizer|i mean|actually|na verdade|errei)"
    r"[,.]{0,3} (?:(?:it'?s|é|eh) )?(?P<new>(?=\D{0,12}\d)[\w-]{2,12}(?: [\w-]{2,8})?)[.!]?",
    re.I,
)


def code_told_again(text: str) -> str:
    """Return the code that a text ends with where it takes another one back, else the text."""
    again = _CODE_AGAIN.fullmatch(text)
    return again["new"] if again else text


def corrects(text: str) -> bool:
    """Tell whether a message takes something back."""
    bare = _NO_BEHIND.sub("", text, count=1)
    return bool(_CORRECTION.match(text) or behind_no(bare) or _TAKEN_BACK.search(text))


def behind_correction(text: str) -> int:
    """Return where a message goes on behind the words that take something back."""
    lead = _CORRECTION.match(text)
    return lead.end() if lead else 0
