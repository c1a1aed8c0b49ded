"""The addresses of the page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from graphmem.errors import AuthenticationError, GraphMemError, InvalidInputError, NotFoundError
from graphmem.model.access import Scope
from graphmem_api.page import (
    dreaming,
    entrance,
    mapping,
    memories,
    overview,
    palace,
    review,
    searching,
    service,
    settings,
    spaces,
    things,
)
from graphmem_api.page.telling import LANGUAGES
from graphmem_api.page.visit import HOME, LANGUAGE_COOKIE, MAX_FORM, PageView, Visit, form_of, inside, login_page, wrong

YEAR_SECONDS = 365 * 24 * 3600


async def login(request: Request) -> Response:
    """Log in with a key, and continue to the requested page."""
    try:
        entrance.require_own_origin(request)
        form = await form_of(request)
        answer = RedirectResponse(inside(form.get("next", HOME)), 303)
        await entrance.admit(request, form.get("key", ""), answer)
    except AuthenticationError as error:
        return login_page(request, error)
    except InvalidInputError as error:
        return login_page(request, AuthenticationError(error.message))
    except GraphMemError as error:
        return wrong(request, error)
    return answer


async def logout(request: Request) -> Response:
    """End the login of this browser."""
    try:
        entrance.require_own_origin(request)
    except AuthenticationError as error:
        return login_page(request, error)
    answer = RedirectResponse(HOME, 303)
    entrance.leave(request, answer)
    return answer


async def choose_language(request: Request) -> Response:
    """Switch the page to another language."""
    answer = RedirectResponse(inside(request.query_params.get("next", HOME)), 303)
    if (chosen := request.path_params["language"]) in LANGUAGES:
        answer.set_cookie(LANGUAGE_COOKIE, chosen, max_age=YEAR_SECONDS, path=HOME, httponly=True, samesite="strict")
    return answer


async def nowhere(visit: Visit) -> Response:
    """The page for an unknown address; one with a trailing slash redirects to the address without it."""
    path = visit.request.url.path
    if path.endswith("/"):
        return RedirectResponse(path.rstrip("/"), 307)
    raise NotFoundError("There is no such page.", field="path", remedy="Follow a link, or begin with the overview.")


def routes() -> list[Route]:
    """All routes under `/memory`."""
    return [
        Route(f"{HOME}/login", login, methods=["POST"], max_body_size=MAX_FORM),
        Route(f"{HOME}/logout", logout, methods=["POST"]),
        Route(f"{HOME}/language/{{language}}", choose_language),
        Route(HOME, PageView(overview.overview)),
        Route(f"{HOME}/search", PageView(searching.search)),
        Route(f"{HOME}/palace", PageView(palace.palace)),
        Route(f"{HOME}/palace/wings/{{wing}}", PageView(palace.rooms)),
        Route(f"{HOME}/palace/rooms/{{room}}", PageView(palace.closets)),
        Route(f"{HOME}/palace/closets/{{closet}}", PageView(palace.drawers)),
        Route(f"{HOME}/turns/{{pointer:path}}", PageView(palace.turn, palace.delete_turn)),
        Route(f"{HOME}/memories", PageView(memories.memories)),
        Route(f"{HOME}/m/{{id}}", PageView(memories.memory, memories.change)),
        Route(f"{HOME}/m/{{id}}/graph", PageView(memories.graph)),
        Route(f"{HOME}/map", PageView(mapping.map_)),
        Route(f"{HOME}/map/graph", PageView(mapping.graph)),
        Route(f"{HOME}/things", PageView(things.things)),
        Route(f"{HOME}/graph/{{uri:path}}", PageView(things.graph)),
        Route(f"{HOME}/things/{{uri:path}}", PageView(things.thing)),
        Route(f"{HOME}/review", PageView(review.review)),
        Route(f"{HOME}/review/{{id}}", PageView(post=review.decide)),
        Route(f"{HOME}/held/{{id}}", PageView(post=review.release)),
        Route(f"{HOME}/workflows/{{id}}", PageView(post=review.decide_workflow)),
        Route(f"{HOME}/forgotten/{{id}}", PageView(post=review.lift)),
        Route(f"{HOME}/spaces", PageView(spaces.spaces, spaces.create, Scope.ADMIN)),
        Route(f"{HOME}/spaces/{{id}}", PageView(post=spaces.change, needs=Scope.ADMIN)),
        Route(f"{HOME}/spaces/{{id}}/reviews/{{review}}", PageView(post=spaces.decide)),
        Route(f"{HOME}/spaces/{{id}}/rules/{{memory}}", PageView(post=spaces.rule)),
        Route(f"{HOME}/dreams", PageView(dreaming.dreams, dreaming.dream, Scope.DREAM)),
        Route(f"{HOME}/dreams/plan", PageView(dreaming.plan)),
        Route(f"{HOME}/dreams/schedule", PageView(post=dreaming.schedule, needs=Scope.DREAM)),
        Route(f"{HOME}/dreams/{{id}}", PageView(dreaming.run, dreaming.undo, Scope.DREAM)),
        Route(f"{HOME}/jobs", PageView(service.jobs)),
        Route(f"{HOME}/jobs/{{id}}", PageView(post=service.change_job)),
        Route(f"{HOME}/usage", PageView(service.usage)),
        Route(f"{HOME}/health", PageView(service.health)),
        Route(f"{HOME}/settings", PageView(settings.settings, settings.change, Scope.ADMIN)),
        Route(f"{HOME}/archive", PageView(post=service.archive, needs=Scope.ADMIN)),
        Route(f"{HOME}/{{rest:path}}", PageView(nowhere)),
    ]
