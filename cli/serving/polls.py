"""The routes of players' phones: a page for each valid link of a poll, and the answer sent from it; and slips.

The only thing a phone can record here is an answer to an open poll, once for each link (`PhonePolls`). The player's
identity is not stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import parse_qs, quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from cli.pages.hall import PollAsked, missing_page, poll_page
from cli.pages.printing import Press
from ledger.bounds.serving import ANSWER, WAITING
from ledger.errors import Problem
from ledger.office import Office
from ledger.recording.machine_state import PhonePolls
from ledger.session import Session
from ledger.subjects.calls.facts import PollAnswer
from ledger.subjects.calls.state import open_polls

_NOT_STORED = {"cache-control": "no-store"}
_FORM = "application/x-www-form-urlencoded"


class OpenPolls:
    """The questions of all open polls, by session and event number, as they were when the log was last read."""

    def __init__(self) -> None:
        self._heads: Mapping[str, int] = {}
        self._asked: dict[str, dict[int, PollAsked]] = {}

    def look(self, office: Office, heads: Mapping[str, int]) -> None:
        """Read the polls anew in each session or tournament that has new events."""
        for name in (name for name, number in heads.items() if number != self._heads.get(name, 0)):
            stream = office.stream(name)
            self._asked[name] = {}
            if isinstance(stream, Session):
                boards = {case: call.called.board for case, call in stream.calls.items()}
                for number, poll in open_polls(stream).items():
                    self._asked[name][number] = PollAsked(poll.opened, boards[poll.opened.case])
        self._heads = heads

    def find(self, session: str, number: int) -> PollAsked | None:
        """Return the question of a poll; None if the poll is not open."""
        return self._asked.get(session, {}).get(number)


def poll_routes(press: Press, polls: OpenPolls, phones: PhonePolls) -> list[BaseRoute]:
    """Return the routes of polls and slips; the server must try them before those of the pages."""
    answers = PollAnswers(press, polls, phones)
    return [
        Route("/poll", answers.show_code_form, methods=["GET"]),
        Route("/poll/{code}", answers.ask, methods=["GET"]),
        Route("/poll/{code}", answers.take, methods=["POST"]),
        Route("/slip/{code}", answers.slip, methods=["GET"]),
    ]


class PollAnswers:
    """The handlers of requests about polls; a player's answer is stored before the page of thanks is sent."""

    def __init__(self, press: Press, polls: OpenPolls, phones: PhonePolls) -> None:
        self._press, self._polls, self._phones = press, polls, phones

    async def show_code_form(self, request: Request) -> Response:
        """Return the page on which a player types his code, or, once he has, a redirect to the poll."""
        typed = request.query_params.get("code", "").strip()
        if typed:
            return Response(status_code=303, headers={**_NOT_STORED, "location": f"poll/{quote(typed, safe='')}"})
        return _page(200, poll_page(self._press))

    async def ask(self, request: Request) -> Response:
        """Return the page with the poll's question; if the link is not valid, a page with status 404."""
        question = await run_in_threadpool(self._find, request.path_params["code"])
        page = poll_page(self._press, question, wrong=question is None)
        return _page(200 if question else 404, page)

    async def slip(self, request: Request) -> Response:
        """Return the slip that a director handed out as a code; if there is none, a page with status 404."""
        slip = await run_in_threadpool(self._phones.slip, request.path_params["code"])
        return _page(200 if slip else 404, slip or missing_page(self._press))

    async def take(self, request: Request) -> Response:
        """Store a player's answer; return the page of thanks, or one with status 404 (bad link) or 422 (bad answer)."""
        form = await _form(request)
        return _page(*await run_in_threadpool(self._store, request.path_params["code"], form))

    def _find(self, code: str) -> PollAsked | None:
        try:
            poll = self._phones.find_poll(code)
        except Problem:
            return None
        return self._polls.find(poll.session, poll.number)

    def _store(self, code: str, form: Mapping[str, str] | None) -> tuple[int, str]:
        question = self._find(code)
        if question is None:
            return 404, poll_page(self._press, wrong=True)
        chose, considered = ((form or {}).get(name, "").strip() for name in ("chose", "considered"))
        try:
            names = tuple(each.strip() for each in considered.split(",") if each.strip())
            self._phones.answer(code, PollAnswer(chose, names))
        except Problem as refused:
            if refused.code == "bad-answer":
                return 422, poll_page(self._press, question, chose=chose, considered=considered, wrong=True)
            return 404, poll_page(self._press, wrong=True)
        return 200, poll_page(self._press, thanks=True)


async def _form(request: Request) -> Mapping[str, str] | None:
    """Return the fields of a submitted form; None if the form is too long, arrives too slowly, or is no form."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        return None
    body = b""
    try:
        async with asyncio.timeout(WAITING.most):
            async for part in request.stream():
                body += part
                if not ANSWER.hold(len(body)):
                    return None
        fields = parse_qs(body.decode("ascii"), keep_blank_values=True, max_num_fields=4, errors="strict")
    except (TimeoutError, ValueError, ClientDisconnect):
        return None
    return {name: values[0] for name, values in fields.items()}


def _page(status: int, page: str) -> Response:
    return HTMLResponse(page, status, headers=_NOT_STORED)
