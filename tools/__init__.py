"""Tools: what an author of one needs to import."""

from tools.phrases import LocalPhrases, ToldResult
from tools.tool import Tool, ToolContext, ToolFailed, tool

__all__ = ["LocalPhrases", "ToldResult", "Tool", "ToolContext", "ToolFailed", "tool"]
