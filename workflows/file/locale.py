"""Where a project's people are: what "tomorrow" and a telephone number without a code mean."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from language.phones import known_region


@dataclass(frozen=True, slots=True)
class ProjectLocale:
    """A time zone, and the country whose telephone numbers need no code."""

    timezone: str = "UTC"
    region: str | None = None

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.timezone)


def known_zone(name: str) -> str:
    """Refuse a time zone that no clock has."""
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError):
        raise ValueError(f"there is no time zone '{name[:60]}'; one is America/Sao_Paulo") from None


def phone_region(region: str) -> str:
    """Refuse a country without telephone numbers."""
    if not known_region(region):
        raise ValueError(f"'{region[:20]}' has no telephone numbers; write a country: BR, US, GB")
    return region
