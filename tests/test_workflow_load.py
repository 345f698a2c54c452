"""What a workflow file may say, and how its mistakes are told: where, what, and what was meant."""

from __future__ import annotations

import re
import string
import textwrap
import time
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from language.patterns import fits_pattern, pattern_problem
from workflows.file.check import Known, check_world
from workflows.file.conditions import ConditionError, compile_condition
from workflows.file.load import load_catalog, load_source, parse, parse_source
from workflows.file.project import read_project
from workflows.file.schema import Workflow
from workflows.file.source import WorkflowError
from workflows.testing.check import check_project

WHOLE = Path(__file__).parent / "data" / "project" / "workflows" / "whole.yaml"
TEXT = WHOLE.read_text(encoding="utf-8")


def refused(text: str) -> str:
    with pytest.raises(WorkflowError) as failed:
        parse(text, "x.yaml")
    return failed.value.message


def changed(old: str, new: str) -> str:
    assert old in TEXT, old
    return TEXT.replace(old, new, 1)


def test_the_whole_language_is_read() -> None:
    workflow = parse(TEXT, "whole.yaml")
    kinds = {state.kind for state in workflow.states.values()}
    assert kinds == {
        "agent", "ask", "say", "tool", "ui", "branch", "parallel", "call", "handoff",
    }  # fmt: skip
    assert workflow.rules[0].subject == "book"
    assert workflow.rules[1].names == ["cpf"]
    assert workflow.upgrade
    assert workflow.upgrade.map == {"ask_name": "collect"}


MISTAKES = [
    ("tries > 3", "tires > 3", "unknown name 'tires'; did you mean 'tries'?"),
    ("to: human", "to: humam", "there is no state 'humam'; did you mean 'human'?"),
    ("optional: true", "optonal: true", "unknown key 'optonal'; did you mean 'optional'?"),
    ("on_error: collect", "on_eror: collect", "unknown key 'on_eror'; did you mean 'on_error'?"),
    ("type: integer", "type: interger", "did you mean 'integer'?"),
    ("end: escalated", "end: escalate", "did you mean 'escalated'?"),
    ("book requires", "book needs", "a rule is 'TOOL requires [slot, slot]'"),
    ("min: 10", "min: ten", "slots.age.min"),
    ("low: [baixo]", "low: {fr: bas}", "slots.level.of.low.fr"),
    ("low: [baixo]", "low: {pt: []}", "slots.level.of.low.pt"),
    ("workflow: whole\n", "", "'workflow' is missing"),
    ("fill: [name,", "fill: [nome,", "there is no slot 'nome'; did you mean 'name'?"),
    ("agent: interviewer,", "agent: interviwer,", "did you mean 'interviewer'?"),
    ("{name}!", "{nam}!", "there is no slot 'nam'; did you mean 'name'?"),
    ("handoff: support", "handoff: support, say: x", "exactly one of agent, ask, say"),
    ("{if: age >= 18,", "{if: age >= name,", "different types"),
    ("{if: age >= 18,", "{if: age,", "a condition is true or false"),
    ("{if: age >= 18,", "{if: age = 18,", "write '=='"),
    ("{if: age >= 18,", "{if: age > 3 && age < 2,", "can never hold"),
    ("{if: age >= 18,", "{if: '__import__(\"os\")',", "is not allowed in a condition"),
    ("start: collect", "start: colect", "there is no state 'colect'; did you mean 'collect'?"),
    ("never collect [cpf]", "never collect [age]", "there is a slot for it"),
    ("from: 1", "from: 7", "'from' is below this version"),
    ("steps: 6", "stps: 6", "unknown key 'stps'; did you mean 'steps'?"),
    ("version: 2", "version: two", "version"),
    ('pattern: "[A-Z]{3}"', 'pattern: "a(?=b)"', "looking ahead or behind"),
]


