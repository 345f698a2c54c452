"""Where and when something is said: what "tomorrow", "at eight" and "98765-4321" mean."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from language.detect import Language
from language.phones import REGIONS
from workflows.file.slots import Slot

_MONTH_FIRST = frozenset({"US", "PR", "GU", "AS", "VI", "MP", "FM", "MH", "PW"})


@dataclass(frozen=True, slots=True)
class SpeechContext:
    """The moment, the language, and the country whose telephone numbers need no code."""

    now: datetime
    language: Language = "en"
    region: str | None = None

    @property
    def today(self) -> date:
        return self.now.date()

    def day_first(self, slot: Slot) -> bool | None:
        """Tell what 5/12 is where the slot is asked: None where nothing tells the country."""
        region = slot.region or self.region
        if region is None:
            return True if self.language == "pt" else None
        return region not in _MONTH_FIRST

    def region_of(self, slot: Slot) -> str:
        """Return the country of a slot's numbers: its own, the project's, the language's."""
        return slot.region or self.region or REGIONS[self.language]
