"""A login at the page: who it lets in, how long, and what ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from graphmem_api.page.sessions import SESSION_SECONDS, Session, Sessions

from graphmem import home_token
from graphmem.facade import GraphMem
from tests.api.conftest import client_of
from tests.support.page import LOCAL, cookie_of, log_in, token_of


async def test_a_login_ends_by_logging_out_here_and_is_none_at_another_server(
    own: GraphMem, visitor: httpx2.AsyncClient
) -> None:
    name, secret = cookie_of(visitor)
    kept = {"cookie": f"{name}={secret}"}
    async with client_of(own, local=False) as restarted:
        assert (await restarted.http.get("/memory", headers=kept)).status_code == 401
        assert (await log_in(restarted.http, home_token.ensure(own.settings))).status_code == 303
        (other, _) = cookie_of(restarted.http)
        assert other != name, "two servers of one host do not share a cookie"
        under_its_name = {"cookie": f"{other}={secret}"}
        assert (await restarted.http.get("/memory", headers=under_its_name)).status_code == 401
    for forged in (secret[:-1], secret + "x", "local", "gm_ü"):
        assert (await visitor.get("/memory", headers={b"cookie": f"{name}={forged}".encode()})).status_code == 401
    assert (await visitor.post("/memory/logout", headers={"origin": LOCAL})).status_code == 303
    assert (await visitor.get("/memory", headers=kept)).status_code == 401, "the cookie that was kept opens nothing"


async def test_a_new_login_ends_the_one_before(own: GraphMem, visitor: httpx2.AsyncClient) -> None:
    name, secret = cookie_of(visitor)
    await log_in(visitor, home_token.ensure(own.settings))
    assert (await visitor.get("/memory")).status_code == 200
    visitor.cookies.clear()
    assert (await visitor.get("/memory", headers={"cookie": f"{name}={secret}"})).status_code == 401


async def test_over_tls_the_cookie_is_of_this_host_alone(
    memory: GraphMem, owner: str, issue: Callable[..., Any]
) -> None:
    key = await issue(owner)
    async with client_of(memory, address="10.1.2.3", base="https://memory.example", local=False) as client:
        cookie = (await client.http.post("/memory/login", data={"key": key})).headers["set-cookie"]
        name, _, rest = cookie.partition("=")
        assert name.startswith("__Host-graphmem_page_")
        assert {"HttpOnly", "Path=/", "SameSite=strict", "Secure"} <= set(rest.split("; "))
        assert "domain" not in cookie.lower()
        assert (await client.http.get("/memory")).status_code == 200
        assert (await client.http.post("/memory/logout")).status_code == 303
        assert (await client.http.get("/memory")).status_code == 401


def test_a_login_is_over_after_its_hours() -> None:
    now = [0.0]
    sessions = Sessions(clock=lambda: now[0])
    secret = sessions.begin("gm_key")
    now[0] = SESSION_SECONDS - 1.0
    assert sessions.of(secret) == Session("gm_key")
    now[0] += 2
    assert sessions.of(secret) is None
    assert "gm_key" not in repr(Session("gm_key"))


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://a]b", "null", "//", "http://127.0.0.1:8001"])
async def test_an_origin_that_is_none_is_refused(own: GraphMem, visitor: httpx2.AsyncClient, origin: str) -> None:
    given = {"origin": origin}
    form = {"key": home_token.ensure(own.settings), "form_token": token_of(visitor)}
    for address in ("/memory/login", "/memory/logout", "/memory/settings", "/memory/dreams"):
        assert (await visitor.post(address, data=form, headers=given)).status_code == 401, address
    assert (await visitor.get("/memory")).status_code == 200, "nobody was logged out"
