"""The documents speak of what exists: files, names, links, commands, settings, routes, figures."""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from fastapi.routing import APIRoute
from prometheus_client import REGISTRY

from agent.log import steps, telemetry
from agent.log.journal import JournalStep, StepFamily
from cli.command import commands
from cli.generate.typescript import type_of
from contracts.events import EVENT_CLASSES, AnyWidget
from guardrails.policy import FILE, Policy, load_policy
from server import request_metrics
from server.routes import all_routers
from server.settings import Settings
from tools import tool
from tools.project import load_folder
from workflows.file.load import parse_source
from workflows.file.manifest import Manifest
from workflows.file.schema import Agent, Workflow
from workflows.file.slots import Slot
from workflows.file.source import read_yaml
from workflows.file.states import State
from workflows.testing.slot_cases import SlotCases

ROOT = Path(__file__).resolve().parent.parent
WRITTEN_BY_BENCH = "docs/benchmarks.md"
PAGES = [
    ROOT / name
    for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
] + sorted(p for p in (ROOT / "docs").glob("*.md") if p.name != "benchmarks.md")  # fmt: skip
TEXTS = {p.relative_to(ROOT).as_posix(): p.read_text(encoding="utf-8") for p in PAGES}
# Variables of others that a page may name: OpenTelemetry's own switches.
FOREIGN = {"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "OTEL_METRIC_EXPORT_INTERVAL"}
# Served by the framework or outside the API's schema.
PLAIN_ROUTES = {("GET", "/openapi.json"), ("GET", "/metrics")}

# What a page leaves out when it shows only some keys of a workflow.
SMALLEST = {
    "workflow": "shown",
    "version": 1,
    "title": "Shown",
    "start": "said",
    "states": {"said": {"say": "That is all.", "end": "completed"}},
}

every_page = pytest.mark.parametrize("page", sorted(TEXTS))


def fences(text: str, *languages: str) -> list[str]:
    """Return the bodies of the fenced blocks of these languages."""
    found = re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S)
    return [body for language, body in found if language in languages]


