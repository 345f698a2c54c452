"""A person and somebody of the staff in two browsers: asked for, taken, answered, handed back."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest
from playwright.async_api import Page, expect

from tests.support.chance import code
from tests.support.chat_page import ChatPage, open_chat
from tests.support.chatting import Chat
from tests.support.staffed import ASK, Make, project_at
from tests.support.web_page import PHONE, WebVisit, serious_findings
from tests.support.welcomed import welcomed
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
ComeIn = Callable[..., Awaitable[WebVisit]]
LONGEST = 60_000


@pytest.fixture(scope="session")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project_at(tmp_path_factory.mktemp("staffed_pages") / "project")


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], staffed: Path) -> dict[str, str]:
    keyless = {"ANTHROPIC_API_KEY": "", "BATUTA_MODEL": "local"}
    return worker_env | keyless | {"BATUTA_PROJECT": str(staffed)}


@dataclass
class BothSides:
    """An organisation with a person who asks and two who answer."""

    person: Chat
    ana: Chat
    bo: Chat


@pytest.fixture
async def sides(worker: Worker, person: Make, pool: asyncpg.Pool) -> AsyncGenerator[BothSides]:
    org = f"o{code()}"
    async with (
        Chat(worker.url, await person(org=org)) as asks,
        Chat(worker.url, await person("staff", org=org)) as ana,
        Chat(worker.url, await person("staff", org=org)) as bo,
    ):
        for who in (ana, bo):
            user = (await who.get("/me")).json()["id"]
            await pool.execute(
                "insert into batuta.staff (user_id, org_id, teams)"
                " select id, org_id, '{support,billing}' from batuta.users where id = $1::uuid",
                user,
            )
        yield BothSides(await welcomed(asks, pool), ana, bo)


@pytest.fixture
def entered(visitor: ComeIn) -> Callable[..., Awaitable[WebVisit]]:
    async def enter(who: Chat, **context: object) -> WebVisit:
        visit = await visitor(**context)
        await visit.sign_in(who.token)
        return visit

    return enter


async def asking(visit: WebVisit) -> ChatPage:
    """Open the chat and ask for a person."""
    chat = await open_chat(visit)
    await chat.say(ASK)
    return chat


async def test_asked_taken_answered_and_handed_back_live_on_both_sides(
    sides: BothSides, entered: ComeIn
) -> None:
    chat = await asking(await entered(sides.person, locale="pt-BR"))
    page = chat.page
    banner = page.get_by_role("region", name="Quem está com a conversa")
    await expect(banner).to_contain_text("Você é o próximo da fila")
    desk = await (await entered(sides.ana)).page("/app/inbox")
    await desk.get_by_role("button", name="you").click()
    await desk.get_by_label("Name").fill("Ana")
    await desk.get_by_role("button", name="Save").click()
    await expect(desk.get_by_role("dialog")).to_have_count(0)
    row = desk.locator("section[aria-label=Conversations] li a")
    await expect(row).to_have_count(1)
    await desk.keyboard.press("j")
    await desk.keyboard.press("Enter")
    await expect(desk.get_by_role("log")).to_contain_text(ASK)
    await desk.keyboard.press("t")
    await expect(banner).to_contain_text("Você está falando com Ana, Suporte", timeout=LONGEST)
    await expect(page.get_by_text("Ana, Suporte entrou")).to_be_visible()
    await desk.get_by_label("Your answer").fill("Oi! <b>Qual</b> é o pedido?")
    await desk.keyboard.press("Control+Enter")
    written = page.locator("[data-staff]")
    await expect(written).to_contain_text("<b>Qual</b> é o pedido?", timeout=LONGEST)
    await expect(written).to_contain_text("Ana, Suporte")
    await chat.write("o 1234, chegou quebrado")
    await expect(desk.get_by_role("log")).to_contain_text("o 1234, chegou quebrado")
    await page.reload()  # in the middle of it
    await expect(page.locator("[data-staff]")).to_have_count(1)
    await expect(banner).to_contain_text("Ana, Suporte")
    await desk.get_by_label("Your answer").fill("Troco hoje mesmo.")
    await desk.keyboard.press("Control+Enter")
    await expect(page.locator("[data-staff]")).to_have_count(2, timeout=LONGEST)
    await desk.keyboard.press("Escape")
    await desk.keyboard.press("b")
    feed = page.get_by_role("feed")
    told = feed.get_by_text("me devolveu a conversa")
    await expect(told).to_have_count(1, timeout=LONGEST)
    await expect(banner).to_have_count(0)
    await expect(desk.get_by_text("with the assistant again")).to_be_visible()
    await chat.say("marcar uma visita")
    await expect(chat.last).to_contain_text("Quantas pessoas?")
    await page.reload()
    await expect(page.locator("[data-staff]")).to_have_count(2)


async def test_who_waits_leaves_by_the_button(sides: BothSides, entered: ComeIn) -> None:
    chat = await asking(await entered(sides.person))
    await chat.page.get_by_role("button", name="Back to the assistant").click()
    await chat.ended()
    await expect(chat.page.get_by_role("region", name="Who has the conversation")).to_have_count(0)
    inbox = (await sides.ana.get("/inbox?view=ended")).json()["handovers"]
    assert [one["status"] for one in inbox] == ["left"]


async def test_two_of_the_staff_one_takes_and_the_other_is_told(
    sides: BothSides, entered: ComeIn
) -> None:
    await sides.person.say(ASK)
    seen = await entered(sides.bo)
    seen.expected.append("409")
    desk = await seen.page("/app/inbox")
    await desk.locator("section[aria-label=Conversations] li a").click()
    await expect(desk.get_by_role("button", name="Take it")).to_be_visible()
    handover = (await sides.ana.get("/inbox")).json()["handovers"][0]["id"]
    await desk.route(f"**/inbox/{handover}?*", lambda route: route.abort())  # it sees no news
    assert (await sides.ana.post(f"/inbox/{handover}/take")).status_code == 200
    await desk.get_by_role("button", name="Take it").click()
    await expect(desk.get_by_text("has taken this conversation")).to_be_visible()
    seen.expected.append("Failed to load resource")


async def test_passed_on_and_closed_on_a_phone(sides: BothSides, entered: ComeIn) -> None:
    await sides.person.say(ASK)
    desk = await (await entered(sides.ana, viewport=PHONE)).page("/app/inbox")
    await desk.locator("section[aria-label=Conversations] li a").click()
    await expect(desk.locator("section[aria-label=Conversations]")).to_be_hidden()
    await desk.get_by_role("button", name="Take it").click()
    await desk.get_by_role("button", name="Pass on").click()
    await desk.get_by_role("dialog").get_by_role("button", name="Billing").click()
    await expect(desk.get_by_text("was asked for").last).to_contain_text("Cobrança")
    await desk.get_by_role("button", name="Take it").click()
    await desk.get_by_role("button", name="Close", exact=True).click()
    await desk.get_by_role("dialog").get_by_role("button", name="Close", exact=True).last.click()
    await expect(desk.get_by_text("with the assistant again")).to_be_visible()
    await desk.get_by_role("button", name="Back to the queue").click()
    await expect(desk.get_by_text("Nobody is waiting, nobody")).to_be_visible()
    state = (await sides.person.get(f"/sessions/{sides.person.session}")).json()
    assert state["handover"] is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_both_sides_keep_nobody_out(
    sides: BothSides, entered: ComeIn, scheme: str
) -> None:
    """axe, in both themes, on a phone and on a desk; and whoever is no staff is told so."""
    still = {"color_scheme": scheme, "reduced_motion": "reduce"}
    chat = await asking(await entered(sides.person, **still))
    await looked_at(chat.page)
    handover = (await sides.ana.get("/inbox")).json()["handovers"][0]["id"]
    for context in ({"viewport": PHONE, "locale": "pt-BR"}, {}):
        desk = await (await entered(sides.ana, **still, **context)).page("/app/inbox")
        await expect(desk.locator("section li a").first).to_be_visible()
        await looked_at(desk)
        await desk.goto(desk.url.partition("/app/")[0] + f"/app/inbox/{handover}")
        await expect(desk.get_by_role("log")).to_be_visible()
        await looked_at(desk)
    assert (await sides.ana.post(f"/inbox/{handover}/take")).status_code == 200
    await sides.ana.post(f"/inbox/{handover}/reply", {"text": "**Hello**"})
    await expect(chat.page.locator("[data-staff]")).to_be_visible(timeout=LONGEST)
    await looked_at(chat.page)
    stranger = await (await entered(sides.person, **still)).page("/app/inbox")
    await expect(stranger.get_by_text("You do not answer people here")).to_be_visible()


async def looked_at(page: Page) -> None:
    assert await serious_findings(page) == []
    wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
