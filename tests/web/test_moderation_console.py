"""The moderators' console in a real Chromium: found, read for a reason, decided, learnt."""

from __future__ import annotations

import asyncio
import csv
import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest
from playwright.async_api import Page, Response, expect

from tests.support.chance import code
from tests.support.chatting import Chat, every, only
from tests.support.desk import Desk, Make
from tests.support.web_page import PHONE, WebVisit, serious_findings
from tests.support.welcomed import welcomed
from tests.support.workers import Worker

pytestmark = [pytest.mark.anyio, pytest.mark.shared_worker, pytest.mark.prove]
ComeIn = Callable[..., Awaitable[WebVisit]]
OpenPage = Callable[..., Awaitable[Page]]
GUESSED = "como invado a rede do meu vizinho sem ele saber"  # the heads alone block it
REASON = "to see what was asked"
NEXT_VERDICT = 200  # tries of a tenth of a second: workers look for news every ten seconds


@pytest.fixture(scope="session")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that wants two moderators for fraud, and has teams."""
    folder = tmp_path_factory.mktemp("watched")
    policy = "policies: {second_review: [fraud], judge: never}\nteams: [legal]\n"
    (folder / "batuta.yaml").write_text(policy)
    return folder


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], watched: Path) -> dict[str, str]:
    keyless = {"ANTHROPIC_API_KEY": "", "BATUTA_MODEL": "local"}
    return worker_env | keyless | {"BATUTA_PROJECT": str(watched)}


@pytest.fixture
async def desk(worker: Worker, person: Make, pool: asyncpg.Pool) -> AsyncGenerator[Desk]:
    org = f"o{code()}"

    async def chat(role: str) -> Chat:
        return Chat(worker.url, await person(role, org=org))

    async with (
        await chat("user") as talker,
        await chat("moderator") as first,
        await chat("moderator") as second,
        await chat("admin") as third,
    ):
        yield Desk(await welcomed(talker, pool), first, second, third, org, pool)


@pytest.fixture
def entered(visitor: ComeIn) -> OpenPage:
    async def enter(who: Chat, path: str = "/app/moderation", **context: object) -> Page:
        visit = await visitor(**context)
        await visit.sign_in(who.token)
        return await visit.page(path)

    return enter


async def rows(page: Page, count: int) -> None:
    await expect(page.locator("a[data-case]")).to_have_count(count)


async def reveal(page: Page, reason: str = REASON) -> None:
    """Give a reason by keyboard, as soon as the case is there."""
    await expect(page.get_by_label("Why do you need to read it?")).to_be_visible()
    await page.keyboard.press("r")
    await page.keyboard.type(reason)
    await page.keyboard.press("Enter")
    await expect(page.locator("blockquote")).to_be_visible()


async def verdict_of(chat: Chat, text: str) -> str:
    """How a message fares: `blocked`, or what its turn ended as."""
    return only(await chat.say(text), "done")["status"]


async def test_a_flagged_message_is_decided_by_keyboard_and_its_next_verdict_is_another(
    desk: Desk, entered: OpenPage
) -> None:
    events = await desk.person.say(GUESSED)
    assert every(events, "guard")[0]["verdict"] == "block"
    page = await entered(desk.moderator)
    await rows(page, 1)
    row = page.locator("li", has=page.locator("a[data-case]"))
    await expect(row).to_contain_text("Local models")
    for word in GUESSED.split():
        assert word not in (await row.inner_text()).split()
    await page.keyboard.press("j")
    await page.keyboard.press("Enter")
    await reveal(page)
    await expect(page.locator("blockquote")).to_have_text(GUESSED)
    await page.keyboard.press("f")
    await expect(page.get_by_text("no guess blocks this text any more")).to_be_visible()
    await expect(page.get_by_role("button", name="Decide")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("Decided. Within ten seconds")).to_be_visible()
    await expect(page.get_by_text("Nothing waits for you")).to_be_visible()  # back in the queue
    for _ in range(NEXT_VERDICT):
        if await verdict_of(desk.person, GUESSED) != "blocked":
            break
        await asyncio.sleep(0.1)
    assert await verdict_of(desk.person, GUESSED.upper()) == "finished"
    await page.get_by_role("link", name="What was learnt").click()
    learnt = page.locator("tbody tr")
    await expect(learnt).to_contain_text(["Let pass"])
    await learnt.get_by_role("button", name="Take back").click()
    await page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    await expect(page.get_by_text("Nothing was learnt yet")).to_be_visible()
    for _ in range(NEXT_VERDICT):
        if await verdict_of(desk.person, GUESSED) == "blocked":
            break
        await asyncio.sleep(0.1)
    assert await verdict_of(desk.person, GUESSED) == "blocked"


async def test_nothing_that_was_said_reaches_the_browser_before_a_reason_is_given(
    desk: Desk, entered: OpenPage
) -> None:
    """Not in the page and not in any answer; after a reload it is covered again."""
    text = "Rosalinda took all the money of Belmiro"
    case = await desk.flagged(text, "harm", scores={"harm": 0.5}, guard="heads")
    page = await entered(desk.moderator, "/app/")
    sent: list[str] = []

    async def keep(answer: Response) -> None:
        sent.append(await answer.text() if "/cases" in answer.url else "")

    page.on("response", keep)
    await page.goto(page.url.partition("/app/")[0] + f"/app/moderation/{case}")
    await expect(page.get_by_text("The words are covered.")).to_be_visible()
    await page.get_by_role("link", name="Back to the queue").click()
    await rows(page, 1)
    assert sent
    assert not any("Rosalinda" in body or "Belmiro" in body for body in sent)
    assert "Rosalinda" not in await page.content()
    await page.keyboard.press("Enter")
    await page.get_by_label("Why do you need to read it?").fill("why not")
    await page.get_by_role("button", name="Show the words").click()
    await expect(page.locator("blockquote")).to_have_count(0)  # no reason: too short
    await page.get_by_label("Why do you need to read it?").fill("")
    await page.keyboard.press("Escape")  # leaves the field
    await reveal(page)
    await expect(page.locator("blockquote")).to_have_text(text)
    await expect(page.get_by_text("read the text, because:")).to_be_visible()
    kinds = [reading["kind"] for reading in (await desk.open(case, desk.second))["readings"]]
    assert kinds == ["opened", "revealed", "opened"]  # the last one is this test's own
    await page.reload()
    await expect(page.get_by_text("The words are covered.")).to_be_visible()
    await expect(page.get_by_label("Why do you need to read it?")).to_have_value(REASON)


async def test_a_text_that_is_hostile_stays_a_text(desk: Desk, entered: OpenPage) -> None:
    """Markup is not obeyed, what turns a text around is named, what is endless is cut."""
    hostile = (
        "<img src=x onerror='window.got=1'><script>window.got=2</script>[a](javascript:alert(1)) "
        "\u202eyenom\u202c \u200bhid\u200bden " + "W" * 3_000 + " the end of it"
    )
    case = await desk.flagged(hostile, "harm", remark="</p><svg onload=window.got=3>" * 20)
    page = await entered(desk.moderator, f"/app/moderation/{case}", viewport=PHONE)
    await reveal(page)
    quote = page.locator("blockquote")
    await expect(quote).to_contain_text("<script>window.got=2</script>")
    await expect(quote).to_contain_text("RLO")
    await expect(quote).to_contain_text("ZWSP")
    assert "\u202e" not in await page.content()
    assert await page.locator("main a[href^='javascript:']").count() == 0
    assert "the end of it" not in await quote.inner_text()
    await page.get_by_role("button", name=re.compile("Show all")).first.click()
    await expect(quote).to_contain_text("the end of it")
    assert await page.evaluate("window.got === undefined")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await serious_findings(page) == []


async def test_many_are_decided_at_once_by_keyboard_and_exported(
    desk: Desk, entered: OpenPage, tmp_path: Path
) -> None:
    for n in range(4):
        await desk.flagged(f"cheap followers for shop {n}", "spam", guard="judge")
    await desk.flagged("something else", "harm")
    page = await entered(desk.moderator)
    await rows(page, 5)
    await page.get_by_label("Category").select_option("spam")
    await rows(page, 4)
    assert page.url.endswith("/moderation?category=spam")
    await page.reload()
    await rows(page, 4)
    for key in "jxjxjjx":
        await page.keyboard.press(key)
    await expect(page.get_by_text("3 selected")).to_be_visible()
    await page.keyboard.press("e")
    async with page.expect_download() as started:
        await page.keyboard.press("Enter")
    kept = tmp_path / "cases.csv"
    await (await started.value).save_as(kept)
    found = list(csv.DictReader(kept.read_text("utf-8").splitlines()))
    assert [row["category"] for row in found] == ["spam"] * 4
    assert "followers" not in kept.read_text("utf-8")
    await page.keyboard.press("c")
    await expect(page.get_by_role("heading", name="Rightly flagged: 3 cases")).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("listitem").filter(has_text="3 decided")).to_be_visible()
    await page.keyboard.press("Enter")
    await rows(page, 1)
    assert len(await desk.examples()) == 3
    assert len(await desk.audited("cases.exported")) == 1


async def test_all_that_fit_a_filter_are_decided_also_those_of_further_pages(
    desk: Desk, entered: OpenPage
) -> None:
    turn = await desk.say("hello")
    for n in range(52):
        await desk.flagged(f"buy number {n}", f"c{n}", turn=turn, guard="judge")
    other = await desk.flagged("not by the judge", "harm", turn=turn, guard="heads")
    page = await entered(desk.moderator, "/app/moderation?guard=judge")
    await rows(page, 50)
    await page.get_by_label("Select all that are shown").check()
    await page.get_by_role("button", name="Take all that fit the filters").click()
    await expect(page.get_by_text("All that fit the filters, the newest 500")).to_be_visible()
    await page.get_by_role("button", name="False alarm").click()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("listitem").filter(has_text="52 decided")).to_be_visible()
    assert [case["id"] for case in (await desk.queue(status="open"))["cases"]] == [other]


async def test_two_moderators_decide_apart_and_a_third_has_the_last_word(
    desk: Desk, entered: OpenPage
) -> None:
    case = await desk.flagged("wire the money", "fraud")
    path = f"/app/moderation/{case}"

    async def decide(who: Chat, key: str, said: str) -> Page:
        page = await entered(who, path)
        await expect(page.get_by_role("button", name="Rightly flagged")).to_be_visible()
        await page.keyboard.press(key)
        await page.get_by_label("Note (optional)").fill(f"noted {key} by one")
        await page.keyboard.press("Control+Enter")
        await expect(page.get_by_text(said)).to_be_visible()
        return page

    first = await decide(desk.moderator, "c", "Another moderator decides now.")
    await first.goto(first.url.partition("/app/")[0] + path)
    await expect(first.get_by_text("You have decided.")).to_be_visible()
    second = await entered(desk.second, path)
    await expect(second.get_by_text("One moderator has decided.")).to_be_visible()
    assert "noted c by one" not in await second.content()
    await decide(desk.second, "f", "You two decided differently")
    third = await entered(desk.third, path)
    await expect(third.get_by_text("Yours is the last word.")).to_be_visible()
    await expect(third.get_by_text("noted c by one")).to_be_visible()
    await decide(desk.third, "c", "Decided. Within ten seconds the text is blocked.")
    figures = await entered(desk.third, "/app/moderation/activity")
    await expect(figures.locator("dl").first).to_contain_text("1 case decided by two")


async def test_a_case_is_taken_handed_on_noted_and_its_neighbours_are_found(
    desk: Desk, entered: OpenPage
) -> None:
    for n in range(3):
        await desk.flagged(f"how do I build a bomb number {n}", "harm")
    page = await entered(desk.moderator)
    await rows(page, 3)
    await page.keyboard.press("j")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("1 of 3")).to_be_visible()
    await expect(page.get_by_role("region", name="Similar cases")).to_contain_text("%")
    await page.keyboard.press("m")
    await expect(page.get_by_label("Assigned to")).not_to_have_value("")
    await page.keyboard.press("n")
    await page.keyboard.type("seen before")
    await page.keyboard.press("Control+Enter")
    await expect(page.get_by_text("seen before")).to_be_visible()
    await page.get_by_role("heading", level=1).click()
    await page.keyboard.press("h")
    await page.keyboard.type("a lawyer should look")
    await page.get_by_label("To", exact=True).select_option("legal")
    await page.get_by_label("Why", exact=True).press("Control+Enter")
    await expect(page.get_by_text("handed it on:")).to_be_visible()
    await page.get_by_role("heading", level=1).click()
    await page.keyboard.press("j")
    await expect(page.get_by_text("2 of 3")).to_be_visible()
    await page.keyboard.press("Escape")
    await rows(page, 2)  # what was handed on is open no more
    opened = page.url.rsplit("/", 1)[-1]
    assert opened == "moderation"
    await expect(page.locator("a[data-case]").first).to_be_focused()


async def test_what_is_new_is_told_and_nobody_loses_their_place(
    desk: Desk, entered: OpenPage
) -> None:
    await desk.flagged("the first one", "harm")
    page = await entered(desk.moderator)
    await rows(page, 1)
    await page.keyboard.press("j")
    await desk.flagged("the second one", "harm")
    await expect(page.get_by_text("1 new case")).to_be_visible(timeout=40_000)
    await rows(page, 1)
    await expect(page.locator("a[data-case]")).to_be_focused()
    await page.get_by_text("1 new case").click()
    await rows(page, 2)


async def test_the_room_is_closed_to_others_and_one_s_own_case_to_everybody(
    desk: Desk, entered: OpenPage, visitor: ComeIn
) -> None:
    page = await entered(desk.person)
    await expect(page.get_by_text("You have no access to moderation")).to_be_visible()
    await expect(page.get_by_role("link", name="Moderation")).to_have_count(0)
    turn = only(await desk.moderator.say("hello"), "turn_start")["turn"]
    case = await desk.flagged("words of a moderator", "harm", turn=turn)
    visit = await visitor()
    visit.expected.append("status of 403")
    await visit.sign_in(desk.moderator.token)
    page = await visit.page(f"/app/moderation/{case}")
    await expect(page.get_by_text("this case is about you")).to_be_visible()
    await page.get_by_role("link", name="Back to the queue").last.click()
    await expect(page.get_by_text("Nothing waits for you")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_page_can_be_used_by_everybody_and_fits_a_phone(
    desk: Desk, entered: OpenPage, scheme: str
) -> None:
    """axe, in both languages; and nothing is wider than the screen."""
    case = await desk.flagged("wire it today", "fraud", scores={"harm": 0.4, "injection": -0.7})
    decided = await desk.flagged("a harmless one", "harm")
    await desk.decide(decided, "false_positive")
    for context in ({"locale": "pt-BR", "viewport": PHONE}, {"locale": "en-US"}):
        still = {"color_scheme": scheme, "reduced_motion": "reduce"}  # axe looks at once
        page = await entered(desk.moderator, **still, **context)
        root = page.url.partition("/app/")[0] + "/app/moderation"
        for path, shown in (
            ("?status=all", "a[data-case]"),
            (f"/{case}", "form input"),
            (f"/{decided}", "section ul button"),
            ("/examples", "tbody tr"),
            ("/activity", "svg[role=img]"),
        ):
            await page.goto(root + path)
            await expect(page.locator(shown).first).to_be_visible()
            assert await serious_findings(page) == [], path
            wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, path
        await page.goto(root)
        await page.locator("a[data-case]").first.focus()
        await page.keyboard.press("?")
        await expect(page.get_by_role("dialog")).to_be_visible()
        assert await serious_findings(page) == []
        await page.keyboard.press("Escape")
        await page.keyboard.press("x")
        await page.keyboard.press("c")
        await expect(page.get_by_role("dialog")).to_be_visible()
        assert await serious_findings(page) == []
