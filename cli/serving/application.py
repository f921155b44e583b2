"""The application: routes, behind what is demanded of every question."""

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from cli.serving.guarding import Guard


def application(routes: Sequence[BaseRoute]) -> Starlette:
    """What answers, by these routes and no others; nothing leads on from one address to another."""
    made = Starlette(routes=routes, middleware=[Middleware(Guard)])
    made.router.redirect_slashes = False  # such an answer would repeat what was said to be the host
    return made
