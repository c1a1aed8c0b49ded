"""Memories over time: dreams are planned, shown, applied and undone; each step has a file."""
