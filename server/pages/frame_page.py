"""The frame in which what a model has written runs: without a network, a parent, or an origin.

Two layers. The outer one is ours: it holds nothing but the inner frame and the policy, which the
inner one inherits. A sandbox alone would let the inner frame navigate itself to anywhere, with
what it knows in the address; the outer one's `frame-src` forbids that, whoever embeds it.
"""

from __future__ import annotations

import html
import re
from typing import Literal

from language.detect import Language
from server.pages.assets import STATIC, asset_path
from store.artifacts import ArtifactKind

FrameTheme = Literal["light", "dark"]
_NAMES = ("frame.css", "frame_inner.js", "frame_outer.js", "frame_charts.js")
_STYLE, _INNER, _OUTER, _CHARTS = ((STATIC / name).read_text("utf-8") for name in _NAMES)
# A tag begins with its name: what does not begin so makes no such element (see frame_inner.js).
_CLOSED = re.compile(r"<(?=i?frame|object|embed|fencedframe|portal|applet|link)", re.I)


def frame_policy(host: str) -> str:
    """Return the policy of a frame; `host` is the server's own name, for the chart library."""
    library = f"{host}{asset_path('echarts.min.js')}" if host else "'self'"
    return "; ".join((
        "sandbox allow-scripts", "default-src 'none'", f"script-src 'unsafe-inline' {library}",
        "style-src 'unsafe-inline'", "img-src data:", "font-src data:", "frame-src 'none'",
        "worker-src 'none'", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'self'", "require-trusted-types-for 'script'", "trusted-types default",
    ))  # fmt: skip


def frame_page(
    kind: ArtifactKind, title: str, content: str, language: Language, theme: FrameTheme | None
) -> str:
    """Write the frame around a piece of HTML or SVG; the page around it may know the theme."""
    said, scheme = html.escape(title), theme or "light dark"
    inner = html.escape(_inner(kind, said, content, language, scheme))
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{said}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root{{color-scheme:{scheme}}}html,body{{margin:0;height:100%}}
iframe{{border:0;width:100%;height:100%;display:block}}</style></head>
<body><iframe sandbox="allow-scripts" referrerpolicy="no-referrer" title="{said}" \
srcdoc="{inner}"></iframe><script>{_OUTER}</script></body></html>
"""


def _inner(kind: ArtifactKind, said: str, content: str, language: Language, scheme: str) -> str:
    content = _CLOSED.sub("&lt;", content)
    library = ""
    if kind == "html" and "echarts" in content:
        library = (
            f'<script src="{asset_path("echarts.min.js")}"></script><script>{_CHARTS}</script>'
        )
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{said}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>{_INNER}</script>{library}<style>:root{{color-scheme:{scheme}}}{_STYLE}</style></head><body>
{content}
</body></html>"""
