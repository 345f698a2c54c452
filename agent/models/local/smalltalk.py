"""What people say that asks for nothing: intents known by their meaning, and what to answer."""

from __future__ import annotations

import re
from functools import cache

from language.detect import Language
from language.encoder import Vectors, embed, likenesses
from language.intents import Intent, intent_of, plain_answer
from language.matching import fold

# Examples, not a table of phrases: a message belongs to the intent whose examples it resembles.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "greeting": (
        "hello", "hi there", "hey", "good morning", "good evening everyone", "hi, nice to meet you",
        "oi", "olá", "bom dia", "boa tarde", "opa, tudo certo?", "oi pessoal", "e aí",
    ),
    "thanks": (
        "thanks", "thank you very much", "I really appreciate your help", "that helped, thanks",
        "obrigado", "muito obrigada", "valeu", "agradeço a ajuda", "brigadão, ajudou muito",
    ),
    "goodbye": (
        "bye", "goodbye", "see you later", "I have to go now", "talk to you soon",
        "good night, bye",
        "tchau", "até logo", "até mais", "tenho que ir embora", "falou, um abraço", "até amanhã",
    ),
    "how_are_you": (
        "how are you?", "how are you doing today?",
        "how is it going?", "are you ok?",
        "como vai você?", "tudo bem com você?", "como você está se sentindo?", "como tem passado?",
    ),
    "who_are_you": (
        "who are you?", "what is your name?", "are you a human or a machine?", "are you an AI?",
        "introduce yourself", "what are you?", "o que você é?", "which model are you?",
        "who made you?",
        "quem é você?", "qual é o seu nome?", "você é um robô?", "você é uma pessoa de verdade?",
        "se apresente", "quem te criou?", "com quem eu falo?",
    ),
    "help": (
        "help", "what can you do?", "how can you help me?", "what are your features?",
        "which tools do you have?", "how does this work?", "what can I ask you?",
        "I don't know what to do here", "show me the options", "what are you capable of?",
        "ajuda", "o que você sabe fazer?", "como você pode me ajudar?",
        "quais são as suas funções?",
        "o que posso pedir?", "como isso funciona?", "não sei por onde começar",
        "quais ferramentas você tem?", "me mostra as opções",
    ),
    "fine": (
        "ok", "great", "nice, cool", "all right", "I see", "perfect", "awesome",
        "beleza", "legal", "certo", "entendi", "perfeito", "show de bola", "tá bom",
    ),
    "upset": (
        "this is frustrating", "you are useless", "you stupid machine", "I hate this", "fuck you",
        "you didn't answer my question", "this does not work at all", "what a piece of garbage",
        "you don't understand anything", "I am angry", "shut up, idiot", "you are dumb",
        "what a waste of time", "that's wrong", "that is not true", "que perda de tempo",
        "isso é frustrante", "você é inútil", "você é burro", "que porcaria", "vai se ferrar",
        "você não respondeu a minha pergunta", "isso não funciona", "você não ajuda em nada",
        "você não entende nada", "que raiva", "cala a boca, idiota", "seu lixo",
    ),
    "languages": (
        "speak English, please", "do you speak English?", "which languages do you speak?",
        "fala português?", "fale em português", "que línguas você fala?",
    ),
    "kind": (
        "I love you", "you are sweet", "you are the best", "I like you", "marry me",
        "te amo", "você é demais", "gosto muito de você", "você é um amor", "casa comigo",
    ),
    "human": (
        "talk to a human", "I want to speak to a person", "connect me to an agent",
        "let me talk to a real person", "get me your manager", "transfer me to support",
        "quero falar com um atendente", "me passa para uma pessoa", "falar com um humano",
        "quero falar com alguém de verdade", "chama o gerente",
    ),
    "about_me": (
        "what do you know about me?", "what's my name?", "how old am I?", "what is my age?",
        "what city do I live in?", "where do I live?", "who am I?", "show my profile",
        "what is my e-mail?", "do you remember me?", "do you know who I am?",
        "o que você sabe sobre mim?", "qual é o meu nome?", "qual é a minha idade?",
        "quantos anos eu tenho?", "em que cidade eu moro?", "onde eu moro?", "quem sou eu?",
        "mostra o meu perfil", "qual é o meu e-mail?", "você se lembra de mim?",
        "você me conhece?",
    ),
    "recall": (
        "where were we?", "what were we talking about?", "what did I ask before?",
        "what did I just say?", "what was my last message?", "where did we stop?",
        "onde paramos?", "do que estávamos falando?", "o que eu perguntei antes?",
        "o que eu acabei de dizer?", "qual foi a minha última mensagem?",
    ),
    "telling": (
        "I moved to another city", "I live in Lisbon now", "my name is Anna", "I am 30 years old",
        "I work as a nurse", "I changed my phone number", "I have two children",
        "mudei de cidade", "agora moro em Recife", "meu nome é Ana", "tenho 30 anos",
        "trabalho como enfermeira", "mudei de telefone", "tenho dois filhos",
    ),
    "beyond": (
        "what time do you close?", "what time does the shop open?", "que horas vocês fecham?",
        "a que horas abre a loja?",
        "write a poem", "tell me a joke", "translate this sentence into French", "write an essay",
        "what is the weather like?", "will it rain tomorrow?", "who is the president of Brazil?",
        "who invented the telephone?", "explain the theory of relativity", "summarise this text",
        "what is the capital of Australia?", "give me a recipe for pancakes", "write python code",
        "what do you think about politics?", "recommend a good film", "book a flight to Paris",
        "what is the meaning of life?", "latest news about football", "correct my grammar",
        "why is the sky blue?", "how do vaccines work?", "I feel sad and lonely today",
        "escreva um poema", "conte uma história engraçada", "traduza esta frase para o inglês",
        "como está o tempo lá fora?", "vai fazer sol no fim de semana?", "quem descobriu o Brasil?",
        "explique a fotossíntese", "resuma este texto", "qual é a capital da França?",
        "me dá uma receita de pão", "escreva um código em python", "recomende um bom livro",
        "compre um ingresso para o show", "quais são as notícias de hoje?", "quem ganhou o jogo?",
        "como faço para emagrecer?", "qual é o sentido da vida?", "corrija o meu texto",
    ),
}  # fmt: skip

