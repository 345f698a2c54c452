"""Tells that a message is in a language that is not served, where that is certain."""

from __future__ import annotations

from typing import Literal

from language.detect import Language, tendency, words_of
from language.flat import flat

ForeignLanguage = Literal["es", "fr", "it", "de"]

# Frequent words, those included that Portuguese or English have too: only the others tell.
_WORDS: dict[ForeignLanguage, str] = {
    "es": """
        el la los las lo un una unos unas y o es soy eres somos son esta estoy estan con del al
        por para en de que como mi mis tu su sus se me te nos le les pero mas muy tambien que
        cual cuales cuanto cuanta cuantos cuantas cuando donde quien hola gracias buenos buenas
        dias tardes noches usted ustedes puedo puede pueden podria quiero quisiera necesito
        tengo tiene tienen tienes hay hacer hacen haces hoy manana ayer ahora aqui alli favor
        hablar hablo habla hablan dinero precio cuesta cuestan anos nombre llamo ayuda ayudar
        ayudarme yo ella nosotros ellos sin porque si no bien cita devolver saber envio abierto
        abierta abren tienda mensaje pregunta reserva mesa pedido comprar quedarme hasta luego
        adios perdon vale claro espanol lunes martes miercoles jueves viernes
    """,
    "fr": """
        je tu il elle nous vous ils les des une un le la de du et ou est sont suis avec pour
        dans sur pas ne que qui quoi quand comment combien pourquoi bonjour bonsoir merci salut
        plait oui non votre vos mon ma mes mais aussi tres peux peut pouvez pourriez voudrais
        veux avez ai etes c'est est-ce quel quelle quels heures aujourd'hui demain hier ouvert
        ouverts fermez prix commande commander aide aider parlez francais besoin faire reserver
        rendez jour cette ce ca
    """,
    "it": """
        il lo gli le la un una e o sono con per della dei delle del nella nel di che chi cosa
        dove quando quanto quanti perche buongiorno buonasera ciao grazie prego vorrei posso puo
        potete avete ho hai sei siete mio mia vostro anche molto piu non costa oggi domani ieri
        orari aperto aperti aiuto aiutare aiutarmi parlo parlate italiano fare bisogno questo
        questa come ordine ordinare prenotare tavolo giorno
    """,
    "de": """
        ich du er wir sie der das den dem ein eine einen und ist sind nicht mit fur auf von zu
        bei wie wer wo wann warum wieviel guten tag morgen abend hallo danke bitte kann konnen
        konnte mochte haben habe hat mein meine meinen ihre ihnen auch sehr noch heute gestern
        ja nein sprechen deutsch hilfe helfen brauche geoffnet preis kostet lassen gibt es mir
        mich uns
    """,
}
_KNOWN: dict[ForeignLanguage, frozenset[str]] = {
    name: frozenset(words.split()) for name, words in _WORDS.items()
}
_ARTICLES = frozenset(
    "el la los las lo le les il un una une des de du e o y en se ma me te".split()
)
_SIGNS: dict[str, ForeignLanguage] = {"¿": "es", "¡": "es", "ß": "de", "ñ": "es"}
_READ = 600
_CERTAIN = 2.0
_SHARE = 0.34  # of a message's words that must tell
NEAREST: dict[ForeignLanguage, Language] = {"es": "pt", "it": "pt", "fr": "en", "de": "en"}


def foreign_language(text: str) -> ForeignLanguage | None:
    """Return the language of a message that is in neither of ours; None where that is a guess."""
    said = list(dict.fromkeys(words_of(text[:_READ].lower())))
    if not said:
        return None
    scores: dict[ForeignLanguage, float] = {name: _score(name, said) for name in _KNOWN}
    for sign, name in _SIGNS.items():
        scores[name] += 0.75 * (sign in text[:_READ])
    name = max(scores, key=lambda each: scores[each])
    others = max(score for other, score in scores.items() if other != name)
    least = max(_CERTAIN, _SHARE * len(said), others + 0.5)
    return name if scores[name] >= least else None


def _score(name: ForeignLanguage, said: list[str]) -> float:
    """Add up the words that only this language has; those of ours alone speak against it."""
    score = 0.0
    for word in said:
        plain = flat(word)
        told = tendency(word) or tendency(plain)
        if plain in _KNOWN[name]:
            score += 0.0 if abs(told) >= 1 else 0.4 if plain in _ARTICLES else 1.0
        elif abs(told) >= 1:
            score -= 0.5
    return score
