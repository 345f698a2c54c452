"""What somebody wants of a thing that is done already: called off, or something noted with it.

"Cancela essa", "can you add that I have a dog?": no datum of it is told anew. A question about the
rules ("what if I have to cancel?") wants neither.
"""

from __future__ import annotations

import re
from typing import Literal

from language.flat import flat
from language.speech_acts.classify import clause_reading

Afterthought = Literal["call off", "note"]
_LONGEST = 200  # characters
_KIND = 0.3  # how likely a message is rather a kindness: "tell your team they are great"
_CALLS_OFF = re.compile(
    r"\b(?:cancel(?:ar|a|am|e|em)?|desist(?:ir|o|i|imos)|desmar(?:car|cam?|quem?)|desfaz(?:er|em)?"
    r"|desfaca|(?:is|are|gets?|be) cancell?ed|tir(?:a|am|ar|em|e) (?:a|o|aquela|aquele) (?:de|da|do"
    r"|primeir[ao]|antig[ao]|outr[ao])|take off (?:the|my|our) (?:first|old|other|earlier)"
    r"|call (?:it|that|this) off"
    r"|call off|(?:scrap|drop|undo) (?:it|that|this|the|my|our|both|one)"
    r"|tira(?:r)? (?:o meu nome|meu nome|a gente|a minha|minha)|take (?:me|us) off)\b"
)
_NOT_COMING = re.compile(
    r"\b(?:(?:i'?m|i am|we'?re|we are) not (?:coming|going)|(?:can'?t|cannot|won'?t)"
    r" (?:come|make it)"
    r"|nao vou mais|nao (?:vou|vamos|posso|consigo) (?:mais )?(?:poder|conseguir)?(?: mais)? ?ir"
    r"|nao vamos mais)\b"
)
# Asked of the rules, told of what was, or denied: nothing is to be called off.
_NO_CALL = re.compile(
    r"\b(?:if|se|caso|when|quando|until|ate|later|depois|afterwards|always|ever|fees?|charg\w+|taxa"
    r"|multa|cobra\w*|how|como|why|por ?que|policy|politica|allowed|prazo|free)\b"
    r"|\b(?:did|has|have|was|don'?t|do not|never|not|nao|nem|quem|who)\W+(?:\w+\W+){0,2}"
    r"(?:cancel|desmar|desf|call|drop|scrap)"
)
_LEAD = (
    r"\W*(?:(?:oh|ah|so|e|and|ok|also|tambem|tb|tbm|sorry|desculpa|opa|oi|hey|please|por favor"
    r"|pf|mas|but|just|so|yes|sim|certo|beleza|valeu|thanks|obrigad[oa])\W+){0,4}"
    r"(?:(?:(?:can|could|would|will) (?:you|u|i|we)|(?:i|we) (?:want|need|would like|d like)"
    r"(?: you)?(?: to)?|da (?:pra|para)|pode(?:ria|m)?|posso|tem como|consegue[ms]?|(?:eu )?"
    r"(?:quero|queria|preciso|gostaria de)|e possivel|sera que da (?:pra|para))\W+)?"
    r"(?:(?:also|please|just|voces?|vcs?|tambem|so|me|ja|ai)\W+){0,2}"
)
_TOLD_ON = r"(?:\W+(?!me\b)\w+){0,4}?(?:\W+(?:that|que)\b|\s*:)"
_NOTES = re.compile(
    _LEAD + r"(?:"
    r"(?:note|add|writ\w+|put|jot|mention|includ\w+|(?:make|leave) a (?:note|remark)"
    r"|anot\w+|adicion\w+|acrescent\w+|inclu\w+|coloc\w+|bot[ae]\w*|poe|por|ponh\w+|escrev\w+"
    r"|registr\w+|deix[ae]\w*|menciona\w*|observ\w+|avis[ae]r?|fal[ae]r?|diz(?:er)?|diga)"
    + _TOLD_ON
    + r"|(?:tell|inform|warn|ask) (?:him|her|them|the \w+|your \w+|everyone)\b"
    r"|(?:please |so |just |also )?note (?:i|we|i'?m|we'?re|my|our|there|it|he|she|they)\b"
    r"|let (?:him|her|them|the \w+|your \w+) know\b"
    r"|(?:avis[ae]r?|fal[ae]r?|diz(?:er)?|diga|ped[ei]\w*) (?:pra|para|pro|ao?|as|os|com)"
    r" (?:el[ea]s?|o|a|os|as)?\b"
    r"|(?:anot\w+|note|adicion\w+|add|deix\w+|coloc\w+|poe|bot[ae]\w*|leave|put)"
    r"(?: down)? (?:uma?|an?|essa|this|another|one)? ?"
    r"(?:observacao|obs|recado|note|remark|comment|detalhe|detail)\b"
    r")"
)
_FORGOT = re.compile(
    r"\b(?:esqueci|esquecemos|faltou|forgot)(?: \w+){0,1} (?:to |de )?(?:say|tell|mention|add|note"
    r"|falar|dizer|avisar|contar|anotar)\b"
)


def afterthought(message: str) -> Afterthought | None:
    """Tell what a message wants of a thing that is done."""
    if len(message) > _LONGEST:
        return None
    plain = flat(message)
    if (_CALLS_OFF.search(plain) or _NOT_COMING.search(plain)) and not _NO_CALL.search(plain):
        return "call off"
    noted = _NOTES.match(plain) or _FORGOT.search(plain)
    return "note" if noted and clause_reading(message).of("kind") < _KIND else None
