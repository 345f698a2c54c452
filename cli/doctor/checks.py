"""The checks of `batuta doctor`, each a function that returns what it found."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import httpx

from agent.models.provider import find_providers
from agent.serving.project_settings import manifest_of, policy_of
from cli._database import database
from cli._plural import counted
from contracts.errors import BatutaError
from guardrails.guard import Guards
from language.printable import printable
from server.mcp import open_servers
from server.settings import Settings
from store import audit_chain, editions, embedded, migrate
from store.audit_chain import AuditChain
from store.pool import open_pool
from store.server_facts import server_facts
from tools.mcp.servers import McpStatus
from tools.sandbox import NoSandbox
from tools.sandbox.process import ZygoteProcess

_ROOM = 1 << 30
_CLOCK = 2.0
_OLDEST = 150000


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found; a failed one says what to do."""

    what: str
    state: Literal["ok", "warn", "fail"]
    fact: str
    cure: str = ""


def examine(*, ping: bool = False, project: Path | None = None) -> list[CheckResult]:
    """Run the checks in the order in which things depend on each other."""
    findings = [_python()]
    try:
        settings = Settings.load(project=project)
    except BatutaError as exc:
        return [
            *findings,
            CheckResult("settings", "fail", exc.message, "correct the variables named"),
        ]
    findings.append(CheckResult("settings", "ok", "readable"))
    if not settings.database_url:
        findings += [_folder(settings.home), _disk(settings.home)]
    if all(finding.state != "fail" for finding in findings):
        findings += _database(settings)
    findings += _models(settings, ping)
    findings += _servers(settings)
    findings.append(_sandbox(settings))
    findings.append(_port(settings))
    return findings


def _python() -> CheckResult:
    return CheckResult("python", "ok", f"{sys.version.split()[0]} in {sys.prefix}")


