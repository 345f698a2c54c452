"""Which day of the week a date is, and how far away: models miscount both."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import cast
from zoneinfo import ZoneInfo

from contracts.json import JsonObject
from language.detect import Language
from language.matching import fold
from language.said_dates import say_date, say_weekday
from language.zones import find_zone
from tools import LocalPhrases, ToldResult, ToolContext, ToolFailed, tool

_WEEK = 7
_IN_WEEKS = re.compile(r"\b(?:weeks|semanas)\b")
_IS: dict[Language, str] = {
    "en": "{day} {is_} a {weekday}, {away}.",
    "pt": "{day} {is_} {weekday}, {away}.",
}
_NEAR: dict[Language, dict[int, str]] = {
    "en": {
        -1: "Yesterday was {weekday}, {day}.",
        0: "Today is {weekday}, {day}.",
        1: "Tomorrow is {weekday}, {day}.",
    },
    "pt": {
        -1: "Ontem foi {weekday}, {day}.",
        0: "Hoje é {weekday}, {day}.",
        1: "Amanhã é {weekday}, {day}.",
    },
}
_TENSES: dict[Language, tuple[str, str, str]] = {
    "en": ("was", "is", "is"),
    "pt": ("foi", "é", "será"),
}
_AWAY: dict[Language, tuple[str, str, str]] = {
    "en": ("{} ago", "", "{} from today"),
    "pt": ("há {}", "", "daqui a {}"),
}
_UNITS: dict[Language, tuple[str, str, str, str, str]] = {
    "en": ("day", "days", "week", "weeks", " and "),
    "pt": ("dia", "dias", "semana", "semanas", " e "),
}


def _told(given: ToldResult) -> str:
    """Say the day in a sentence: in days, or in weeks where that is asked."""
    told, language = cast("JsonObject", given.value), given.language
    day, days = date.fromisoformat(told["date"]), int(told["days_from_today"])
    side = (days > 0) - (days < 0) + 1
    span = _span(abs(days), language, in_weeks=bool(_IN_WEEKS.search(fold(given.message[:200]))))
    return (_NEAR[language].get(days) or _IS[language]).format(
        day=say_date(day, language),
        weekday=say_weekday(day, language),
        is_=_TENSES[language][side],
        away=_AWAY[language][side].format(span),
    )


def _span(days: int, language: Language, *, in_weeks: bool) -> str:
    day, many_days, week, many_weeks, both = _UNITS[language]
    said = f"{days} {day if days == 1 else many_days}"
    weeks, rest = divmod(days, _WEEK)
    if not (in_weeks and weeks):
        return said
    told = [f"{weeks} {week if weeks == 1 else many_weeks}"]
    told += [f"{rest} {day if rest == 1 else many_days}"] if rest else []
    return both.join(told)


@tool(
    title={"en": "Calendar", "pt": "Calendário"},
    phrases=LocalPhrases(
        listed={
            "en": "look a day up: “how many days until Christmas?”",
            "pt": "ver um dia no calendário: “em que dia da semana cai o Natal?”",
        },
        ask={"date": {"en": "Which day do you mean?", "pt": "De que dia você fala?"}},
        tell=_told,
    ),
)
async def calendar_day(ctx: ToolContext, date: str) -> JsonObject:
    """Tell the weekday of a date (em que dia da semana cai), and how many days it is until then or
    since then (quantos dias faltam).

    Args:
        date: The date, as YYYY-MM-DD.
    """
    day = _day(date)
    zone = find_zone(str(ctx.preferences.get("timezone") or "UTC")) or "UTC"
    today = datetime.now(ZoneInfo(zone)).date()
    return {
        "date": day.isoformat(),
        "weekday": day.strftime("%A"),
        "days_from_today": (day - today).days,
    }


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        raise ToolFailed(f"'{text[:40]}' is no date; write it as YYYY-MM-DD") from None
