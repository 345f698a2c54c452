"""Answers what people ask about asking: how a file is sent, what a table is good for, how figures
reach somebody else. No table has a word of it, and refusing them word by word helps nobody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.models.local.request import LocalRequest
from agent.models.local.steps import Reply
from analysis.profile import DatasetProfile
from analysis.reading.asking import example_questions
from analysis.reading.table_index import table_index
from language.detect import Language
from language.matching import fold
from tools.phrases import DataPart

_LONGEST = 200  # characters of a message that asks for nothing else
_TABLE = (
    r"(?:tabelas?|planilhas?|arquivos?|csv|excel|dados|tables?|files?|spreadsheets?|sheets?|data)"
)
_SENT = re.compile(
    r"\b(?:como|onde|aonde|de que jeito|how|where)\b.{0,40}"
    r"\b(?:envi|mand|anex|sub(?:o|ir|a)\b|carreg"
    r"|import|upload|send|attach|put|give|passo|passar|boto|coloco)\w*.{0,40}"
    rf"\b{_TABLE}\b"
)
_GOOD_FOR = re.compile(
    r"\b(?:o que|oque|what|que tipo de (?:pergunta|coisa)s?|what (?:kind|sort) of \w+)\b.{0,40}"
    r"\b(?:posso|podemos|consigo|da pra|da para|voce (?:faz|consegue|pode)|vc (?:faz|consegue|pode)"
    r"|can|could)\b.{0,40}"
    r"\b(?:faz(?:er)?|perguntar|pedir|saber|ver|tirar|do|ask|get|find out|learn)\b"
    rf".{{0,40}}\b(?:{_TABLE}|aqui|here|this|isso|ela|ele)\b"
)
_PASS_ON = re.compile(
    r"\b(?:share|send|forward|e-?mail|show|pass|compartilh\w*|partilh\w*|mand\w*|envi\w*|encaminh\w*"
    r"|repass\w*|mostr\w*)\b.{0,40}\b(?:with|to|pr[oa]s?|para|com|my|por e-?mail|by e-?mail|no zap"
    r"|(?:no|pelo|por|via|on) whats\w*)\b"
)
_POINTS = re.compile(
    r"\b(?:it|that|this|these|those|them|isso|isto|ess[ea]s?|est[ea]s?|(?:the|os?|as?) (?:result"
    r"|answer|figures?|numbers?|chart|resultado|numeros?|grafico|resposta|painel|dashboard)\w*)\b"
)
# Whom nobody asks a table for: somebody is meant who is to see the figures.
_WHOM = re.compile(
    r"\b(?:boss|manager|team|colleagues?|partner|wife|husband|accountant|client|landlord|friends?"
    r"|coworkers?|director|him|her|them|somebody|someone|people|others|chefe|patroa?o?|gerente|socia?o?"
    r"|equipe|time|colegas?|contador\w?|cliente|esposa|marido|amig[oa]s?|diretor\w?|ele|ela|eles"
    r"|alguem|pessoal|outr[oa]s?|e-?mail|whats\w*|zap)\b"
)
_SAID: dict[Language, dict[str, str]] = {
    "en": {
        "send": "Attach the file to the conversation: in the browser with the button beside the"
        " message field, or by dropping it there. I read CSV and Excel (XLSX) among others; then"
        " ask about it.",
        "no_table": "There is no table here yet. {send}",
        "good_for": "Once a table is here I can count, add up and average, compare groups and"
        " months, find what is most or least, draw charts and make a dashboard of it: “total sales"
        " by month”, “which shop sold most?”, “show it in a chart”.",
        "ask_it": "I can count, add up and average what is in {name}, compare groups and times,"
        " find what is most or least, draw charts and make a dashboard. For example: {offers}.",
        "pass_on": "I cannot send it to anybody. Say “create a dashboard”, and then “share the"
        " dashboard”: you get a link that you can pass on.",
    },
    "pt": {
        "send": "Anexe o arquivo à conversa: no navegador, com o botão ao lado do campo da mensagem"
        " ou soltando o arquivo ali. Leio CSV e Excel (XLSX), entre outros; depois é só perguntar.",
        "no_table": "Ainda não há nenhuma tabela aqui. {send}",
        "good_for": "Com uma tabela aqui eu conto, somo, tiro médias, comparo grupos e meses, acho"
        " o maior e o menor, desenho gráficos e monto dashboards: “total de vendas por mês”, “qual"
        " loja vendeu mais?”, “mostra num gráfico”.",
        "ask_it": "Posso contar, somar e tirar médias do que está em {name}, comparar grupos e"
        " épocas, achar o maior e o menor, desenhar gráficos e montar um dashboard. Por exemplo:"
        " {offers}.",
        "pass_on": "Eu não consigo enviar para ninguém. Diga “cria um dashboard” e depois"
        " “compartilha o dashboard”: você recebe um link para repassar.",
    },
}  # fmt: skip


def no_table(language: Language) -> str:
    """Say that nothing is here to be asked, and how that changes."""
    words = _SAID[language]
    return words["no_table"].format(send=words["send"])


def helped(request: LocalRequest, profiles: Sequence[DatasetProfile]) -> Reply | None:
    """Answer a message that asks how tables are worked with; None where it asks for figures."""
    said, words = fold(request.message), _SAID[request.language]
    if len(said) > _LONGEST:
        return None
    if _SENT.search(said):
        return Reply("how_to_send", words["send"])
    if _GOOD_FOR.search(said):
        return Reply("good_for", _good_for(profiles, request.language))
    shares = any(tool.phrases.data == _SHARE for tool in request.tools)
    if shares and _PASS_ON.search(said) and _POINTS.search(said) and _WHOM.search(said):
        return Reply("pass_on", words["pass_on"])
    return None


_SHARE: DataPart = "share_board"


def _good_for(profiles: Sequence[DatasetProfile], language: Language) -> str:
    words = _SAID[language]
    if not profiles:
        return f"{words['good_for']} {words['send']}"
    some = " · ".join(f"“{each}”" for each in example_questions(table_index(profiles[0]), language))
    return words["ask_it"].format(name=profiles[0].name, offers=some)
