"""HTML and SVG in what an agent says become artifacts: stored once, and shown in a frame."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID, uuid5

from agent.log.steps import artifact_shown
from agent.path.run import TurnRun
from contracts.events import Artifact
from language.detect import Language
from store import artifacts
from store.artifacts import MOST_CHARACTERS, ArtifactKind

MOST_ARTIFACTS = 4  # of one turn
_SERIES = "artifact"
_LONGEST_TITLE = 120
_UNTITLED: dict[Language, str] = {"en": "Visualization", "pt": "Visualização"}


@dataclass(frozen=True, slots=True)
class FencedBlock:
    """A fenced piece of code, and in which language it says it is."""

    language: str
    content: str


async def show_artifacts(run: TurnRun, text: str) -> None:
    """Store what a finished text holds of HTML and SVG, and show it; the text stays as it is.

    Its id follows from the turn, its place and what it is: found again after a takeover it is the
    same, and shown once.
    """
    if "```" not in text and "~~~" not in text:
        return
    for block in fenced_blocks(text):
        if block.language not in ("html", "svg") or not block.content.strip():
            continue
        number = run.journal.ordinal(_SERIES)
        if number > MOST_ARTIFACTS or len(block.content) > MOST_CHARACTERS:
            continue
        digest = hashlib.sha256(block.content.encode("utf-8", "replace")).hexdigest()
        known = uuid5(UUID(run.answer.id), f"{number}/{digest}")
        kind: ArtifactKind = block.language
        event = Artifact(
            id=str(known), title=_title(block, run.language), url=f"/artifacts/{known}", kind=kind
        )
        if artifact_shown(known) not in run.journal:
            await artifacts.add(
                run.services.pool, run.turn.id, known, kind, event.title, block.content
            )
            run.journal.keep(artifact_shown(known), True, event)
        shown = event.model_dump(mode="json", exclude={"turn", "seq", "at"})
        run.answer.add({"type": "widget", "event": shown})


def fenced_blocks(text: str) -> Iterator[FencedBlock]:
    """Find the blocks that are closed, as readers of Markdown find them."""
    fence, language, begun = "", "", 0
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        after = len(text) if end < 0 else end + 1
        line = text[at : after if end < 0 else end]
        marks = _marks(line)
        if not fence and marks:
            rest = line.strip()[len(marks) :].strip()
            if marks[0] == "~" or "`" not in rest:
                fence, begun = marks, after
                language = (rest.split() or [""])[0].lower()
        elif fence and marks.startswith(fence) and line.strip() == marks:
            yield FencedBlock(language, text[begun:at])
            fence = ""
        at = after


def _marks(line: str) -> str:
    """Return the marks with which a line begins or ends a block; empty if it does neither."""
    said = line.lstrip(" ")
    if len(line) - len(said) > 3 or said[:3] not in ("```", "~~~"):
        return ""
    return said[: len(said) - len(said.lstrip(said[0]))]


def _title(block: FencedBlock, language: Language) -> str:
    """Return what the code calls itself, else what it is."""
    lowered = block.content[:20_000].lower()
    for name in ("title", "h1", "h2", "h3"):
        begun = lowered.find(f"<{name}")
        inner = lowered.find(">", begun) + 1 if begun >= 0 else 0
        end = lowered.find("<", inner) if inner else -1
        said = " ".join(block.content[inner:end].split()) if end > inner else ""
        if said:
            return said[:_LONGEST_TITLE]
    return _UNTITLED[language]
