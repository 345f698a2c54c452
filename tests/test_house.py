"""The house keeps its own rules: names, directions, locks, settings, commands."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.models.provider import find_providers
from cli.command import commands
from cli.main import main, summaries
from server.settings import Settings
from tests.support.http_statuses import status_lines

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (
    "agent", "analysis", "cli", "contracts", "guardrails", "language", "router", "server", "store",
    "tools", "workflows",
)  # fmt: skip
_ANYTHING = ("dict[str, Any]", "Mapping[str, Any]")
_NO_JSON = {  # mappings of anything that are no JSON, either
    "agent/adk/advisors.py",  # the fields of a class to be made
    "agent/adk/sessions.py",  # a signature of ADK
    "agent/models/gemini.py",  # arguments of a client
    "server/settings.py",  # the settings as the environment says them
    "store/sql.py",  # a row, each column of its own type
    "store/users.py",  # a row
}
_HTTP_CLIENTS = {  # they read what others answer
    "agent/models/anthropic.py",
    "agent/models/gemini.py",
    "agent/models/provider.py",  # what all providers' statuses mean
    "cli/doctor/checks.py",
    "cli/terminal/client.py",  # of our own server
}
_TYPE_NAME = re.compile(r"[A-Z]\w*[a-z]\w*")
_SQL = re.compile(
    r"^\s*(select\s.+\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s)", re.I | re.S
)


def sources(*packages: str) -> Iterator[tuple[str, ast.Module]]:
    for package in packages or PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield path.relative_to(ROOT).as_posix(), tree


def imported(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def test_no_other_distribution_claims_our_package_names() -> None:
    owners = importlib.metadata.packages_distributions()
    assert {name: owners[name] for name in PACKAGES if set(owners.get(name, ())) - {"batuta"}} == {}


def test_imports_go_downwards_only() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_on_top_of_the_agent_stand_the_turn_its_engine_and_its_services() -> None:
    top = {path.name for path in (ROOT / "agent").glob("*.py")}
    assert top == {"__init__.py", "turn.py", "durable.py", "services.py"}


def test_adk_is_known_in_its_two_folders_only() -> None:
    knowing = {
        name for name, tree in sources() if any(m.startswith("google.adk") for m in imported(tree))
    }
    assert {n for n in knowing if not n.startswith(("agent/adk/", "agent/models/"))} == set()


def test_the_environment_is_read_in_one_file() -> None:
    readers = {
        name
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv")
    }
    assert readers <= {"server/settings.py"}


def test_json_of_others_is_called_so() -> None:
    """A mapping of anything has a name; records of our own have a class."""
    raw = {
        name
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and ast.unparse(node) in _ANYTHING
    }
    assert raw == {"contracts/json.py", *_NO_JSON}


def test_no_two_classes_of_the_product_share_a_name() -> None:
    twice = {word: files for word, files in type_names().items() if len(files) > 1}
    assert twice == {}


def test_tests_and_tools_for_developers_take_no_name_of_the_product() -> None:
    taken = type_names("tests", "bench", "training").items()
    ours = type_names()
    assert {word: files for word, files in taken if word in ours} == {}


def test_the_search_for_names_finds_classes_and_named_types() -> None:
    code = """
class Case: ...
def make():
    class _Row: ...
Kind = Literal["a"]
Play: TypeAlias = Callable[[str], None]
if TYPE_CHECKING:
    Other = int | str
