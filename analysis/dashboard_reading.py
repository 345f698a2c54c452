"""What a sentence wants of a dashboard: a new one, a change, a link; or that it is about none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from analysis.chart import ChartKind
from analysis.widget import WidgetKind
from language.detect import Language
from language.matching import fold, likeness, stems

WishKind = Literal[
    "create", "add", "remove", "change", "rename", "undo", "redo", "share", "pin", "unpin", "show"
]
LONGEST = 400  # characters that are read

_NOUN = re.compile(r"\b(?:dashboards?|pain(?:el|eis)|scorecards?)\b")
_FAMILIES: dict[WishKind, str] = {  # the one that stands first in a sentence is meant
    "undo": r"desfa[zcç]|desfeit|undo|volta (?:atras|como (?:estava|era|antes))"
    r"|volt(?:a|e|ar) (?:com )?(?:[oa]s?|ess[ea]s?|aquel[ea]s?|ao que) (?!dashboard|painel)\w+"
    r"|take (?:it|that) back|revert|restor|restaur|(?:bring|put|get|give)\b.{0,40}\bback\b"
    r"|(?:traz|tras|bot[ae]|poe|coloc\w*|devolv\w*)\b.{0,40}\bde volta\b|devolv[ea]",
    "redo": r"refa[zcç] (?:a|o|isso)|redo\b",
    "unpin": r"descongel|desafix|unpin|unfreez|volta a atualizar",
    "share": r"(?:mand[ae]|envi[ae]|encaminh[ae]|send|forward)\b"
    r"(?= (?:isso|isto|ess[ea]|ele|it|that|this|o (?:painel|dashboard)|the dashboard)\b)"
    r"|compartilh|partilh|shar(?:e|ing)|(?:cria|gera|manda|me da) (?:um )?link|link to",
    "rename": r"renom|renam|(?:muda|troca|altera|change|edit)\w* (?:o |the )?"
    r"(?:nome|titulo|name|title)|(?:chama|call)\w* (?:de|it|ele)\b",
    "pin": r"fixa|congel|pin\b|freez",
    "remove": r"tir(?:a|e|ar)\b|remov|apag|exclu|delet|retir|take\b.{0,80}\boff|drop\b|get rid"
    r"|sem (?:a|o)\b",
    "change": r"troc|mud[ae]|alter|transform|convert|vir[ae]\b|swap|chang|turn|switch|replac"
    r"|em vez d|instead of",
    "add": r"adicion|acrescent|inclu[aie]|coloc|poe\b|ponha|bot[ae]\b|junt|add|put\b|includ"
    r"|append",
    "create": r"cri(?:a|e|ar)\b|mont|fa[zcç]|ger(?:a|e|ar)\b|prepar|constr|creat|mak|build"
    r"|generat|set up",
    "show": r"mostr|abr[aei]|list|show|open|ver\b|see\b",
}
_VERBS: dict[WishKind, re.Pattern[str]] = {
    kind: re.compile(rf"\b(?:{verbs})") for kind, verbs in _FAMILIES.items()
}
_CHART_WORDS: dict[ChartKind, str] = {
    "doughnut": r"rosca|donuts?|doughnuts?|anel",
    "pie": r"pizzas?|tortas?|pies?|setores",
    "histogram": r"histogramas?|histograms?",
    "heatmap": r"mapas? de calor|heat ?maps?",
    "box": r"box ?plots?|caixas?|boxes",
    "scatter": r"dispersao|scatter|pontos",
    "line": r"linhas?|lines?|curvas?",
    "bar": r"barras?|bars?|colunas?|columns?",
}
CHARTS: dict[ChartKind, re.Pattern[str]] = {
    kind: re.compile(rf"\b(?:{words})\b") for kind, words in _CHART_WORDS.items()
}
_KINDS: tuple[tuple[WidgetKind, re.Pattern[str]], ...] = (
    ("table", re.compile(r"\b(?:tabelas?|tables?)\b")),
    ("kpi", re.compile(r"\b(?:kpis?|indicador(?:es)?|cart(?:ao|oes)|cards?|numeros?)\b")),
    ("chart", re.compile(r"\b(?:graficos?|charts?|graphs?|plots?)\b")),
)
_DENIED = re.compile(r"(?:\b(?:nao|not|never|nunca)|n't|\bdont)\s*$")
_ANY_VERB = "|".join(verbs for kind, verbs in _FAMILIES.items() if kind != "undo")
_JOINS = r"(?:e|and|then|depois|also|tambem|ai|plus)"
_NEXT_ORDER = re.compile(
    rf"(?:(?<![,;.!])[,;.!]+\s*|\s)(?={_JOINS}\s)(?=(?:{_JOINS}\s+){{1,3}}"
    rf"(?:me\s+|please\s+|por favor\s+)?(?:{_ANY_VERB}))"
    rf"|(?<![;.!])[;.!]+\s+(?=(?:{_ANY_VERB}))|,\s+(?=(?:{_ANY_VERB}))"
)
_LEADS = re.compile(rf"^(?:{_JOINS}\s+){{1,3}}", re.I)
_MOST_ORDERS = 5
_LISTED = re.compile(r"(?<!\s)(?:\s*,\s*|\s+(?:e|and|&)\s+)")
_LAST_SHOWN = re.compile(r"\b(?:it|that|this|isso|isto|ele|esse|este)\b")
_SAID_SO = 0.6  # of a title's telling words
_SPLIT = re.compile(r"\b(?:por|by|per)\s+(?!favor\b)(\w+)(?:\s+(?:e|and)\s+(?:por |by )?(\w+))?")
_WANT = re.compile(r"\b(?:quero|want|preciso|need|me da\b|give me)")
_LAST = re.compile(r"\b(?:ultim[oa]|last)\b")
_ORDINALS = (r"primeir[oa]|first", r"segund[oa]|second", r"terceir[oa]|third", r"quart[oa]|fourth")
_INTO = re.compile(r"\b(?:por|para|em|pra|for|to|into|with)\b")
_QUOTED = re.compile(r"[\"“”«'‘]([^\"”»'’]{1,200})[\"”»'’]")
_NAMED = re.compile(r".*\b(?:para|pra|to|as)\s+(.{1,200})$", re.I)
_CALLED = re.compile(r".*?\b(?:de|it|ele)\s+(.{1,200})$", re.I)


@dataclass(frozen=True, slots=True)
class TileSight:
    """What a sentence can know of a widget of the dashboard: how it is called and what it is."""

    id: str
    title: str
    kind: str
    chart: str | None = None


@dataclass(frozen=True, slots=True)
class DashboardWish:
    """What is wanted: of which widgets, as what kind of chart, under which title."""

    kind: WishKind
    tiles: tuple[str, ...] = ()  # ids
    chart: ChartKind | None = None
    widget: WidgetKind | None = None
    title: str | None = None
    rest: str = ""  # the sentence without the words that are understood
    listed: bool = False  # each of the widgets is named


def read_wish(text: str, tiles: Sequence[TileSight]) -> DashboardWish | None:
    """Read a sentence; None where it is not about a dashboard, or nothing clear is wanted.

    With a dashboard in the conversation a change need not name it ("swap the pie for bars").
    """
    said = fold(text[:LONGEST])
    named = _NOUN.search(said) is not None
    if not named and not tiles:
        return None
    kind = _verb(said)
    if kind is None:
        return DashboardWish("create", rest=_without_noun(said)) if named and not tiles else None
    match kind:
        case "share" if not named:  # "share that with my team"
            return DashboardWish(kind) if _LAST_SHOWN.search(said) else None
        case "create" | "show" | "share":
            return DashboardWish(kind, title=_title(text), rest=_rest(said)) if named else None
        case "undo" | "redo":
            return DashboardWish(kind)
        case "rename":
            return DashboardWish(kind, _tiles(_before(said), tiles), title=_new_name(text))
        case "change":
            return _change(said, tiles)
        case "remove" | "pin" | "unpin":
            found = _all_tiles(said, tiles)
            if not (found or named or _titled(said, tiles)):
                return None
            return DashboardWish(kind, found, listed=len(_tiles(said, tiles)) < len(found))
        case "add":
            return DashboardWish("add", chart=_chart(said), widget=_widget(said), rest=_rest(said))


def read_orders(text: str, tiles: Sequence[TileSight]) -> tuple[str, ...]:
    """Cut a message into its orders, where one of several is about a dashboard.

    "Take the pie off and put bars by city in" is two; an order to undo needs no words beside it.
    """
    said = fold(text)
    if len(said) != len(text) or len(text) > LONGEST:
        return (text,)
    ends = [0, *(cut.end() for cut in _NEXT_ORDER.finditer(said)), len(text)]
    parts = [text[a:b].strip(" ,;.!") for a, b in pairwise(ends)]
    parts = [_LEADS.sub("", part) for part in parts]
    wished = [read_wish(part, tiles) for part in parts]
    if len(parts) < 2 or len(parts) > _MOST_ORDERS or not any(wished):
        return (text,)
    if any(wish and wish.kind == "undo" for wish in wished):
        return (text,)
    whole = all(wish or len(part.split()) > 2 for wish, part in zip(wished, parts, strict=True))
    return tuple(parts) if whole else (text,)


def _verb(said: str) -> WishKind | None:
    """Return what the first verb of a sentence wants; who only wants something wants it made.

    An undo is meant wherever it stands: what stands before it complains ("that was the wrong one").
    """
    if undone := _VERBS["undo"].search(said):
        return None if _DENIED.search(said[: undone.start()]) else "undo"
    found: dict[WishKind, int] = {
        kind: match.start() for kind, verbs in _VERBS.items() if (match := verbs.search(said))
    }
    if found:
        return min(found, key=lambda kind: found[kind])
    return "create" if _WANT.search(said) else None


def _change(said: str, tiles: Sequence[TileSight]) -> DashboardWish | None:
    """Read "swap X for Y": what stands before the preposition is there, what follows is wanted."""
    for turn in reversed(list(_INTO.finditer(said))):
        before, after = said[: turn.start()], said[turn.end() :]
        chart, widget = _chart(after), _widget(after)
        if chart or widget:
            return DashboardWish("change", _tiles(before, tiles), chart, widget)
    return None


def _all_tiles(said: str, tiles: Sequence[TileSight]) -> tuple[str, ...]:
    """Find the widgets of a list, where each of its parts names one: "the total and the pie"."""
    parts = [part for part in _LISTED.split(said) if part.strip()]
    each = [_tiles(part, tiles) for part in parts]
    if len(parts) > 1 and all(len(found) == 1 for found in each):
        return tuple(dict.fromkeys(found[0] for found in each))
    return _tiles(said, tiles)


def _titled(said: str, tiles: Sequence[TileSight]) -> dict[str, float]:
    """Return how much of their titles' words is said, of those that may be meant."""
    words = stems(said)
    found = {t.id: _overlap(stems(t.title), words) for t in tiles if likeness(t.title, said)}
    return {key: value for key, value in found.items() if value >= _SAID_SO}


