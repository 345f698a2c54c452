"""People whose profile is complete: no welcome takes their first message."""

from __future__ import annotations

import asyncpg

from tests.support.chatting import Chat


async def welcomed(chat: Chat, pool: asyncpg.Pool) -> Chat:
    """Let a person's profile say that they have been welcomed."""
    who = (await chat.get("/me")).json()["id"]
    await pool.execute(
        "insert into batuta.profiles (user_id, org_id, data)"
        " select id, org_id, $2 from batuta.users where id = $1",
        who,
        '{"onboarding_completed": true}',
    )
    return chat
