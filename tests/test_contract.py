"""What is generated from the code is up to date, complete, and what it says it is."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

from cli.contract import generated, write
from cli.generate.typescript import events_ts, interface_name, ts_type, type_of
from contracts import errors
from contracts.blocks import read_blocks
from contracts.events import EVENT_CLASSES
from server.settings import Settings
from tools.tool import load_catalog

ROOT = Path(__file__).parent.parent
FILES = generated()


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_generated_file_is_up_to_date(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == FILES[name], "run `make contract`"


def test_a_check_names_what_is_out_of_date_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "same.md").write_text("same")
    (tmp_path / "old.md").write_text("old")
    files = {"same.md": "same", "old.md": "new", "missing/file.md": "text"}
    assert write(tmp_path, files, check=True) == 1
    told = capsys.readouterr().err
    assert "old.md is out of date" in told
    assert "missing/file.md is out of date" in told
    assert "same.md" not in told
    assert (tmp_path / "old.md").read_text() == "old"


def test_what_was_written_passes_the_check(tmp_path: Path) -> None:
    assert write(tmp_path, FILES, check=False) == 0
    assert write(tmp_path, FILES, check=True) == 0


def test_every_event_is_an_interface_of_the_union() -> None:
    text = events_ts()
    union = text.partition("export type StreamEvent")[2]
    for cls in EVENT_CLASSES:
        assert f"export interface {interface_name(cls)} extends Envelope {{" in text
        assert f'  type: "{type_of(cls)}";' in text
        assert f"  | {interface_name(cls)}" in union
        assert (inspect.getdoc(cls) or "?") in text


def test_a_field_is_optional_only_where_null_is_left_out() -> None:
    text = events_ts()
    assert "  unit?: string;" in text
    assert "  output?: unknown;" in text
    assert "  cached: boolean;" in text
    assert "  code: ErrorCode;" in text


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "string"}, "string"),
        ({"enum": ["a", "b"], "type": "string"}, '"a" | "b"'),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, None),
        ({"type": "array", "items": {"type": "array", "items": {}}}, "unknown[][]"),
        (
            {"type": "object", "additionalProperties": {"type": "boolean"}},
            "Record<string, boolean>",
        ),
        ({"type": "object", "additionalProperties": True}, "Record<string, unknown>"),
        ({"$ref": "#/$defs/Rows"}, "Rows"),
    ],
)
def test_a_schema_is_written_as_typescript(schema: dict[str, Any], written: str | None) -> None:
    assert ts_type(schema) == (written or "(string | null)[]")


def test_every_setting_is_documented_and_no_folder_of_this_machine_is() -> None:
    page = FILES["docs/reference/settings.md"]
    for name, field in Settings.model_fields.items():
        assert field.description, f"setting {name} has no description"
        assert f"| `{field.alias}` |" in page
    assert str(Path.home()) + "/" not in page
    assert str(ROOT) not in page


def test_every_event_error_and_tool_is_documented() -> None:
    for cls in EVENT_CLASSES:
        assert f"| `{type_of(cls)}` |" in FILES["docs/reference/events.md"]
    for code in errors.CODES:
        assert f"| `{code}` |" in FILES["docs/reference/errors.md"]
        assert errors.failure_of(code, "why").code == code
    for name, tool in load_catalog().items():
        assert tool.description, f"tool {name} has no description"
        assert f"| `{name}` |" in FILES["docs/reference/tools.md"]


def test_every_command_and_option_has_a_help_text() -> None:
    page = FILES["docs/reference/cli.md"]
    assert "## `batuta chat`" in page
    assert "|  |" not in page


def test_a_stored_block_that_is_damaged_or_of_a_newer_release_is_left_out() -> None:
    kept: dict[str, Any] = {"type": "text", "text": "this much", "partial": True}
    damaged: list[Any] = [{"type": "text"}, {"type": "tool_use", "id": "1"}, {"text": "no type"}]
    assert read_blocks([*damaged, kept, {"type": "hologram"}]) == [kept]
