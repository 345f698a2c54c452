"""Who is asked first, and who has to cool down."""

from __future__ import annotations

import pytest

from agent.models.choice import ModelCandidate
from contracts.errors import (
    InvalidRequest,
)
from tests.support.model_chains import BOTH, ask, chained
from tests.support.model_server import ScriptedReply, fail, serve

pytestmark = pytest.mark.anyio


# --- memory of failures ---


async def test_a_provider_that_just_failed_is_asked_last_until_it_has_cooled_down() -> None:
    async with serve() as server, chained(dict.fromkeys(BOTH, server.url)) as chain:
        server.script(fail(503, times=2, provider="gemini"))
        for _ in range(3):
            assert (await ask(chain, "echo x")).by == "anthropic"
        assert server.count(provider="gemini") == 2
        cooling = {s["provider"]: s["cooling"] for s in chain.status()}
        assert cooling == {"gemini": True, "anthropic": False}
        server.script(fail(503, times=2, provider="anthropic"))
        assert (await ask(chain, "echo x")).by == "gemini"
        assert [s["code"] for s in chain.status()] == [None, "model_unavailable"]
    async with serve() as server, chained(dict.fromkeys(BOTH, server.url), cooldown=0) as chain:
        server.script(fail(503, times=2, provider="gemini"))
        assert [(await ask(chain, "echo x")).by for _ in range(2)] == ["anthropic", "gemini"]


async def test_a_provider_that_stalled_is_not_waited_for_again_while_local_can_answer() -> None:
    async with (
        serve() as server,
        chained({"gemini": server.url}, local=True, stall_seconds=0.15) as chain,
    ):
        server.script(ScriptedReply(stall=True, times=0))
        assert [(await ask(chain, "x")).by for _ in range(3)] == ["local"] * 3
        assert server.count() == 1


# --- who is asked ---


async def test_candidates_follow_the_settings_then_rank_then_local() -> None:
    keys = dict.fromkeys(BOTH, "k")
    async with chained({}, keys=keys, local=True, model="anthropic/a", fast="gemini/f") as chain:
        fast = [str(c) for c in chain.candidates("fast")]
        assert fast[:2] == ["gemini/f", "anthropic/a"]
        assert [c.provider for c in chain.candidates()] == [
            "anthropic",
            "gemini",
            "anthropic",
            "local",
        ]
        assert chain.candidates("gemini/x")[0] == ModelCandidate("gemini", "x")
        assert chain.candidates("local") == [ModelCandidate("local", "local")]
    async with chained({}, keys=keys, local=True) as chain:
        assert [c.provider for c in chain.candidates("smart")] == ["gemini", "anthropic", "local"]


async def test_a_setting_that_names_no_provider_stops_the_start_and_helps() -> None:
    with pytest.raises(InvalidRequest, match="did you mean 'gemini'"):
        async with chained({}, model="gemni/x"):
            pass