def _tiles(said: str, tiles: Sequence[TileSight]) -> tuple[str, ...]:
    """Find the widgets that words mean: by title, by kind of chart, by kind, by their order."""
    if named := _longest_named(_titled(said, tiles), tiles):
        return (named.id,) if _is_split_so(named.title, said) else ()
    chart, widget = _chart(said), _widget(said)
    alike = [tile for tile in tiles if chart and tile.chart == chart]
    if not alike and chart in ("pie", "doughnut"):
        alike = [tile for tile in tiles if tile.chart in ("pie", "doughnut")]
    if not alike and widget and not chart:
        alike = [tile for tile in tiles if tile.kind == widget]
    if _LAST.search(said):
        return tuple(tile.id for tile in (alike or list(tiles))[-1:])
    for at, ordinal in enumerate(_ORDINALS):
        if re.search(rf"\b(?:{ordinal})\b", said):
            return tuple(tile.id for tile in (alike or list(tiles))[at : at + 1])
    return tuple(tile.id for tile in alike)


def _longest_named(titled: Mapping[str, float], tiles: Sequence[TileSight]) -> TileSight | None:
    """Return the widget whose title is said; of "Rows" and "Rows by month" the longer one."""
    said = [tile for tile in tiles if tile.id in titled]
    return max(said, key=lambda t: (titled[t.id] == 1, titled[t.id] * len(t.title)), default=None)