MOST = 5
T = TypeVar("T")
started = Kind
"""
    assert types_defined(ast.parse(code)) == {"Case", "Row", "Kind", "Play", "Other"}


def type_names(*packages: str) -> dict[str, list[str]]:
    """List the files of each class and named type; a leading underscore makes no other name."""
    found: dict[str, list[str]] = {}
    for name, tree in sources(*packages):
        for word in types_defined(tree):
            found.setdefault(word, []).append(name)
    return found


def types_defined(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case (
                ast.ClassDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)])
                | ast.AnnAssign(target=ast.Name(id=name))
            ):
                names.add(name.lstrip("_"))
            case _:
                pass
    return {name for name in names if _TYPE_NAME.fullmatch(name)}


def test_tests_leave_nothing_to_chance_that_no_seed_repeats() -> None:
    drawing = {
        f"{name}:{line}"
        for name, tree in sources("tests")
        if name != "tests/support/chance.py"
        for line in unseeded_lines(tree)
    }
    assert drawing == set()


def test_the_search_for_unseeded_chance_finds_it() -> None:
    for code in (
        "from uuid import UUID, uuid4",
        "uuid.uuid1()",
        "import secrets",
        "os.urandom(4)",
        "from random import choice",
        "random.shuffle(known)",
        "random.Random()",
        "from random import Random, SystemRandom",
        "np.random.default_rng()",
        "from contracts.messages import new_id",
    ):
        assert unseeded_lines(ast.parse(code)), code
    for code in (
        "from uuid import UUID, uuid5",
        "from random import Random",
        "random.Random(7).sample(known, 3)",
        "np.random.default_rng(1).normal(size=3)",
    ):
        assert not unseeded_lines(ast.parse(code)), code


def unseeded_lines(tree: ast.Module) -> set[int]:
    """Find where numbers are drawn, or ids made, that differ from run to run."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="random", names=names):
                if {each.name for each in names} != {"Random"}:
                    lines.add(node.lineno)
            case (
                ast.alias(name="uuid1" | "uuid4" | "new_id" | "secrets" | "urandom")
                | ast.Attribute(attr="uuid1" | "uuid4" | "new_id" | "urandom" | "SystemRandom")
            ):
                lines.add(node.lineno)
            case ast.Attribute(value=ast.Name(id="random"), attr=drawn) if drawn != "Random":
                lines.add(node.lineno)
            case ast.Call(
                func=ast.Name(id="Random" | "default_rng")
                | ast.Attribute(attr="Random" | "default_rng"),
                args=[],
                keywords=[],
            ):
                lines.add(node.lineno)
            case _:
                pass
    return lines


def test_a_turns_steps_are_declared_in_one_file() -> None:
    declaring = {
        name
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("JournalStep", "StepFamily")
    }
    assert declaring == {"agent/log/journal.py", "agent/log/steps.py"}


