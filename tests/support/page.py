"""A browser's steps for tests: log in to the page and send its forms."""

from __future__ import annotations

import hmac
import re

import httpx2

LOCAL = "http://127.0.0.1:8000"


async def log_in(http: httpx2.AsyncClient, key: str, *, next_: str = "/memory") -> httpx2.Response:
    return await http.post("/memory/login", data={"key": key, "next": next_}, headers={"origin": LOCAL})


def token_in(page: httpx2.Response) -> str:
    found = re.search(r'name="form_token" value="(\w+)"', page.text)
    assert found, page.text
    return found[1]


def cookie_of(http: httpx2.AsyncClient) -> tuple[str, str]:
    """Name and value of the cookie of this browser's login."""
    ((name, value),) = [(one, http.cookies[one]) for one in http.cookies if "graphmem_page" in one]
    return name, value


def token_of(http: httpx2.AsyncClient) -> str:
    """The token in this browser's forms."""
    return hmac.new(cookie_of(http)[1].encode(), b"form", "sha256").hexdigest()
