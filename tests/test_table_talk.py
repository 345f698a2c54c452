"""Talks about tables with the built-in model: several orders at once, how files are sent, sums."""

from __future__ import annotations

from typing import Any

import pytest
from google.adk.models.llm_request import LlmRequest
from google.genai import types

from agent.adk.tools import CatalogTool
from agent.models.local.reply import reply
from agent.models.local.request import read_request
from agent.models.local.steps import Reply
from tests.support.analysis_play import asked_table
from tools.tool import load_catalog
from workflows.file.load import load_catalog as load_catalog_of_workflows

GivenResult = tuple[str, dict[str, Any], dict[str, Any]]
TABLE = asked_table("vendas.csv").profile.model_dump(mode="json")
LOOKED: GivenResult = ("describe_data", {}, {"result": {"datasets": [TABLE]}})
TILES = [
    {"id": "w1", "title": "Linhas", "kind": "kpi"},
    {"id": "w2", "title": "Linhas por mês", "kind": "chart", "chart": "line"},
    {"id": "w3", "title": "Total de Valor Total", "kind": "kpi"},
]
BOARD: GivenResult = (
    "create_dashboard",
    {"title": "Loja"},
    {"result": {"title": "Loja", "widgets": TILES}},
)


def said(role: str, text: str) -> types.Content:
    return types.Content(role=role, parts=[types.Part(text=text)])


def called(step: GivenResult) -> list[types.Content]:
    name, args, response = step
    return [
        types.Content(
            role="model", parts=[types.Part(function_call=types.FunctionCall(name=name, args=args))]
        ),
        types.Content(
            role="user",
            parts=[
                types.Part(function_response=types.FunctionResponse(name=name, response=response))
            ],
        ),
    ]


def answer(message: str, *steps: GivenResult, board: bool = False) -> Reply:
    """Return the next step of the analyst, after a message and what tools gave for it."""
    contents: list[types.Content] = []
    if board:
        contents = [said("user", "cria um dashboard"), *called(LOOKED), *called(BOARD)]
        contents.append(said("model", "O dashboard “Loja” está pronto."))
    contents.append(said("user", message))
    for step in steps:
        contents += called(step)
    asked = LlmRequest(contents=contents)
    tools = load_catalog_of_workflows()["analysis"].agents["analyst"].tools
    asked.append_tools([CatalogTool(load_catalog()[name], frozenset()) for name in tools])
    return reply(read_request(asked))


def nothing() -> GivenResult:
    return ("describe_data", {}, {"result": {"datasets": []}})


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("como eu te envio a planilha?", "Anexe o arquivo"),
        ("how do I send you the file then?", "Attach the file"),
        ("o que dá pra fazer com uma planilha?", "conto, somo, tiro médias"),
        ("what can I do with a table here?", "count, add up and average"),
        ("quantas linhas tem a planilha?", "Ainda não há nenhuma tabela aqui."),
    ],
)
def test_without_a_table_it_is_said_how_one_comes_and_what_it_is_good_for(
    message: str, told: str
) -> None:
    assert told in answer(message, nothing()).text


def test_with_a_table_it_is_said_what_can_be_asked_of_it() -> None:
    told = answer("o que posso perguntar sobre essa tabela?", LOOKED).text
    assert "vendas.csv" in told
    assert "Por exemplo" in told


@pytest.mark.parametrize(
    "message", ["manda isso pro meu sócio por e-mail", "nice. can you share that with my boss?"]
)
def test_who_wants_to_pass_figures_on_hears_how(message: str) -> None:
    assert answer(message, LOOKED).intent == "pass_on"
    assert answer(message, LOOKED, board=True).calls[0].tool == "share_dashboard"


@pytest.mark.parametrize("message", ["quanto é 1250 vezes 3?", "what is 12% of 340?", "1250 x 3"])
def test_a_sum_is_worked_out_among_tables(message: str) -> None:
    for looked in (LOOKED, nothing()):
        assert [call.tool for call in answer(message, looked).calls] == ["calculator"]


def test_of_two_titles_the_longer_one_that_is_said_is_removed_and_the_rest_is_done_too() -> None:
    message = "tira o de linhas por mes e bota um gráfico de pizza por cidade"
    first = answer(message, LOOKED, board=True)
    removed, added = first.calls[0].args["edits"]
    assert removed == {"edit": "remove", "widget": "w2"}
    assert added["new"]["chart"] == "pie"
    assert added["new"]["query"]["group_by"] == [{"column": "Cidade"}]
    tiles = [TILES[0], TILES[2], {"id": "w4", **added["new"]}]
    board = {"title": "Loja", "widgets": tiles}
    changed: GivenResult = ("update_dashboard", first.calls[0].args, {"result": board})
    told = answer(message, LOOKED, changed, board=True)
    assert not told.calls
    assert "“Linhas por mês”" not in told.text


def test_a_chart_and_a_dashboard_in_one_message_are_both_made() -> None:
    message = "show me a chart of Valor Total per month then make a dashboard"
    first = answer(message, LOOKED)
    assert first.calls[0].tool == "make_chart"
    drawn: GivenResult = ("make_chart", first.calls[0].args, {"error": "the sandbox is away"})
    second = answer(message, LOOKED, drawn)
    assert second.calls[0].tool == "create_dashboard"
    queries = [widget.get("query") for widget in second.calls[0].args["widgets"]]
    assert first.calls[0].args["query"] in queries


@pytest.mark.parametrize(
    "message", ["não era esse que era pra tirar! desfaz", "you removed the wrong one, put it back"]
)
def test_an_undo_is_heard_among_a_complaint(message: str) -> None:
    assert answer(message, LOOKED, board=True).calls[0].tool == "undo_dashboard"
