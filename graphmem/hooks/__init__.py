"""Hooks of coding clients: a client calls these by itself, where a model would have to think of its memory.

Only the standard library is imported here, and platformdirs where no home is named: a hook runs before every prompt,
and the running server does the work.
"""
