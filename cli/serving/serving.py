"""Serving: the pages are made, the port is taken, the address is told, and then it answers until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route

from cli.desk.desk import Desk
from cli.pages.hall import code_lines
from cli.pages.printing import Press
from cli.serving.polls import OpenPolls, poll_routes
from cli.serving.server import Guard, HallServer, connections, listening
from cli.serving.shown import Bell, Hung, LiveStreams, PageAnswers, ServedPages, SessionHung, TournamentHung, Wall
from cli.shell.background import Background
from cli.terminal.progress import working
from cli.terminal.screen import flush, let_go
from cli.words.vocabulary import counted
from ledger.bounds.serving import STREAMS
from ledger.kernel.fact import Envelope
from ledger.office import Office
from ledger.recording.machine_state import PhonePolls, note_served
from ledger.subjects.tournaments.facts import changes_who_is_named
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.seal import Seal

if TYPE_CHECKING:
    from ledger.store.store import Subscription

LOOKS_A_SECOND = 4


@dataclass(frozen=True)
class ServedAt:
    """Where it is served: at which port of which address; `url`: how phones come there, where that is said."""

    host: str
    port: int
    url: str = ""


class Hall:
    """What is served: the pages, kept up to date by a thread of its own, and who listens for what moves."""

    def __init__(
        self,
        name: str,
        hang: Callable[[], Hung],
        say: Callable[[str], None],
        polls: Callable[[OpenPolls], Sequence[BaseRoute]] = lambda _: (),
        press: Press | None = None,
    ) -> None:
        self.pages, self._bell, self._polls = ServedPages(), Bell(), OpenPolls()
        self._follower = HallFollower(hang, name, self.pages, self._ring, say)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beats: asyncio.Task[None] | None = None
        streams = min(STREAMS.most, connections() * 3 // 4)  # and room for who opens a page
        self.streams = LiveStreams(self.pages, self._bell, streams)
        page_routes = [
            Route("/live/{path:path}", self.streams, methods=["GET"]),
            Route("/{path:path}", PageAnswers(self.pages, press or Press()), methods=["GET"]),
        ]
        self.app = application([*polls(self._polls), *page_routes])

    def look(self, office: Office) -> None:
        """Put in what was recorded since."""
        self._follower.look(office)
        self._polls.look(office, self._follower.heads)

    def arrive(self) -> None:
        """Begin to ring, in the loop in which it is answered."""
        self._loop = asyncio.get_running_loop()
        self._beats = self._loop.create_task(self._bell.ring_regularly())

    def leave(self) -> None:
        """Let all streams end."""
        self._loop = None
        self._bell.silence()
        if self._beats:
            self._beats.cancel()

    def _ring(self) -> None:
        if loop := self._loop:
            loop.call_soon_threadsafe(self._bell.ring)


def serve(desk: Desk, place: ServedAt, wall: Wall) -> None:
    """Serve a session or a tournament until somebody interrupts."""
    name, database = desk.session_id, desk.settings.database
    of_tournament = desk.office.tournaments.is_one(name)
    hung = TournamentHung if of_tournament else SessionHung

    def polls(open_now: OpenPolls) -> Sequence[BaseRoute]:
        acknowledged = desk.office.acknowledged
        return poll_routes(wall.press, open_now, PhonePolls(acknowledged)) if acknowledged else ()

    hall = Hall(name, lambda: hung(name, wall), desk.hint_aside, polls, wall.press)
    with listening(place.host, place.port) as taken, Office.open(database, looking=True) as office:
        with working("making the pages"):
            hall.look(office)
        _say_where(desk, name, place, taken.getsockname()[1], len(hall.pages.paths))
        looking = Background(database, hall.look, desk.aside, a_second=LOOKS_A_SECOND, office=office)
        server = HallServer(hall.app, hall.arrive, hall.leave)
        let_go()
        flush()
        looking.start()
        try:
            server.run(sockets=[taken])
        finally:
            looking.end()


def _say_where(desk: Desk, name: str, place: ServedAt, port: int, pages: int) -> None:
    url = place.url or address(place.host, port)
    if desk.office.acknowledged:
        note_served(desk.office.acknowledged, url)
    if desk.settings.json:
        desk.json("serve/1", {"session": name, "url": url, "host": place.host, "port": port, "pages": pages})
        return
    desk.say(f"{name} at {url}   {counted(pages, 'page')}; Ctrl-C ends it")
    if place.url or not is_own_alone(place.host):
        desk.say(*(code_lines(url) if desk.symbols else []))
        desk.hint(f"for the wall: `report poster -o poster.html --url {url}`")
    else:
        desk.hint("only this computer can open it: --host 0.0.0.0 for the hall, --url behind a proxy")


def application(routes: Sequence[BaseRoute]) -> Starlette:
    """What answers, by these routes and no others; nothing leads on from one address to another."""
    made = Starlette(routes=routes, middleware=[Middleware(Guard)])
    made.router.redirect_slashes = False  # such an answer would repeat what was said to be the host
    return made


_ELSEWHERE = {4: "192.0.2.1", 6: "2001:db8::1"}
"""Addresses that belong to nobody (RFC 5737, RFC 3849): nothing is sent there."""


def address(host: str, port: int) -> str:
    """Where phones find what is served at a host and a port: of every address of this computer, that in its network."""
    where = _numbered(host)
    if where is not None and where.is_unspecified:
        host = _in_the_network(where.version) or socket.gethostname()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"


def is_own_alone(host: str) -> bool:
    """Whether only this computer can ask there."""
    where = _numbered(host)
    return host == "localhost" if where is None else where.is_loopback


def _numbered(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _in_the_network(version: int) -> str:
    """The address this computer has where others are: by which it would speak to somebody elsewhere."""
    family = socket.AF_INET6 if version == 6 else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as knocking:
        try:
            knocking.connect((_ELSEWHERE[version], 9))
        except OSError:
            return ""
        return str(knocking.getsockname()[0])


class HallFollower:
    """Follows what hangs in the hall; `moved` is called after pages were put in, `say` with what is withheld.

    After an outage it begins anew, and so it does where somebody was named or a text erased, in whichever stream: what
    was erased is kept nowhere here either.
    """

    def __init__(
        self,
        hang: Callable[[], Hung],
        name: str,
        pages: ServedPages,
        moved: Callable[[], None],
        say: Callable[[str], None],
    ) -> None:
        self._hang, self._name, self._pages, self._moved, self._say = hang, name, pages, moved, say
        self._hung: Hung | None = None
        self._logs: dict[str, list[Envelope]] = {}
        self._new: Subscription | None = None
        self._through: Office | None = None
        self._seals: Sequence[Seal] = ()
        self._told: list[str] = []

    @property
    def heads(self) -> dict[str, int]:
        """How far each stream has been read."""
        return {name: len(log) for name, log in self._logs.items()}

    def look(self, office: Office) -> None:
        """Put in what moved since the last look. Problem where the database does not answer."""
        if self._hung is None or self._new is None or office is not self._through:
            self._begin(office)
            return
        further, seals = list(self._new.new()), office.seals.of(self._name)
        own = [each for each in further if each.session in self._logs]
        if changes_who_is_named(further):
            self._begin(office)
        elif own or seals != self._seals:
            self._seals = seals
            for envelope in own:
                self._logs[envelope.session].append(envelope)
            self._put(self._hung, office)
            if self._hung.streams() - self._logs.keys():  # of a session that has joined, what was recorded before
                self._begin(office)

    def _begin(self, office: Office) -> None:
        self._hung, self._new, self._through = None, office.follow(), office
        self._seals = office.seals.of(self._name)
        heads = {name: seen if isinstance(seen, int) else seen.number for name, seen in self._new.after.items()}
        stream = office.stream(self._name, heads.get(self._name, 0))
        streams = [self._name, *(stream.ever if isinstance(stream, Tournament) else ())]
        self._logs = {name: list(office.log(name, heads[name])) if name in heads else [] for name in streams}
        self._hung = self._hang()
        self._put(self._hung, office, anew=True)

    def _put(self, hung: Hung, office: Office, *, anew: bool = False) -> None:
        self._pages.put(hung.pages(self._logs, office), anew=anew)
        self._moved()
        for line in (each for each in hung.withheld if each not in self._told):
            self._say(line)
        self._told = list(hung.withheld)
