"""GET /auth/options: what whoever is not signed in yet may know."""

from __future__ import annotations

from typing import get_args

from fastapi import APIRouter, Request

from language.detect import Language
from server.limits.admission import identity_of
from server.routes.dependencies import RuntimeDep
from server.routes.sign_in_options_forms import OutsideOption, SignInOptions

router = APIRouter(prefix="/auth", tags=["auth"])


@router.get("/options")
async def options(request: Request, here: RuntimeDep) -> SignInOptions:
    """Tell by what one may sign in here, and which model answers."""
    outside = identity_of(request).outside
    oidc = OutsideOption(title=outside.title) if outside is not None else None
    return SignInOptions(
        oidc=oidc, keyless=here.models.is_keyless(), languages=list(get_args(Language))
    )
