"""Where a message goes: by rule, by likeness, by a model's word, by asking back."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from contracts.errors import ModelUnavailable
from router.answers import Question, fits
from router.ask import INSTRUCTION, ModelRoute, RouteQuestion, as_json, read_answer
from router.classify import without_codes
from router.confuse import confusion_matrix, confusions
from router.info import RouteContext, RouteInfo
from router.project import routes_of
from router.route import Route, Router

pytestmark = pytest.mark.anyio

EXAMPLES = {
    "onboarding": """
        I want to fill in my profile|update my personal data|change my e-mail address
        let's start my registration|quero preencher o meu perfil|atualizar os meus dados
        mudar o meu endereço|quero me cadastrar|correct my name in the profile|complete my profile
    """,
    "refund": """
        I want my money back|refund my purchase|the product came broken and I want a refund
        quero o meu dinheiro de volta|pedir reembolso da compra|estornar o pagamento
        return this order and get refunded|I was charged twice, give it back
        o produto veio quebrado, quero reembolso|how do I get a refund
    """,
    "dashboard": """
        show me the sales dashboard|open the monthly chart|how much did we sell last month
        mostre o painel de vendas|quero ver o gráfico do mês|quanto vendemos em março
        plot revenue by region|a chart of the best products|faturamento por loja
        abrir o painel de indicadores
    """,
    "password": """
        I forgot my password|reset my password|I can't log in|my account is locked
        esqueci a minha senha|não consigo entrar na minha conta|redefinir senha
        minha conta está bloqueada|trocar a senha|the login does not accept my password
    """,
    "delivery": """
        where is my package|when will my order arrive|track my delivery|cadê a minha encomenda
        o pedido ainda não chegou|rastrear a entrega|my parcel is late|qual o prazo de entrega
        has my order shipped yet|status of the shipment
    """,
}
TITLES = {"refund": "Refunds", "dashboard": "Sales dashboard"}


def info(name: str, examples: Sequence[str], **more: Any) -> RouteInfo:
    return RouteInfo(name, TITLES.get(name, ""), examples=examples, **more)


def split(text: str) -> list[str]:
    return [t.strip() for line in text.strip().splitlines() for t in line.split("|")]


def project(**more: RouteInfo) -> dict[str, RouteInfo]:
    infos = {name: info(name, split(text)) for name, text in EXAMPLES.items()}
    return {"root": RouteInfo("root", "Assistant"), **infos, **more}


@pytest.fixture(scope="module")
def router() -> Router:
    return Router(project())


def while_in(workflow: str, question: Question | None = None, **more: Any) -> RouteContext:
    return RouteContext(workflow, "collect", question, **more)


AGE = Question("How old are you?", "integer")
NAME = Question("What is your name?", "text")
CITY = Question("Em que cidade você mora?", "text")
SURE = Question("Está certo?", "boolean")
WHEN = Question("Since when?", "date")
TOPIC = Question("What is it about?", "choice", ["refund", "delivery", "something else"])


@pytest.mark.parametrize(
    ("message", "workflow"),
    [
        ("could you give me back what I paid for this thing", "refund"),
        ("não me lembro da senha de acesso", "password"),
        ("my parcel still has not come", "delivery"),
        ("me mostra as vendas do mês em um gráfico", "dashboard"),
        ("preciso corrigir os dados do meu cadastro", "onboarding"),
    ],
)
async def test_a_message_goes_where_its_like_have_been(
    router: Router, message: str, workflow: str
) -> None:
    route = await router.decide(message, RouteContext())
    assert (route.workflow, route.intent, route.stage) == (workflow, "start", "local")
    assert route.candidates[0][0] == workflow
    assert 0.5 < route.confidence <= 1


@pytest.mark.parametrize(
    "message",
    ["good morning!", "tell me a joke about penguins", "qual é a capital da França?", "kkkk"],
)
async def test_what_nothing_claims_goes_to_the_root(router: Router, message: str) -> None:
    route = await router.decide(message, RouteContext())
    assert (route.workflow, route.intent) == ("root", "start")


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("17", AGE),
        ("tenho dezessete anos", AGE),
        ("I'm 40 years old", AGE),
        ("Dashboard", NAME),
        ("Recife", CITY),
        ("sim, pode", SURE),
        ("não, tenho 18", SURE),
        ("last month", WHEN),
        ("em março", WHEN),
        ("refund", TOPIC),
        ("a delivery", TOPIC),
        ("Ana Paula de Souza Lima", NAME),
        ("maria@example.com", Question("Your e-mail?", "email")),
    ],
)
async def test_an_answer_stays_even_if_it_looks_like_something_else(
    router: Router, message: str, question: Question
) -> None:
    language = "pt" if question in (CITY, SURE) or "anos" in message or "março" in message else "en"
    context = while_in("onboarding", question, language=language)
    route = await router.decide(message, context)
    assert (route.workflow, route.intent) == ("onboarding", "stay")


@pytest.mark.parametrize("question", [AGE, NAME, CITY, SURE, WHEN, None])
@pytest.mark.parametrize(
    ("message", "workflow"),
    [
        ("I want my money back for this order", "refund"),
        ("esqueci minha senha", "password"),
        ("wait, where is my package?", "delivery"),
        ("quero ver o painel de vendas", "dashboard"),
    ],
)
async def test_a_change_of_subject_switches_on_the_same_message(
    router: Router, message: str, workflow: str, question: Question | None
) -> None:
    route = await router.decide(message, while_in("onboarding", question))
    assert (route.workflow, route.intent) == (workflow, "switch")
    assert route.from_workflow == "onboarding"


async def test_what_fits_nothing_stays_where_the_conversation_is(router: Router) -> None:
    for message in ("hmm, let me think", "e amanhã, será que chove?", "because of my cousin"):
        route = await router.decide(message, while_in("refund"))
        assert (route.workflow, route.intent) == ("refund", "stay")


@pytest.mark.parametrize("message", ["sair", "Cancelar!", "exit", "never mind", "QUIT please"])
async def test_exit_words_leave_for_the_root_or_what_was_interrupted(
    router: Router, message: str
) -> None:
    route = await router.decide(message, while_in("refund", NAME))
    assert (route.workflow, route.intent, route.stage) == ("root", "exit", "rule")
    back = await router.decide(message, while_in("refund", stack=["gone", "onboarding"]))
    assert (back.workflow, back.intent) == ("onboarding", "exit")


async def test_exit_words_inside_a_sentence_or_among_the_choices_do_not_leave(
    router: Router,
) -> None:
    said = await router.decide("how do I exit through the gift shop", while_in("refund"))
    assert said.intent == "stay"
    offered = Question("What shall I do?", "choice", ["Cancel", "Go on"])
    assert (await router.decide("cancel", while_in("refund", offered))).intent == "stay"
    assert (await router.decide("sair", RouteContext())).workflow == "root"


async def test_an_answer_to_an_approval_or_a_form_belongs_to_its_state(router: Router) -> None:
    waiting = while_in("refund", approval_pending=True)
    for message in ("cancel", "yes", "não", ""):
        route = await router.decide(message, waiting)
        assert (route.workflow, route.intent, route.stage) == ("refund", "stay", "rule")
    elsewhere = await router.decide("show me the sales dashboard", waiting)
    assert elsewhere.workflow == "dashboard"
    form = await router.decide('{"dashboard": "sales"}', while_in("refund", ui_result=True))
    assert (form.workflow, form.stage) == ("refund", "rule")


def _incomplete(profile: Mapping[str, Any]) -> bool:
    return not profile.get("completed")


async def test_a_first_workflow_takes_the_turn_until_its_condition_fails() -> None:
    first = info("onboarding", [], first=_incomplete)
    router = Router(project(onboarding=first))
    ask = "show me the sales dashboard"
    route = await router.decide(ask, RouteContext())
    assert (route.workflow, route.stage) == ("onboarding", "rule")
    assert (await router.decide("it was broken", while_in("refund"))).workflow == "refund"
    assert (await router.decide("sair", while_in("onboarding"))).intent == "exit"
    assert (await router.decide(ask, RouteContext(left=["onboarding"]))).workflow == "dashboard"
    done = RouteContext(profile={"completed": True})
    assert (await router.decide(ask, done)).workflow == "dashboard"


async def test_a_request_that_names_its_workflow_gets_it(router: Router) -> None:
    route = await router.decide("hello", RouteContext(forced="refund"))
    assert (route.workflow, route.intent, route.stage) == ("refund", "start", "rule")
    unknown = await router.decide("hello", RouteContext(forced="refunds"))
    assert unknown.workflow == "root"


async def test_a_workflow_that_is_closed_to_the_caller_is_no_candidate() -> None:
    closed = info("dashboard", split(EXAMPLES["dashboard"]), access=["owner"])
    router = Router(project(dashboard=closed))
    ask = "show me the sales dashboard"
    for context in (
        RouteContext(roles={"user"}),
        RouteContext(roles={"user"}, forced="dashboard"),
        RouteContext("dashboard", roles={"user"}),
    ):
        route = await router.decide(ask, context)
        assert route.workflow != "dashboard"
        assert "dashboard" not in dict(route.candidates)
    for role in ("owner", "admin"):
        assert (await router.decide(ask, RouteContext(roles={role}))).workflow == "dashboard"


async def test_two_workflows_that_fit_alike_are_asked_about_and_a_press_decides() -> None:
    same = split(EXAMPLES["delivery"])
    router = Router(project(shipping=info("shipping", same)))
    route = await router.decide("where is my package", RouteContext())
    assert (route.intent, route.stage, route.workflow) == ("clarify", "ask", "root")
    assert route.question == "What would you like to do?"
    assert {"Delivery", "Shipping"} <= {option.label for option in route.options}
    for option in route.options:
        pressed = await router.decide(option.value, RouteContext(roles={"user"}))
        assert (f"@{pressed.workflow}", pressed.stage) == (option.value, "rule")
    assert Route.restored(json.loads(json.dumps(route.stored()))) == route
    asked = await router.decide("cadê a minha encomenda", RouteContext(language="pt"))
    assert asked.question == "O que você gostaria de fazer?"


async def test_two_of_a_kind_still_leave_each_other_alone_when_the_one_is_active() -> None:
    same = split(EXAMPLES["delivery"])
    router = Router(project(shipping=info("shipping", same)))
    route = await router.decide("where has my parcel got to", while_in("shipping"))
    assert (route.workflow, route.intent) == ("shipping", "stay")


async def test_the_title_of_a_workflow_starts_it(router: Router) -> None:
    route = await router.decide("sales DASHBOARD", RouteContext())
    assert (route.workflow, route.stage) == ("dashboard", "rule")


async def test_not_when_keeps_a_sentence_out() -> None:
    strict = info(
        "password", split(EXAMPLES["password"]), not_when=["what is a good password like"]
    )
    router = Router(project(password=strict))
    route = await router.decide("what is a good password like", RouteContext())
    assert route.workflow == "root"
    assert (await router.decide("I lost my password", RouteContext())).workflow == "password"


@pytest.mark.parametrize("count", [0, 1, 2])
async def test_few_examples_or_none_are_enough_to_decide_something(count: int) -> None:
    router = Router(
        {
            name: RouteInfo(name, TITLES.get(name, ""), "", split(text)[:count])
            for name, text in EXAMPLES.items()
        }
    )
    assert (await router.decide("tell me a joke", RouteContext())).workflow == "root"
    route = await router.decide("sales dashboard", RouteContext())
    assert route.workflow == "dashboard"


async def test_nothing_served_is_the_root() -> None:
    for router in (Router({}), Router({"root": RouteInfo("root")})):
        assert (await router.decide("hello", RouteContext())).workflow == "root"


async def test_two_workflows_are_told_apart() -> None:
    two = {n: i for n, i in project().items() if n in ("refund", "delivery")}
    router = Router(two)
    assert (await router.decide("devolvam o meu dinheiro", RouteContext())).workflow == "refund"
    assert (await router.decide("is my order on its way", RouteContext())).workflow == "delivery"
    assert (await router.decide("sing me a song", RouteContext())).workflow == "root"


SUBJECTS = split("""
    invoice|holiday|salary|printer|parking|training course|meeting room|travel booking|contract
    health insurance|laptop|phone bill|supplier|warehouse stock|recipe|flight|hotel|taxi|library
    museum ticket|gym|doctor's appointment|vaccine|medicine|garden|weather alarm|alarm clock|music
    newsletter|survey|certificate|diploma|scholarship|exam|homework|timetable|bus line|train
    car rental|insurance claim|tax return|passport|visa|birth certificate|wedding|funeral|dog
    cat food|aquarium|bicycle
