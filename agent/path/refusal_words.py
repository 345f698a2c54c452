"""What somebody reads whose message was blocked: which rule it was, and what they can do now."""

from __future__ import annotations

from contracts.events import Choice, Choices
from guardrails.guard import JUDGE, Verdict
from language.detect import Language

_WHY: dict[str, dict[Language, str]] = {
    "size": {
        "en": "it is longer than what is read here",
        "pt": "ela é mais longa do que o que se lê aqui",
    },
    "known_phrase": {
        "en": "it holds words that are used to set an assistant's rules aside",
        "pt": "ela tem palavras usadas para pôr de lado as regras de um assistente",
    },
    "injection": {
        "en": "it reads like an order to the assistant to set its rules aside",
        "pt": "ela parece mandar o assistente pôr de lado as suas regras",
    },
    "harm": {
        "en": "it reads as if somebody could be hurt or wronged with what it asks for",
        "pt": "ela parece pedir algo com que alguém pode ser ferido ou lesado",
    },
    "sexual": {
        "en": "it reads like something sexual, which has no place here",
        "pt": "ela parece tratar de sexo, e isso não tem lugar aqui",
    },
    "hate": {
        "en": "it reads as if it put people down",
        "pt": "ela parece ofender pessoas",
    },
    "unjudged": {
        "en": "it could not be checked just now; try again in a moment",
        "pt": "não foi possível verificá-la agora; tente de novo daqui a pouco",
    },
    "example": {
        "en": "people who look after this assistant have decided so about this text",
        "pt": "quem cuida deste assistente decidiu assim sobre este texto",
    },
    "": {
        "en": "the rules of this place do not allow it",
        "pt": "as regras daqui não permitem",
    },
}
_SAY: dict[Language, str] = {
    "en": "I did not take that message: {why}.{guess} You can say it differently, or ask a person.",
    "pt": (
        "Não aceitei essa mensagem: {why}.{guess} Você pode dizer de outro jeito, ou pedir uma"
        " pessoa."
    ),
}
_GUESS: dict[Language, str] = {
    "en": " That is a guess, and it may be wrong.",
    "pt": " Isso é um palpite, e pode estar errado.",
}
_ASK: dict[Language, str] = {"en": "What would you like to do?", "pt": "O que você quer fazer?"}
# What the buttons send is what anybody could type: the engine knows both sentences.
_AGAIN: dict[Language, tuple[str, str]] = {
    "en": ("Say it differently", "I will say it differently"),
    "pt": ("Dizer de outro jeito", "Vou dizer de outro jeito"),
}
_PERSON: dict[Language, tuple[str, str]] = {
    "en": ("Ask a person", "I want to talk to a person"),
    "pt": ("Pedir uma pessoa", "Quero falar com uma pessoa"),
}


def words_of_block(verdict: Verdict, language: Language, asked: str = "") -> str:
    """Say in plain words which rule has stopped a message, and whether that is certain; `asked` is
    the question that waits for another answer.
    """
    why = _WHY[_rule(verdict)][language]
    guess = "" if verdict.certain or verdict.category == "unjudged" else _GUESS[language]
    said = _SAY[language].format(why=why, guess=guess)
    return f"{said}\n\n{asked}" if asked else said


def choices_after(language: Language) -> Choices:
    """Offer what somebody can do whose message was blocked."""
    label, value = _AGAIN[language]
    options = [Choice(label=label, value=value), person_button(language)]
    return Choices(id="blocked", question=_ASK[language], options=options)


def person_button(language: Language) -> Choice:
    """Return the button that asks for a person."""
    label, value = _PERSON[language]
    return Choice(label=label, value=value)


def _rule(verdict: Verdict) -> str:
    if verdict.example:
        return "example"
    if verdict.category == "injection" and verdict.certain and verdict.guard != JUDGE:
        return "known_phrase"
    return verdict.category if verdict.category in _WHY else ""
