"""The HTTP API, one file per resource."""

from __future__ import annotations

from fastapi import APIRouter


def all_routers() -> list[APIRouter]:
    """List every router; `create_app` includes them in this order."""
    from server.routes import (
        approvals,
        auth,
        cases,
        chat,
        examples,
        feedback,
        health,
        me,
        sessions,
        workflows,
    )

    return [
        health.router,
        chat.router,
        approvals.router,
        sessions.router,
        workflows.router,
        me.router,
        auth.router,
        feedback.router,
        cases.router,
        examples.router,
    ]
