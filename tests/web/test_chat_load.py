"""Much at once: five hundred messages, hundreds of events a second; the page stays where it was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from playwright.async_api import expect

from tests.support.chance import an_email
from tests.support.chat_page import LONGEST, open_chat
from tests.support.long_talk import long_talk
from tests.support.web_page import WebVisit

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
SignIn = Callable[..., Awaitable[WebVisit]]

# What the page may not do while it is used: hold the thread, move what is being read.
WATCH = """
window.watched = { long: [], shift: 0, frames: [] };
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) watched.long.push(one.duration);
}).observe({ type: "longtask" });
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) watched.shift += one.value;
}).observe({ type: "layout-shift" });
let before = performance.now();
const frame = (now) => {
  watched.frames.push(now - before);
  before = now;
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
"""

# The network is replaced by a stream that delivers faster than any model speaks.
FAST_STREAM = """
window.fastStream = (rate, count) => {
  const ordinary = window.fetch;
  window.fetch = async (input, init) => {
    const asked = new URL(input.url ?? input, location.href);
    if (asked.pathname !== "/chat") return ordinary(input, init);
    const { session_id } = JSON.parse(await input.text());
    const line = (seq, event) => JSON.stringify({ turn: TURN, seq, at: "now", ...event }) + "\\n";
    const code = new TextEncoder();
    const body = new ReadableStream({
      start(control) {
        const send = (text) => control.enqueue(code.encode(text));
        send(line(1, { type: "turn_start", session: session_id, message_id: "m" }));
        let seq = 1;
        const begun = performance.now();
        const timer = setInterval(() => {
          const due = Math.min(count, ((performance.now() - begun) / 1000) * rate);
          while (seq - 1 < due) {
            seq += 1;
            const end = seq % 40 === 0 ? ".\\n\\n" : seq % 97 === 0 ? "\\n\\n- **item** " : " ";
            send(line(seq, { type: "text", message_id: "m", content: "word" + seq + end }));
          }
          if (seq - 1 < count) return;
          clearInterval(timer);
          send(line(seq + 1, { type: "done", status: "finished", message_id: "m" }));
          control.close();
        }, 4);
      },
    });
    const headers = { "content-type": "application/x-ndjson", "x-turn-id": TURN };
    return new Response(body, { headers });
  };
};
const TURN = "01a1f2fc-5514-711b-a16d-69130a43b39c";
"""


async def test_a_conversation_of_five_hundred_messages_is_drawn_in_part_and_read_whole(
    signed_in: SignIn, pool: asyncpg.Pool
) -> None:
    email = an_email()
    visit = await signed_in(email)
    session = await long_talk(pool, email, 250)
    chat = await open_chat(visit, f"/app/c/{session}")
    page = chat.page
    await chat.shows("question number 250")
    await page.evaluate(WATCH)
    feed = page.locator("[role=feed]").locator("..")
    first = page.get_by_text("You said: question number 1", exact=True)
    for _ in range(600):
        if await first.count():
            break
        await feed.evaluate("(it) => it.scrollBy(0, -900)")
        await page.wait_for_timeout(16)
    await expect(first).to_be_visible(timeout=LONGEST)
    assert await chat.turns.count() < 40
    watched = await page.evaluate("watched")
    print("500 messages:", figures(watched))
    await feed.evaluate("(it) => it.scrollTo(0, it.scrollHeight)")
    await chat.shows("question number 250")


async def test_earlier_messages_come_without_moving_what_is_read(
    signed_in: SignIn, pool: asyncpg.Pool
) -> None:
    email = an_email()
    visit = await signed_in(email)
    session = await long_talk(pool, email, 90)
    chat = await open_chat(visit, f"/app/c/{session}")
    await chat.shows("question number 90")
    feed = chat.page.locator("[role=feed]").locator("..")
    await feed.evaluate("(it) => it.scrollTo(0, 900)")
    await chat.page.wait_for_timeout(500)  # what is drawn for the first time is measured
    turn = await feed.evaluate(
        "(it) => [...it.querySelectorAll('article')].find("
        "(one) => one.getBoundingClientRect().top >= 60).dataset.turn"
    )
    read = chat.page.locator(f"article[data-turn='{turn}']")
    top = "(it) => it.getBoundingClientRect().top"
    before = await read.evaluate(top)
    await feed.evaluate("(it) => it.scrollBy(0, -350)")  # near the beginning: more is read
    height = "(it) => it.scrollHeight > 18000"
    for _ in range(200):
        if await feed.evaluate(height):
            break
        await chat.page.wait_for_timeout(50)
    assert await feed.evaluate(height)
    assert abs(await read.evaluate(top) - before - 350) < 40


async def test_hundreds_of_events_a_second_are_drawn_without_holding_the_page(
    signed_in: SignIn, tag: str
) -> None:
    visit = await signed_in()
    visit.expected.append("404")  # the server knows nothing of this conversation
    chat = await open_chat(visit)
    await chat.page.evaluate(FAST_STREAM)
    await chat.page.evaluate("fastStream(240, 2400)")
    await chat.box.fill(f"fast {tag}")
    await chat.page.evaluate(WATCH)
    await chat.box.press("Enter")
    await expect(chat.last).to_contain_text("word2401", timeout=LONGEST)
    watched = await chat.page.evaluate("watched")
    print("240 events a second:", figures(watched))
    assert watched["shift"] < 0.1
    assert max(watched["long"], default=0) < 1000  # on a machine that does other things


def figures(watched: dict[str, Any]) -> dict[str, Any]:
    """Sum up for docs/web.md; `make browser` shows it with -s."""
    frames = sorted(watched["frames"])
    return {
        "long tasks": len(watched["long"]),
        "longest": round(max(watched["long"], default=0)),
        "layout shift": round(watched["shift"], 4),
        "frames": len(frames),
        "frame median": round(frames[len(frames) // 2], 1),
        "frame 95 %": round(frames[int(len(frames) * 0.95)], 1),
    }
