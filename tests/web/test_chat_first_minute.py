"""The first minute without a model: what is offered works, files come in, widgets stay."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import expect

from tests.support.chat_page import LONGEST, ChatPage, open_chat
from tests.support.web_page import WebVisit

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
SignIn = Callable[..., Awaitable[WebVisit]]
ROWS = b"day,region,amount\n2026-01-02,north,10\n2026-02-03,south,20\n2026-02-04,north,5\n"


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    """No key and no project: what anybody sees who has just begun."""
    return {"BATUTA_RATE_PER_MINUTE": "0", "BATUTA_MAX_OPEN_TURNS": "0"}


async def dropped(chat: ChatPage, name: str, content: bytes) -> None:
    """Drag a file over the page and let it go, as far as a script may."""
    over = await chat.page.evaluate_handle(
        """([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name, { type: "text/csv" }));
          return data;
        }""",
        [name, content.decode()],
    )
    told: Any = {"dataTransfer": over}
    await chat.page.dispatch_event("main", "dragenter", told)
    await expect(chat.page.get_by_text("Drop tables here")).to_be_visible()
    await chat.page.dispatch_event("main", "drop", told)


async def test_the_sample_is_sent_and_asked_about(signed_in: SignIn) -> None:
    chat = await open_chat(await signed_in())
    await expect(chat.page.get_by_text("No language model is set up here")).to_be_visible()
    await chat.page.get_by_role("button", name="Ask questions of a table").click()
    await expect(chat.turns).to_have_count(2, timeout=LONGEST)
    await chat.ended()
    await expect(chat.turns.first).to_contain_text("240 rows")
    await expect(chat.last).to_contain_text("June 2026", timeout=LONGEST)
    await expect(chat.last.locator("canvas")).to_be_visible(timeout=LONGEST)
    await chat.page.reload()
    await expect(chat.last.locator("canvas")).to_be_visible(timeout=LONGEST)
    await expect(chat.turns).to_have_count(2)


async def test_the_sample_works_in_portuguese(signed_in: SignIn) -> None:
    chat = await open_chat(await signed_in(locale="pt-BR"))
    await chat.page.get_by_role("button", name="Pergunte a uma tabela").click()
    await expect(chat.turns).to_have_count(2, timeout=LONGEST)
    await expect(chat.turns.first).to_contain_text("240 linhas")
    await expect(chat.last.locator("canvas")).to_be_visible(timeout=LONGEST)
    await expect(chat.last).to_contain_text("junho de 2026")


async def test_the_tool_that_is_offered_asks_and_is_allowed(signed_in: SignIn) -> None:
    chat = await open_chat(await signed_in())
    await chat.page.get_by_role("button", name="See it ask before it acts").click()
    await chat.page.get_by_role("button", name="Allow", exact=True).click()
    await expect(chat.last).to_contain_text("Saved", timeout=LONGEST)


async def test_a_new_person_is_welcomed_and_answers_with_buttons(signed_in: SignIn) -> None:
    chat = await open_chat(await signed_in(new=True))
    await chat.page.get_by_role("button", name="Say hello").click()
    await expect(chat.turns).to_have_count(1, timeout=LONGEST)
    await chat.ended()
    await expect(chat.last).to_contain_text("?")
    await chat.say("My name is Ana")
    await chat.ended()
    count = await chat.turns.count()
    button = chat.last.locator("fieldset button").first
    if await button.count():
        label = await button.inner_text()
        await chat.page.reload()  # the buttons of an open question are there again
        await expect(button).to_have_text(label, timeout=LONGEST)
        await button.click()
        await expect(chat.turns).to_have_count(count + 1, timeout=LONGEST)


async def test_a_file_is_dropped_read_and_told_as_a_card(signed_in: SignIn, tag: str) -> None:
    chat = await open_chat(await signed_in())
    await dropped(chat, f"{tag}.csv", ROWS)
    await expect(chat.turns).to_have_count(1, timeout=LONGEST)
    await expect(chat.last).to_contain_text(f"{tag}.csv")
    await expect(chat.last).to_contain_text("3 rows")
    await expect(chat.last.locator("pre")).to_be_hidden()
    await chat.last.get_by_text("What was understood of it").click()
    await expect(chat.last.locator("pre")).to_contain_text("region")
    turn = await chat.say("what is the total amount by region?")
    await expect(turn).to_contain_text("20", timeout=LONGEST)


async def test_several_files_come_one_after_the_other_and_a_bad_one_says_why(
    signed_in: SignIn, tag: str
) -> None:
    visit = await signed_in()
    visit.expected += ["415", "422"]
    chat = await open_chat(visit)
    files: Any = [
        {"name": f"one{tag}.csv", "mimeType": "text/csv", "buffer": ROWS},
        {"name": f"bad{tag}.xls", "mimeType": "text/csv", "buffer": b"\xd0\xcf\x11\xe0 old"},
        {"name": f"two{tag}.csv", "mimeType": "text/csv", "buffer": ROWS},
    ]
    await chat.page.get_by_test_id("file").set_input_files(files)
    await expect(chat.turns).to_have_count(2, timeout=LONGEST)
    for name in (f"one{tag}.csv", f"two{tag}.csv"):
        await expect(chat.turns.filter(has_text=name)).to_have_count(1)
    line = chat.page.get_by_role("listitem").filter(has_text=f"bad{tag}.xls")
    await expect(line.get_by_role("alert")).not_to_be_empty()
    await line.get_by_role("button", name="Give up").click()
    await expect(line).to_have_count(0)


async def test_a_conversation_is_renamed_found_and_deleted_after_a_question(
    signed_in: SignIn, tag: str
) -> None:
    chat = await open_chat(await signed_in())
    page = chat.page
    await chat.say("what time is it?")
    side = page.get_by_role("navigation", name="Conversations")
    await side.get_by_role("button", name="Rename or delete").click()
    await page.get_by_role("textbox", name="Title").fill(f"Ação {tag}")
    await page.get_by_role("button", name="Save").click()
    await expect(side).to_contain_text(f"Ação {tag}")
    await page.get_by_role("searchbox").fill(f"acao {tag[:4]}")
    await expect(side.get_by_role("link")).to_have_count(1)
    await page.get_by_role("searchbox").fill("something else")
    await expect(side).to_contain_text("No conversation has these words")
    await page.get_by_role("searchbox").fill("")
    await side.get_by_role("button", name="Rename or delete").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await (
        page.get_by_role("dialog", name="Delete this conversation?")
        .get_by_role("button", name="Delete")
        .click()
    )
    await expect(side).to_contain_text("What you talk about is listed here.")
    await expect(page.get_by_role("heading", name="What would you like to know?")).to_be_visible()
