"""Hooks of coding clients: a client calls these by itself, while a model would have to remember to.

Only the standard library is imported here, and platformdirs if no home is named: a hook runs before every prompt, and
the running server does the work.
"""
