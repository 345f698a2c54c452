"""Agents that a model plays work on tables: queries, charts, programs, figures that are traced."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.support.chatting import Chat, Json, every, only, text_of
from tests.support.model_server import ModelServer, call, reply
from tests.support.workers import ROOT, Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
BY_TYPE = {"group_by": [{"column": "tipo_defeito"}]}


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    return worker_env | {"BATUTA_PROJECT": str(ROOT / "examples" / "qhub")}


async def asked(chat: Chat, models: ModelServer, tag: str, *answers: Any) -> list[Json]:
    """Ask the example's agent, which a scripted model plays."""
    models.script(*answers)
    return await chat.say(f"quantos defeitos? {tag}", workflow="qualidade")


async def test_a_query_of_a_model_gives_exact_figures_over_all_rows(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    events = await asked(
        chat, models, tag, call("query_data", {"query": BY_TYPE}, match=tag),
        reply("Lixo: 62 de 200, ou 31%.", match=tag),
    )  # fmt: skip
    output = only(events, "tool_end")["output"]
    assert output["rows"][:2] == [["lixo", 62], ["falta_tinta", 31]]
    assert output["matched"] == output["of_rows"] == 200
    assert output["ref"]
    assert not [e for e in every(events, "guard") if e["category"] == "unsupported_figure"]


async def test_a_figure_that_no_result_contains_is_marked(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    events = await asked(
        chat, models, tag, call("query_data", {"query": BY_TYPE}, match=tag),
        reply("Lixo: 64 de 200; as crateras custaram 1.234,56.", match=tag),
    )  # fmt: skip
    marked = only(events, "guard")
    assert (marked["verdict"], marked["category"]) == ("review", "unsupported_figure")
    assert "64" in marked["message"]
    assert "1.234,56" in marked["message"]
    assert "200" not in marked["message"]


async def test_a_query_that_does_not_fit_goes_back_to_the_model_with_the_cure(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    events = await asked(
        chat, models, tag,
        call("query_data", {"query": {"group_by": [{"column": "turnos"}]}}, match=tag),
        call("query_data", {"query": {"group_by": [{"column": "turno"}]}}, match=tag),
        reply("Está feito.", match=tag),
    )  # fmt: skip
    first, second = every(events, "tool_end")
    assert first["status"] == "error"
    assert "did you mean: 'turno'" in first["output"]
    assert second["status"] == "ok"


async def test_a_chart_of_a_model_is_drawn_from_executed_rows(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    wanted = {
        "chart": "doughnut",
        "title": "Por turno",
        "query": {"group_by": [{"column": "turno"}]},
    }
    events = await asked(
        chat, models, tag, call("make_chart", wanted, match=tag), reply("Pronto.", match=tag)
    )
    chart = only(events, "chart")
    assert [s["value"] for s in chart["spec"]["series"][0]["data"]] == [73, 68, 59]
    assert chart["sources"][0]["ref"] == only(events, "tool_end")["output"]["ref"]


async def test_a_program_of_a_model_sees_the_table_and_shows_its_figures(
    worker: Worker, person: Callable[..., Awaitable[str]], models: ModelServer, tag: str
) -> None:
    code = (
        "import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nprint(len(df), df.turno.nunique())"
    )
    models.script(call("run_python", {"code": code}, match=tag), reply("Feito.", match=tag))
    async with Chat(worker.url, await person("user", "owner")) as owner:
        events = await owner.say(f"quantos turnos há nos dados? {tag}", workflow="analise")
        output = only(events, "tool_end")["output"]
        assert (output["status"], output["stdout"]) == ("ok", "200 3\n")
        assert output["pictures"] == {"shown": 1}
        shown = only(events, "artifact")
        kept = (await owner.get(f"/artifacts/{shown['id']}")).json()
        assert kept["content"].startswith('<img src="data:image/png;base64,')


async def test_a_program_reaches_nothing_else(
    worker: Worker, person: Callable[..., Awaitable[str]], models: ModelServer, tag: str
) -> None:
    code = "print(open('/etc/passwd').read())"
    models.script(call("run_python", {"code": code}, match=tag), reply("Não deu.", match=tag))
    async with Chat(worker.url, await person("user", "owner")) as owner:
        events = await owner.say(f"lê o arquivo {tag}", workflow="analise")
    output = only(events, "tool_end")["output"]
    assert output["status"] == "error"
    assert "root:" not in str(events)


async def test_html_in_an_answer_is_not_where_figures_are_looked_for(
    chat: Chat, models: ModelServer, tag: str
) -> None:
    text = "São 62.\n\n```html\n<div class='kpi-card'>99</div>\n```\n"
    events = await asked(
        chat, models, tag, call("query_data", {"query": BY_TYPE}, match=tag), reply(text, match=tag)
    )
    assert "99" in text_of(events)
    assert not [e for e in every(events, "guard") if e["category"] == "unsupported_figure"]
