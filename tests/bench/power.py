"""Power cuts: what is on the disk if the power fails at a moment, from the calls that programs made until then.

strace notes every write to a file and every flush, with its bytes and its time. A disk keeps what was flushed before
the cut; of all later writes it keeps each, loses it, or keeps its first sectors (512 bytes), by lot and in any order.
"""

import re
import signal
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import psutil

_FLUSHES = ("fsync", "fdatasync")
STRACE = (
    *("strace", "-ff", "-ttt", "-T", "-y", "-xx", "-s", "20000000"),
    *("-e", f"trace=pwrite64,ftruncate,{','.join(_FLUSHES)}", "-o"),
)
"""To be followed by the beginning of the names of the files that are written, one for each process."""
_SECTOR = 512
_CALL = re.compile(
    r"(?P<at>[\d.]+) (?P<call>\w+)\(\d+<(?P<path>[^>]*)>"
    r'(?:, "(?P<data>[^"]*)")?(?P<rest>[\d, ]*)\) = \d+ <(?P<took>.*)>$'
)


class Call(NamedTuple):
    """A call that a program made: began, ended, on which file, which bytes from where on."""

    start: float
    end: float
    name: str
    path: Path
    data: bytes
    offset: int


def calls(trace: Path) -> list[Call]:
    """Read what strace noted of all processes, in order of time."""
    found = []
    for file in trace.parent.glob(f"{trace.name}.*"):
        for match in filter(None, map(_CALL.match, file.read_text().splitlines())):
            at, data = float(match["at"]), _bytes(match["data"] or "")
            offset = int((match["rest"] or "0").rpartition(",")[2] or 0)
            path = Path(_bytes(match["path"]).decode())
            found.append(Call(at, at + float(match["took"]), match["call"], path, data, offset))
    return sorted(found)


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def cut(made: Iterable[Call], at: float, live: Path, before: Path, after: Path, lot: Random) -> None:
    """Make a folder `after` of `before`, a copy of `live` as it was, with what a disk has if the power fails then."""
    subprocess.run(["cp", "-a", before, after], check=True)
    made = [call for call in made if call.start < at and call.path.is_relative_to(live)]
    flushed = dict[Path, float]()
    for call in made:
        if call.name in _FLUSHES and call.end <= at:
            flushed[call.path] = max(call.start, flushed.get(call.path, 0))
    for call in made:
        path = after / call.path.relative_to(live)
        part = 1 if call.end <= flushed.get(call.path, 0) else lot.choice((0, 1, lot.random()))
        if call.name in _FLUSHES or not part or not path.parent.is_dir():
            continue
        with path.open("r+b" if path.exists() else "w+b") as file:
            if call.name == "ftruncate":
                file.truncate(call.offset)
            else:
                file.seek(call.offset)
                file.write(call.data if part == 1 else call.data[: int(len(call.data) * part) // _SECTOR * _SECTOR])


@contextmanager
def traced(process: int, trace: Path) -> Iterator[None]:
    """Note what a server that runs does, and every process it has or will have."""
    pids = [process, *(each.pid for each in psutil.Process(process).children(recursive=True))]
    attach = [argument for pid in pids for argument in ("-p", str(pid))]
    strace = subprocess.Popen([*STRACE, trace, *attach], stderr=subprocess.PIPE, text=True)
    assert strace.stderr
    for _ in pids:
        strace.stderr.readline()
    try:
        yield
    finally:
        strace.send_signal(signal.SIGINT)
        strace.communicate()
