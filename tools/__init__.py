"""Tools: what an author of one needs to import."""

from tools.phrases import LocalPhrases
from tools.tool import Tool, ToolContext, ToolFailed, tool

__all__ = ["LocalPhrases", "Tool", "ToolContext", "ToolFailed", "tool"]
