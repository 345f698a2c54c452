"""Keeps what models and tools answered, by what they were asked, and gives it again without them.

A tape lies between the chain and its providers (`ModelChain.through`). A request is known by what
the model reads: ids that are new in every turn, keys and signatures are no part of it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import orjson

from agent.models.provider import Provider
from contracts.errors import InvalidRequest
from contracts.json import JsonMapping, JsonObject

if TYPE_CHECKING:
    from google.adk.models import BaseLlm
    from google.adk.models.llm_request import LlmRequest
    from google.genai import types

EntryKind = Literal["model", "tool"]
FORM = 1
_SUFFIX = ".jsonl"
_IDS = re.compile(
    r"call_[0-9a-f]{20}(?:_\d+)?|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE
)


class NoRecording(InvalidRequest):
    """A request that was never recorded, or not as often."""


class _Entry(NamedTuple):
    test: str
    kind: EntryKind
    key: str
    asked: str
    answer: Any


@dataclass(slots=True)
class Tape:
    """The recorded answers of tests; one test plays at a time."""

    model: str
    replaying: bool
    entries: list[_Entry] = field(default_factory=list[_Entry])
    missing: list[str] = field(default_factory=list[str])  # of the test that plays
    cure: str = ""  # how a missing recording is made
    _test: str = ""
    _given: dict[tuple[EntryKind, str], int] = field(
        default_factory=dict[tuple[EntryKind, str], int]
    )

    def begin(self, test: str) -> None:
        """Go to a test; recording it anew forgets what was recorded of it."""
        self._test, self._given, self.missing = test, {}, []
        if not self.replaying:
            self.entries = [entry for entry in self.entries if entry.test != test]

    def keep(self, kind: EntryKind, key: str, asked: str, answer: Any) -> None:
        """Record an answer."""
        self.entries.append(_Entry(self._test, kind, key, asked[:200], answer))

    def answer(self, kind: EntryKind, key: str, asked: str) -> Any:
        """Give a recorded answer; the same question gets its answers in their order."""
        at = self._given.get((kind, key), 0)
        self._given[kind, key] = at + 1
        known = [e for e in self.entries if (e.test, e.kind, e.key) == (self._test, kind, key)]
        if at < len(known):
            return known[at].answer
        again = f" for the {at + 1}. time" if known else ""
        told = f"there is no recording of what a {kind} answers{again} to: {asked[:200]}{self.cure}"
        self.missing.append(told)
        raise NoRecording(told)

    def wrap(self, provider: Provider) -> Provider:
        """Put the tape before a provider; one that needs no key answers by itself, always alike."""
        if not provider.needs_key:
            return provider

        def build(name: str, key: str | None, base_url: str | None) -> BaseLlm:
            inner = None if self.replaying else provider.build(name, key, base_url)
            return _taped(name, provider.name, inner, self)

        def classify(exc: BaseException) -> Exception | None:
            return exc if isinstance(exc, NoRecording) else provider.classify(exc)

        async def close(model: BaseLlm) -> None:
            inner = getattr(model, "inner", None)
            if inner is not None and provider.close is not None:
                await provider.close(inner)

        return replace(provider, build=build, classify=classify, close=close)

    def providers(self) -> set[str]:
        """Name the providers that must seem to be there for a replay."""
        return {e.key.partition(":")[0] for e in self.entries if e.kind == "model"}

    # -- files ------------------------------------------------------------------------------------

    @classmethod
    def read(cls, path: Path, model: str = "", *, replaying: bool) -> Tape:
        """Read a file, or every one of a folder; to record, what is not there yet is empty."""
        files = sorted(path.glob(f"*{_SUFFIX}")) if path.is_dir() else [path]
        if replaying and not all(f.is_file() for f in files or [path / "none"]):
            raise NoRecording(f"there is no recording at {path}; make one with --record {path}")
        tape = cls(model, replaying)
        for file in files:
            if file.is_file():
                found, entries = _read_lines(file)
                tape.model = tape.model or found
                tape.entries += entries
        tape.cure = f"; record it with: --model {tape.model} --record {path}"
        return tape

    def save(self, path: Path) -> None:
        """Write everything, into one file or into one for each workflow."""
        if path.suffix == _SUFFIX:
            _write(path, self.model, self.entries)
            return
        by_file: dict[str, list[_Entry]] = {}
        for entry in self.entries:
            by_file.setdefault(entry.test.partition(":")[0], []).append(entry)
        for name, entries in by_file.items():
            _write(path / f"{name}{_SUFFIX}", self.model, entries)


def _read_lines(file: Path) -> tuple[str, list[_Entry]]:
    try:
        head, *rest = [orjson.loads(line) for line in file.read_bytes().splitlines() if line]
        if head["batuta_recording"] != FORM:
            raise NoRecording(f"{file} was recorded in another form; record it again")
        return str(head["model"]), [_Entry(**line) for line in rest]
    except (OSError, ValueError, TypeError, KeyError) as exc:
        raise NoRecording(f"{file} cannot be read as a recording; record it again") from exc


def _write(path: Path, model: str, entries: Iterable[_Entry]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [orjson.dumps({"batuta_recording": FORM, "model": model})]
    ordered = sorted(entries, key=lambda e: e.test)  # stable: within a test as they were asked
    lines += [orjson.dumps(entry._asdict()) for entry in ordered]
    made = path.with_suffix(".part")
    made.write_bytes(b"\n".join(lines) + b"\n")
    made.replace(path)


def key_of(who: str, asked: JsonMapping) -> str:
    """Make the name under which a request is known: who is asked, and a digest of what."""
    text = orjson.dumps(asked, option=orjson.OPT_SORT_KEYS, default=str).decode()
    return f"{who}:{hashlib.sha256(_IDS.sub('ID', text).encode()).hexdigest()[:32]}"


def _read_by_model(request: LlmRequest) -> JsonObject:
    """Return what a model reads of a request."""
    config = request.config.model_dump(
        mode="json", exclude_none=True, exclude={"http_options", "labels"}, fallback=str
    )
    contents = [
        {"role": content.role, "parts": [_part(p) for p in content.parts or [] if not p.thought]}
        for content in request.contents
    ]
    return {"model": request.model, "config": config, "contents": contents}


def _part(part: types.Part) -> JsonObject:
    if part.function_call:
        return {"call": part.function_call.name, "args": part.function_call.args}
    if part.function_response:
        return {"of": part.function_response.name, "result": part.function_response.response}
    return {"text": part.text}


def _last_words(request: LlmRequest) -> str:
    parts = [part for content in request.contents for part in content.parts or []]
    last = parts[-1] if parts else None
    if last and last.function_response:
        return f"{request.model}, after {last.function_response.name}"
    return f"{request.model}, “{(last.text or '') if last else ''}”"


def _taped(name: str, provider: str, inner: BaseLlm | None, tape: Tape) -> BaseLlm:
    from google.adk.models import BaseLlm
    from google.adk.models.llm_response import LlmResponse

    class Taped(BaseLlm):
        """A model whose answers are kept, or were."""

        inner: Any = None

        async def generate_content_async(
            self, llm_request: LlmRequest, stream: bool = False
        ) -> AsyncGenerator[LlmResponse, None]:
            key = key_of(provider, _read_by_model(llm_request))
            asked = _last_words(llm_request)
            if tape.replaying:
                kept = tape.answer("model", key, asked)
                yield LlmResponse.model_validate_json(orjson.dumps(kept))
                return
            final: Any = None
            model = cast("BaseLlm", self.inner)
            async with aclosing(model.generate_content_async(llm_request, stream)) as answers:
                async for answer in answers:
                    if not answer.partial:
                        final = orjson.loads(answer.model_dump_json(exclude_none=True))
                    yield answer
            if final is not None:
                tape.keep("model", key, asked, final)

    return Taped(model=name, inner=inner)
