"""The page at `/memory`, on which people browse, search and correct their memory."""
