"""A tool is a function with a declared policy: what its author, the model and a person rely on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import Any, Literal
from uuid import UUID

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from contracts.errors import LoopDetected, ToolTimeout
from contracts.messages import Caller
from tests.support.chance import an_id
from tools import Tool, ToolContext, ToolFailed, tool
from tools.catalog.calculator import evaluate
from tools.policy import (
    LoopGuard,
    ResultCache,
    ToolForbidden,
    allowed,
    may_retry,
    needs_approval,
)
from tools.tool import ToolArguments, bound_output, load_catalog, summarise_args

pytestmark = pytest.mark.anyio


@dataclass
class ToolStoreInMemory:
    """A ToolStore that lives as long as its test."""

    notes: dict[str, str] = field(default_factory=dict[str, str])
    fields: dict[str, Any] = field(default_factory=dict[str, Any])

    async def save_note(self, key: str, text: str) -> bool:
        new = key not in self.notes
        self.notes.setdefault(key, text)
        return new

    async def list_notes(self) -> list[dict[str, str]]:
        return [{"text": text, "created_at": "2026-11-18"} for text in self.notes.values()]

    async def forget_notes(self, about: str = "") -> int:
        gone = [key for key, text in self.notes.items() if about.lower() in text.lower()]
        for key in gone:
            del self.notes[key]
        return len(gone)

    async def profile(self) -> dict[str, Any]:
        return dict(self.fields)

    async def update_profile(self, fields: Mapping[str, Any]) -> None:
        self.fields |= fields

    async def keep_artifact(self, key: str, turn_id: UUID, title: str, html: str) -> UUID:
        raise NotImplementedError

    async def report(self, key: str, turn_id: UUID, category: str, reason: str) -> bool:
        return await self.save_note(key, f"{turn_id}: {category}: {reason}")


def person(*roles: str) -> Caller:
    return Caller(an_id(), UUID(int=1), "ann@example.com", frozenset(roles))


def context(
    store: ToolStoreInMemory | None = None,
    key: str = "key-1",
    tell: Callable[[float | None, str], None] = lambda _fraction, _note: None,
    **more: Any,
) -> ToolContext:
    return ToolContext(
        caller=person("user"),
        session_id=an_id(),
        turn_id=an_id(),
        call_id="call-1",
        idempotency_key=key,
        store=store or ToolStoreInMemory(),
        on_progress=tell,
        **more,
    )


class Size(BaseModel):
    width: int
    height: int = 1


@tool(title={"en": "Find a company", "pt": "Procurar uma empresa"}, cache=60)
async def company_lookup(
    name: str, ctx: ToolContext, country: Literal["BR", "PT"] = "BR", size: Size | None = None
) -> dict[str, Any]:
    """Look a company up
    by its name.

    A second paragraph is for people.

    Args:
        name: The company's legal
            or trade name.
        country: Two-letter country code.
    """
    return {"name": name, "country": country, "size": size, "language": ctx.language}


def test_types_and_docstring_make_the_schema_and_the_context_stays_hidden() -> None:
    assert company_lookup.name == "company_lookup"
    assert company_lookup.description == "Look a company up by its name."
    assert company_lookup.schema["required"] == ["name"]
    properties = company_lookup.schema["properties"]
    assert properties["name"] == {
        "type": "string",
        "description": "The company's legal or trade name.",
    }
    assert properties["country"]["enum"] == ["BR", "PT"]
    assert "$ref" not in str(company_lookup.schema)
    assert "ctx" not in properties


def test_arguments_are_coerced_where_that_is_safe() -> None:
    given_ = {"name": 42, "size": {"width": "3"}}
    assert company_lookup.validate(given_) == {
        "name": "42",
        "country": "BR",
        "size": {"width": 3, "height": 1},
    }


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({}, "'name' is missing"),
        ({"nam": "x"}, "'nam' is not an argument of it (it takes: name, country, size)"),
        ({"name": "x", "country": "XX"}, "'country'"),
        ({"name": "x", "size": {"width": "wide"}}, "'size.width'"),
        ({"name": "x" * 40_000}, "send less"),
        ({"name": ["x"]}, "'name'"),
        ({"name": "x", "ctx": "forged"}, "'ctx'"),
    ],
)
def test_wrong_arguments_are_explained_to_the_model(args: dict[str, Any], said: str) -> None:
    with pytest.raises(ToolArguments) as failure:
        company_lookup.validate(args)
    assert said in failure.value.message
    assert len(failure.value.message) < 1_000


async def test_a_call_gives_the_function_typed_arguments_and_returns_plain_json() -> None:
    result = await company_lookup.call({"name": "Acme", "size": {"width": 2}}, context())
    assert result["size"] == {"width": 2, "height": 1}
    assert result["language"] == "en"
    orjson.dumps(result)


async def test_a_plain_function_runs_beside_the_loop_and_reports_on_it() -> None:
    loop_thread = threading.get_ident()
    seen: list[tuple[float | None, str, int]] = []
    reported = asyncio.Event()

    def note_down(fraction: float | None, note: str) -> None:
        seen.append((fraction, note, threading.get_ident()))
        reported.set()

    @tool()
    def slow(ctx: ToolContext) -> int:
        """Work for long."""
        ctx.progress(2.0, "x" * 500)
        return threading.get_ident()

    worked_in = await slow.call({}, context(tell=note_down))
    await reported.wait()
    assert worked_in != loop_thread
    assert seen == [(1.0, "x" * 200, loop_thread)]


async def test_a_tool_that_takes_too_long_is_told_so_and_given_up() -> None:
    gone = threading.Event()

    @tool(timeout=0.05)
    def hang(ctx: ToolContext) -> None:
        """Wait until nobody wants the result."""
        ctx.cancelled.wait()
        gone.set()

    with pytest.raises(ToolTimeout, match="hang did not answer"):
        await hang.call({}, context())
    assert await asyncio.to_thread(gone.wait, 30)


async def test_a_timeout_inside_a_tool_is_a_failure_of_the_tool() -> None:
    @tool()
    async def impatient() -> None:
        """Wait for something that does not come."""
        raise TimeoutError

    with pytest.raises(ToolFailed, match="did not answer"):
        await impatient.call({}, context())


def test_an_author_learns_at_once_what_is_wrong_with_a_tool() -> None:
    def several(*values: int) -> None:
        """Do it."""

    def silent(value: int) -> None: ...

    def chatty(value: int) -> None:
        """Do it.

        Args:
            valeu: Misspelt.
        """

    for function, cure in (
        (several, "write its arguments out"),
        (silent, "docstring"),
        (chatty, "'valeu'"),
    ):
        with pytest.raises(TypeError, match=cure):
            tool()(function)
    with pytest.raises(TypeError, match="cannot be cached"):
        tool(cache=5, side_effect=True)


class Colour(Enum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (date(2026, 11, 18), "2026-11-18"),
        (Colour.RED, "red"),
        ({"a": {3}}, {"a": [3]}),
        (float("nan"), "nan"),
        (b"abc", "[3 bytes]"),
        ("nul\0 and half \ud800", "nul and half ?"),
        (Size(width=1), {"width": 1, "height": 1}),
        (2**70, str(2**70)),
    ],
)
def test_any_result_becomes_json_that_the_database_accepts(value: object, plain: object) -> None:
    assert bound_output(value) == plain


def test_a_result_too_large_is_cut_and_says_so() -> None:
    rows = bound_output([{"cell": "x" * 100}] * 10_000)
    assert len(orjson.dumps(rows)) < 12_000
    assert "more items not shown" in rows[-1]
    assert "of 50000 characters shown" in bound_output("y" * 50_000)
    circle: list[Any] = []
    circle.append(circle)
    assert "not shown" in str(bound_output(circle))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(), inner, max_size=8),
)


@settings(deadline=None)
@given(_JSON)
def test_every_result_can_be_stored_and_stays_bounded(value: object) -> None:
    assert len(orjson.dumps(bound_output(value, 1_000)).decode()) < 12_000


def test_what_the_stream_shows_of_arguments_is_short_and_without_secrets() -> None:
    shown = summarise_args(
        {"password": "hunter2", "count": 3, "to": "ann@example.com", "text": "z" * 900, "on": True}
    )
    assert shown["password"] == "[password]"
    assert shown["to"] == "[email]"
    assert (shown["count"], shown["on"]) == (3, True)
    assert len(shown["text"]) == 200
    many = summarise_args({f"argument_{i}": "w" * 190 for i in range(100)})
    assert len(str(many)) < 3_000
    assert many["…"] == f"{100 - (len(many) - 1)} more not shown"


def test_three_times_the_same_call_is_a_loop_however_it_is_spelled() -> None:
    guard = LoopGuard()
    guard.check("find", {"a": 1, "b": "x"})
    guard.check("find", {"b": " x", "a": 1.0})
    with pytest.raises(LoopDetected, match="3 times"):
        guard.check("find", {"b": "x", "a": 1})
    guard.check("find", {"a": 2})
    guard.check("find", {"a": 1})


def _with(approval: Literal["never", "ask", "always"]) -> Tool:
    @tool(approval=approval)
    def act() -> None:
        """Act."""

    return act


def test_autonomous_mode_and_a_remembered_yes_open_ask_and_never_always() -> None:
    ask, always, never = _with("ask"), _with("always"), _with("never")
    assert needs_approval(ask, autonomous=False, remembered=set())
    assert not needs_approval(ask, autonomous=True, remembered=set())
    assert not needs_approval(ask, autonomous=False, remembered={"act"})
    assert needs_approval(always, autonomous=True, remembered={"act"})
    assert not needs_approval(never, autonomous=False, remembered=set())


def test_a_tool_outside_the_agents_list_or_the_persons_roles_is_refused() -> None:
    @tool(roles=["moderator"])
    def review() -> None:
        """Review a case."""

    allowed(review, person("moderator"), {"review"})
    allowed(review, person("admin"), {"review"})
    with pytest.raises(ToolForbidden, match="roles moderator"):
        allowed(review, person("user"), {"review"})
    with pytest.raises(ToolForbidden, match="has no tool"):
        allowed(review, person("admin"), {"calculator"})


def test_only_passing_failures_of_harmless_calls_are_retried() -> None:
    @tool(side_effect=True)
    def send() -> None:
        """Send."""

    look = company_lookup
    late = ToolTimeout("late")
    assert may_retry(look, late, attempt=1)
    assert may_retry(look, ConnectionError(), attempt=1)
    assert not may_retry(look, late, attempt=2)
    assert not may_retry(send, late, attempt=1)
    assert not may_retry(look, ToolFailed("no such company"), attempt=1)
    assert not may_retry(look, ToolArguments("wrong"), attempt=1)


def test_the_cache_keeps_results_per_person_for_their_time_and_within_its_size() -> None:
    now = [0.0]
    cache = ResultCache(size=2, clock=lambda: now[0])
    ann, bob = person("user"), person("user")
    cache.put(company_lookup, ann, {"name": "Acme"}, {"found": 1})
    assert cache.get(company_lookup, ann, {"name": "Acme "}) == (True, {"found": 1})
    assert cache.get(company_lookup, bob, {"name": "Acme"}) == (False, None)
    now[0] = 61
    assert cache.get(company_lookup, ann, {"name": "Acme"}) == (False, None)
    assert (cache.hits, cache.misses) == (1, 2)
    for name in "abc":
        cache.put(company_lookup, ann, {"name": name}, name)
    assert not cache.get(company_lookup, ann, {"name": "a"})[0]
    assert cache.get(company_lookup, ann, {"name": "c"}) == (True, "c")


def test_a_cache_that_cannot_keep_a_value_stays_out_of_the_way() -> None:
    cache, ann = ResultCache(), person("user")
    circle: dict[str, Any] = {}
    circle["self"] = circle
    cache.put(company_lookup, ann, circle, "x")
    cache.put(company_lookup, ann, {"name": "x"}, object())
    assert cache.get(company_lookup, ann, circle) == (False, None)
    assert cache.get(company_lookup, ann, {"name": "x"}) == (False, None)


@pytest.mark.parametrize(
    ("expression", "language", "value"),
    [
        ("2 + 3 * 4", "en", 14),
        ("15% of 240", "en", 36),
        ("15% de 240", "pt", 36),
        ("200 + 10%", "en", 220),
        ("10 % 3", "en", 1),
        ("3,5 * 2", "pt", 7),
        ("1.234,56 + 1", "pt", 1235.56),
        ("1,234.56 + 1", "en", 1235.56),
        ("max(3,5)", "pt", 5),
        ("0.1 + 0.2", "en", 0.3),
        ("2^10", "en", 1024),
        ("-2**2", "en", -4),
        ("sqrt(16) + abs(-3)", "en", 7),
        ("7 // 2", "en", 3),
        ("3 x 4 =", "en", 12),
    ],
)
def test_the_calculator_calculates(expression: str, language: str, value: float) -> None:
    assert evaluate(expression, language) == value


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("9**9**9", "too large"),
        ("10.0**400", "too large"),
        ("((((" * 90, "cannot|not an expression"),
        ("-" * 400 + "1", "deeply|not an expression"),
        ("__import__('os').system('true')", "only arithmetic"),
        ("(1).__class__", "only arithmetic"),
        ("[x for x in (1,2)]", "only arithmetic"),
        ("True + 1", "only arithmetic"),
        ("'a' * 9", "only arithmetic"),
        ("lambda: 1", "only arithmetic"),
        ("1/0", "divides by zero"),
        ("(-8)**0.5", "no real root"),
        ("log(-1)", "outside"),
        ("sqrt(1, 2)", "takes 1 to 1"),
        ("log(2, 10, 3)", "takes 1 to 2"),
        ("what?", "only arithmetic"),
        ("2 +", "not an expression"),
    ],
)
def test_the_calculator_refuses_clearly(expression: str, said: str) -> None:
    with pytest.raises(ToolFailed, match=said):
        evaluate(expression)


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from("0123456789.+-*/%()^, eximaxsqrtpiof_'[]"), max_size=80))
def test_whatever_is_typed_the_calculator_answers_or_refuses(expression: str) -> None:
    try:
        value = evaluate(expression)
    except ToolFailed:
        return
    assert isinstance(value, int | float)


async def test_the_catalogue_holds_the_tools_and_their_policies() -> None:
    catalog = load_catalog()
    assert set(catalog) >= {
        "calculator", "countdown", "current_time", "forget_notes", "forget_profile", "get_profile",
        "list_notes", "save_note", "update_profile",
    }  # fmt: skip
    assert catalog["save_note"].approval == "ask"
    assert catalog["save_note"].repeatable
    assert catalog["forget_notes"].approval == "always"
    assert all(set(t.title) == {"en", "pt"} for t in catalog.values())


async def test_a_note_saved_twice_under_one_key_is_kept_once() -> None:
    catalog, store = load_catalog(), ToolStoreInMemory()
    for _ in range(2):
        await catalog["save_note"].call({"text": "milk"}, context(store, "k1"))
    listed = await catalog["list_notes"].call({}, context(store))
    assert [note["text"] for note in listed["notes"]] == ["milk"]
    with pytest.raises(ToolFailed, match="nothing was deleted"):
        await catalog["forget_notes"].call({"about": "bread"}, context(store))
    assert await catalog["forget_notes"].call({"about": "Milk"}, context(store)) == {"deleted": 1}


async def test_the_time_is_told_for_a_place_or_for_the_persons_own_zone() -> None:
    clock = load_catalog()["current_time"]
    assert (await clock.call({"zone": "Tóquio"}, context()))["zone"] == "Asia/Tokyo"
    assert (await clock.call({}, context()))["zone"] == "UTC"
    at_home = context(preferences={"timezone": "America/Recife"})
    assert (await clock.call({}, at_home))["zone"] == "America/Recife"
    with pytest.raises(ToolFailed, match="did you mean Europe/Lisbon"):
        await clock.call({"zone": "Lisbonn"}, context())


async def test_a_countdown_reports_how_far_it_is() -> None:
    seen: list[float | None] = []
    ctx = context(tell=lambda fraction, _note: seen.append(fraction))
    assert await load_catalog()["countdown"].call({"seconds": 1}, ctx) == {"waited_seconds": 1}
    assert seen == [0.0, 1.0]
