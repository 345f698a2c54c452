"""The frame in which what a model has written runs: without a network, a parent, or an origin.

Two layers. The outer one is ours: it holds nothing but the inner frame and the policy, which the
inner one inherits. A sandbox alone would let the inner frame navigate itself to anywhere, with
what it knows in the address; the outer one's `frame-src` forbids that, whoever embeds it.
"""

from __future__ import annotations

import html

from language.detect import Language
from server.pages.assets import asset_path
from store.artifacts import ArtifactKind

_STYLE = """
:root{color-scheme:light dark;--card:#fff;--ink:#1b1f27;--soft:#565e6c;--line:#d9dde4}
@media(prefers-color-scheme:dark){:root{--card:#1e2229;--ink:#eceff4;--soft:#a9b2c0;--line:#363c47}}
*{box-sizing:border-box}
body{margin:0;padding:.75rem;color:var(--ink);font:1rem/1.5 system-ui,sans-serif;background:transparent}
.dashboard-grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(300px,100%),1fr))}
.dashboard-row{display:flex;flex-wrap:wrap;gap:1rem;margin-bottom:1rem}
.dashboard-row>*{flex:1 1 12rem}
.section-title{font-size:1.15rem;font-weight:600;margin:1.25rem 0 .6rem}
.kpi-card{background:linear-gradient(135deg,#1c3d6e,#2b5a9e);color:#fff;border-radius:.75rem;padding:1rem 1.25rem;min-width:0}
.kpi-card h3{margin:0;font-size:.9rem;font-weight:500;opacity:.92}
.kpi-card .value{font-size:2rem;font-weight:650;line-height:1.2}
.kpi-card .unit{font-size:.9rem;font-weight:400;margin-left:.35rem}
.chart-container{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;min-width:0;min-height:12rem}
.chart-container h3{margin:0 0 .5rem;font-size:1rem}
.data-table{border-collapse:collapse;width:100%;background:var(--card);font-size:.9rem}
.data-table th,.data-table td{text-align:left;padding:.45rem .65rem;border-bottom:1px solid var(--line)}
.data-table th{color:var(--soft)}
svg,img,canvas,table{max-width:100%}
"""
# What the policy has no word for: calls between browsers. And how high the content is.
_BEFORE = """
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel"]) {
  try { delete window[name]; Object.defineProperty(window, name, { value: undefined }); } catch {}
}
addEventListener("load", () => {
  const tell = () => parent.postMessage(
    { type: "batuta-height", height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, "*");
  new ResizeObserver(tell).observe(document.documentElement);
  tell();
});
"""
_OUTER = """
const inner = document.querySelector("iframe");
addEventListener("message", (event) => {
  const height = event.source === inner.contentWindow && event.data?.type === "batuta-height"
    ? Number(event.data.height) : 0;
  if (!(height > 0 && height <= 20000)) return;
  inner.style.height = height + "px";
  parent.postMessage({ type: "batuta-height", height }, "*");
});
"""


def frame_policy(host: str) -> str:
    """Return the policy of a frame; `host` is the server's own name, for the chart library."""
    library = f"{host}{asset_path('echarts.min.js')}" if host else "'self'"
    return "; ".join((
        "sandbox allow-scripts", "default-src 'none'", f"script-src 'unsafe-inline' {library}",
        "style-src 'unsafe-inline'", "img-src data:", "font-src data:", "frame-src 'none'",
        "worker-src 'none'", "base-uri 'none'", "form-action 'none'", "webrtc 'block'",
        "frame-ancestors 'self'",
    ))  # fmt: skip


def frame_page(kind: ArtifactKind, title: str, content: str, language: Language) -> str:
    """Write the frame around a piece of HTML or SVG."""
    said = html.escape(title)
    inner = html.escape(_inner(kind, said, content, language))
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{said}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root{{color-scheme:light dark}}html,body{{margin:0;height:100%}}
iframe{{border:0;width:100%;height:100%;display:block}}</style></head>
<body><iframe sandbox="allow-scripts" referrerpolicy="no-referrer" title="{said}" \
srcdoc="{inner}"></iframe><script>{_OUTER}</script></body></html>
"""


def _inner(kind: ArtifactKind, said: str, content: str, language: Language) -> str:
    library = ""
    if kind == "html" and "echarts" in content:
        library = f'<script src="{asset_path("echarts.min.js")}"></script>'
    return f"""<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{said}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>{_BEFORE}</script>{library}<style>{_STYLE}</style></head><body>
{content}
</body></html>"""
