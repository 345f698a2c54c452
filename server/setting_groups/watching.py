"""What operators see of a worker."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from server.setting_groups.group import SettingGroup
from server.setting_groups.values import Secret, WebAddress


class WatchingSettings(SettingGroup):
    """What operators see of a worker."""

    watchdog_ms: int = Field(
        default=50,
        alias="BATUTA_WATCHDOG_MS",
        ge=0,
        description="Pause between two looks at how long the event loop is held; 0: none.",
    )
    log_level: str = Field(
        default="INFO",
        alias="BATUTA_LOG_LEVEL",
        pattern="(?i)^(debug|info|warning|error|critical)$",
        description="Least severe log level: debug, info, warning, error or critical.",
    )
    log_format: str = Field(
        default="auto",
        alias="BATUTA_LOG_FORMAT",
        pattern="^(auto|json|text)$",
        description="`json`, `text`, or `auto`: text on a terminal, else JSON.",
    )
    otlp_endpoint: WebAddress | None = Field(
        default=None,
        alias="OTEL_EXPORTER_OTLP_ENDPOINT",
        description="Where traces and metrics are sent (OTLP over HTTP); empty: nowhere.",
    )
    metrics_token: Secret | None = Field(
        default=None,
        alias="BATUTA_METRICS_TOKEN",
        description="Bearer token /metrics asks for; empty: open to loopback only.",
    )

    metrics_folder: Path | None = Field(
        default=None,
        alias="PROMETHEUS_MULTIPROC_DIR",
        description="Where several workers gather their metrics; set by `batuta serve --workers`.",
    )
