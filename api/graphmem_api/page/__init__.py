"""The page at `/memory`, on which people see what is remembered of them, ask it, and correct it."""
