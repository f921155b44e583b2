"""An evening that is served: in process for most tests, and by a server of its own for those that speak to sockets."""

import asyncio
import threading
import time
from contextlib import contextmanager

import pytest

from tests.needs import is_here
from tests.pages.browser import browser_and_its_thread, chromium  # noqa: F401 - fixtures
from tests.pages.conftest import at_event, evening, event_typed_once, typed, typed_once  # noqa: F401 - fixtures

if not is_here("httpx"):
    collect_ignore_glob = ["test_*.py"]


class Served:
    """What is served of a ledger, brought up to date when a test says so."""

    def __init__(self, name="thursday", phones=None, language="en", languages=(), **wanted):
        from cli.pages.printing import Press
        from cli.serving.polls import poll_routes
        from cli.serving.serving import Hall
        from cli.serving.shown import SessionHallPages, TournamentHallPages, Wall
        from ledger.office import Office

        self.said: list[str] = []
        folders = {each: f"{each}/" for each in languages or (language,)}
        presses = {each: Press(each, live=True, folders=folders) for each in folders}
        of, first = TournamentHallPages if name == "spring" else SessionHallPages, next(iter(presses.values()))
        polls = (lambda open_now: poll_routes(first, open_now, phones)) if phones else lambda _: ()
        walls = {each: Wall(press, **wanted) for each, press in presses.items()}
        self.hall = Hall(name, lambda each: of(name, walls[each]), self.said.append, polls, presses)
        self.office = Office.open("bridge-ledger.db", looking=True)
        self.look()

    def look(self):
        self.hall.look(self.office)

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def ask(self, method, path, content=None, **headers):
        """Ask the application, in process."""
        import httpx

        said = {name.replace("_", "-"): value for name, value in headers.items()}

        async def answered():
            through = httpx.ASGITransport(self.hall.app, client=("203.0.113.7", 1))
            async with httpx.AsyncClient(transport=through, base_url="http://hall") as client:
                asked = client.build_request(method, path, content=content, headers={"accept-encoding": "", **said})
                return await client.send(asked)

        return asyncio.run(answered())

    def text(self, path="/"):
        answer = self.get(path)
        assert answer.status_code == 200, path
        return answer.text

    @property
    def pages(self):
        """Every page there is, by its path."""
        return {path: self.text(f"/{path}") for path in self.hall.pages.paths}

    @property
    def versions(self):
        return {path: self.hall.pages.version(path) for path in self.hall.pages.paths}


@pytest.fixture
def serve():
    """How to serve what is in the folder; closed at the end."""
    made = []

    def begin(name="thursday", **wanted):
        made.append(Served(name, **wanted))
        return made[-1]

    yield begin
    for each in made:
        each.office.close()


@contextmanager
def answering(hall):
    """A server of its own, in a thread; its port."""
    from cli.serving.server import HallServer, open_socket

    server = HallServer(hall.app, hall.bell.arrive, hall.bell.leave)
    with open_socket("127.0.0.1", 0) as taken:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield taken.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(30)
        assert not thread.is_alive(), "it ends when it is asked to, whoever listens"


def wait_until(it_is_so, between=lambda: time.sleep(0.05)):
    """Wait, on a slow machine too, but not for ever."""
    deadline = time.monotonic() + 120
    while not it_is_so():
        assert time.monotonic() < deadline, "it does not come to that"
        between()
