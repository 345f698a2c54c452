"""The words people leave, ask for help and agree with: one vocabulary, whoever listens.

What a phrase leads to is the listener's to say: "stop" leaves a workflow, refuses what waits for
approval, and is nothing where nothing is under way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from language.going_on import only_goes_on
from language.matching import fold, words
from language.partners import wished_partner
from language.phrases import Template, compiled, single_words, spelled_out

Intent = Literal[
    "stop", "exit", "later", "home", "farewell", "decline", "help", "meaning", "abilities",
    "human", "assistant", "why", "back", "on",
]  # fmt: skip
LEAVING: tuple[Intent, ...] = ("stop", "exit", "later", "home", "farewell")

_STOP = "cancel|cancela|cancelar|cancele|stop|abort|aborta|abortar|para|pare|parar"
_LEAVE = f"{_STOP}|sair|exit|quit|leave|desistir|desisto|encerrar|encerra|finalizar"
_TELL = "dizer|informar|responder|falar|contar|compartilhar|passar|dar|te dizer|te contar"
_TELL_EN = "say|tell|answer|share|give"
_TOLD = (
    "isso|essa|esta|esse dado|essa informacao|essa pergunta|esta pergunta|isso agora|agora|that|it"
    "|this|this one|that one|this question|that question"
)
_THIS = "isso|isto|tudo|this|that|it|everything|here|por aqui|daqui|disso"
_WISH = "quero|queria|preciso|posso|gostaria de|i want to|i need to|can i|let me|id like to"
_SOMEBODY = (
    "humano|human|atendente|pessoa|pessoa de verdade|person|real person|somebody|someone|alguem"
    "|agent|human agent|atendimento humano|operator|operador"
)
_INTENTS: dict[Intent, Template] = {
    "stop": (f"({_STOP})",),
    "exit": (
        f"[eu] [quero|vamos|can we|i want to|lets] ({_LEAVE}) [{_THIS}]",
        "deixa [pra la|para la|quieto]",
        "[eu] desisti [disso|de tudo]",
        f"[nao] [pode] ({_STOP}) (tudo|o cadastro|a conversa|all of it|all this)",
        "vamos parar [por aqui|com isso]",
        "(esquece|esqueca|never mind|nevermind|chega)",
        "forget [about] (it|this|that)",
        "[eu] nao quero (mais|continuar|prosseguir|seguir) [com isso|com isto|isso]",
        "(lets not|i dont want to|i do not want to|id rather not) (go on|continue|proceed|carry on)"
        " [with this|with it]",
        "(i give up|i quit|i want out|i dont want to|i do not want to)",
        "(get|let) me out",
        "end this",
        "leave me alone",
        "me (deixa|deixe) em paz",
    ),
    "later": (
        "(depois|mais tarde|agora nao|outra hora|not now)",
        "[maybe] later",
        "[can we|lets] do (this|it) later",
        "fica (para|pra) depois",
        "(podemos|posso) fazer isso depois",
        "(faco isso depois|depois eu faco)",
    ),
    "home": (
        "[voltar] [ao|para o|pro] inicio",
        "menu [principal]",
        "main menu",
        "start over",
        "back to [the] start",
    ),
    "farewell": (
        "(tchau|tchauzinho|adeus|bye|bye bye|goodbye|cya)",
        "ate (logo|mais|breve|amanha|a proxima)",
        "see (you|ya) [later|soon|tomorrow]",
    ),
    "decline": (  # what was asked, and nothing else
        f"[eu] (prefiro|preferia|preferiria) nao ({_TELL}) [{_TOLD}]",
        f"[eu] nao (quero|vou|posso|gostaria de|pretendo) ({_TELL}) [{_TOLD}]",
        f"(id|i would|i) (rather|prefer) not [to] [{_TELL_EN}] [{_TOLD}]",
        f"i (dont|do not) (want to|wanna|like to|wish to) ({_TELL_EN}) [you] [{_TOLD}]",
        f"(pular|pula|pule|passo|passa|proxima|skip|next) [{_TOLD}]",
        "[eu] nao (sei|lembro|me lembro|faco ideia|sei dizer|tenho certeza|tenho ideia|decorei)"
        " [de cor|ao certo|de cabeca|agora|no momento|dizer|informar|responder]",
        "[isso] [eu] nao (informo|digo|conto|falo|passo|dou|respondo) [isso] [nao]"
        " [meu bem|moca|moco]",
        "[isso] [eu] (prefiro|quero) nao (dizer|informar|responder) [isso]",
        "(sei la|nem ideia|nao faco a minima ideia|no idea|i have no idea|not sure|who knows)",
        "[i] (dont|do not) (know|remember|recall)",
        "(im|i am) not sure",
        "[isso] nao (e da sua conta|te interessa|interessa|vem ao caso)",
        "[thats|that is|its] none of your business",
    ),
    "help": (
        "[me] ajuda",
        "help [me]",
        "socorro",
        "como [isso] funciona",
        "how does this work",
        "o que [eu] (posso|devo) (fazer|dizer)",
        "what can i (do|say) [here]",
        "[i will|ill|let me|can i] say it (differently|in other words)",
        "[eu] (vou|quero|deixa eu|posso) dizer (de outro jeito|de outra forma)",
    ),
    "meaning": (
        "nao entendi",
        "i (dont|do not) understand",
        "what does (that|this|it) mean",
        "what do you mean",
        "o que [isso|e isso] (significa|quer dizer) [isso]",
    ),
    "abilities": ("what can you do", "o que voce (faz|sabe fazer|pode fazer)"),
    "human": (
        f"[eu] [{_WISH}] ({_SOMEBODY})",
        f"[eu] [{_WISH}] (falar|conversar|speak|talk) (com|to|with)"
        f" [um|uma|a|an|o|the|some] ({_SOMEBODY})",
    ),
    "back": (
        "(voltar|volta|volte|back|previous|anterior|undo)",
        "[quero] (voltar|volta|volte) [uma|para a|pra|a] [pergunta|questao|anterior]",
        "[can we|lets|please] go back [a step|one|one question]",
        "[the] previous question",
        "[a] pergunta anterior",
    ),
    "assistant": (
        "voltar (ao|para o|pro) (robo|assistente|bot)",
        "back to the (assistant|bot|robot)",
    ),
    "on": ("(continuar|prosseguir|go on|carry on|keep going)",),
    "why": (
        "(por que|porque|pq|por q|p q|pra q|para que|paraque|pra que|praque|why|what for)",
        "como assim",
    ),
}

# What a message begins with that says hello.
_GREETING: Template = (
    "[oi|ola|hi|hello|hey] (hi|hello|hey|hiya|oi|oie|ola|opa|alo|e ai|bom dia|boa tarde|boa noite"
    "|good morning|good afternoon|good evening|good day|greetings)"
    " [there|all|everyone|again|gente|pessoal|de novo]"
    " [tudo bem|tudo bom|tudo certo|tudo joia|como vai|como vai voce|how are you|nice to meet you]",
)
# What is asked behind it out of courtesy, where nothing else follows.
_AFTER_GREETING: Template = (
    "[e] [doing|how|hows|como|tudo|voce|com|it] (doing|going|it going|do you do|are you doing"
    "|vai|vao|esta|estao|bem|beleza|joia|voce|voces|contigo|por ai)"
    " [voce|voces|vc|com voce|com voces|com vc|contigo|por ai] [today|hoje]",
)
_YES: Template = (
    "(yeah|yep|yup|claro|com certeza|ok|okay|sure|of course|confirmo|confirmado)",
    "yes [please]",
    "sim [por favor]",
)
_NO: Template = (
    "(nope|nah|negativo|nunca|de jeito nenhum)",
    "no [thanks|thank you]",
    "nao [obrigado|obrigada]",
)
# What agrees with something that was said, and consents to nothing.
_RIGHT: Template = (
    "(certo|certa|correto|correta|isso|isso mesmo|exato|exatamente|perfeito|right|correct)",
    "(exactly|perfect|thats right|looks good|pode salvar)",
    "(esta|ta|tudo) certo",
    "esta correto",
)
_WRONG: Template = (
    "[esta|ta|thats] (errado|errada|wrong)",
    "(incorrect|incorreto|not quite|not right|isso nao)",
)
# What takes nothing of an offer: "what should be different?" "nothing".
_NOTHING: Template = ("(nada|nothing|none|nenhum|nenhuma|esta tudo certo|its fine)",)
# What consents or refuses as a whole message, and may begin something else.
_CONSENT: Template = (
    "(y|s|approve|approved|confirm|confirmed|go ahead|do it|aprovo|aprovado|vai em frente)",
    "pode [sim|ser]",
    "(continue|continua)",
)
_REFUSAL: Template = ("(n|deny|denied|recuso|negado|nao quero|nao pode)", *_INTENTS["stop"])
WORDS = single_words([*_INTENTS.values(), _YES, _NO, _RIGHT, _WRONG])

_NO_WORDS = single_words([_NO, _WRONG])

_LONGEST = 120
_MOST_MEANT = 3  # words of what a "why" is about
_OF_ONE = frozenset("meu minha my".split())  # "why my e-mail?"
_TELLING = 3  # letters of a word that tells what was asked
_OWN = frozenset("o a os as meu minha my the your seu sua de do da isso this that e is".split())
# What follows a "why" that is about our asking.
_ASKED_FOR = re.compile(
    r"(?:(?:e que|eh que|que|e|do|does|would|should|must|is|are|tenho que|preciso|have to|i) ){0,3}"
    r"(?:(?:voce|voces|vc|vcs|tu|you|u|they|o sistema|o app|the app|this|that|it|isso|isto"
    r"|esse|essa|este|esta|dado|informacao|pergunta|question|information) ){0,3}"
    r"(?:(?:all|mesmo|really|tudo|nao|me|te|still|ainda|esta|ta|e|is|are|so|tao) ){0,2}"
    r"(?:need|needs|needed|necessary|want|wants|ask|asks|asking|require[ds]?|required|know|collect"
    r"|matter|matters|important|relevant|precisam?|precisaria|quer|querem|queria|pergunta"
    r"|perguntam|perguntou|perguntando|pede|pedem|pediu|pedindo|exige|exigem|solicita|coleta"
    r"|saber|informar|responder|dizer|tell|answer|say|give|importa|interessa|necessari[oa]"
    r"|obrigatori[oa]|relevante|importante|(?:serve|usam?|utilizam?|use|uses)(?= (?:isso|isto|this"
    r"|that|it|ess[ea]|est[ea])|$)|(?:isso|isto|this|that|dado|informacao|pergunta)(?= $)) "
)
_PATTERNS: dict[Intent, re.Pattern[str]] = {
    intent: compiled(template) for intent, template in _INTENTS.items()
}
_CONSENTS, _REFUSES = compiled((*_YES, *_CONSENT)), compiled((*_NO, *_REFUSAL))
_AGREES, _DISAGREES = compiled((*_YES, *_RIGHT)), compiled((*_NO, *_WRONG))
# "I do not want to sign up any more": whatever it is that is not wanted.
_NO_MORE = re.compile(
    r"(?:eu )?nao quero mais (?:\w+ ){0,5}"
    r"|i (?:dont|do not) want (?:to )?(?:\w+ ){0,5}(?:anymore|any more) "
)
_TAKES_NOTHING = compiled(_NOTHING)
_GREETS = compiled(_GREETING)
_IS_COURTEOUS = compiled(_AFTER_GREETING)
_FIRST_WORD = re.compile(r"(\w+)\b[\s,.!;:-]+(?=\S)")
_NO_ONE = re.compile(r"no[\s-]one\b", re.I)
_PLAIN = re.compile(r"[\w\s.,!'’]*")  # a plain answer holds nothing else
_APOSTROPHES = re.compile(r"['’]")
_NO_FIRST = re.compile(r"^\W*(?:no|nao)\s*[,.!;:]\s*(?=\w)")  # "no, stop", and not "no stop"
_COURTESY = re.compile(
    r"\b(?:please|pls|plz|por favor|pfv?|thanks|thank you|obrigad[oa]|now|agora|ok) "
)
_BUT = re.compile(r"\b(?:mas|but|except|exceto|so que)\b")


def vocabulary(intent: Intent) -> list[str]:
    """Return every phrase that says one thing."""
    return list(dict.fromkeys(spelled_out(_INTENTS[intent])))


def intent_of(message: str) -> Intent | None:
    """Return what a whole message says, courtesies aside; None where it says something else."""
    return None if len(message) > _LONGEST else _known_intent(message)


@lru_cache(1_024)  # a message and its clauses are asked about many times on their way
def _known_intent(message: str) -> Intent | None:
    folded = fold(message)
    if "?" in folded and not folded.strip("? "):
        return "help"
    for said in _forms(folded):
        for intent, pattern in _PATTERNS.items():
            if pattern.fullmatch(said):
                return intent
        greeted = _GREETS.match(said)
        if wish := wished_partner(said[greeted.end() :] if greeted else said):
            return wish
        if _NO_MORE.fullmatch(said):
            return "exit"
    return "on" if only_goes_on(message) else None


def behind_greeting(message: str) -> str | None:
    """Return what follows the greeting that a message begins with; None if it begins otherwise."""
    said = _plain(fold(message[:_LONGEST]).replace("?", ""))
    found = _GREETS.match(said)
    if found is None:
        return None
    rest = said[found.end() :]
    return "" if _IS_COURTEOUS.fullmatch(rest) else rest.strip()


def wants_to_leave(message: str) -> bool:
    """Tell whether a whole message wants out of what is under way."""
    return intent_of(message) in LEAVING


def asks_why(message: str, asked: str = "") -> bool:
    """Tell whether a message wants to know why it is asked something; other reasons are requests.

    Alone it is that; else it speaks of our asking, or of what `asked` asks for.
    """
    if len(message) > _LONGEST:
        return False
    said = _plain(fold(message))
    found = _PATTERNS["why"].match(said)
    if found is None:
        return False
    rest = said[found.end() :].split()
    if len(rest) <= 1 or _ASKED_FOR.match(said, found.end()):
        return True
    meant = [word for word in rest if word not in _OWN]
    known = {word for word in words(asked) if len(word) >= _TELLING}
    if len(rest) == len(meant) or len(meant) > _MOST_MEANT:
        return False
    return set(meant) <= known or (len(meant) == 1 and not _OF_ONE.isdisjoint(rest))


def plain_answer(text: str) -> bool | None:
    """Return True for a plain yes, False for a plain no: nothing else answers an approval."""
    if len(text) > 40 or not _PLAIN.fullmatch(text):
        return None
    said = _plain(fold(text))
    return True if _CONSENTS.fullmatch(said) else False if _REFUSES.fullmatch(said) else None


def opening_answer(text: str) -> bool | None:
    """Return the yes or no that an answer begins with, whatever follows."""
    plain = plain_answer(text)
    if plain is not None:
        return plain
    said = _plain(fold(text[:200]))
    return False if _DISAGREES.match(said) else True if _AGREES.match(said) else None


def leading_answer(text: str) -> bool | None:
    """Return the yes or no that an answer begins with; "yes, but" and "right?" are neither."""
    answer = opening_answer(text)
    folded = fold(text[:200])
    return None if answer and (_BUT.search(folded) or folded.endswith("?")) else answer


def wants_nothing(text: str) -> bool:
    """Tell whether an answer takes nothing of what was offered, or begins with a no."""
    said = _plain(fold(text[:200]))
    return leading_answer(text) is False or bool(_TAKES_NOTHING.match(said))


def behind_no(text: str) -> int:
    """Return where a text goes on behind the no that it begins with; 0 if it begins otherwise."""
    first = _FIRST_WORD.match(text)
    if first is None or _NO_ONE.match(text) or fold(first[1]) not in _NO_WORDS:
        return 0
    return first.end()


def _plain(folded: str) -> str:
    """Return the words alone, a blank behind each."""
    return "".join(f"{word} " for word in words(_APOSTROPHES.sub("", folded)))


def _forms(folded: str) -> Iterator[str]:
    """Yield a message's words as they are, and without courtesies."""
    said = _plain(folded)
    yield said
    bare = _COURTESY.sub("", _plain(_NO_FIRST.sub("", folded)))
    if bare and bare != said:
        yield bare
