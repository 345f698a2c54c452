"""Tools of MCP servers. The SDK is imported when a project names a server, and not before."""
