"""What people say that asks for nothing: intents known by their meaning, and what to answer."""

from __future__ import annotations

import re
from functools import cache

from language.detect import Language
from language.encoder import Vectors, embed, likenesses
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
    "beyond": (
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
            r"|good (?:morning|afternoon|evening)",
        ),
        ("thanks", r"thanks|thank you|thx|ty|obrigad[oa]|obg|valeu|vlw|brigad[oa]"),
        (
            "goodbye",
            r"bye+|bye bye|goodbye|tchau+|ate (?:logo|mais|breve|amanha)|see (?:you|ya)|cya",
        ),
        (
            "help",
            r"help|ajuda|socorro|menu|\?+|what can you do|o que voce (?:faz|sabe fazer|pode fazer)",
        ),
        ("fine", r"ok+|okay|blz|beleza|certo|legal|cool|nice|great|perfect|perfeito|entendi"),
    )
)


def warm() -> None:
    """Load the encoder and embed the examples now, so that no message waits for them."""
    _known()


def exact(message: str) -> str | None:
    """Return the intent of a message that is nothing but a stock phrase."""
    plain = fold(message[:80]).strip(" .!,;:)(")
    return next((intent for intent, phrase in _EXACT if phrase.fullmatch(plain)), None)


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
    for intent in {exact(clause) for clause in clauses if len(clauses) <= 4} - {None}:
        found[str(intent)] += 0.25
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
    "fine": {"en": "All right. Anything else?", "pt": "Certo. Mais alguma coisa?"},
}
