"""What the router says when it asks back."""

from __future__ import annotations

from language.detect import Language

QUESTION: dict[Language, str] = {
    "en": "What would you like to do?",
    "pt": "O que você gostaria de fazer?",
}
STAY: dict[Language, str] = {"en": "Go on with: {title}", "pt": "Continuar: {title}"}
OTHER: dict[Language, str] = {"en": "Something else", "pt": "Outra coisa"}
