"""What the administration of people takes and gives."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from contracts.messages import Role
from server.limits.bounded_body import BoundedBody
from server.routes.dependencies import ONLY_TEXT
from store.people import PeopleFilter, PersonFacts, PersonState

TeamName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
RoleSet = Annotated[list[Role], Field(min_length=1, max_length=10)]
EmailPart = Annotated[str, Field(max_length=254), ONLY_TEXT]


class PeopleQuery(BaseModel):
    """A page of people, by e-mail."""

    model_config = ConfigDict(extra="forbid")

    search: EmailPart | None = Field(default=None, description="A part of the e-mail.")
    role: Role | None = None
    state: PersonState | None = Field(default=None, description="`new`: has never signed in here.")
    limit: int = Field(default=50, ge=1, le=200)
    after: EmailPart | None = Field(default=None, description="`next` of the page before.")

    def to_store(self) -> PeopleFilter:
        """Return it in the store's words."""
        return PeopleFilter(self.search or None, self.role, self.state)


class PersonOut(BaseModel):
    """An account of your organisation."""

    id: str
    email: str
    roles: list[Role]
    disabled: bool
    signs_in_by: Literal["password", "issuer", "link"] = Field(
        description="What the person has: a password, an outside issuer, or neither yet."
    )
    last_sign_in_at: datetime | None
    created_at: datetime
    teams: list[str] = Field(description="Whose conversations they answer, as `staff`.")


class PeopleList(BaseModel):
    """A page of people; `next` is the `after` of the next one."""

    people: list[PersonOut]
    next: str | None


class NewPersonBody(BoundedBody):
    """Somebody to add; `link` makes an address by which they sign in for the first time."""

    model_config = ConfigDict(extra="forbid")

    email: str = Field(min_length=3, max_length=254)
    roles: RoleSet = Field(default=["user"])
    link: Literal["login", "reset"] | None = None


class ChangedPersonBody(BoundedBody):
    """What is to be otherwise; what is left out stays."""

    model_config = ConfigDict(extra="forbid")

    roles: RoleSet | None = None
    disabled: bool | None = None
    teams: Annotated[list[TeamName], Field(max_length=100)] | None = Field(
        default=None, description="Teams whose conversations the person answers (`GET /teams`)."
    )


class PersonLinkBody(BoundedBody):
    """What the address does: sign the person in, or let them choose a password."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["login", "reset"]


class PersonLink(BaseModel):
    """A one-time address."""

    kind: Literal["login", "reset"]
    url: str = Field(description="Without a host where no public address is set: on this one.")
    expires_in: int = Field(description="Seconds it works.")


class NewPerson(BaseModel):
    """Somebody who was added."""

    person: PersonOut
    link: PersonLink | None


def person_out(facts: PersonFacts) -> PersonOut:
    """Show an account."""
    by: Literal["password", "issuer", "link"] = "password" if facts.has_password else "link"
    return PersonOut.model_validate(
        {
            "id": str(facts.id),
            "email": facts.email,
            "roles": sorted(facts.roles),
            "disabled": facts.disabled,
            "signs_in_by": "issuer" if facts.issuer else by,
            "last_sign_in_at": facts.last_sign_in_at,
            "created_at": facts.created_at,
            "teams": facts.teams,
        }
    )
