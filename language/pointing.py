"""Words that point at what was spoken of before: "that one", "esse", "um desses"."""

from __future__ import annotations

import re

_POINTS = re.compile(
    r"\b(?:(?:this|that|the same) one|one of (?:those|these|them)|one|it|that|this|those|these|them"
    r"|um[a]? d?(?:ess|est|el)[ea]s?|[dn]?(?:ess|est|el)[ea]s?|isso|isto|disso"
    r"|[ao] mesm[ao]|uma? (?=pr[ao]\b|para\b|n[ao]\b|sexta|amanha|hoje))\b ?",
    re.IGNORECASE,
)


def points(text: str) -> bool:
    """Tell whether a text points at something that it does not name."""
    return _POINTS.search(text) is not None


def with_thing(text: str, thing: str) -> str:
    """Return a text that points at something with the thing's name in its place."""
    return _POINTS.sub(f"{thing} ", text, count=1).strip()
