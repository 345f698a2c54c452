"""Whether somebody lets stand what is there already: "leave it", "deixa como está", "keep that"."""

from __future__ import annotations

import re

from language.agreement import agreement
from language.courtesies import plainly_said
from language.flat import flat

_LONGEST = 80
_KEEPS = re.compile(
    r"\W*(?:(?:no|nao|ok|well|bom|actually|na verdade|just|so)\W{1,3}){0,3}"
    r"(?:(?:leave|keep) (?:it|that|this)(?: one)?"
    r"(?: (?:as|like|how) (?:it|that|this)(?: (?:is|was))?)?"
    r"|(?:leave|keep) (?:as is|as it is)|as it (?:is|was)|same as before|no change"
    r"|(?:pode )?(?:deixa|deixe|deixar|mantem|mantenha|manter|fica|ficar|segue)"
    r"(?: (?:isso|esse|essa|ele|ela|o mesmo|a mesma))?"
    r"(?: (?:assim|como (?:esta|estava|ta|tava)|quieto|do jeito que (?:esta|ta)|igual|mesmo|msm))"
    r"{0,2}"
    r"|(?:o|a) mesm[oa]|igual|sem mudanca)\W*"
)


def lets_stand(text: str) -> bool:
    """Tell whether a whole message lets stand what is known."""
    said = plainly_said(text)
    if len(said) > _LONGEST or "?" in said:
        return False
    return bool(_KEEPS.fullmatch(flat(said)) or agreement(said) is True)
