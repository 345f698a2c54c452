"""What a request's body may have of everything: its reader lists each mistake it finds in it."""

from __future__ import annotations

from typing import Any, cast

from pydantic import BaseModel, model_validator

MOST_FIELDS = 100
MOST_WITHIN = 1_000


class BoundedBody(BaseModel):
    """A body of few fields, none of which has very many parts of its own."""

    @model_validator(mode="before")
    @classmethod
    def _few(cls, given: Any) -> Any:
        """Refuse many fields before they are looked at: a megabyte of unknown ones takes long."""
        if isinstance(given, dict):
            fields = cast("dict[Any, Any]", given)
            if len(fields) > MOST_FIELDS:
                raise ValueError(f"it has {len(fields)} fields; at most {MOST_FIELDS} are read")
            cls._few_within(fields)
        return cast("Any", given)

    @classmethod
    def _few_within(cls, fields: dict[Any, Any]) -> None:
        for name in cls.model_fields:
            value = fields.get(name)
            if isinstance(value, dict | list) and len(cast("list[Any]", value)) > MOST_WITHIN:
                raise ValueError(f"'{name}' has more than {MOST_WITHIN} parts; send less")