def _folder(home: Path) -> CheckResult:
    there = next(step for step in (home, *home.parents) if step.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        return CheckResult(
            "folder", "fail", f"{there} may not be written", "set BATUTA_HOME elsewhere"
        )
    return CheckResult("folder", "ok", f"{home}" + ("" if there == home else " (not made yet)"))


def _disk(home: Path) -> CheckResult:
    there = next(step for step in (home, *home.parents) if step.exists())
    free = shutil.disk_usage(there).free
    fact = f"{free / (1 << 30):.1f} GiB free"
    if free < _ROOM:
        return CheckResult("disk", "fail", fact, f"free at least 1 GiB on the disk of {there}")
    return CheckResult("disk", "ok", fact)


def _database(settings: Settings) -> list[CheckResult]:
    cure = "check DATABASE_URL, and that its server runs"
    if not settings.database_url:
        cure = f"see the log in {embedded.status(settings.home).log}"
    try:
        with database(settings) as dsn:
            return asyncio.run(_look(dsn, settings))
    except BatutaError as exc:
        return [CheckResult("database", "fail", exc.message, cure)]


async def _look(dsn: str, settings: Settings) -> list[CheckResult]:
    said = await server_facts(dsn)
    found = [_version(said.version, said.pgvector), _clock(said.clock_ahead), *await _schema(dsn)]
    ready = all(finding.state == "ok" for finding in found if finding.what == "schema")
    if not ready:
        return found
    return [*found, _audit(await audit_chain.follow(dsn)), await _projects(dsn, settings)]


async def _projects(dsn: str, settings: Settings) -> CheckResult:
    """Tell whose workflows this database holds: it may serve several projects."""
    async with await open_pool(dsn, 1) as pool:
        held = await editions.projects(pool)
    own = manifest_of(settings.project).name if settings.project else ""
    told = [
        f"{name or '(no project)'}{' (this one)' if name == own else ''}: {counted(n, 'workflow')}"
        for name, n in held.items()
    ]
    return CheckResult("projects", "ok", "; ".join(told) or "nothing is published yet")


def _version(number: int, vector: str | None) -> CheckResult:
    fact = f"PostgreSQL {number // 10000}.{number % 10000}, pgvector {vector or 'missing'}"
    if number < _OLDEST:
        return CheckResult("database", "fail", fact, "use PostgreSQL 15 or newer")
    if vector is None:
        return CheckResult("database", "fail", fact, "install pgvector on the database's server")
    return CheckResult("database", "ok", fact)


def _clock(drift: float) -> CheckResult:
    fact = f"{abs(drift):.2f} s apart from the database's"
    if abs(drift) > _CLOCK:
        return CheckResult("clock", "fail", fact, "synchronise both machines' clocks (NTP)")
    return CheckResult("clock", "ok", fact)


async def _schema(dsn: str) -> list[CheckResult]:
    try:
        missing = await migrate.pending(dsn)
    except BatutaError as exc:
        fact, _, cure = exc.message.partition("; ")
        return [CheckResult("schema", "fail", fact, cure)]
    ours = [name for name in missing if name != "engine"]
    findings: list[CheckResult] = []
    for what, behind in (("schema", ours), ("engine", missing[len(ours) :])):
        if behind:
            fact = f"{len(behind)} migration(s) to apply"
            cure = "run: batuta setup (a start does it too)"
            findings.append(CheckResult(what, "warn", fact, cure))
        else:
            findings.append(CheckResult(what, "ok", "up to date"))
    return findings


def _audit(chain: AuditChain) -> CheckResult:
    fault = chain.fault
    if fault is None:
        head = f", up to {chain.head[:16]}" if chain.head else ""
        return CheckResult("audit", "ok", f"{chain.rows} rows in an unbroken chain{head}")
    name = f"row {fault.row} ({fault.action}, {fault.at:%Y-%m-%d %H:%M})" if fault.at else ""
    told = {
        "changed": f"{name} is not as it was written",
        "removed": f"row {fault.row} was taken out",
        "unlinked": f"the chain breaks before its link {fault.no}: rows were taken out there",
        "cut": f"the rows after link {fault.no} are not those that were written last",
        "added": f"{name} was put in beside the chain",
    }[fault.what]
    return CheckResult(
        "audit", "fail", f"{told}; {chain.rows} rows before it are as they were written",
        "the server's role cannot do this: ask who has the database owner's password, and compare"
        " with a backup",
    )  # fmt: skip


def _models(settings: Settings, ping: bool) -> list[CheckResult]:
    findings: list[CheckResult] = []
    for provider in sorted(find_providers().values(), key=lambda p: p.rank):
        if provider.access is None:
            continue
        name, key = provider.access.title.lower(), settings.model_keys.get(provider.name)
        if not key:
            findings.append(CheckResult(name, "ok", "no key; not used"))
        elif not ping:
            findings.append(CheckResult(name, "ok", "has a key (--ping tries it)"))
        else:
            address = settings.model_urls.get(provider.name) or provider.access.address
            findings.append(_tried(name, *provider.access.check(address.rstrip("/"), key)))
    if not settings.model_keys:
        findings.append(CheckResult("local", "ok", "the built-in model answers; no key is needed"))
    return findings


def _tried(name: str, url: str, headers: dict[str, str]) -> CheckResult:
    try:
        answer = httpx.get(url, headers=headers, timeout=10)
    except httpx.HTTPError as exc:
        return CheckResult(name, "fail", f"cannot be reached ({type(exc).__name__})",
                       "check the network, its proxy, and the provider's base URL")  # fmt: skip
    if answer.is_success:
        return CheckResult(name, "ok", "takes the key")
    return CheckResult(
        name, "fail", f"answers {answer.status_code}", "check the key and its permissions"
    )


def _servers(settings: Settings) -> list[CheckResult]:
    """Reach the project's MCP servers as a start does."""
    try:
        return asyncio.run(_reached(settings))
    except BatutaError as exc:
        return [CheckResult("mcp", "fail", exc.message, "run: batuta validate")]


async def _reached(settings: Settings) -> list[CheckResult]:
    servers = await open_servers(settings, {}, Guards.load(policy_of(settings.project)))
    if servers is None:
        return []
    try:
        return [_server(status) for status in servers.status()]
    finally:
        await servers.close()


def _server(known: McpStatus) -> CheckResult:
    what = f"mcp {known.name}"
    if not known.up:
        fact = f"away: {known.problem}" + (f" (it wrote: {known.tail})" if known.tail else "")
        return CheckResult(what, "warn", printable(fact), "its tools fail until it is there")
    fact = f"{len(known.tools)} tools: {', '.join(known.tools)}"[:500]
    if not known.left_out:
        return CheckResult(what, "ok", printable(fact))
    why = "; ".join(f"{tool}: {reason}" for tool, reason in known.left_out.items())[:500]
    return CheckResult(what, "warn", printable(fact), printable(f"left out: {why}"))


def _sandbox(settings: Settings) -> CheckResult:
    """Start one without libraries, which takes a moment, and ask it how it isolates jobs."""
    try:
        with contextlib.closing(ZygoteProcess(settings.sandbox, preload=False)) as zygote:
            tier = zygote.tier
    except NoSandbox as exc:
        cure = (
            "files and data are refused, the rest works; docs/sandbox.md says what a machine needs"
        )
        return CheckResult("sandbox", "warn", exc.message, cure)
    if tier["name"] == "landlock":
        why = f"landlock: {tier['why'] or 'it was asked for'}"
        cure = "it isolates; with namespaces it would do more: see docs/sandbox.md"
        return CheckResult("sandbox", "warn" if tier["why"] else "ok", why, cure)
    user = "a user namespace" if tier["own_user"] else "root, each job a user of its own"
    extra = f"Landlock {tier['landlock']}" if tier["landlock"] else "the kernel has no Landlock"
    return CheckResult("sandbox", "ok", f"ns: namespaces by {user}; seccomp; {extra}")


def _port(settings: Settings) -> CheckResult:
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(found[0], socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(found[4])
    except OSError as exc:
        fact = f"{settings.host}:{settings.port} is taken or cannot be used ({exc.strerror})"
        cure = "fine if batuta runs already; else set PORT or HOST"
        return CheckResult("port", "warn", fact, cure)
    return CheckResult("port", "ok", f"{settings.host}:{settings.port} is free")
