"""Fuzzing within a budget of time: rounds of hypothesis, each with a seed of its own."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar, cast

import hypothesis
import psutil
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from tests.support.campaigns import Tally, spent

T = TypeVar("T")
EXAMPLES = 200  # of a round
LONGEST = 5.0  # seconds of the processor for one example; what is served takes far less
GROWTH_MB = 150
ODD = (
    "\0", "\n", "\r\n", "\t", " ", "\ufeff", "\u2028", "\ud800", "🪄", "é", "e\u0301", "０",
    "\u202e", "\u200b", "\x85",
    "-", ":", "{", "}", "[", "]", '"', "'", ",", ".", "#", "*", "&", "!", "|", ">", "%", "@",
    "\\", "/", "(", ")", "?",
    "0", "9" * 30, "1e999", "-1", "NaN", "null", "true", "a" * 300, "../", "1.000,5",
    "31/02/2026", "mil e um",
)  # fmt: skip


def fuzz(
    strategy: st.SearchStrategy[T],
    check: Callable[[T], object],
    seconds: float,
    seed: int,
    counted: Tally,
    examples: int = EXAMPLES,
) -> None:
    """Check drawn values until the time is over; a failure is made small and raised."""
    memory = 0.0
    for round_ in spent(seconds):

        @hypothesis.seed(seed + round_)
        @hypothesis.settings(
            max_examples=examples, database=None, derandomize=False, deadline=None,
            phases=(Phase.generate, Phase.target, Phase.shrink),
            suppress_health_check=tuple(cast("Iterable[HealthCheck]", HealthCheck)),
        )  # fmt: skip
        @given(strategy)
        def each(value: T) -> None:
            counted.count("examples")
            with limited():
                check(value)

        each()
        counted.count("rounds")
        if round_ == 3:  # caches are warm by then
            memory = _memory_mb()
        if memory:
            grown = _memory_mb() - memory
            assert grown < GROWTH_MB, f"{grown:.0f} MB more after {round_} rounds"


@contextmanager
def limited() -> Generator[None]:
    """Break an example off that takes too long."""

    def ring(_: int, __: FrameType | None) -> None:
        raise AssertionError(f"more than {LONGEST} s of the processor")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _memory_mb() -> float:
    return psutil.Process(os.getpid()).memory_info().rss / 2**20


def mutated(seeds: list[str]) -> st.SearchStrategy[str]:
    """Draw texts that are near to good ones: cut, doubled, swapped, joined, with odd things in."""
    odd = st.sampled_from(ODD) | st.text(max_size=20)
    change = st.tuples(
        st.sampled_from(("cut", "double", "insert", "replace", "move", "join", "many")),
        st.integers(0, 10**6),
        st.integers(0, 200),
        odd,
        st.sampled_from(seeds),
    )

    def changed(start: str, changes: list[tuple[str, int, int, str, str]]) -> str:
        text = start
        for how, place, size, piece, other in changes:
            at = place % (len(text) + 1)
            end = min(len(text), at + size)
            match how:
                case "cut":
                    text = text[:at] + text[end:]
                case "double":
                    text = text[:end] + text[at:end] * 3 + text[end:]
                case "insert":
                    text = text[:at] + piece + text[at:]
                case "replace":
                    text = text[:at] + piece + text[end:]
                case "move":
                    text = text[:at] + text[end:] + text[at:end]
                case "join":
                    text = text[:at] + other[place % (len(other) + 1) :]
                case _:
                    text = text[:at] + piece * (size + 2) + text[at:]
        return text[:40_000]

    return st.builds(changed, st.sampled_from(seeds), st.lists(change, max_size=6))


def texts(seeds: list[str] | None = None) -> st.SearchStrategy[str]:
    """Draw any text, pieces of odd ones in a row, and what is near to the seeds."""
    known: list[str] = [*ODD, *(seeds or [])]
    piece = st.sampled_from(known) | st.text(max_size=8)
    pieces = st.lists(piece, max_size=30)
    joined = pieces.map(lambda ps: "".join(ps)) | pieces.map(lambda ps: " ".join(ps))
    drawn = st.text(max_size=200) | joined
    return drawn | mutated(seeds) if seeds else drawn


def json_values(leaves: int = 30) -> st.SearchStrategy[object]:
    """Draw any JSON that a client can write."""
    keys = st.sampled_from(
        ("type", "properties", "items", "$ref", "enum", "id", "a", "")
    ) | st.text(max_size=8)
    leaf = (
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts()
        | st.sampled_from((2**63, -(2**63), 10**30, 1e308, "object", "string", "#", "#/a"))
    )  # fmt: skip
    return st.recursive(
        leaf,
        lambda inner: st.lists(inner, max_size=6) | st.dictionaries(keys, inner, max_size=6),
        max_leaves=leaves,
    )


def in_pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    """Cut bytes as a network does."""
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in itertools.pairwise(places)]
