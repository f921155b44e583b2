"""The office's pages: a listener of its own, for paired devices of officials alone, who record by their signature.

A page is shown during a visit, which a device begins by signing a random number. Nothing is recorded by a visit: each
command is signed by itself. One thread has the office, and answers one request after the other.
"""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from html import escape
from typing import Annotated, Any, TypeVar, cast
from urllib.parse import urlsplit

import click
import msgspec
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from cli.screens.calls import phones_url, poll_links
from cli.screens.mistakes import Mistake, mistake_in_input
from cli.serving.forms import read_form
from cli.serving.office_guards import COMMANDS, boards_in, boards_named, boards_of, check_seen, check_undone, submit
from cli.serving.office_views import OFFICE, OfficeViews
from cli.serving.photos import Photos
from cli.serving.serving import is_loopback_host
from cli.serving.shown import LiveStreams
from cli.serving.visits import SCREEN, OfficePulse, Visit, devices
from cli.terminal.settings import Settings
from ledger.bounds import Bounds
from ledger.bounds.serving import COMMAND, PHOTO, VISITS, WAITING
from ledger.bridge import Unreadable
from ledger.digests import SIZE, VISIT
from ledger.errors import Conflict, Misuse, Problem, Refusal
from ledger.kernel.free_text import KeptText, commitment
from ledger.office import Office
from ledger.recording import Submission
from ledger.recording.effect import Effect
from ledger.recording.machine_state import Acknowledged, DevicePairings, PairingOffer, PhonePolls, served_at
from ledger.session import Session
from ledger.subjects.calls.facts import FileEvidence, OpenPoll
from ledger.subjects.office.facts import CommandSigned
from ledger.subjects.rulings.facts import SidesNotified
from ledger.trust.commands import command_name, decode_command, encode_command
from ledger.trust.devices import device_signed, is_command_signed, require_device_key
from ledger.trust.seal import from_base64

Short = Annotated[str, Meta(max_length=200)]


class PairRequest(Struct):
    """A device's key, for the code it was shown."""

    code: Short
    key: Short


class VisitRequest(Struct):
    """A device's signature of a random number, with which a visit begins."""

    device: Short
    nonce: Short
    signature: Short


class TryRequest(Struct):
    """A form as filled in, of which the effect is asked."""

    form: Short
    fields: dict[str, list[str]]
    session: Short = ""


class RecordRequest(Struct):
    """A command, signed as it was shown."""

    device: Short
    id: Annotated[str, Meta(pattern="^[0-9a-f-]{36}$")]
    seen: int
    salt: Short
    text: str
    signature: Short
    session: Short = ""


R = TypeVar("R", bound=Struct | bytes)


