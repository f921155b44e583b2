"""The pages that are served: what may be shown now, each page in its version, and the stream that tells of another."""

from __future__ import annotations

import asyncio
import gzip
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from starlette.types import Receive, Scope, Send

from cli.pages.folder import SESSIONS
from cli.pages.hall import missing_page, waiting_page
from cli.pages.printing import LIVE, Press
from cli.pages.site import SessionSitePress
from cli.pages.tournaments.site import TournamentSitePress
from cli.serving.server import TEXT, header, not_found, send_whole
from cli.words.times import moment_text
from ledger.bounds.serving import HEARTBEAT
from ledger.digests import of_bytes
from ledger.kernel.fact import Envelope
from ledger.office import Office
from ledger.projections.checking import still_to_come
from ledger.projections.finality import given_out, heads_given_out
from ledger.trust.seal import PublicKey

GONE = "gone"
"""In the place of a version: there is no such page any more."""

Folders = Mapping[str, Mapping[str, str]]
"""Pages by their names, in folders: '' or 'sessions/friday/'."""


class ServedPage:
    """A page as it is sent; its version is a digest of it, the same wherever and whenever it is served."""

    def __init__(self, path: str, text: str) -> None:
        self.version = of_bytes(text.encode()).hex()[:16]
        self.tag = f'W/"{self.version}"'
        home = "../" * path.count("/")
        live = f' data-live="{home}live/{path}" data-first="{home}index.html" data-version="{self.version}"'
        self.plain = text.replace(LIVE, live, 1).encode()

    @cached_property
    def packed(self) -> bytes:
        """The same, packed once."""
        return gzip.compress(self.plain, mtime=0)


class ServedPages:
    """Every page by its path. It is read while others are put in: who reads sees a page whole, the old or the new."""

    def __init__(self) -> None:
        self._folders: dict[str, dict[str, ServedPage]] = {}
        self._known: dict[str, ServedPage] = {}

    def put(self, folders: Folders, *, anew: bool = False) -> None:
        """Put in folders of pages, each in the place of what stood there; a page that is the same stays.

        `anew`: these are all there are.
        """
        if anew:
            self._folders = {name: there for name, there in self._folders.items() if name in folders}
        for folder, pages in folders.items():
            before = self._folders.get(folder, {})
            made = {name: ServedPage(folder + name, text) for name, text in pages.items()}
            self._folders[folder] = {
                name: before[name] if name in before and before[name].version == page.version else page
                for name, page in made.items()
            }
        self._known = {folder + name: page for folder, pages in self._folders.items() for name, page in pages.items()}

    @property
    def paths(self) -> list[str]:
        """Where there is a page; what pages share is none."""
        return [path for path in self._known if path.endswith(".html")]

    def find(self, path: str) -> ServedPage | None:
        """The page of a path, or the first one of a folder; None where there is none."""
        return self._known.get(f"{path}index.html" if not path or path.endswith("/") else path)

    def version(self, path: str) -> str:
        """The version of a page, or that it is gone."""
        page = self._known.get(path)
        return page.version if page else GONE


_TYPES = {"css": b"text/css; charset=utf-8", "js": b"text/javascript; charset=utf-8"}
_HTML = b"text/html; charset=utf-8"

_KEPT = [
    (b"cache-control", b"no-cache"),  # whoever keeps it asks each time whether it still is so: names may be erased
    (b"vary", b"accept-encoding"),
]

_MISSING = [(b"content-type", _HTML), (b"cache-control", b"no-store")]

_SOME = re.compile(r"(?=.*[1-9])[01](\.[0-9]{0,3})?")
"""A weight that is not 0 (RFC 9110, 12.4.2)."""


