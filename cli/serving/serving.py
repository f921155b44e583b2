"""Serving: make the pages, bind the port, print the address, and answer requests until interrupted."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cli.desk.desk import Desk
from cli.pages.hall import code_lines
from cli.pages.printing import Press
from cli.serving.polls import OpenPolls, poll_routes
from cli.serving.server import Guard, HallServer, connections, open_socket
from cli.serving.shown import (
    Bell,
    HallPages,
    LiveStreams,
    PageAnswers,
    ServedPages,
    SessionHallPages,
    TournamentHallPages,
    Wall,
)
from cli.shell.background import Background
from cli.terminal.progress import show_progress
from cli.terminal.screen import flush, release_output
from cli.words.vocabulary import counted
from ledger.bounds.serving import ANSWERS, STREAMS
from ledger.kernel.fact import Envelope
from ledger.office import Office
from ledger.recording.machine_state import PhonePolls, note_served
from ledger.subjects.tournaments.facts import changes_names
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.seal import Seal

if TYPE_CHECKING:
    from ledger.store.store import Subscription

LOOKS_A_SECOND = 4

_OVERDUE_SECONDS = 60
"""A look takes longer only if the database hangs: making all pages anew takes seconds."""


@dataclass(frozen=True)
class ServedAt:
    """The host and port at which pages are served; `url`: the public address, '' if none was given."""

    host: str
    port: int
    url: str = ""


class Hall:
    """The pages to serve, which a follower keeps up to date, and the live streams that announce new versions."""

    def __init__(
        self,
        name: str,
        hang: Callable[[str], HallPages],
        say: Callable[[str], None],
        polls: Callable[[OpenPolls], Sequence[BaseRoute]] = lambda _: (),
        presses: Mapping[str, Press] | None = None,
        solved: Callable[[], int] = lambda: 0,
    ) -> None:
        self.pages, self.bell, self._polls = ServedPages(presses), Bell(), OpenPolls()
        self._follower = StreamFollower(hang, name, self.pages, self.bell.ring_soon, say, solved)
        streams = min(STREAMS.most, connections() * 3 // 4)  # leaves connections for opening pages
        self.streams = LiveStreams(self.pages, self.bell, streams)
        self._looked_at, self._read = time.monotonic(), False
        page_routes = [
            Route("/health", self.health, methods=["GET"]),
            Route("/live/{path:path}", self.streams, methods=["GET"]),
            Route("/{path:path}", PageAnswers(self.pages), methods=["GET"]),
        ]
        self.app = application([*polls(self._polls), *page_routes])

    def look(self, office: Office) -> None:
        """Bring the pages up to date with the ledger."""
        self._looked_at, read = time.monotonic(), False
        try:
            self._follower.look(office)
            self._polls.look(office, self._follower.heads)
            read = True
        finally:
            self._read = read

    async def health(self, _request: Request) -> Response:
        """Return 200 if the last look read the ledger and is not overdue, else 503; nothing about what is recorded."""
        well = self._read and time.monotonic() - self._looked_at < _OVERDUE_SECONDS
        text, status = ("ok\n", 200) if well else ("The ledger does not answer.\n", 503)
        return PlainTextResponse(text, status, headers={"cache-control": "no-store"})


def serve(desk: Desk, place: ServedAt, walls: Mapping[str, Wall]) -> None:
    """Serve the pages of a session or tournament until interrupted; `walls`: by language, the office's first."""
    name, database = desk.session_id, desk.settings.database
    of_tournament = desk.office.tournaments.is_one(name)
    hung = TournamentHallPages if of_tournament else SessionHallPages

    def polls(open_now: OpenPolls) -> Sequence[BaseRoute]:
        acknowledged = desk.office.acknowledged
        press = next(iter(walls.values())).press
        return poll_routes(press, open_now, PhonePolls(acknowledged)) if acknowledged else ()

    presses = {tag: wall.press for tag, wall in walls.items()}
    solved = next(iter(walls.values())).solved
    hall = Hall(name, lambda tag: hung(name, walls[tag]), desk.hint_aside, polls, presses, lambda: solved.number)
    with open_socket(place.host, place.port) as taken, Office.open(database, looking=True) as office:
        with show_progress("making the pages"):
            hall.look(office)
        port = taken.getsockname()[1]
        pages = len(hall.pages.paths)
        url = place.url or address(place.host, port)
        if desk.office.acknowledged:
            note_served(desk.office.acknowledged, url)
        if desk.settings.json:
            desk.json("serve/1", {"session": name, "url": url, "host": place.host, "port": port, "pages": pages})
        else:
            desk.say(f"{name} at {url}   {counted(pages, 'page')}; Ctrl-C ends it")
            if place.url or not is_loopback_host(place.host):
                desk.say(*(code_lines(url) if desk.symbols else []))
                desk.hint(f"for the wall: `report poster -o poster.html --url {url}`")
            else:
                desk.hint("only this computer can open it: --host 0.0.0.0 for the hall, --url behind a proxy")
        looking = Background(database, hall.look, desk.aside, a_second=LOOKS_A_SECOND, office=office)
        server = HallServer(hall.app, hall.bell.arrive, hall.bell.leave)
        release_output()
        flush()
        looking.start()
        try:
            server.run(sockets=[taken])
        finally:
            looking.end()


