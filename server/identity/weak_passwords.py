"""Which passwords are guessed first: the common ones, words, names, sequences, what is known.

zxcvbn estimates how many guesses a password withstands, with lists of 30,000 leaked passwords and
of English words and names, and reads through repetition, keyboard rows, dates and letters written
as digits. It knows no Portuguese; the words below are ours, as they stand in leaked passwords.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, cast

FEWEST_GUESSES = 10**9
LONGEST_JUDGED = 40  # the cost grows faster than the length; what follows can only help
# zxcvbn tries each way of reading signs as letters, which costs seconds where there are many. One
# reading of all of them and one of none find the same words.
_SIGNS = str.maketrans("@4831!|0$5+79", "aabeiiiosstlg")
_PUNCTUATION = r"[!-/:-@\[-`{-~]"
_PRODUCT = ("batuta", "orchestrator", "orquestrador", "admin", "administrador", "localhost")
_PORTUGUESE = """
senha senhas minhasenha novasenha acesso segredo secreto mudar trocar entrar usuario cliente
gestor brasil brasileiro portugal portugues lisboa porto coimbra braga saopaulo paulista
paulistano rio janeiro riodejaneiro carioca bahia salvador recife fortaleza brasilia curitiba
manaus belem goiania gremio internacional flamengo mengao corinthians timao palmeiras verdao
santos saopaulino tricolor vasco botafogo fluminense cruzeiro atletico galo benfica sporting
academica futebol campeao amor amorzinho teamo euteamo meuamor minhavida vida paixao querido
querida gatinha gatinho lindo linda princesa principe bebe familia mamae papai mae pai filho
filha irmao irma avo amigo amiga jesus deus jesuscristo deusefiel cristo jesuseusou senhor fiel
fe esperanca anjo anjinho nossa senhora aparecida fatima gloria paz felicidade feliz sorte
alegria saudade estrela lua sol mar maria joao jose ana antonio francisco carlos paulo pedro
lucas luiz marcos gabriel rafael daniel marcelo bruno eduardo felipe rodrigo manoel manuel
mateus matheus andre fernando fabio gustavo leonardo leandro tiago thiago diego ricardo sergio
roberto claudio vitor victor guilherme henrique juliana julia fernanda patricia aline sandra
camila amanda bruna jessica leticia carolina vanessa mariana gabriela beatriz larissa rafaela
isabela catarina ines margarida joana silva oliveira souza sousa rodrigues ferreira alves
pereira lima gomes costa ribeiro martins carvalho almeida segunda terca quarta quinta sexta
sabado domingo fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
verao inverno outono primavera cachorro gato cavalo coelho macaco tigre leao aguia dragao azul
verde vermelho amarelo preto branco rosa laranja chocolate coracao cerveja cafe pizza morango
banana escola faculdade universidade professor trabalho empresa banco dinheiro computador
internet musica cidade casa carro moto viagem qualquer coisa obrigado bemvindo mudarsenha
alterar padrao teste testando inicial temporaria provisoria
""".split()


def weakness(password: str, email: str) -> str | None:
    """Say by what a password is easily guessed; None: by nothing that is known here."""
    from zxcvbn import zxcvbn  # its lists take some megabytes, and most workers never need them

    own, text = _of_person(email), _folded(password)[:LONGEST_JUDGED]
    readings = {text.translate(_SIGNS), text}
    told = [
        cast("Any", zxcvbn)(re.sub(_PUNCTUATION, ".", each), [*own, *_PRODUCT, *_PORTUGUESE])
        for each in sorted(readings)
    ]
    worst = min(told, key=lambda one: one["guesses"])
    if worst["guesses"] >= FEWEST_GUESSES:
        return None
    return _told([step for step in worst["sequence"] if step["pattern"] != "bruteforce"], own)


def _told(steps: list[Any], own: list[str]) -> str:
    kinds = {step["pattern"] for step in steps}
    if any(step.get("matched_word") in own for step in steps):
        return "it is made of your e-mail address"
    if any(step.get("dictionary_name") == "user_inputs" for step in steps):
        return "it is a common word, or the product's name"
    if "dictionary" in kinds:
        return "it is among the most common passwords and words"
    if kinds & {"repeat", "sequence", "spatial"}:
        return "it repeats, or follows the alphabet, the digits or the keyboard"
    if kinds & {"date", "regex"}:
        return "it is a date"
    return "it is short"


def _of_person(email: str) -> list[str]:
    """Take an e-mail apart into what somebody who knows it would try."""
    whole = re.sub(_PUNCTUATION, ".", _folded(email))
    name, domain = (re.sub(_PUNCTUATION, ".", part) for part in _folded(email).split("@", 1))
    parts = whole.split(".")
    joined = ["".join(parts[:n]) for n in range(1, len(parts) + 1)]
    return [text for text in dict.fromkeys([whole, name, domain, *parts, *joined]) if len(text) > 2]


def _folded(text: str) -> str:
    """Write without accents, in which the lists are not."""
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(char for char in parts if not unicodedata.combining(char))
