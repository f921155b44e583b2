"""Pages to the phones in a hall: how many are answered, how fast, and when open pages hear of a ruling.

    python -m tests.bench.serving [--streams 1000] [--seconds 20] [--workers 64]

A session of 600 results that is published; `serve` in a process of its own, beside it a process that listens on the
streams and one that asks for pages over connections that stay, every other time with the version it has; meanwhile a
ruling is recorded every two seconds. All share one machine. It judges nothing.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import Component, Weighted
from ledger.office import Office
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import GiveRuling, Grounds

_EVERY_SECONDS = 2
_HALVES = Weighted((Component(Fraction(3, 5), Result("4SN=")), Component(Fraction(2, 5), Result("3NTN-1"))))
_PAGES = ["index.html", "standings.html", "rulings.html", *(f"board-{each}.html" for each in range(1, 25))]
_PAGES += [f"contestant-{each}.html" for each in range(1, 51)]


_RESULTS = ["4SN=", "4SN+1", "4SN-1", "3NTN=", "3NTN+1", "5HXE-1", "4HE=", "PASS"]
_TABLES, _BOARDS = 25, 24


def _played(office: Office) -> None:
    """An evening of 600 results, published."""
    pairs, boards = tuple(str(each) for each in range(1, 2 * _TABLES + 1)), tuple(range(1, _BOARDS + 1))
    office.submit("s", OpenSession("Thursday", None, boards, 1, profile_loader.load_profile("default"), pairs))
    chance = random.Random(_TABLES)
    for board in boards:
        for table in range(_TABLES):
            away = str(_TABLES + 1 + (table + board) % _TABLES)
            where = Where(board, str(table + 1), str(table + 1), away)
            office.submit("s", RecordResult(where, Result(chance.choice(_RESULTS))))
    office.submit("s", PublishScores())


def _more_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# Listening


async def _listen(port: int, path: str, heard: list[tuple[str, float]]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /live/{path} HTTP/1.1\r\nHost: hall\r\n\r\n".encode())
    async for line in reader:
        if line.startswith(b"data:"):
            heard.append((path, time.time()))


async def _listen_all(port: int, streams: int, seconds: float) -> list[tuple[str, float]]:
    heard: list[tuple[str, float]] = []
    tasks = []
    for at in range(streams):
        tasks.append(asyncio.create_task(_listen(port, _PAGES[at % len(_PAGES)], heard)))
        if at % 100 == 99:
            await asyncio.sleep(0.05)
    await asyncio.sleep(seconds)
    broken = sum(each.done() for each in tasks)
    if broken:
        print(f"{broken} streams ended before the time")
    return heard


def listening(port: int, streams: int, seconds: float, answer: "Queue[list[tuple[str, float]]]") -> None:
    """In a process of its own: what each stream heard, and when."""
    _more_files()
    answer.put(asyncio.run(_listen_all(port, streams, seconds)))


# Asking


async def _ask(port: int, until: float, took: list[float], sizes: list[int]) -> None:
    chance = random.Random(id(took) + len(took))
    versions: dict[str, str] = {}
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.time() < until:
        path = chance.choice(_PAGES)
        known = f"If-None-Match: {versions[path]}\r\n" if path in versions and chance.random() < 0.5 else ""
        start = time.perf_counter()
        writer.write(f"GET /{path} HTTP/1.1\r\nHost: hall\r\nAccept-Encoding: gzip\r\n{known}\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        status = int(head.split(" ", 2)[1])
        length = int(head.partition("content-length: ")[2].partition("\r")[0]) if status != 304 else 0
        await reader.readexactly(length)
        took.append(time.perf_counter() - start)
        sizes.append(length)
        if status not in (200, 304):
            raise RuntimeError(head)
        versions[path] = 'W/"' + head.partition('etag: w/"')[2].partition('"')[0] + '"'


async def _ask_all(port: int, workers: int, seconds: float) -> tuple[list[float], list[int]]:
    took: list[float] = []
    sizes: list[int] = []
    until = time.time() + seconds
    await asyncio.gather(*(_ask(port, until, took, sizes) for _ in range(workers)))
    return took, sizes


def asking(port: int, workers: int, seconds: float, answer: "Queue[tuple[list[float], list[int]]]") -> None:
    """In a process of its own: how long each answer took, and how many bytes it was."""
    answer.put(asyncio.run(_ask_all(port, workers, seconds)))


# The hall


def _rulings(office: Office, seconds: float) -> tuple[list[float], list[float]]:
    """Record a ruling now and then; when each was recorded, and how long that took."""
    at, until, recorded, took = 0, time.time() + seconds, list[float](), list[float]()
    while time.time() < until:
        board = at % 24 + 1
        seating = list(office.session("s").boards[board])[at % 25]
        begun = time.perf_counter()
        office.submit(
            "s", GiveRuling(Where(board, None, seating.ns, seating.ew), _HALVES, Grounds(offender="EW", laws=("16B",)))
        )
        recorded.append(time.time())
        took.append(time.perf_counter() - begun)
        at += 1
        time.sleep(_EVERY_SECONDS)
    return recorded, took


def _memory(pid: int, what: str) -> str:
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return f"{int(status[what].split()[0]) // 1024} MB"


def _delays(recorded: list[float], heard: list[tuple[str, float]]) -> list[float]:
    """For each ruling, and each stream that heard within its two seconds: how long after."""
    return [at - moment for moment in recorded for path, at in heard if moment <= at < moment + _EVERY_SECONDS]


def _told(name: str, values: list[float]) -> str:
    if len(values) < 100:
        return f"{name}: {len(values)}"
    ranked = statistics.quantiles(values, n=100)
    return (
        f"{name}: median {ranked[49] * 1000:.0f} ms, 99th {ranked[98] * 1000:.0f} ms, most {max(values) * 1000:.0f} ms"
    )


def run(streams: int, seconds: float, workers: int) -> None:
    """The evening."""
    _more_files()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/ledger.db"
        with Office.open(url, by="director", stays=True, new=True) as office:
            _played(office)
            command = [sys.executable, "-c", "from cli import start; start()", "serve", "--port", "0", "--json"]
            env = {**os.environ, "BRIDGE_LEDGER_DB": f"{folder}/ledger.db", "BRIDGE_LEDGER_STATE": folder}
            server = subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True)
            try:
                assert server.stdout
                told = json.loads(server.stdout.readline())
                print(f"{told['pages']} pages; memory {_memory(server.pid, 'VmRSS')}")
                _evening(office, server.pid, told["port"], (streams, seconds, workers))
            finally:
                server.terminate()
                server.wait()


def _evening(office: Office, pid: int, port: int, asked: tuple[int, float, int]) -> None:
    streams, seconds, workers = asked
    context = get_context("spawn")
    heard_of: Queue[list[tuple[str, float]]] = context.Queue()
    answers: Queue[tuple[list[float], list[int]]] = context.Queue()
    listener = context.Process(target=listening, args=(port, streams, seconds + 6, heard_of))
    listener.start()
    time.sleep(4)
    print(f"{streams} streams: memory {_memory(pid, 'VmRSS')}")
    asker = context.Process(target=asking, args=(port, workers, seconds, answers)) if workers else None
    if asker:
        asker.start()
        time.sleep(1)
    recorded, took_recording = _rulings(office, seconds - 4)
    if asker:
        took, sizes = answers.get()
        print(f"{len(took) / seconds:.0f} answers a second, {sum(sizes) / seconds / 1e6:.1f} MB a second")
        print(_told("answers", took))
    heard = heard_of.get()
    delays = _delays(recorded, heard)
    print(f"{len(recorded)} rulings, {len(delays)} times heard; " + _told("heard after", delays))
    slowest, usual = max(took_recording), statistics.median(took_recording)
    print(f"a ruling is recorded in {usual * 1000:.0f} ms (median), at most {slowest * 1000:.0f} ms")
    print(f"memory {_memory(pid, 'VmRSS')}, most {_memory(pid, 'VmHWM')}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, default=64)
    given = parser.parse_args()
    run(given.streams, given.seconds, given.workers)
