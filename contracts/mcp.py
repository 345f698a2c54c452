"""What a project says of the MCP servers whose tools it uses (`mcp` in `batuta.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from contracts.messages import Role

McpApproval = Literal["never", "ask", "always"]
Variable = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,100}$")]
_UNUSUAL = re.compile(r"[^a-z0-9]+")


class McpToolFilter(BaseModel):
    """Which of a server's tools are used, by the server's own names; `*` stands for any letters."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    include: list[str] = ["*"]
    exclude: list[str] = []

    def takes(self, name: str) -> bool:
        """Tell whether a tool is wanted."""
        return _any_of(self.include, name) and not _any_of(self.exclude, name)


class McpServer(BaseModel):
    """One MCP server: a command that is started, or an address."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,29}$")]
    command: Annotated[str, Field(min_length=1, max_length=500)] | None = Field(
        default=None, description="A program that speaks MCP on its standard input and output."
    )
    args: Annotated[list[str], Field(max_length=100)] = []
    env: Annotated[list[Variable], Field(max_length=50)] = Field(
        default=[], description="Names of the server's variables that the program may see."
    )
    url: Annotated[str, Field(pattern=r"^https?://[^\s@]+$", max_length=2_000)] | None = Field(
        default=None, description="Address of a server that speaks streamable HTTP."
    )
    headers: dict[str, Variable] = Field(
        default={}, description="Headers of each request, and the variables that hold their values."
    )
    tools: McpToolFilter = McpToolFilter()
    prefix: Annotated[str, Field(pattern=r"^([a-z][a-z0-9_]{0,30})?$")] | None = Field(
        default=None, description="What the tools' names begin with; the server's name and _."
    )
    timeout: Annotated[float, Field(gt=0, le=3_600)] = 60
    approval: McpApproval | dict[str, McpApproval] = Field(
        default={},
        description="For all tools, or by name, instead of what the server says of them.",
    )
    roles: list[Role] = []

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.command is None) == (self.url is None):
            raise ValueError(f"'{self.name}' needs a `command` or a `url`, one of the two")
        if self.url and (self.args or self.env):
            raise ValueError(f"'{self.name}' has a `url`; `args` and `env` are for a `command`")
        if self.command and self.headers:
            raise ValueError(f"'{self.name}' has a `command`; `headers` are for a `url`")
        return self

    @property
    def leads(self) -> str:
        """Return what the names of its tools begin with."""
        return f"{self.name}_" if self.prefix is None else self.prefix

    @property
    def variables(self) -> list[str]:
        """Return the names of the variables that it needs."""
        return [*self.env, *self.headers.values()]

    def name_of(self, tool: str) -> str:
        """Return the name that agents call a tool of the server by."""
        return self.leads + _UNUSUAL.sub("_", tool.lower()).strip("_")

    def of_it(self, names: Iterable[str]) -> list[str]:
        """Return the names that can only be tools of this server."""
        return sorted(n for n in names if self.leads and n.startswith(self.leads))

    def approval_of(self, tool: str) -> McpApproval | None:
        """Return what the project wants of a tool; None where the server's word counts."""
        if isinstance(self.approval, str):
            return self.approval
        return next((a for name, a in self.approval.items() if fnmatchcase(tool, name)), None)


def _any_of(patterns: Sequence[str], name: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
