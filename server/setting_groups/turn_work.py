"""How turns are worked on: steps, leases, waiting, and the sandbox."""

from __future__ import annotations

from pydantic import Field

from server.setting_groups.group import SettingGroup

_MOST_DAYS = 36_500


class TurnSettings(SettingGroup):
    """How turns are worked on: steps, leases, waiting, and the sandbox."""

    max_steps: int = Field(
        default=15,
        alias="BATUTA_MAX_STEPS",
        ge=1,
        description="Model calls of one agent before the person is asked whether to go on; a "
        "person's preference and an agent's `budget.steps` say otherwise.",
    )
    approval_minutes: int = Field(
        default=60 * 24,
        alias="BATUTA_APPROVAL_MINUTES",
        ge=1,
        le=_MOST_DAYS * 24 * 60,
        description="How long an approval stays open.",
    )
    heartbeat_seconds: float = Field(
        default=15,
        alias="BATUTA_HEARTBEAT_SECONDS",
        gt=0,
        description="Pause between a stream's heartbeats.",
    )
    slow_reader_seconds: float = Field(
        default=30,
        alias="BATUTA_SLOW_READER_SECONDS",
        gt=0,
        description="How long a reader may take nothing before it is dropped (it may re-join).",
    )
    lease_seconds: float = Field(
        default=10,
        alias="BATUTA_LEASE_SECONDS",
        gt=0,
        description="Silence after which a worker counts as dead and its turns go to others.",
    )
    drain_seconds: float = Field(
        default=20,
        alias="BATUTA_DRAIN_SECONDS",
        ge=0,
        description="Time running turns get at shutdown before they are handed over.",
    )

    sandbox: str = Field(
        default="auto",
        alias="BATUTA_SANDBOX",
        pattern="^(auto|ns|landlock)$",
        description="How programs and queries over data are isolated: `ns`, `landlock`, or `auto`: "
        "the best that this machine allows.",
    )
    sandbox_jobs: int = Field(
        default=0,
        alias="BATUTA_SANDBOX_JOBS",
        ge=0,
        le=256,
        description="Jobs that run in the sandbox at once; more wait; 0: as many as cores.",
    )
    sandbox_memory_mb: int = Field(
        default=512,
        alias="BATUTA_SANDBOX_MEMORY_MB",
        ge=128,
        le=65_536,
        description="Memory of one job in the sandbox, in MB.",
    )
