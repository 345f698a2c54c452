"""What a tool brings along for the built-in model to say of it, a project's own tool as any."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from google.adk.models.llm_request import LlmRequest
from google.genai import types

from agent.adk.tools import CatalogTool
from agent.models.local.reply import reply
from agent.models.local.request import Answered, read_request
from agent.models.local.say import say
from agent.models.local.steps import Reply
from tools import LocalPhrases, ToldResult, tool
from tools.project import load_folder

FOREST = '''
from tools import LocalPhrases, tool

@tool(
    phrases=LocalPhrases(
        ability={"en": "count trees", "pt": "contar árvores"},
        listed={
            "en": "count the trees of a forest: “trees of Tijuca”",
            "pt": "contar as árvores de uma floresta: “árvores da Tijuca”",
        },
        ask={"forest": {"en": "Which forest do you mean?", "pt": "De que floresta você fala?"}},
        result={"en": "{forest} has {trees} trees.", "pt": "{forest} tem {trees} árvores."},
        keeps_when_told={"en": "plant: …", "pt": "planta: …"},
    )
)
def count_trees(forest: str) -> dict[str, object]:
    """Count the trees of a forest (conta as árvores de uma floresta).

    Args:
        forest: The forest's name.
    """
    return {"forest": forest, "trees": 12}

@tool(phrases=LocalPhrases(tells_about_person=True))
def who_is_it() -> str:
    """Look into the guest book."""
    return "a guest"
'''


@pytest.fixture
def said(tmp_path: Path) -> Any:
    """Return a function that gives the model a project's tools and what was said so far."""
    (tmp_path / "forest.py").write_text(FOREST, encoding="utf-8")
    own = [CatalogTool(found, frozenset()) for found in load_folder(tmp_path).values()]

    def answer(*parts: str | types.Part) -> Reply:
        contents: list[types.Content] = []
        for at, part in enumerate(parts):
            held = types.Part(text=part) if isinstance(part, str) else part
            role = "user" if at % 2 == 0 else "model"
            contents.append(types.Content(role=role, parts=[held]))
        request = LlmRequest(contents=contents, config=types.GenerateContentConfig())
        request.append_tools([*own])
        return reply(read_request(request))

    return answer


def test_a_projects_tool_is_spoken_of_in_its_own_words(said: Any) -> None:
    assert "- count the trees of a forest: “trees of Tijuca”" in said("what can you do?").text
    assert "- contar as árvores de uma floresta" in said("o que você sabe fazer?").text
    assert "I can count trees;" in said("write a sonnet about the sea").text


def test_a_projects_tool_is_asked_for_and_asks_for_its_argument_in_its_own_words(said: Any) -> None:
    asked = said("count the trees")
    assert asked.text == "Which forest do you mean?"
    [call] = said("count the trees", asked.text, "Tijuca").calls
    assert (call.tool, call.args) == ("count_trees", {"forest": "Tijuca"})
    assert said("conta as árvores").text == "De que floresta você fala?"


@pytest.mark.parametrize(
    ("message", "result", "told"),
    [
        ("count the trees", {"forest": "Tijuca", "trees": 12}, "Tijuca has 12 trees."),
        ("conta as árvores", {"forest": "Tijuca", "trees": 1.5}, "Tijuca tem 1,5 árvores."),
        ("count the trees", {"trees": 12}, "Trees: 12."),
    ],
)
def test_a_projects_tool_has_its_result_told_in_its_own_words(
    said: Any, message: str, result: dict[str, Any], told: str
) -> None:
    call = types.Part(function_call=types.FunctionCall(id="c", name="count_trees", args={}))
    given = types.FunctionResponse(id="c", name="count_trees", response={"result": result})
    assert said(message, call, types.Part(function_response=given)).text == told


def test_a_tool_may_tell_its_result_by_a_function_of_its_own() -> None:
    def shout(told: ToldResult) -> Any:
        return told.value["trees"] if "few" in told.message else f"{told.value['trees']} TREES!"

    own = LocalPhrases(tell=shout)
    trees = Answered("count_trees", {}, {"result": {"trees": 12}}, own)
    assert say(trees, "en", "how many?") == "12 TREES!"
    assert say(trees, "en", "how few?") == "The result is 12."
    other = Answered("count_trees", {}, {"result": "no forest"}, own)
    assert say(other, "en", "how many?") == "no forest."
    with pytest.raises(TypeError, match="not by both"):
        LocalPhrases(tell=shout, result={"en": "{a}", "pt": "{a}"})


@pytest.mark.parametrize(
    "result",
    [
        {"date": "2026-11-18", "time": "14:03", "weekday": "Wednesday", "zone": "UTC"},
        {"expression": "1 + 1", "result": 2},
        {"profile": {"name": "Ana", "age": 17}},
        {"profile": {}},
        {"notes": [{"text": "milk", "created_at": "2026-11-18"}]},
        {"saved": "milk"},
        {"deleted": 2},
        {"waited_seconds": 20},
        {"updated": ["city"]},
        {"reported": True},
    ],
    ids=lambda result: next(iter(result)),
)
def test_the_built_in_model_knows_no_result_by_its_fields(result: dict[str, Any]) -> None:
    """What it says of one is on the tool: without its phrases only the names are told apart."""
    names = {f"k{at}": name for at, name in enumerate(result)}
    told = say(Answered("t", {}, {"result": result}), "en", "what is my name?")
    alike = say(
        Answered("t", {}, {"result": dict(zip(names, result.values(), strict=True))}),
        "en",
        "what is my name?",
    )
    for stand_in, name in names.items():
        alike = re.sub(stand_in, name.replace("_", " "), alike, flags=re.IGNORECASE)
    assert told.lower() == alike.lower()


def test_a_projects_tool_may_keep_what_is_told_and_know_the_person(said: Any) -> None:
    assert "say “plant: …” and I will" in said("I moved to Manchester").text
    assert [call.tool for call in said("what do you know about me?").calls] == ["who_is_it"]


def test_a_phrase_that_could_not_be_said_stops_the_tool_with_what_is_missing() -> None:
    with pytest.raises(TypeError, match=r"phrase 'ask\.forest' has no text in 'pt'"):
        LocalPhrases(ask={"forest": {"en": "Which?"}})
    with pytest.raises(TypeError, match="names a field that is no name"):
        LocalPhrases(result={"en": "{0.x}", "pt": "{a}"})

    def plant(tree: str) -> str:
        """Plant a tree."""
        return tree

    asking = LocalPhrases(ask={"forest": {"en": "Which?", "pt": "Qual?"}})
    with pytest.raises(TypeError, match="'plant': a phrase asks for 'forest', no argument of it"):
        tool(phrases=asking)(plant)
