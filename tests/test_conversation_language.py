"""Which language is answered in: the message's, else the conversation's, the person's, ours."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from language.foreign import foreign_language
from tests.support.chatting import Chat, text_of

pytestmark = pytest.mark.anyio
SHOP = Path(__file__).parent / "data" / "shop"
ASKED = {"en": "Which order is it about?", "pt": "De qual pedido se trata?"}


@pytest.fixture(scope="module")
def worker_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    project = shutil.copytree(SHOP, tmp_path_factory.mktemp("loja") / "shop")
    manifest = project / "batuta.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("[en, pt]", "[pt, en]"), "utf-8")
    return {"BATUTA_PROJECT": str(project), "BATUTA_RATE_PER_MINUTE": "0"}


@pytest.mark.parametrize(
    ("messages", "language"),
    [
        (["@refund"], "pt"),
        (["x1285a165", "@refund"], "pt"),
        (["I want a refund"], "en"),
        (["what can you do?", "x1285a165", "@refund"], "en"),
        (["Wesley Smith", "@refund"], "pt"),
        (["Thiago", "ok", "@refund"], "pt"),
        (["hello", "@refund"], "en"),
        (["what can you do?", "Joana da Silva", "obrigada", "@refund"], "en"),
        (["what can you do?", "me chamo Ana", "@refund"], "pt"),
        (["what can you do?", "agora em português, por favor", "E", "@refund"], "pt"),
    ],
)
async def test_without_words_the_language_stays_and_begins_as_the_projects(
    known: Chat, messages: list[str], language: str
) -> None:
    for message in messages[:-1]:
        await known.say(message)
    assert ASKED[language] in text_of(await known.say(messages[-1]))


@pytest.mark.parametrize(
    ("asked", "messages", "language"),
    [
        ("en-GB,en;q=0.9", ["Wesley", "@refund"], "en"),
        ("fr-FR, en;q=0.8", ["@refund"], "en"),
        ("pt-BR", ["I want a refund", "@refund"], "en"),
        ("de", ["@refund"], "pt"),
    ],
)
async def test_what_a_browser_asks_for_goes_before_the_projects_and_behind_what_is_said(
    known: Chat, asked: str, messages: list[str], language: str
) -> None:
    known.http.headers["accept-language"] = asked
    for message in messages[:-1]:
        await known.say(message)
    assert ASKED[language] in text_of(await known.say(messages[-1]))


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Hola, ¿a qué hora abren ustedes?", "Hablo portugués e inglés"),
        ("Bonjour, quels sont vos horaires ?", "Je parle portugais et anglais"),
        ("Ciao, ho bisogno di aiuto", "Parlo portoghese e inglese"),
        ("Guten Tag, wann haben Sie geöffnet?", "Ich spreche Portugiesisch und Englisch"),
    ],
)
async def test_who_writes_in_another_language_is_told_once_which_ones_are_spoken(
    known: Chat, message: str, told: str
) -> None:
    first = text_of(await known.say(message))
    assert first.startswith(told)
    assert len(first) > len(told) + 20
    assert told not in text_of(await known.say(message))


@pytest.mark.parametrize(
    "message",
    ["gracias", "mês a mês", "Los Angeles, Las Vegas", "Maria de la Cruz",
     "queria pagar meu pedido",
     "is it a la carte?", "no no no keep it", "ele mora em La Paz"],
)  # fmt: skip
def test_another_language_is_told_only_where_it_is_certain(message: str) -> None:
    assert foreign_language(message) is None


async def test_the_built_in_model_answers_in_the_conversations_language(known: Chat) -> None:
    assert "gostaria" in text_of(await known.say("Wesley"))
    assert "do not know" in text_of(await known.say("who painted the Mona Lisa?"))
    assert "would you like" in text_of(await known.say("Joana"))


async def test_the_language_that_a_person_chose_goes_before_the_projects(known: Chat) -> None:
    url = f"{known.url}/me/preferences"
    answer = await known.http.put(url, json={"language": "en"}, headers=known.auth)
    assert answer.status_code == 200
    assert ASKED["en"] in text_of(await known.say("@refund"))
