"""A file comes into a conversation: what it holds is read by the guards, then told, not answered.

The words are a stranger's, whoever has sent them: they are treated as what a tool gives back.
"""

from __future__ import annotations

from agent.log.steps import FILE_TOLD
from agent.path.check import check_result
from agent.path.output import gate_text
from agent.path.run import TurnRun
from contracts.blocks import FileBlock
from contracts.messages import SentFile
from language.detect import Language

_CALL = "file"
_WITHHELD: dict[Language, str] = {
    "en": "[FILE LOADED] What it holds is not shown here, because it tries to give orders. The"
    " tools for data can read its rows.",
    "pt": "[ARQUIVO CARREGADO] O conteúdo não é mostrado aqui, porque tenta dar ordens. As"
    " ferramentas de dados podem ler as suas linhas.",
}


async def receive_file(run: TurnRun, sent: SentFile) -> None:
    """Let the guards read what the file holds; what they withhold is told without its words."""
    if run.journal.find(FILE_TOLD) is not None:
        return
    name, text = gate_text(run, sent["name"]), gate_text(run, sent["text"])
    seen = await check_result(run, _CALL, _CALL, {"name": name, "text": text})
    if seen is None:
        seen = {"name": "", "text": _WITHHELD[run.services.language]}
    block: FileBlock = {
        "type": "file",
        "name": seen["name"],
        "text": seen["text"],
        "datasets": list(sent["datasets"]),
    }
    run.journal.keep(FILE_TOLD, block)
