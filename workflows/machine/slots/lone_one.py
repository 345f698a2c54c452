"""Whether an answer to "how many" is one: "uma", "just the one", "quero só uma pizza"."""

from __future__ import annotations

import re

from language.flat import flat

_LEAD = (
    r"(?:so|somente|apenas|just|only|the|por|for|eh?|vai ser|seria|sera|(?:eu )?(?:quero|queria|"
    r"preciso de|prefiro|vou querer|gostaria de)|(?:i'?ll|i will|we'?ll) (?:have|take|go with)|"
    r"(?:i|we) (?:want|need)|(?:i|we)(?:'?d| would) like|(?:give|get|send) me|it'?s|it'?ll be|"
    r"make it|let'?s (?:say|do|go with|have)|pode ser|me ve|manda|ve|bota|coloca|poe|acho que|"
    r"(?:there(?:'?s| is)|tem|temos|tenho|(?:i|we) (?:have|got)) (?:so|apenas|just|only)|"
    r"(?:so|apenas) (?:tem|temos|tenho)|"
    r"i think|por enquanto|for now|ok|okay|sim|yes|entao|then|well|bom|ah|oh|hm+|oi|hi|a)"
)
_TAIL = (
    r"(?:so|apenas|only|mesmo|please|pls|plz|por favor|pfv?r?|ta bom|is fine|is enough|(?:will|"
    r"would) do|basta|chega|(?:pra|para) (?:mim|nos)|for (?:me|us|now)|por enquanto|thanks|"
    r"thank you|obrigad[oa]|obg|then|entao|e so|that'?s (?:it|all)|inteira|unic[oa]|one|viu|ok"
    r"|of course|claro|here|aqui)"
)
_LONE = re.compile(
    rf"\W{{0,9}}(?:{_LEAD}[ ,.!]{{1,9}}){{0,9}}(?P<one>uma?|one|single|an?|1)"
    rf"(?P<rest>(?: [\w'-]+){{0,5}}?)(?:[ ,.!]{{1,9}}{_TAIL}){{0,9}}\W{{0,9}}"
)
_NO_COUNT = re.compile(
    r"\b(?:moment\w*|segund\w*|minut\w*|instante\w*|seconds?|secs?|pergunt\w*|questions?|things?|"
    r"coisas?|duvidas?|problem\w*|issues?|pouco|monte|bocado|few|lot|more|bit|outr[oa]|dia|day|vez|of|d[oa]s|e|and|"
    r"ou|or)\b"
)
_CLAUSE = re.compile(r"[,.;!]|\b(?:so|then|entao|because|porque|i (?:suppose|guess|think)|acho)\b")
_ONE_OF = re.compile(r"\b(?:one|uma?|1) (?P<what>[a-z]{3,})(?! (?:of|d[aeo]s?)\b)")
_COUNTED = frozenset("pair par piece pieces peca unit unidade item".split())
_OTHER_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|dois|duas|tres|quatro|cinco|seis|sete|oito"
    r"|nove|dez|couple|dozen|duzia|another|mais|more|or|ou|no|not|nao|each|cada|per|por|only if)\b"
)
_READ = 80
_LONGEST = 120


def lone_one(text: str, question: str) -> bool:
    """Tell whether an answer is one: alone, or of what the question counts."""
    found = _LONE.fullmatch(flat(text[:_READ]))
    if found is None:
        return False
    rest = found["rest"].split()
    if any(word[:4] in question for word in rest[:2] if len(word) > 3):
        return not re.search(r"\d", found["rest"])
    sure = found["one"] not in ("a", "an") and len(rest) < 2
    return sure and not _NO_COUNT.search(found["rest"])


def one_in_passing(text: str, question: str) -> bool:
    """Tell whether a longer answer counts one and nothing else: "just the one suit, so one bag"."""
    plain = flat(text)
    if len(plain) > _LONGEST or _OTHER_NUMBER.search(plain):
        return False
    named = (m["what"] for m in _ONE_OF.finditer(plain))
    if any(what in _COUNTED or (len(what) > 2 and what[:4] in question) for what in named):
        return True
    return any(lone_one(clause, question) for clause in _CLAUSE.split(plain) if clause.strip())
