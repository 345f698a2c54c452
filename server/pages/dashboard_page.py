"""The page of a dashboard: a shell without figures or code of its own, which loads both."""

from __future__ import annotations

import html

import orjson

from language.detect import Language
from server.pages.assets import asset_path

# No code but our files, nothing from elsewhere, and nothing that makes markup of a text.
PAGE_POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
    "font-src 'self'", "connect-src 'self'", "frame-src 'self'", "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'self'", "require-trusted-types-for 'script'",
    "trusted-types default",
))  # fmt: skip
_TAGS: dict[Language, str] = {"en": "en", "pt": "pt-BR"}
_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "skip": "Skip to the widgets",
        "loading": "Loading…",
        "refresh": "Refresh",
        "print": "Print",
        "table": "Table",
        "png": "Save as PNG",
        "csv": "Download as CSV",
        "at": "As of {0}",
        "pinned": "Pinned on {0}",
        "rows": "{0} of {1} rows",
        "empty": "This dashboard has no widgets yet.",
        "nothing": "There is nothing to show here: no rows fulfil the conditions.",
        "ended": "This view has ended. Open it again from where you came.",
        "failed": "The dashboard could not be loaded. Try again in a moment.",
        "offline": "The server cannot be reached. Check your connection and try again.",
        "script": "This page needs JavaScript to draw charts.",
        "dashboard": "Dashboard",
        "yes": "yes",
        "no": "no",
        "gone": "There is nothing here for you",
        "gone_more": "The link does not exist, was revoked, or is for somebody else. Whoever gave"
        " it to you can make a new one.",
        "signed": "Was it shared with you? Open it signed in.",
        "expired": "This link has expired",
        "expired_more": "Whoever gave it to you can make a new one.",
        "busy": "Too many attempts",
        "busy_more": "Wait a minute and try again.",
        "fault": "This cannot be shown right now",
        "fault_more": "Try again in a moment.",
    },
    "pt": {
        "skip": "Ir para os widgets",
        "loading": "Carregando…",
        "refresh": "Atualizar",
        "print": "Imprimir",
        "table": "Tabela",
        "png": "Salvar como PNG",
        "csv": "Baixar como CSV",
        "at": "Dados de {0}",
        "pinned": "Fixado em {0}",
        "rows": "{0} de {1} linhas",
        "empty": "Este dashboard ainda não tem widgets.",
        "nothing": "Nada a mostrar: nenhuma linha atende às condições.",
        "ended": "Esta visualização terminou. Abra de novo pelo link de onde você veio.",
        "failed": "Não foi possível carregar o dashboard. Tente de novo daqui a pouco.",
        "offline": "O servidor não responde. Verifique a conexão e tente de novo.",
        "script": "Esta página precisa de JavaScript para desenhar os gráficos.",
        "dashboard": "Dashboard",
        "yes": "sim",
        "no": "não",
        "gone": "Não há nada aqui para você",
        "gone_more": "O link não existe, foi revogado ou é para outra pessoa. Quem passou o"
        " link pode criar outro.",
        "signed": "Foi compartilhado com você? Abra entrando na sua conta.",
        "expired": "Este link expirou",
        "expired_more": "Quem passou o link pode criar outro.",
        "busy": "Muitas tentativas",
        "busy_more": "Espere um minuto e tente de novo.",
        "fault": "Não é possível mostrar isto agora",
        "fault_more": "Tente de novo daqui a pouco.",
    },
}


def dashboard_page(title: str, source: str, language: Language, *, printing: bool) -> str:
    """Write the page; `source` is where it finds the figures, seen from itself."""
    w, said = _WORDS[language], html.escape(title)
    words = orjson.dumps(w).decode().replace("<", "\\u003c")
    return f"""{_head(said, language, "print" if printing else "")}
<script defer src="{asset_path("echarts.min.js")}"></script>
<script defer src="{asset_path("dashboard.js")}"></script>
</head>
<body>
<a class="hidden skip" href="#widgets">{w["skip"]}</a>
<header>
<div><h1>{said}</h1><p id="stamp"></p></div>
<div class="actions">
<button type="button" id="refresh">{w["refresh"]}</button>
<button type="button" id="print">{w["print"]}</button>
</div>
</header>
<noscript><p class="state bad">{w["script"]}</p></noscript>
<main id="widgets" aria-busy="true" data-source="{html.escape(source)}">
<p class="state" role="status">{w["loading"]}</p>
</main>
<script type="application/json" id="words">{words}</script>
</body>
</html>
"""


def refusal_page(kind: str, language: Language, way_in: str | None = None) -> str:
    """Write what a person reads who cannot see a dashboard: `gone`, `expired`, `busy`, `fault`.

    `way_in` is where somebody finds it whom it was shared with by name.
    """
    w = _WORDS[language]
    link = f'<p><a href="{html.escape(way_in)}">{w["signed"]}</a></p>' if way_in else ""
    return f"""{_head(w[kind], language, "")}
</head>
<body>
<main><div class="state"><h1>{w[kind]}</h1><p>{w[f"{kind}_more"]}</p>{link}</div></main>
</body>
</html>
"""


def _head(title: str, language: Language, classes: str) -> str:
    return f"""<!doctype html>
<html lang="{_TAGS[language]}" class="{classes}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{asset_path("dashboard.css")}">"""
