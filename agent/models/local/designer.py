"""Makes and changes dashboards: of what a conversation has asked, as a sentence wants it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from agent.models.local import analyst
from agent.models.local.data_help import no_table
from agent.models.local.request import Answered, LocalRequest
from agent.models.local.steps import Call, Reply
from analysis.dashboard_reading import DashboardWish, TileSight, read_orders, read_wish, untitled
from analysis.reading.read import read_question
from analysis.reading.shapes import Understood
from analysis.reading.suggest import suggest_dashboard, title_of
from analysis.widget import WidgetSpec
from contracts.json import JsonObject
from language.detect import Language
from tools.phrases import DataPart

_BOARDS: frozenset[DataPart] = frozenset({"board", "change_board", "undo_board"})
_SAID: dict[Language, dict[str, str]] = {
    "en": {
        "made": "The dashboard “{title}” is ready: {widgets}.",
        "changed": "Done. On “{title}” there are now: {widgets}.",
        "shared": "The link to “{title}” is above. It can be closed at any time.",
        "nothing": "nothing yet",
        "which": "Which one do you mean? On the dashboard there are: {widgets}.",
        "none": "There is no dashboard in this conversation yet. Say “create a dashboard”.",
        "unread": "I did not understand what to add. Ask it as a question first, and then say"
        " “add it to the dashboard”.",
        "how": "Say what it should become, for example “swap {title} for a line chart”.",
    },
    "pt": {
        "made": "O dashboard “{title}” está pronto: {widgets}.",
        "changed": "Pronto. Em “{title}” agora há: {widgets}.",
        "shared": "O link de “{title}” está acima. Pode ser fechado a qualquer momento.",
        "nothing": "nada ainda",
        "which": "Qual deles? No dashboard há: {widgets}.",
        "none": "Ainda não há dashboard nesta conversa. Diga “cria um dashboard”.",
        "unread": "Não entendi o que acrescentar. Pergunte primeiro e depois diga"
        " “põe no dashboard”.",
        "how": "Diga em que deve virar, por exemplo “troca {title} por um gráfico de linhas”.",
    },
}
_KINDS_PT = {
    "bar": "barras", "line": "linha", "pie": "pizza", "doughnut": "rosca", "table": "tabela",
    "kpi": "número", "scatter": "dispersão", "histogram": "histograma", "heatmap": "mapa de calor",
    "box": "caixas", "markdown": "texto",
}  # fmt: skip
_LAST = re.compile(r"\b(?:isso|isto|ess[ea]s?|est[ea]s?|it|that|this|them|these)\b")


def wish_of(request: LocalRequest) -> DashboardWish | None:
    """Return what a message wants of a dashboard; None where it is about something else."""
    if analyst.tool_for("board", request) is None:
        return None
    return read_wish(request.message, _tiles(_last_board(request)))


def orders_of(request: LocalRequest) -> tuple[str, ...]:
    """Return the orders of a message, if one of several is about a dashboard."""
    if analyst.tool_for("board", request) is None:
        return (request.message,)
    return read_orders(request.message, _tiles(_last_board(request)))


def told_board(request: LocalRequest) -> Reply | None:
    """Tell of a dashboard that a tool has just made, changed or shared."""
    last = request.answered[-1]
    words = _SAID[request.language]
    result = analyst.result_fields(last)
    if last.phrases.data == "share_board" and "shared" in result:
        return Reply("shared", words["shared"].format(title=result["shared"]))
    if last.phrases.data not in _BOARDS or "widgets" not in result:
        return None
    said = "made" if last.phrases.data == "board" else "changed"
    text = words[said].format(title=result.get("title"), widgets=_named(result, request.language))
    return Reply("board", text)


def design(wish: DashboardWish, request: LocalRequest) -> Reply:
    """Carry a wish out, or ask what it needs."""
    board = _last_board(request)
    words = _SAID[request.language]
    if wish.kind == "create" or (wish.kind in ("show", "add") and board is None):
        return _create(wish, request)
    if board is None:
        return Reply("no_board", words["none"])
    if wish.kind == "show":
        text = words["changed"].format(
            title=board.get("title"), widgets=_named(board, request.language)
        )
        return Reply("board", text)
    if wish.kind == "share":
        return _calling("share_board", {}, request)
    if wish.kind in ("undo", "redo"):
        return _calling("undo_board", {"redo": wish.kind == "redo"}, request)
    return _edit(wish, board, request)


def _create(wish: DashboardWish, request: LocalRequest) -> Reply:
    profiles = analyst.profiles_of(request)
    if not profiles:
        return Reply("no_data", no_table(request.language))
    found = suggest_dashboard(profiles, analyst.asked_before(request), request.language)
    title = wish.title or untitled(request.language, profiles[0].name)
    return _calling("board", {"title": title, "widgets": [_widget(w) for w in found]}, request)


def _edit(wish: DashboardWish, board: JsonObject, request: LocalRequest) -> Reply:
    """Write a wish as edits of the dashboard."""
    words = _SAID[request.language]
    if wish.kind == "add":
        added = _added(wish, request)
        if added is None:
            return Reply("unread", words["unread"])
        return _edits([{"edit": "add", "new": _widget(added)}], request)
    if wish.kind == "rename":
        if not wish.title:
            return Reply("which", words["how"].format(title=board.get("title")))
        named: JsonObject = {"edit": "rename", "title": wish.title}
        return _edits([named | ({"widget": wish.tiles[0]} if wish.tiles else {})], request)
    if wish.kind in ("pin", "unpin") and not wish.tiles:
        return _edits([{"edit": wish.kind}], request)
    if wish.kind == "remove" and len(wish.tiles) > 1 and wish.listed:
        return _edits([{"edit": "remove", "widget": each} for each in wish.tiles], request)
    if len(wish.tiles) != 1:
        meant = _only(board, wish.tiles) if wish.tiles else board
        return Reply("which", words["which"].format(widgets=_named(meant, request.language)))
    edit: JsonObject = {"edit": wish.kind, "widget": wish.tiles[0]}
    if wish.kind == "change":
        edit |= {"chart": wish.chart} if wish.chart else {"kind": wish.widget}
    return _edits([edit], request)


def _added(wish: DashboardWish, request: LocalRequest) -> WidgetSpec | None:
    """Return what is to be added: what the words ask for, or what was asked last."""
    before, profiles = analyst.asked_before(request), analyst.profiles_of(request)
    if profiles and wish.rest and not _LAST.fullmatch(wish.rest):
        reading = read_question(wish.rest, profiles, before, request.language)
        if not isinstance(reading, Understood):
            return None
        query, chart = reading.query, wish.chart or reading.chart
    elif before.queries:
        query, chart = before.queries[-1], wish.chart
    else:
        return None
    grouped = bool(query.group_by)
    kind = wish.widget or ("table" if query.columns else "chart" if grouped else "kpi")
    shown = (chart or "bar") if kind == "chart" else None
    return WidgetSpec(kind=kind, title=title_of(query, request.language), query=query, chart=shown)


def _edits(edits: list[JsonObject], request: LocalRequest) -> Reply:
    return _calling("change_board", {"edits": edits}, request)


def _calling(part: DataPart, args: JsonObject, request: LocalRequest) -> Reply:
    name = analyst.tool_for(part, request)
    if name is None:
        return Reply("refuse", _SAID[request.language]["none"])
    return Reply("call", calls=[Call(name, args)])


def _widget(spec: WidgetSpec) -> JsonObject:
    return spec.model_dump(mode="json", exclude_defaults=True)


def _last_board(request: LocalRequest) -> JsonObject | None:
    """Return the dashboard of the conversation, as it was told last."""
    told = [a for turn in request.past for a in turn if a.phrases.data in _BOARDS]
    boards = [fields for a in told if "widgets" in (fields := _fields(a))]
    return boards[-1] if boards else None


def _fields(answered: Answered) -> JsonObject:
    return analyst.result_fields(answered)


def _tiles(board: JsonObject | None) -> list[TileSight]:
    tiles = cast("list[JsonObject]", (board or {}).get("widgets") or [])
    return [
        TileSight(str(t.get("id")), str(t.get("title")), str(t.get("kind")), t.get("chart"))
        for t in tiles
    ]


def _only(board: JsonObject, tiles: Sequence[str]) -> JsonObject:
    found = [tile for tile in cast("list[Any]", board["widgets"]) if tile.get("id") in tiles]
    return {**board, "widgets": found}


def _named(board: JsonObject, language: Language) -> str:
    """Name the widgets of a dashboard; those of one title by what they are, too."""
    tiles: list[Any] = board.get("widgets") or []
    titles = [str(tile.get("title")) for tile in tiles]
    named = [
        f"“{title}”" + (f" ({_kind(tile, language)})" if titles.count(title) > 1 else "")
        for tile, title in zip(tiles[:40], titles, strict=False)
    ]
    return ", ".join(named) or _SAID[language]["nothing"]


def _kind(tile: JsonObject, language: Language) -> str:
    kind = str(tile.get("chart") or tile.get("kind"))
    return _KINDS_PT.get(kind, kind) if language == "pt" else kind