def _is_split_so(title: str, said: str) -> bool:
    """Tell whether a title has what the words split by: "rows by city" is not "Rows"."""
    known = {*stems(title)}
    by = [word for found in _SPLIT.finditer(said) for word in stems(found[1])]
    return all(word in known for word in by)


def _overlap(title: Sequence[str], said: Sequence[str]) -> float:
    """Return how much of a title's telling words a sentence has."""
    telling = [word for word in title if len(word) > 2]
    return sum(word in said for word in telling) / len(telling) if telling else 0.0


def _chart(said: str) -> ChartKind | None:
    return next((kind for kind, words in CHARTS.items() if words.search(said)), None)


def _widget(said: str) -> WidgetKind | None:
    return next((kind for kind, words in _KINDS if words.search(said)), None)


def _title(text: str) -> str | None:
    """Take a title that is given in quotes, or behind "called"."""
    if quoted := _QUOTED.search(text[:LONGEST]):
        return quoted[1].strip()
    called = re.search(
        r"\b(?:chamad[oa]|called|named|intitulad[oa])\s+(.{1,120})$", text[:LONGEST], re.I
    )
    return called[1].strip(" .!?") if called else None


def _new_name(text: str) -> str | None:
    if quoted := _QUOTED.search(text[:LONGEST]):
        return quoted[1].strip()
    named = _NAMED.match(text[:LONGEST]) or _CALLED.match(text[:LONGEST])
    return named[1].strip(" .!?") or None if named else None


def _before(said: str) -> str:
    turn = re.search(r"\b(?:para|pra|to|as)\b", said)
    return _without_noun(said[: turn.start()] if turn else said)


def _without_noun(said: str) -> str:
    return " ".join(_NOUN.sub(" ", said).split())


def _rest(said: str) -> str:
    """Return the words that are not about the dashboard itself: what it is to be about."""
    rest = _NOUN.sub(" ", said)
    for verbs in _VERBS.values():
        rest = re.sub(rf"{verbs.pattern}\w*", " ", rest)
    rest = re.sub(
        r"\b(?:um|uma|o|a|no|na|ao|do|da|the|an|on|to|it|me|por favor|please)\b", " ", rest
    )
    return " ".join(rest.split()).strip(" ,.!?")


def untitled(language: Language, dataset: str) -> str:
    """Name a dashboard that nobody has named."""
    stem = re.sub(r"\.\w{1,7}$", "", dataset).replace("_", " ")
    return {"en": f"Dashboard: {stem}", "pt": f"Dashboard: {stem}"}[language]
