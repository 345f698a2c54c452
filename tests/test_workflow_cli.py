"""What a product owner types: init, validate, test, graph, schema."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cli.main import main
from tests.support.workers import PROJECT

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, capsys: Printed) -> Path:
    folder = tmp_path / "shop"
    assert main(["init", str(folder)]) == 0
    capsys.readouterr()
    return folder


def change(project: Path, old: str, new: str) -> None:
    file = project / "workflows" / "order.yaml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_a_new_project_is_valid_and_passes_its_tests_at_once(
    project: Path, capsys: Printed
) -> None:
    assert main(["validate", str(project)]) == 0
    assert "2 workflows, 0 errors, 0 warnings" in capsys.readouterr().out
    assert main(["test", str(project)]) == 0
    told = capsys.readouterr().out
    assert "0 failed" in told
    assert "states 7/7" in told
    assert "name: shop" in (project / "batuta.yaml").read_text()


def test_a_mistake_in_one_file_makes_no_others(project: Path, capsys: Printed) -> None:
    text = (project / "workflows" / "order.yaml").read_text("utf-8")
    other = text.replace("workflow: order", "workflow: parcel").replace("type: integer", "type: i")
    (project / "workflows" / "second.yaml").write_text(other, "utf-8")
    change(project, "end: completed}", "end: completed, offer: [parcel, letter]}")
    assert main(["validate", str(project)]) == 1
    told = capsys.readouterr().out
    assert "second.yaml" in told
    assert "'letter'" in told
    assert "no workflow 'parcel'" not in told


def test_inside_of_a_project_no_path_is_needed(
    project: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "workflows")
    assert main(["validate"]) == 0
    assert "2 workflows, 0 errors" in capsys.readouterr().out
    assert main(["test"]) == 0
    assert "states 7/7" in capsys.readouterr().out
    assert main(["graph", "order"]) == 0
    assert "stateDiagram" in capsys.readouterr().out


def test_init_touches_no_folder_that_holds_something(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "mine.txt").write_text("x")
    assert main(["init", str(tmp_path)]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


def test_validate_points_to_the_line_and_fails(project: Path, capsys: Printed) -> None:
    change(project, "tool: order_status", "tool: order_statu")
    change(project, "order_status requires [number]", "look requires [number]")
    assert main(["validate", str(project)]) == 1
    told = capsys.readouterr().out
    assert re.search(r"order\.yaml:\d+:\d+: error: .*'order_statu'; did you mean", told)


def test_validate_tells_the_same_as_json(project: Path, capsys: Printed) -> None:
    change(project, "type: integer", "type: interger")
    assert main(["validate", "--json", str(project)]) == 1
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert told["findings"][0]["level"] == "error"
    assert re.fullmatch(r"order\.yaml:\d+:\d+", told["findings"][0]["place"])


def test_a_missing_translation_is_a_warning(project: Path, capsys: Printed) -> None:
    change(project, 'pt: "O pedido {number} está a caminho."', "")
    assert main(["validate", str(project)]) == 0
    assert "warning: this text is missing in 'pt'" in capsys.readouterr().out


def test_a_test_that_fails_says_what_was_expected_and_where(
    project: Path, tmp_path: Path, capsys: Printed
) -> None:
    change(project, "path: [which, look, found, sent]", "path: [which, look, sent]")
    report = tmp_path / "junit.xml"
    assert main(["test", str(project), "--junit", str(report)]) == 1
    told = capsys.readouterr().out
    assert "expected [which, look, sent], was [which, look, found, sent]" in told
    assert re.search(r"order\.yaml:\d+:\d+: path", told)
    suite = ElementTree.parse(report).getroot()
    assert suite.attrib["failures"] == "1"
    assert len(suite.findall("testcase/failure")) == 1


def test_a_file_that_cannot_be_read_fails_the_tests(project: Path, capsys: Printed) -> None:
    change(project, "start: which", "start: wich")
    assert main(["test", str(project)]) == 1
    assert "did you mean 'which'?" in capsys.readouterr().err


def test_the_graph_shows_every_state_and_way(project: Path, capsys: Printed) -> None:
    assert main(["graph", "order", str(project)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("stateDiagram-v2\n    [*] --> which\n")
    assert "    look --> sorry: error\n" in told
    assert "    which --> look: filled\n" in told
    assert main(["graph", "ordr", str(project)]) == 1
    assert "did you mean 'order'?" in capsys.readouterr().err


def test_the_schema_knows_every_key_of_the_language(capsys: Printed) -> None:
    assert main(["schema"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert {"workflow", "route", "slots", "agents", "rules", "states", "tests"} <= set(
        told["properties"]
    )
    state = told["$defs"]["State"]["properties"]
    assert {"agent", "ask", "say", "tool", "ui", "branch", "parallel", "call", "handoff"} <= set(
        state
    )
    assert told["$defs"]["Go"]["properties"].keys() == {"if", "to"}


def test_every_key_of_the_language_says_in_an_editor_what_it_means(capsys: Printed) -> None:
    assert main(["schema"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    parts = {"the file": told, **told["$defs"]}
    silent = [
        f"{part}.{key}"
        for part, about in parts.items()
        for key, value in about.get("properties", {}).items()
        if len(value.get("description", "")) < 8
    ]
    assert silent == []


def test_the_built_in_workflows_are_valid_and_pass_their_tests(capsys: Printed) -> None:
    assert main(["validate"]) == 0
    assert main(["test"]) == 0
    assert " 0 failed" in capsys.readouterr().out


def test_the_whole_language_passes_its_test(capsys: Printed) -> None:
    assert main(["test", str(PROJECT / "workflows" / "whole.yaml")]) == 0
    told = capsys.readouterr().out
    assert "ok   whole: all the way" in told


def test_validate_tells_what_would_keep_the_server_from_starting(
    project: Path, capsys: Printed
) -> None:
    """Mistakes in `batuta.yaml` and `guardrails.yaml` are told with their places and cures."""
    (project / "batuta.yaml").write_text(
        "name: shop\nlanguages: [en, pt]\ninclude: [rot]\nmodels: {fast: gemni/x}\n"
    )
    guardrails = project / "guardrails.yaml"
    guardrails.write_text("strict: true\nsampel: 0.1\njudge: never\n")
    assert main(["validate", str(project)]) == 1
    told = capsys.readouterr().out
    assert "guardrails.yaml:2:1: error: sampel: unknown key; did you mean 'sample'?" in told
    assert re.search(r"batuta\.yaml:3:11: error: include: there is no .*'rot'; did you mean", told)
    assert re.search(r"batuta\.yaml:4:10: error: model 'gemni/x'.*did you mean", told)
    (project / "batuta.yaml").write_text("name: shop\nlanguages: [en, pt]\n")
    for text, said in (
        ("sample: 2\n", r"guardrails\.yaml:1:1: error: sample: .*1"),
        ("hide_from_model: [cart]\n", r"guardrails\.yaml:1:1: error: hide_from_model: cart: unk"),
        ("limits: {harm: {block: 1}}\n", r"guardrails\.yaml:1:\d+: error: limits\.harm\.review"),
        ("strict: yes\n\tjudge: never\n", r"guardrails\.yaml:2:1: error: a tab"),
        ('strict: "maybe\n', r"guardrails\.yaml:1:9: error: this quote is never closed"),
    ):
        guardrails.write_text(text)
        assert main(["validate", str(project)]) == 1, text
        assert re.search(said, capsys.readouterr().out), text


def test_validate_reads_the_policies_of_the_manifest_too(project: Path, capsys: Printed) -> None:
    manifest = project / "batuta.yaml"
    manifest.write_text("name: shop\nlanguages: [en, pt]\npolicies:\n  jugde: never\n")
    assert main(["validate", str(project)]) == 1
    told = capsys.readouterr().out
    assert "batuta.yaml:4:3: error: jugde: unknown key; did you mean 'judge'?" in told
    manifest.write_text("name: shop\nlanguages: [en, pt]\npolicies: {off: [head]}\n")
    assert main(["validate", str(project)]) == 0
    assert "warning: off: there is no 'head'; did you mean 'heads'?" in capsys.readouterr().out
    (project / "guardrails.yaml").write_text("strict: true\n")
    assert main(["validate", str(project)]) == 1
    assert "there is guardrails.yaml too; keep one of them" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "off: [heads]\nself_harm: {en: Call}\n"])
def test_a_policy_that_the_server_takes_is_valid(project: Path, capsys: Printed, text: str) -> None:
    (project / "guardrails.yaml").write_text(text)
    assert main(["validate", str(project)]) == 0
    assert "0 errors, 0 warnings" in capsys.readouterr().out
