"""Every setting there is, and the only place that reads the environment.

The settings of one subject stand in a file of `server/setting_groups/`; those of where a server
stands, here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field, ValidationError, create_model

from contracts.errors import BatutaError
from server.limits.allowed_origins import checked_origins
from server.limits.client_address import LOOPBACK, checked_proxies
from server.setting_groups.group import SettingGroup
from server.setting_groups.limits import LimitSettings
from server.setting_groups.model_choice import ACCESSES, ModelSettings
from server.setting_groups.retention import RetentionSettings
from server.setting_groups.sign_in import SignInSettings
from server.setting_groups.turn_work import TurnSettings
from server.setting_groups.values import DatabaseUrl, OpenAddress, Secret, WebAddress
from server.setting_groups.watching import WatchingSettings


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


class PlaceSettings(SettingGroup):
    """Where a server stands, and how it is reached."""

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


class _OwnSettings(
    WatchingSettings,
    RetentionSettings,
    SignInSettings,
    ModelSettings,
    TurnSettings,
    LimitSettings,
    PlaceSettings,
):
    """The settings that are ours, whoever provides the models; read from the last group up."""


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
