"""One conversation in a terminal: what each typed line does."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

import orjson

from cli.terminal import answers, words
from cli.terminal.client import ChatRequest, Client, FollowedTurn, Refused
from cli.terminal.paint import Painter
from contracts.errors import BatutaError, InvalidRequest
from contracts.events import Choices, ToolApprovalRequest, Ui, UsageReport
from contracts.json import JsonObject


class Leave(Exception):
    """The person wants to leave."""


class ChatSession:
    """The state between two lines: the session, and what the conversation waits for."""

    def __init__(
        self, client: Client, painter: Painter, session: str | None, autonomous: bool | None
    ) -> None:
        self.client = client
        self.painter = painter
        self.session = session
        self.autonomous = autonomous
        self.turn: FollowedTurn | None = None
        self.used: list[UsageReport] = []
        self.approval: ToolApprovalRequest | None = None
        self.choices: Choices | None = None
        self.form: Ui | None = None
        self.dashboard: str | None = None  # the id of the last one that was made or changed
        self.last: str | None = None  # the id of the newest turn that is known here
        self.editing = False
        self.people = False  # they have the conversation, and answer when they can
        self.heard: str | None = None  # how far what they write is known: a turn, or TURN:SEQ

    @property
    def prompt(self) -> str:
        """What to ask the person for next."""
        if self.editing:
            return "arguments as JSON (an empty line leaves them): "
        return answers.question(self.approval) if self.approval else "you> "

    async def take(self, line: str) -> None:
        """Act on one typed line; failures are told and the conversation stays."""
        try:
            await self._act(line)
        except BatutaError as exc:
            self.painter.line(exc.message, "warn")

    async def say(self, message: str) -> FollowedTurn:
        """Send one message and follow its turn."""
        return await self._send({"message": message})

    async def _send(self, said: ChatRequest) -> FollowedTurn:
        body = said.copy()
        if self.session:
            body["session_id"] = self.session
        if self.autonomous is not None:
            body["autonomous"] = self.autonomous
        return await self.follow(FollowedTurn("/chat", body))

    async def follow(self, turn: FollowedTurn) -> FollowedTurn:
        """Show a turn to its end; Ctrl-C cancels it, a second one stops waiting for it."""
        self.turn, self.approval, self.choices, self.editing = turn, None, None, False
        asked, self.form = self.form, None
        loop, presses = asyncio.get_running_loop(), asyncio.Queue[None]()
        showing = asyncio.create_task(self._show(turn))
        watching = asyncio.create_task(self._on_interrupt(presses, turn, showing))
        loop.add_signal_handler(signal.SIGINT, presses.put_nowait, None)
        try:
            await asyncio.wait({showing})
        finally:
            loop.remove_signal_handler(signal.SIGINT)
            for task in (showing, watching):
                task.cancel()
            await asyncio.wait({showing, watching})
        self._learn(turn)
        if turn.id is None:
            self.form = asked  # nothing was taken: the form is still to be answered
        if not showing.cancelled():
            showing.result()
        return turn

    async def _act(self, line: str) -> None:
        if line.startswith("/"):
            await self._command(line)
        elif self.approval and self.editing and not line.strip():
            self.editing = False
        elif self.approval and self.editing:
            await self._decide(self.approval, answers.edited(line))
        elif self.approval and answers.wants_edit(line, self.approval):
            self.editing = True
            self.painter.line(orjson.dumps(self.approval.args).decode(), "dim")
        elif self.approval and (decided := answers.decision(line, self.approval)):
            await self._decide(self.approval, decided)
        elif line.strip():
            await self.say(answers.chosen(line, self.choices))

    async def _decide(self, approval: ToolApprovalRequest, decided: answers.ApprovalAnswer) -> None:
        turn = FollowedTurn(f"/approvals/{approval.approval}", decided)
        try:
            await self.follow(turn)
        except Refused as exc:
            if exc.reason != "expired":
                self.approval = approval  # still open: the person may decide otherwise
            elif turn.lost and self.session:
                # The decision had arrived before the connection broke; read what came of it.
                await self._open(self.session)
                return
            raise

    async def _show(self, turn: FollowedTurn) -> None:
        async for render in self.client.follow(turn):
            self.painter.show(render)

    async def _on_interrupt(
        self, presses: asyncio.Queue[None], turn: FollowedTurn, showing: asyncio.Task[None]
    ) -> None:
        await presses.get()
        if turn.id is not None:
            self.painter.line("cancelling; Ctrl-C again stops waiting for it", "dim")
            try:
                await self.client.cancel(turn.id)
            except BatutaError as exc:
                self.painter.line(f"the cancel did not arrive: {exc.message}", "warn")
            await presses.get()
        self.painter.line("no longer waiting; what was sent may still be answered", "warn")
        showing.cancel()

    def _learn(self, turn: FollowedTurn) -> None:
        self.session = turn.view.session or self.session
        self.approval, self.choices = turn.view.approval, turn.view.choices
        self.form, self.last = turn.view.form, turn.id or self.last
        self.dashboard = turn.view.dashboard or self.dashboard
        if turn.view.people is not None:
            self.heard = self.heard if self.people else turn.id
            self.people = turn.view.people
        if turn.view.usage:
            self.used.append(turn.view.usage)

    async def _command(self, line: str) -> None:
        name, _, rest = line[1:].strip().partition(" ")
        known = self._commands().get(name)
        if known is None:
            self.painter.line(f"there is no /{name}; /help lists what there is", "warn")
        else:
            await known[1](rest.strip())

    def _commands(self) -> dict[str, tuple[str, Callable[[str], Awaitable[None]]]]:
        return {
            "help": ("show this", self._help),
            "new": ("begin a new conversation", self._new),
            "sessions": ("list your conversations", self._sessions),
            "open": ("ID: go on with one of them; its beginning is enough", self._open),
            "file": ("PATH: send a table (CSV, XLSX, …) into this conversation", self._file),
            "view": ("an address at which a browser shows the last dashboard", self._view),
            "form": ('JSON: answer a form, as in /form {"phone": "…"}', self._form),
            "turn": ("the id of the last turn, for `batuta test --from-turn`", self._turn),
            "usage": ("tokens and cost, here and in the last 30 days", self._usage),
            "autonomous": ("on|off: let tools run without asking", self._autonomous),
            "cancel": ("end the turn this terminal last followed", self._cancel),
            "quit": ("leave (also Ctrl-D)", self._quit),
        }

    async def _help(self, _: str) -> None:
        for name, (told, _act) in self._commands().items():
            self.painter.line(f"/{name:<12}{told}")
        self.painter.line("Ctrl-C during an answer cancels it", "dim")

    async def _new(self, _: str) -> None:
        self.session = self.turn = self.approval = self.choices = self.form = self.last = None
        self.editing = self.people = False
        self.heard = None

    async def _sessions(self, _: str) -> None:
        found: dict[str, list[JsonObject]] = await self.client.get("/sessions")
        for session in found["sessions"]:
            here = "*" if session["id"] == self.session else " "
            self.painter.line(f"{here} {session['id']}  {session.get('title') or '(no title)'}")

    async def _open(self, given: str) -> None:
        if not given:
            self.painter.line("/open needs an id; /sessions lists them", "warn")
            return
        found: JsonObject = await self._found(given)
        await self._new("")
        self.session = str(found["id"])
        for message in found["messages"][-10:]:
            self._show_message(message)
        newest: JsonObject = found["messages"][-1] if found["messages"] else {}
        await self.follow(FollowedTurn(f"/sessions/{self.session}/stream", None))
        self.last = self.last or newest.get("turn")
        self.people, self.heard = found.get("handover") is not None, self.last
        self._show_form_again(newest)
        if found["approvals"] and self.approval is None:
            await self._ask_again(found["approvals"][-1])

    def _show_form_again(self, newest: JsonObject) -> None:
        """Show the form which a conversation waits for, if nothing came after it."""
        widgets = [b["event"] for b in newest.get("blocks", ()) if b["type"] == "widget"]
        if self.turn and self.turn.id is None and widgets and widgets[-1].get("result_schema"):
            envelope = {"turn": self.last or "", "seq": 1, "at": newest["created_at"]}
            self.form = Ui.model_validate(envelope | widgets[-1], extra="ignore")
            for text, tone in words.lines(self.form, {}, {}):
                self.painter.line(text, tone)

    async def _found(self, given: str) -> JsonObject:
        """Read a conversation by its id, or by a beginning of it that no other one has."""
        beginning = given.lower()
        if not re.fullmatch(r"[0-9a-f-]{4,35}", beginning):
            return await self.client.get(f"/sessions/{quote(given, safe='')}")
        listed: dict[str, list[JsonObject]] = await self.client.get("/sessions?limit=200")
        ids = [str(s["id"]) for s in listed["sessions"] if str(s["id"]).startswith(beginning)]
        if len(ids) > 1:
            raise InvalidRequest(
                f"{len(ids)} conversations begin with {given}; give more of the id"
            )
        return await self.client.get(f"/sessions/{ids[0] if ids else given}")

    async def _form(self, given: str) -> None:
        if self.form is None:
            self.painter.line("no form is open here", "warn")
            return
        value = answers.form(given, self.form)
        await self._send({"ui_result": {"id": self.form.id, "value": value}})

    async def _file(self, given: str) -> None:
        path = await asyncio.to_thread(_file_at, given)
        if path is None:
            self.painter.line("/file needs the path of a file that is there", "warn")
            return
        self.session = self.session or await self.client.open_session()
        self.painter.line(f"sending {path.name}", "dim")
        sent = await self.client.send_file(self.session, path)
        for dataset in sent["datasets"]:
            told = f"{dataset['rows']} rows, {dataset['columns']} columns; ask about it"
            self.painter.line(f"{dataset['label']}: {told}")

    async def _view(self, _: str) -> None:
        if self.dashboard is None:
            self.painter.line("there was no dashboard here yet; say “create a dashboard”", "warn")
            return
        self.painter.line(await self.client.view_address(self.dashboard))
        self.painter.line("it works once, within a minute", "dim")

    async def _turn(self, _: str) -> None:
        self.painter.line(self.last or "there was no turn here yet")

    async def _ask_again(self, approval: str) -> None:
        """Put a question from before to the person again."""
        listed: dict[str, list[JsonObject]] = await self.client.get("/approvals")
        for one in listed["approvals"]:
            if one["id"] == approval:
                asked = one | {"approval": approval}
                self.approval = ToolApprovalRequest.model_validate(asked, extra="ignore")
                for text, tone in words.lines(self.approval, {}, {}):
                    self.painter.line(text, tone)

    def _show_message(self, message: JsonObject) -> None:
        text = "".join(b["text"] for b in message["blocks"] if b["type"] == "text")
        for block in message["blocks"]:
            if block["type"] == "staff":
                self.painter.line(f"{block.get('name') or block['title']}> {block['text']}", "good")
        if message["role"] == "user":
            self.painter.line(f"you> {text}", "dim")
        elif text:
            self.painter.line(text)

    async def _usage(self, _: str) -> None:
        for usage in self.used:
            self.painter.line(words.usage_line(usage))
        total: JsonObject = (await self.client.get("/me/usage"))["total"]
        read, written, cached = total["input"], total["output"], total["cached"]
        told = words.tokens(read, written, cached, total["cost_usd"])
        self.painter.line(f"in 30 days: {total['calls']} calls, {told}", "dim")

    async def _autonomous(self, given: str) -> None:
        if given not in ("on", "off"):
            self.painter.line("/autonomous takes on or off", "warn")
            return
        self.autonomous = given == "on"

    async def _cancel(self, _: str) -> None:
        if self.editing:
            self.editing = False
        elif self.turn is None or self.turn.id is None or self.turn.view.status is not None:
            self.painter.line("no turn is running here", "dim")
        else:
            await self.client.cancel(self.turn.id)

    async def _quit(self, _: str) -> None:
        raise Leave


def _file_at(given: str) -> Path | None:
    path = Path(given.strip("'\"")).expanduser()
    return path if path.is_file() else None