class OfficeDesk:
    """The office behind the pages; all its methods run in one thread. `visits`: by the value of their cookie.

    `served`: the session, or the tournament in whose sessions a device does what its official may do there.
    """

    def __init__(self, office: Office, served: str, views: OfficeViews, kept: Acknowledged) -> None:
        self.office, self.served, self._views, self._kept = office, served, views, kept
        self._pairings = DevicePairings(kept)
        self._nonces: OrderedDict[str, None] = OrderedDict()
        self.visits: OrderedDict[str, Visit] = OrderedDict()
        self._photos = Photos()

    # Coming in

    def pair(self, request: PairRequest) -> PairingOffer:
        """Leave the key of a device for whoever made the offer; Refusal (bad-link) for a code that is not good."""
        return self._pairings.take(request.code, require_device_key(request.key))

    def nonce(self) -> str:
        """Return a random number to be signed, once."""
        nonce = b64encode(secrets.token_bytes(SIZE)).decode()
        _put(self._nonces, nonce, None)
        return nonce

    def visit(self, request: VisitRequest) -> str:
        """Begin a visit and return the value of its cookie; Refusal (not-paired) if the signature is no device's."""
        known = self._nonces.pop(request.nonce, self) is None
        signed = VISIT.joined(from_base64(request.nonce)) if known else b""
        keys = {each.key for each in devices(self.office, self.served, request.device).values()}
        key = next((each for each in keys if known and device_signed(each, request.signature, signed)), "")
        if not key:
            raise Refusal("not-paired", "that is not the signature of a paired device", "open the page anew")
        token = secrets.token_urlsafe(SIZE)
        _put(self.visits, token, Visit(request.device, key))
        return token

    def visitor(self, token: str) -> tuple[str, dict[str, str]]:
        """Return the device of a visit and its officials by session; Refusal (not-paired) if it is paired in none."""
        visit = self.visits.get(token)
        paired = devices(self.office, self.served, visit.device) if visit else {}
        officials = {name: each.official for name, each in paired.items() if visit and each.key == visit.key}
        if visit is None or not officials:
            raise Refusal("not-paired", "this is no visit of a paired device", "open the page anew")
        return visit.device, officials

    # Looking, trying, recording

    def now(self, token: str, *, screen: bool) -> str:
        """Return the first page; without a visit that of the office's own `screen`, else Refusal (not-paired)."""
        try:
            officials = self.visitor(token)[1]
        except Refusal:
            if not screen:
                raise
            officials = dict.fromkeys(self.office.tournaments.sessions_of(self.served), "")
        return self._views.now(self.office, self.served, officials)

    def page(self, token: str, name: str, query: Mapping[str, str]) -> str | None:
        """Return a page of a session; None if there is none of that name, or the device is not paired there."""
        device, officials = self.visitor(token)
        session = query.get("session", self.served)
        if session not in officials:
            return None
        return self._views.page(self.office, session, officials[session], name, query, device)

    def enter_page(self, *, pairing: bool) -> str:
        """Return the page on which a device is paired, or begins its visit."""
        return self._views.enter(pairing=pairing)

    def photo(self, token: str, body: bytes) -> dict[str, str]:
        """Keep a photo in place of the device's last one, and return its digest; Misuse (bad-file): it is none."""
        return {"file": self._photos.keep(self.visitor(token)[0], body)}

    def attempt(self, token: str, request: TryRequest) -> dict[str, object]:
        """Return the command of a form as text to sign, the event it was tried after, and its effect as HTML."""
        name = request.session or self.served
        device, officials = self.visitor(token)
        if name not in officials:
            raise _not_paired()
        official, session = officials[name], self._session(name)
        check_seen(session, boards_named(request.fields, session), official)
        filled = read_form(request.form, request.fields, self.office, name, official, self._photos.of(device))
        check_undone(self.office, session, filled.command, device)
        check_seen(session, boards_of(filled.command, session), official)
        how = Submission(dry_run=True, by=official, signed=CommandSigned(device, session.number, "", ""))
        effect = self.office.submit(name, filled.command, how)
        check_seen(session, boards_in(effect), official)
        shown = self._views.effect(effect, self.office, official, filled)
        return {"text": encode_command(filled.command), "seen": effect.before.number, "effect": shown}

    def record(self, request: RecordRequest) -> dict[str, object]:
        """Record a signed command, once under its id, and return its events' numbers and its effect.

        Raises Conflict (not-as-shown) if it would now lead to something else than after the event it was shown at.
        """
        name = request.session or self.served
        if not (device := devices(self.office, self.served, request.device).get(name)):
            raise _not_paired()
        session = self._session(name)
        try:
            salt = from_base64(request.salt)
            text = KeptText(request.text, commitment(salt, request.text), salt)
        except ValueError:
            raise Misuse("bad-value", "the salt is not 16 bytes in base64", "open the page anew") from None
        signed = CommandSigned(request.device, request.seen, request.signature, text)
        if not is_command_signed(device.key, name, request.id, signed):
            raise Refusal("not-signed", f"{request.device} signed something else", "open the page anew")
        command = decode_command(request.text, lambda number: self.office.event(name, number))
        if COMMANDS.get(command_name(type(command))) is not type(command):
            raise Misuse("bad-value", "the office's pages do not offer that command", "type it at the desk")
        check_seen(session, boards_of(command, session), device.official)
        how = Submission(request.id, by=device.official, signed=signed, file=self._photos.of(request.device))
        if not self.office.events_recorded_under(name, request.id):
            if not 0 < request.seen <= session.number:
                raise Misuse("bad-value", f"there is no event #{request.seen} to have been shown", "open the page anew")
            check_undone(self.office, session, command, request.device)
            then = self.office.stream(name, request.seen if request.seen < session.number else None)
            tried = how._replace(command_id="", dry_run=True, supposing=then)
            shown_then = self.office.submit(name, command, tried)
            check_seen(session, boards_in(shown_then), device.official)
            how = how._replace(shown=shown_then)
        effect = submit(self.office, session, command, how, self._kept)
        if isinstance(command, FileEvidence):
            self._photos.drop(request.device)
        try:  # it is recorded, whatever becomes of what is shown and handed out
            links = poll_links(self._kept, effect) if isinstance(command, OpenPoll) else self._slips(effect)
            shown = self._views.effect(effect, self.office, device.official, links=links)
        except (OSError, Problem) as error:
            shown = f'<p class="trouble">{escape(str(error))}</p>'
        return {"recorded": [each.number for each in effect.events], "again": effect.repeated, "effect": shown}

    def _session(self, name: str) -> Session:
        return self.office.tournaments.add_names_from_tournament(self.office.session(name))

    def _slips(self, effect: Effect) -> list[str]:
        """Return the address of the slip of a ruling of which both sides are told now, for the pairs to keep."""
        if not served_at(self._kept):
            return []  # nobody would find it
        told = [each.event.case for each in effect.events if isinstance(each.event, SidesNotified)]
        slips = [self._views.slip(self.office, effect.after.id, case) for case in told]
        return [f"{phones_url(self._kept)}/slip/{PhonePolls(self._kept).keep_slip(each)}" for each in slips]

    def close(self) -> None:
        """Close the office, and delete the photos that were not filed."""
        self.office.close()
        self._photos.close()


