"""How much may come in: messages, bodies, uploads, conversations, by person and by worker."""

from __future__ import annotations

from pydantic import Field

from server.setting_groups.group import SettingGroup


class LimitSettings(SettingGroup):
    """How much may come in: messages, bodies, uploads, conversations, by person and by worker."""

    rate_per_minute: int = Field(
        default=20,
        alias="BATUTA_RATE_PER_MINUTE",
        ge=0,
        description="Messages a person may send in a minute, and conversations they may begin "
        "without one; 0: no limit.",
    )
    max_open_turns: int = Field(
        default=10,
        alias="BATUTA_MAX_OPEN_TURNS",
        ge=0,
        description="Running and waiting turns a person may have at once; 0: no limit.",
    )
    max_streams: int = Field(
        default=2000,
        alias="BATUTA_MAX_STREAMS",
        ge=0,
        description="Streams one worker sends at once; a further one is refused; 0: no limit.",
    )
    max_streams_per_person: int = Field(
        default=32,
        alias="BATUTA_MAX_STREAMS_PER_PERSON",
        ge=0,
        description="Streams one worker sends to one person at once; a further one ends the "
        "oldest; 0: no limit.",
    )
    max_sessions: int = Field(
        default=2000,
        alias="BATUTA_MAX_SESSIONS",
        ge=0,
        description="Conversations a person may have; 0: no limit.",
    )
    max_handovers: int = Field(
        default=500,
        alias="BATUTA_MAX_HANDOVERS",
        ge=0,
        description="Conversations of one organisation that wait for people or are with them.",
    )
    handover_hours: int = Field(
        default=72,
        alias="BATUTA_HANDOVER_HOURS",
        ge=1,
        le=8760,
        description="Hours without a word of the staff until the assistant takes over again.",
    )
    max_turns: int = Field(
        default=64,
        alias="BATUTA_MAX_TURNS",
        ge=1,
        description="Turns one worker runs at once; more wait in the queue for any worker.",
    )
    max_message_bytes: int = Field(
        default=32_768, alias="BATUTA_MAX_MESSAGE_BYTES", ge=1, description="Longest message."
    )
    max_attached_bytes: int = Field(
        default=32_768,
        alias="BATUTA_MAX_ATTACHED_BYTES",
        ge=1,
        description="Most bytes of `ui_result`, `client_state` and `metadata` together.",
    )
    max_body_bytes: int = Field(
        default=1_048_576, alias="BATUTA_MAX_BODY_BYTES", ge=1, description="Largest request body."
    )
    max_bodies_bytes: int = Field(
        default=67_108_864,
        alias="BATUTA_MAX_BODIES_BYTES",
        ge=1,
        description="Request bodies that one worker reads at once, together; one address, a "
        "quarter of it.",
    )
    request_seconds: float = Field(
        default=30,
        alias="BATUTA_REQUEST_SECONDS",
        gt=0,
        description="How long a request may take to come, from its first byte to its last.",
    )
    max_connections: int = Field(
        default=4096,
        alias="BATUTA_MAX_CONNECTIONS",
        ge=0,
        description="Connections one worker holds at once; who says nothing goes first; 0: no "
        "limit.",
    )
    max_connections_per_address: int = Field(
        default=512,
        alias="BATUTA_MAX_CONNECTIONS_PER_ADDRESS",
        ge=0,
        description="Connections of one address, or requests that a trusted proxy has open for "
        "one, at one worker; 0: no limit.",
    )
    max_upload_mb: int = Field(
        default=50,
        alias="BATUTA_MAX_UPLOAD_MB",
        ge=1,
        le=500,
        description="Largest file that a person may send.",
    )
    upload_seconds: float = Field(
        default=300,
        alias="BATUTA_UPLOAD_SECONDS",
        gt=0,
        description="How long a file may take to arrive.",
    )
    upload_memory_mb: int = Field(
        default=2048,
        alias="BATUTA_UPLOAD_MEMORY_MB",
        ge=256,
        description="Most memory that reading a file may take, in the sandbox.",
    )
    uploads_per_minute: int = Field(
        default=10,
        alias="BATUTA_UPLOADS_PER_MINUTE",
        ge=0,
        description="Files a person may send in a minute; 0: no limit.",
    )
    max_uploads: int = Field(
        default=4,
        alias="BATUTA_MAX_UPLOADS",
        ge=1,
        description="Files that one worker receives and reads at once.",
    )
    max_datasets: int = Field(
        default=200,
        alias="BATUTA_MAX_DATASETS",
        ge=0,
        description="Datasets a person may keep; 0: no limit.",
    )
    max_dataset_mb: int = Field(
        default=1024,
        alias="BATUTA_MAX_DATASET_MB",
        ge=0,
        description="What a person's datasets may take together; a file that begins below it is "
        "taken; 0: no limit.",
    )
