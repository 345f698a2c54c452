"""Which pieces of an answer are artifacts, and that a takeover neither doubles nor loses one."""

from __future__ import annotations

import asyncpg
import pytest

from agent.path.artifacts import FencedBlock, fenced_blocks, show_artifacts
from store import artifacts
from tests.support.reporting import committed, running

pytestmark = pytest.mark.anyio
TEXT = "a\n```html\n<h1>One</h1>\n```\nb\n~~~svg\n<svg><title>Two</title></svg>\n~~~\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("```html\n<p>\n```", [("html", "<p>\n")]),
        ("  ```HTML title\n<p>\n  ```  \n", [("html", "<p>\n")]),
        ("````html\n```\n<p>\n````", [("html", "```\n<p>\n")]),
        ("```html\n<p>", []),  # it is not closed
        ("```html\n<p>\n~~~", []),
        ("```html\n<p>\n``` no", []),
        ("    ```html\n<p>\n```", []),  # what is indented is code itself
        ("``html\n<p>\n``", []),
        ("```html `\n<p>\n```", []),
        ("```\n<p>\n```", [("", "<p>\n")]),
        ("```js\n```html\n<p>\n```", [("js", "```html\n<p>\n")]),
    ],
)
def test_blocks_are_found_as_readers_of_markdown_find_them(
    text: str, found: list[tuple[str, str]]
) -> None:
    assert list(fenced_blocks(text)) == [FencedBlock(*each) for each in found]


async def test_an_artifact_is_stored_and_shown_once_however_often_the_turn_is_taken_up(
    pool: asyncpg.Pool,
) -> None:
    async with running(pool) as take_up:
        first = take_up()
        await show_artifacts(first, TEXT)
        steps = await committed(pool, first)
        again = take_up(steps)
        await show_artifacts(again, TEXT)
        assert await committed(pool, again) == steps
        assert again.answer.blocks == first.answer.blocks
        shown = [block["event"] for block in first.answer.blocks if block["type"] == "widget"]
        assert [(event["kind"], event["title"]) for event in shown] == [
            ("html", "One"), ("svg", "Two"),
        ]  # fmt: skip
        kept = await pool.fetch(
            "select content from batuta.artifacts where turn_id = $1 order by kind", first.turn.id
        )
        assert [row["content"] for row in kept] == [
            "<h1>One</h1>\n", "<svg><title>Two</title></svg>\n",
        ]  # fmt: skip
        events = await pool.fetchval(
            "select count(*) from batuta.turn_events where turn_id = $1 and type = 'artifact'",
            first.turn.id,
        )
        assert events == 2


async def test_another_answer_after_a_lost_one_is_another_artifact(pool: asyncpg.Pool) -> None:
    async with running(pool) as take_up:
        first, second = take_up(), take_up()
        await show_artifacts(first, "```html\n<p>one\n```")
        await show_artifacts(second, "```html\n<p>two\n```")
        found = await pool.fetch(
            "select id from batuta.artifacts where turn_id = $1", first.turn.id
        )
        assert len(found) == 2
        for row in found:
            assert await artifacts.find(pool, first.turn.caller, row["id"])
