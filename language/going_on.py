"""Whether somebody wants to go on with what is under way: said so, or by a leaving denied.

"Let's carry on", "eu não queria sair": the words of leaving are in half of them, so that whoever
looks for leaving asks here first.
"""

from __future__ import annotations

import re

from language.matching import fold, words
from language.phrases import Template, compiled
from language.requests import clauses

_WILL = (
    "vamos|bora|podemos|pode|posso|quero|queria|eu quero|eu queria|prefiro|gostaria de|preciso"
    "|da pra|da para|entao vamos|vamos la|i want to|i wanna|id like to|i would like to|can we"
    "|could we|can i|lets|let us|let me|we can|you can|i can|shall we|please|want to|id rather"
)
_ON = (
    "continuar|continua|continue|continuo|continuamos|continuemos|prosseguir|prossegue|prossiga"
    "|seguir|segue|siga|sigo|seguimos|sigamos|retomar|seguir em frente|ir em frente|ir adiante"
    "|seguir adiante|tocar em frente|go on|carry on|keep going|go ahead|proceed|resume|keep on"
    "|move on with it|pick it up again|continue from here|get on with it|voltar ao que era"
    "|voltar pra onde paramos|voltar para onde paramos|get back to it|go back to it"
)
_WHERE = (
    "isso|com isso|com isto|daqui|de onde paramos|de onde estavamos|onde paramos|por favor|agora"
    "|entao|sim|mesmo|it|this|with it|with this|with that|from here|where we were"
    "|from where we were|where we left off|where we stopped|now|then|please|yes|from there|ai|la"
    "|aqui|here|normalmente|again|de novo"
)
_LEAVING = (
    "sair|parar|cancelar|desistir|encerrar|fechar|abandonar|ir embora|terminar|interromper"
    "|ter saido|ter parado|ter cancelado|ter desistido|que pare|que cancele|que saia"
)
_LEAVING_EN = (
    "leave|stop|cancel|quit|exit|give up|end|leaving|stopping|cancelling|canceling|quitting"
    "|giving up|exiting|be done|abandon"
)
_THIS = (
    "isso|nada|disso|daqui|ainda|agora|nao|tudo|mesmo|com isso|it|this|that|anything|yet|now|at all"
    "|here|please|por favor|from here"
)
_STAYS: Template = (
    f"[mas|e|ok|and|but|so|then|entao|agora|sim|yes] [ainda|sera que] [{_WILL}] [still|ainda]"
    f" ({_ON}) [{_WHERE}] [{_WHERE}]",
    "[mas|e|ok|and|but|so|then|entao|agora|sim|yes|ta|ta bom|beleza|certo|fine|right]"
    " (vamos la"
    "|vamos nessa|bora|bora la|vamo|vamo la|simbora|pode ir|pode mandar|pode perguntar|manda ver"
    "|proxima pergunta|estou pronto|estou pronta|to pronto|to pronta|lets go|lets do this"
    "|lets do it"
    "|next question|im ready|go ahead and ask) [now|then|entao|agora|please|por favor]",
    "[nao|no] [eu] nao (quero|queria|quis|pretendo|pretendia|vou|ia|era para|era pra|e para|e pra"
    f"|precisa|tinha intencao de|disse que queria|disse para|disse pra|pedi para|pedi pra"
    f"|falei que queria|falei para|falei pra|mandei|estou querendo|to querendo) ({_LEAVING})"
    f" [{_THIS}] [{_THIS}]",
    f"[nao|no] [eu] nao (desisti|sai|cancelei|parei|encerrei|estou saindo|to saindo) [{_THIS}]"
    " [nao]",
    "[por favor] nao (pare|cancele|cancela|saia|encerre|encerra|desista|feche) [nao|ainda|agora]"
    " [por favor]",
    "[no|but|wait|oh|sorry] [i|we] (dont|do not|didnt|did not|never|wasnt|was not|am not|im not"
    "|havent|wont) [really|actually] [want to|wanted to|mean to|meant to|ask to|asked to|ask you to"
    "|asked you to|intend to|say i wanted to|said i wanted to|say to|said to|wish to|planning on"
    f"|going to|trying to|plan to] ({_LEAVING_EN}) [{_THIS}] [{_THIS}]",
    "[please|no|wait|but] (dont|do not) (stop|cancel|leave|quit|exit|end|give up) [now|yet|please"
    "|it|this]",
)
_ASKS_WHERE: Template = (  # "where were we?" is asked by who goes on
    "[e|mas|ok|entao|agora|and|so|but] (onde|em que parte|aonde) [e que|que] [a gente|nos]"
    " (paramos|parou|tinha parado|tinhamos parado|estavamos|estava) [mesmo]",
    "[e|mas|ok|entao|agora|and|so|but] where (were we|are we|was i|did we stop|did we leave off"
    "|did we leave it|had we got to|did we get to) [again|now]",
)
_SLIPPED: Template = (  # an answer to "if you did not mean to leave"
    "[opa|oops|ops|oh] [foi|it was|that was|this was|era] (sem querer|engano|um engano|por engano"
    "|erro|um erro|a mistake|an accident|by mistake|by accident|not on purpose)",
    "[eu] me (enganei|confundi|expressei mal)",
)
# "Go on with the booking", "continuar marcando": what with has to be what is under way.
_ON_WITH = re.compile(
    rf"(?:(?:mas|e|ok|and|but|so|then|entao|agora|sim|yes|ainda|sera que) ){{0,2}}(?:(?:{_WILL})"
    rf" (?:(?:still|ainda|a gente|eu) )?)?(?:{_ON}|voltar"
    r"|volta|volte|go back|get back|come back) (?:(?:com|with|to|a|ao|pra|pro|para|in|na|no|o) )?"
    r"(?:(?:o|a|os|as|the|my|our|this|that|meu|minha|esse|essa|este|esta"
    r"|aquele|aquela|nosso|nossa) )?"
    r"(?P<what>\w+(?: \w+){0,3}) "
)
_ANY_FORM = frozenset(
    "cadastro formulario conversa atendimento processo pedido perguntas questoes assunto form"
    " registration questions process signup questionnaire conversation request".split()
)
_IDLE = frozenset(
    "ok okay oi ola opa hi hello hey sorry desculpa desculpe perdao pardon calma espera wait no nao"
    " sim yes certo beleza ah oh hm hum bom well voltei im back cheguei pronto ready obrigado"
    " obrigada thanks thank you right so entao alright all fine pode me i about that isso for the"
    " bem tudo que mal foi por favor please um minuto segundo one moment now agora"
    " back here".split()
)
_BACK = frozenset(
    "back return returning resume voltar volta volte voltamos voltando retomar retoma retome"
    " retorna retornar".split()
)
_ONWARD = frozenset("on continue continuar continua prosseguir seguir segue".split())
_STAYS_OR, _ONLY_SLIPPED = compiled((*_STAYS, *_ASKS_WHERE)), compiled(_SLIPPED)
_ONLY_ASKED_WHERE = compiled(_ASKS_WHERE)
_WANTS_ON = re.compile(
    r"\b(?:quero|queria|posso|vamos|pode|want to|wanna|like to|lets|can we|can i)"
    r" (?:continuar|prosseguir|seguir|retomar|go on|carry on|continue|keep going|resume) "
    r"(?:(?:com )?(?:isso|it|please|por favor|agora|now) )?$"
)
_APOSTROPHES = re.compile(r"['’]")
_ALIKE = 4  # first letters that a word shares with what it stands for: "booking", "book"
_READ = 200


