"""Whether a clause demands a person, in words of its own and whatever stands around the demand.

`language/partners.py` knows the usual ways as whole clauses. Whoever is angry or has had enough
says it in others: what they have in common is a wish or an order, the way to somebody, and nobody
of their own: "call my manager" is for somebody else.
"""

from __future__ import annotations

import re

from language.matching import fold, words
from language.speech_acts.acts import may_question

_WISH = (
    r"(?:i (?:just |only |really |still )?(?:want|need|demand|wish|would like|d like|ve got)"
    r"|id like|i wanna|wanna|let me"
    r"|can i|could i|may i|can we|how (?:do|can) i|just want|want to|want"
    r"|is there|are there|isnt there|have you got|do you have|(?:eu )?(?:so )?(?:quero|queria"
    r"|preciso|exijo)|gostaria de|me deixa|deixa eu|deixe eu|posso|da (?:pra|para)|tem como"
    r"|como (?:eu )?(?:faco|posso)|(?:sera que |nao )?tem(?! gente\b))"
)
_ORDER = (
    r"(?:get|give|put|pass|transfer|connect|call|escalate"
    r"|chama|chame|chamem|passa|passe|passem|transfere|transfira|bota|coloca|poe|arruma|arranja"
    r"|traz|traga|encaminha|liga|cade)"
)
_LINK = (
    r"(?: (?:me|to|on|over|through|with|a|an|the|some|any|your|one of|of|this|it|right|just|um|uma"
    r"|o|os|as|algum|alguma|com|pra|pro|para|por|favor|logo|agora|ja|isso|ai|aqui|please|so|up|in"
    r"|direto|eu|real|actual|live|proper|human|de|verdade|hold|touch|put))"
)
_ONE = r"(?: (?:a|an|the|any|some|your|um|uma|o|os|algum|alguma|real|actual|live|proper))"
_TALK = (
    r"(?: (?:speak|talk|chat|complain|be connected|hear from|get hold of|get|reach|falar|conversar"
    r"|tratar|resolver|reclamar|ser atendid[oa]))"
)
_SOMEBODY = (
    r"(?: (?:human|humans|human being|person|people|somebody|someone|anybody|anyone|boss|manager"
    r"|supervisor|superior|owner|chief|colleague|agent|operator|representative|staff|adult"
    r"|humano|humana|gente|pessoa|alguem|atendente|gerente|gerencia|chefe|chefia|dono|dona"
    r"|responsavel|supervisora|encarregado|encarregada|operador|operadora|funcionario"
    r"|funcionaria))"
)
_WHOEVER = (
    r"(?: (?:whoever|who ?ever|who is in charge|whos in charge"
    r"|quem (?:manda|resolve|decide)))"
)
_BEHIND = (
    r"(?: (?:now|please|there|here|real|alive|human|instead|ai|aqui|agora|ja|logo|por|favor|de"
    r"|verdade|carne|osso|e|i|can|could|to|ring|call|speak|talk|with|me|pra|para|falar|conversar|eu|possa"
    r"|comigo|in|charge|who|that|que|resolva|isso|else|at|all|mesmo|imediatamente|pelo|amor|deus"
    r"|pls|pfv|the|phone|on))*"
)
_DEMANDS = re.compile(
    rf"\b(?:{_WISH}{_LINK}*{_TALK}{_LINK}*(?:{_SOMEBODY}|{_WHOEVER})\b"
    rf"|(?:{_WISH}{_ONE}*|{_ORDER}{_LINK}*)(?:{_SOMEBODY}|{_WHOEVER}){_BEHIND}$)"
)
# "Is there an actual human about?": who asks after people that are none of a machine wants one.
_THERE = (
    r"(?:(?:is|are|isnt|arent) (?:there|any\w*|some\w*)|any\w*|does any\w*|do any|have you got"
    r"|do you have|got any\w*|tem|ha|existem?|algu[me]\w*|ninguem|nobody)"
)
_REAL = r"(?:actual|real|live|living|proper|genuine|human|flesh and blood)"
_REALLY = r"(?:real|human|alive|de verdade|humano|humana|de carne e osso|real mesmo)"
_PEOPLE = (
    r"(?:persons?|people|somebody|someone|anybody|anyone|staff|member of staff|beings?|gente"
    r"|pessoas?|alguem|ninguem|atendentes?)"
)
_HUMANS = rf"(?:{_REAL} {_PEOPLE}|{_PEOPLE} {_REALLY}|humans?|humanos?|seres? humanos?)"
_AFTER_HUMANS = re.compile(
    rf"^(?:\w+ ){{0,3}}?{_THERE} (?:\w+ ){{0,2}}?{_HUMANS}\b|^(?:\w+ ){{0,2}}?{_PEOPLE} {_REALLY}\b"
)
_MOST_WORDS = 10
_NOT = re.compile(  # somebody else's wish, or none
    r"\b(?:dont|do not|not|never|no need|nao (?:quero|preciso|queria)|nunca|nem|if|se|when|quando"
    r"|he|she|they|ele|ela|eles|said|told|asked|disse|disseram|falou|falaram|pediu|mandou|my|meu"
    r"|minha|our|nosso|nossa|his|her|seu)\b"
)
_LONGEST = 200  # characters


def demands_person(clause: str) -> bool:
    """Tell whether a clause demands to be put through to somebody."""
    if len(clause) > _LONGEST:
        return False
    said = " ".join(words(fold(clause).replace("'", "").replace("’", "")))
    found = _DEMANDS.search(said) or _after_humans(clause, said)
    return found is not None and _NOT.search(said[: found.end()]) is None


def _after_humans(clause: str, said: str) -> re.Match[str] | None:
    asked = clause.rstrip().endswith("?") or may_question(clause)
    if not asked or len(said.split()) > _MOST_WORDS:
        return None
    return _AFTER_HUMANS.search(said)
