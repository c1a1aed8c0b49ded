"""graphmem: long-term memory for AI agents, kept in a real Neo4j."""

__version__ = "0.1.0"
