"""GET /auth/options: what whoever is not signed in yet may know."""

from __future__ import annotations

from typing import get_args

from fastapi import APIRouter

from language.detect import Language
from server.routes.dependencies import RuntimeDep
from server.routes.sign_in_options_forms import SignInOptions

router = APIRouter(prefix="/auth", tags=["auth"])


@router.get("/options")
async def options(here: RuntimeDep) -> SignInOptions:
    """Tell by what one may sign in here, and which model answers."""
    return SignInOptions(keyless=here.models.is_keyless(), languages=list(get_args(Language)))