def _not_paired() -> Refusal:
    hint = "`official pair NAME` at the desk pairs a device"
    return Refusal("not-paired", "this device is not paired to an official here", hint)


def _put(kept: OrderedDict[str, Any], name: str, value: object) -> None:
    kept[name] = value
    while len(kept) > VISITS.most:
        kept.popitem(last=False)


_NOT_STORED = {"cache-control": "no-store"}
_COOKIE = "visit"
_STATUS = {"not-paired": 401, "not-signed": 403, "bad-link": 404, "no-such-file": 410}

T = TypeVar("T")


class OfficeAnswers:
    """The handlers of requests to the office's pages. `desk` makes the office's desk, in the thread that has it.

    `screen`: the first page is also shown, to be looked at, to whoever opens it on this computer itself.
    """

    def __init__(self, desk: Callable[[], OfficeDesk], script: str, *, screen: bool = False) -> None:
        self._line, self._script, self._screen = ThreadPoolExecutor(1, "office"), script, screen
        self._desk = self._line.submit(desk).result()
        self.pulse = OfficePulse(self._desk.served, self._desk.visits)
        self._streams = LiveStreams(self.pulse, self.pulse.bell, VISITS.most)
        self.routes = [
            Route("/office.js", self.script, methods=["GET"]),
            Route("/pair", self.pair, methods=["GET", "POST"]),
            Route("/visit", self.visit, methods=["GET", "POST"]),
            Route("/photo", self.photo, methods=["POST"]),
            Route("/try", self.attempt, methods=["POST"]),
            Route("/record", self.record, methods=["POST"]),
            Route("/live", self.live, methods=["GET"]),
            Route("/{name}", self.page, methods=["GET"]),
            Route("/", self.page, methods=["GET"]),
        ]

    async def script(self, _request: Request) -> Response:
        """Return the script of all pages."""
        return Response(self._script, media_type="text/javascript", headers={"cache-control": "no-cache"})

    async def page(self, request: Request) -> Response:
        """Return a page; to a device that has not begun its visit, with status 401, the page that begins it."""
        try:
            if name := request.path_params.get("name", ""):
                page = await self._in_line(self._desk.page, _token(request), name, dict(request.query_params))
            else:
                page = await self._in_line(self._desk.now, _token(request), screen=self._is_screen(request))
        except Refusal as refused:
            if refused.code == "not-paired":
                return _html(401, await self._in_line(self._desk.enter_page, pairing=False))
            page = None
        except Problem as problem:
            return Response(f"{problem.message}\n", 503, media_type="text/plain", headers=_NOT_STORED)
        return _html(200, page) if page else Response("There is no such page.\n", 404, headers=_NOT_STORED)

    async def live(self, request: Request) -> ASGIApp:
        """Return the live stream of a visit, or of the office's screen; with status 404 if it is none."""
        token = _token(request)
        is_screen = token not in self._desk.visits and self._is_screen(request)
        request.scope["path_params"] = {"path": SCREEN if is_screen else token or "-"}
        return self._streams

    def _is_screen(self, request: Request) -> bool:
        """Return whether a request comes from this computer itself, and through no proxy or tunnel that says so."""
        forwarded = any(request.headers.get(each) for each in ("forwarded", "x-forwarded-for", "via"))
        host, (own, *_) = request.client.host if request.client else "", request.scope.get("server") or ("",)
        return self._screen and not forwarded and bool(host) and (is_loopback_host(host) or host == own)

    async def pair(self, request: Request) -> Response:
        """Return the page on which a device makes its key; take the key."""
        if request.method == "GET":
            return _html(200, await self._in_line(self._desk.enter_page, pairing=True))
        return await self._answer(request, PairRequest, self._desk.pair)

    async def visit(self, request: Request) -> Response:
        """Return a random number to sign; begin the visit of the device that has signed it."""
        if request.method == "GET":
            return _json({"nonce": await self._in_line(self._desk.nonce)})
        answer = await self._answer(request, VisitRequest, lambda asked: {"token": self._desk.visit(asked)})
        if answer.status_code == 200:
            token = msgspec.json.decode(answer.body)["token"]
            answer = _json({})
            answer.set_cookie(_COOKIE, token, secure=True, httponly=True, samesite="strict")
        return answer

    async def attempt(self, request: Request) -> Response:
        """Return what recording a form would do."""
        token = _token(request)
        return await self._answer(request, TryRequest, lambda asked: self._desk.attempt(token, asked))

    async def record(self, request: Request) -> Response:
        """Record a signed command."""
        return await self._answer(request, RecordRequest, self._desk.record)

    async def photo(self, request: Request) -> Response:
        """Keep a photo that is to be filed."""
        token = _token(request)
        return await self._answer(request, bytes, lambda body: self._desk.photo(token, body))

    async def _answer(self, request: Request, kind: type[R], answer: Callable[[R], object]) -> Response:
        try:
            if kind is bytes:
                asked = cast(R, await _body(request, "image/jpeg", PHOTO))
            else:
                asked = msgspec.json.decode(await _body(request, "application/json", COMMAND), type=kind)
        except (ValueError, TimeoutError, ClientDisconnect, RecursionError, msgspec.DecodeError):
            return _mistake(400, Mistake("bad-value", "this is no request of the office's pages", "open them anew", 2))
        try:
            return _json(await self._in_line(answer, asked))
        except (Refusal, Misuse, Conflict, Unreadable, click.UsageError) as error:
            mistake = mistake_in_input(error, _SETTINGS)
            return _mistake(_STATUS.get(mistake.code, 409 if isinstance(error, Conflict) else 422), mistake)
        except Problem as error:
            return _mistake(503, Mistake(error.code, error.message, error.hint, error.exit_code))

    async def _in_line(self, ask: Callable[..., T], *args: object, **named: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._line, lambda: ask(*args, **named))

    def close(self) -> None:
        """Close the office, and end its thread."""
        self._line.submit(self._desk.close).result()
        self._line.shutdown()


