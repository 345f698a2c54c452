"""What all groups of settings have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class SettingGroup(BaseModel):
    """Settings of one subject; each field's alias is its environment variable."""

    model_config = ConfigDict(
        frozen=True,
        populate_by_name=True,
        extra="ignore",
        protected_namespaces=(),
        allow_inf_nan=False,
        hide_input_in_errors=True,
    )
