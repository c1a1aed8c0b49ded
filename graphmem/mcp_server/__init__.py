"""The Model Context Protocol: an agent's verbs as tools, with resources and prompts (extra `mcp`)."""