""")
DEEDS = (
    ("new", split("I need a new {}|order a {} for me|can I have another {}|get me a {}")),
    ("trouble", split("the {} is wrong|there is a problem with my {}|complain about the {}")),
)


@pytest.mark.parametrize("count", [15, 100])
async def test_many_workflows_are_told_apart(count: int) -> None:
    served: dict[str, RouteInfo] = {}
    for subject in SUBJECTS:
        for deed, patterns in DEEDS:
            name = f"{deed}_{len(served)}"
            served[name] = info(name, [pattern.format(subject) for pattern in patterns])
    names = list(served)[:count]
    router = Router({name: served[name] for name in names})
    assert len(names) == count
    chosen = random.Random(7).sample(range(count // 2), 7)
    right = 0
    for number in chosen:
        asked = f"please, I would like a new {SUBJECTS[number]}"
        route = await router.decide(asked, RouteContext())
        right += dict(route.candidates).get(names[2 * number]) is not None
    assert right >= 6


async def test_contradictory_examples_are_asked_about_and_warned_of() -> None:
    both = ["cancel my order", "I don't want it any more"]
    served = project(
        refund=info("refund", [*split(EXAMPLES["refund"]), *both]),
        delivery=info("delivery", [*split(EXAMPLES["delivery"]), *both]),
    )
    route = await Router(served).decide("cancel my order", RouteContext())
    assert route.intent == "clarify"
    assert {n for n, _ in route.candidates[:2]} == {"refund", "delivery"}
    found = confusions(served)
    assert [(c.one, c.other) for c in found] == [("delivery", "refund")]
    assert '"cancel my order"' in found[0].message
    assert "not_when" in found[0].message


def test_workflows_that_are_easily_told_apart_are_not_warned_of() -> None:
    assert confusions(project()) == []
    matrix = confusion_matrix(project())
    assert set(matrix) == set(EXAMPLES)
    assert all(sum(row.values()) == 10 for row in matrix.values())
    assert sum(matrix[name].get(name, 0) for name in matrix) >= 40


@pytest.mark.parametrize(
    "message",
    [
        "I want a refund. " * 2_000,
        "a" * 32_768,
        "\n" * 32_768,
        "😀" * 8_000,
        "🙂🙃",
        "???",
        "\ud83d",
        "‮\u200b\u2066 abc",
        "日本語のメッセージです",
        "где моя посылка",
        "",
        "   ",
    ],
)
async def test_odd_messages_are_decided_like_any_other(router: Router, message: str) -> None:
    free = await router.decide(message, RouteContext())
    assert free.intent in ("start", "clarify")
    busy = await router.decide(message, while_in("delivery", AGE))
    assert busy.workflow
    if not any(c.isalnum() for c in message):
        assert (free.workflow, busy.workflow, busy.intent) == ("root", "delivery", "stay")


async def test_a_long_message_is_understood_by_what_it_says(router: Router) -> None:
    route = await router.decide("I want a refund of my purchase. " * 1_000, RouteContext())
    assert route.workflow == "refund"


async def test_a_language_without_examples_is_understood_by_meaning() -> None:
    english = {
        name: info(name, [t for t in split(text) if t.isascii() and " o " not in f" {t} "])
        for name, text in {
            "refund": "I want my money back|refund my purchase|return this order|get a refund",
            "password": "I forgot my password|reset my password|I can't log in|locked account",
            "delivery": "where is my package|track my delivery|my parcel is late|has it shipped",
        }.items()
    }
    router = Router(english)
    for message, workflow in (
        ("quero o meu dinheiro de volta", "refund"),
        ("esqueci a minha senha", "password"),
        ("onde está o meu pacote?", "delivery"),
    ):
        assert (await router.decide(message, RouteContext())).workflow == workflow
    assert (await router.decide("você gosta de futebol?", RouteContext())).workflow == "root"


async def test_an_edit_is_obeyed_at_once_and_questions_under_way_are_not_disturbed() -> None:
    router = Router(project())
    ask = "is there a vegetarian lunch today"
    assert (await router.decide(ask, RouteContext())).workflow == "root"
    lunch = info("lunch", ["what is for lunch", "o que tem de almoço", "vegetarian food today"])

    def many(number: int) -> list[str]:
        async def decide() -> list[str]:
            return [(await router.decide(ask, RouteContext())).workflow for _ in range(20)]

        if number == 2:
            router.update(project(lunch=lunch))
        return asyncio.run(decide())

    with ThreadPoolExecutor(4) as pool:
        seen = {name for names in pool.map(many, range(4)) for name in names}
    assert seen <= {"root", "lunch"}
    assert (await router.decide(ask, RouteContext())).workflow == "lunch"


# The router agent

UNSURE = "something about the money and the parcel"


class Agent:
    """A router agent that answers what it was given to answer."""

    def __init__(self, answer: ModelRoute | BaseException | None) -> None:
        self.answer = answer
        self.asked: list[RouteQuestion] = []

    async def __call__(self, question: RouteQuestion) -> ModelRoute:
        self.asked.append(question)
        if isinstance(self.answer, BaseException):
            raise self.answer
        if self.answer is None:
            await asyncio.Event().wait()
        assert self.answer
        return self.answer


async def decided(router: Router, agent: Agent, context: RouteContext | None = None) -> Route:
    return await router.decide(UNSURE, context or RouteContext(), agent)


async def test_an_uncertain_message_is_put_to_the_model_with_little_around_it(
    router: Router,
) -> None:
    agent = Agent(ModelRoute("switch", "delivery", 0.9, "asks for a parcel"))
    context = while_in("onboarding", Question("Anything else?", "choice", ["no"]), summary="new")
    route = await decided(router, agent, context)
    assert (route.workflow, route.intent, route.stage) == ("delivery", "switch", "model")
    assert (route.confidence, route.reason) == (0.9, "asks for a parcel")
    (asked,) = agent.asked
    assert (asked.message, asked.workflow, asked.state) == (UNSURE, "onboarding", "collect")
    assert (asked.asked, asked.summary) == ("Anything else?", "new")
    assert {choice.workflow for choice in asked.choices} == {"root", *EXAMPLES}


async def test_a_models_words_are_read_as_json_and_nothing_else(router: Router) -> None:
    asked: list[str] = []

    async def agent(question: RouteQuestion) -> ModelRoute:
        asked.append(as_json(question))
        return read_answer(words)

    for words, stage in (
        ('{"intent": "start", "workflow": "refund", "confidence": 0.8}', "model"),
        ('```json\n{"intent": "start", "workflow": "refund", "confidence": 1}\n```', "model"),
        ("I think it is a refund.", "local"),
        ('{"workflow": "refund"}', "local"),
        ('{"intent": ["start"], "workflow": {}, "confidence": true}', "local"),
        ('{"intent": "start", "workflow": ["refund"], "confidence": "high"}', "local"),
    ):
        route = await router.decide(UNSURE, RouteContext(), agent)
        assert (route.stage == "model") == (stage == "model"), words
    assert json.loads(asked[0])["message"] == UNSURE
    assert "never follow" in INSTRUCTION


async def test_a_certain_message_needs_no_model(router: Router) -> None:
    agent = Agent(ModelRoute("start", "refund", 1.0))
    for message in ("I forgot my password", "qual é a capital da França?", "🙂"):
        assert (await router.decide(message, RouteContext(), agent)).stage != "model"
    assert agent.asked == []


@pytest.mark.parametrize(
    "answer",
    [
        ModelUnavailable("down"),
        TimeoutError(),
        ValueError("not JSON"),
        ModelRoute("start", "no_such_workflow", 0.9),
        ModelRoute("start", None, 0.9),
        ModelRoute("dance", "refund", 0.9),
        ModelRoute("start", "refund", 7.0),
        ModelRoute("start", "refund", float("nan")),
        ModelRoute("start", "refund", 0.2),
        ModelRoute("stay", "refund", 0.9),
    ],
    ids=repr,
)
async def test_a_model_that_fails_or_answers_nonsense_changes_nothing(
    router: Router, answer: ModelRoute | BaseException
) -> None:
    agent = Agent(answer)
    without = await router.decide(UNSURE, RouteContext())
    assert await decided(router, agent) == without
    assert agent.asked


async def test_a_model_that_stalls_is_not_waited_for(router: Router) -> None:
    hasty = Router(project(), model_seconds=0.01)
    agent = Agent(None)
    assert await decided(hasty, agent) == await router.decide(UNSURE, RouteContext())
    assert agent.asked


async def test_a_model_may_leave_and_may_ask_back(router: Router) -> None:
    left = await decided(router, Agent(ModelRoute("exit", None, 0.8)), while_in("onboarding"))
    assert (left.workflow, left.intent, left.stage) == ("root", "exit", "model")
    asked = await decided(router, Agent(ModelRoute("clarify", None, 0.8)), while_in("onboarding"))
    assert asked.intent == "clarify"
    assert asked.options[-1].value == "@onboarding"


# Evaluation


def folder(path: Path) -> Path:
    workflows = path / "workflows"
    workflows.mkdir()
    for name, text in EXAMPLES.items():
        examples = json.dumps(split(text), ensure_ascii=False)
        (workflows / f"{name}.yaml").write_text(
            f"workflow: {name}\nversion: 1\ntitle: {{en: The {name}, pt: O {name}}}\n"
            f"route:\n  when: About {name}.\n  examples: {examples}\n  not_when: [hello]\n"
            f"states: {{whatever: {{else: [it, says]}}}}\n",
            "utf-8",
        )
    return path


def test_a_file_of_labelled_messages_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled = tmp_path / "labelled.csv"
    labelled.write_text(
        "text,intent\nmy password is lost,password\n"
        '"where is it, my parcel?",delivery\nsing a song,oos\nknit me a hat,knitting\n',
        "utf-8",
    )
    out = tmp_path / "rows.jsonl"
    call = [str(folder(tmp_path)), str(labelled)]
    assert main(["eval", "router", *call, "--json", "--out", str(out)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rows"], told["in_scope"], told["out_of_scope"]) == (4, 2, 2)
    assert (told["accuracy"], told["out_of_scope_recall"], told["precision"]) == (1.0, 1.0, 1.0)
    assert told["confusion"]["oos"] == {"oos": 2}
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["routed"] for row in rows] == ["password", "delivery", "oos", "oos"]
    assert all({"confidence", "stage", "intent", "right"} <= set(row) for row in rows)
    assert main(["eval", "router", *call]) == 0
    assert "out-of-scope recall" in capsys.readouterr().out


def test_rows_inside_a_conversation_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines: list[dict[str, Any]] = [
        {"message": "Recife", "active": "onboarding", "state_question": "Em que cidade você mora?",
         "expect": {"intent": "stay", "workflow": "onboarding"}},
        {"message": "where is my package?", "active": {"workflow": "onboarding", "state": "ask"},
         "state_question": {"text": "How old are you?", "kind": "integer"},
         "expect": {"intent": "switch", "workflow": "delivery"}},
        {"message": "sair", "active": "refund", "expect": {"intent": "exit"}},
        {"message": "I forgot my password", "active": None, "state_question": None,
         "expect": {"intent": "start", "workflow": "password"}},
    ]  # fmt: skip
    file = tmp_path / "talks.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert main(["eval", "router", str(folder(tmp_path)), str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["conversation_rows"], told["conversation_accuracy"]) == (4, 1.0)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "message,label\nhello,oos\n", "a.csv:1:"),
        ("a.jsonl", '{"message": "x"}\n', "a.jsonl:1:"),
        ("a.jsonl", "not json\n", "a.jsonl:1:"),
        ("a.csv", None, "a.csv cannot be read"),
    ],
)
def test_an_unusable_file_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str | None, said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_text(content, "utf-8")
    assert main(["eval", "router", str(folder(tmp_path)), str(tmp_path / name)]) == 1
    assert said in capsys.readouterr().err


def test_a_folder_is_read_whatever_else_its_files_say(tmp_path: Path) -> None:
    found = routes_of(folder(tmp_path))
    assert set(found) == set(EXAMPLES)
    assert found["refund"].titled("pt") == "O refund"
    assert found["refund"].not_when == ["hello"]
    assert len(found["refund"].examples) == 10


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("where is order 4711?", "where is order ?"),
        ("BR123456789BR não chegou ainda", "não chegou ainda"),
        ("set it to 50% for 12 hours", "set it to 50% for 12 hours"),
        ("4711", "4711"),
        ("order 4711", "order 4711"),
        ("2026-11-18 and nothing else", "and nothing else"),
    ],
)
def test_order_numbers_and_codes_do_not_weigh_in_the_choice(text: str, left: str) -> None:
    assert without_codes(text) == left


@pytest.mark.parametrize("message", ["help", "why?", "quero falar com um atendente"])
async def test_what_is_said_to_the_workflow_itself_stays(message: str) -> None:
    router = Router(project())
    context = replace(while_in("refund", Question("Which order?", "integer")), repair=True)
    route = await router.decide(message, context)
    assert (route.workflow, route.intent, route.stage) == ("refund", "stay", "rule")


async def test_a_choice_may_be_answered_in_words_of_ones_own() -> None:
    asked = Question("What was wrong with it?", "choice", ["broken", "too late", "wrong colour"])
    assert fits("the box came in pieces", asked, "en") == "maybe"
    assert fits("where is my parcel?", asked, "en") == "no"
