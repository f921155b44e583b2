"""The pages served: what may be shown now, each page in its version, and the streams that announce new versions."""

from __future__ import annotations

import asyncio
import gzip
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import itemgetter
from typing import NamedTuple, Protocol
from urllib.parse import parse_qs, quote

from starlette.types import Receive, Scope, Send

from cli.pages.compare import COMPARE_PAGE, compared_page
from cli.pages.folder import SESSIONS
from cli.pages.hall import missing_page, waiting_page
from cli.pages.hands import deals_in
from cli.pages.printing import LIVE, Press, link_languages
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
    """A page as the server sends it; `version` is a digest of its text, equal on every server.

    `folder`: the folder that a reader named by choosing a language; '' on the page in the browser's language.
    """

    def __init__(self, path: str, text: str, press: Press | None = None, folder: str = "") -> None:
        self.version = of_bytes(text.encode()).hex()[:16]
        self.tag = f'W/"{self.version}"'
        home = "../" * path.count("/")
        up = home + "../" * folder.count("/")
        of_language = press.folders[press.tag] if press and len(press.folders) > 1 else ""
        live = f' data-live="{up}live/{of_language}{path}" data-first="{home}index.html" data-version="{self.version}"'
        linked = link_languages(text, path, press.tag, press.folders, up) if press else text
        self.plain = linked.replace(LIVE, live, 1).encode()
        self._made_of = path, text, press, of_language

    @cached_property
    def packed(self) -> bytes:
        """The page's bytes, compressed."""
        return gzip.compress(self.plain, mtime=0)

    @cached_property
    def in_folder(self) -> ServedPage:
        """The page in the folder of its language."""
        return ServedPage(*self._made_of)


class AskedPage(NamedTuple):
    """A page asked for: its language, its path within the language, and the folder of the language if it was named."""

    language: str
    path: str
    folder: str


class ServedPages:
    """The served pages by path; an update replaces them at once, so that a reader sees an old page or a new one.

    `presses`: a press for each language that readers may choose, by its tag. The first is the office's own; pages in
    another are made once somebody asks for them.
    """

    def __init__(self, presses: Mapping[str, Press] | None = None) -> None:
        self.presses = dict(presses or {"": Press()})
        self.office_language = next(iter(self.presses))
        self.wanted = [self.office_language]
        self._folders = dict[str, dict[str, dict[str, ServedPage]]]()
        self._known = dict[str, dict[str, ServedPage]]()

    def put(self, folders: Folders, language: str = "", *, anew: bool = False) -> bool:
        """Replace the pages of these folders, and return True if a page changed; an unchanged one keeps its object.

        `anew`: folders not given are dropped.
        """
        language = language or self.office_language
        former, press = self._known.get(language), self.presses[language]
        kept = {} if anew else self._folders.get(language, {})
        known = {**kept}
        for folder, pages in folders.items():
            before = self._folders.get(language, {}).get(folder, {})
            served = {name: ServedPage(folder + name, text, press) for name, text in pages.items()}
            known[folder] = {
                name: before[name] if name in before and before[name].version == page.version else page
                for name, page in served.items()
            }
        self._folders[language] = known
        self._known[language] = {folder + name: page for folder, pages in known.items() for name, page in pages.items()}
        return former != self._known[language]

    @property
    def paths(self) -> list[str]:
        """The paths of all HTML pages in the office's language, without style sheets and other files."""
        return [path for path in self._known.get(self.office_language, {}) if path.endswith(".html")]

    def asked(self, path: str, accepted: str = "") -> AskedPage:
        """Return which page a path names, in the language of its first folder, or the first that a browser accepts."""
        first, slash, below = path.partition("/")
        if slash and first in self.presses and len(self.presses) > 1:
            return AskedPage(first, below, f"{first}/")
        offered = {each.lower(): each for each in reversed(self.presses)}
        offered |= {each.lower().partition("-")[0]: each for each in reversed(self.presses)}
        found = (offered.get(each) or offered.get(each.partition("-")[0]) for each in accepted_values(accepted))
        return AskedPage(next(filter(None, found), self.office_language), path, "")

    async def made(self, asked: AskedPage) -> AskedPage:
        """Return what was asked for once its language has pages; after too long a time in the office's language."""
        if asked.language not in self._known and asked.language not in self.wanted:
            self.wanted.append(asked.language)
        for _ in range(_WAITS):
            if asked.language in self._known:
                return asked
            await asyncio.sleep(1 / _WAITS_A_SECOND)
        return asked._replace(language=self.office_language)

    def find(self, asked: AskedPage) -> ServedPage | None:
        """Return the page asked for (at a folder's path, its first page); None if no page is there."""
        path = f"{asked.path}index.html" if not asked.path or asked.path.endswith("/") else asked.path
        page = self._known.get(asked.language, {}).get(path)
        return page.in_folder if page and asked.folder else page

    def version(self, path: str) -> str:
        """Return the version of the page at a path; GONE if no page is there."""
        language, below, _ = self.asked(path)
        page = self._known.get(language, {}).get(below)
        return page.version if page else GONE


