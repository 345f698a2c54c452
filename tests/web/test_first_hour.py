"""Somebody who has never seen the product, from the link that was printed to a shared dashboard."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from playwright.async_api import FilePayload, expect

from server.identity import accounts
from store import users
from tests.support.chance import an_email
from tests.support.chat_page import LONGEST, open_chat
from tests.support.web_page import WebVisit

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
SALES = (
    "pedido;data;cidade;produto;valor\n"
    "1;02/01/2026;Recife;caderno;10,50\n"
    "2;15/01/2026;Olinda;mochila;120,00\n"
    "3;03/02/2026;Recife;mochila;110,00\n"
    "4;10/02/2026;Caruaru;caderno;12,00\n"
    "5;20/03/2026;Olinda;estojo;25,00\n"
    "6;21/03/2026;Recife;mochila;130,00\n"
)
QUESTIONS = (  # each with a part of its answer, reckoned by hand
    ("quantos pedidos?", "6"),
    ("total de valor por cidade", "250,5"),
    ("e só de mochila?", "240"),
    ("qual a cidade com mais pedidos?", "Recife"),
    ("mostra o total de valor por mês num gráfico", "janeiro"),
)


@pytest.fixture(scope="module")
def worker_env() -> dict[str, str]:
    """No key and no project."""
    return {"BATUTA_RATE_PER_MINUTE": "0", "BATUTA_MAX_OPEN_TURNS": "0"}


async def test_a_stranger_gets_from_the_link_to_a_shared_dashboard(
    visitor: Callable[..., Awaitable[WebVisit]], pool: asyncpg.Pool
) -> None:
    email = an_email()
    await users.ensure_organisation(pool, "default")
    await users.add(pool, email=email, roles=("user",), org="default")
    link = await accounts.make_link(pool, await accounts.account_by_email(pool, email), "login")
    visit = await visitor(locale="pt-BR")
    chat = await open_chat(visit, f"/app/#link={link}")
    assert link not in chat.page.url
    page = chat.page

    await page.get_by_role("button", name="Diga olá").click()
    await expect(chat.turns).to_have_count(1, timeout=LONGEST)
    await chat.ended()
    await expect(chat.last).to_contain_text("Qual é o seu nome?")
    asked = await chat.say("Sou a Ana, 17 anos, de Recife, ensino médio")
    await expect(asked).to_contain_text("Está certo?")
    await expect(asked.get_by_role("term")).to_have_text(["Nome", "Idade", "Cidade", "Escolaridade"])
    await expect(asked.get_by_role("definition").last).to_have_text("ensino médio")
    await asked.get_by_role("button", name="Sim").click()
    await expect(chat.last).to_contain_text("Tudo pronto, Ana!", timeout=LONGEST)
    await chat.ended()

    table: FilePayload = {
        "name": "vendas.csv",
        "mimeType": "text/csv",
        "buffer": SALES.encode(),
    }
    count = await chat.turns.count()
    await page.get_by_test_id("file").set_input_files(table)
    await expect(chat.turns).to_have_count(count + 1, timeout=LONGEST)
    await expect(chat.last).to_contain_text("6 linhas")
    for question, part in QUESTIONS:
        await expect(await chat.say(question)).to_contain_text(part, timeout=LONGEST)
    await expect(chat.last.locator("canvas")).to_be_visible(timeout=LONGEST)

    waiting = await chat.say("salva uma nota: ligar para Olinda")
    count = await chat.turns.count()
    await waiting.get_by_role("button", name="Permitir").click()
    await expect(chat.turns).to_have_count(count + 1, timeout=LONGEST)
    await expect(chat.last).to_contain_text("ligar para Olinda", timeout=LONGEST)
    await chat.ended()

    await chat.write("cria um dashboard")
    await page.reload()  # in the middle of it
    board = chat.turns.last.get_by_role("link", name=re.compile("Abrir"))
    await expect(board).to_be_visible(timeout=LONGEST)
    await board.click()
    title = page.get_by_role("heading", level=1)
    await expect(title).to_contain_text("vendas", timeout=LONGEST)
    await page.get_by_role("button", name="Compartilhar").click()
    await page.get_by_label("Qualquer pessoa com o link").check()
    await page.get_by_role("button", name="Criar o link").click()
    address = await page.get_by_label("O novo link").input_value()
    stranger = await visitor()
    theirs = await stranger.page(address.removeprefix(stranger.url))
    await expect(theirs.locator("canvas").first).to_be_visible(timeout=LONGEST)
