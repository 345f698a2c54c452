"""What CONTRIBUTING.md says of adding a thing is carried out, with those files and no others."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.workers import ROOT

PACKAGES = (
    "agent", "analysis", "cli", "contracts", "guardrails", "language", "router", "server", "store",
    "tools", "workflows", "supabase",
)  # fmt: skip
NAME = "greeting"


@dataclass(frozen=True, slots=True)
class Edit:
    """A new file, or a line put behind another one of a file that is there."""

    path: str
    text: str
    behind: str | None = None


@dataclass(frozen=True, slots=True)
class Addition:
    """What is added, and the program that shows that it works."""

    edits: tuple[Edit, ...]
    proof: str


ADDITIONS = {
    "a tool": Addition(
        (
            Edit(
                "tools/catalog/greeting.py",
                '"""Says hello."""\n\nfrom tools import tool\n\n\n'
                '@tool(title={"en": "Hello", "pt": "Olá"})\n'
                "async def greeting(name: str) -> str:\n"
                '    """Greet somebody.\n\n    Args:\n        name: Who is greeted.\n    """\n'
                '    return f"Hello, {name}"\n',
            ),
        ),
        "import asyncio\nfrom uuid import UUID\nfrom contracts.messages import Caller\n"
        "from tools import ToolContext\nfrom tools.tool import load_catalog\n"
        "tool, one = load_catalog()['greeting'], UUID(int=1)\n"
        "ana = Caller(one, one, 'ana@example.org', frozenset({'user'}))\n"
        "ids = {'session_id': one, 'turn_id': one, 'call_id': 'c', 'idempotency_key': 'k'}\n"
        "here = ToolContext(caller=ana, store=None, **ids)\n"
        "given = tool.validate({'name': 'Ana'})\n"
        "assert asyncio.run(tool.call(given, here)) == 'Hello, Ana'\n",
    ),
    "a guard": Addition(
        (
            Edit(
                "guardrails/catalog/greeting.py",
                '"""Refuses a greeting."""\n\n'
                "from guardrails.guard import ALLOW, Context, Guard, Verdict\n\n\n"
                "def check(text: str, context: Context) -> Verdict:\n"
                '    """Refuse it."""\n'
                '    return Verdict("block", "greeting") if "ahoy" in text else ALLOW\n\n\n'
                'GUARD = Guard("greeting", check)\n',
            ),
        ),
        "from guardrails.guard import Guards\n"
        "guards = Guards.load()\n"
        "assert guards.check('ahoy there').decision == 'block'\n"
        "assert guards.check('good morning').decision == 'allow'\n",
    ),
    "a workflow": Addition(
        (
            Edit(
                "workflows/catalog/greeting.yaml",
                "workflow: greeting\nversion: 1\ntitle: {en: Hello, pt: Olá}\nstart: hello\n"
                "states:\n  hello: {say: {en: Hello there., pt: Olá.}, end: completed}\n"
                "tests:\n  - name: it greets\n    say: [ahoy]\n"
                "    expect: {path: [hello], said: Hello there., end: completed}\n",
            ),
        ),
        "from cli.main import main\nassert main(['test']) == 0\n",
    ),
    "a model provider": Addition(
        (
            Edit(
                "agent/models/greeting.py",
                '"""A model of its own."""\n\n'
                "from agent.models.prices import Price\n"
                "from agent.models.provider import Access, Provider\n\n\n"
                "def build(name, key, base_url):\n"
                "    raise NotImplementedError\n\n\n"
                'AT = "https://example.org"\n'
                'ACCESS = Access("Hi", "HI_KEY", "HI_URL", AT, lambda a, k: (a, {}))\n'
                'TIERS = {"fast": "hi-1", "smart": "hi-1", "judge": "hi-1"}\n'
                'PROVIDER = Provider("greeting", 9, TIERS, build, lambda e: None, access=ACCESS,\n'
                '    prices={"hi-1": [Price(input=1, output=2)]})\n',
            ),
        ),
        "from pathlib import Path\nfrom agent.models.chain import ModelChain\n"
        "from cli.main import main\nfrom server.settings import Settings\n"
        "from server.wiring import model_config\n"
        "settings = Settings.load({'HI_KEY': 'k'})\n"
        "chosen = ModelChain(model_config(settings)).candidates('fast')[0]\n"
        "assert str(chosen) == 'greeting/hi-1', chosen\n"
        "main(['contract'])\n"
        "assert 'HI_KEY' in Path('docs/reference/settings.md').read_text()\n",
    ),
    "an event": Addition(
        (
            Edit(
                "contracts/events.py",
                'class Greeting(Event):\n    """Somebody is greeted."""\n\n'
                '    type: Literal["greeting"] = "greeting"\n    name: str\n\n\n',
                behind=r"(?=class Done\(Event\):)",
            ),
            Edit(
                "contracts/events.py",
                "    | Greeting\n",
                behind=r"^    \| Error\n(?=    \| Done\n)",
            ),
        ),
        "from pathlib import Path\nfrom cli.main import main\n"
        "from contracts.events import StreamEventAdapter\n"
        "told = {'type': 'greeting', 'name': 'Ana', 'turn': 't', 'seq': 1}\n"
        "read = StreamEventAdapter.validate_python(told | {'at': '2026-01-01T00:00:00Z'})\n"
        "assert read.name == 'Ana'\n"
        "main(['contract'])\n"
        "assert 'Greeting' in Path('web/src/contract/events.ts').read_text()\n"
        "assert '`greeting`' in Path('docs/reference/events.md').read_text()\n",
    ),
    "a route": Addition(
        (
            Edit(
                "server/routes/greeting.py",
                '"""Greets."""\n\nfrom fastapi import APIRouter\n\n'
                'router = APIRouter(prefix="/greeting", tags=["greeting"])\n\n\n'
                '@router.get("")\nasync def greet() -> dict[str, str]:\n'
                '    """Greet."""\n    return {"said": "hello"}\n',
            ),
            Edit("server/routes/__init__.py", "        greeting,\n", behind=r"        feedback,\n"),
            Edit(
                "server/routes/__init__.py",
                "        greeting.router,\n",
                behind=r"        feedback\.router,\n",
            ),
        ),
        "import asyncio, httpx\nfrom server.app import create_app\n"
        "from server.settings import Settings\n"
        "async def ask():\n"
        "    door = httpx.ASGITransport(create_app(Settings.load({})))\n"
        "    async with httpx.AsyncClient(transport=door, base_url='http://here') as http:\n"
        "        return (await http.get('/greeting')).json()\n"
        "assert asyncio.run(ask()) == {'said': 'hello'}\n",
    ),
    "a command": Addition(
        (
            Edit(
                "cli/greeting.py",
                '"""`batuta greeting`: say hello."""\n\nfrom cli.command import Command\n\n'
                'COMMAND = Command("greeting", "say hello", lambda parser: None, lambda args: 7)\n',
            ),
        ),
        "from cli.main import main, summaries\n"
        "assert summaries()['greeting'].startswith('say hello')\n"
        "assert main(['greeting']) == 7\n",
    ),
    "a form of credential": Addition(
        (
            Edit(
                "language/credential_forms.py",
                '    _form("ahoy_live_", ALNUM, 24, _figured),\n',
                behind=r"^FORMS = \(\n",
            ),
        ),
        "from language.credentials import credentials\n"
        "key = 'ahoy_live_' + '7hK2pQ9x' * 4\n"
        "assert [found.start for found in credentials(f'use {key} here')] == [4]\n",
    ),
    "a kind of state": Addition(
        (
            Edit("workflows/file/states.py", '"shout", ', behind=r"^StateKind = Literal\["),
            Edit("workflows/file/states.py", '    "shout": KindRules(),\n', behind=r"^KINDS: .*\n"),
            Edit(
                "workflows/file/states.py",
                "    shout: LocalizedText | None = None\n",
                behind=r"^    handoff: Name \| None = .*\n",
            ),
            Edit(
                "workflows/machine/kinds.py",
                '        case "shout":\n'
                "            loud = told(walk, in_language(state.shout or '', walk.language))\n"
                "            yield Said(loud.upper())\n"
                "            return Follow()\n",
                behind=r"    match state\.kind:\n",
            ),
        ),
        "from workflows.file.load import parse\n"
        "from workflows.machine.cursor import Cursor\n"
        "from workflows.machine.steps import Given, Said\n"
        "from workflows.machine.transitions import conduct\n"
        "loud = parse('''\n"
        "workflow: loud\nversion: 1\ntitle: Loud\nstart: hey\n"
        "states:\n  hey: {shout: hello there, end: completed}\n"
        "''', 'loud.yaml')\n"
        "steps = list(conduct({'loud': loud}, Cursor(), Given(message='hi', target='loud')))\n"
        "assert [s.text for s in steps if isinstance(s, Said)] == ['HELLO THERE']\n",
    ),
}


def table() -> dict[str, set[str]]:
    """Read from the page which files are touched to add what."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## Adding a thing")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (an? [^|]+?) \| ([^|]+) \|", section, re.M)
    return {
        what: {path.replace("NAME", NAME) for path in re.findall(r"`([\w/.]+)`", files)}
        for what, files in rows
    }