_WAITS, _WAITS_A_SECOND = 200, 20
"""How often a first reader waits for the pages of a language to be made, and how often a second."""

_TYPES = {"pbn": b"application/x-pbn", "css": b"text/css; charset=utf-8", "js": b"text/javascript; charset=utf-8"}
_HTML = b"text/html; charset=utf-8"

_PAGE_HEADERS = [
    (b"cache-control", b"no-cache"),  # a cached page must be revalidated: names may be erased
    (b"vary", b"accept-encoding, accept-language"),
]

_NOT_FOUND = [(b"content-type", _HTML), (b"cache-control", b"no-store")]

_WEIGHT = re.compile(r"[01](\.[0-9]{0,3})?")
"""A weight in a header of what a browser accepts (RFC 9110, 12.4.2)."""


class PageAnswers:
    """The handler of requests for pages: it sends the page, 304 if the browser has it, or 404 with a link."""

    def __init__(self, pages: ServedPages) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a page."""
        path = scope["path_params"]["path"]
        asked = await self._pages.made(self._pages.asked(path, header(scope, b"accept-language")))
        page = self._pages.find(asked)
        if page is None:
            folder = self._pages.asked(f"{path}/")
            if folder.folder == f"{path}/" or self._pages.find(folder):
                here = (b"location", f"{quote(path.rpartition('/')[2])}/".encode())
                await send_whole(scope, send, 307, [*_NOT_FOUND, here])
                return
            missing = _missing(self._pages.presses[asked.language], asked.path.count("/"))
            await send_whole(scope, send, 404, _NOT_FOUND, missing)
            return
        kind = _TYPES.get(path.rpartition(".")[2], _HTML)
        headers = [(b"content-type", kind), *_PAGE_HEADERS, (b"etag", page.tag.encode())]
        two = scope["query_string"] and parse_qs(scope["query_string"].decode("latin-1"))
        if two and asked.path.rpartition("/")[2] == COMPARE_PAGE:
            first, second = (two.get(name, [""])[0] for name in ("a", "b"))
            text = compared_page(page.plain.decode(), self._pages.presses[asked.language], first, second)
            await send_whole(scope, send, 200, headers[:-1], text.encode())
            return
        # Weak comparison (RFC 9110, 13.1.2).
        tags = {each.strip().removeprefix("W/") for each in header(scope, b"if-none-match").split(",")}
        if f'"{page.version}"' in tags or "*" in tags:
            await send_whole(scope, send, 304, headers)
        elif "gzip" in accepted_values(header(scope, b"accept-encoding")):
            await send_whole(scope, send, 200, [*headers, (b"content-encoding", b"gzip")], page.packed)
        else:
            await send_whole(scope, send, 200, headers, page.plain)


_WAYS_BACK = ("./", "../", "../../", "")  # by depth; below the deepest page the way back is unknown


@cache
def _missing(press: Press, depth: int) -> bytes:
    return missing_page(press, _WAYS_BACK[min(depth, len(_WAYS_BACK) - 1)]).encode()


def accepted_values(accepted: str) -> list[str]:
    """Return the values of a header of what a browser accepts, in small letters, without weights, the best first.

    >>> accepted_values("en;q=0.8, de-AT, fr;q=0")
    ['de-at', 'en']
    """
    weighted = list[tuple[str, str]]()
    for each in accepted.lower().replace(" ", "").split(","):
        value, _, weight = each.partition(";q=")
        if not weight or (_WEIGHT.fullmatch(weight) and weight.strip("0.")):
            weighted.append((weight or "1", value))
    return [value for _, value in sorted(weighted, key=itemgetter(0), reverse=True)]


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
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beats: asyncio.Task[None] | None = None
        self.silenced = False

    def arrive(self) -> None:
        """Start the heartbeat that keeps live streams open, in the event loop of the server."""
        self._loop = asyncio.get_running_loop()
        self._beats = self._loop.create_task(self.ring_regularly())

    def leave(self) -> None:
        """End all live streams, because the server stops."""
        self._loop = None
        self.silence()
        if self._beats:
            self._beats.cancel()

    def ring_soon(self) -> None:
        """Ring, from another thread than that of the event loop."""
        if loop := self._loop:
            loop.call_soon_threadsafe(self.ring)

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


class Versions(Protocol):
    """Pages whose changes live streams announce."""

    def version(self, path: str) -> str:
        """Return the version of the page at a path; GONE if no page is there."""


class LiveStreams:
    """The handler of requests for live streams, which limits their number."""

    def __init__(self, pages: Versions, bell: Bell, most: int) -> None:
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
        while not (departure.done() or self._bell.silenced or version == GONE):
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
    """The office's settings for the pages served in a language: press, key, and when the scores are `expected`.

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