class PageAnswers:
    """Answers with a page; that it is the same, to who has it already; and that there is none, with the way back."""

    def __init__(self, pages: ServedPages, press: Press) -> None:
        self._pages = pages
        ways = ("./", "../", "../../", "")  # from as deep as pages lie; further down the way back is not known
        self._missing = [missing_page(press, way).encode() for way in ways]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a question for a page."""
        path = scope["path_params"]["path"]
        page = self._pages.find(path)
        if page is None:
            await send_whole(scope, send, 404, _MISSING, self._missing[min(path.count("/"), len(self._missing) - 1)])
            return
        kind = _TYPES.get(path.rpartition(".")[2], _HTML)
        headers = [(b"content-type", kind), *_KEPT, (b"etag", page.tag.encode())]
        # the weak comparison of RFC 9110, 13.1.2
        tags = {each.strip().removeprefix("W/") for each in header(scope, b"if-none-match").split(",")}
        if f'"{page.version}"' in tags or "*" in tags:
            await send_whole(scope, send, 304, headers)
        elif _takes_gzip(header(scope, b"accept-encoding")):
            await send_whole(scope, send, 200, [*headers, (b"content-encoding", b"gzip")], page.packed)
        else:
            await send_whole(scope, send, 200, headers, page.plain)


def _takes_gzip(said: str) -> bool:
    """Whether who asks can unpack (RFC 9110, 12.5.3); where it is said with a weight, any but 0.

    >>> _takes_gzip("br, gzip"), _takes_gzip("gzip;q=0, br"), _takes_gzip("")
    (True, False, False)
    """
    for each in said.lower().split(","):
        coding, _, weight = each.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return not weight or _SOME.fullmatch(weight) is not None
    return False


_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx is to hand on what there is
]
_BUSY = [*TEXT, (b"retry-after", b"60")]
_VERSION = re.compile(r"v=([0-9a-f]{16})")
_AGAIN_MS = (1_000, 5_000)
"""After how long a page whose stream broke off asks for it again: not all at once."""


class Bell:
    """Rings for all who wait for it at once; only in the loop they wait in."""

    def __init__(self) -> None:
        self._next: asyncio.Future[None] | None = None
        self.silenced = False

    def next(self) -> asyncio.Future[None]:
        """When it rings next; one for all."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        return self._next

    def ring(self) -> None:
        """Ring."""
        if self._next is not None:
            self._next.set_result(None)
            self._next = None

    def silence(self) -> None:
        """Ring for the last time: who waits may go."""
        self.silenced = True
        self.ring()

    async def ring_regularly(self) -> None:
        """Ring now and then, until it is silenced."""
        while not self.silenced:
            await asyncio.sleep(HEARTBEAT.most)
            self.ring()


