"""What sounds worn out and speaks of the service alone: "I can't do this, give me a person".

A guess of distress counts nothing beside it. Whoever is handed to a person is heard by one.
"""

from __future__ import annotations

import re

from guardrails.heads.plain import plain
from language.requests import clauses
from language.speech_acts.classify import clause_reading

_PERSON = 0.9  # how likely it must be that a clause wants a person
# Told to the service to do, for "I need to talk to someone" may be said to anybody.
_HANDED = re.compile(
    r"\b(?:give|get|put|connect|transfer|pass|hand|send|forward) me\b"
    r"|\bme (?:passa|passe|transfere|transfira|encaminha|encaminhe|manda|poe|coloca|conecta|da)\b"
    r"|\b(?:passa|passe|transfere|transfira|encaminha|chama|chame) (?:logo )?(?:pr[ao]|para|pra|um"
    r"|uma|o|a)\b"
)
# Whoever wants to go on has not had enough of it.
_GOES_ON = re.compile(
    r"\b(?:quero|queria|vamos|bora|want to|wanna|let'?s|let me|(?:would|'d) like to)"
    r"(?: (?:so|just|sim|mesmo))? (?:continuar|seguir|prosseguir|retomar|go on|continue|resume"
    r"|keep going|carry on)\b"
)
_DENIED = re.compile(
    r"\b(?:nao|nem|nunca|sem|se|jamais|vivendo|viver|vida|not|never|no|if|cannot|without|wish|life"
    r"|living|\w+n'?t)\b"
)


def is_of_service(text: str) -> bool:
    """Tell whether a message asks the service for a person, or only wants to go on with it."""
    known = plain(text)
    if _GOES_ON.search(known) and not _DENIED.search(known):
        return True
    return any(_HANDED.search(plain(each)) and _wants_person(each) for each in clauses(text))


def _wants_person(clause: str) -> bool:
    return clause_reading(clause).of("person") >= _PERSON
