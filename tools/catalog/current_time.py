"""Models do not know what time it is."""

from datetime import date, datetime
from typing import cast
from zoneinfo import ZoneInfo

from contracts.json import JsonObject
from language.said_dates import say_date, say_weekday
from language.zones import find_zone, suggest_zones
from tools import LocalPhrases, ToldResult, ToolContext, ToolFailed, tool


def _told(given: ToldResult) -> str:
    """Say what the clock shows in a sentence, by the place as it was asked for."""
    shown, language = cast("dict[str, str]", given.value), given.language
    day, time = date.fromisoformat(shown["date"]), shown["time"]
    place = str(given.args.get("zone") or "")[:60].rpartition("/")[2].replace("_", " ")
    when = f"{say_weekday(day, language)}, {say_date(day, language)}"
    named = "" if place else f" ({shown['zone']})"
    if language == "pt":
        spot = f" em {place}" if place else ""
        return f"{'É' if time.startswith('01') else 'São'} {time}{spot}, {when}{named}."
    spot = f" in {place}" if place else ""
    return f"It is {time}{spot}, {when}{named}."


@tool(
    title={"en": "Date and time", "pt": "Data e hora"},
    phrases=LocalPhrases(
        ability={"en": "tell the time", "pt": "dizer as horas"},
        listed={
            "en": "tell the time and the date, here or elsewhere: “what time is it in Tokyo?”",
            "pt": "dizer as horas e a data, aqui ou em outro lugar: “que horas são em Tóquio?”",
        },
        tell=_told,
    ),
)
async def current_time(ctx: ToolContext, zone: str | None = None) -> JsonObject:
    """Tell what time it is (que horas são) and today's date and weekday (que dia é hoje), here or
    in another city.

    Args:
        zone: A city or an IANA time zone, such as "Tokyo" or "America/Sao_Paulo"; left out: the
            person's own time zone.
    """
    wanted = zone or str(ctx.preferences.get("timezone") or "UTC")
    name = find_zone(wanted)
    if name is None:
        near = " or ".join(suggest_zones(wanted))
        cure = f"did you mean {near}?" if near else "name a larger city or an IANA time zone"
        raise ToolFailed(f"no time zone is known for '{wanted[:60]}'; {cure}")
    now = datetime.now(ZoneInfo(name))
    return {
        "date": now.date().isoformat(),
        "time": now.strftime("%H:%M"),
        "weekday": now.strftime("%A"),
        "zone": name,
    }