@pytest.mark.parametrize(("old", "new", "told"), MISTAKES, ids=[m[1] for m in MISTAKES])
def test_a_mistake_is_told_with_its_place_and_what_was_meant(old: str, new: str, told: str) -> None:
    message = refused(changed(old, new))
    assert told in message
    found = re.match(r"x\.yaml:(\d+):(\d+): ", message)
    assert found, message
    if old.strip() and new:
        line = changed(old, new).splitlines()[int(found[1]) - 1]
        near = changed(old, new)[: changed(old, new).index(new)].count("\n") + 1
        assert abs(int(found[1]) - near) <= 1 or told.startswith("'workflow'"), line


@pytest.mark.parametrize("key", ["on-error", "-", "str", "[key]", "a-b[c]"])
def test_a_key_that_looks_like_a_part_of_the_checker_is_told_like_any_other(key: str) -> None:
    for text, where in ((f"'{key}': 1\n", 1), (TEXT + f"'{key}': 1\n", TEXT.count("\n") + 1)):
        assert f"x.yaml:{where}:1: unknown key '{key}'" in refused(text)
    assert f"unknown key '{key}'" in refused(changed("on_error: collect", f"'{key}': collect"))


def test_every_mistake_of_a_file_is_told_at_once() -> None:
    message = refused(TEXT.replace("type: integer", "type: int").replace("min: 10", "mim: 10"))
    assert len(message.splitlines()) >= 2


def test_a_state_nobody_reaches_and_a_circle_that_never_waits_are_refused() -> None:
    lost = "workflow: a\nversion: 1\ntitle: A\nstart: x\nstates:\n  x: {say: hi, end: completed}\n"
    assert "no state leads to 'y'" in refused(lost + "  y: {say: lost, end: completed}\n")
    circle = "workflow: a\nversion: 1\ntitle: A\nstart: x\nstates:\n  x: {say: hi, go: y}\n"
    assert "never waits" in refused(circle + "  y: {say: ho, go: x}\n")


def test_a_state_from_which_no_end_is_reached_is_refused() -> None:
    text = """
    workflow: a
    version: 1
    title: A
    slots: {name: {type: name}}
    start: one
    states:
      one: {ask: name, go: [{if: tries > 2, to: out}, {to: two}]}
      two: {ask: {sure: {type: boolean}}, go: two}
      out: {say: bye, end: cancelled}
    """
    assert "from 'two' no end can be reached" in refused(textwrap.dedent(text))


def test_tools_workflows_and_languages_are_checked_against_what_is_there() -> None:
    workflow, source = parse_source(TEXT, "whole.yaml")
    known = Known(tools={"bok", "look"}, workflows={"whole": workflow}, languages=("en", "pt"))
    told = [f.line for f in check_world(workflow, source, known)]
    assert any("there is no tool 'book'; did you mean 'bok'?" in line for line in told)
    assert any("there is no workflow 'greeting'" in line for line in told)
    assert any("missing in 'pt'" in line for line in told)
    assert all(re.match(r"whole\.yaml:\d+:\d+: ", line) for line in told)


def test_an_option_without_a_name_in_a_declared_language_is_warned_of() -> None:
    text = changed("low: [baixo]", "low: {pt: [baixo, pequeno]}")
    workflow, source = parse_source(text, "whole.yaml")
    told = [f.line for f in check_world(workflow, source, Known(languages=("en", "pt")))]
    assert [line for line in told if "the option 'low' has no name in 'en'" in line]
    assert not [line for line in told if "'low' has no name in 'pt'" in line or "'high'" in line]


def test_workflows_that_call_each_other_in_a_circle_are_refused(tmp_path: Path) -> None:
    for one, other in (("aa", "bb"), ("bb", "aa")):
        (tmp_path / f"{one}.yaml").write_text(
            f"workflow: {one}\nversion: 1\ntitle: T\nstart: x\n"
            f"states:\n  x: {{call: {other}, end: completed}}\n"
        )
    told = [f.message for f in check_project(read_project(tmp_path), None)]
    assert [m for m in told if "circle of calls" in m]


