"""Reads workflow files; an error names file, line and column, the key, and what was meant."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Union, cast, get_args, get_origin

from pydantic import BaseModel, ValidationError

from contracts.json import JsonObject
from language.json_text import leaves
from language.suggestions import meant
from workflows.file.check import check_file
from workflows.file.schema import Workflow
from workflows.file.source import MAX_BYTES, NOT_UTF8, Source, WorkflowError, line_of, read_yaml
from workflows.file.states import KINDS
from workflows.file.type_messages import NAME, QUOTED_TRUTH, TRUTHS, in_plain_words

__all__ = [
    "CATALOG",
    "Source",
    "WorkflowError",
    "check_tools",
    "load",
    "load_catalog",
    "load_source",
    "load_sources",
    "parse",
    "parse_source",
    "parse_stored",
]

CATALOG = Path(__file__).parent.parent / "catalog"
MAX_PROMPT = 20_000
MOST_READ = 500  # mistakes of a file that are looked at
_PROMPT_FILE = (".md", ".txt")
PromptReader = Callable[[str, str], str]  # a prompt's file, and where it is named -> its text


def load_catalog(folder: Path = CATALOG) -> dict[str, Workflow]:
    """Read every workflow of a folder; two of one name stop the start."""
    return {name: workflow for name, (workflow, _) in load_sources(folder).items()}


def load_sources(folder: Path) -> dict[str, tuple[Workflow, Source]]:
    """Read every workflow of a folder together with where its parts stand."""
    found: dict[str, tuple[Workflow, Source]] = {}
    origin: dict[str, Path] = {}
    for path in sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")]):
        workflow, source = load_source(path)
        if workflow.workflow in found:
            raise WorkflowError(
                f"two workflows are named '{workflow.workflow}':"
                f" {origin[workflow.workflow]} and {path}; rename one"
            )
        found[workflow.workflow], origin[workflow.workflow] = (workflow, source), path
    return found


def load(path: Path) -> Workflow:
    """Read and check one file."""
    return load_source(path)[0]


def load_source(path: Path) -> tuple[Workflow, Source]:
    """Read and check one file; its prompts may be files of the project it lies in."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise WorkflowError(f"{path.name}:1:1: larger than {MAX_BYTES // 1024} KB")
        text = path.read_text("utf-8")
    except UnicodeDecodeError as exc:
        raise WorkflowError(f"{path.name}:{line_of(exc)}:1: {NOT_UTF8}") from None
    except OSError as exc:
        raise WorkflowError(f"{path}: cannot be read: {exc.strerror}") from None
    return parse_source(text, path.name, _project_of(path))


def parse(text: str, name: str) -> Workflow:
    """Check a workflow's text; `name` is what errors call it."""
    return parse_source(text, name)[0]


def parse_source(text: str, name: str, project: Path | None = None) -> tuple[Workflow, Source]:
    """Check a workflow's text and keep where its parts stand."""
    return _parse(text, name, lambda prompt, where: _prompt(prompt, where, project))


def parse_stored(text: str, name: str, prompts: Mapping[str, str]) -> tuple[Workflow, Source]:
    """Check a workflow's text whose prompts came along with it."""
    return _parse(text, name, lambda prompt, where: _prompt_of(prompts, prompt, where))


def _parse(text: str, name: str, read: PromptReader) -> tuple[Workflow, Source]:
    data, source = read_yaml(text, name)
    prompts = _place_prompts(data, source, read)
    _refuse_unwritable(data, source)
    _refuse_unquoted(data, source)
    try:
        workflow = Workflow.model_validate(data)
    except ValidationError as exc:
        raise WorkflowError("\n".join(_explain_all(source, exc))) from None
    errors = [f.line for f in check_file(workflow, source) if f.level == "error"]
    if errors:
        raise WorkflowError("\n".join(errors))
    return workflow, replace(source, prompts=prompts, hash=_hash(data, source))


def _refuse_unwritable(data: Any, source: Source) -> None:
    """Refuse what no answer can carry: YAML can spell characters that are none."""
    try:
        whole = "".join(leaf for leaf in leaves(data) if isinstance(leaf, str)).encode()
    except UnicodeEncodeError:
        raise WorkflowError(f"{source.at([])}: a text holds half a character (\\uD8xx)") from None
    if b"\0" in whole:
        raise WorkflowError(f"{source.at([])}: a text holds the character NUL (\\0)")


def _refuse_unquoted(data: JsonObject, source: Source) -> None:
    """Refuse options that YAML has read as truth values: people would be offered "True"."""
    slots = data.get("slots")
    for name, slot in cast("dict[Any, Any]", slots if isinstance(slots, dict) else {}).items():
        of = cast("JsonObject", slot).get("of") if isinstance(slot, dict) else None
        for number, option in enumerate(cast("list[Any]", of if isinstance(of, list) else [])):
            if isinstance(option, bool):
                where = source.at(["slots", name, "of", number])
                raise WorkflowError(f"{where}: slots.{name}.of: an option {QUOTED_TRUTH}")


def _hash(data: JsonObject, source: Source) -> str:
    """Name the content. YAML's own values are written alike by every version of Python."""
    served = {key: value for key, value in data.items() if key != "tests"}
    try:
        written = repr(served)
    except ValueError:
        raise WorkflowError(f"{source.at([])}: a number in it is too long") from None
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def _project_of(path: Path) -> Path:
    folder = path.resolve().parent
    return folder.parent if folder.name == "workflows" else folder


def _place_prompts(data: JsonObject, source: Source, read: PromptReader) -> dict[str, str]:
    """Put the text of each prompt that is a file in the place of its name; return those texts."""
    found: dict[str, str] = {}
    agents = data.get("agents")
    if not isinstance(agents, dict):
        return found
    for name, agent in cast("JsonObject", agents).items():
        prompt = cast("JsonObject", agent).get("prompt") if isinstance(agent, dict) else None
        if isinstance(prompt, str) and "\n" not in prompt and prompt.endswith(_PROMPT_FILE):
            where = source.at(["agents", name, "prompt"])
            text = read(prompt, where)
            if not text.strip() or len(text) > MAX_PROMPT:
                raise WorkflowError(
                    f"{where}: '{prompt}' is empty or longer than {MAX_PROMPT} characters"
                )
            agent["prompt"] = found[prompt] = text
    return found


def _prompt(name: str, where: str, project: Path | None) -> str:
    if project is None:
        raise WorkflowError(f"{where}: a prompt in a file ('{name}') needs a project folder")
    path = (project / name).resolve()
    if not path.is_relative_to(project.resolve()):
        raise WorkflowError(f"{where}: '{name}' lies outside the project; move it to prompts/")
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        known = [p.relative_to(project).as_posix() for p in project.glob("prompts/*")]
        raise WorkflowError(
            f"{where}: there is no prompt file '{name}'{meant(name, known)}"
        ) from None


def _prompt_of(prompts: Mapping[str, str], name: str, where: str) -> str:
    if name not in prompts:
        raise WorkflowError(
            f"{where}: the text of '{name}' is not there; send it along, or write it in the file"
        )
    return prompts[name]


def check_tools(workflow: Workflow, tools: Collection[str]) -> None:
    """Refuse a workflow that names a tool nobody has."""
    for path, tool in workflow.named_tools():
        if tool not in tools:
            raise WorkflowError(
                f"{workflow.workflow}: {path[0][:-1]} '{path[1]}' uses tool '{tool}'"
                f"{meant(tool, tools)}"
            )


def _explain_all(source: Source, failure: ValidationError) -> list[str]:
    """Tell each mistake once, where it is deepest: a union reports one failure per branch."""
    told: dict[tuple[str, ...], str] = {}
    # Each is held against each below: of a file with thousands the first are enough.
    for error in failure.errors(include_url=False, include_context=False)[:MOST_READ]:
        path = _in_file(source, error["loc"])
        told.setdefault(tuple(map(str, path)), _explain(source, path, error))
    keep = [
        line
        for path, line in told.items()
        if not any(other != path and other[: len(path)] == path for other in told)
    ]
    return keep[:20]


def _in_file(source: Source, steps: Iterable[Any]) -> list[Any]:
    """Leave the branches of unions out of a path; a key that is written there is none of them."""
    path: list[Any] = []
    for step in steps:
        if not _is_tag(step) or step in source.keys(path):
            path.append(step)
    return path


def _is_tag(step: object) -> bool:
    """Tell what may be a union's branch, as pydantic names it in a path, from a key of the file."""
    return isinstance(step, str) and (
        step in ("str", "date", "float", "int", "[key]") or "[" in step or "-" in step
    )


def _explain(source: Source, path: list[Any], error: Any) -> str:
    where = ".".join(str(p) for p in path) or "the file"
    message = in_plain_words(error)
    if error["type"] == "string_type" and isinstance(error["input"], bool) and path:
        path, word = _as_written(source, path, error["input"])
        where = ".".join(str(p) for p in path)
        if word:
            return f"{source.at(path)}: {where}: '{word}' {QUOTED_TRUTH}"
    if error["type"] == "extra_forbidden":
        known = _fields_at(path[:-1])
        message = f"unknown key '{path[-1]}'{meant(str(path[-1]), known)}"
    elif error["type"] == "missing":
        message = f"'{path[-1]}' is missing"
    elif error["type"] == "string_pattern_mismatch" and error["loc"][-1:] != ("pattern",):
        message = f"{where}: {NAME}"
    elif error["type"] == "literal_error":
        message = f"{where}: {message}{meant(str(error['input'])[:60], _quoted(message))}"
    else:
        message = f"{where}: {message}"
    return f"{source.at(path)}: {message}"


def _as_written(source: Source, path: list[Any], given: bool) -> tuple[list[Any], str]:
    """Find the word that YAML has read as a truth value: a key of a mapping, as far as it is one.

    A checker names such a key 0 or 1, which stands nowhere in the file.
    """
    for word in source.keys(path[:-1]):
        if TRUTHS.get(word.lower()) is given and path[-1] in (0, 1):
            return [*path[:-1], word], word
    return path, ""


def _quoted(message: str) -> list[str]:
    return message.split("'")[1::2]


def _fields_at(path: list[Any]) -> list[str]:
    """Return the keys that may stand at a path, for a suggestion."""
    here: Any = Workflow
    for step in path:
        if isinstance(step, int):  # a list was left for its items already
            continue
        if isinstance(here, type) and issubclass(here, BaseModel):
            field = here.model_fields.get(str(step)) or next(
                (f for f in here.model_fields.values() if f.alias == step), None
            )
            here = field.annotation if field else None
        here = _inner(here)
    if isinstance(here, type) and issubclass(here, BaseModel):
        return [f.alias or name for name, f in here.model_fields.items()]
    return list(KINDS)


def _inner(annotation: Any) -> Any:
    """Find the model inside lists, mappings and unions; a mapping's step is spent by its key."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) is dict:
        return _Keyed(get_args(annotation)[1])
    if isinstance(annotation, _Keyed):
        return _inner(annotation.value)
    if get_origin(annotation) in (Union, types.UnionType, list, Annotated):
        found = [_inner(a) for a in get_args(annotation)]
        return next((f for f in found if f is not None), None)
    return None


@dataclass(frozen=True, slots=True)
class _Keyed:
    """A mapping's values: its next step is a key of the author's own."""

    value: Any
