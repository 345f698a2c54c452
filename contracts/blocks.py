"""The blocks of a stored message: what was said, called, given back and shown, in order."""

# Without postponed annotations: the keys that a block must have are read off its class.
import logging
from collections.abc import Iterable
from typing import Any, Literal, NotRequired, TypedDict, assert_never

from contracts.events import HandoverStatus, ToolStatus
from contracts.json import JsonObject

logger = logging.getLogger(__name__)


class TextBlock(TypedDict):
    """A text; one that is `partial` was broken off."""

    type: Literal["text"]
    text: str
    partial: NotRequired[bool]


class ToolUseBlock(TypedDict):
    """A call that a model has asked for, with the model's signature if its provider wants one."""

    type: Literal["tool_use"]
    id: str
    name: str
    args: JsonObject
    signature: NotRequired[str]


class ToolOutput(TypedDict, total=False):
    """What a model reads of a call that ended: its result, or why there is none."""

    result: Any
    error: str
    say: str  # what a person reads of the failure, where the error is not for them


class CallFacts(TypedDict):
    """What people see of a call beside its result, in their language as it was."""

    title: str
    duration_ms: int
    cached: bool


class ToolResultBlock(TypedDict):
    """What a call has given back."""

    type: Literal["tool_result"]
    id: str
    name: str
    status: ToolStatus
    output: ToolOutput
    facts: NotRequired[CallFacts]


class WidgetBlock(TypedDict):
    """A component of the page that was shown, as its event."""

    type: Literal["widget"]
    event: JsonObject


class UiResultBlock(TypedDict):
    """What a component of the page has answered."""

    type: Literal["ui_result"]
    id: str
    text: str


class ApprovalBlock(TypedDict):
    """How the person has answered an approval."""

    type: Literal["approval"]
    id: str
    approve: bool


class FileBlock(TypedDict):
    """A file that the person has sent: what it holds in words, and the datasets read from it."""

    type: Literal["file"]
    name: str
    text: str
    datasets: list[str]


class StaffBlock(TypedDict):
    """What a person of a team has written in the conversation."""

    type: Literal["staff"]
    text: str
    team: str
    title: str
    name: str | None


class HandoverBlock(TypedDict):
    """Who has the conversation from here on."""

    type: Literal["handover"]
    status: HandoverStatus
    team: str
    title: str
    name: str | None


class BlockedBlock(TypedDict):
    """A message that the guards have not let through; `care`: who it says is in danger."""

    type: Literal["blocked"]
    care: NotRequired[Literal["emergency", "own", "others"]]


Block = (
    TextBlock
    | ToolUseBlock
    | ToolResultBlock
    | WidgetBlock
    | UiResultBlock
    | ApprovalBlock
    | FileBlock
    | StaffBlock
    | HandoverBlock
    | BlockedBlock
)
_REQUIRED: dict[str, frozenset[str]] = {
    "text": TextBlock.__required_keys__,
    "tool_use": ToolUseBlock.__required_keys__,
    "tool_result": ToolResultBlock.__required_keys__,
    "widget": WidgetBlock.__required_keys__,
    "ui_result": UiResultBlock.__required_keys__,
    "approval": ApprovalBlock.__required_keys__,
    "file": FileBlock.__required_keys__,
    "staff": StaffBlock.__required_keys__,
    "handover": HandoverBlock.__required_keys__,
    "blocked": BlockedBlock.__required_keys__,
}


def read_blocks(stored: Iterable[JsonObject]) -> list[Block]:
    """Read stored blocks; one that is damaged, or of a kind of a newer release, is left out."""
    blocks: list[Block] = []
    known: Any
    for known in stored:
        required = _REQUIRED.get(known.get("type"))
        if required is not None and required <= known.keys():
            blocks.append(known)
        else:
            logger.error("a stored block cannot be read and is left out")
    return blocks


def text_of(block: Block) -> str:
    """Return what the person or the assistant has said in a block."""
    match block["type"]:
        case "text" | "ui_result" | "staff":
            return block["text"]
        case "tool_use" | "tool_result" | "widget" | "approval" | "file" | "handover" | "blocked":
            return ""
        case _:
            assert_never(block)
