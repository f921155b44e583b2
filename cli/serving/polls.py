"""The routes of polls: a page for each link that is good, and the answer a player sends from there.

The one thing a phone can say here: an answer to an open poll, once for each link (`ledger.recording.phone_polls`). Who
asks is noted nowhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import parse_qs, quote

from starlette.concurrency import run_in_threadpool
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from cli.pages.polls import AskedPlayer, asked, code_page, poll_page, thanks_page
from cli.pages.printing import Press
from cli.serving.answers import Headers, header, send_whole
from ledger.bounds.serving import ANSWER, WAITING
from ledger.errors import Problem, Refusal
from ledger.facts.polls import PollAnswer
from ledger.office import Office
from ledger.recording.phone_polls import PhonePolls
from ledger.session import Session
from ledger.session.polls import open_polls

_PAGE: Headers = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]


class OpenPolls:
    """What is asked in the polls that are open, as the log said at the last look."""

    def __init__(self) -> None:
        self._heads: Mapping[str, int] = {}
        self._asked: Mapping[tuple[str, int], AskedPlayer] = {}

    def look(self, office: Office, heads: Mapping[str, int]) -> None:
        """Read what is open in these streams, where one of them went on."""
        if heads == self._heads:
            return
        self._heads = heads
        found = [office.stream(each, number) for each, number in heads.items() if number]
        self._asked = {
            (session.id, number): asked(poll.opened, session.calls[poll.opened.case].called.board)
            for session in found
            if isinstance(session, Session)
            for number, poll in open_polls(session).items()
        }

    def find(self, session: str, number: int) -> AskedPlayer | None:
        """What is asked in a poll; None where it is open no longer."""
        return self._asked.get((session, number))


def poll_routes(press: Press, polls: OpenPolls, phones: PhonePolls) -> list[BaseRoute]:
    """The routes of polls; they stand before those of the pages."""
    answers = PollAnswers(press, polls, phones)
    return [
        Route("/poll", answers.type_code, methods=["GET"]),
        Route("/poll/{code}", answers.ask, methods=["GET"]),
        Route("/poll/{code}", answers.take, methods=["POST"]),
    ]


class PollAnswers:
    """Answers for polls, in threads of their own: what was answered is kept in a file before the phone is thanked."""

    def __init__(self, press: Press, polls: OpenPolls, phones: PhonePolls) -> None:
        self._press, self._polls, self._phones = press, polls, phones

    async def type_code(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The page on which a code is typed, and the way on to its own page."""
        typed = parse_qs(scope["query_string"][: ANSWER.most].decode("ascii", "replace")).get("code", [""])[0].strip()
        if typed:
            where = f"poll/{quote(typed, safe='')}".encode()
            await send_whole(scope, send, 303, [*_PAGE, (b"location", where)])
        else:
            await _send_page(scope, send, 200, code_page(self._press))

    async def ask(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The question, to who has a link that is good."""
        it = await run_in_threadpool(self._reached, scope["path_params"]["code"])
        page = poll_page(self._press, it) if it else code_page(self._press, wrong=True)
        await _send_page(scope, send, 200 if it else 404, page)

    async def take(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An answer: kept before anybody is thanked for it."""
        form = await _form(scope, receive)
        status, page = await run_in_threadpool(self._taken, scope["path_params"]["code"], form)
        await _send_page(scope, send, status, page)

    def _reached(self, code: str) -> AskedPlayer | None:
        try:
            poll = self._phones.reached_by(code)
        except Problem:
            return None
        return self._polls.find(poll.session, poll.number)

    def _taken(self, code: str, form: Mapping[str, str] | None) -> tuple[int, str]:
        it = self._reached(code)
        if it is None:
            return 404, code_page(self._press, wrong=True)
        chose, considered = ((form or {}).get(name, "").strip() for name in ("chose", "considered"))
        try:
            others = tuple(each.strip() for each in considered.split(",") if each.strip())
            self._phones.answer(code, PollAnswer(chose, others))
        except Refusal as refused:
            if refused.code == "bad-answer":
                return 422, poll_page(self._press, it, chose, considered, wrong=True)
            return 404, code_page(self._press, wrong=True)
        return 200, thanks_page(self._press)


async def _form(scope: Scope, receive: Receive) -> Mapping[str, str] | None:
    """What was filled in; None where it is too long, or something else than a form."""
    if header(scope, b"content-type").partition(";")[0].strip().lower() != "application/x-www-form-urlencoded":
        return None
    try:
        async with asyncio.timeout(WAITING.most):
            body = await _body(receive)
        said = parse_qs(body.decode("ascii"), keep_blank_values=True, max_num_fields=4, errors="strict")
    except (TimeoutError, ValueError):
        return None
    return {name: values[0] for name, values in said.items()}


async def _body(receive: Receive) -> bytes:
    """What was sent; ValueError where it is too long."""
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not ANSWER.hold(len(body)):
            raise ValueError
        if message["type"] != "http.request" or not message.get("more_body"):
            return body


async def _send_page(scope: Scope, send: Send, status: int, page: str) -> None:
    await send_whole(scope, send, status, _PAGE, page.encode())
