"""Transports of the MCP server: standard input and output for one owner, HTTP for the key's owner."""

from __future__ import annotations

from typing import Any, cast

from mcp.server.context import ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from graphmem.agents.verbs import AGENT, AgentVerbs
from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.mcp_server.server import build

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


async def serve_stdio(memory: GraphMem, owner: str | None, agent: str = AGENT, project: str | None = None) -> None:
    """Answer one client, at work on the `project`, at standard input and output until it hangs up."""

    def verbs_of(_ctx: ServerRequestContext[Any, Any]) -> AgentVerbs:
        # Anew for each request, so that a name that was erased meanwhile is a new one.
        return AgentVerbs(memory.owner(owner), agent, project=project)

    await build(verbs_of).run_stdio_async()


class HttpServer:
    """The server over HTTP, in every protocol version, without sessions: a request's key names its owner.

    Whoever calls `app` has put the verbs of the caller into the request's state as `verbs`. `manager.run()` has to be
    entered while it is called.
    """

    def __init__(self, settings: Settings) -> None:
        server = build(_verbs_of)
        server.streamable_http_app(
            stateless_http=True, json_response=True, transport_security=security_of(settings), host=settings.host
        )
        self.manager: StreamableHTTPSessionManager = server.session_manager

    @property
    def app(self) -> ASGIApp:
        """The endpoint."""
        return self.manager.asgi_app


def security_of(settings: Settings) -> TransportSecuritySettings:
    """Which names this server goes by and whose pages may ask it.

    One that listens to the world goes by names that it does not know; there, as everywhere, a key is what counts.
    """
    if not settings.listens_on_loopback:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    names = (*_LOOPBACK, f"[{settings.host}]" if ":" in settings.host else settings.host)
    hosts = [form for name in dict.fromkeys(names) for form in (name, f"{name}:*")]
    own = [f"http://{host}" for host in hosts]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=[*own, *settings.allowed_origins])


def _verbs_of(ctx: ServerRequestContext[Any, Any]) -> AgentVerbs:
    assert ctx.request is not None, "over HTTP there is a request"
    return cast("AgentVerbs", ctx.request.state.verbs)
