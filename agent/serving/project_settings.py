"""What a project declares beside its workflows: policy of its guards, models, what it includes.

`manifest_of` and `policy_of` read it for a server that starts, and stop at the first mistake;
`check_project_settings` finds every mistake with its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from contracts.errors import InvalidRequest
from contracts.json import JsonMapping, JsonObject
from guardrails.guard import Guards
from guardrails.heads.score import HEADS
from guardrails.policy import FILE, Policy, faults, load_policy, parse_policy, policy_keys
from language.suggestions import meant
from workflows.file.diagnostics import Diagnostic
from workflows.file.load import CATALOG, load_catalog
from workflows.file.manifest import Manifest
from workflows.file.project import MANIFEST, finding_of, read_manifest
from workflows.file.source import NOT_UTF8, Source, WorkflowError, line_of, read_yaml


def manifest_of(project: Path | None) -> Manifest:
    """Read a project's `batuta.yaml`; mistakes in it stop the start."""
    found: list[Diagnostic] = []
    manifest = read_manifest(project / MANIFEST, found) if project else Manifest()
    if found:
        raise WorkflowError("\n".join(f.line for f in found))
    return manifest


def policy_of(project: Path | None) -> Policy:
    """Read what a project wants of its guards: a file of its own, or `policies` of the other."""
    given = manifest_of(project).policies
    if not given or project is None:
        return load_policy(project)
    if (project / FILE).exists():
        raise InvalidRequest(f"{MANIFEST} has `policies` and there is {FILE} too; keep one of them")
    return parse_policy(given, f"{MANIFEST}: policies")


def check_project_settings(root: Path, manifest: Manifest) -> list[Diagnostic]:
    """Find what would keep the server from starting, or would be of no effect."""
    if root == CATALOG:
        return []
    own, found = _read(root / FILE)
    ours, _ = _read(root / MANIFEST)  # what is wrong with it is told with the workflows
    if own:
        found += _check_policy(*own, [])
    if ours and manifest.policies:
        found += _check_policy(manifest.policies, ours[1], ["policies"])
        if (root / FILE).exists():
            why = f"`policies` stand here and there is {FILE} too; keep one of them"
            found.append(Diagnostic("error", ours[1].at(["policies"]), why))
    if ours:
        found += [*_check_models(manifest, ours[1]), *_check_included(manifest, ours[1])]
    return found


def _read(path: Path) -> tuple[tuple[JsonObject, Source] | None, list[Diagnostic]]:
    """Read a file as far as it is there and says anything; else tell what is wrong with it."""
    if not path.is_file():
        return None, []
    try:
        text = path.read_text("utf-8")
        if all(line.strip()[:1] in ("", "#") for line in text.splitlines()):
            return None, []
        return read_yaml(text, path.name), []
    except UnicodeDecodeError as exc:
        return None, [Diagnostic("error", f"{path.name}:{line_of(exc)}:1", NOT_UTF8)]
    except WorkflowError as exc:
        return None, [finding_of(line) for line in exc.message.splitlines()]


def _check_policy(read: Mapping[Any, Any], source: Source, under: list[str]) -> list[Diagnostic]:
    found = [
        Diagnostic("error", source.at([*under, *path]), message) for path, message in faults(read)
    ]
    return found or _check_effect(policy_keys(read), source, under)


def _check_effect(read: JsonMapping, source: Source, under: list[str]) -> list[Diagnostic]:
    """Find names of guards and heads that nobody has."""
    found: list[Diagnostic] = []
    for key, known in (("off", Guards.load().names), ("limits", HEADS)):
        for name in read.get(key) or ():
            if name not in known:
                message = f"{key}: there is no '{name}'{meant(str(name), known)}"
                found.append(Diagnostic("warning", source.at([*under, key]), message))
    return found


def _check_models(manifest: Manifest, source: Source) -> list[Diagnostic]:
    if not manifest.models:
        return []
    # Gathering the providers takes a moment, so only for those who name some.
    from agent.models.choice import ModelChoice
    from agent.models.provider import ModelConfig, find_providers

    found: list[Diagnostic] = []
    for tier, name in manifest.models.items():
        try:
            ModelChoice(ModelConfig(smart=name), find_providers()).candidates("smart")
        except InvalidRequest as exc:
            found.append(Diagnostic("error", source.at(["models", tier]), exc.message))
    return found


def _check_included(manifest: Manifest, source: Source) -> list[Diagnostic]:
    known = load_catalog()
    return [
        Diagnostic(
            "error",
            source.at(["include", number]),
            f"include: there is no built-in workflow '{name}'{meant(name, known)}",
        )
        for number, name in enumerate(manifest.include)
        if name not in known
    ]
