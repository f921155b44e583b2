"""The pages served: what may be shown now, each page in its version, and the streams that announce new versions."""

from __future__ import annotations

import asyncio
import gzip
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from starlette.types import Receive, Scope, Send

from cli.pages.folder import SESSIONS
from cli.pages.hall import missing_page, waiting_page
from cli.pages.hands import deals_in
from cli.pages.printing import LIVE, Press
from cli.pages.site import SessionSitePress
from cli.pages.tournaments.site import TournamentSitePress
from cli.serving.server import TEXT, header, not_found, send_whole
from cli.words.times import moment_text
from ledger.bounds.serving import HEARTBEAT
from ledger.digests import of_bytes
from ledger.kernel.fact import Envelope
from ledger.office import Office
from ledger.projections.checking import results_to_come
from ledger.projections.finality import last_public_number, published_heads
from ledger.recording.solved_deals import SolvedDeals
from ledger.trust.seal import PublicKey

GONE = "gone"
"""The version of a page that no longer exists."""

Folders = Mapping[str, Mapping[str, str]]
"""The texts of pages, by folder ('' or 'sessions/friday/') and file name."""


class ServedPage:
    """A page as the server sends it; `version` is a digest of its text, equal on every server."""

    def __init__(self, path: str, text: str) -> None:
        self.version = of_bytes(text.encode()).hex()[:16]
        self.tag = f'W/"{self.version}"'
        home = "../" * path.count("/")
        live = f' data-live="{home}live/{path}" data-first="{home}index.html" data-version="{self.version}"'
        self.plain = text.replace(LIVE, live, 1).encode()

    @cached_property
    def packed(self) -> bytes:
        """The page's bytes, compressed."""
        return gzip.compress(self.plain, mtime=0)


class ServedPages:
    """The served pages by path; an update replaces them at once, so that a reader sees an old page or a new one."""

    def __init__(self) -> None:
        self._folders: dict[str, dict[str, ServedPage]] = {}
        self._known: dict[str, ServedPage] = {}

    def put(self, folders: Folders, *, anew: bool = False) -> bool:
        """Replace the pages of these folders, and return True if a page changed; an unchanged one keeps its object.

        `anew`: folders not given are dropped.
        """
        former = self._known
        if anew:
            self._folders = {name: pages for name, pages in self._folders.items() if name in folders}
        for folder, pages in folders.items():
            before = self._folders.get(folder, {})
            served = {name: ServedPage(folder + name, text) for name, text in pages.items()}
            self._folders[folder] = {
                name: before[name] if name in before and before[name].version == page.version else page
                for name, page in served.items()
            }
        self._known = {folder + name: page for folder, pages in self._folders.items() for name, page in pages.items()}
        return former != self._known

    @property
    def paths(self) -> list[str]:
        """The paths of all HTML pages, without style sheets and other files."""
        return [path for path in self._known if path.endswith(".html")]

    def find(self, path: str) -> ServedPage | None:
        """Return the page at a path (at a folder's path, its first page); None if no page is there."""
        return self._known.get(f"{path}index.html" if not path or path.endswith("/") else path)

    def version(self, path: str) -> str:
        """Return the version of the page at a path; GONE if no page is there."""
        page = self._known.get(path)
        return page.version if page else GONE


_TYPES = {"pbn": b"application/x-pbn", "css": b"text/css; charset=utf-8", "js": b"text/javascript; charset=utf-8"}
_HTML = b"text/html; charset=utf-8"

_PAGE_HEADERS = [
    (b"cache-control", b"no-cache"),  # a cached page must be revalidated: names may be erased
    (b"vary", b"accept-encoding"),
]

_NOT_FOUND = [(b"content-type", _HTML), (b"cache-control", b"no-store")]

_POSITIVE_WEIGHT = re.compile(r"(?=.*[1-9])[01](\.[0-9]{0,3})?")
"""A weight of an encoding that is not 0 (RFC 9110, 12.4.2)."""


