"""What a project wants of its guards; `guardrails.yaml` in its folder says so."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args
from uuid import UUID

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from contracts.errors import InvalidRequest
from language.scrub import SpanKind

FILE = "guardrails.yaml"
_KINDS: frozenset[str] = frozenset(get_args(SpanKind))


Words = Annotated[str, Field(min_length=1, max_length=2_000)]


class Limits(BaseModel):
    """The scores from which a head blocks and asks for review, instead of the shipped ones.

    Documents and tool results have a limit of their own, the shipped one unless it is named.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    block: float
    review: float
    document: float | None = None


class Policy(BaseModel):
    """One project's wishes; every field has a default that suits most."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    strict: bool = Field(
        default=False, description="Block when the judge fails, instead of reviewing."
    )
    judge: Literal["never", "suspicious", "always"] = Field(
        default="suspicious",
        description="What a guardrails agent is asked about, if a model is there.",
    )
    judge_seconds: float = Field(
        default=4.0, gt=0, le=60, description="How long the judge may take."
    )
    max_characters: int = Field(
        default=32_768, ge=1, le=1_000_000, description="Longest message that is let in."
    )
    hide_from_model: frozenset[str] = Field(
        default=frozenset(),
        description="Kinds of personal data that are replaced before a model sees them.",
    )
    hide_of_others: frozenset[str] = Field(
        default=frozenset(),
        description="Kinds of personal data that an answer may hold only if the person gave them.",
    )
    images_from: frozenset[str] = Field(
        default=frozenset(),
        description="Hosts whose images an answer may show; others are told by name alone.",
    )
    off: frozenset[str] = Field(
        default=frozenset(), description="Names of guards that are not asked."
    )
    limits: dict[str, Limits] = Field(
        default_factory=dict[str, Limits], description="Own limits of the heads, by head."
    )
    sample: float = Field(
        default=0.0, ge=0, le=1, description="Share of turns that moderators see by chance."
    )
    review_budget: float = Field(
        default=0.02,
        ge=0,
        le=10_000,
        description="Guesses that moderators read: below 1 a share of the messages, else a day.",
    )
    second_review: frozenset[str] | float = Field(
        default=0.0,
        description="Categories of cases, or a share of all, that two moderators must decide.",
    )

    emergency: dict[Literal["en", "pt", "es"], Words] = Field(
        default_factory=dict[Literal["en", "pt", "es"], Words],
        description="What somebody is told where a life is in danger now, by language.",
    )
    self_harm: dict[Literal["en", "pt", "es"], Words] = Field(
        default_factory=dict[Literal["en", "pt", "es"], Words],
        description="What somebody is told who wants to die or to hurt themselves, by language.",
    )
    self_harm_of_others: dict[Literal["en", "pt", "es"], Words] = Field(
        default_factory=dict[Literal["en", "pt", "es"], Words],
        description="What somebody is told who fears for another person's life, by language.",
    )

    @field_validator("hide_from_model", "hide_of_others")
    @classmethod
    def _known(cls, kinds: frozenset[str]) -> frozenset[str]:
        if unknown := sorted(kinds - _KINDS):
            raise ValueError(f"{', '.join(unknown)}: unknown; known: {', '.join(sorted(_KINDS))}")
        return kinds

    @field_validator("second_review")
    @classmethod
    def _share(cls, value: frozenset[str] | float) -> frozenset[str] | float:
        if not isinstance(value, frozenset) and not 0 <= value <= 1:
            raise ValueError("give a share from 0 to 1, or a list of categories")
        return value

    def samples(self, turn_id: UUID) -> bool:
        """Tell whether chance puts this turn before a moderator; any worker decides alike."""
        return _falls_within(f"sample/{turn_id}", self.sample)

    def reviewers(self, case_id: UUID, category: str) -> int:
        """Tell how many moderators must decide a case."""
        wanted = self.second_review
        if isinstance(wanted, frozenset):
            return 2 if category in wanted else 1
        return 2 if _falls_within(f"review/{case_id}", wanted) else 1


def _falls_within(name: str, share: float) -> bool:
    drawn = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8])
    return drawn < share * 2**64


def load_policy(project: Path | None) -> Policy:
    """Read a project's policy; without a file the defaults hold."""
    path = project / FILE if project else None
    if path is None or not path.exists():
        return Policy()
    return read_policy(path.read_text(encoding="utf-8"), path)