_SETTINGS = Settings()


async def _body(request: Request, media: str, size: Bounds) -> bytes:
    """Return a body; ValueError if it is of another type, site or too long, TimeoutError if it comes too slowly.

    No form of another site can send these types, and no script of another site is allowed to; a browser says so too.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != media or _is_foreign(request):
        raise ValueError("no request of these pages")
    body = bytearray()
    async with asyncio.timeout(WAITING.most):
        async for part in request.stream():
            body += part
            if not size.hold(len(body)):
                raise ValueError("too long")
    return bytes(body)


def _is_foreign(request: Request) -> bool:
    """Return whether a browser says that a page of another site asks; it says Origin where it says nothing better."""
    if site := request.headers.get("sec-fetch-site"):
        return site != "same-origin"
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != request.headers.get("host")


def _token(request: Request) -> str:
    return request.cookies.get(_COOKIE, "")


def _html(status: int, page: str) -> Response:
    return HTMLResponse(page, status, headers={**_NOT_STORED, "content-security-policy": OFFICE})


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json", headers=_NOT_STORED)


def _mistake(status: int, mistake: Mistake) -> Response:
    told = {"code": mistake.code, "message": mistake.message, "hint": mistake.hint, "excerpt": mistake.excerpt}
    return _json({"error": told}, status)