class PageAnswers:
    """The handler of requests for pages: it sends the page, 304 if the browser has it, or 404 with a link."""

    def __init__(self, pages: ServedPages, press: Press) -> None:
        self._pages = pages
        ways = ("./", "../", "../../", "")  # by depth; below the deepest page the way back is unknown
        self._missing = [missing_page(press, way).encode() for way in ways]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a page."""
        path = scope["path_params"]["path"]
        page = self._pages.find(path)
        if page is None:
            await send_whole(scope, send, 404, _NOT_FOUND, self._missing[min(path.count("/"), len(self._missing) - 1)])
            return
        kind = _TYPES.get(path.rpartition(".")[2], _HTML)
        headers = [(b"content-type", kind), *_PAGE_HEADERS, (b"etag", page.tag.encode())]
        # Weak comparison (RFC 9110, 13.1.2).
        tags = {each.strip().removeprefix("W/") for each in header(scope, b"if-none-match").split(",")}
        if f'"{page.version}"' in tags or "*" in tags:
            await send_whole(scope, send, 304, headers)
        elif _takes_gzip(header(scope, b"accept-encoding")):
            await send_whole(scope, send, 200, [*headers, (b"content-encoding", b"gzip")], page.packed)
        else:
            await send_whole(scope, send, 200, headers, page.plain)


def _takes_gzip(accepted: str) -> bool:
    """Return True if the value of an Accept-Encoding header accepts gzip (RFC 9110, 12.5.3)."""
    for coding_text in accepted.lower().split(","):
        coding, _, weight = coding_text.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return not weight or _POSITIVE_WEIGHT.fullmatch(weight) is not None
    return False


_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx must not buffer the stream
]
_BUSY = [*TEXT, (b"retry-after", b"60")]
_VERSION = re.compile(r"v=([0-9a-f]{16})")
_AGAIN_MS = (1_000, 5_000)
"""The shortest and longest delay (ms) before a page reopens a broken stream; at random, so that not all do at once."""


class Bell:
    """A signal that wakes all waiting live streams at once; it must be used in their event loop."""

    def __init__(self) -> None:
        self._next: asyncio.Future[None] | None = None
        self.silenced = False

    def next(self) -> asyncio.Future[None]:
        """Return a future that is done at the next signal; all waiting streams share it."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        return self._next

    def ring(self) -> None:
        """Wake all who wait for the signal."""
        if self._next is not None:
            self._next.set_result(None)
            self._next = None

    def silence(self) -> None:
        """Give a last signal, at which all live streams end."""
        self.silenced = True
        self.ring()

    async def ring_regularly(self) -> None:
        """Give a signal at each heartbeat, until the bell is silenced."""
        while not self.silenced:
            await asyncio.sleep(HEARTBEAT.most)
            self.ring()


class LiveStreams:
    """The handler of requests for live streams, which limits their number."""

    def __init__(self, pages: ServedPages, bell: Bell, most: int) -> None:
        self._pages, self._bell, self.most = pages, bell, most
        self.open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the live stream of a page; 404 if the page does not exist, 503 if too many streams are open."""
        path = scope["path_params"]["path"]
        if self._pages.version(path) == GONE:
            await not_found(scope, receive, send)
        elif self.open >= self.most or self._bell.silenced:
            await send_whole(scope, send, 503, _BUSY, b"Too many pages listen already: try again.\n")
        elif scope["method"] == "HEAD":
            await send_whole(scope, send, 200, _HEADERS)
        else:
            self.open += 1
            # The listener's version: the last one it received, or that of the page it opened.
            last_heard = f"v={header(scope, b'last-event-id')}".encode()
            matches = (_VERSION.fullmatch(each.decode("latin-1")) for each in (last_heard, scope["query_string"]))
            known = next(filter(None, matches), None)
            departure = asyncio.ensure_future(_departure(receive))
            try:
                await self._tell(path, known[1] if known else "", departure, send)
            finally:
                self.open -= 1
                departure.cancel()

    async def _tell(self, path: str, version: str, departure: asyncio.Future[None], send: Send) -> None:
        """Send the version of a page whenever it changes, until the browser leaves or the server stops."""
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        message = f"retry: {random.randint(*_AGAIN_MS)}\n\n"
        while not (departure.done() or self._bell.silenced):
            current = self._pages.version(path)
            if current != version:
                version, message = current, f"{message}id: {current}\ndata: {current}\n\n"
            await send({"type": "http.response.body", "body": message.encode(), "more_body": True})
            await asyncio.wait({departure, self._bell.next()}, return_when=asyncio.FIRST_COMPLETED)
            # An empty SSE comment keeps the connection from being closed as idle.
            message = ":\n\n"
        await send({"type": "http.response.body", "body": b""})


async def _departure(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


Log = Sequence[Envelope]


@dataclass(frozen=True)
class Wall:
    """The office's settings for the served pages: press, key, and the time at which scores are `expected`.

    `solved`: the double-dummy tricks this machine knows; unknown ones are worked out aside, and shown when they are.
    """

    press: Press
    key: PublicKey | None = None
    expected: str = ""
    solved: SolvedDeals = field(default_factory=lambda: SolvedDeals(None))


class HallPages(Protocol):
    """A session or tournament whose pages are served in the hall.

    `withheld`: what is recorded but not shown, and why.
    """

    withheld: list[str]

    def pages(self, logs: Mapping[str, Log], office: Office) -> Folders:
        """Return the folders of pages that must be updated, made from these logs."""

    def streams(self) -> set[str]:
        """Return the names of the sessions and tournaments whose logs the pages need."""


class SessionHallPages:
    """A session's pages for the hall; `tournament`: the address of its tournament's first page."""

    def __init__(self, name: str, wall: Wall, tournament: str = "") -> None:
        self.name, self._wall, self._tournament = name, wall, tournament
        self._site = self._new_press()
        self.withheld = list[str]()

    def _new_press(self) -> SessionSitePress:
        return SessionSitePress(self._wall.press, self.name, self._wall.key, self._tournament)

    def streams(self) -> set[str]:
        """Return the session's name."""
        return {self.name}

    def pages(self, logs: Mapping[str, Log], office: Office) -> Folders:
        """Return the pages of the session in one folder."""
        return {"": self.whole(logs[self.name], office) or self._places(office)}

    def whole(self, log: Log, office: Office) -> dict[str, str]:
        """Return all pages as last published; {} before that, or while they could help a player still to play."""
        upto = last_public_number(log)
        self._wall.solved.solve_aside(deals_in(log))  # before they are published, so that the pages do not wait
        if upto < self._site.number:
            self._site = self._new_press()
        if not upto:
            before = "until then only `publish --running` shows its places"
            if shown_by := office.session(self.name).running_scores:
                before = f"running places and totals are shown (#{shown_by})"
            self.withheld = [f"{self.name}: not published; {before}"]
            return {}
        further = log[self._site.number : upto]
        deals, add_names = deals_in(log), office.tournaments.add_names_for_pages
        known = self._wall.solved.known(deals)
        site_pages = self._site.bring_up(further, office.seals.of(self.name), add_names, known)
        if any(results_to_come(self._site.scoreboard)):
            self.withheld = [f"{self.name}: somebody still has to play (`check`); places and totals alone are shown"]
            return {}
        later = f"{self.name}: results recorded after #{upto} are shown when the session is published again"
        self.withheld = [later] if upto < len(log) else []
        return site_pages.all

    def _places(self, office: Office) -> dict[str, str]:
        """Return a page with places and totals only, running or published; before that, a page to announce them."""
        press, awaited = self._wall.press, dict[str, str | bool]()
        if office.session(self.name).running_scores:
            board, awaited["running"] = office.scoreboard(self.name), True
        elif self._site.number:
            board = self._site.scoreboard
            with press.speaking():
                awaited["published"] = moment_text(board.session.publications[-1].recorded_at_time, 0)
        else:
            return waiting_page(press, office.session(self.name), expected=self._wall.expected)
        office.tournaments.add_names_for_pages(board.session)
        return waiting_page(press, board.session, board, **awaited)


