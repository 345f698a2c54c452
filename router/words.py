"""The router's own words: how people leave, and how it asks back."""

from __future__ import annotations

from language.detect import Language
from language.matching import words

_LEAVING = """
sair|quero sair|sair daqui|sair disso|parar|para|pare|quero parar|chega|cancelar|cancela|cancele
cancelar tudo|quero cancelar|desistir|desisto|encerrar|encerra|finalizar|deixa pra la
deixa para la|esquece|esqueca|voltar ao inicio|voltar para o inicio|inicio|menu|menu principal
nao quero mais|nao quero continuar|outra hora|fica para depois|depois|mais tarde|agora nao
me deixa em paz|me deixe em paz|podemos fazer isso depois|faco isso depois|depois eu faco
exit|quit|leave|stop|cancel|cancel it|cancel this|cancel everything|i want to leave|i want to stop
i want out|get me out|let me out|never mind|nevermind|forget it|forget about it|main menu
start over|back to start|back to the start|not now|i quit|i give up|stop this|end this|later
maybe later|skip this|leave me alone|can we do this later|let's do this later|do this later
i don't want to|i do not want to
""".strip().replace("\n", "|")
_EXITS = frozenset(tuple(words(phrase)) for phrase in _LEAVING.split("|"))
_COURTESY = frozenset({"please", "por", "favor", "pf", "pfv", "now", "agora"})
_LONGEST = 60

QUESTION: dict[Language, str] = {
    "en": "What would you like to do?",
    "pt": "O que você gostaria de fazer?",
}
STAY: dict[Language, str] = {"en": "Go on with: {title}", "pt": "Continuar: {title}"}
OTHER: dict[Language, str] = {"en": "Something else", "pt": "Outra coisa"}


def leaves(message: str) -> bool:
    """Tell whether the whole message is a phrase people leave with, courtesies aside."""
    if len(message) > _LONGEST:
        return False
    said = [word for word in words(message) if word not in _COURTESY]
    return tuple(said) in _EXITS