def test_a_prompt_may_be_a_file_of_the_project_and_of_no_other_place(tmp_path: Path) -> None:
    (tmp_path / "workflows").mkdir()
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "kind.md").write_text("Be kind to {slots}.")
    file = tmp_path / "workflows" / "a.yaml"
    text = "workflow: a\nversion: 1\ntitle: A\nagents: {x: {prompt: PATH}}\nstart: s\n"
    text += "states: {s: {agent: x}}\n"
    file.write_text(text.replace("PATH", "prompts/kind.md"))
    assert load_source(file)[0].agents["x"].prompt == "Be kind to {slots}."
    file.write_text(text.replace("PATH", "prompts/kin.md"))
    with pytest.raises(WorkflowError, match=r"a\.yaml:4:\d+: there is no prompt file .*kind\.md"):
        load_source(file)
    file.write_text(text.replace("PATH", "../../../../etc/hosts.md"))
    with pytest.raises(WorkflowError, match="outside the project"):
        load_source(file)


def test_the_built_in_workflows_are_read() -> None:
    assert {"root", "onboarding"} <= set(load_catalog())


# --- hostile files ---

BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        "[" * 5_000,
        "{a: " * 200 + "1" + "}" * 200,
        "- " * 3_000 + "x",
        "workflow: !!python/object/apply:os.system ['true']",
        "workflow: !!python/name:os.system",
        "workflow: " + "x" * 300_000,
        "? [a, b]\n: c",
        "a: 1\na: 2",
        "\x00",
        "\ud800",
        "%YAML 9.9\n---\na: b",
        "workflow: 2026-99-99",
        "a: 1e99999999999",
        "a: " + "9" * 5_000,
        "",
        "---\na: 1\n---\nb: 2",
        "<<: {a: 1}",
        "<<: [{a: 1}, 3]",
        "a: !!binary '***'",
        "a: !!timestamp nonsense",
        "a: !!set {x, y}",
        "a: 0x",
        "a: 190:20:30:99:99",
        "\t",
        "key: [unclosed",
    ],
    ids=range(26),
)
def test_a_hostile_file_is_refused_with_a_clear_error(text: str) -> None:
    assert refused(text).startswith("x.yaml")


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"\xff\xfe\x00workflow")
    with pytest.raises(WorkflowError, match="not UTF-8"):
        load_source(file)


