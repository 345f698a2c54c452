"""What moderators have settled: texts that pass, and texts that do not, where guards only guess."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from guardrails.guard import Guards, Stage, Verdict
from language.scrub import scrub, spans

LONGEST = 8_000  # what is longer is no example: nobody sends it twice
SHORTEST_BLOCK = 8  # a word or two mean something else the next time
# In their place any words could stand, and what was never looked at would be let in with them.
_ANY_WORDS = frozenset({"password", "token", "email"})


@dataclass(frozen=True, slots=True)
class Example:
    """One text, and how the guards must take it; when its words are gone, by their hash."""

    kind: Literal["allow", "block"]
    text: str
    category: str
    stage: Stage = "input"
    id: UUID | None = None
    folded: bytes | None = None

    @property
    def key(self) -> tuple[Stage, bytes]:
        """Return what a text is recognised by; of words that are there it is worked out anew."""
        return self.stage, folded_hash(self.text) if self.text else self.folded or b""


def fold(text: str) -> str:
    """Return a text as it is compared: no personal data, no difference of case, form or spacing."""
    plain = unicodedata.normalize("NFKC", scrub(text)).casefold()
    return " ".join(plain.split())


def folded_hash(text: str) -> bytes:
    """Return what tells one folded text from another."""
    return hashlib.sha256(fold(text).encode("utf-8", "replace")).digest()


def example_text(kind: str, text: str) -> str | None:
    """Return what of a text is kept as an example; None if it can be none."""
    if len(text) > LONGEST or (kind == "allow" and _has_room(text)):
        return None
    kept = scrub(text).strip()
    shortest = SHORTEST_BLOCK if kind == "block" else 1
    return kept if shortest <= len(kept) <= LONGEST else None


def _has_room(text: str) -> bool:
    """Tell whether a text holds what is replaced without its words having been compared."""
    return any(span.kind in _ANY_WORDS for span in spans(text))


class Examples:
    """An organisation's examples, asked after the guards and before the judge."""

    def __init__(self, known: Iterable[Example] = ()) -> None:
        self._known = {each.key: each for each in known}

    def __len__(self) -> int:
        return len(self._known)

    def apply(self, text: str, verdict: Verdict) -> Verdict:
        """Return the verdict on a text as the moderators want it; fits `settle` of the guards.

        An allow example overrules a guess and never a rule; a block example stops what no rule has.
        """
        if not self._known or len(text) > LONGEST:
            return verdict
        known = self._known.get((verdict.stage, folded_hash(text)))
        settled = None if known is None or known.id is None else str(known.id)
        if known is None or (verdict.decision == "block" and verdict.certain):
            return verdict
        if known.kind == "block":
            return replace(
                verdict, decision="block", category=known.category, reason="a confirmed example",
                text=None, certain=True, example=settled,
            )  # fmt: skip
        if (verdict.certain and verdict.decision != "allow") or _has_room(text):
            return verdict
        changed = verdict.text is not None
        return replace(
            verdict,
            decision="redact" if changed else "allow",
            category="changed" if changed else "",
            reason="an example that is harmless",
            certain=True,
            example=settled,
        )


@dataclass(frozen=True, slots=True)
class Tested:
    """An example with what the guards say of it, with the examples' help and without."""

    example: Example
    live: Verdict
    alone: Verdict

    @property
    def passed(self) -> bool:
        """Tell whether people meet what the moderators decided."""
        return _fits(self.example, self.live)

    @property
    def passed_alone(self) -> bool:
        """Tell whether the guards decide likewise by themselves."""
        return _fits(self.example, self.alone)


def _fits(example: Example, verdict: Verdict) -> bool:
    if example.kind == "allow":
        return verdict.decision != "block"
    return verdict.decision in ("review", "block")


def run_tests(guards: Guards, known: Iterable[Example]) -> list[Tested]:
    """Ask the guards about every example that has its words yet, as the server does."""
    all_ = list(known)
    examples = Examples(all_)
    tested: list[Tested] = []
    for each in filter(lambda example: example.text, all_):
        alone = guards.check(each.text, each.stage)
        tested.append(Tested(each, examples.apply(each.text, alone), alone))
    return tested
