"""How requests are repeated safely, as every input that takes a key describes it."""

from __future__ import annotations

REPEATED = (
    "1 to 200 characters of the sender's, anew for each request, such as a UUID. Who hears no answer repeats the "
    "request with its key: within a day it is answered as before and writes nothing. The key of another request is "
    "refused."
)

OF_PROJECT = "What it is said at work on, for example a repository's name; other projects it does not concern."
