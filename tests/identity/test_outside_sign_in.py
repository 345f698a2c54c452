"""Signing in at the outside issuer from a browser, by code and by password."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from urllib.parse import parse_qsl, urlsplit

import asyncpg
import httpx
import pytest

from tests.support.chance import an_email, an_id
from tests.support.identities import PASSWORD, Counting, a_person, actions
from tests.support.oidc_issuer import OidcIssuer
from tests.support.page import page_at, sign_in, value
from tests.support.workers import Worker

pytestmark = pytest.mark.anyio
CLIENT, SECRET = "batuta pages", "s3cret/+%of:it"


@pytest.fixture(scope="module")
def provider() -> Generator[OidcIssuer]:
    running = OidcIssuer()
    running.add_key()
    running.secret = SECRET
    yield running
    running.down()


@pytest.fixture(scope="module")
async def worker(launch: Callable[..., Awaitable[Worker]], provider: OidcIssuer) -> Worker:
    """A worker that sends people to an issuer."""
    return await launch(
        BATUTA_OIDC_ISSUER=provider.url,
        BATUTA_OIDC_CLIENT_ID=CLIENT,
        BATUTA_OIDC_CLIENT_SECRET=SECRET,
        BATUTA_OIDC_TITLE="Our company",
        BATUTA_SUPABASE_KEY=provider.api_key,
    )


@pytest.fixture
async def page(worker: Worker) -> AsyncGenerator[httpx.AsyncClient]:
    async with page_at(worker.url) as opened:
        yield opened


@pytest.fixture
def db(pool: asyncpg.Pool) -> Counting:
    return Counting(pool)


async def sent_back(page: httpx.AsyncClient, way: str = "/app/") -> str:
    """Begin, be known at the issuer, and return the address it leads back to."""
    begun = await page.get("/auth/oidc/start", params={"next": way})
    assert begun.status_code == 303, begun.text
    async with httpx.AsyncClient() as elsewhere:
        return (await elsewhere.get(begun.headers["location"])).headers["location"]


async def landed(page: httpx.AsyncClient, way: str = "/app/") -> str:
    """Sign in at the issuer and return where that leads."""
    answer = await page.get(await sent_back(page, way))
    assert answer.status_code == 303
    return answer.headers["location"]


async def test_a_person_of_the_issuer_signs_in(
    page: httpx.AsyncClient, provider: OidcIssuer, db: Counting
) -> None:
    email, subject = an_email(), an_id().hex
    provider.come(email=email, sub=subject)
    told = (await page.get("/auth/options")).json()
    assert told["oidc"] == {"title": "Our company", "start": "/auth/oidc/start"}
    assert await landed(page, "/app/dashboards?x=1") == "/app/dashboards?x=1"
    me = (await page.get("/me")).json()
    assert (me["email"], me["roles"]) == (email, ["user"])
    assert {c.name for c in page.cookies.jar} == {
        "batuta_access", "batuta_refresh", "batuta_device"
    }  # fmt: skip
    asked = provider.authorized[-1]
    assert (asked["response_type"], asked["scope"]) == ("code", "openid email")
    assert (asked["code_challenge_method"], asked["client_id"]) == ("S256", CLIENT)
    assert (await page.post("/auth/browser/refresh")).status_code == 204
    assert await landed(page) == "/app/", "the second time finds the same account"
    assert (await page.get("/me")).json()["id"] == me["id"]
    rows = await db.fetch(
        "select action from batuta.audit where subject = $1 order by id", me["id"]
    )
    assert [row["action"] for row in rows] == ["user.added", "login", "login"]


async def test_a_local_account_is_joined_only_by_a_confirmed_email(
    page: httpx.AsyncClient, provider: OidcIssuer, db: Counting
) -> None:
    email = an_email()
    mine = await a_person(db, email, PASSWORD, roles=["owner"])
    for unsure in ({"email_verified": False}, {"email_verified": None}):
        provider.come(email=email, sub=an_id().hex, **unsure)
        assert await landed(page) == "/app/#failed=refused"
        assert (await page.get("/me")).status_code == 401
    provider.come(email=email, sub=an_id().hex)
    assert await landed(page) == "/app/"
    assert (await page.get("/me")).json()["id"] == str(mine)
    await db.execute("update batuta.users set disabled_at = now() where id = $1", mine)
    page.cookies.clear()
    assert await landed(page) == "/app/#failed=refused"


@pytest.mark.parametrize(
    "way",
    [
        "https://evil.example/app/", "//evil.example/app/", "/\\evil.example", "/app//evil.example",
        "/app/\r\nset-cookie: a=b", "/app", "/auth/logout", "javascript:alert(1)", "/app/../x",
        "/app/" + "x" * 2000, "",
    ],
)  # fmt: skip
async def test_it_leads_to_pages_of_ours_alone(
    page: httpx.AsyncClient, provider: OidcIssuer, way: str
) -> None:
    provider.come(sub="somebody", email="somebody@example.org")
    assert await landed(page, way) == "/app/"


@pytest.mark.parametrize(
    "wrong", ["another browser", "state", "no state", "twice", "issuer", "no code", "code", "no"]
)
async def test_an_answer_that_this_browser_did_not_ask_for_signs_nobody_in(
    worker: Worker, page: httpx.AsyncClient, provider: OidcIssuer, wrong: str
) -> None:
    provider.come(sub=an_id().hex)
    back = await sent_back(page)
    query = dict(parse_qsl(urlsplit(back).query))
    if wrong == "another browser":
        page.cookies.clear()
    elif wrong == "twice":
        assert (await page.get(back)).headers["location"] == "/app/"
        page.cookies.clear()
    elif wrong == "no":
        query = {"error": "access_denied", "state": query["state"]}
    else:
        name = "iss" if wrong == "issuer" else wrong.removeprefix("no ")
        query[name] = "" if wrong.startswith("no ") else "https://evil.example"
    answer = await page.get("/auth/oidc/callback", params=query)
    assert answer.headers["location"] == "/app/#failed=unauthenticated"
    assert not any("batuta_access" in line for line in answer.headers.get_list("set-cookie"))
    assert (await page.get("/me")).status_code == 401


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"}, {"nonce": None}, {"aud": "authenticated"}, {"aud": None},
        {"iss": "https://evil.example"}, {"exp": 1}, {"azp": "another"}, {"iat": None},
        {"sub": None},
    ],
    ids=str,
)  # fmt: skip
async def test_a_token_that_is_not_for_this_sign_in_is_refused(
    page: httpx.AsyncClient, provider: OidcIssuer, claims: dict[str, object]
) -> None:
    provider.come(**claims)
    assert await landed(page) == "/app/#failed=unauthenticated"
    assert (await page.get("/me")).status_code == 401


async def test_anothers_code_is_not_exchanged(
    worker: Worker, page: httpx.AsyncClient, provider: OidcIssuer
) -> None:
    """A thief's code in a victim's browser, or the other way round: PKCE knows who began."""
    provider.come(sub=an_id().hex)
    async with page_at(worker.url) as thief:
        theirs = dict(parse_qsl(urlsplit(await sent_back(thief)).query))
        mine = dict(parse_qsl(urlsplit(await sent_back(page)).query))
        for browser, code, state in ((page, theirs, mine), (thief, mine, theirs)):
            query = {"code": code["code"], "state": state["state"]}
            answer = await browser.get("/auth/oidc/callback", params=query)
            assert answer.headers["location"] == "/app/#failed=unauthenticated"


async def test_an_issuer_that_is_away_is_told_of(
    launch: Callable[..., Awaitable[Worker]],
) -> None:
    away = OidcIssuer()
    away.down()
    worker = await launch(BATUTA_OIDC_ISSUER=away.url, BATUTA_OIDC_CLIENT_ID="x")
    async with page_at(worker.url) as page:
        answer = await page.get("/auth/oidc/start")
        assert answer.headers["location"] == "/app/#failed=unavailable"


# --- Supabase's passwords


async def test_whoever_has_a_password_at_supabase_signs_in_by_it(
    page: httpx.AsyncClient, provider: OidcIssuer, db: Counting
) -> None:
    email, subject = an_email(), str(an_id())
    provider.passwords[email] = ("their own word", {"email": email, "sub": subject})
    answer = await sign_in(page, email, "their own word")
    assert answer.status_code == 204, answer.text
    me = (await page.get("/me")).json()
    assert (me["email"], me["id"]) == (email, subject)
    before = value(answer, "refresh")
    assert (await page.post("/auth/browser/refresh")).status_code == 204
    assert page.cookies["batuta_refresh"] != before
    assert (await sign_in(page, email, "another word")).status_code == 401
    assert "login.failed" in [
        r["action"] for r in await db.fetch("select action from batuta.audit where org_id is null")
    ] + await actions(db, me["id"])


async def test_a_password_here_is_never_asked_for_there(
    page: httpx.AsyncClient, provider: OidcIssuer, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    provider.passwords[email] = ("their own word", {"email": email})
    asked = len(provider.asked)
    assert (await sign_in(page, email, "their own word")).status_code == 401
    assert (await sign_in(page, email, PASSWORD)).status_code == 204
    assert len(provider.asked) == asked


async def test_guesses_at_the_issuers_passwords_wait_here(
    page: httpx.AsyncClient, provider: OidcIssuer
) -> None:
    email = an_email()
    provider.passwords[email] = ("their own word", {"email": email})
    for _ in range(6):
        await sign_in(page, email, "a guess")
    asked = len(provider.asked)
    assert (await sign_in(page, email, "their own word")).status_code == 429
    assert len(provider.asked) == asked
