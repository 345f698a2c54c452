"""The HTTP API, one file per resource."""

from __future__ import annotations

from fastapi import APIRouter


def all_routers() -> list[APIRouter]:
    """List every router; `create_app` includes them in this order."""
    from server.routes import (
        approvals,
        artifacts,
        assets,
        auth,
        case_queue,
        cases,
        chat,
        dashboard_view,
        dashboards,
        examples,
        feedback,
        files,
        health,
        me,
        sessions,
        shared,
        web_app,
        workflows,
    )

    return [
        health.router,
        chat.router,
        approvals.router,
        sessions.router,
        files.router,
        workflows.router,
        me.router,
        auth.router,
        feedback.router,
        case_queue.router,  # before `/cases/{case_id}`, which takes its paths for ids
        cases.router,
        examples.router,
        dashboards.router,
        dashboard_view.router,
        shared.router,
        artifacts.router,
        assets.router,
        web_app.router,
    ]
