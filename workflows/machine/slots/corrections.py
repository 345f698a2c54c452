"""Whether a message takes back something that was said: "actually", "na verdade", "no, for 20"."""

from __future__ import annotations

import re

from language.intents import behind_no

_CORRECTION = re.compile(
    r"^(?:(?:não|nao|no|nope|opa|ops|oops|sorry|desculp[ae]|espera|wait|ih|eita|ah|"
    r"hm+)[\s,.!;:-]+){0,3}"
    r"(?:na verdade|quer dizer|ou melhor|digo|corrig\w+|correção|errei|me enganei|actually|i meant?"
    r"|rather|correction|make that|let me correct|change|muda|mude|troca|troque|altera|altere)\b",
    re.I,
)


def corrects(text: str) -> bool:
    """Tell whether a message takes something back."""
    return bool(_CORRECTION.match(text) or behind_no(text))


def behind_correction(text: str) -> int:
    """Return where a message goes on behind the words that take something back."""
    lead = _CORRECTION.match(text)
    return lead.end() if lead else 0
