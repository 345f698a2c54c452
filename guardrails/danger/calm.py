"""Around what words it is no present danger: told or translated, long ago, asked in general."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from guardrails.danger.people import Tongue

FoundTest = Callable[[str, re.Match[str]], bool]  # of a spoken text and what was found in it
_AROUND = 120  # characters
_CALM = re.compile(
    r"\b(?:characters?|novels?|films?|movies?|books?|episodes?|songs?|lyrics|poems?|video ?games?"
    r"|stor(?:y|ies)|scenes?|essay|chapter|plot|translate|translation|headline|fictional|bungee"
    r"|skydiv\w+|parachute|statistics|percent\w*|years? ago|months? ago|last (?:year|month)"
    r"|in (?:19|20)\d\d|century|symptoms?|first aid|course|training|drill|simulation|insurance"
    r"|premium|reimburse\w*|(?:plan|policy) cover\w*|lol|lmao|haha\w*|server|app|website|laptop"
    r"|printer|router|computer|battery life|dashboard|spreadsheet|minecraft|roblox|fortnite|sims"
    r"|personage[mn]s?|romances?|filmes?|livros?|series?|novelas?|musicas?|letras?|poemas?|jogos?"
    r"|contos?|cenas?|capitulos?|redacao|traduz\w*|traducao|manchete|estatisticas?|anos atras"
    r"|mes passado|ano passado|ha (?:\w+ )?(?:anos|meses)|em (?:19|20)\d\d|seculo|sintomas?"
    r"|primeiros socorros|curso|treinamento|simulacao|simulado|seguro|apolice|reembolso"
    r"|plano (?:de saude )?cobre|cobertura|kk+|k+k|rs(?:rs)+|servidor|aplicativo|sistema|site"
    r"|notebook|impressora|computador|celular|planilha|relatorio|personaje|pelicula)\b"
)
_ASKED = re.compile(
    r"\b(?:if|when|in case|what happens|whenever|how to tell|se|quando|caso|o que acontece|never"
    r"|would never|posso|devo|pode|nunca|jamais|almost|nearly|quase)\s*$"
)

# "How long may someone be unconscious?" speaks of nobody who is there.
_GENERAL = re.compile(
    r"(?:^|\. )(?:how (?:do|can|could|long|to|does|would)|what (?:could|can|are|is)|list|why do"
    r"|como (?:tomo|tomar|faco|fazer|posso|ajudar|se|dopar)|o que fazer se|quanto tempo)\b[^.]*$"
)
_ANYBODY = re.compile(
    r"(?:(?:some(?:one|body)|an?|people|the|they|alguem|uma?|eu|nao) ?)+"
    r"(?:girl|boy|man|woman|person|patient|child|baby|amig[oa]|pessoa|crianca|who|sentir)?"
)


def is_calm(said: str, start: int, end: int) -> bool:
    """Tell whether what was found between two places of a spoken text is no present danger."""
    if _ASKED.search(said[max(0, start - 20) : start]):
        return True
    if _GENERAL.search(said[:start]) and _ANYBODY.match(said, start):
        return True
    around = said[max(0, start - _AROUND) : end + _AROUND]
    return _CALM.search(around) is not None


def tells_of_elsewhere(said: str) -> bool:
    """Tell whether a spoken text is of a story, of long ago, of a machine, or not meant."""
    return _CALM.search(said) is not None


def first_of(
    patterns: tuple[tuple[Tongue, re.Pattern[str]], ...],
    words: frozenset[str],
    said: str,
    spared: Sequence[FoundTest] = (),
) -> Tongue | None:
    """Return the language in which a spoken text first says what counts now, and is not spared.

    Nothing is looked for without one of the words that all patterns need.
    """
    if words.isdisjoint(said.split()):
        return None
    for tongue, pattern in patterns:
        for found in pattern.finditer(said):
            if not is_calm(said, found.start(), found.end()) and not any(
                spare(said, found) for spare in spared
            ):
                return tongue
    return None
