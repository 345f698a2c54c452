"""Whether an answer puts off what was asked, or points back at something told long ago.

"Te mando a localização", "I'll explain when I get there", "same as last time": none is the datum.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from language.flat import flat

_LONGEST = 80
_MOST_WORDS = 10
_TELLS = (
    r"(?:send|text|share|forward|tell|explain|e-?mail|whatsapp|drop|give|pass|let (?:you|u) know"
    r"|mand(?:o|ar|amos|arei)|envi(?:o|ar|amos|arei)|pass(?:o|ar|amos|arei)|cont(?:o|ar|arei)"
    r"|expli(?:co|car|carei)|avis(?:o|ar|arei)|dig(?:o|ar)|fal(?:o|arei)|inform(?:o|ar|arei)"
    r"|compartilh(?:o|ar))"
)
_PROMISES = re.compile(
    rf"\b(?:i'?ll|i will|ill|we'?ll|we will|i can|gonna|going to)(?: \w+){{0,2}} {_TELLS}\b"
    rf"|\b(?:te|lhe|ja|vou|vamos|depois|logo|eu|voces?|vcs?) (?:(?:te|lhe|ja|eu) )?{_TELLS}\b"
    rf"|\b{_TELLS} (?:(?:a|o|isso|it|you|that|them) )?(?:depois|mais tarde|daqui a pouco|later"
    r"|soon)\b"
)
_BACK = re.compile(
    r"\b(?:same|usual)\b(?: \w+){0,2} (?:as|place|one|address|spot)\b|\b(?:same|as) (?:as )?(?:last"
    r"|before|always|usual)\b|\bmesm[oa] (?:d[ao]|de|que|endereco|lugar|local)\b"
    r"(?= ?(?:$|outra|ultima|sempre|antes|vez|da|de))"
    r"|\b(?:o|a|no|na|lugar|local|endereco) de sempre\b"
    r"|\byou (?:already )?have it\b|\b(?:ja tem|voces tem|vcs tem)\b"
)
_LATER = re.compile(
    r"\b(?:te|lhe|you|later|depois|quando|when|mais tarde|soon|logo|daqui a pouco)\b"
)
_SAME = frozenset("same usual always mesmo mesma mesmos mesmas msm sempre costume previous".split())
_THIS = frozenset("this esse esta este essa nesse neste current atual aqui here".split())
SAYS_KNOWN = (  # what else such an answer says
    _SAME
    | _THIS
    | frozenset(
        """
as last time before the a one it is its it's i'm im i my on at from with by just use put have you
already got that i've ive had gave told said texting text writing calling messaging talking using
chatting am o os as um de da do dos das que eu to tou estou falando usando ligando escrevendo
mandando mensagem antes ultima ultimo vez outra outro passada passado anterior voces voce vc vcs ja
tem tinha pode ser por meu minha em no na com e eh please favor dei passei disse falei mesmissimo
whatsapp zap chat conversa account conta file cadastro ficha registro profile perfil record records
mine ever lately ok yes sim so
""".split()
    )
)


def puts_off(text: str) -> bool:
    """Tell whether a short answer promises to tell later and tells nothing with a figure."""
    plain = flat(text.strip())
    if len(plain) > _LONGEST or any(sign.isdigit() for sign in plain):
        return False
    return len(plain.split()) <= _MOST_WORDS and _PROMISES.search(plain) is not None


def tells_later(text: str) -> bool:
    """Tell whether it puts off what its hearer is to be told, and not what a guard is."""
    return puts_off(text) and _LATER.search(flat(text)) is not None


def points_back(text: str) -> bool:
    """Tell whether a short answer names nothing but what was told another time."""
    plain = flat(text.strip())
    if len(plain) > _LONGEST or any(sign.isdigit() for sign in plain):
        return False
    return len(plain.split()) <= _MOST_WORDS and _BACK.search(plain) is not None


def refers_to_known(text: str, named: Collection[str]) -> bool:
    """Tell whether an answer names no value, but one that is known: "same phone", "o de sempre".

    `named` are the words that call what was asked for.
    """
    plain = flat(text.strip())
    if len(plain) > _LONGEST or any(sign.isdigit() for sign in plain):
        return False
    said = re.findall(r"[\w']+", plain)
    calls = any(word in named for word in said)
    points = any(word in _SAME or (calls and word in _THIS) for word in said) or points_back(text)
    return points and all(word in SAYS_KNOWN or word in named for word in said)
