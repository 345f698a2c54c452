"""What is said in the chat, what tools do there, what a person decides; in a real Chromium."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.chat_page import LONGEST, open_chat
from tests.support.model_server import ModelServer, call, reply
from tests.support.web_page import WebVisit
from tests.support.workers import lines

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
SignIn = Callable[..., Awaitable[WebVisit]]


async def test_a_message_is_answered_and_the_conversation_is_listed(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(reply("The answer is ", "**forty-two**.", match=tag))
    chat = await open_chat(await signed_in())
    turn = await chat.say(f"What is it? {tag}")
    await expect(turn.locator("strong")).to_have_text("forty-two")
    await expect(chat.page.get_by_role("navigation", name="Conversations")).to_contain_text(tag)
    assert chat.page.url.count("/app/c/") == 1
    await chat.page.reload()
    await expect(chat.turns).to_have_count(1, timeout=LONGEST)
    await expect(chat.last.locator("strong")).to_have_text("forty-two")
    await expect(chat.page.get_by_role("heading", level=1)).to_contain_text(tag)


async def test_a_tool_is_a_card_that_opens(
    signed_in: SignIn, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    (probe_folder / f"open-n{tag}").touch()
    models.script(call("look", {"name": f"n{tag}"}, match=tag), reply("Seen.", match=tag))
    chat = await open_chat(await signed_in())
    turn = await chat.say(f"look {tag}")
    card = turn.locator("[data-tool=look]")
    await expect(card).to_have_attribute("data-status", "ok")
    await expect(card).to_contain_text(f"n{tag}")
    await card.locator("summary").click()
    await expect(card.get_by_text("Came back")).to_be_visible()
    await expect(turn).to_contain_text("Seen.")
    title = await card.locator("summary").text_content() or ""
    good = chat.page.get_by_role("button", name="Good answer")
    await good.click()
    await expect(good).to_have_attribute("aria-pressed", "true")
    await chat.page.reload()
    await expect(good).to_have_attribute("aria-pressed", "true", timeout=LONGEST)
    await expect(card.locator("summary")).to_have_text(title)


async def test_a_call_runs_with_the_arguments_that_a_person_has_changed(
    signed_in: SignIn, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("send", {"name": f"a{tag}"}, match=tag), reply("Sent.", match=tag))
    chat = await open_chat(await signed_in())
    await chat.say(f"send {tag}")
    field = chat.page.get_by_role("textbox", name="Name")
    await expect(field).to_have_value(f"a{tag}")
    await chat.page.reload()  # the question is still there, in full
    await expect(field).to_have_value(f"a{tag}", timeout=LONGEST)
    await field.fill(f"b{tag}")
    await chat.page.get_by_role("button", name="Allow with these changes").click()
    await chat.shows("Sent.")
    assert lines(probe_folder / f"send-b{tag}")
    assert not lines(probe_folder / f"send-a{tag}")
    await expect(chat.page.get_by_role("button", name="Deny")).to_have_count(0)


async def test_what_is_denied_does_not_happen(
    signed_in: SignIn, models: ModelServer, tag: str, probe_folder: Path
) -> None:
    models.script(call("send", {"name": f"d{tag}"}, match=tag), reply("As you wish.", match=tag))
    chat = await open_chat(await signed_in())
    await chat.say(f"send {tag}")
    await chat.page.get_by_role("button", name="Deny").click()
    await chat.shows("As you wish.")
    await expect(chat.last).to_contain_text("Denied")
    assert not lines(probe_folder / f"send-d{tag}")


async def test_an_answer_is_stopped_by_a_key(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(reply("Once upon ", "a time", gate=f"g{tag}", after=1, match=tag))
    chat = await open_chat(await signed_in())
    await chat.write(f"tell {tag}")
    await chat.shows("Once upon")
    await chat.page.keyboard.press("Escape")
    await chat.shows("Stopped.")
    models.open(f"g{tag}")
    await expect(chat.last).to_contain_text("Once upon")


async def test_a_second_message_waits_for_the_first(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(
        reply("First.", gate=f"g{tag}", match=f"one {tag}"), reply("Second.", match=f"two {tag}")
    )
    chat = await open_chat(await signed_in())
    await chat.write(f"one {tag}")
    await expect(chat.page.get_by_role("button", name="Stop the answer")).to_be_visible()
    await chat.write(f"two {tag}")
    await expect(chat.last).to_contain_text("Waiting")
    models.open(f"g{tag}")
    await chat.shows("Second.")
    await expect(chat.turns.first).to_contain_text("First.")


async def test_feedback_is_taken_with_its_reason_and_words(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(reply("Fine.", match=tag))
    chat = await open_chat(await signed_in())
    turn = await chat.say(f"hm {tag}")
    await turn.get_by_role("button", name="Something is wrong with it").click()
    await turn.get_by_role("radio", name="Something is missing").check()
    await turn.get_by_role("textbox").fill("the other half")
    await turn.get_by_role("button", name="Send").click()
    await expect(chat.page.get_by_role("status")).to_contain_text("Thank you, noted.")


async def test_why_an_answer_came_is_told_also_after_a_reload(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    models.script(reply("So.", match=tag))
    chat = await open_chat(await signed_in())
    await chat.say(f"why {tag}")
    for _ in range(2):
        await chat.last.get_by_role("button", name="Why this answer?").click()
        told = chat.page.get_by_role("dialog")
        await expect(told).to_contain_text("Where the message went", timeout=LONGEST)
        await expect(told).to_contain_text("Steps")
        await chat.page.keyboard.press("Escape")
        await expect(told).to_have_count(0)
        await chat.page.reload()


async def test_a_refused_message_keeps_its_text(
    signed_in: SignIn, models: ModelServer, tag: str
) -> None:
    come = await signed_in()
    come.expected.append("413")
    chat = await open_chat(come)
    await chat.write(f"{tag} " + "long " * 9000)
    await chat.shows("This is too long to send. Shorten it, or send the long part as a file.")
    await expect(chat.page.get_by_role("button", name="Send again")).to_be_visible()
    await chat.page.get_by_role("button", name="Discard").click()
    await expect(chat.turns).to_have_count(0)


async def test_a_draft_survives_a_reload(signed_in: SignIn, tag: str) -> None:
    chat = await open_chat(await signed_in())
    await chat.box.fill(f"not yet {tag}")
    await chat.page.reload()
    await expect(chat.box).to_have_value(f"not yet {tag}", timeout=LONGEST)
