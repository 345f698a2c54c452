"""What the API of artifacts gives."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from store.artifacts import ArtifactKind


class ArtifactOut(BaseModel):
    """An artifact: its code, and where it runs."""

    id: str
    session: str
    turn: str
    kind: ArtifactKind
    title: str
    content: str
    frame: str = Field(description='For an `<iframe sandbox="allow-scripts">`; it ends soon.')
    frame_expires_in: int = Field(description="Seconds.")
    created_at: datetime