class TournamentHallPages:
    """A tournament's pages for the hall, with a folder for each session that may be shown."""

    def __init__(self, name: str, wall: Wall) -> None:
        self.name, self._wall = name, wall
        self._sessions: dict[str, SessionHallPages] = {}
        self._seen: dict[str, tuple[int, int]] = {}
        self._shown_sites = set[str]()
        self.withheld = list[str]()
        self._begin()

    def _begin(self) -> None:
        self._site = TournamentSitePress(self.name, self._wall.press, self._wall.key)
        self._read: dict[str, int] = {}

    def streams(self) -> set[str]:
        """Return the names of the tournament and its sessions."""
        return self._site.streams

    def pages(self, logs: Mapping[str, Log], office: Office) -> Folders:
        """Return the tournament's own pages, and the folders of sessions that have new events."""
        visible = self._visible(logs, running=bool(office.stream(self.name).running_scores))
        if any(len(visible.get(name, ())) < number for name, number in self._read.items()):
            self._begin()
        further = [event for name, log in visible.items() for event in log[self._read.get(name, 0) :]]
        self._site.read(further, lambda: visible)
        self._read = {name: len(log) for name, log in visible.items()}
        self.withheld = [
            f"{name}: shown up to #{len(visible[name])}; the rest when it is published"
            if visible[name]
            else f"{name}: not published; it does not count until then, except after `publish --running`"
            for name, log in logs.items()
            if len(visible[name]) < len(log)
        ]
        sessions = self._site.scores.tournament.sessions
        folders: dict[str, dict[str, str]] = {}
        for name in self._sessions.keys() - sessions.keys():
            del self._sessions[name], self._seen[name]
            folders[f"{SESSIONS}/{name}/"] = {}
        for name in filter(logs.get, sessions):
            hung = self._sessions.setdefault(name, SessionHallPages(name, self._wall, "../../index.html"))
            if self._seen.get(name) != (seen := (len(logs[name]), self._wall.solved.number)):
                self._seen[name] = seen
                folders[f"{SESSIONS}/{name}/"] = hung.whole(logs[name], office)
        self._shown_sites = {name for name in sessions if folders.get(f"{SESSIONS}/{name}/", name in self._shown_sites)}
        return {**folders, "": self._site.made(office.seals.of(self.name), frozenset(self._shown_sites)).all}

    def _visible(self, logs: Mapping[str, Log], *, running: bool) -> dict[str, Log]:
        if running:
            return dict(logs)
        log = logs[self.name]
        heads = published_heads(log)
        of_sessions = ((name, log) for name, log in logs.items() if name != self.name)
        return {
            self.name: log,
            **{name: log[: max(last_public_number(log), heads.get(name, 0))] for name, log in of_sessions},
        }
