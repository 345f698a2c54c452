"""Where a conversation stands between turns, and the one place that reads and writes it as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Literal, cast, get_args

from contracts.json import JsonMapping, JsonObject
from language.detect import Language

_MOST_COUNTED = 99
Care = Literal["emergency", "own", "others"]  # what help was given for


@dataclass(slots=True)
class Frame:
    """One workflow that a conversation is in: at work, or waiting for the one after it."""

    workflow: str
    state: str | None = None  # None: not begun yet
    version: int | None = None
    hash: str | None = None  # of the content that it began with
    slots: JsonObject = field(default_factory=JsonObject)
    results: JsonObject = field(default_factory=JsonObject)  # of states, by their names
    basis: JsonObject = field(default_factory=JsonObject)  # what the results were made of
    asking: str | None = None  # the question that is open
    tries: int = 0  # answers to it that were no use
    returns: int = 0  # times in a row that it was taken up again and nobody answered it
    heard: JsonObject = field(default_factory=JsonObject)  # of slots, and not enough
    skipped: list[str] = field(default_factory=list[str])  # slots that the person left out
    pending: str | None = None  # the tool call that a person decides on
    failed: bool = False  # what ran last
    handed: bool = False  # to people
    begun: str | None = None  # the message that began it
    calling: bool = False  # it waits for the workflow after it to end, and goes on with its result

    @classmethod
    def read(cls, stored: object) -> Frame | None:
        """Read a stored frame; what does not fit is taken for not there."""
        known = {k: v for k, v in _mapping(stored).items() if isinstance(v, _STORED.get(k, ()))}
        known["basis"] = _ordered(known.get("basis"))
        return cls(**known) if known.get("workflow") else None

    def stored(self) -> JsonObject:
        """Return it as it is stored: only what says something."""
        known = {each.name: getattr(self, each.name) for each in fields(self)}
        known["basis"] = [[state, used] for state, used in self.basis.items()]
        return {
            name: value for name, value in known.items() if value not in (None, 0, False, {}, [])
        }


_STORED: dict[str, type] = {
    "workflow": str,
    "state": str,
    "version": int,
    "hash": str,
    "slots": dict,
    "results": dict,
    "basis": list,  # pairs, in the order of the work: the database keeps no order of keys
    "asking": str,
    "tries": int,
    "returns": int,
    "heard": dict,
    "skipped": list,
    "pending": str,
    "failed": bool,
    "handed": bool,
    "calling": bool,
    "begun": str,
}


@dataclass(slots=True)
class Cursor:
    """Where a conversation stands: its workflows, the outermost first and the last one at work."""

    frames: list[Frame] = field(default_factory=list[Frame])
    language: Language | None = None
    spoken: bool = False  # the person's own words have told the language
    remarked: bool = False  # it was told which languages are spoken here
    left: list[str] = field(default_factory=list[str])  # what claimed the person and was left
    unclear: int = 0  # so many turns in a row asked back what was meant
    later: JsonObject = field(default_factory=JsonObject)  # a second request: workflow, message
    care: Care | None = None  # somebody is in danger, and nothing else was asked for since
    buttons: JsonObject = field(default_factory=JsonObject)  # shown last: words, what each sends
    choices: list[str] = field(
        default_factory=list[str]
    )  # what those and all others send, in order
    before_people: list[Frame] = field(default_factory=list[Frame])  # where it stood then
    aside: Frame | None = None  # what was left lately, and may not have been meant to be
    ended: Frame | None = None  # what ended lately, with what was collected for it
    again: Frame | None = None  # the same, put right: what the button of the last answer begins

    @classmethod
    def read(cls, stored: object) -> Cursor:
        """Read a stored cursor, whatever is missing in it."""
        known = _mapping(stored)
        language, care = known.get("language"), known.get("care")
        return cls(
            frames=_frames(known.get("frames")),
            language=cast("Language", language) if language in get_args(Language) else None,
            spoken=known.get("spoken") is True,
            remarked=known.get("remarked") is True,
            left=[name for name in _list(known.get("left")) if isinstance(name, str)],
            unclear=_counted(known.get("unclear")),
            later=_texts(known.get("later")),
            buttons=_texts(known.get("buttons")),
            choices=[sent for sent in _list(known.get("choices")) if isinstance(sent, str)],
            care=cast("Care", care) if care in get_args(Care) else None,
            before_people=_frames(known.get("before_people")),
            aside=Frame.read(known.get("aside")),
            ended=Frame.read(known.get("ended")),
            again=Frame.read(known.get("again")),
        )

    def stored(self) -> JsonObject:
        """Return it as it is stored: only what says something."""
        known = {
            "frames": [frame.stored() for frame in self.frames],
            "language": self.language,
            "spoken": self.spoken,
            "remarked": self.remarked,
            "left": self.left,
            "unclear": self.unclear,
            "later": self.later,
            "care": self.care,
            "buttons": self.buttons,
            "choices": self.choices,
            "before_people": [frame.stored() for frame in self.before_people],
            "aside": self.aside and self.aside.stored(),
            "ended": self.ended and self.ended.stored(),
            "again": self.again and self.again.stored(),
        }
        return {name: value for name, value in known.items() if value}

    @property
    def active(self) -> Frame | None:
        """The frame at work."""
        return self.frames[-1] if self.frames else None

    @property
    def waiting(self) -> list[Frame]:
        """The frames that wait to be taken up again, the latest last."""
        return self.frames[:-1]

    @property
    def workflow(self) -> str | None:
        """The name of the workflow at work."""
        return self.frames[-1].workflow if self.frames else None

    @property
    def state(self) -> str | None:
        return self.frames[-1].state if self.frames else None

    def frame_of(self, workflow: str) -> Frame | None:
        """Return the innermost frame of a workflow, also one that waits."""
        return next((f for f in reversed(self.frames) if f.workflow == workflow), None)


def _mapping(stored: object) -> JsonMapping:
    return cast("JsonObject", stored) if isinstance(stored, dict) else {}


def _counted(stored: object) -> int:
    """Read how often; once, where an older release has only noted that."""
    return max(0, min(int(stored), _MOST_COUNTED)) if isinstance(stored, int) else 0


def _ordered(stored: object) -> JsonObject:
    """Read pairs of a state and what its result was made of, in the order of the work."""
    found = JsonObject()
    for pair in map(_list, _list(stored)):
        if len(pair) == 2 and isinstance(pair[0], str) and isinstance(pair[1], dict):
            found[pair[0]] = pair[1]
    return found


def _frames(stored: object) -> list[Frame]:
    return [frame for frame in map(Frame.read, _list(stored)) if frame]


def _texts(stored: object) -> JsonObject:
    return {name: text for name, text in _mapping(stored).items() if isinstance(text, str)}


def _list(stored: object) -> list[Any]:
    return cast("list[Any]", stored) if isinstance(stored, list) else []
