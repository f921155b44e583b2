"""The stream of an open page: what it is told, when, and how many may listen."""

import asyncio

from cli.serving.shown import Bell, LiveStreams, ServedPages


class Listening:
    """Somebody who listens on a stream, as the server has him."""

    def __init__(self, streams, path, **more):
        self.heard: list[str] = []
        self.status = 0
        self._left = asyncio.Event()
        headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in more.items() if name != "v"]
        scope = {"type": "http", "method": "GET", "path_params": {"path": path}, "headers": headers}
        query = {"query_string": f"v={more['v']}".encode() if "v" in more else b""}
        self.task = asyncio.create_task(streams({**scope, **query}, self._receive, self._send))

    async def _receive(self):
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = dict(message["headers"])
        else:
            self.heard.append(message["body"].decode())

    async def leave(self):
        self._left.set()
        await self.task

    @property
    def told(self):
        """The versions he heard of."""
        lines = "".join(self.heard).splitlines()
        return [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]


async def settled():
    for _ in range(10):
        await asyncio.sleep(0)


def hall(*names, most=10):
    pages, bell = ServedPages(), Bell()
    pages.put({"": dict.fromkeys(names, "first")})
    return pages, bell, LiveStreams(pages, bell, most)


def test_a_page_hears_of_its_own_versions_and_of_no_others():
    async def evening():
        pages, bell, streams = hall("a.html", "b.html")
        first = pages.version("a.html")
        has, has_not = Listening(streams, "a.html", v=first), Listening(streams, "a.html", v="0" * 16)
        again = Listening(streams, "a.html", v="0" * 16, last_event_id=first)
        await settled()
        assert [each.told for each in (has, has_not, again)] == [[], [first], []]
        pages.put({"": {"a.html": "first", "b.html": "second"}})
        bell.ring()
        await settled()
        assert has.told == []
        assert has.heard[-1] == ":\n\n", "a sign of life"
        pages.put({"": {"a.html": "second", "b.html": "second"}})
        bell.ring()
        await settled()
        assert has.told == [pages.version("a.html")]
        assert f"id: {pages.version('a.html')}\n" in has.heard[-1]
        pages.put({"": {"b.html": "second"}})
        bell.ring()
        await settled()
        assert has.told[-1] == "gone"
        assert has.headers[b"cache-control"] == b"no-store"
        for each in (has, has_not, again):
            await each.leave()
        assert streams.open == 0

    asyncio.run(evening())


def test_beyond_so_many_streams_a_page_is_to_ask_by_itself():
    async def evening():
        _, bell, streams = hall("a.html", most=2)
        there = [Listening(streams, "a.html") for _ in range(2)]
        await settled()
        late = Listening(streams, "a.html")
        await late.task
        assert (late.status, late.headers[b"retry-after"]) == (503, b"60")
        await there.pop().leave()
        there.append(Listening(streams, "a.html"))
        await settled()
        assert there[-1].status == 200
        bell.silence()
        await asyncio.gather(*(each.task for each in there))
        assert streams.open == 0, "when the server ends they end"

    asyncio.run(evening())


def test_there_is_a_stream_of_a_page_and_of_nothing_else():
    async def evening():
        _, _, streams = hall("a.html")
        for path in ("b.html", "", "live/a.html", "../a.html"):
            there = Listening(streams, path)
            await there.task
            assert there.status == 404, path

    asyncio.run(evening())


def test_all_wait_for_one_bell_that_also_rings_by_itself(monkeypatch):
    async def evening():
        bell = Bell()
        assert bell.next() is bell.next()
        slept: list[int] = []

        async def at_once(seconds):
            slept.append(seconds)
            if len(slept) == 3:
                bell.silence()

        monkeypatch.setattr("cli.serving.shown.asyncio.sleep", at_once)
        first = bell.next()
        await bell.ring_regularly()
        assert first.done()
        assert slept == [20, 20, 20]

    asyncio.run(evening())
