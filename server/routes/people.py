"""The people of an organisation, for its administrators."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request

from contracts.errors import InvalidRequest
from language.suggestions import meant
from server.identity import administration
from server.identity.accounts import LINK_LIFE, link_address
from server.identity.administration import PersonChange
from server.limits.admission import ClosedRoute, identity_of
from server.routes.dependencies import AdminDep, RuntimeDep
from server.routes.people_forms import (
    ChangedPersonBody,
    NewPerson,
    NewPersonBody,
    PeopleList,
    PeopleQuery,
    PersonLink,
    PersonLinkBody,
    PersonOut,
    person_out,
)
from server.runtime import Runtime
from store import people

router = APIRouter(prefix="/people", tags=["administration"], route_class=ClosedRoute)


@router.get("")
async def list_(
    known: AdminDep, here: RuntimeDep, query: Annotated[PeopleQuery, Query()]
) -> PeopleList:
    """List the people of your organisation, by e-mail."""
    found = await people.listed(here.pool, known.org_id, query.to_store(), query.limit, query.after)
    return PeopleList(
        people=[person_out(facts) for facts in found],
        next=found[-1].email if len(found) == query.limit else None,
    )


@router.post("", status_code=201)
async def add(body: NewPersonBody, known: AdminDep, here: RuntimeDep) -> NewPerson:
    """Add somebody to your organisation."""
    made = await administration.add_person(here.pool, known, body.email, body.roles)
    link = None
    if body.link is not None:
        link = await _link(here, known, made.id, PersonLinkBody(kind=body.link))
    return NewPerson(person=person_out(made), link=link)


@router.get("/{person_id}")
async def detail(person_id: UUID, known: AdminDep, here: RuntimeDep) -> PersonOut:
    """Show somebody of your organisation."""
    return person_out(await administration.facts_of(here.pool, known, person_id))


@router.patch("/{person_id}")
async def change(
    person_id: UUID, body: ChangedPersonBody, known: AdminDep, here: RuntimeDep, request: Request
) -> PersonOut:
    """Change roles and teams, shut out, let in again; holds everywhere within seconds."""
    wanted = PersonChange(body.roles, body.disabled, _teams(here, body.teams))
    changed = await administration.change_person(here.pool, known, person_id, wanted)
    identity_of(request).forget(person_id)
    return person_out(changed)


@router.post("/{person_id}/links", status_code=201)
async def make_link(
    person_id: UUID, body: PersonLinkBody, known: AdminDep, here: RuntimeDep
) -> PersonLink:
    """Make a one-time address for somebody; whoever opens it is signed in as them."""
    return await _link(here, known, person_id, body)


def _teams(here: Runtime, wanted: list[str] | None) -> list[str] | None:
    """Refuse a team that there is not: nothing would ever come to its people."""
    known = here.teams_known
    for name in wanted or ():
        if name not in known:
            raise InvalidRequest(
                f"there is no team '{name}'{meant(name, known)}; `teams` of batuta.yaml and"
                f" `handoff` states name: {', '.join(known) or 'none'}"
            )
    return wanted


async def _link(
    here: Runtime, known: AdminDep, person_id: UUID, body: PersonLinkBody
) -> PersonLink:
    token = await administration.make_person_link(here.pool, known, person_id, body.kind)
    return PersonLink(
        kind=body.kind,
        url=link_address(here.settings.public_url or "", token, body.kind),
        expires_in=int(LINK_LIFE.total_seconds()),
    )
