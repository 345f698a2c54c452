"""The ways in and the rooms of an administrator in a real Chromium: from a first link to a person
who was added, signs in, and is shut out again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import asyncpg
import pytest
from playwright.async_api import Page, expect

from server.identity import accounts
from store import users
from tests.support.chance import an_email, code
from tests.support.identities import PASSWORD
from tests.support.oidc_issuer import OidcIssuer
from tests.support.web_page import PHONE, WebVisit, serious_findings
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
ComeIn = Callable[..., Awaitable[WebVisit]]
Make = Callable[..., Awaitable[str]]


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str]) -> dict[str, str]:
    """No key, and the workflows that come with the product."""
    keyless = {"ANTHROPIC_API_KEY": "", "BATUTA_MODEL": "local", "BATUTA_PROJECT": ""}
    return worker_env | keyless


@pytest.fixture
async def first_link(pool: asyncpg.Pool) -> str:
    """The address that a start prints, for the administrator of an organisation of its own."""
    made = await accounts.add(pool, an_email(), roles=["admin"], org=f"o{code()}")
    user = await users.by_id(pool, made.id)
    assert user
    return accounts.link_address("", await accounts.make_link(pool, user, "login"), "login")


async def administer(visitor: ComeIn, link: str, *expected: str) -> Page:
    visit = await visitor()
    visit.expected.extend(expected)
    page = await visit.page(link)
    await page.get_by_role("link", name="People").click()
    await expect(page.get_by_role("table", name="People")).to_be_visible()
    return page


async def edit(page: Page, email: str) -> None:
    await page.get_by_role("button", name=f"Change {email}").click()


async def test_from_the_first_link_to_a_new_person_who_signs_in(
    visitor: ComeIn, first_link: str
) -> None:
    email = an_email()
    page = await administer(visitor, first_link)
    assert "link=" not in page.url, "the address keeps no secret"

    await page.get_by_role("button", name="Add a person").click()
    await page.get_by_role("dialog").get_by_label("E-mail").fill(email)
    await page.get_by_role("checkbox", name="Moderator").check()
    assert await serious_findings(page) == []
    await page.get_by_role("button", name="Add", exact=True).click()
    link = await page.get_by_label("One-time link").input_value()
    await page.get_by_role("button", name="Done").click()
    await expect(page.get_by_role("button", name=f"Change {email}")).to_be_visible()

    new = await visitor(locale="pt-BR", viewport=PHONE)
    new.expected.append("status of 422")
    theirs = await new.page(link.removeprefix(new.url))
    await expect(theirs.get_by_role("heading", name="Escolha uma senha")).to_be_visible()
    assert await serious_findings(theirs) == []
    await theirs.get_by_label("Nova senha").fill("password123")
    await theirs.get_by_role("button", name="Definir a senha").click()
    await expect(theirs.get_by_text("fácil de adivinhar")).to_be_visible()
    await theirs.get_by_label("Nova senha").fill(PASSWORD)
    await theirs.get_by_role("button", name="Definir a senha").click()
    await theirs.get_by_role("button", name="Menu").click()
    await expect(theirs.get_by_role("link", name="Moderação")).to_be_visible()
    await expect(theirs.get_by_role("link", name="Pessoas")).to_have_count(0)

    await theirs.get_by_text(email, exact=True).click()
    await theirs.get_by_role("button", name="Sair", exact=True).click()
    await theirs.get_by_label("E-mail").fill(email)
    await theirs.get_by_label("Senha").fill(PASSWORD)
    await theirs.get_by_role("button", name="Entrar").click()
    await expect(theirs.get_by_role("button", name="Menu")).to_be_visible()
    assert not await theirs.evaluate("document.cookie"), "no script sees a cookie"

    await page.get_by_role("searchbox").fill(email[:6])
    await edit(page, email)
    await page.get_by_role("button", name="Shut out").click()
    await expect(page.get_by_role("row", name=email).get_by_text("Shut out")).to_be_visible()
    await theirs.reload()
    await expect(theirs.get_by_role("heading", name="Entrar")).to_be_visible()

    await edit(page, email)
    await page.get_by_role("link", name="What the log says of this person").click()
    table = page.get_by_role("table", name="Audit log")
    for told in ("Shut out", "Signed in", "Password set by a link", "Account made"):
        await expect(table.get_by_text(told, exact=True).first).to_be_visible()
    assert await serious_findings(page) == []


async def test_the_last_administrator_is_told_why_not(visitor: ComeIn, first_link: str) -> None:
    page = await administer(visitor, first_link, "status of 409")
    await page.get_by_role("table", name="People").get_by_role("button").first.click()
    await page.get_by_role("checkbox", name="Administrator").uncheck()
    await page.get_by_role("checkbox", name="User").check()
    await page.get_by_role("button", name="Save the roles").click()
    await expect(page.get_by_role("alert")).to_contain_text("the last administrator")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_who_may_use_a_workflow_is_said_here(
    visitor: ComeIn, first_link: str, worker: Worker, pool: asyncpg.Pool
) -> None:
    page = await administer(visitor, first_link)
    await page.get_by_role("link", name="Workflows").click()
    row = page.get_by_role("row", name="Dashboard")
    await expect(row.get_by_text("Everybody")).to_be_visible()
    for choose, shown in (("Only these roles", "Moderator"), ("As its file says", "Everybody")):
        await row.get_by_role("button").press("Enter")
        await page.get_by_role("radio", name=choose).check()
        if shown == "Moderator":
            await page.get_by_role("checkbox", name="Moderator").check()
        assert await serious_findings(page) == []
        await page.get_by_role("button", name="Save").click()
        await expect(row.get_by_text(shown)).to_be_visible()
        await expect(page.get_by_role("dialog")).to_have_count(0)
    assert await serious_findings(page) == []


async def test_a_password_is_changed_and_everybody_signed_out_from_the_menu(
    visitor: ComeIn, pool: asyncpg.Pool
) -> None:
    email, fresh = an_email(), "another horse entirely"
    await accounts.add(pool, email, password=PASSWORD)
    tabs: list[Page] = []
    for _ in range(2):
        visit = await visitor()
        page = await visit.page()
        tabs.append(page)
        await page.get_by_label("E-mail").fill(email)
        await page.get_by_label("Password").fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_text(email, exact=True)).to_be_visible()
    page, other = tabs
    await page.get_by_text(email, exact=True).click()
    await page.get_by_role("button", name="Change the password").click()
    await page.get_by_label("Current password").fill("wrong")
    await page.get_by_label("New password").fill(fresh)
    await page.get_by_role("dialog").get_by_role("button", name="Change the password").click()
    await expect(page.get_by_text("The current password is wrong.")).to_be_visible()
    assert await serious_findings(page) == []
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_role("dialog").get_by_role("button", name="Change the password").click()
    await expect(page.get_by_text("The password was changed.")).to_be_visible()
    await other.reload()
    await expect(other.get_by_role("heading", name="Sign in")).to_be_visible()
    await other.get_by_label("E-mail").fill(email)
    await other.get_by_label("Password").fill(fresh)
    await other.get_by_role("button", name="Sign in").click()
    await expect(other.get_by_text(email, exact=True)).to_be_visible()
    await page.get_by_role("button", name="Sign out everywhere").click()
    await page.get_by_role("dialog").get_by_role("button", name="Sign out everywhere").click()
    await expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    await other.reload()
    await expect(other.get_by_role("heading", name="Sign in")).to_be_visible()


async def test_a_person_of_the_outside_issuer_comes_in_by_its_button(
    visitor: ComeIn, worker_of: Callable[..., Awaitable[Worker]]
) -> None:
    issuer = OidcIssuer()
    issuer.add_key()
    try:
        email = an_email()
        issuer.come(email=email)
        worker = await worker_of(BATUTA_OIDC_ISSUER=issuer.url, BATUTA_OIDC_CLIENT_ID="pages")
        visit = await visitor()
        visit.url = worker.url
        page = await visit.page("/app/dashboards")
        await page.get_by_role("link", name="Sign in with 127.0.0.1").click()
        await expect(page.get_by_text(email, exact=True)).to_be_visible()
        assert page.url == f"{worker.url}/app/dashboards"
        assert all(url.startswith(issuer.url) for url in visit.elsewhere)
        visit.elsewhere.clear()
    finally:
        issuer.down()
