"""Known phrases of injections and jailbreaks, in several languages.

A phrase must be an order to the machine about the machine: "ignore all previous instructions" is
one, "which instructions do I follow" and "ignore the header" are not.
"""

from __future__ import annotations

import re
import unicodedata

from guardrails.guard import ALLOW, Context, Guard, Verdict

_LOOKED_AT = 32_768
# Letters of other alphabets that look like ours.
_ALIKE = str.maketrans("аеорсухіѕјԁɡοαεικνρτυχ", "aeopcyxisjdgoaeiknptux")

_DROP = (
    r"(?:ignore|disregard|forget|override|discard|bypass|violate|break|ignora|ignore[ms]?|ignorar"
    r"|desconsidere|desconsidera|esqueca|esquece|descarte|desobedeca|burle|contorne|olvida|olvide"
    r"|descarta|desobedece|haz caso omiso de|oublie[zr]?|ignorez|vergiss|vergesst|ignoriere"
    r"|missachte|dimentica|negeer|vergeet|ignoruj|zapomnij|unut|забудь|игнорируй|oтмени)"
)
_ALL = (
    r"(?:\W+(?:all|any|every|of|the|your|my|these|those|previous|prior|above|earlier|preceding"
    r"|former|existing|original|initial|system|safety|internal|todas?|todos?|as|os|a|o|suas?|seus?"
    r"|estas?|essas?|instrucoes|instrucciones|anteriores|previas|iniciais|las|los|tus|sus|toutes?"
    r"|tous|les|tes|vos|precedentes|alle[nr]?|die|deine[nr]?|vorherigen|bisherigen|obigen|tutte"
    r"|le|tue|istruzioni|precedenti|voorgaande|все|предыдущие)){1,7}?"
)
_RULES = (
    r"\W+(?:instructions?|instruct?ions|directives?|directions|guidelines|prompts?|commands?"
    r"|programming|system prompt|safety (?:rules|guidelines|policies)|ethics|training"
    r"|instrucoes|diretrizes|comandos|ordens|treinamento|regras|instrucciones|ordenes|reglas"
    r"|consignes|regles|anweisungen|instruktionen|vorgaben|regeln|istruzioni|regole|instructies"
    r"|инструкции|указания|anteriores|precedenti)\b"
)
_PAST = (
    r"(?:previous|prior|above|earlier|preceding|your|system|safety|initial|original|everything|suas"
    r"|seus|anteriores|previas|acima|iniciais|tus|sus|precedentes|vos|tes|vorherigen|bisherigen"
    r"|obigen|deine|precedenti|tue|voorgaande|предыдущие|все)"
)
_PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("override", rf"\b{_DROP}(?=[^.!?\n]{{0,60}}?\b{_PAST}\b){_ALL}{_RULES}"),
        (
            "override",
            r"\b(?:forget|ignore|disregard|esqueca|ignore|desconsidere|olvida|oublie|vergiss)\W+"
            r"(?:everything|all|tudo|todo|tout|alles)\W+(?:(?:that|you|i|we|they|was|were|have"
            r"|had|been"
            r"|que|o|a|te|lhe|voce|disse\w*|ce|was|dir|te|han|foi|ja|before|antes|avant)\W+){0,6}"
            r"(?:told|said|instructed|learned|before|above|dito|disseram|disse|mandaram|antes|acima"
            r"|aprendeu|dicho|dit|avant|gesagt|wurde)\b",
        ),
        (
            "leak",
            r"\b(?:show|reveal|print|repeat|output|display|give|tell|expose|leak|copy|paste|recite"
            r"|mostre|mostra|revele|repita|imprima|exiba|diga|copie|cole|muestra|revela|repite"
            r"|montre"
            r"|revele|affiche|zeige?|nenne|verrate)\b(?:\W+(?:me|us|the|all|of|out|word|for|exactly"
            r"|por|palavra|o|a|os|as|mim|me|todo|toda|el|tu|le|ton|mir|den"
            r"|deinen)){0,5}\W+(?:your|seu"
            r"|sua|suas|tu|tus|ton|votre|deine[nr]?|the hidden|the secret|o|the)\W+"
            r"(?:(?:full|entire|initial|original|hidden|secret|whole|complete|own|inicia[il]s?"
            r"|complet[oa]|secret[oa]s?)\W+){0,3}(?:system prompt|system message|initial prompt"
            r"|prompt (?:de|do|del) sistema|prompt inicial|system-?prompt|hidden instructions"
            r"|secret instructions|initial instructions|instrucoes (?:secretas|iniciais"
            r"|ocultas))\b",
        ),
        (
            "persona",
            r"\byou (?:are|will be|shall be) (?:now |going to (?:be|act as) )(?:an? )?(?:dan|stan"
            r"|dude"
            r"|aim|evil\w*|unfiltered|unrestricted|uncensored|jailbroken|amoral)\b",
        ),
        (
            "persona",
            r"\b(?:do anything now|you have no (?:restrictions|ethical|moral)"
            r"|without any (?:ethical|moral)"
            r" (?:restrictions|guidelines|limits)|has no (?:ethical|moral) (?:restrictions"
            r"|guidelines"
            r"|limits|or (?:moral|ethical))|responda (?:tudo )?sem (?:nenhuma )?(?:restricoes"
            r"|censura"
            r"|filtros?)|(?:enable|activate|enter|ative|entre no|activa) (?:the )?(?:dan|jailbreak"
            r"|unrestricted|developer|modo desenvolvedor|modo irrestrito|modo sin restricciones)"
            r"(?: mode)?\b(?:[^.\n]{0,40}(?:filter|restrict|polic|filtro|restric))?)",
        ),
        (
            "fake_system",
            r"<\|?(?:im_start|im_end|system|endoftext)\|?>|\[/?inst\]|<</?sys>>"
            r"|(?:^|\n)\W{0,8}system (?:override|update)\W{1,3}[^\n]{0,60}\b(?:ignore|comply"
            r"|disable|all)\b",
        ),
        (
            "indirect",
            r"\b(?:if you are|as|attention|note to|dear|hey|atencao|aviso a|se voce e"
            r"|nota para)\b[^.\n]{0,12}"
            r"\b(?:ai|llm|language model|ai assistant|ai agents?|modelo de linguagem"
            r"|ia)\b[^.\n]{0,60}"
            r"\b(?:ignore|must|forward|send|transfer|recommend|do not tell|envie|deve|recomende"
            r"|nao conte)\b",
        ),
    )
)  # fmt: skip


def check(text: str, context: Context) -> Verdict:
    """Block a text that holds a known phrase."""
    plain = _plain(text[:_LOOKED_AT])
    for name, phrase in _PHRASES:
        if phrase.search(plain):
            return Verdict("block", "injection", f"a known phrase: {name}")
    return ALLOW


def _plain(text: str) -> str:
    """Write lookalikes, accents and letters set apart as a reader reads them."""
    folded = unicodedata.normalize("NFKD", text).casefold().translate(_ALIKE)
    folded = "".join(c for c in folded if not unicodedata.combining(c))
    return re.sub(
        r"(?<!\w)\w(?:[ ._*-]\w){4,80}(?!\w)",
        lambda found: re.sub(r"[ ._*-]", "", found[0]),
        folded,
    )


GUARD = Guard("phrases", check, rank=40, stages=("input", "tool_args", "tool_result"))