_EXACT: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (intent, re.compile(rf"(?:{words})(?:[\s,]+(?:there|all|gente|pessoal|tudo bem))?"))
    for intent, words in (
        (
            "greeting",
            r"hi+|hello+|hey+|oi+e?|ola+|opa|bom dia|boa tarde|e ai"
            r"|good (?:morning|afternoon|evening)|test(?:e|ing)?",
        ),
        ("thanks", r"thanks|thank you|thx|ty|obrigad[oa]|obg|valeu|vlw|brigad[oa]"),
        (
            "goodbye",
            r"bye+|bye bye|goodbye|tchau+|ate (?:logo|mais|breve|amanha)|see (?:you|ya)|cya",
        ),
        ("laughter", r"k{3,}|(?:rs)+|(?:ha){2,}h?|(?:he){2,}|lol|hu(?:a|e)[aehu]*"),
        ("unclear", r"what|how|huh|o que|que|como|hein"),
        (
            "fine",
            r"sorry|desculpa|foi mal|\U0001f44d|ok+|blz|beleza|legal|cool|nice|great|entendi",
        ),
    )
)
# What the common vocabulary says, where there is nothing under way to leave or to ask about.
_COMMON: dict[Intent, str] = {
    "back": "help",
    "stop": "cancel",
    "exit": "cancel",
    "later": "fine",
    "home": "help",
    "farewell": "goodbye",
    "decline": "fine",
    "help": "help",
    "abilities": "help",
    "meaning": "unclear",
    "why": "unclear",
    "human": "human",
    "assistant": "fine",
    "on": "on",
}

_LIST_FROM = 0.53
_ASKS = re.compile(r"\?|\b(?:what|who|how|where|which|do you|tell|show|que|qual|quem|onde|quantos"
                   r"|como|diz|diga|mostra|mostre|ver|meu perfil|my profile)\b")  # fmt: skip
_YOU = re.compile(r"\b(?:you are|are you|your|you live|voce e|e voce|seu|sua|voce mora)\b")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")  # a keyboard's


def warm() -> None:
    """Load the encoder and embed the examples now, so that no message waits for them."""
    _known()


def nearest(message: str, found: dict[str, float]) -> str:
    """Return the nearest intent; who states something about themselves asks for nothing."""
    intent = max(found, key=lambda name: found[name])
    if intent == "about_me" and _YOU.search(fold(message[:200])):
        return "who_are_you"
    if intent == "about_me" and not _ASKS.search(fold(message[:200])):
        return "telling"
    # The whole list is for who asks for it, and not for who mentions help.
    return "beyond" if intent == "help" and found[intent] < _LIST_FROM else intent


