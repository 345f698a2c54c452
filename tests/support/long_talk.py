"""A long conversation that nobody had to wait for: written straight into the database."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import orjson

from tests.support.chance import an_id

PARAGRAPH = (
    "The total of this period is **{n}**, which is more than before.\n\n"
    "- north: {n}\n- south: {n}\n\n| region | total |\n| --- | --- |\n| north | {n} |\n\n"
    "```sql\nselect sum(amount) from sales where no = {n}\n```\n"
)


async def long_talk(pool: asyncpg.Pool, email: str, turns: int) -> UUID:
    """Make a conversation of so many messages and answers; returns its id."""
    user = await pool.fetchrow("select id, org_id from batuta.users where email = $1", email)
    assert user is not None
    session = an_id()
    await pool.execute(
        "insert into batuta.sessions (id, org_id, user_id, title)"
        " values ($1, $2, $3, 'A long talk')",
        session, user["org_id"], user["id"],
    )  # fmt: skip
    for number in range(1, turns + 1):
        turn = an_id()
        await pool.execute(
            "insert into batuta.turns (id, org_id, user_id, session_id, kind, status, finished_at)"
            " values ($1, $2, $3, $4, 'message', 'finished', now())",
            turn, user["org_id"], user["id"], session,
        )  # fmt: skip
        said = [("user", f"question number {number}"), ("assistant", PARAGRAPH.format(n=number))]
        for place, (role, text) in enumerate(said):
            await pool.execute(
                "insert into batuta.messages"
                " (id, org_id, user_id, session_id, turn_id, no, role, blocks)"
                " values ($1, $2, $3, $4, $5, $6, $7, $8::json)",
                an_id(), user["org_id"], user["id"], session, turn, 2 * number - 1 + place, role,
                orjson.dumps([{"type": "text", "text": text}]).decode(),
            )  # fmt: skip
    return session