def goes_on(text: str, about: str = "") -> bool:
    """Tell whether a part of a message wants to go on; `about` names what is under way."""
    return len(text) <= _READ and any(_stays(part, about) for part in clauses(text))


def ends_going_on(text: str, about: str = "") -> bool:
    """Tell whether a message goes on, and asks for nothing and leaves nothing behind that."""
    if len(text) > _READ:
        return False
    staying = [_stays(part, about) for part in clauses(text)]
    return bool(staying) and staying[-1]


def wants_on(text: str, about: str = "") -> bool:
    """Tell whether a message ends with wanting to go on, whatever it says before that."""
    return ends_going_on(text, about) or (
        len(text) <= _READ and _WANTS_ON.search(_plain(text)) is not None
    )


def only_goes_on(text: str, about: str = "") -> bool:
    """Tell whether a message wants to go on, and says nothing else but courtesies."""
    if len(text) > _READ:
        return False
    if asks_where(text):
        return False  # a question, which whoever remembers answers
    parts = clauses(text)
    staying = [_stays(part, about) for part in parts]
    rest = [part for part, stays in zip(parts, staying, strict=True) if not stays]
    return any(staying) and all(_IDLE.issuperset(words(part)) for part in rest)


def returns(clause: str) -> bool:
    """Tell whether a clause has a word of going back."""
    return not _BACK.isdisjoint(words(clause[:_READ]))


def returns_to(clause: str, about: str) -> int:
    """Count the words by which a clause that wants back, or on, calls what it wants."""
    wants = returns(clause) or not _ONWARD.isdisjoint(words(clause[:_READ]))
    return shared(clause, about) if wants else 0


def shared(text: str, about: str) -> int:
    """Count the telling words of a text that stand in another one, whatever their endings."""
    known = {word[:_ALIKE] for word in words(about) if len(word) >= _ALIKE}
    return len({word[:_ALIKE] for word in words(text) if len(word) >= _ALIKE} & known)


def asks_where(text: str) -> bool:
    """Tell whether a message asks where one was, and nothing else."""
    parts = clauses(text) if len(text) <= _READ else []
    return bool(parts) and all(_ONLY_ASKED_WHERE.fullmatch(_plain(part)) for part in parts)


def denies_leaving(text: str) -> bool:
    """Tell whether a message says that leaving was a slip."""
    return len(text) <= _READ and any(
        _ONLY_SLIPPED.fullmatch(_plain(part)) for part in clauses(text)
    )


def _stays(clause: str, about: str) -> bool:
    said = _plain(clause)
    if _STAYS_OR.fullmatch(said):
        return True
    found = _ON_WITH.fullmatch(said)
    return found is not None and _is_under_way(found["what"].split(), words(about))


def _is_under_way(what: list[str], named: list[str]) -> bool:
    known = {word[:_ALIKE] for word in named if len(word) >= _ALIKE}
    return any(word in _ANY_FORM or word[:_ALIKE] in known for word in what)


def _plain(text: str) -> str:
    return "".join(f"{word} " for word in words(_APOSTROPHES.sub("", fold(text))))
