"""To go on, to leave, to come back and to press a button by its words."""

from __future__ import annotations

import pytest

from language.going_on import goes_on, only_goes_on
from language.goodbyes import says_goodbye
from router.leaving import leaves
from tests.support.chatting import Chat, every, only, text_of
from tests.test_routing import DELIVERY, REFUND

pytestmark = pytest.mark.anyio
WHY = {"en": "What was wrong with it?", "pt": "O que houve com ele?"}
ORDER = {"en": "Which order number?", "pt": "Qual é o número do pedido?"}


@pytest.fixture(scope="module")
def worker_env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A shop without a key."""
    shop = tmp_path_factory.mktemp("shop")
    (shop / "workflows").mkdir()
    (shop / "batuta.yaml").write_text("name: shop\nlanguages: [pt, en]\n")
    (shop / "workflows" / "refund.yaml").write_text(REFUND)
    (shop / "workflows" / "delivery.yaml").write_text(DELIVERY)
    return {
        "BATUTA_PROJECT": str(shop),
        "BATUTA_RATE_PER_MINUTE": "0",
        "BATUTA_MAX_OPEN_TURNS": "0",
    }


@pytest.mark.parametrize(
    "message",
    [
        "vamos continuar", "pode seguir", "go on, please", "eu não queria sair", "don't stop",
        "I never said I wanted to quit",
        "voltei, ainda dá pra continuar aquele pedido?", "não desisti não",
        "let's carry on from where we were",
    ],
)  # fmt: skip
def test_going_on_is_no_leaving(message: str) -> None:
    assert only_goes_on(message)
    assert not leaves(message)


@pytest.mark.parametrize(
    "message",
    ["não quero continuar", "ainda posso mudar o pedido?",
     "let's not go on", "I want to continue with the plan I have",
     "don't cancel my order", "no, stop", "continua chovendo na cozinha"],
)  # fmt: skip
def test_other_words_are_no_going_on(message: str) -> None:
    assert not goes_on(message)


def test_what_is_gone_on_with_has_to_be_under_way() -> None:
    assert goes_on("let's carry on with the refund", "Refund Reembolso")
    assert goes_on("quero continuar pedindo o reembolso", "Refund Reembolso")
    assert not goes_on("let's carry on with the refund", "Delivery Entrega")


def test_a_goodbye_may_have_company() -> None:
    assert all(map(says_goodbye, ["bye now", "valeu demais, tchau!", "ok then, see you tomorrow"]))
    assert not any(map(says_goodbye, ["bye the way?", "where is it? bye", "I said bye to him"]))


@pytest.mark.parametrize(
    ("wish", "language", "message"),
    [
        ("quero um reembolso", "pt", "desculpa, me atrapalhei. vamos continuar"),
        ("quero um reembolso", "pt", "quero continuar com o reembolso"),
        ("quero um reembolso", "pt", "não, eu não quero cancelar"),
        ("quero um reembolso", "pt", "espera, me distraí. pode seguir"),
        ("quero um reembolso", "pt", "tá, vamos lá"),
        ("I want a refund", "en", "sorry, I got nervous. let's carry on"),
        ("I want a refund", "en", "ok, go on with the refund"),
    ],
)
async def test_who_goes_on_is_asked_the_same_again_without_a_complaint(
    known: Chat, wish: str, language: str, message: str
) -> None:
    await known.say(wish)
    assert text_of(await known.say(message)) == ORDER[language]


@pytest.mark.parametrize(
    ("wish", "language", "out", "back"),
    [
        ("quero um reembolso", "pt", "cansei disso, não quero mais nada", "sim"),
        ("quero um reembolso", "pt", "cansei disso, não quero mais nada", "eu não queria sair não"),
        ("quero um reembolso", "pt", "cansei disso, não quero mais nada", "continuar: reembolso"),
        ("I want a refund", "en", "I have had enough of this form", "yes, please go on"),
        ("I want a refund", "en", "I have had enough of this form", "that was a mistake"),
        (
            "I want a refund",
            "en",
            "I have had enough of this form",
            "oh I didn't mean to leave, let's go on",
        ),
        ("I want a refund", "en", "I have had enough of this form", "go on with refund"),
    ],
)
async def test_the_way_back_that_is_offered_is_taken_by_words(
    known: Chat, wish: str, language: str, out: str, back: str
) -> None:
    await known.say(wish)
    await known.say("4711")
    left = await known.say(out)
    assert every(left, "choices")[-1]["options"][-1]["value"] == "@refund"
    again = await known.say(back)
    assert only(again, "route")["code"] == "button"
    assert text_of(again) == WHY[language]
    kept = (await known.get(f"/sessions/{known.session}")).json()["messages"]
    assert [b["text"] for b in kept[-2]["blocks"]] == [back], "what was typed is what is shown"


async def test_a_no_to_it_is_no_way_back(known: Chat) -> None:
    await known.say("I want a refund")
    await known.say("I have had enough of this form")
    assert "order number" not in text_of(await known.say("no, thanks"))


@pytest.mark.parametrize(
    ("message", "answered"),
    [("chega disso. que horas são?", "pt"), ("forget it. what time is it?", "en")],
)
async def test_who_leaves_with_a_request_has_it_answered(
    known: Chat, message: str, answered: str
) -> None:
    await known.say("quero um reembolso" if answered == "pt" else "I want a refund")
    told = await known.say(message)
    assert only(told, "route")["workflow"] == "root"
    assert ORDER[answered] not in text_of(told)
    assert not text_of(told).startswith(("Certo, parei", "All right, I have stopped"))


async def test_a_goodbye_is_answered_by_one(known: Chat) -> None:
    await known.say("I want a refund")
    told = text_of(await known.say("thanks a lot, bye"))
    assert told == "All right, I have stopped this.\n\nGoodbye, and see you soon!"


async def test_a_press_is_in_no_language(known: Chat) -> None:
    await known.say("could you tell me what the time is, please?")
    assert text_of(await known.say("@refund")) == ORDER["en"]


@pytest.mark.parametrize("message", ["continuar", "eu não queria sair não"])
async def test_where_nothing_is_open_nothing_is_gone_on_with(known: Chat, message: str) -> None:
    await known.say("bom dia, tudo bem com você?")
    assert "nada parado para continuar" in text_of(await known.say(message))


@pytest.mark.parametrize("message", ["valeu demais, tchau!", "thanks a lot, bye"])
async def test_a_goodbye_outside_of_anything_is_answered_by_one(known: Chat, message: str) -> None:
    assert text_of(await known.say(message)).startswith(("Tchau", "Goodbye"))