def is_noise(message: str) -> bool:
    """Tell whether a message is keys struck at random, which resembles anything."""
    words = re.findall(r"[a-z]+", fold(message[:80]))
    return bool(words) and all(_is_struck(word) for word in words)


def _is_struck(word: str) -> bool:
    runs = any(word[at : at + 4] in row for row in _ROWS for at in range(max(1, len(word) - 3)))
    same = len(set(word)) == 1
    return len(word) > 3 and (runs or same or not re.search(r"[aeiouy]", word))


def exact(message: str) -> str | None:
    """Return the intent of a message that is nothing but a stock phrase."""
    if common := intent_of(message):
        return _COMMON[common]
    if plain_answer(message) is not None:
        return "fine"
    plain = fold(message[:80]).strip(" .!,;:)(")
    for said in (plain, plain.rstrip("? ")):
        for intent, phrase in _EXACT:
            if phrase.fullmatch(said):
                return intent
    return None


@cache
def _known() -> tuple[list[str], Vectors]:
    pairs = [(intent, text) for intent, texts in EXAMPLES.items() for text in texts]
    return [intent for intent, _ in pairs], embed([text for _, text in pairs])


def scores(message: str, vector: Vectors) -> dict[str, float]:
    """Return how near a message comes to each intent: its best example, the next one a little.

    A stock phrase among its clauses counts too ("gotta run, bye").
    """
    intents, vectors = _known()
    near: dict[str, list[float]] = {}
    for intent, value in zip(intents, likenesses(vectors, vector), strict=True):
        near.setdefault(intent, []).append(value)
    best = {intent: sorted(values, reverse=True)[:2] for intent, values in near.items()}
    found = {intent: 0.8 * values[0] + 0.2 * values[1] for intent, values in best.items()}
    clauses = re.split(r"[,.;!?]", message[:120])
    for intent in {exact(clause) for clause in clauses if len(clauses) <= 4}:
        if intent in found:
            found[intent] += 0.25
    return found


REPLIES: dict[str, dict[Language, str]] = {
    "greeting": {
        "en": "Hello! What can I do for you?",
        "pt": "Olá! Em que posso ajudar?",
    },
    "thanks": {"en": "You're welcome!", "pt": "De nada!"},
    "goodbye": {"en": "Goodbye, and see you soon!", "pt": "Tchau, até a próxima!"},
    "how_are_you": {
        "en": "I'm a program, so I have no good or bad days, but everything works. "
        "What can I do for you?",
        "pt": "Sou um programa, não tenho dias bons nem ruins, mas está tudo funcionando. "
        "Em que posso ajudar?",
    },
    "who_are_you": {
        "en": "I'm Batuta's built-in assistant: a small program with fixed rules, not a person and "
        "not a language model.",
        "pt": "Sou o assistente embutido do Batuta: um pequeno programa de regras fixas, não uma "
        "pessoa nem um modelo de linguagem.",
    },
    "upset": {
        "en": "I'm sorry that this is not going well. Tell me in other words what you need, or say "
        "“help” for what I can do.",
        "pt": "Sinto muito que não esteja dando certo. Diga com outras palavras o que precisa, ou "
        "diga “ajuda” para ver o que eu sei fazer.",
    },
    "languages": {
        "en": "I speak English and Portuguese; write to me in either.",
        "pt": "Falo português e inglês; escreva em qualquer um dos dois.",
    },
    "kind": {
        "en": "That is kind of you, thank you! What can I do for you?",
        "pt": "Que gentileza, obrigado! Em que posso ajudar?",
    },
    "human": {
        "en": "If you want me to call a person, write “a person, please”.",
        "pt": "Se quiser que eu chame uma pessoa, escreva “quero falar com uma pessoa”.",
    },
    "cancel": {
        "en": "There is nothing under way that could be cancelled.",
        "pt": "Não há nada em andamento para cancelar.",
    },
    "on": {
        "en": "Nothing is waiting to be gone on with. What can I do for you?",
        "pt": "Não há nada parado para continuar. Em que posso ajudar?",
    },
    "laughter": {
        "en": "Glad that you laugh! Anything else?",
        "pt": "Que bom que riu! Mais alguma coisa?",
    },
    "fine": {"en": "All right. Anything else?", "pt": "Certo. Mais alguma coisa?"},
}
