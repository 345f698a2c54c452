"""The router that most tests ask."""

from __future__ import annotations

import pytest

from router.route import Router
from tests.support.routing import project


@pytest.fixture(scope="module")
def router() -> Router:
    return Router(project())
