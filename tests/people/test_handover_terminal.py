"""`batuta chat` shows what people write while it waits for a line."""

from __future__ import annotations

import os
import sys

import anyio.to_thread
import pytest

from tests.people.conftest import Hire
from tests.support.chatting import Chat
from tests.support.staffed import ASK
from tests.support.terminal import terminal

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
ENV = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}


async def test_answers_appear_between_the_lines(customer: Chat, hire: Hire) -> None:
    ana = await hire("support", name="Ana")
    command = [sys.executable, "-m", "cli.main", "chat", "--plain"]
    command += ["--token", customer.token, "--url", customer.url]
    with terminal(command, ENV) as typing:
        await anyio.to_thread.run_sync(typing.expect, "you> ")
        typing.type(f"{ASK}\n")
        await anyio.to_thread.run_sync(typing.expect, "you> ")
        handover = (await ana.queue())[0]["id"]
        await ana.do(handover, "take")
        await anyio.to_thread.run_sync(typing.expect, "Ana (Suporte) has joined")
        await ana.reply(handover, "Qual é o pedido?")
        await anyio.to_thread.run_sync(typing.expect, "Ana (Suporte)> Qual é o pedido?")
        typing.type("o 1234\n")
        await anyio.to_thread.run_sync(typing.expect, "you> ")
        await ana.reply(handover, "Já vejo.")
        await anyio.to_thread.run_sync(typing.expect, "Já vejo.")
        assert [x["text"] for x in await ana.lines(handover) if x["source"] == "person"][-1] == (
            "o 1234"
        )
        await ana.do(handover, "return")
        await anyio.to_thread.run_sync(typing.expect, "me devolveu a conversa")
        typing.type("marcar uma visita\n")
        await anyio.to_thread.run_sync(typing.expect, "Quantas pessoas?")
        typing.type("/quit\n")
        assert await anyio.to_thread.run_sync(typing.end) == 0
