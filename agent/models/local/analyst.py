"""Answers questions about tables: looks at them, asks one query, and tells its figures.

The thinking is `analysis/reading`'s; here it becomes calls of the tools that an agent was given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from pydantic import ValidationError

from agent.models.local.data_help import no_table
from agent.models.local.request import Answered, Declared, LocalRequest
from agent.models.local.steps import Call, Reply
from analysis.profile import DatasetProfile
from analysis.query import DataQuery, RowFilter
from analysis.reading.named import named_in
from analysis.reading.read import read_question
from analysis.reading.shapes import AskedBefore, Beyond, QuestionReading, Unclear, Understood
from analysis.reading.suggest import title_of
from analysis.reading.tell import tell_result
from analysis.result import QueryResult
from analysis.widget import WidgetSpec
from contracts.json import JsonObject
from tools.phrases import DataPart

_SHOWING: tuple[DataPart, ...] = ("chart", "table", "kpi")
_ASKING = frozenset({"ask", *_SHOWING})
_LONGEST = 600
_NONE = frozenset({"refuse", "beyond"})
# What a message can be that has words of no column: people who ask of data are often taken for
# upset ("why so many?"), and hardly ever for somebody who says hello.
_TALK = frozenset({"greeting", "thanks", "goodbye", "how_are_you", "who_are_you", "help", "human"})


def is_analyst(request: LocalRequest) -> bool:
    """Tell whether the agent was given what answers questions about tables."""
    return {"look", "ask"} <= {tool.phrases.data for tool in request.tools}


def tool_for(part: DataPart, request: LocalRequest) -> str | None:
    """Return the tool that does this part, if the agent has one."""
    return next((tool.name for tool in request.tools if tool.phrases.data == part), None)


def look_first(request: LocalRequest) -> Reply:
    """Look at the tables, with an eye on what is asked."""
    looking = tool_for("look", request) or ""
    return Reply("look", calls=[Call(looking, {"about": request.message[:_LONGEST]})])


def others(tools: tuple[Declared, ...]) -> tuple[Declared, ...]:
    """Return the tools that are about other things than tables."""
    return tuple(tool for tool in tools if tool.phrases.data is None)


def go_on(request: LocalRequest) -> Reply | None:
    """Take the next step after what tools have given; None where it is about something else."""
    last = request.answered[-1]
    if last.phrases.data == "look":
        return _ask(request)
    if last.phrases.data in _ASKING and (result := result_of(last)):
        reading = read(request)
        if isinstance(reading, Understood):
            return Reply("figures", tell_result(reading, result, request.language))
    return None


def read(request: LocalRequest) -> QuestionReading | None:
    """Read the question, in the light of the tables and of what was asked before."""
    profiles = profiles_of(request)
    if not profiles:
        return None
    return read_question(request.message, profiles, asked_before(request), request.language)


def _ask(request: LocalRequest) -> Reply | None:
    if not profiles_of(request):
        return None
    reading = read(request)
    match reading:
        case Understood():
            return Reply("ask", calls=[_call(reading, request)])
        case Unclear():
            choices = "".join(f"\n- {choice}" for choice in reading.choices)
            return Reply("unclear", reading.question + choices)
        case Beyond() | None:
            return None


def beyond(request: LocalRequest, other: Reply) -> Reply:
    """Say what the tables cannot answer, unless the message is rather something else."""
    reading = read(request)
    talk = _TALK if isinstance(reading, Beyond) and reading.kind != "topic" else None
    if other.calls or (other.intent not in _NONE and (talk is None or other.intent in talk)):
        return other
    if isinstance(reading, Beyond):
        return Reply("beyond", reading.reason)
    return Reply("no_data", no_table(request.language))


def _call(reading: Understood, request: LocalRequest) -> Call:
    query = reading.query.model_dump(mode="json", exclude_defaults=True)
    shown = tool_for(reading.show, request) if reading.show else None
    if shown is None:
        return Call(tool_for("ask", request) or "", {"query": query})
    args: JsonObject = {"title": title_of(reading.query, request.language), "query": query}
    return Call(
        shown, args | ({"chart": reading.chart or "bar"} if reading.show == "chart" else {})
    )


def asked_before(request: LocalRequest) -> AskedBefore:
    """Return what the conversation has asked so far, and what it waits for."""
    calls = [
        answered for turn in request.past for answered in turn if answered.phrases.data in _ASKING
    ]
    queries = [query for call in calls if (query := _query(call.args.get("query")))]
    widget = _widget(calls[-1]) if calls else None
    return AskedBefore(queries, widget, _open_question(request), _named(request))


def _named(request: LocalRequest) -> tuple[RowFilter, ...]:
    """Return whom the last answer named, where it named one."""
    last = request.past[-1] if request.past else ()
    asked = [answered for answered in last if answered.phrases.data in _ASKING]
    result = result_of(asked[-1]) if asked else None
    return named_in(result, request.asked, request.language) if result else ()


def _open_question(request: LocalRequest) -> str | None:
    """Return the message that was answered by a question back, if the last one was."""
    last = request.past[-1] if request.past else ()
    only_looked = bool(last) and all(answered.phrases.data == "look" for answered in last)
    return request.before if only_looked and "?" in request.asked else None


def _widget(answered: Answered) -> WidgetSpec | None:
    kind = answered.phrases.data if answered.phrases.data in _SHOWING else None
    try:
        return WidgetSpec.model_validate({**answered.args, "kind": kind}) if kind else None
    except ValidationError:
        return None


def _query(given: Any) -> DataQuery | None:
    try:
        return DataQuery.model_validate(given)
    except ValidationError:
        return None


def profiles_of(request: LocalRequest) -> list[DatasetProfile]:
    """Return the tables that were looked at for this message."""
    looked = next((a for a in reversed(request.answered) if a.phrases.data == "look"), None)
    return list(_profiles(looked)) if looked else []


def _profiles(looked: Answered) -> Iterator[DatasetProfile]:
    for told in cast("list[Any]", result_fields(looked).get("datasets") or []):
        try:
            yield DatasetProfile.model_validate(told)
        except ValidationError:  # cut off at its end
            continue


def result_of(answered: Answered) -> QueryResult | None:
    """Return the figures that a call has given."""
    told = result_fields(answered)
    rows = cast("list[Any]", told.get("rows") or [])
    whole = [row for row in rows if not isinstance(row, str)]  # what was cut is told in words
    try:
        return QueryResult.model_validate({**told, "rows": whole})
    except ValidationError:
        return None


def result_fields(answered: Answered) -> JsonObject:
    """Return what a call has given, if that has fields."""
    result: Any = answered.response.get("result")
    return cast("JsonObject", result) if isinstance(result, dict) else {}
