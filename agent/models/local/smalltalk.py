"""What people say that asks for nothing: intents known by their meaning."""

from __future__ import annotations

import re
from functools import cache

from agent.models.local.small_talk_examples import EXAMPLES
from language.courtesies import thanks
from language.encoder import Vectors, embed, likenesses
from language.goodbyes import parts_for_now, says_goodbye
from language.intents import Intent, behind_greeting, intent_of, plain_answer
from language.matching import fold
from language.requests import asks
from language.speech_acts.classify import clause_reading

_TEST = "test(?:e|es|ing|ando)?"
_EXACT: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (intent, re.compile(rf"(?:{words})(?:[\s,]+(?:there|all|gente|pessoal|tudo bem))?"))
    for intent, words in (
        (
            "greeting",
            r"hi+|hello+|hey+|oi+e?|ola+|opa|bom dia|boa tarde|e ai"
            r"|good (?:morning|afternoon|evening)|alo+|hola|bonjour|bonsoir|hallo|buongiorno|ciao"
            r"|guten (?:tag|morgen)|buenos dias|buenas(?: tardes| noches)?",
        ),
        ("test", rf"(?:alo |um )?{_TEST}(?:[ ,]{_TEST}){{0,4}}(?: [\d ]{{1,20}})?"),
        (
            "thanks",
            r"(?:many )?thanks(?: (?:a lot|again|so much))?|thank you|thx|ty|cheers(?: mate)?"
            r"|(?:muito )?obrigad[oa](?: mesmo)?|obg|valeu(?: mesmo| demais)?|vlw|brigad[oa]"
            r"|grat[oa]|(?:muchas )?gracias|merci(?: beaucoup)?|danke|grazie",
        ),
        (
            "goodbye",
            r"bye+|bye bye|goodbye|tchau+|flw|falou|fui|ate (?:logo|mais|breve|amanha)"
            r"|(?:um |grande |big )?(?:abracos?|abs|beij(?:os?|ao|inhos?)|bjs|hugs)"
            r"|see (?:you|ya)|cya|adios|hasta luego|au revoir",
        ),
        ("laughter", r"k{3,}|(?:rs)+|(?:ha){2,}h?|(?:he){2,}|lol|hu(?:a|e)[aehu]*"),
        ("unclear", r"what|how|huh|eh|o que|que|como|hein|ue|oxe"),
        (
            "fine",
            r"sorry|desculpa|foi mal|ok+|blz|beleza|legal|cool|nice|great|entendi",
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

_WAVED = re.compile(r"\b(?:never ?mind|forget|esquec[ea]\w*|deixa)\b")  # of what was only spoken of

_SIGNS = {
    "kind": "❤♥💕💖💗💙💚💛💜🧡😍🥰😘🤗",
    "thanks": "🙏",
    "laughter": "😂🤣😹😆",
    "upset": "😡🤬😠👎😤🙄😢😭😞",
    "greeting": "👋",
    "fine": "👍👌✅🆗👏",
}
_MOST_SIGNS = 40

_FEW = 2  # words that say too little to be a request
_CLEAR = 0.61  # likeness from which so few are small talk
_LIST_FROM = 0.53
# A day and a coming back are near a goodbye as well; it has to be kind, or to leave, or be it.
_PARTING, _PARTS = 0.45, 0.75
_AT_EASE, _UPSET = 0.6, 0.1
_MOST_STOCK = 4  # words that are each a stock phrase: "blz vlw", "cheers bye"
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
    if intent == "greeting" and asks(message) and behind_greeting(message) is None:
        return "beyond"  # "can you come in the morning?" greets nobody
    if intent == "upset" and _is_at_ease(message):
        return "thanks" if thanks(message) else "fine"
    if intent == "goodbye" and not _takes_leave(message, found[intent]):
        return "fine"
    # The whole list is for who asks for it, and not for who mentions help.
    return "beyond" if intent == "help" and found[intent] < _LIST_FROM else intent


def _is_at_ease(message: str) -> bool:
    """Tell whether what has words of trouble takes it kindly: "no worries, cheers"."""
    read = clause_reading(message)
    return read.of("kind", "yes") >= _AT_EASE and read.of("upset") < _UPSET


def _takes_leave(message: str, likeness: float) -> bool:
    if likeness >= _PARTS or says_goodbye(message):
        return True
    return clause_reading(message).of("leaves", "kind") >= _PARTING


def is_few(message: str, found: dict[str, float]) -> bool:
    """Tell whether a message is a word or two that no small talk is clearly like."""
    return len(message.split()) <= _FEW and "?" not in message and max(found.values()) < _CLEAR


def is_noise(message: str) -> bool:
    """Tell whether a message is keys struck at random, which resembles anything."""
    words = re.findall(r"[a-z]+", fold(message[:80]))
    return bool(words) and all(_is_struck(word) for word in words)


def _is_struck(word: str) -> bool:
    runs = any(word[at : at + 4] in row for row in _ROWS for at in range(max(1, len(word) - 3)))
    same = len(set(word)) == 1
    return len(word) > 3 and (runs or same or not re.search(r"[aeiouy]", word))


def exact(message: str) -> str | None:
    """Return the intent of a message that is nothing but a stock phrase, or signs.

    "Never mind, thank you" cancels nothing: it lets go of what was asked, and is kind.
    """
    found = _stock(message)
    if found == "cancel" and _WAVED.search(fold(message[:80])):
        return "thanks" if thanks(message[:80]) else "fine"
    return found


def _stock(message: str) -> str | None:
    if signs := _signs(message):
        return signs
    if common := intent_of(message):
        return _COMMON[common]
    if plain_answer(message) is not None:
        return "fine"
    plain = fold(message[:80]).strip(" .!,;:)(")
    for said in (plain, plain.rstrip("? ")):
        for intent, phrase in _EXACT:
            if phrase.fullmatch(said):
                return intent
    parts = says_goodbye(message) or parts_for_now(message)
    return "goodbye" if parts else _word_by_word(plain)


def _word_by_word(plain: str) -> str | None:
    """Return what several stock words come to: a farewell, else thanks, among kind ones."""
    said = plain.split()
    if not 1 < len(said) <= _MOST_STOCK:
        return None
    found = {next((i for i, phrase in _EXACT if phrase.fullmatch(word)), "") for word in said}
    if not found <= {"thanks", "goodbye", "fine"}:
        return None
    return next((intent for intent in ("goodbye", "thanks") if intent in found), None)


def _signs(message: str) -> str | None:
    """Return what a message says that has no letter and no digit: "??", a heart, a thumb."""
    said = message[:80].strip()
    if not said or any(c.isalnum() for c in message[:_MOST_SIGNS]) or len(message) > _MOST_SIGNS:
        return None
    if not said.strip(" ?!¿¡."):
        return "unclear" if "?" in said else "fine"
    return next((name for name, signs in _SIGNS.items() if set(signs) & set(said)), "emoji")


@cache
def _known() -> tuple[list[str], Vectors]:
    pairs = [(intent, text) for intent, texts in EXAMPLES.items() for text in texts]
    return [intent for intent, _ in pairs], embed([text for _, text in pairs])


def scores(message: str, vector: Vectors) -> dict[str, float]:
    """Return how near a message comes to each intent: its best example, the next one a little.

    A stock phrase among its clauses counts too ("gotta run, bye"); a greeting before a request
    does not.
    """
    intents, vectors = _known()
    near: dict[str, list[float]] = {}
    for intent, value in zip(intents, likenesses(vectors, vector), strict=True):
        near.setdefault(intent, []).append(value)
    best = {intent: sorted(values, reverse=True)[:2] for intent, values in near.items()}
    found = {intent: 0.8 * values[0] + 0.2 * values[1] for intent, values in best.items()}
    clauses = re.split(r"[,.;!?]", message[:120])
    told = [clause for clause in clauses if clause.strip()]
    wants = any(map(asks, clauses)) or (asks(message) and bool(told) and exact(told[-1]) is None)
    for intent in {exact(clause) for clause in clauses if len(clauses) <= 4}:
        if intent in found and not wants:
            found[intent] += 0.25
    return found