TREE: Any = yaml.safe_load(TEXT)
ODD: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.dates()
    | st.sampled_from(["collect", "name", "filled", "tries > 3", "{slots}", "prompts/x.md"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(max_size=8) | st.sampled_from(["if", "to", "en", "say"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


def paths(node: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items: list[tuple[Any, Any]] = []
    if isinstance(node, dict):
        items = list(cast("dict[Any, Any]", node).items())
    elif isinstance(node, list):
        items = list(enumerate(cast("list[Any]", node)))
    return [here, *(p for key, value in items for p in paths(value, (*here, key)))]


PATHS = [p for p in paths(TREE) if p]


def put(path: tuple[Any, ...], value: Any, key: str | None) -> Any:
    tree: Any = yaml.safe_load(TEXT)
    node = tree
    for step in path[:-1]:
        node = node[step]
    if key is not None and isinstance(node, dict):
        node[key] = value
    else:
        node[path[-1]] = value
    return tree


SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


@settings(max_examples=120, deadline=timedelta(seconds=20), suppress_health_check=SLOW)
@given(st.sampled_from(PATHS), ODD, st.none() | st.text(string.ascii_lowercase, max_size=8))
def test_a_file_with_anything_in_any_place_is_read_or_refused_in_words(
    path: tuple[Any, ...], value: Any, key: str | None
) -> None:
    text = yaml.safe_dump(put(path, value, key), allow_unicode=True)
    told = ""
    try:
        assert isinstance(parse(text, "x.yaml"), Workflow)
    except WorkflowError as exc:
        told = exc.message
    assert not told or told.startswith("x.yaml:")


@settings(max_examples=100, deadline=timedelta(seconds=20))
@given(st.text(max_size=300))
@example("a" * 400)
def test_any_text_is_refused_in_words(text: str) -> None:
    assert refused(text).startswith("x.yaml")


# --- conditions ---

SCOPE: Any = {
    "age": "number",
    "name": "text",
    "sure": "boolean",
    "profile": "map",
    "tries": "number",
}


@pytest.mark.parametrize(
    ("text", "values", "holds"),
    [
        ("filled", {"filled": True}, True),
        ("sure", {"sure": None}, False),
        ("tries > 3", {"tries": 4}, True),
        ("age >= 18 && name != ''", {"age": 18, "name": "x"}, True),
        ("age < 18", {"age": None}, False),
        ("!(age < 18)", {"age": None}, False),
        ("profile.onboarding_completed != true", {"profile": {}}, True),
        (
            "profile.onboarding_completed != true",
            {"profile": {"onboarding_completed": True}},
            False,
        ),
        ("results.look.count > 2", {"results": {"look": {"count": 3}}}, True),
        ("results.look.count > 2", {"results": {}}, False),
        ("name in ['a', 'b']", {"name": "b"}, True),
        ("name.startsWith('an')", {"name": "ana"}, True),
    ],
)
def test_a_condition_holds_or_not_and_what_is_unknown_does_not(
    text: str, values: dict[str, Any], holds: bool
) -> None:
    assert compile_condition(text).holds(values) is holds


HOSTILE = [
    "__import__('os').system('true')",
    "[1,2,3].map(x, [1,2,3].map(y, x))",
    "name.matches('(a+)+$')",
    "(" * 200 + "1" + ")" * 200,
    "!" * 300 + "sure",
    "age == 1 || " * 100 + "sure",
    "open('/etc/passwd')",
    "age =",
    "sure and sure",
    "a\nb",
    "\x00",
    "name + name + 'x' * 9",
    "{'a': 1}[name]",
    "timestamp('x')",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_condition_is_refused(text: str) -> None:
    try:
        problem = compile_condition(text).problem(SCOPE)
    except ConditionError:
        return
    assert problem


ALPHABET = "ab1. <>=!&|()'\"+-[]{}?:,\\xé\n"


@settings(max_examples=300, deadline=timedelta(seconds=5))
@given(st.text(ALPHABET, max_size=60) | st.text(max_size=40))
def test_any_text_is_a_condition_or_refused_in_words(text: str) -> None:
    try:
        condition = compile_condition(text)
    except ConditionError:
        return
    assert isinstance(condition.holds({"a": 1, "b": True}), bool)
    condition.problem(SCOPE)
    condition.verdict({"a": "number", "b": "boolean"})


def test_any_text_never_runs_anything_as_a_condition(tmp_path: Path) -> None:
    """Whatever Python a condition holds, the file it would make is not there."""
    made = tmp_path / "made"
    for text in (
        f"open('{made}', 'w')",
        f"__import__('pathlib').Path('{made}').touch()",
        f"[c for c in ().__class__.__base__.__subclasses__()][0]('{made}')",
        f"name.format('{made}') == ''",
        f'eval(\'open("{made}", "w")\')',
        f"exec(name + '{made}')",
    ):
        with pytest.raises(ConditionError):
            compile_condition(text)
        with pytest.raises(WorkflowError):
            parse(changed("{if: age >= 18,", "{if: '" + text.replace("'", "''") + "',"), "x.yaml")
    assert not made.exists()


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=30)
    | st.just("x" * 100_000),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(max_examples=100, deadline=timedelta(seconds=5), suppress_health_check=SLOW)
@given(st.dictionaries(st.sampled_from(["age", "name", "sure", "profile", "results"]), VALUES))
def test_a_condition_bears_any_values(values: dict[str, Any]) -> None:
    for text in (
        "age > 3 && name.startsWith('a')",
        "name in ['a', 'b'] || !sure",
        "profile.x.y == 3 || results.look.count > age",
        "size(name) > 2 && name.contains('b')",
    ):
        assert isinstance(compile_condition(text).holds(values), bool)


def inside(node: Any, path: tuple[Any, ...]) -> Any:
    """Go down a path as far as an earlier change has left it."""
    for step in path:
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            return None
    return node


@settings(max_examples=60, deadline=timedelta(seconds=20), suppress_health_check=SLOW)
@given(st.lists(st.tuples(st.sampled_from(PATHS), ODD), min_size=2, max_size=6))
def test_a_file_with_several_odd_places_is_read_or_refused_in_words(
    changes: list[tuple[tuple[Any, ...], Any]],
) -> None:
    tree: Any = yaml.safe_load(TEXT)
    for path, value in changes:
        node = inside(tree, path[:-1])
        if isinstance(node, dict):
            node[path[-1]] = value
    told = ""
    try:
        parse(yaml.safe_dump(tree, allow_unicode=True), "x.yaml")
    except WorkflowError as exc:
        told = exc.message
    assert not told or told.startswith("x.yaml:")


@settings(max_examples=150, deadline=timedelta(seconds=5))
@given(st.text("ab(|)*+?{1,3}[]\\d.^$", max_size=25))
def test_a_pattern_is_refused_or_ends_soon(pattern: str) -> None:
    if pattern_problem(pattern) is None:
        for text in ("a" * 200, "ab" * 99 + "!", "1" * 199 + "\n"):
            fits_pattern(pattern, text)


@pytest.mark.parametrize(
    "pattern",
    ["((a+)b?)*", "(a?){50}a{50}", ".*.*.*.*x", "(a|aa)+$", "((ab|cd)+)+", r"(\w+\s?)+!"],
)
def test_a_pattern_that_other_engines_try_for_ever_is_matched_at_once(pattern: str) -> None:
    assert pattern_problem(pattern) is None
    before = time.thread_time()
    assert not fits_pattern(pattern, "a" * 199 + "?")
    assert time.thread_time() - before < 0.1


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        (r"(\w+) \1", "a reference back"),
        ("(?<=a)b", "looking ahead or behind"),
        ("(?!a)b", "looking ahead or behind"),
        ("(" * 99, "not a regular expression"),
        (r"((\w{50}){50}){50}", "it unfolds into too much"),
        (r"\w{200}\d{200}", "it unfolds into too much"),
        ("a)(b", "not a regular expression"),
        ("[[a]]", "not a regular expression"),
    ],
)
def test_a_pattern_that_the_engine_does_not_serve_is_refused_with_the_cure(
    pattern: str, told: str
) -> None:
    problem = pattern_problem(pattern)
    assert problem
    assert told in problem
    assert "\n" not in problem
    message = refused(changed('pattern: "[A-Z]{3}"', f"pattern: '{pattern}'"))
    assert re.match(r"x\.yaml:\d+:\d+: ", message)


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("{type: objekt}", "not a JSON Schema"),
        ("{properties: {a: {$ref: 'http://example.org/x'}}}", "leads outside of the file"),
        ("{properties: {a: {pattern: 'a(?=b)'}}}", "looking ahead or behind"),
        ("{required: 3}", "not a JSON Schema: 'required' is a list of names"),
        ("{type: array, uniqueItems: true}", "'uniqueItems' is not served here; leave it out"),
        ("{items: {$ref: '#'}}", "names nothing; a reference is '#/$defs/NAME'"),
        ("{$defs: {a: {items: {$ref: '#/$defs/a'}}}, $ref: '#/$defs/a'}", "leads back to itself"),
        ("{$defs: {a: {$ref: '#/$defs/b'}, b: {$ref: '#/$defs/a'}}}", "leads back to itself"),
        ("{propertees: {}}", "did you mean 'properties'?"),
        ("{enum: [2026-01-31]}", "dates need quotes"),
        ("{properties: {yes: {}}}", "needs quotes"),
        ("{enum: [" + ", ".join(map(str, range(600))) + "]}", "more than 500 parts"),
        ("{items: " * 14 + "{}" + "}" * 14, "more than 12 levels deep"),
    ],
)
def test_a_form_s_result_that_is_no_usable_schema_is_refused(result: str, told: str) -> None:
    text = (
        "workflow: a\nversion: 1\ntitle: A\nstart: x\n"
        f"states:\n  x: {{ui: form, result: {result}, end: completed}}\n"
    )
    message = refused(text)
    assert told in message
    assert message.startswith("x.yaml:6:")


def test_references_that_unfold_into_ever_more_are_refused_before_they_do() -> None:
    """Sixty levels of two references each: more parts than there are atoms to write them with."""
    levels = "".join(
        f"      l{n}: {{allOf: [{{$ref: '#/$defs/l{n + 1}'}}, {{$ref: '#/$defs/l{n + 1}'}}]}}\n"
        for n in range(60)
    )
    message = refused(
        "workflow: a\nversion: 1\ntitle: A\nstart: x\nstates:\n  x:\n    ui: form\n"
        f"    end: completed\n    result:\n     $ref: '#/$defs/l0'\n     $defs:\n{levels}"
        "      l60: {type: string}\n"
    )
    assert "levels deep" in message or "parts, references written out" in message
    assert re.match(r"x\.yaml:\d+:\d+: ", message)


def test_what_an_agent_is_to_answer_is_described_in_the_same_language() -> None:
    message = refused(
        "workflow: a\nversion: 1\ntitle: A\n"
        "agents: {reader: {prompt: Read., output: {contains: {type: string}}}}\n"
        "start: x\nstates: {x: {agent: reader, end: completed}}\n"
    )
    assert "'contains' is not served here" in message
    assert message.startswith("x.yaml:4:")


def test_calls_in_a_longer_circle_and_of_oneself_are_refused(tmp_path: Path) -> None:
    for one, other in (("aa", "bb"), ("bb", "cc"), ("cc", "aa"), ("dd", "dd")):
        (tmp_path / f"{one}.yaml").write_text(
            f"workflow: {one}\nversion: 1\ntitle: T\nstart: x\n"
            f"states:\n  x: {{call: {other}, end: completed}}\n"
        )
    told = [f.place for f in check_project(read_project(tmp_path), None) if "circle" in f.message]
    assert {place.partition(":")[0] for place in told} == {
        "aa.yaml",
        "bb.yaml",
        "cc.yaml",
        "dd.yaml",
    }


def test_a_folder_of_odd_things_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    (tmp_path / "batuta.yaml").write_text("name: [unclosed")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "loop.yaml").symlink_to(tmp_path / "loop.yaml")
    (tmp_path / "binary.yaml").write_bytes(bytes(range(256)))
    (tmp_path / "large.yaml").write_text("a: " + "x" * 400_000)
    (tmp_path / "good.yaml").write_text(
        "workflow: good\nversion: 1\ntitle: G\nstart: x\nstates: {x: {say: hi, end: completed}}\n"
    )
    project = read_project(tmp_path)
    assert set(project.workflows) == {"good"}
    wrong = " ".join(f.line for f in project.findings)
    for name in ("batuta.yaml", "folder.yaml", "loop.yaml", "binary.yaml", "large.yaml"):
        assert name in wrong


def test_of_a_file_with_thousands_of_mistakes_the_first_are_told() -> None:
    text = "workflow: w\nversion: 1\ntitle: W\nstart: a\nstates: {a: {say: hi}}\n"
    wrong = "".join(f"key{number}: 1\n" for number in range(15_000))
    with pytest.raises(WorkflowError) as refused:
        parse(text + wrong, "w")
    assert len(refused.value.message.splitlines()) == 20