@pytest.mark.parametrize("what", sorted(ADDITIONS))
def test_a_thing_is_added_by_touching_the_files_that_the_page_names(
    what: str, tmp_path: Path
) -> None:
    addition = ADDITIONS[what]
    assert {edit.path for edit in addition.edits} == table()[what]
    tree = tmp_path / "tree"
    for package in PACKAGES:
        skipped = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tree / package, ignore=skipped)
    for folder in ("web/src/contract", "docs/reference"):
        shutil.copytree(ROOT / folder, tree / folder)
    for edit in addition.edits:
        _carry_out(edit, tree)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", addition.proof],
        cwd=tree,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _carry_out(edit: Edit, tree: Path) -> None:
    file = tree / edit.path
    if edit.behind is None:
        assert not file.exists(), f"{edit.path} is there already"
        file.write_text(edit.text, encoding="utf-8")
        return
    text = file.read_text(encoding="utf-8")
    found = re.search(edit.behind, text, re.M)
    assert found, f"{edit.path} has nothing like {edit.behind}"
    file.write_text(text[: found.end()] + edit.text + text[found.end() :], encoding="utf-8")


def test_every_small_thing_of_the_page_is_carried_out_here() -> None:
    """What is left out says why: an error's status and a setting's variable are matters of taste
    that the house's own tests hold, a migration is numbered for ever."""
    assert set(table()) - set(ADDITIONS) == {"an error", "a setting", "a migration"}
