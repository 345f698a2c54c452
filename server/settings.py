"""Every setting there is, and the only place that reads the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    create_model,
)
from pydantic_core import PydanticCustomError

from agent.models.provider import Access, Provider, find_providers
from contracts.errors import BatutaError
from server.limits.allowed_origins import checked_origins
from server.limits.client_address import LOOPBACK, checked_proxies
from store.database_url import database_url_fault

PROVIDERS: tuple[Provider, ...] = tuple(sorted(find_providers().values(), key=lambda p: p.rank))
_FIRST = next(provider.access.title for provider in PROVIDERS if provider.access)
ACCESSES: dict[str, Access] = {
    name: provider.access for name, provider in sorted(find_providers().items()) if provider.access
}


_MOST_DAYS = 36_500
_MOST_ACCESS_MINUTES = 30 * 24 * 60


class BadSetting(BatutaError):
    """A setting has a value that cannot be used."""

    code = "invalid_request"


def default_home() -> Path:
    """Return the per-user data folder; for root a system folder, because the embedded database
    opens every parent folder to its own system user."""
    if os.geteuid() == 0:
        return Path("/var/lib/batuta")
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "batuta"


def _secret(value: str) -> str:
    """Refuse what no header can carry: a library that fails at it quotes the whole key."""
    if re.fullmatch(r"[!-~]+", value := value.strip()):
        return value
    raise PydanticCustomError(
        "secret", "it holds a blank, a line break or a letter outside ASCII; copy it again"
    )


def _web_address(value: str) -> str:
    """Refuse an address that cannot be read, without a word of it: it may hold a password."""
    try:
        parts = urlsplit(value)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            parts.hostname.encode("idna")
            if value.isprintable() and " " not in value:
                return value
    except ValueError:
        pass
    raise PydanticCustomError("web_address", "it is no address such as https://host:port")


def _open_address(value: str) -> str:
    """Refuse a password in an address that is printed and sent about."""
    if "@" in urlsplit(value).netloc:
        raise PydanticCustomError("open_address", "leave the user and the password out of it")
    return value


def _database_url(value: str) -> str:
    if fault := database_url_fault(value):
        raise PydanticCustomError("database_url", "{fault}", {"fault": fault})
    return value


Secret = Annotated[str, AfterValidator(_secret)]
WebAddress = Annotated[str, AfterValidator(_web_address)]
OpenAddress = Annotated[WebAddress, AfterValidator(_open_address)]
DatabaseUrl = Annotated[str, AfterValidator(_database_url)]


class _OwnSettings(BaseModel):
    """The settings that are ours, whoever provides the models."""

    model_config = ConfigDict(
        frozen=True,
        populate_by_name=True,
        extra="ignore",
        protected_namespaces=(),
        allow_inf_nan=False,
        hide_input_in_errors=True,
    )

    host: str = Field(default="127.0.0.1", alias="HOST", description="Address to listen on.")
    port: int = Field(default=8000, alias="PORT", ge=0, le=65535, description="Port to listen on.")
    home: Path = Field(
        default_factory=default_home,
        alias="BATUTA_HOME",
        description="Data folder: the embedded database, its backups, its lock.",
    )
    project: Path | None = Field(
        default=None,
        alias="BATUTA_PROJECT",
        description="Folder with a project's own `tools/` and `workflows/`; empty: ours alone.",
    )
    dev: bool = Field(
        default=False,
        alias="BATUTA_DEV",
        description="Serve the project's files as they are, edits at once; else what is published.",
    )
    database_url: DatabaseUrl | None = Field(
        default=None,
        alias="DATABASE_URL",
        description="Any PostgreSQL (15 or newer, with pgvector); empty: the embedded one.",
    )
    pool_size: int = Field(
        default=10,
        alias="BATUTA_POOL_SIZE",
        ge=2,
        description="Database connections of one worker.",
    )

    url: OpenAddress = Field(
        default="http://127.0.0.1:8000",
        alias="BATUTA_URL",
        description="Where the terminal client finds the server.",
    )
    token: Secret | None = Field(
        default=None, alias="BATUTA_TOKEN", description="Bearer token of the terminal client."
    )
    no_color: str | None = Field(
        default=None,
        alias="NO_COLOR",
        description="Any value: the terminal client writes without colours.",
    )
    public_url: OpenAddress | None = Field(
        default=None,
        alias="BATUTA_PUBLIC_URL",
        description="Address people use, for the links that are printed or sent.",
    )
    trusted_proxies: Annotated[str, AfterValidator(checked_proxies)] = Field(
        default=LOOPBACK,
        alias="BATUTA_TRUSTED_PROXIES",
        description="Peers that are believed when `X-Forwarded-For` says for whom they ask: "
        "addresses and networks, with commas between; `none`: nobody is.",
    )

    allowed_origins: Annotated[str, AfterValidator(checked_origins)] = Field(
        default="",
        alias="BATUTA_ALLOWED_ORIGINS",
        description="Pages of other origins that may call the API with a token, with commas "
        "between (`https://chat.example.org`); cookies are never taken from them.",
    )

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

    model: str | None = Field(
        default=None,
        alias="BATUTA_MODEL",
        description=f"`provider/name` or `local`; empty: providers with a key, {_FIRST} first.",
    )
    model_fast: str | None = Field(
        default=None, alias="BATUTA_MODEL_FAST", description="Model of agents that ask for `fast`."
    )
    model_smart: str | None = Field(
        default=None,
        alias="BATUTA_MODEL_SMART",
        description="Model of agents that ask for `smart`.",
    )
    model_judge: str | None = Field(
        default=None,
        alias="BATUTA_MODEL_JUDGE",
        description="Model that judges doubtful texts; the fast one if unset.",
    )
    model_stall_seconds: float = Field(
        default=60,
        alias="BATUTA_MODEL_STALL_SECONDS",
        gt=0,
        description="Silence of a provider that counts as a failure.",
    )
    model_retries: int = Field(
        default=2,
        alias="BATUTA_MODEL_RETRIES",
        ge=0,
        description="Further tries of a provider that is overloaded or unreachable.",
    )
    prices_file: Path | None = Field(
        default=None,
        alias="BATUTA_PRICES",
        description="JSON file that adds to or replaces model prices.",
    )

    access_minutes: int = Field(
        default=60,
        alias="BATUTA_ACCESS_MINUTES",
        ge=1,
        le=_MOST_ACCESS_MINUTES,
        description="Life of an access token.",
    )
    refresh_days: int = Field(
        default=30,
        alias="BATUTA_REFRESH_DAYS",
        ge=1,
        le=_MOST_DAYS,
        description="Life of a refresh token.",
    )
    oidc_issuer: OpenAddress | None = Field(
        default=None,
        alias="BATUTA_OIDC_ISSUER",
        description="Issuer whose tokens are accepted too, if a key it publishes signed them and "
        "no shared secret (Supabase: https://PROJECT.supabase.co/auth/v1).",
    )
    oidc_audience: str = Field(
        default="authenticated",
        alias="BATUTA_OIDC_AUDIENCE",
        description="Audience those tokens must name.",
    )
    oidc_silence_confirms: bool = Field(
        default=False,
        alias="BATUTA_OIDC_SILENCE_CONFIRMS",
        description="The issuer lets nobody in whose e-mail it has not confirmed, and its tokens "
        "never say so: without `email_verified` a new person is let in all the same.",
    )
    oidc_jwks_url: OpenAddress | None = Field(
        default=None,
        alias="BATUTA_OIDC_JWKS_URL",
        description="Where the issuer's keys are; empty: found through its discovery document.",
    )

    oidc_client_id: str | None = Field(
        default=None,
        alias="BATUTA_OIDC_CLIENT_ID",
        description="The client by which the pages sign people in at the issuer (authorization "
        "code with PKCE); let it know BATUTA_PUBLIC_URL/auth/oidc/callback.",
    )
    oidc_client_secret: Secret | None = Field(
        default=None,
        alias="BATUTA_OIDC_CLIENT_SECRET",
        description="That client's secret, if it has one.",
    )
    oidc_title: str | None = Field(
        default=None,
        max_length=60,
        alias="BATUTA_OIDC_TITLE",
        description="What people call the issuer, on the sign-in page; empty: its host.",
    )
    supabase_key: Secret | None = Field(
        default=None,
        alias="BATUTA_SUPABASE_KEY",
        description="The public (anon) key of the Supabase project that is the issuer: whoever has "
        "no password here signs in by the one they have there.",
    )

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


def _provider_settings() -> dict[str, tuple[Any, Any]]:
    """Make the settings that the model providers declare: a key and an address of each."""
    fields: dict[str, tuple[Any, Any]] = {}
    a_secret: Any = Secret
    an_address: Any = WebAddress
    for name, access in ACCESSES.items():
        said = f"Another address that speaks {access.title}'s protocol."
        key = Field(default=None, alias=access.key_variable, description=f"Key of {access.title}.")
        url = Field(default=None, alias=access.url_variable, description=said)
        fields[f"{name}_key"] = (a_secret | None, key)
        fields[f"{name}_url"] = (an_address | None, url)
    return fields


if TYPE_CHECKING:
    _WithProviders = _OwnSettings
else:
    _WithProviders = create_model("_WithProviders", __base__=_OwnSettings, **_provider_settings())


class Settings(_WithProviders):
    """The settings of one process; each field's alias is its environment variable."""

    @property
    def model_keys(self) -> dict[str, str]:
        return self._of_providers("key")

    @property
    def model_urls(self) -> dict[str, str]:
        """The addresses that are set, by provider."""
        return self._of_providers("url")

    def _of_providers(self, part: str) -> dict[str, str]:
        given = {name: getattr(self, f"{name}_{part}") for name in ACCESSES}
        return {name: value for name, value in given.items() if value}

    def for_child(self, metrics_folder: str) -> dict[str, str]:
        """Return the environment of a worker process that is to have the same settings."""
        given = {
            field.alias or name: str(value)
            for name, field in type(self).model_fields.items()
            if (value := getattr(self, name)) is not None
        }
        return os.environ | given | {"PROMETHEUS_MULTIPROC_DIR": metrics_folder}

    @classmethod
    def load(cls, env: Mapping[str, str] | None = None, **given: Any) -> Settings:
        """Read the settings; what is given by name wins over the environment."""
        source = os.environ if env is None else env
        values: dict[str, Any] = {}
        for name, field in cls.model_fields.items():
            raw = source.get(field.alias or name)
            if raw:
                values[name] = raw
        values |= {k: v for k, v in given.items() if v is not None}
        try:
            return cls.model_validate(values)
        except ValidationError as exc:
            lines = [
                f"{cls.model_fields[str(e['loc'][0])].alias or e['loc'][0]}: {e['msg']}"
                for e in exc.errors()
                if e["loc"]
            ]
            raise BadSetting("these settings cannot be used: " + "; ".join(lines)) from None


def variables_named(names: Iterable[str]) -> dict[str, str]:
    """Return the variables of the environment that a project names; those that are not set, not."""
    return {name: value for name in names if (value := os.environ.get(name))}
