"""Tools: what an author of one needs to import."""

from tools.tool import Tool, ToolContext, ToolFailed, tool

__all__ = ["Tool", "ToolContext", "ToolFailed", "tool"]
