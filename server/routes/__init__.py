"""The HTTP API, one file per resource."""

from __future__ import annotations

from fastapi import APIRouter


def all_routers() -> list[APIRouter]:
    """List every router; `create_app` includes them in this order."""
    from server.routes import (
        approvals,
        artifacts,
        assets,
        audit,
        auth,
        browser_sign_in,
        case_queue,
        cases,
        chat,
        dashboard_view,
        dashboards,
        examples,
        feedback,
        files,
        health,
        inbox,
        me,
        outside_sign_in,
        people,
        session_events,
        sessions,
        shared,
        sign_in_options,
        web_app,
        workflow_access,
        workflows,
    )

    return [
        health.router,
        chat.router,
        approvals.router,
        sessions.router,
        session_events.router,
        files.router,
        workflows.router,
        me.router,
        auth.router,
        browser_sign_in.router,
        sign_in_options.router,
        outside_sign_in.router,
        people.router,
        workflow_access.router,
        audit.router,
        inbox.router,
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
