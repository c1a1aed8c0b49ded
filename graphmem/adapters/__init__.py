"""Adapters of one owner's memory for agent frameworks; each module needs its framework (an extra)."""