class LiveStreams:
    """Answers with streams, so many at once and no more."""

    def __init__(self, pages: ServedPages, bell: Bell, most: int) -> None:
        self._pages, self._bell, self.most = pages, bell, most
        self.open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a question for the stream of a page; with 503 where there are too many: the page asks now and then."""
        path = scope["path_params"]["path"]
        if self._pages.version(path) == GONE:
            await not_found(scope, receive, send)
        elif self.open >= self.most or self._bell.silenced:
            await send_whole(scope, send, 503, _BUSY, b"Too many listen already: ask again.\n")
        elif scope["method"] == "HEAD":
            await send_whole(scope, send, 200, _HEADERS)
        else:
            self.open += 1
            # The version who asks has: the last he heard of, or that of the page he opened.
            heard = f"v={header(scope, b'last-event-id')}".encode()
            said = (_VERSION.fullmatch(each.decode("latin-1")) for each in (heard, scope["query_string"]))
            known = next(filter(None, said), None)
            left = asyncio.ensure_future(_left(receive))
            try:
                await self._tell(path, known[1] if known else "", left, send)
            finally:
                self.open -= 1
                left.cancel()

    async def _tell(self, path: str, version: str, left: asyncio.Future[None], send: Send) -> None:
        """Tell each version of a page that is not the one last told, until who listens has left."""
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        say = f"retry: {random.randint(*_AGAIN_MS)}\n\n"
        while not (left.done() or self._bell.silenced):
            now = self._pages.version(path)
            if now != version:
                version, say = now, f"{say}id: {now}\ndata: {now}\n\n"
            await send({"type": "http.response.body", "body": say.encode(), "more_body": True})
            await asyncio.wait({left, self._bell.next()}, return_when=asyncio.FIRST_COMPLETED)
            say = ":\n\n"
        await send({"type": "http.response.body", "body": b""})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


Log = Sequence[Envelope]


@dataclass(frozen=True)
class Wall:
    """How the office wants it shown: by which press, with which key; when the scores are `expected`."""

    press: Press
    key: PublicKey | None = None
    expected: str = ""


class Hung(Protocol):
    """The pages of a session or a tournament, as they hang in the hall.

    `withheld`: what is recorded and not shown, and why.
    """

    withheld: list[str]

    def pages(self, logs: Mapping[str, Log], office: Office) -> Folders:
        """The folders of pages that are to be put in, as these logs are now."""

    def streams(self) -> set[str]:
        """The streams they are of."""


class SessionHung:
    """The pages of one session; `tournament`: the way to the pages of the tournament it belongs to."""

    def __init__(self, name: str, wall: Wall, tournament: str = "") -> None:
        self.name, self._wall, self._tournament = name, wall, tournament
        self._site = self._anew()
        self.withheld = list[str]()

    def _anew(self) -> SessionSitePress:
        return SessionSitePress(self._wall.press, self.name, self._wall.key, self._tournament)

    def streams(self) -> set[str]:
        """Its own."""
        return {self.name}

    def pages(self, logs: Mapping[str, Log], office: Office) -> Folders:
        """The one folder of its pages."""
        return {"": self.whole(logs[self.name], office) or self._places(office)}

    def whole(self, log: Log, office: Office) -> dict[str, str]:
        """All of its pages as far as they were given out; none while they would tell somebody what he has to play."""
        upto = given_out(log)
        if upto < self._site.number:
            self._site = self._anew()
        if not upto:
            before = "nothing of it is shown before, but places by `publish --running`"
            if shown_by := office.session(self.name).running_scores:
                before = f"running places and totals are shown (#{shown_by})"
            self.withheld = [f"{self.name}: not published; {before}"]
            return {}
        more = log[self._site.number : upto]
        made = self._site.bring_up(more, office.seals.of(self.name), office.tournaments.tell_names)
        if any(still_to_come(self._site.scoreboard)):
            self.withheld = [f"{self.name}: somebody still has to play (`check`); places and totals alone are shown"]
            return {}
        later = f"{self.name}: results came in after #{upto}; from there on it is shown when it is published again"
        self.withheld = [later] if upto < len(log) else []
        return made.all

    def _places(self, office: Office) -> dict[str, str]:
        """Places and totals alone: running ones where the office chose so, or those that were given out; or none."""
        press, awaited = self._wall.press, dict[str, str | bool]()
        if office.session(self.name).running_scores:
            board, awaited["running"] = office.scoreboard(self.name), True
        elif self._site.number:
            board = self._site.scoreboard
            with press.speaking():
                awaited["published"] = moment_text(board.session.publications[-1].said_at, 0)
        else:
            return waiting_page(press, office.session(self.name), expected=self._wall.expected)
        office.tournaments.tell_names(board.session)
        return waiting_page(press, board.session, board, **awaited)


class TournamentHung:
    """The pages of a tournament, and in a folder for each those of its sessions that may be shown."""

    def __init__(self, name: str, wall: Wall) -> None:
        self.name, self._wall = name, wall
        self._sessions: dict[str, SessionHung] = {}
        self._seen: dict[str, int] = {}
        self._there = set[str]()
        self.withheld = list[str]()
        self._begin()

    def _begin(self) -> None:
        self._site = TournamentSitePress(self.name, self._wall.press, self._wall.key)
        self._read: dict[str, int] = {}

    def streams(self) -> set[str]:
        """Its own, and those of its sessions."""
        return self._site.streams

    def pages(self, logs: Mapping[str, Log], office: Office) -> Folders:
        """The folder of its own pages, and those of the sessions in which something moved."""
        shown = self._shown(logs, running=bool(office.stream(self.name).running_scores))
        if any(len(shown.get(name, ())) < number for name, number in self._read.items()):
            self._begin()
        further = [each for name, log in shown.items() for each in log[self._read.get(name, 0) :]]
        self._site.read(further, lambda: shown)
        self._read = {name: len(log) for name, log in shown.items()}
        self.withheld = [
            f"{name}: shown up to #{len(shown[name])}; the rest when it is published"
            if shown[name]
            else f"{name}: not published; nothing of it is counted before, unless by `publish --running`"
            for name, log in logs.items()
            if len(shown[name]) < len(log)
        ]
        own = self._site.scores.tournament.sessions
        folders: dict[str, dict[str, str]] = {}
        for name in self._sessions.keys() - own.keys():
            del self._sessions[name], self._seen[name]
            folders[f"{SESSIONS}/{name}/"] = {}
        for name in (each for each in own if logs.get(each)):
            hung = self._sessions.setdefault(name, SessionHung(name, self._wall, "../../index.html"))
            if self._seen.get(name) != len(logs[name]):
                self._seen[name] = len(logs[name])
                folders[f"{SESSIONS}/{name}/"] = hung.whole(logs[name], office)
        self._there = {name for name in own if folders.get(f"{SESSIONS}/{name}/", name in self._there)}
        return {**folders, "": self._site.made(office.seals.of(self.name), frozenset(self._there)).all}

    def _shown(self, logs: Mapping[str, Log], *, running: bool) -> dict[str, Log]:
        if running:
            return dict(logs)
        own = logs[self.name]
        heads = heads_given_out(own)
        of_sessions = ((name, log) for name, log in logs.items() if name != self.name)
        return {self.name: own, **{name: log[: max(given_out(log), heads.get(name, 0))] for name, log in of_sessions}}
