"""`batuta validate` in Portuguese: every message has a translation, names stay as they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.main import main
from workflows.file.portuguese import english_templates, in_portuguese

ROOT = Path(__file__).resolve().parent.parent
SPOKEN = [
    *sorted((ROOT / "workflows" / "file").glob("*.py")),
    *(ROOT / name for name in (
        "workflows/testing/check.py", "language/patterns.py", "language/json_schema.py",
        "agent/serving/project_settings.py", "router/confuse.py", "language/suggestions.py",
    )),
]  # fmt: skip
SILENT = {"portuguese.py", "project_root.py", "insert_test.py", "graph.py"}
# No messages: what the YAML parser says itself, keywords, patterns, types.
NOT_SAID = re.compile(
    r"mapping values are not allowed|could not find expected|unknown escape character"
    r"|found character|^\^?Input should be|^dict\[|^Mapping\[|_&&_|^\$schema|^uniqueItems"
    r"|not installed|\(\?P<|^tool or agent$"
)
Printed = pytest.CaptureFixture[str]


def said_in(file: Path) -> Iterator[str]:
    """List the texts of a file that may be a message, `{}` for what is filled in."""
    tree = ast.parse(file.read_text("utf-8"))
    nodes = list(ast.walk(tree))
    left_out = {
        id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values
    }
    for node in nodes:
        if isinstance(node, ast.Expr):  # a docstring
            left_out.add(id(node.value))
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg in ("description", "pattern", "alias"):
                    left_out |= {id(inner) for inner in ast.walk(keyword.value)}
    for node in nodes:
        text = ""
        if isinstance(node, ast.JoinedStr):
            parts = (v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        if id(node) not in left_out and len(re.findall(r"[a-z]{2,}", text)) >= 3 and " " in text:
            yield text


def core(text: str) -> str:
    """Return a text without what is filled in at its ends."""
    return re.sub(r"^(?:\{\}|[\s;:,1])+|(?:\{\}|[\s;:,])+$", "", text)


def test_every_message_has_a_translation() -> None:
    known = english_templates()
    missing = {
        f"{file.name}: {text}"
        for file in SPOKEN
        if file.name not in SILENT
        for text in said_in(file)
        if not NOT_SAID.search(text) and not any(core(text) in template for template in known)
    }
    assert missing == set()


BROKEN = """
workflow: pedido
version: 1
title: Pedido
slots:
  numero: {type: integer, ask: "Qual?"}
  plano: {type: choice, of: [azul, verde], ask: "Qual?"}
start: perguntar
states:
  perguntar: {ask: [numero, plano], go: [{if: plano == azul, to: fim}, {to: fin}]}
  fim: {say: "Pedido {numro}", end: completed}
  solto: {say: "Nunca", end: completed}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "workflows").mkdir()
    (tmp_path / "batuta.yaml").write_text("languages: [pt]\n")
    (tmp_path / "workflows" / "pedido.yaml").write_text(BROKEN, "utf-8")
    return tmp_path


def test_a_project_in_portuguese_is_told_its_mistakes_in_portuguese(
    project: Path, capsys: Printed
) -> None:
    assert main(["validate", str(project)]) == 1
    told = capsys.readouterr().out
    assert "erro: não há estado 'fin'; você quis dizer 'fim'?" in told
    assert "erro: não há dado 'numro'; você quis dizer 'numero'?" in told
    assert 'uma palavra precisa de aspas: escreva plano == "azul"' in told
    assert "3 erros, 0 avisos" in told


def test_the_language_can_be_chosen(project: Path, capsys: Printed) -> None:
    assert main(["validate", "--lang", "en", str(project)]) == 1
    assert "error: there is no state 'fin'; did you mean 'fim'?" in capsys.readouterr().out
    text = (project / "workflows" / "pedido.yaml").read_text("utf-8")
    (project / "workflows" / "pedido.yaml").write_text(text.replace("type: integer", "tipe: x"))
    main(["validate", "--lang", "pt", str(project)])
    assert "chave desconhecida 'tipe'; você quis dizer 'type'?" in capsys.readouterr().out


def test_names_and_what_is_not_known_stay_as_they_are() -> None:
    assert in_portuguese("there is no slot 'state'") == "não há dado 'state'"
    assert in_portuguese("something else altogether") == "something else altogether"
    told = in_portuguese("slots.age.min: needs a whole number, as in 3")
    assert told == "slots.age.min: precisa de um número inteiro, como 3"
