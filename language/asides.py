"""What an answer says beside what it tells: "as I said", "já falei", and words of anger."""

from __future__ import annotations

import re

from language.flat import flat

_READ = 2_000
_OPENS = (
    r"(?:(?:ue|uai|oxe|ora|ai|ah|oh|hm+|mas|but|e|and|so|well|moc[oa]|gente|olha|look|meu deus|"
    r"eita|poxa|omg|hello|hey|alo|oi)[\s,!.?]{1,4}){0,4}"
)
_SAID = (
    r"(?:(?:eu )?(?:ja|acabei de|(?:como|conforme)(?: eu)?(?: ja)?) (?:te |lhe |vos )?"
    r"(?:tinha |havia )?(?:disse|falei|falar|dizer|contei|expliquei|escrevi|mandei|dito|falado|"
    r"contado)(?: (?:isso|antes|la em cima|(?:pra|para) (?:vcs?|"
    r"voces?|(?:outr[oa]|o|a) \w+)|mil vezes|[2-9] vezes|que)\b){0,3}|"
    r"(?:as|like) i(?:'ve| have)? (?:already |just )?"
    r"(?:said|told (?:you|u)|mentioned|wrote|explained)(?: (?:before|already|above|earlier|that|"
    r"twice|in my (?:first|last) message)\b){0,3}|i(?:'ve| have)? (?:already|just) (?:said|told "
    r"(?:you|u)|mentioned|wrote)(?: (?:that|it|you|this|before|so|twice)\b){0,3}|(?:i )?told "
    r"(?:you|u)(?: already| before|(?=\s?[:,])))"
)
_ANGER = (
    r"(?:(?:you|seus?|sua|your|bando de|bunch of|a bunch of) ){0,3}(?:idiots?|morons?|idiotas?|"
    r"imbecis|imbecil|burr[oa]s?|ladrao|ladroes|palhac[oa]s?|incompetentes?|thieves|crooks|clowns|"
    r"fools|jerks?|assholes?|otari[oa]s?|lixos?|porra|caralho|cacete|dammit|damn it|wtf|pqp|vtnc|"
    r"ffs|for (?:god|fuck|christ)'?s? ?sakes?)"
)
_UNHEARD = (  # whether anybody is there at all
    r"(?:(?:is )?any(?:one|body) (?:even |actually )?(?:there|here|reading|listening)(?: this| me)?"
    r"|(?:are|is) (?:you|u|this thing) (?:even |actually |really )?(?:reading|listening|there|on)"
    r"(?: this| to me| me)?"
    r"|(?:tem )?alguem (?:ai|(?:esta |ta )?(?:me )?(?:lendo|ouvindo|escutando))(?: isso| ai)?"
    r"|(?:voces?|vcs?|ces?) (?:ao menos |pelo menos |nem )?(?:estao |esta |tao |ta )?(?:me )?"
    r"(?:lendo|ouvindo|escutando|leem|le)(?: isso| o que eu escrevo)?)"
)
_ASIDE = rf"(?:{_SAID}|{_ANGER}|{_UNHEARD})"
_LEADS = re.compile(rf"^\W{{0,3}}{_OPENS}{_ASIDE}(?:[\s,.:;!?-]{{1,5}}|$)")
_TRAILS = re.compile(rf"(?:[\s,.:;!?-]{{1,5}}|^){_ASIDE}[\s.!?]*$")
_AT_US = re.compile(  # who is angry asks whoever reads it: "are you even reading this"
    r"\W{0,3}(?:and |but |so )?(?:are|do|did|can|could|have|will|would|don't|can't|aren't)"
    r" (?:you|u)\b"
)
_MOST = 3


def without_asides(text: str) -> str:
    """Return an answer without what it says beside; where that is all, nothing is left."""
    plain = flat(text[:_READ])
    start, end = 0, len(text)
    for _ in range(_MOST):
        lead = _LEADS.match(plain[start:end])
        start += lead.end() if lead else 0
        trail = _TRAILS.search(plain, max(start, end - 80), end) if len(text) <= _READ else None
        end = trail.start() if trail else end
        if not lead and not trail:
            break
    return text[start:end].strip(" ,;") if (start, end) != (0, len(text)) else text


def asks_us(clause: str) -> bool:
    """Tell whether a clause turns upon whoever reads it, and tells nothing."""
    return _AT_US.match(flat(clause)) is not None
