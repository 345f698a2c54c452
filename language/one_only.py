"""Reads whether it is to be one thing alone: "just original ones", "it may be another brand"."""

from __future__ import annotations

import re

from language.agreement_words import NO_STEMS
from language.flat import flat

_ONLY = re.compile(r"\b(?:so|somente|apenas|only|just|exclusiv\w*)\b")
_ONLY_SAID = re.compile(
    r"^\W*(?:(?:eu )?(?:quero|queria|prefiro|i want|i'?d like|yes|sim),? )?(?:so|somente|apenas|"
    r"only|just|sempre|always) (?:(?:a|as|o|os|the|com|with|peca|pecas) )?(?P<what>\w{4,})"
)
_OTHER_ALLOWED = re.compile(
    r"^\W*(?:pode ser|podem ser|pode usar|aceito|can be|could be|you can use|i'?d take) "
    r"(?:(?:a|an|as|o|os|the|tambem|also|qualquer|any|de|uma?) )*(?P<what>\w{4,})"
)


def of_only(plain: str, question: str) -> bool | None:
    """Answer a question for one thing alone; None where it asks, or is told, something else."""
    wanted = flat(question)
    if not _ONLY.search(wanted):
        return None
    asked = {word[:4] for word in re.findall(r"\w{4,}", wanted)} - NO_STEMS
    if (only := _ONLY_SAID.match(plain)) and only["what"][:4] in asked:
        return True
    other = _OTHER_ALLOWED.match(plain)
    return False if other and other["what"][:4] not in asked else None
