"""How long a test wants things kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DaysKept:
    """Days of each kind, as the settings name them; 0 keeps for ever."""

    retain_events_days: int = 0
    retain_sessions_days: int = 0
    retain_usage_days: int = 0
    retain_audit_days: int = 0
    retain_cases_days: int = 0
    retain_evidence_days: int = 0
    retain_engine_days: int = 7
