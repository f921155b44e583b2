"""Serving: the pages are made, the port is taken, the address is told, and then it answers until it is interrupted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from starlette.routing import BaseRoute

from cli.desk.desk import Desk
from cli.pages import qr
from cli.pages.printing import Press
from cli.serving.addresses import address, is_own_alone
from cli.serving.application import application
from cli.serving.following import HallFollower
from cli.serving.pages import page_routes
from cli.serving.polls import OpenPolls, poll_routes
from cli.serving.server import HallServer, connections, listening
from cli.serving.shown import Hung, SessionHung, TournamentHung, Wall
from cli.serving.streams import Bell, LiveStreams
from cli.serving.versions import ServedPages
from cli.shell.background import Background
from cli.terminal.progress import working
from cli.terminal.screen import flush, let_go
from cli.words.vocabulary import counted
from ledger.bounds.serving import STREAMS
from ledger.office import Office
from ledger.recording.machine_state import note_served
from ledger.recording.phone_polls import PhonePolls

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
        self.app = application([*polls(self._polls), *page_routes(self.pages, self.streams, press or Press())])

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
        """From whichever thread: pages have moved."""
        if loop := self._loop:
            loop.call_soon_threadsafe(self._bell.ring)


def serve(desk: Desk, place: ServedAt, wall: Wall) -> None:
    """Serve a session or a tournament until somebody interrupts."""
    name, database = desk.session_id, desk.settings.database
    of_tournament = desk.office.tournaments.is_one(name)
    hung = TournamentHung if of_tournament else SessionHung

    def polls(open_now: OpenPolls) -> Sequence[BaseRoute]:
        return _polls(desk, wall, open_now)

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


def _polls(desk: Desk, wall: Wall, open_now: OpenPolls) -> Sequence[BaseRoute]:
    """The routes of polls, where this desk keeps something outside the database."""
    acknowledged = desk.office.acknowledged
    return poll_routes(wall.press, open_now, PhonePolls(acknowledged)) if acknowledged else ()


def _say_where(desk: Desk, name: str, place: ServedAt, port: int, pages: int) -> None:
    """The address, and the QR code that leads phones there."""
    url = place.url or address(place.host, port)
    if desk.office.acknowledged:
        note_served(desk.office.acknowledged, url)
    if desk.settings.json:
        desk.json("serve/1", {"session": name, "url": url, "host": place.host, "port": port, "pages": pages})
        return
    desk.say(f"{name} at {url}   {counted(pages, 'page')}; Ctrl-C ends it")
    if place.url or not is_own_alone(place.host):
        desk.say(*(qr.lines(url) if desk.symbols else []))
        desk.hint(f"for the wall: `report poster -o poster.html --url {url}`")
    else:
        desk.hint("only this computer can open it: --host 0.0.0.0 for the hall, --url behind a proxy")