def test_sql_is_written_in_the_store_only() -> None:
    """That of tables, which run in the sandbox and never meet the database, stands apart."""
    of_tables = ("analysis/query_sql.py", "tools/sandbox/")
    writing = {
        name
        for name, tree in sources(*(p for p in PACKAGES if p != "store"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL.match(node.value)
        if not name.startswith(of_tables)
    }
    assert writing == set()


def test_queries_are_sent_by_the_store_only() -> None:
    sending = {
        f"{name}:{node.lineno}"
        for name, tree in sources(*(p for p in PACKAGES if p != "store"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("fetch", "fetchval", "fetchrow", "executemany")
    }
    assert sending == set()


def test_http_statuses_are_decided_in_the_server_only() -> None:
    found = {
        f"{name}:{line}"
        for name, tree in sources(*(p for p in PACKAGES if p != "server"))
        if name not in _HTTP_CLIENTS
        for line in status_lines(tree)
    }
    assert found == set()


def test_the_search_for_http_statuses_finds_them() -> None:
    for code in (
        "answer.status_code",
        "from http import HTTPStatus",
        "http.HTTPStatus.GONE",
        "import http.client",
        "from starlette import status",
        "httpx.codes.OK",
        "status == 404",
        "400 <= exc.status < 500",
        "exc.status in (401, 403)",
        "exc.code == 429",
        "STATUS = {'gone': 410}",
        "STATUS: dict[str, int] = {'gone': 410}",
        "status_of = {'x': 429}",
        "answer['status'] = 409",
        "answer = {'status': 409}",
        "if (status := 409): pass",
        "reply(status=503)",
        "def reply(text, status=400): ...",
        "def reply(text, *, more=1, status: int = 200): ...",
        "lambda status=200: status",
        "class Gone:\n    status: int = 410",
        "match answer.status:\n    case 200 | 204: ...",
        "match answer:\n    case 429: ...",
        "def f():\n    return 429",
        "def f():\n    return 409 if busy else 410",
        "def f():\n    return 422, 'wrong'",
        "def status_of(exc):\n    return 400",
        "raise Refused(404)",
        "raise Refused('no', 400)",
        "problem_response(error, 422)",
    ):
        assert status_lines(ast.parse(code)), code
    for code in (
        "status == 'ended'",
        "MOST = 500",
        "MOST: int = 500",
        "text[:400]",
        "size = {'x': 404}",
        "len(text) > 500",
        "def shortened(text, most=400): ...",
        "def f():\n    return 500",
        "def f():\n    return text[:404]",
        "match count:\n    case 100: ...",
        "raise TooLong(f'{500} words')",
        "shortened(text, 404)",
        "status = shown(text[:400])",
    ):
        assert not status_lines(ast.parse(code)), code


def test_a_provider_is_named_in_its_own_folder_only() -> None:
    known = [provider for provider in find_providers().values() if provider.access]
    names = {name for p in known for name in (p.name, p.access.title if p.access else "")}
    assert len(names) > 2
    word = re.compile(rf"\b(?:{'|'.join(sorted(names))})\b", re.IGNORECASE)
    naming = {
        name
        for name, _ in sources()
        if not name.startswith("agent/models/") and word.search((ROOT / name).read_text("utf-8"))
    }
    assert naming == set()


def test_the_built_in_model_knows_no_tool_of_the_catalog_by_name() -> None:
    tools = {path.stem for path in (ROOT / "tools" / "catalog").glob("[a-z]*.py")}
    assert tools
    named = {
        f"{path.name}: {word}"
        for path in (ROOT / "agent" / "models" / "local").glob("*.py")
        for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
        if word in tools
    }
    assert named == set()


def test_what_a_route_takes_and_gives_stands_in_the_file_of_forms_beside_it() -> None:
    for name, tree in sources("server"):
        if not name.startswith("server/routes/"):
            continue
        classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        if name.endswith("_forms.py"):
            assert (ROOT / name.replace("_forms.py", ".py")).exists(), name
            assert classes, name
        else:
            assert classes == [], name


def test_routes_take_what_they_depend_on_from_one_file() -> None:
    asking = {
        name
        for name, tree in sources("server")
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "Depends"
    }
    assert asking == {"server/routes/dependencies.py"}


def test_what_other_packages_call_says_what_it_does() -> None:
    trees = dict(sources())
    used = {name for path, tree in trees.items() for name in taken_from_elsewhere(path, tree)}
    functions = {
        f"{module_of(path)}.{node.name}": node
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    shared = functions.keys() & used
    assert len(shared) > 100
    assert {name for name in shared if not ast.get_docstring(functions[name])} == set()


def taken_from_elsewhere(path: str, tree: ast.Module) -> set[str]:
    """Find what a file takes of other packages: by its name, or as an attribute of a module."""
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.module:
            continue
        if node.module.partition(".")[0] != path.partition("/")[0]:
            for alias in node.names:
                modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    attributes = {
        f"{modules[node.value.id]}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in modules
    }
    return attributes | set(modules.values())


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_locks_pin_by_hash_and_name_no_registry_and_no_machine(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith((" ", "#"))]
    assert pins
    assert all(re.match(r"[a-z0-9._-]+(\[[a-z0-9,._-]+\])?==\S+ ", pin) for pin in pins)
    text = "\n".join(lines)
    assert text.count("==") >= len(pins)
    assert all("--hash=sha256:" in part for part in re.split(r"\n(?=\S)", text) if "==" in part)
    assert not re.search(r"://|--(extra-)?index-url|--find-links|/(home|root|tmp|work)/", text)


def test_the_development_lock_holds_everything_of_the_other_one() -> None:
    def pins(name: str) -> set[str]:
        text = (ROOT / name).read_text(encoding="utf-8")
        return {line.split()[0] for line in text.splitlines() if "==" in line}

    assert pins("requirements.lock") <= pins("requirements-dev.lock")


def test_every_setting_is_described_and_has_a_variable() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert field.alias, name
        assert field.alias.isupper(), name


def test_the_example_environment_names_settings_that_exist() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^# ([A-Z_]+)=", text, re.M))
    assert named
    assert named <= {field.alias for field in Settings.model_fields.values()}


def test_every_command_is_listed_and_named_like_its_file() -> None:
    found = commands()
    assert set(found) == set(summaries())
    for name, command in found.items():
        assert command.help, name


def test_help_names_every_command_and_loads_none() -> None:
    code = (
        "import sys\nfrom cli.main import main\n"
        "try:\n    main(['--help'])\nfinally:\n"
        "    print(sorted({'pydantic', 'asyncpg', 'httpx', 'fastapi'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr
    for name in summaries():
        assert re.search(rf"^    {name}\b", done.stdout, re.M), name


def test_a_call_without_a_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    told = capsys.readouterr().out
    assert all(re.search(rf"^    {name}\b", told, re.M) for name in summaries())


def test_a_wrong_call_is_told_with_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    for call in (["frobnicate"], ["retain", "--frobnicate"]):
        with pytest.raises(SystemExit) as ended:
            main(call)
        assert ended.value.code == 2
    assert "usage: batuta" in capsys.readouterr().err


def test_a_failure_is_one_line_with_its_cure_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["restore", str(tmp_path / "missing.dump")]) == 1
    assert re.fullmatch(r"batuta: .*missing\.dump cannot be read: .+\n", capsys.readouterr().err)


def test_a_reader_that_goes_away_is_no_failure_to_speak_of() -> None:
    command = f"'{sys.executable}' -m cli.main --help | true"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr


def test_the_licence_is_there_and_the_ci_script_may_run() -> None:
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