def application(routes: Sequence[BaseRoute], most: int = ANSWERS.most) -> Starlette:
    """Return the web application with these routes and no redirects; `most`: answers to one address in a second."""
    app = Starlette(routes=routes, middleware=[Middleware(Guard, most=most)])
    app.router.redirect_slashes = False  # a redirect would repeat an unchecked Host header
    return app


_OUTSIDE = {4: "192.0.2.1", 6: "2001:db8::1"}
"""Addresses reserved for documentation (RFC 5737, RFC 3849), to which no packet is sent."""


def address(host: str, port: int, scheme: str = "http") -> str:
    """Return the URL for phones; a host that means all addresses is replaced by this computer's address or name."""
    ip = _numbered(host)
    if ip is not None and ip.is_unspecified:
        host = _network_address(ip.version) or socket.gethostname()
    host_part = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{host_part}/" if port == usual else f"{scheme}://{host_part}:{port}/"


def is_loopback_host(host: str) -> bool:
    """Return True if a host can be reached from this computer only."""
    ip = _numbered(host)
    return host == "localhost" if ip is None else ip.is_loopback


def _numbered(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _network_address(version: int) -> str:
    """Return the address from which this computer sends in its network; '' if it has none."""
    family = socket.AF_INET6 if version == 6 else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_OUTSIDE[version], 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


class StreamFollower:
    """A follower of logs that updates pages, calls `moved` if one changed, and `say` to tell what is not shown and why.

    The follower starts over after an outage, and when a person is named or a text erased in any stream, since no erased
    text may stay in memory.
    """

    def __init__(
        self,
        hang: Callable[[str], HallPages],
        name: str,
        pages: ServedPages,
        moved: Callable[[], None],
        say: Callable[[str], None],
        solved: Callable[[], int] = lambda: 0,
    ) -> None:
        self._solved, self._known_deals = solved, 0
        self._hang, self._name, self._pages, self._moved, self._say = hang, name, pages, moved, say
        self._hung: dict[str, HallPages] = {}
        self._logs: dict[str, list[Envelope]] = {}
        self._feed: Subscription | None = None
        self._office: Office | None = None
        self._seals: Sequence[Seal] = ()
        self._reported: list[str] = []

    @property
    def heads(self) -> dict[str, int]:
        """The number of the last event read, by session or tournament."""
        return {name: len(log) for name, log in self._logs.items()}

    def look(self, office: Office) -> None:
        """Update the pages with the events recorded since the last look; Problem if the database does not answer."""
        if not self._hung or self._feed is None or office is not self._office:
            self._begin(office)
            return
        further, seals = list(self._feed.new()), office.seals.of(self._name)
        served_events = [each for each in further if each.session in self._logs]
        if changes_names(further):
            self._begin(office)
        elif served_events or seals != self._seals or self._solved() != self._known_deals:
            self._seals, self._known_deals = seals, self._solved()
            for envelope in served_events:
                self._logs[envelope.session].append(envelope)
            self._put(self._hung, office)
            if self._first.streams() - self._logs.keys():  # a session has joined: read its earlier events
                self._begin(office)
        if further_languages := [each for each in self._pages.wanted if each not in self._hung]:
            self._put({each: self._hang(each) for each in further_languages}, office, anew=True)

    @property
    def _first(self) -> HallPages:
        return self._hung[self._pages.office_language]

    def _begin(self, office: Office) -> None:
        self._hung, self._feed, self._office = {}, office.follow(), office
        self._seals, self._known_deals = office.seals.of(self._name), self._solved()
        heads = {name: seen if isinstance(seen, int) else seen.number for name, seen in self._feed.after.items()}
        stream = office.stream(self._name, heads.get(self._name, 0))
        streams = [self._name, *(stream.ever if isinstance(stream, Tournament) else ())]
        self._logs = {name: list(office.log(name, heads[name])) if name in heads else [] for name in streams}
        self._put({each: self._hang(each) for each in self._pages.wanted}, office, anew=True)

    def _put(self, hung: dict[str, HallPages], office: Office, *, anew: bool = False) -> None:
        # A stream that stirred at every event would tell that something unpublished was recorded, and when.
        changed = [self._pages.put(each.pages(self._logs, office), tag, anew=anew) for tag, each in hung.items()]
        self._hung = {**self._hung, **hung}
        if any(changed):
            self._moved()
        for line in (each for each in self._first.withheld if each not in self._reported):
            self._say(line)
        self._reported = list(self._first.withheld)
