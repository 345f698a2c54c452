"""What a form's answer is held against: JSON Schema as everybody reads it, at a bounded cost."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from language.forms import MOST_STEPS, problem_of, wrong_fields
from language.json_schema import KEYWORDS

Json = dict[str, Any]
NAMES = st.sampled_from(["a", "b", "c"])
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from([0.5, 1.0, -2.5, "", "a", "bb"])
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
)
COUNT, NUMBER = st.integers(0, 3), st.sampled_from([-1, 0, 1, 1.5, 2])
KINDS = st.sampled_from(["object", "array", "string", "integer", "number", "boolean", "null"])


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=1, max_size=2)
    keywords: dict[str, st.SearchStrategy[Any]] = {
        "type": KINDS | st.lists(KINDS, min_size=1, max_size=2, unique=True),
        "enum": st.lists(PLAIN, min_size=1, max_size=3),
        "const": PLAIN,
        "required": st.lists(NAMES, max_size=2, unique=True),
        "pattern": st.sampled_from(["a", "^b+$", "[ab]{2}"]),
        "multipleOf": st.sampled_from([1, 2, 0.5]),
        "properties": st.dictionaries(NAMES, inner, max_size=2),
        "items": inner,
        "prefixItems": several,
        "additionalProperties": inner,
        "allOf": several,
        "anyOf": several,
        "oneOf": several,
        "not": inner,
        "$ref": st.just("#/$defs/plain"),
    }
    keywords |= dict.fromkeys(("minimum", "maximum"), NUMBER)
    keywords |= dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), NUMBER)
    for what in ("Length", "Items", "Properties"):
        keywords |= {f"min{what}": COUNT, f"max{what}": COUNT}
    drawn = st.fixed_dictionaries({}, optional=keywords)
    return drawn.filter(lambda schema: len(schema) <= 4)


def _is_valid(schema: Json, value: Any) -> bool:
    reader: Any = Draft202012Validator(schema)
    return reader.is_valid(value)


SCHEMAS: st.SearchStrategy[Any] = st.recursive(st.booleans(), _schemas, max_leaves=6)


@settings(
    max_examples=400,
    deadline=timedelta(seconds=5),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(SCHEMAS, VALUES)
def test_an_answer_fits_where_other_readers_of_the_schema_say_so(schema: Any, value: Any) -> None:
    whole: Json = {"allOf": [schema], "$defs": {"plain": {"type": ["string", "array"]}}}
    if problem_of(whole) is None:
        assert (wrong_fields(whole, value) == []) == _is_valid(whole, value)


FORM: Json = {
    "type": "object",
    "required": ["name", "phone"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "minLength": 2},
        "phone": {"$ref": "#/$defs/phone"},
        "ages": {"type": "array", "items": {"type": "integer", "minimum": 0}},
        "colour": {"enum": ["red", "blue"]},
    },
    "$defs": {"phone": {"type": "string", "pattern": "^[0-9]{4,12}$"}},
}


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ({"name": "Ana", "phone": "11999"}, []),
        ({"name": "A"}, ["phone", "name"]),
        ({"name": "Ana", "phone": "x"}, ["phone"]),
        ({"name": "Ana", "phone": "11999", "ages": [1, -2, "3"]}, ["ages.1", "ages.2"]),
        ({"name": "Ana", "phone": "11999", "colour": "green"}, ["colour"]),
        ({"name": "Ana", "phone": "11999", "more": 1}, [""]),
        ([], [""]),
        ({"name": "Ana", "phone": "1" * 10_000}, ["phone"]),
    ],
)
def test_the_parts_that_do_not_fit_are_named(answer: Any, wrong: list[str]) -> None:
    assert problem_of(FORM) is None
    assert wrong_fields(FORM, answer) == wrong


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def _unfolding(levels: int) -> Json:
    names = [f"l{n}" for n in range(levels)]
    pairs = zip(names, [*names[1:], names[-1]], strict=True)
    parts = {a: {"anyOf": [{"$ref": f"#/$defs/{b}"}, {"$ref": f"#/$defs/{b}"}]} for a, b in pairs}
    return {"$ref": "#/$defs/l0", "$defs": parts}


WIDE = [{"type": "string", "minLength": n, "pattern": "(a|aa)+$"} for n in range(200)]
HOSTILE: dict[str, tuple[Json, Any]] = {
    "many items": ({"items": {"type": "integer"}}, ["x"] * 1_000_000),
    "many alternatives": ({"items": {"anyOf": WIDE}}, ["a" * 199 + "b"] * 100_000),
    "many conditions": ({"items": {"allOf": WIDE}}, [1] * 100_000),
    "many names": (
        {"additionalProperties": {"type": "null"}},
        dict.fromkeys(map(str, range(90_000))),
    ),
    "many required": ({"items": {"required": [str(n) for n in range(400)]}}, [{}] * 100_000),
    "depth": ({"$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}, "$ref": "#/$defs/a"}, _deep(900)),
    "a circle": ({"$defs": {"a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}, 1),
    "two circles": (_unfolding(3), 1),
    "unfolding": (_unfolding(55), 1),
    "choices": ({"items": {"enum": [str(n) for n in range(480)]}}, ["x"] * 100_000),
    "long texts": ({"items": {"allOf": [{"minLength": 1}] * 480}}, ["x" * 30_000] * 10_000),
}


@pytest.mark.parametrize("what", list(HOSTILE))
def test_no_schema_and_no_answer_costs_more_than_there_are_steps(what: str) -> None:
    """Also where nobody has checked the schema: the answer is named as a whole, or in parts."""
    schema, value = HOSTILE[what]
    before = time.thread_time()
    assert wrong_fields(schema, value) or what == "long texts"
    assert time.thread_time() - before < 0.2, "some milliseconds where nobody else computes"


def test_a_large_form_in_use_stays_far_below_the_steps() -> None:
    """Sixty fields, and a table of two hundred rows of six: what people build."""
    fields: Json = {f"field{n}": {"type": "string", "maxLength": 200} for n in range(60)}
    row: Json = {f"c{n}": {"type": ["number", "null"], "minimum": 0} for n in range(6)}
    table: Json = {"type": "array", "items": {"type": "object", "properties": row}}
    schema: Json = {"type": "object", "properties": fields | {"rows": table}}
    answer = dict.fromkeys(fields, "x") | {"rows": [dict.fromkeys(row, 1)] * 200}
    assert problem_of(schema) is None
    assert wrong_fields(schema, answer) == []
    assert MOST_STEPS >= 20_000


def test_every_keyword_that_is_served_is_one_of_json_schema() -> None:
    assert {
        *Draft202012Validator.VALIDATORS,
        *"""
        $schema $id $comment title description default examples format deprecated readOnly
        writeOnly $defs definitions""".split(),
    } >= KEYWORDS
