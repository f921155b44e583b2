"""How long a slip takes: on standard input, and at `enter` with the keys coming from a pipe.

    python -m tests.bench.entry [SLIPS]

Prints medians in ms a slip, acknowledged and with the board shown again; it judges nothing.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.entry.agenda import Plan
from cli.entry.asking import TerminalPrompt
from cli.entry.running import EntryRun
from cli.entry.sitting import Sitting
from cli.entry.taken_lines import SlipIntake
from cli.terminal import screen
from tests.entry.sittings import opened

RESULTS = ("4sn=", "4sn+1 sa", "3ne-1", "-420", "p", "5hxe-2 d10")
TABLES = 13


def slips(wanted: int) -> list[tuple[int, int, str]]:
    """Board, table and result of so many slips."""
    places = [(board, table) for board in range(1, 25) for table in range(1, TABLES + 1)][:wanted]
    return [(board, table, RESULTS[at % len(RESULTS)]) for at, (board, table) in enumerate(places)]


def lines(folder: Path, wanted: int) -> list[float]:
    desk, times = opened(folder, "--boards", "1-24", session="lines"), []
    texts = [f"{board}/{table} {said} --ns {2 * table - 1} --ew {2 * table}" for board, table, said in slips(wanted)]
    start = time.perf_counter()
    for each in SlipIntake(desk).each(texts):
        assert each.event
        now = time.perf_counter()
        times.append(now - start)
        start = now
    return times


class Timed:
    """A prompt that is fed its lines, and takes the time from one question to the next."""

    def __init__(self, line: TerminalPrompt, send, texts: list[str]) -> None:
        self.line, self.send, self.texts, self.times = line, send, iter(texts), list[float]()
        self.last = 0.0

    def ask(self, view):
        if self.last:
            self.times.append(time.perf_counter() - self.last)
        self.last = time.perf_counter()
        text = next(self.texts, None)
        self.send("\x15q\r" if text is None else f"{text}\r")
        return self.line.ask(view)


def sitting(folder: Path, wanted: int) -> list[float]:
    desk = opened(folder, "--boards", "1-24", session="sitting")
    texts = [f"\x15{2 * table - 1} {2 * table} {said}" for _, table, said in slips(wanted)]
    with create_pipe_input() as keys:
        asking = Timed(TerminalPrompt(input=keys, output=DummyOutput()), keys.send_text, texts)
        plan = Plan(tables=tuple(map(str, range(1, TABLES + 1))))
        EntryRun(desk, Sitting(plan), asking).run()
    assert desk.office.session("sitting").number > wanted
    return asking.times


def main(wanted: int = 300) -> None:
    put, screen.put = screen.put, lambda *_, **__: None
    with tempfile.TemporaryDirectory() as folder:
        found = {"result add -": lines(Path(folder), wanted), "enter": sitting(Path(folder), wanted)}
    screen.put = put
    for name, times in found.items():
        median = statistics.median(times) * 1000
        print(f"{name:<14} {len(times)} slips in {sum(times):.1f} s; median {median:.1f} ms a slip")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
