"""How much and how often a person may send."""

from __future__ import annotations

import pytest

from tests.support.chatting import Chat
from tests.support.uploads import new_session, send

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker]
SMALL = b"a,b\n1,2\n"


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    return worker_env | {
        "BATUTA_UPLOADS_PER_MINUTE": "4",
        "BATUTA_MAX_DATASETS": "2",
        "BATUTA_MAX_UPLOAD_MB": "1",
    }


async def test_what_is_too_large_is_refused_before_all_of_it_has_come(chat: Chat) -> None:
    where = await new_session(chat)
    answer = await send(chat, where, "a.csv", b"a,b\n" + b"1,2\n" * 400_000)
    assert answer.status_code == 413
    assert (await chat.get(f"/sessions/{where}/files")).json()["datasets"] == []


async def test_a_person_has_so_many_datasets_until_they_delete_one(chat: Chat) -> None:
    where = await new_session(chat)
    made = [await send(chat, where, f"{n}.csv", SMALL) for n in range(3)]
    assert [each.status_code for each in made] == [201, 201, 409]
    assert made[2].json()["code"] == "limit_reached"
    one = made[0].json()["dataset"]["id"]
    await chat.http.delete(f"{chat.url}/files/{one}", headers=chat.auth)
    assert (await send(chat, where, "4.csv", SMALL)).status_code == 201
    often = await send(chat, where, "5.csv", SMALL)
    assert (often.status_code, often.json()["code"]) == (429, "rate_limited")
    assert int(often.headers["retry-after"]) <= 60