def inline(text: str) -> list[str]:
    """Return what stands in backticks outside the fenced blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))


def anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@every_page
def test_relative_links_lead_somewhere(page: str) -> None:
    here = (ROOT / page).parent
    for target in re.findall(r"\]\(([^)\s]+)\)", TEXTS[page]):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = here / path if path else ROOT / page
        assert file.exists(), f"{page} links to {target}"
        if anchor:
            assert anchor in anchors(file.read_text(encoding="utf-8")), f"{page}: #{anchor}"


def test_every_page_is_reached_from_the_readme() -> None:
    links = set(re.findall(r"\]\(([^)#\s]+)\)", TEXTS["README.md"]))
    assert {page for page in TEXTS if page != "README.md"} <= links


@every_page
def test_files_and_folders_that_are_named_exist(page: str) -> None:
    ours = {p.name for p in ROOT.iterdir() if p.name != ".venv"}
    for code in inline(TEXTS[page]):
        path = code.partition(":")[0]
        if path == WRITTEN_BY_BENCH or re.search(r"NAME|NUMBER", path):
            continue
        if re.fullmatch(r"[\w./-]+", path) and "/" in path and path.split("/")[0] in ours:
            assert (ROOT / path).exists(), f"{page} names {path}"
    drawn = re.findall(r"[a-z]+/[\w/]+\.py", "".join(fences(TEXTS[page], "")))
    for path in drawn:
        assert (ROOT / path).exists() or f"PROJECT/\n  {path}" in TEXTS[page], path


@cache
def defined(file: str) -> set[str]:
    """Name what a Python file defines at its top level, and the methods of its classes."""
    names: set[str] = set()
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            names.add(node.name)
            names |= {
                f"{node.name}.{part.name}"
                for part in node.body
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
            }
        elif isinstance(node, ast.Assign):
            names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


@every_page
def test_functions_and_classes_that_are_named_exist(page: str) -> None:
    for code in inline(TEXTS[page]):
        if found := re.fullmatch(r"([\w/]+\.py):([\w.]+)", code):
            file, name = found.groups()
            assert name in defined(file), f"{page} names {code}"


@every_page
def test_tables_and_functions_of_the_database_exist(page: str) -> None:
    schema = "\n".join(
        p.read_text(encoding="utf-8") for p in (ROOT / "supabase" / "migrations").glob("*.sql")
    )
    for name in re.findall(r"`(batuta\.(?!yaml)[a-z_]+)`", TEXTS[page]):
        assert re.search(rf"create (table|function) {re.escape(name)}\b", schema), name


@cache
def options_of(command: str) -> set[str]:
    """Return the options of a command and of its actions, as the generated reference has them."""
    page = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    sections = re.findall(rf"^## `batuta {command}\b.*?(?=^## |\Z)", page, re.M | re.S)
    return set(re.findall(r"`(--[a-z-]+)", "".join(sections)))


def calls(*texts: str) -> Iterator[str]:
    """Give every call of `batuta` in these lines, without what stands before and behind it."""
    for line in texts:
        for found in re.findall(r"(?:^|[\s($]|/bin/)batuta ([a-z][^|)]*)", line):
            yield found.strip()


def scripts(text: str) -> list[str]:
    """Return the lines of the shell examples, without their comments."""
    return [line.partition(" #")[0] for body in fences(text, "sh") for line in body.splitlines()]


@every_page
def test_commands_that_are_shown_are_understood(page: str) -> None:
    known = commands()
    whole = set(calls(*scripts(TEXTS[page])))
    for call in {*whole, *calls(*inline(TEXTS[page]))}:
        name, *rest = shlex.split(call)
        assert name in known, f"{page} shows batuta {call}"
        given = {word for word in rest if word.startswith("--")}
        assert given <= options_of(name), f"{page} shows batuta {call}"
        if call in whole:
            parser = argparse.ArgumentParser(prog=f"batuta {name}")
            known[name].add_arguments(parser)
            parser.parse_args(rest)


def test_every_command_is_told_about() -> None:
    told = {
        shlex.split(call)[0]
        for text in TEXTS.values()
        for call in calls(*scripts(text), *inline(text))
    }
    assert set(commands()) <= told


@every_page
def test_make_targets_that_are_shown_exist(page: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    shown = set(re.findall(r"`make ([a-z-]+)", TEXTS[page]))
    shown |= {
        target
        for body in fences(TEXTS[page], "sh")
        for target in re.findall(r"\bmake ([a-z-]+)", body)
    }
    assert shown <= targets


@every_page
def test_environment_variables_that_are_named_are_settings(page: str) -> None:
    known = {field.alias for field in Settings.model_fields.values()} | FOREIGN
    named = set(re.findall(r"\b(?:BATUTA|OTEL|ANTHROPIC|GOOGLE)_[A-Z_]+\b(?!\*)", TEXTS[page]))
    named |= set(re.findall(r"`([A-Z]+_URL|HOST|PORT)[`=]", TEXTS[page]))
    assert named <= known, page


@cache
def routes() -> set[tuple[str, str]]:
    return PLAIN_ROUTES | {
        (method, route.path)
        for router in all_routers()
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }


@every_page
def test_routes_that_are_named_are_served(page: str) -> None:
    for code in inline(TEXTS[page]):
        if found := re.match(r"(GET|POST|PUT|PATCH|DELETE) (/[\w/{}.:-]*)", code):
            assert found.groups() in routes(), f"{page} names {code}"


def test_every_route_is_told_about() -> None:
    told = {
        (method, path)
        for text in TEXTS.values()
        for method, path in re.findall(
            r"`(GET|POST|PUT|PATCH|DELETE) (/[\w/{}.:-]*)", text
        )
    }  # fmt: skip
    assert routes() <= told


def test_every_metric_is_told_about_and_no_other() -> None:
    assert telemetry.TURNS
    assert request_metrics.REQUESTS
    exist = {
        f"{m.name}_total" if m.type == "counter" else m.name
        for m in REGISTRY.collect()
        if m.name.startswith("batuta_")
    }
    told = set(re.findall(r"`(batuta_[a-z_]+)`", TEXTS["docs/operations.md"]))
    assert told == exist
    assert set(re.findall(r"\((batuta_[a-z_]+)", TEXTS["docs/operations.md"])) <= exist


def test_every_step_of_a_turn_is_told_about_and_no_other() -> None:
    table = TEXTS["docs/durability.md"].partition("## Steps")[2].partition("\n## ")[0]
    told = [
        key
        for row in re.findall(r"^\| (`.+?) \|", table, re.M)
        for key in re.findall(r"`(.+?)`", row)
    ]
    known = vars(steps).values()
    single = {step.key for step in known if isinstance(step, JournalStep)}
    families = {family.prefix for family in known if isinstance(family, StepFamily)}
    assert {key for key in told if "/" not in key} == single
    assert {key[: key.index("/") + 1] for key in told if "/" in key} == families
    assert len(told) == len(single) + len(families)


def test_events_that_are_named_exist() -> None:
    known = {type_of(cls) for cls in EVENT_CLASSES}
    line = next(x for x in TEXTS["docs/stream.md"].splitlines() if x.startswith("Emitted today"))
    named = set(re.findall(r"`(\w+)`", line))
    assert named <= known
    code = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "agent").rglob("*.py"))
    silent = {
        type_of(c) for c in EVENT_CLASSES if not re.search(rf"(?<!class )\b{c.__name__}\(", code)
    }
    shown = {type_of(c) for c in get_args(AnyWidget)}  # by tools, whichever there are
    assert known - named == silent - shown - {"queued"}, (
        "the list of what is emitted today is out of date"
    )


@every_page
def test_examples_in_json_and_yaml_can_be_read(page: str, tmp_path: Path) -> None:
    for body in fences(TEXTS[page], "json"):
        json.loads(body)
    for body in fences(TEXTS[page], "jsonl"):
        assert all(isinstance(json.loads(line), dict) for line in body.splitlines())
    for number, body in enumerate(fences(TEXTS[page], "yaml")):
        if page == "docs/guardrails.md":
            (tmp_path / FILE).write_text(body, encoding="utf-8")
            assert load_policy(tmp_path).model_fields_set == set(Policy.model_fields)
        else:
            read_example(body, f"{page}, example {number + 1}")


def read_example(body: str, name: str) -> None:
    """Check a whole workflow, or some keys of one in the smallest that there is."""
    given, _ = read_yaml(body, name)
    if "workflow" in given:  # its prompts may be those of the project that `batuta init` makes
        parse_source(body, name, ROOT / "cli" / "template")
    elif given.keys() == SlotCases.model_fields.keys():  # of `batuta eval slots`
        SlotCases.model_validate(given)
    elif given.keys() <= Manifest.model_fields.keys():  # of `batuta.yaml`
        Manifest.model_validate(given)
    else:
        Workflow.model_validate({**SMALLEST, **given})


def test_the_tools_that_are_shown_are_tools(tmp_path: Path) -> None:
    for number, body in enumerate(fences(TEXTS["docs/tools.md"], "python")):
        (tmp_path / f"shown_{number}.py").write_text(body, encoding="utf-8")
    shown = load_folder(tmp_path)
    assert set(shown) == {"order_status", "refund", "count_trees", "orders_of", "late_share"}
    assert not shown["refund"].roles.isdisjoint({"operator"})


def test_every_field_of_a_policy_is_explained() -> None:
    explained = set(re.findall(r"^\| `(\w+)` \|", TEXTS["docs/tools.md"], re.M))
    assert set(inspect.signature(tool).parameters) <= explained


def test_every_key_of_a_workflow_is_explained() -> None:
    text = TEXTS["docs/workflows.md"]
    for model in (Workflow, Agent, State, Slot):
        for key in model.model_fields:
            assert f"`{key}" in text or f".{key}`" in text, f"{model.__name__}: {key}"


@every_page
def test_a_page_names_no_machine(page: str) -> None:
    assert not re.search(r"/(home|root|work)/|/tmp/\w", TEXTS[page])


def test_each_row_of_the_map_of_requirements_says_how_it_stands_and_shows_it() -> None:
    """What is met is met by something: code, a test, or a page that says it."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", TEXTS["docs/owasp.md"], re.M)
    stated = [row for row in rows if row[1] not in ("State", "---")]
    assert len(stated) > 100
    assert {state for _, state, _ in stated} == {"met", "partly", "not met", "operator", "none"}
    numbered = [n for what, _, _ in stated for n in re.findall(r"^\d+\.\d+\.\d+|^LLM\d+", what)]
    assert len(numbered) == len(set(numbered))
    assert {f"LLM{n:02}" for n in range(1, 11)} <= set(numbered)
    assert all(f"### V{n} " in TEXTS["docs/owasp.md"] for n in range(1, 18))


def test_the_long_campaigns_are_all_told_about() -> None:
    """A campaign that nobody knows of is not run; one that is told of is there."""
    text = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(tests/[\w/]+\.py)`", text.partition("## The long campaigns")[2]))
    marked = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if "pytest.mark.prove" in path.read_text(encoding="utf-8") and path != Path(__file__)
    }
    assert marked == told
