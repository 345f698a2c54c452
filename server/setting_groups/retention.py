"""How long what is kept is kept."""

from __future__ import annotations

from pydantic import Field

from server.setting_groups.group import SettingGroup

_MOST_DAYS = 36_500


class RetentionSettings(SettingGroup):
    """How long what is kept is kept."""

    retain_events_days: int = Field(
        default=30,
        alias="BATUTA_RETAIN_EVENTS_DAYS",
        ge=0,
        le=_MOST_DAYS,
        description="Days a finished turn's event log and steps are kept; 0: for ever.",
    )
    retain_sessions_days: int = Field(
        default=0,
        alias="BATUTA_RETAIN_SESSIONS_DAYS",
        ge=0,
        le=_MOST_DAYS,
        description="Days an untouched conversation is kept; 0: for ever.",
    )
    retain_usage_days: int = Field(
        default=400,
        alias="BATUTA_RETAIN_USAGE_DAYS",
        ge=0,
        le=_MOST_DAYS,
        description="Days usage rows are kept; 0: for ever.",
    )
    retain_audit_days: int = Field(
        default=730,
        alias="BATUTA_RETAIN_AUDIT_DAYS",
        ge=0,
        le=_MOST_DAYS,
        description="Days the audit log is kept, 30 at least; 0: for ever.",
    )
    retain_cases_days: int = Field(
        default=365,
        alias="BATUTA_RETAIN_CASES_DAYS",
        ge=0,
        le=_MOST_DAYS,
        description="Days an untouched moderation case is kept; 0: for ever.",
    )
    retain_evidence_days: int = Field(
        default=90,
        alias="BATUTA_RETAIN_EVIDENCE_DAYS",
        ge=0,
        le=_MOST_DAYS,
        description="Days a case keeps the original text; 0: as long as the case itself.",
    )
    retain_engine_days: int = Field(
        default=7,
        alias="BATUTA_RETAIN_ENGINE_DAYS",
        ge=1,
        le=_MOST_DAYS,
        description="Days the durable engine's own rows of ended turns are kept.",
    )