def read_policy(text: str, path: Path) -> Policy:
    """Read a policy's text; `path` is named in what is said of its faults."""
    try:
        read: Any = yaml.safe_load(text)
    except yaml.YAMLError as exc:
        mark = getattr(exc, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        raise InvalidRequest(f"{path}{line}: not YAML; check the indentation and quotes") from exc
    return parse_policy(read, str(path))


def parse_policy(read: object, where: str) -> Policy:
    """Check what a project wants of its guards; `where` is what errors call the place."""
    if wrong := faults(read):
        raise InvalidRequest(f"{where}: {wrong[0][1]} (keys: {', '.join(Policy.model_fields)})")
    return Policy.model_validate(policy_keys(read))


def faults(read: object) -> list[tuple[list[str | int], str]]:
    """Return what is wrong with what was read as a policy: where in it, and what."""
    try:
        Policy.model_validate(policy_keys(read))
    except ValidationError as exc:
        return [_fault(error) for error in exc.errors(include_url=False)][:20]
    return []


def policy_keys(read: object) -> Any:
    """Return what was read with `off` as a key: YAML reads a bare one as the truth value false."""
    if isinstance(read, dict):
        given = cast("dict[Any, Any]", read)
        return {"off" if key is False else key: value for key, value in given.items()}
    return {} if read is None else read


def _fault(error: Any) -> tuple[list[str | int], str]:
    path: list[str | int] = list(error["loc"])
    message = re.sub(r"^(?:Value error, |Input should be )", "", error["msg"])
    if error["type"] == "extra_forbidden":
        known = Policy.model_fields if len(path) == 1 else Limits.model_fields
        close = difflib.get_close_matches(str(path[-1]), known, n=1)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        message = f"unknown key{hint}"
    return path, f"{'.'.join(map(str, path)) or 'the file'}: {message}"


def limits_block(limits: Mapping[str, Mapping[str, float]]) -> str:
    """Write limits as they stand in a policy."""
    lines = [
        f"  {head}: {{{', '.join(f'{key}: {value}' for key, value in own.items())}}}\n"
        for head, own in sorted(limits.items())
    ]
    return "limits:\n" + "".join(lines)


def with_limits(text: str, limits: Mapping[str, Mapping[str, float]]) -> str:
    """Return a policy's text with other limits; all else, comments too, stays as it was."""
    wanted = limits_block(limits)
    place = _place_of("limits", text)
    if place is None:
        start = f"{text.rstrip()}\n" if text.strip() else ""
        changed = start + wanted
    else:
        lines = text.splitlines(keepends=True)
        changed = "".join([*lines[: place[0]], wanted, *lines[place[1] :]])
    if read_policy(changed, Path(FILE)).limits != {k: Limits(**v) for k, v in limits.items()}:
        raise InvalidRequest(f"{FILE} is written in a way that cannot be changed; do it by hand")
    return changed


def _place_of(key: str, text: str) -> tuple[int, int] | None:
    """Find the lines that a key of the file takes, from its own to the one behind it."""
    root = yaml.compose(text, yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode):
        return None
    for name, value in cast("list[tuple[yaml.Node, yaml.Node]]", root.value):
        if name.value == key:
            first, last = name.start_mark.line, value.end_mark.line
            # A block ends where the next key begins; what is written above that belongs to it.
            last += value.end_mark.column > 0
            lines = text.splitlines()
            while last > first + 1 and lines[last - 1].strip()[:1] in ("", "#"):
                last -= 1
            return first, last
    return None
