"""Whatever reads what others write has an answer to anything, within its time and memory."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.campaigns import Tally
from tests.support.chance import an_id
from tests.support.fuzzing import fuzz
from tests.support.readers import Reader, all_readers, warm

pytestmark = [pytest.mark.prove, pytest.mark.timeout(0)]
READERS = all_readers()


@pytest.fixture(scope="module", autouse=True)
def warmed() -> None:
    """Read the models' files first."""
    warm()


@pytest.mark.parametrize("reader", READERS, ids=[r.name for r in READERS])
def test_a_reader_has_an_answer_to_anything(
    reader: Reader, fuzz_seconds: float, tally: Callable[[str], Tally]
) -> None:
    """A value, or a refusal of its own; nothing else, and not for long."""
    counted = tally(f"fuzzed {reader.name}")
    seed = an_id().int % 10**9
    fuzz(
        reader.given,
        reader.check,
        fuzz_seconds * 0.4 / len(READERS),
        seed,
        counted,
        reader.examples,
    )
