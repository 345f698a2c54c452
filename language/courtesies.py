"""What is said out of courtesy alone: "thank you dear", "pode, meu filho", "reserva, obrigada".

It is taken out where a yes or a goodbye is read. Alone a word that addresses somebody may be
anything ("is it dear?"), so it has to stand behind a word of courtesy or agreement.
"""

from __future__ import annotations

import re

_LONGEST = 300
_PAIRS = (
    r"(?:meu|minha) (?:filh(?:o|a|inh[oa])|querid(?:o|a|inh[oa])|amig[oa]|anjo|jovem|bem|amor|rei"
    r"|rainha|chapa|nobre|senhora?|rapaz|mo[çc][oa]|car[oa]|lind[oa]|menin[oa]|garot[oa]|flor|consagrad[oa]"
    r"|parceir[oa]|patr[ãa]o|chefe|neto|neta|velho|irm[ãa]o?|tesouro|cora[çc][ãa]o|prezad[oa])"
    r"|my (?:dear(?:est)?|friend|love(?:ly)?|darling|boy|girl|lad|lass|child|son|man|sweet|angel"
    r"|treasure|(?:good|dear|young|kind|fine) (?:man|woman|sir|lady|fellow|friend|boy|girl|lad))"
    r"|(?:young|dear|good|kind|old) (?:man|lady|sir|madam|fellow|fella|chap|woman|lad|friend|boy"
    r"|girl)"
)
_WORDS = (
    r"dear|dearie|deary|love|luv|lovey|mate|matey|darling|hun|hon|honey|pal|sir|madam|maam|ma'?am|miss"
    r"|buddy|bro|bruv|dude|man|sweetie|sweetheart|sweety|duck|petal|guv|guvnor|boss|chief"
    r"|champ|son|sonny|lad|laddie|lass|lassie|fella|chap|friend|kiddo|folks|guys|babe"
    r"|querid(?:o|a|inh[oa])|mo[çc](?:o|a|inh[oa])|amig(?:o|a|uinh[oa]|[ãa]o)|chefe|chefia|patr[ãa]o"
    r"|patroa|cara|mano|fi|fia|filh(?:o|a|inh[oa])|doutora?|dr|dra|senhora?|jovem|rapaz|rapazinho"
    r"|menin[oa]|garot[oa]|gurizada|guri|guria|parceir[oa]|campe[ãa]o|mestre|chefinho|amad[oa]|flor"
    r"|anjo|lind[oa]|tio|tia|irm[ãa]o|compadre|comadre|vizinh[oa]|colega|camarada"
    r"|v[ée]io|gente|pessoal|benzinho"
)
_KIND = (
    r"yes|yeah|yep|ok|okay|no|nope|thanks?|thank you|ta|cheers|please|sure|right|fine|perfect"
    r"|lovely|bye|goodbye|sim|n[ãa]o|isso|claro|certo|pode|obrigad[oa]|brigad[oa]|obg|valeu|vlw"
    r"|tchau|tá|ta bom"
    r"|por favor|beleza|blz|mesmo|a[íi]|mais|logo|sorry|desculpa|hi|hello|oi|ol[áa]"
)
_ADDRESSED = re.compile(
    rf"(?<!\w)(?P<kind>{_KIND})(?P<stop>,? )"
    rf"(?:(?:{_PAIRS})(?!\w)|(?:{_WORDS})(?!\w)(?=\W*$|,| (?:{_KIND})\b))"
    rf"|(?:^|(?<=[,.!?] ))(?:{_PAIRS})(?=\W*$|[,.!?])"
    rf"|(?<!\w)(?P<order>pode \w+[aei]r|\w+ it),? (?:{_PAIRS})(?=\W*$)",
    re.IGNORECASE,
)

_THANKS = re.compile(
    r"(?<=\w)\W{1,3}(?:muito |e |and |many )?(?:obrigad[oa]|obg|valeu|vlw|thanks?(?: you)?"
    r"|brigad[oa]|thx|ty|cheers|por favor|please|pfv|gra[çc]as)"
    r"(?: (?:again|so much|a lot|muito|mesmo|t[áa]|viu|desde j[áa]))?\W*$",
    re.IGNORECASE,
)
_THANKED = re.compile(
    r"\b(?:thank\w*|thx|ty|cheers|appreciated|obrigad\w+|brigad\w+|obg|valeu|vlw|grat[oa]"
    r"|agrade[çc]\w+|gracias)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\W*(?:n[ãa]o|no|nope|nah|not)\b", re.IGNORECASE)
_LEAST = 2  # words that say something of their own


def thanks(text: str) -> bool:
    """Tell whether a text has a word of thanks."""
    return _THANKED.search(text[:_LONGEST]) is not None


def plainly_said(text: str) -> str:
    """Return a short text without its courtesies: a "no, thanks" and a bare "thanks" stay."""
    said = unaddressed(text)
    bare = _THANKS.sub("", said) if len(said) <= _LONGEST else said
    return bare if len(bare.split()) >= _LEAST and not _DENIES.match(said) else said


def unaddressed(text: str) -> str:
    """Return a text without the words that only address whoever reads it."""
    found = _ADDRESSED.sub(lambda match: match["kind"] or match["order"] or "", text[:_LONGEST])
    return found.strip(" ,") + text[_LONGEST:] if found != text[:_LONGEST] else text
